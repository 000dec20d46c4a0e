"""A reef as pieces, with its height: ground, Luminos level upon level, and what can be seen from above in words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from lumarium.games.lumicora.meta import NAME
from lumarium.games.lumicora.rules.components import COLOURS, KIND, LETTERS, SPECIES
from lumarium.games.lumicora.rules.indices import (
    COORDINATES,
    FACES,
    FIRST_ANIMAL,
    NOTHING,
    NUMBER_HALF,
    OTHER_HALF,
    PLAIN,
    SPACES,
    TOP_ROW,
)
from lumarium.games.lumicora.rules.reef import Reef
from lumarium.games.lumicora.rules.terrain import LIMESTONE, NO_SPACE, START_AREA, WATER, Terrain
from lumarium.games.lumicora.rules.view import Laid, reef_of
from lumarium.games.lumicora.words.words import number_in_row, say
from lumarium.kernel.drawing import once, part
from lumarium.kernel.message import Message
from lumarium.kernel.scene import Piece
from lumarium.kernel.stage import short

from .layout import LOOKS, spot
from .lumino import HALVES, bridge, symbols

GROUND = {START_AREA: "start", LIMESTONE: "limestone", WATER: "water"}
"""By code of the terrain: the drawing and the words of a bare space; all others are remote limestone."""
TURNS = {(0, 1): 0, (1, 0): 60, (1, -1): 120}
"""By row and column steps from one half to the other: how far the bridge between them is turned."""
NEARER = 0.02
"""How much larger each level looks, because it is nearer to the eye."""
DRAWN_LEVELS = range(2, 6)
"""Levels whose badge shows as many layers; those above have a number."""
LIFTED = 6
"""Levels above this one are lifted together with it."""


@once
def standing(_seat: int, luminos: tuple[Laid, ...], ground: Terrain) -> Reef:
    """The reef of these Luminos, only to be looked at."""
    return reef_of(luminos, ground)


@part
def reefscape(
    seat: int, own: bool, reef: Reef, luminos: tuple[Laid, ...], board: str, name: str, lang: str
) -> Iterator[Piece]:
    """Ground and Luminos of a seat's reef; `board` is a drawing of the whole ground, where there is one."""
    yield from _ground(reef, board, seat, own, lang, name)
    below: list[tuple[int, ...]] = [()] * SPACES
    for laid in luminos:
        yield from _lumino(laid, below, reef, seat, own, lang)
    yield from (_badge(space, level, seat, own) for space, level in enumerate(reef.heights) if level > 1)
    if own and reef.highest() > 1:
        yield from (_look(level, lang) for level in range(1, min(reef.highest(), LOOKS) + 1))


def _ground(reef: Reef, board: str, seat: int, own: bool, lang: str, name: str) -> Iterator[Piece]:
    """The board. Bare spaces of one's own are pieces to hear about; of the others' only what stands out."""
    terrain = reef.terrain
    label = say("label.reef", lang, player=name)
    symbol = board or f"lumicora-reef{'-b' if any(terrain.penalties) else ''}"
    yield Piece(id=f"reef{seat}", symbol=symbol, zone=f"reef{seat}", classes="" if own else "closer", label=label)
    for space, code in enumerate(terrain.codes):
        if code == NO_SPACE:
            continue
        bare, penalty = not reef.heights[space], terrain.penalties[space]
        if not board or (bare and (own or penalty)):
            label = seen(reef, space, lang) if bare and (own or penalty) else ""
            yield _bare(seat, space, code, penalty, label, bool(board))


@lru_cache(maxsize=1 << 12)
def _bare(seat: int, space: int, code: str, penalty: int, label: str, drawn: bool) -> Piece:
    """A space; where the board is drawn as a whole only its remote limestone is drawn again, for the numbers."""
    x, y = spot(space)
    return Piece(
        id=f"s{seat}-{space}",
        symbol="lumicora-spot" if drawn and not penalty else f"lumicora-{GROUND.get(code, 'remote')}",
        text=f"−{penalty}" if penalty else "",
        zone=f"reef{seat}",
        x=x,
        y=y,
        z=1,
        classes="ground" if penalty else "",
        label=label,
    )


def _lumino(laid: Laid, below: list[tuple[int, ...]], reef: Reef, seat: int, own: bool, lang: str) -> Iterator[Piece]:
    """Two halves and the bridge between them; `below` holds the halves that lie under it, and gets these."""
    if laid.draw is None:
        name, between, number = f"start{seat}", "lumicora-bridge-start", ""
        shown = tuple(f"lumicora-{COLOURS[LETTERS.index(letter)]}-plain" for letter in laid.tile)
        faces = tuple(LETTERS.index(letter) * FACES for letter in laid.tile)
    else:
        name, between, number = f"t{laid.draw}", bridge(laid.tile), laid.tile[1]
        shown, faces = symbols(laid.tile), (NUMBER_HALF[KIND[laid.tile]], OTHER_HALF[KIND[laid.tile]])
    level = len(below[laid.spaces[0]]) + 1
    visible = [reef.heights[space] == level for space in laid.spaces]
    places = [spot(space, level) for space in laid.spaces]
    scale = 1 + (level - 1) * NEARER if own and level > 1 else 1
    for index, space in enumerate(laid.spaces):
        text = number if index == 0 and (own or visible[0]) else ""
        words = ["number"] if text else []
        if own:
            words += _own(space, level, reef.heights[space])
        elif text:
            words.append("far")
        yield Piece(
            id=f"{name}{HALVES[index]}",
            symbol=shown[index],
            text=text,
            zone=f"reef{seat}",
            x=places[index][0],
            y=places[index][1],
            scale=scale,
            z=depth(space, level),
            classes=" ".join(words),
            label=_label(reef, space, below[space] if own else (), lang) if visible[index] else "",
        )
        below[space] = (*below[space], faces[index])
    if own or any(visible):
        yield Piece(
            id=f"{name}b",
            symbol=between,
            zone=f"reef{seat}",
            x=short((places[0][0] + places[1][0]) / 2),
            y=short((places[0][1] + places[1][1]) / 2),
            rot=_turned(*laid.spaces),
            scale=scale,
            z=max(depth(space, level) for space in laid.spaces) + 1,
            classes=_at(level) if own else "",
        )


def _own(space: int, level: int, height: int) -> list[str]:
    """The classes of a half of one's own reef: its level, the stack in which it lies, and on top the way to lift it."""
    if height == 1:
        return [_at(level)]
    return [_at(level), f"in-s{space}", *([f"look-s{space}"] if level == height else [])]


def _at(level: int) -> str:
    return f"l{min(level, LIFTED)}"


def _badge(space: int, level: int, seat: int, own: bool) -> Piece:
    """How high a stack is."""
    x, y = spot(space, level)
    return Piece(
        id=f"h{seat}-{space}",
        symbol=f"lumicora-level-{level}" if level in DRAWN_LEVELS else "lumicora-level",
        text="" if level in DRAWN_LEVELS else str(level),
        zone=f"reef{seat}",
        x=x,
        y=y + 44,
        z=depth(space, level) + 3,
        classes=f"level {_at(level)}" if own else "level",
    )


def _look(level: int, lang: str) -> Piece:
    """The button to look at one level alone; the last one shows all above it too."""
    return Piece(
        id=f"look{level}",
        symbol="lumicora-look",
        text=str(level),
        zone=f"look-{level}",
        z=3,
        classes=f"look look-l{level}",
        label=say("label.look", lang, level=level),
    )


def depth(space: int, level: int) -> int:
    """How near to the eye a half lies: higher levels above lower ones, nearer rows before those behind."""
    return level * 20 + row_of(space) * 2


def row_of(space: int) -> int:
    """The row of a space, from 0 at the top."""
    return COORDINATES[space][1] - TOP_ROW


def _turned(a: int, b: int) -> int:
    (q1, r1), (q2, r2) = sorted((COORDINATES[a], COORDINATES[b]), key=lambda at: (at[1], at[0]))
    return TURNS[r2 - r1, q2 - q1]


def seen(reef: Reef, space: int, lang: str) -> str:
    """What can be seen on a space, in words."""
    return _seen(space, reef.tops[space], reef.heights[space], reef.terrain.codes[space], lang)


def _label(reef: Reef, space: int, below: tuple[int, ...], lang: str) -> str:
    """The same with what lies below it, the highest first."""
    label = seen(reef, space, lang)
    if not below:
        return label
    return say("label.lying_on", lang, top=label, halves=", ".join(_half(half, lang) for half in reversed(below)))


@cache
def _seen(space: int, half: int, level: int, code: str, lang: str) -> str:
    place = say("label.place", lang, row=row_of(space) + 1, space=number_in_row(space))
    if half == NOTHING:
        return say(f"ground.{GROUND.get(code, 'remote')}", lang, n=code[1:], place=place)
    return say("label.coral", lang, half=_half(half, lang), level=level, place=place)


@cache
def _half(half: int, lang: str) -> str:
    """Coral of one space in words."""
    colour, face = COLOURS[half // FACES], half % FACES
    if face >= FIRST_ANIMAL:
        return Message(
            NAME, "half.animal", coloured=colour, animal=Message(NAME, f"animal.{SPECIES[face - FIRST_ANIMAL]}")
        ).render(lang)
    if face == PLAIN:
        return say("half.plain", lang, coloured=colour)
    return say("half.number", lang, coloured=colour, number=face)
