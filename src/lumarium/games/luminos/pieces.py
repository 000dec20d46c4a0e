"""Everything that lies on a Luminos table, piece by piece: skies, display, bag, hand, markers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lumarium.kernel.event import spoken_name
from lumarium.kernel.message import Message
from lumarium.kernel.scene import Piece
from lumarium.kernel.stage import seats

from . import sheet
from .components import START_CELLS
from .indices import DIRECTIONS as WAYS
from .indices import PLACE, STEPS, x_of, y_of
from .layout import PITCH, bounds
from .meta import NAME
from .view import Cell, View

MARKER_CORNERS = ((33, -33), (-33, 33), (33, 33))
ARMS = ("", "r", "u")


def pieces(view: View, lang: str, names: Sequence[str]) -> Iterator[Piece]:
    """All pieces, each with an id that it keeps through its life."""
    yield from _table(view, lang)
    for seat in seats(view):
        name = spoken_name(seat, names, lang)
        yield from _sky(view, seat, lang, name)
        yield from sheet.pieces(view, seat, lang, name)
    if view.seat is not None and view.seat == view.turn:
        yield from _choices(view, view.seat, lang)


def _table(view: View, lang: str) -> Iterator[Piece]:
    for slot, tile in enumerate(view.display):
        if tile is not None:
            yield _tile(f"t{view.round}-{slot}", tile, "display", slot * 106, 0, lang)
    tiles = sum(view.bag.values())
    yield Piece(id="bag", symbol="luminos-bag", zone="bag", z=2, label=_say("label.bag_piece", lang, n=tiles))
    yield Piece(id="bag-count", text=str(tiles), zone="bag", y=18, z=3, classes="count")
    if view.hand is not None:
        label = _say("label.hand_piece", lang, tile=view.hand)
        origin = f"bag{view.turn}" if view.slot is None else str(view.slot)
        yield Piece(id=f"t{view.round}-{origin}", symbol=f"luminos-tile-{view.hand}", zone="hand", z=4, label=label)
    for number in view.start_tiles if view.phase == "start" else ():
        yield from _start_tile(view, number, lang)


def _start_tile(view: View, number: int, lang: str) -> Iterator[Piece]:
    """A start tile that can still be picked; touching any of its three cells picks it."""
    left, top = (-170 if number % 2 else 90), (-90 if number < 3 else 190)
    corner, right, above = view.options.start_tiles[number - 1]
    label = _say("label.start", lang, number=number, corner=[corner], right=[right], above=[above])
    for arm, (column, row), kind in zip(ARMS, START_CELLS, (corner, right, above), strict=True):
        x, y = left + column * PITCH, top - row * PITCH
        yield Piece(id=f"start{number}{arm}", symbol="luminos-start", zone="start", x=x, y=y, z=3, label=label)
        yield Piece(id=f"start{number}{arm}g", symbol=f"luminos-glyphs-{kind}", zone="start", x=x, y=y, z=4)


def _sky(view: View, seat: int, lang: str, name: str) -> Iterator[Piece]:
    sky = view.skies[seat]
    active = " active" if seat == view.turn else ""
    label = _say("label.sky", lang, player=name)
    yield Piece(id=f"panel{seat}", symbol="luminos-sky", zone=f"panel{seat}", classes=f"sky{active}", label=label)
    yield Piece(id=f"name{seat}", text=name, zone=f"name{seat}", z=2, classes=f"name{active}")
    if seat == view.telescope:
        left = -110 if seat == seats(view)[0] else -85
        label = _say("label.telescope", lang)
        yield Piece(id="telescope", symbol="luminos-telescope", zone=f"name{seat}", x=left, scale=0.6, z=3, label=label)
    middle = bounds(sky)
    last = len(sky.cells) - 1 if seat == _last_mover(view) else -1
    for number, cell in enumerate(sky.cells):
        x, y = _spot(cell.x, cell.y, middle)
        yield from _cell(seat, number, cell, (x, y), lang)
        if number == last and not cell.start:
            yield Piece(id="last", symbol="luminos-cell-last", zone=f"sky{seat}", x=x, y=y, z=7)
    for number, letter in enumerate(sky.markers):
        label = _say("label.marker", lang, symbol=letter)
        if seat == view.seat:
            yield _marker(seat, letter, "tray", (number * 46, 0, 1.15), label)
        else:
            yield _marker(seat, letter, f"sheet{seat}", (number * 34 - 34, 146, 0.85), label)


def _cell(seat: int, number: int, cell: Cell, spot: tuple[float, float], lang: str) -> Iterator[Piece]:
    zone, (x, y) = f"sky{seat}", spot
    if cell.start:
        label = _say("label.cell_start", lang, x=cell.x, y=cell.y, tile=cell.tile)
        yield Piece(id=f"s{seat}-{number}", symbol="luminos-start", zone=zone, x=x, y=y, z=3, label=label)
        yield Piece(id=f"s{seat}-{number}g", symbol=f"luminos-glyphs-{cell.tile}", zone=zone, x=x, y=y, z=4)
        return
    key = "label.cell_marked" if cell.markers else "label.cell"
    label = _say(key, lang, x=cell.x, y=cell.y, tile=cell.tile, symbols=cell.markers)
    # A player lays one tile a round, so its place in the sky tells the round in which it lay in the display.
    origin = f"bag{seat}" if cell.slot is None else str(cell.slot)
    round_laid = number - len(START_CELLS) + 1
    symbol = f"luminos-tile-{cell.tile}"
    yield Piece(id=f"t{round_laid}-{origin}", symbol=symbol, zone=zone, x=x, y=y, z=4, label=label)
    for letter, (dx, dy) in zip(cell.markers, MARKER_CORNERS, strict=False):
        yield _marker(seat, letter, zone, (x + dx, y + dy, 0.85), "")


def _choices(view: View, seat: int, lang: str) -> Iterator[Piece]:
    """What only the seat to move sees: free cells, completed squares, the button."""
    middle = bounds(view.skies[seat])
    if view.phase == "place":
        for index in view.legal:
            cell_x, cell_y = x_of(index - PLACE), y_of(index - PLACE)
            x, y = _spot(cell_x, cell_y, middle)
            label = _say("label.free", lang, x=cell_x, y=cell_y)
            yield Piece(id=f"c{cell_x},{cell_y}", symbol="luminos-cell", zone=f"sky{seat}", x=x, y=y, z=2, label=label)
    elif view.phase == "mark":
        text = _say("label.done", lang)
        yield Piece(id="done", symbol="luminos-button", zone="tray", x=46, y=62, z=3, text=text, classes="button")
    if view.placed is not None and view.phase == "score":
        for way in view.squares:
            dx, dy = STEPS[WAYS.index(way)]
            x, y = _spot(view.placed[0] + dx / 2, view.placed[1] + dy / 2, middle)
            label = _say("label.square", lang, direction=way)
            yield Piece(id=f"q-{way}", symbol="luminos-square", zone=f"sky{seat}", x=x, y=y, z=8, label=label)


def _last_mover(view: View) -> int | None:
    """Who placed the newest tile on the table."""
    if view.placed is not None or view.round == 0:
        return view.turn
    if view.turn is None or (view.turn == view.telescope and view.phase == "take"):
        return (view.telescope - 2) % view.players
    return (view.turn - 1) % view.players


def _spot(x: float, y: float, middle: tuple[float, float, float]) -> tuple[float, float]:
    return (x - middle[0]) * PITCH, (middle[1] - y) * PITCH


def _tile(piece: str, tile: str, zone: str, x: float, y: float, lang: str) -> Piece:
    label = _say("label.tile", lang, tile=tile)
    return Piece(id=piece, symbol=f"luminos-tile-{tile}", zone=zone, x=x, y=y, z=4, label=label)


def _marker(seat: int, letter: str, zone: str, place: tuple[float, float, float], label: str) -> Piece:
    x, y, scale = place
    symbol = f"luminos-marker-{letter}"
    return Piece(id=f"m{seat}{letter}", symbol=symbol, zone=zone, x=x, y=y, scale=scale, z=6, label=label)


def _say(key: str, lang: str, **facts: object) -> str:
    return Message(NAME, key, **facts).render(lang)
