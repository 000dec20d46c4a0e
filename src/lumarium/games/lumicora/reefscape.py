"""A reef as pieces, with its height: ground, Luminos level upon level, and what can be seen from above in words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from lumarium.kernel.message import Message
from lumarium.kernel.scene import Piece
from lumarium.kernel.stage import seats

from .components import COLOURS, LETTERS, ROW_LENGTHS, SPECIES
from .indices import COORDINATES, FACES, FIRST_ANIMAL, NOTHING, PLAIN, SPACES, TOP_ROW
from .layout import LOOKS, spot
from .lumino import bridge, say, symbols
from .meta import NAME
from .reef import Reef
from .terrain import LIMESTONE, START_AREA, WATER
from .view import Laid, View

GROUND = {START_AREA: "start", LIMESTONE: "limestone", WATER: "water"}
"""By code of the terrain: the drawing and the words of a bare space; all others are remote limestone."""
TURNS = {(0, 1): 0, (1, 0): 60, (1, -1): 120}
"""By row and column steps from one half to the other: how far the bridge between them is turned."""
NEARER = 0.02
"""How much larger each level looks, because it is nearer to the eye."""
DRAWN_LEVELS = range(2, 6)
"""Levels whose badge shows as many layers; those above have a number."""


def pieces(view: View, reef: Reef, seat: int, lang: str, name: str) -> Iterator[Piece]:
    """Ground and Luminos of a seat's reef."""
    own = seat == seats(view)[0]
    yield from _ground(view, reef, seat, lang, name)
    heights = [0] * SPACES
    for laid in view.shores[seat].luminos:
        a, b = laid.spaces
        heights[a] = level = heights[a] + 1
        heights[b] = level
        yield from _lumino(laid, level, reef, seat, own, lang)
    for space in range(SPACES):
        level = reef.heights[space]
        if level > 1:
            x, y = spot(space, level)
            yield Piece(
                id=f"h{seat}-{space}",
                symbol=f"lumicora-level-{level}" if level in DRAWN_LEVELS else "lumicora-level",
                text="" if level in DRAWN_LEVELS else str(level),
                zone=f"reef{seat}",
                x=x,
                y=y + 44,
                z=depth(space, level) + 3,
                classes=f"level own {look(level)}" if own else "level",
            )
    if own and reef.highest() > 1:
        for level in range(1, min(reef.highest(), LOOKS) + 1):
            label = say("label.look", lang, level=level)
            yield Piece(
                id=f"look{level}",
                symbol="lumicora-look",
                text=str(level),
                zone=f"look-{level}",
                z=3,
                classes="look",
                label=label,
            )


def _ground(view: View, reef: Reef, seat: int, lang: str, name: str) -> Iterator[Piece]:
    """The board. One's own has every space as a piece to hear about; of the others' only what stands out."""
    own = seat == seats(view)[0]
    label = say("label.reef", lang, player=name)
    remote = any(reef.terrain.penalties)
    whole = not own and not view.options.terrain
    symbol = f"lumicora-side-{view.options.side.lower()}" if whole else f"lumicora-reef{'-b' if remote else ''}"
    yield Piece(id=f"reef{seat}", symbol=symbol, zone=f"reef{seat}", label=label)
    for space in range(SPACES):
        penalty = reef.terrain.penalties[space]
        if whole and not penalty:
            continue
        label = "" if reef.heights[space] else seen(reef, space, lang)
        yield _bare(seat, space, reef.terrain.codes[space], penalty, label)


@lru_cache(maxsize=1 << 12)
def _bare(seat: int, space: int, code: str, penalty: int, label: str) -> Piece:
    x, y = spot(space)
    return Piece(
        id=f"s{seat}-{space}",
        symbol=f"lumicora-{GROUND.get(code, 'remote')}",
        text=f"−{penalty}" if penalty else "",
        zone=f"reef{seat}",
        x=x,
        y=y,
        z=1,
        classes="ground" if penalty else "",
        label=label,
    )


def _lumino(laid: Laid, level: int, reef: Reef, seat: int, own: bool, lang: str) -> Iterator[Piece]:
    name = f"start{seat}" if laid.draw is None else f"t{laid.draw}"
    if laid.draw is None:
        shown = tuple(f"lumicora-{COLOURS[LETTERS.index(letter)]}-plain" for letter in laid.tile)
        between, texts = "lumicora-bridge-start", ("", "")
    else:
        shown = symbols(laid.tile)
        between, texts = bridge(laid.tile), (laid.tile[1], "")
    places = [spot(space, level) for space in laid.spaces]
    scale = 1 + (level - 1) * NEARER
    classes = f"own {look(level)}" if own else ""
    for half, space, symbol, text, (x, y) in zip("no", laid.spaces, shown, texts, places, strict=True):
        yield Piece(
            id=f"{name}{half}",
            symbol=symbol,
            text=text,
            zone=f"reef{seat}",
            x=x,
            y=y,
            scale=scale,
            z=depth(space, level),
            classes=(f"number {classes}" if own else "number far") if text else classes,
            label=seen(reef, space, lang) if reef.heights[space] == level else "",
        )
    if not own and all(reef.heights[space] > level for space in laid.spaces):
        return
    (x1, y1), (x2, y2) = places
    yield Piece(
        id=f"{name}b",
        symbol=between,
        zone=f"reef{seat}",
        x=round((x1 + x2) / 2, 1),
        y=(y1 + y2) / 2,
        rot=_turned(*laid.spaces),
        scale=scale,
        z=max(depth(space, level) for space in laid.spaces) + 1,
        classes=classes,
    )


def look(level: int) -> str:
    """The class by which a level can be looked at alone."""
    return f"l{min(level, LOOKS)}"


def depth(space: int, level: int) -> int:
    """How near to the eye a half lies: higher levels above lower ones, nearer rows before those behind."""
    return level * 20 + row_of(space) * 2


def row_of(space: int) -> int:
    """The row of a space, from 0 at the top."""
    return COORDINATES[space][1] - TOP_ROW


def _turned(a: int, b: int) -> float:
    (q1, r1), (q2, r2) = sorted((COORDINATES[a], COORDINATES[b]), key=lambda at: (at[1], at[0]))
    return TURNS[r2 - r1, q2 - q1]


def seen(reef: Reef, space: int, lang: str) -> str:
    """What can be seen on a space, in words."""
    return _seen(space, reef.tops[space], reef.heights[space], reef.terrain.codes[space], lang)


@cache
def _seen(space: int, half: int, level: int, code: str, lang: str) -> str:
    place = say("label.place", lang, row=row_of(space) + 1, space=space - sum(ROW_LENGTHS[: row_of(space)]) + 1)
    if half == NOTHING:
        return say(f"ground.{GROUND.get(code, 'remote')}", lang, n=code[1:], place=place)
    colour, face = COLOURS[half // FACES], half % FACES
    if face >= FIRST_ANIMAL:
        animal = Message(NAME, f"animal.{SPECIES[face - FIRST_ANIMAL]}")
        return say("label.coral_animal", lang, colour=colour, animal=animal, level=level, place=place)
    if face == PLAIN:
        return say("label.coral_plain", lang, colour=colour, level=level, place=place)
    return say("label.coral_number", lang, colour=colour, number=face, level=level, place=place)
