"""What lies before one player as pieces: reef, display, limestone, scoring tiles, octopus."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from lumarium.kernel.message import Message
from lumarium.kernel.scene import Piece

from .components import COLOURS, LETTERS, ROW_LENGTHS, SPECIES
from .indices import COORDINATES, FACES, FIRST_ANIMAL, NOTHING, PLAIN, SPACES, TOP_ROW
from .layout import LUMINO_WIDTH, spot
from .lumino import bridge, in_row, say, symbols
from .meta import NAME
from .reef import Reef
from .scoring import by_level, coral_numbers
from .terrain import LIMESTONE, START_AREA, WATER
from .view import Laid, View

GROUND = {START_AREA: "start", LIMESTONE: "limestone", WATER: "water"}
"""By code of the terrain: the drawing and the words of a bare space; all others are remote limestone."""
TURNS = {(0, 1): 0, (1, 0): 60, (1, -1): 120}
"""By row and column steps from one half to the other: how far the bridge between them is turned."""


def pieces(view: View, seat: int, lang: str, name: str) -> Iterator[Piece]:
    """All pieces of a seat."""
    reef = view.reef(seat)
    active = " active" if seat == view.turn else ""
    yield Piece(id=f"name{seat}", text=name, zone=f"name{seat}", z=2, classes=f"name{active}")
    if seat == view.octopus:
        label = say("label.octopus", lang)
        yield Piece(id="octopus", symbol="lumicora-octopus", zone=f"name{seat}", x=-78, scale=0.75, z=3, label=label)
    label = say("label.reef", lang, player=name)
    yield Piece(id=f"reef{seat}", symbol="lumicora-reef", zone=f"reef{seat}", classes=f"reef{active}", label=label)
    yield from _ground(reef, seat, lang)
    yield from _luminos(view, reef, seat, lang)
    yield from _display(view, seat, lang, name)
    yield from _store(view, reef, seat, lang, name)


def _ground(reef: Reef, seat: int, lang: str) -> Iterator[Piece]:
    for space in range(SPACES):
        x, y = spot(space)
        code = reef.terrain.codes[space]
        symbol = f"lumicora-{GROUND.get(code, 'remote')}"
        label = "" if reef.heights[space] else seen(reef, space, lang)
        penalty = reef.terrain.penalties[space]
        text = f"-{penalty}" if penalty else ""
        yield Piece(
            id=f"s{seat}-{space}",
            symbol=symbol,
            text=text,
            zone=f"reef{seat}",
            x=x,
            y=y,
            z=1,
            classes="ground",
            label=label,
        )


def _luminos(view: View, reef: Reef, seat: int, lang: str) -> Iterator[Piece]:
    heights = [0] * SPACES
    for laid in view.shores[seat].luminos:
        a, b = laid.spaces
        heights[a] = level = heights[a] + 1
        heights[b] = level
        yield from _lumino(laid, level, reef, seat, lang)
    for space in range(SPACES):
        level = reef.heights[space]
        if level > 1:
            x, y = spot(space, level)
            label = say("label.highest", lang, level=level)
            yield Piece(
                id=f"h{seat}-{space}",
                symbol="lumicora-level",
                text=str(level),
                zone=f"reef{seat}",
                x=x,
                y=y + 36,
                z=level * 10 + row_of(space) + 2,
                classes="level",
                label=label,
            )


def _lumino(laid: Laid, level: int, reef: Reef, seat: int, lang: str) -> Iterator[Piece]:
    name = f"start{seat}" if laid.draw is None else f"t{laid.draw}"
    if laid.draw is None:
        shown = tuple(f"lumicora-{COLOURS[LETTERS.index(letter)]}-plain" for letter in laid.tile)
        between, texts = "lumicora-bridge-start", ("", "")
    else:
        shown = symbols(laid.tile)
        between, texts = bridge(laid.tile), (laid.tile[1], "")
    places = [spot(space, level) for space in laid.spaces]
    for half, space, symbol, text, (x, y) in zip("no", laid.spaces, shown, texts, places, strict=True):
        label = seen(reef, space, lang) if reef.heights[space] == level else ""
        yield Piece(
            id=f"{name}{half}",
            symbol=symbol,
            text=text,
            zone=f"reef{seat}",
            x=x,
            y=y,
            z=level * 10 + row_of(space),
            classes="number" if text else "",
            label=label,
        )
    (x1, y1), (x2, y2) = places
    yield Piece(
        id=f"{name}b",
        symbol=between,
        zone=f"reef{seat}",
        x=round((x1 + x2) / 2, 1),
        y=(y1 + y2) / 2,
        rot=_turned(*laid.spaces),
        z=level * 10 + max(map(row_of, laid.spaces)) + 1,
    )


def _turned(a: int, b: int) -> float:
    (q1, r1), (q2, r2) = sorted((COORDINATES[a], COORDINATES[b]), key=lambda at: (at[1], at[0]))
    return TURNS[r2 - r1, q2 - q1]


def _display(view: View, seat: int, lang: str, name: str) -> Iterator[Piece]:
    zone = f"display{seat}"
    label = say("label.display_zone", lang, player=name)
    for slot, lumino in enumerate(view.shores[seat].display):
        x = slot * LUMINO_WIDTH
        yield Piece(id=f"slot{seat}-{slot}", symbol="lumicora-slot", zone=zone, x=x, z=2, label="" if lumino else label)
        if lumino is not None:
            yield from in_row(lumino, zone, (x, 0), "label.in_display", lang, player=name)
    if seat == view.seat == view.turn and view.phase == "feed" and view.shores[seat].jellyfish:
        left = -0.75 * LUMINO_WIDTH
        yield Piece(id=f"display{seat}", symbol="lumicora-zone", zone=zone, x=left, scale=1.2, z=2, label=label)


def _store(view: View, reef: Reef, seat: int, lang: str, name: str) -> Iterator[Piece]:
    """Limestone and scoring tiles. Which of several jellyfish is spent does not matter: the oldest one goes."""
    shore = view.shores[seat]
    label = say("label.limestone_piece", lang, player=name, n=shore.limestone)
    yield Piece(id=f"store{seat}", symbol="lumicora-stone", zone=f"store{seat}", z=2, label=label)
    yield Piece(
        id=f"store{seat}-count", text=str(shore.limestone), zone=f"store{seat}", y=2, z=3, classes="count stone"
    )
    for place, colour in enumerate(COLOURS):
        if colour not in shore.scored:
            numbers = by_level(coral_numbers(reef, place))
            symbol, key = f"lumicora-tile-{colour}", "label.tile_coral"
            label = say(key, lang, colour=colour, points=sum(numbers.values()), levels=numbers)
        else:
            spent = colour in shore.order[: shore.spent]
            symbol, key = (
                ("lumicora-tile-spent", "label.tile_spent") if spent else ("lumicora-jellyfish", "label.tile_jellyfish")
            )
            label = say(key, lang, colour=colour)
        yield Piece(id=f"v{seat}-{colour}", symbol=symbol, zone=f"tiles{seat}", x=place * 84, z=2, label=label)


def row_of(space: int) -> int:
    """The row of a space, from 0 at the display."""
    return COORDINATES[space][1] - TOP_ROW


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
