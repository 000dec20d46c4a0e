"""Pictures for a rules page: parts of real tables, drawn by the game's own scene from moves that can be replayed.

`pictures.toml` among a game's words holds the games (players, seed, moves) and what each picture shows of them; a rules
page or a player aid names one as `![what is seen](name)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from typing import Any, NamedTuple
from xml.sax.saxutils import escape
from zlib import crc32

import msgspec

from .errors import LumariumError
from .game import Game
from .match import Match
from .message import Message
from .scene import Piece, Scene
from .svg import Part, draw, spot
from .touch import TouchTree

INKS = {"dark": ("#fff6d6", "#101326"), "light": ("#1b1530", "#fffdf4")}
"""By theme what notes are written on, and with."""
NARROW = 420
"""A picture that is wider in pixels is made smaller on a phone."""
Box = tuple[float, float, float, float]


class Course(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to show positions of: its moves in notation, parted by semicolons."""

    names: tuple[str, ...]
    seed: int
    moves: str = ""
    options: dict[str, Any] = {}


class Shot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a picture shows of a position."""

    game: str
    """The course, by its name."""
    at: int
    """How many of its moves were made before."""
    seat: int = 0
    """Who looks at the table."""
    open: bool = False
    """Is nothing hidden from them?"""
    layout: str = "wide"
    frame: tuple[str, ...] = ()
    """What the picture is about: ids or zones of pieces, also as patterns; without any the whole table."""
    room: tuple[float, float] = (50, 50)
    """How much is seen around the middles of these, to the sides and up and down."""
    without: tuple[str, ...] = ()
    """Pieces that would be in the way."""
    touch: tuple[str, ...] | None = None
    """Pieces that were touched; what could be touched next is lit."""
    shown: tuple[str, ...] = ()
    """Pieces that are drawn as while somebody points at what would bring them."""
    lit: tuple[str, ...] = ()
    """Pieces with a ring around them."""
    ring: float = 0
    """How wide these rings are, in the units of the table; without it as the notes ask for it."""
    notes: dict[str, str] = {}
    """Short words on pieces, or beside them."""
    beside: tuple[float, float] = (0, 0)
    zoom: float = 1
    """How large a unit of the table is at most."""


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game's `pictures.toml`."""

    games: dict[str, Course] = {}
    pictures: dict[str, Shot] = {}


class Drawing(NamedTuple):
    """A picture as it goes into a page."""

    svg: str
    width: int
    height: int


REFERENCE = re.compile(r'!\[([^\]]+)\]\(([\w-]+)((?: "[^"]*")?)\)')
"""A picture named in a page: its words, its name, and its caption. Without words it is the small picture of a piece."""


def linked(game: Game, text: str, lang: str) -> str:
    """A page with the addresses of its pictures in place of their names; they tell how large each of them is."""

    def address(found: re.Match[str]) -> str:
        words, which, caption = found.groups()
        drawing = picture(game, which, lang, "dark")
        size = f"lang={lang}&width={drawing.width}&height={drawing.height}&v={crc32(drawing.svg.encode()):08x}"
        return f"![{words}](/picture/{game.name}/{which}.svg?{size}{caption})"

    return REFERENCE.sub(address, text)


@cache
def plan_of(game: Game) -> Plan:
    """What the game has to show; nothing where it brings no pictures."""
    path = game.file("words", "pictures.toml")
    if not path.is_file():
        return Plan()
    try:
        return msgspec.toml.decode(path.read_bytes(), type=Plan)
    except (msgspec.MsgspecError, UnicodeError, ValueError) as error:
        raise _broken(game, str(error)) from error


@cache
def picture(game: Game, name: str, lang: str, theme: str) -> Drawing:
    """The game's picture of that name."""
    shot = plan_of(game).pictures.get(name)
    if shot is None:
        raise LumariumError(Message("kernel", "pictures.unknown", game=game.name, name=name))
    try:
        match = played(game, shot.game, shot.at)
    except (LumariumError, KeyError) as error:
        raise _broken(game, f"{name}: {error}") from error
    view = game.opened(match.state) if shot.open else match.view(shot.seat)
    whole = game.scene(view, lang, match.names)
    kept = [piece for piece in whole.pieces if not _named(piece, shot.without)]
    scene = msgspec.structs.replace(whole, pieces=tuple(msgspec.structs.replace(piece, label="") for piece in kept))
    tree = game.touch(view) if shot.touch is not None else {}
    return _Still(game, scene, shot, theme, tree).drawing()


def played(game: Game, course: str, at: int) -> Match:
    """A course after so many of its moves."""
    told = plan_of(game).games[course]
    match = Match(game, len(told.names), told.seed, told.options, told.names)
    for move in moves(told)[:at]:
        match.play(move)
    return match


def moves(course: Course) -> list[str]:
    """The moves of a course, one by one."""
    return [move.strip() for move in course.moves.split(";") if move.strip()]


def _broken(game: Game, problem: str) -> LumariumError:
    return LumariumError(Message("kernel", "pictures.broken", game=game.name, problem=problem))


def _named(piece: Piece, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns for name in (piece.id, piece.zone))


class _Still:
    """One picture in the making."""

    def __init__(self, game: Game, scene: Scene, shot: Shot, theme: str, tree: TouchTree) -> None:
        self.game, self.scene, self.shot, self.theme, self.tree = game, scene, shot, theme, tree
        self.layout = scene.layouts[shot.layout]
        zones = self.layout.zones
        self.spots = {piece.id: spot(piece, zones[piece.zone]) for piece in scene.pieces if piece.zone in zones}
        self.frame = self._frame()
        # What is written must be read on a phone too.
        self.unit = max(1 / shot.zoom, self.frame[2] / NARROW)

    def drawing(self) -> Drawing:
        part = Part(self.frame, self._states(), "".join(self._over()))
        svg = draw(self.scene, self.shot.layout, self.theme, part)
        return Drawing(svg, round(self.frame[2] * self.shot.zoom), round(self.frame[3] * self.shot.zoom))

    def _frame(self) -> Box:
        if not self.shot.frame:
            return (0, 0, *self.layout.size)
        spots = [self.spots[piece.id] for piece in self._pieces(self.shot.frame)]
        aside, above = self.shot.room
        left, right = min(x for x, _ in spots) - aside, max(x for x, _ in spots) + aside
        top, low = min(y for _, y in spots) - above, max(y for _, y in spots) + above
        return left, top, right - left, low - top

    def _pieces(self, patterns: tuple[str, ...]) -> list[Piece]:
        found = [piece for piece in self.scene.pieces if piece.id in self.spots and _named(piece, patterns)]
        missing = [each for each in patterns if not any(_named(piece, (each,)) for piece in found)]
        if missing:
            raise _broken(self.game, f"no {', '.join(missing)} on the table")
        return found

    def _spot(self, name: str) -> tuple[float, float]:
        if name not in self.spots:
            raise _broken(self.game, f"no {name} on the table")
        return self.spots[name]

    def _states(self) -> Mapping[str, tuple[str, ...]]:
        states: dict[str, tuple[str, ...]] = {piece.id: ("shown",) for piece in self._pieces(self.shot.shown)}
        if self.shot.touch is not None:
            states |= dict.fromkeys(self._offered(), ("touch",))
            states |= dict.fromkeys(self.shot.touch, ("chosen",))
        return states

    def _offered(self) -> list[str]:
        node: TouchTree | int = self.tree
        for piece in self.shot.touch or ():
            if isinstance(node, int) or piece not in node:
                raise _broken(self.game, f"{piece} cannot be touched")
            node = node[piece]
        return [] if isinstance(node, int) else [piece for piece in node if piece]

    def _over(self) -> Iterator[str]:
        """Rings, and above them notes."""
        paper, ink = INKS[self.theme]
        radius = self.shot.ring or 24 * self.unit
        line = 3.5 * self.unit
        for piece in self._pieces(self.shot.lit):
            x, y = self.spots[piece.id]
            for colour, width in ((ink, line * 2), (paper, line)):
                yield (
                    f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="none"'
                    f' stroke="{colour}" stroke-width="{width:.1f}"/>'
                )
        for name, text in self.shot.notes.items():
            x, y = self._spot(name)
            yield _note((x + self.shot.beside[0], y + self.shot.beside[1]), text, self.unit, paper, ink)


def _note(at: tuple[float, float], text: str, unit: float, paper: str, ink: str) -> str:
    """A short word on a small plate."""
    x, y = at
    size = 15 * unit
    high = 11.5 * unit
    wide = max(high, (len(text) * 4.6 + 6) * unit)
    style = f"font-size:{size:.1f}px;font-weight:800;text-anchor:middle;fill:{ink};stroke:none"
    return (
        f'<rect x="{x - wide:.1f}" y="{y - high:.1f}" width="{2 * wide:.1f}" height="{2 * high:.1f}" rx="{high:.1f}"'
        f' fill="{paper}" stroke="{ink}" stroke-width="{1.5 * unit:.1f}"/>'
        f'<text x="{x:.1f}" y="{y:.1f}" dy=".35em" style="{style}">{escape(text)}</text>'
    )
