"""Everything that lies on a Luminos table, piece by piece: skies, display, bag, hand, markers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lumarium.games.luminos.meta import NAME, PLAYERS
from lumarium.games.luminos.options import Options
from lumarium.games.luminos.rules.components import MARKER_POINTS, START_CELLS, SYMBOLS
from lumarium.games.luminos.rules.indices import DIRECTIONS as WAYS
from lumarium.games.luminos.rules.indices import PLACE, STEPS, x_of, y_of
from lumarium.games.luminos.rules.view import Cell, View
from lumarium.games.luminos.words.words import say
from lumarium.kernel.drawing import part
from lumarium.kernel.event import spoken_name
from lumarium.kernel.message import Message
from lumarium.kernel.scene import Piece
from lumarium.kernel.stage import fitting, seats

from . import sheet
from .layout import PITCH, bounds
from .preview import Letters, letters, square_worth, squares_with

MARKER_CORNERS = ((33, -33), (-33, 33), (33, 33))
ARMS = ("", "r", "u")
LONGEST_NAME = 15
LONGEST_OF_MANY = 10
"""With four players names have less room, and beside the telescope still less."""
MARKED = 3
"""Columns or rows of a sky that is drawn large; the numbers of a larger sky grow so that they can still be read."""
EDGE = 0.07
"""How far outside the cells that a tile may go to, in cells, columns and rows are numbered."""
Middle = tuple[float, float]


def pieces(view: View, lang: str, names: Sequence[str]) -> list[Piece]:
    """All pieces, each with an id that it keeps through its life."""
    found: list[Piece] = []
    found += _table(lang, view.players, view.round, view.display, sum(view.bag.values()))
    if view.hand is not None:
        found += _hand(hand_id(view), view.hand, lang)
    if view.phase == "start":
        found += _start_tiles(lang, view.start_tiles, view.options)
    last = last_mover(view)
    for place, seat in enumerate(seats(view)):
        name, own = spoken_name(seat, names, lang), place == 0
        longest = LONGEST_NAME if view.players < PLAYERS[-1] else LONGEST_OF_MANY
        found += _head(seat, seat == view.turn, seat == view.telescope, view.scores[seat], name, longest, lang)
        found += _sky(seat, view.skies[seat].cells, seat == last, lang)
        if own:
            found += _marks(seat, view.skies[seat].cells)
        found += _markers(seat, view.skies[seat].markers, own, _marking(view, lang) if own else None, lang)
        found += sheet.pieces(view, seat, lang, name)
    if view.seat is not None and view.seat == view.turn:
        found += _choices(view, view.seat, lang)
    return found


@part
def _table(lang: str, slots: int, number: int, display: Sequence[str | None], tiles: int) -> Iterator[Piece]:
    """The night, and what everyone takes from: display and bag. The round's number is in the names of its tiles."""
    yield Piece(id="ground", symbol="luminos-night", zone="ground")
    yield Piece(id="hills", symbol="luminos-hills", zone="hills")
    yield _caption("display", lang)
    for slot in range(slots):
        yield Piece(id=f"slot{slot}", symbol="luminos-slot", zone="display", x=slot * 104, z=1)
    for slot, tile in enumerate(display):
        if tile is not None:
            label = say("label.tile", lang, tile=tile)
            yield _tile(f"t{number}-{slot}", tile, "display", (slot * 104, 0), label)
    yield Piece(id="bag", symbol="luminos-bag", zone="bag", z=2, label=say("label.bag_piece", lang, n=tiles))
    yield Piece(id="bag-count", text=str(tiles), zone="bag", y=18, z=3, classes="count")


@part
def _hand(piece: str, tile: str, lang: str) -> Iterator[Piece]:
    """The tile that someone has in hand."""
    yield Piece(id="halo", symbol="luminos-halo", zone="hand", z=3)
    yield _caption("hand", lang)
    label = say("label.hand_piece", lang, tile=tile)
    yield Piece(id=piece, symbol=f"luminos-tile-{tile}", zone="hand", z=5, classes="carried", label=label)


@part
def _start_tiles(lang: str, numbers: Sequence[int], options: Options) -> Iterator[Piece]:
    """The start tiles that can still be picked."""
    for number in numbers:
        yield from _start_tile(number, options.start_tiles[number - 1], lang)


def _start_tile(number: int, tile: Sequence[str], lang: str) -> Iterator[Piece]:
    """Touching any of its three cells picks it."""
    left, top = (-170 if number % 2 else 90), (-90 if number < 3 else 190)
    corner, right, above = tile
    label = say("label.start", lang, number=number, corner=corner, right=right, above=above)
    for arm, (column, row), kind in zip(ARMS, START_CELLS, (corner, right, above), strict=True):
        x, y = left + column * PITCH, top - row * PITCH
        name, symbol, classes = f"start{number}{arm}", f"luminos-start-{kind}", "part" if arm != ARMS[0] else ""
        yield Piece(id=name, symbol=symbol, zone="start", x=x, y=y, z=4, classes=classes, label=label)


@part
def _head(
    seat: int, deciding: bool, telescope: bool, points: int, name: str, longest: int, lang: str
) -> Iterator[Piece]:
    """Whose sky it is, who opens the round, and the points so far; all of it gilded while the seat decides."""
    active = " active" if deciding else ""
    label = say("label.sky", lang, player=name)
    yield Piece(id=f"panel{seat}", symbol="luminos-nebula", zone=f"panel{seat}", label=label)
    shown = fitting(seat, name, longest - 3 if telescope else longest, lang)
    indent = 44 if telescope else 0
    zone = f"name{seat}"
    yield Piece(id=zone, text=shown, zone=zone, x=indent, z=2, classes=f"name{active}", label=label)
    zone = f"points{seat}"
    yield Piece(id=zone, text=str(points), zone=zone, z=2, classes=f"points{active}")
    if telescope:
        label = say("label.telescope", lang)
        yield Piece(
            id="telescope", symbol="luminos-telescope", zone=f"name{seat}", x=18, y=-1, scale=0.72, z=3, label=label
        )


@part
def _sky(seat: int, cells: Sequence[Cell], latest: bool, lang: str) -> Iterator[Piece]:
    """The tiles of a sky, the last one marked: more clearly where it is the latest at the table."""
    middle = bounds(seat, cells)[:2]
    for number, cell in enumerate(cells):
        yield from _cell(seat, number, cell, _spot(cell.x, cell.y, middle), lang)
    if cells and not cells[-1].start:
        x, y = _spot(cells[-1].x, cells[-1].y, middle)
        classes = "" if latest else "older"
        yield Piece(id=f"last{seat}", symbol="luminos-cell-last", zone=f"sky{seat}", x=x, y=y, z=7, classes=classes)


@part
def _marks(seat: int, cells: Sequence[Cell]) -> Iterator[Piece]:
    """The numbers of columns and rows around one's own sky, as the log names them."""
    if not cells:
        return
    zone, (middle_x, middle_y, columns, rows) = f"sky{seat}", bounds(seat, cells)
    left, high = round(middle_x - (columns - 1) / 2), round(middle_y + (rows - 1) / 2)
    scale = max(1, round((max(columns, rows) + 2) / (MARKED + 2), 2))
    edge_x, edge_y = (round(-(length / 2 + 1 + EDGE * scale) * PITCH) for length in (columns, rows))
    for x in range(left, left + columns):
        yield Piece(
            id=f"col{x}",
            text=_number(x),
            zone=zone,
            x=int((x - middle_x) * PITCH),
            y=edge_y,
            scale=scale,
            classes="mark",
        )
    for y in range(high, high - rows, -1):
        yield Piece(
            id=f"line{y}",
            text=_number(y),
            zone=zone,
            x=edge_x,
            y=int((middle_y - y) * PITCH),
            scale=scale,
            classes="mark",
        )


def _number(number: int) -> str:
    return str(number).replace("-", "−")


def _cell(seat: int, number: int, cell: Cell, spot: Middle, lang: str) -> Iterator[Piece]:
    zone, (x, y) = f"sky{seat}", spot
    if cell.start:
        label = say("label.cell_start", lang, x=cell.x, y=cell.y, tile=cell.tile)
        symbol = f"luminos-start-{cell.tile}"
        yield Piece(
            id=cell_id(seat, number, cell), symbol=symbol, zone=zone, x=x, y=y, z=4, classes="closer", label=label
        )
        return
    key = "label.cell_marked" if cell.markers else "label.cell"
    label = say(key, lang, x=cell.x, y=cell.y, tile=cell.tile, symbols=cell.markers)
    yield _tile(cell_id(seat, number, cell), cell.tile, zone, spot, label)
    for letter, (dx, dy) in zip(cell.markers, MARKER_CORNERS, strict=False):
        yield _marker(seat, letter, zone, (x + dx, y + dy, 0.9), "")


def _marking(view: View, lang: str) -> dict[str, str] | None:
    """What each marker would bring the viewer, who has to decide that now."""
    if view.seat is None or view.seat != view.turn or view.phase != "mark":
        return None
    return {letter: _mark_label(view, letter, "label.mark", lang) for letter in SYMBOLS}


@part
def _markers(seat: int, unused: str, own: bool, marking: dict[str, str] | None, lang: str) -> Iterator[Piece]:
    """Unused markers: one's own lie in a tray to be touched, those of others on their sheets."""
    if own:
        yield _caption("markers", lang)
    for number, letter in enumerate(SYMBOLS):
        spot = (number * 42 - 42, 0, 1)
        counted = sheet.MARKERS[number], sheet.FOOT, 0.74
        label = say("label.marker", lang, symbol=letter, points=MARKER_POINTS)
        if marking is not None:
            label = marking[letter]
        if own:
            yield Piece(id=f"hole{letter}", symbol="luminos-hole", zone="tray", x=spot[0], z=2)
        if letter not in unused:
            continue
        if own:
            yield _marker(seat, letter, "tray", spot, label)
            x, y, scale = counted
            symbol = f"luminos-marker-{letter}"
            yield Piece(id=f"counted{letter}", symbol=symbol, zone=f"sheet{seat}", x=x, y=y, scale=scale, z=3)
        else:
            yield _marker(seat, letter, f"sheet{seat}", counted, label)


def _choices(view: View, seat: int, lang: str) -> Iterator[Piece]:
    """What only the seat to move sees: free cells, completed squares, the button."""
    sky = view.skies[seat]
    middle = bounds(seat, sky.cells)[:2]
    zone = f"sky{seat}"
    if view.phase == "place":
        laid = letters(sky)
        for index in view.legal:
            yield _free(view, (x_of(index - PLACE), y_of(index - PLACE)), (zone, middle, laid), lang)
    elif view.phase == "mark":
        label = _mark_label(view, "", "label.no_mark", lang)
        text = say("label.done", lang)
        yield Piece(id="done", symbol="luminos-button", zone="done", z=3, text=text, classes="button", label=label)
    if view.placed is not None and view.phase == "score":
        laid = letters(sky)
        for way in view.squares:
            dx, dy = STEPS[WAYS.index(way)]
            x, y = _spot(view.placed[0] + dx / 2, view.placed[1] + dy / 2, middle)
            worth = square_worth(laid, view.placed, (dx, dy))
            label = Message(NAME, "label.square", direction=way, worth=worth).render(lang)
            symbol, value = f"luminos-square-{worth.facts['symbols']}", str(worth.facts["value"])
            yield Piece(
                id=f"q-{way}", symbol=symbol, zone=zone, x=x, y=y, z=8, text=value, classes="square", label=label
            )


def _mark_label(view: View, letter: str, key: str, lang: str) -> str:
    """What the completed squares are worth with this marker on the tile just placed, or with none."""
    if view.placed is None or view.turn is None or not view.squares:
        return say(f"{key}_only", lang, symbol=letter)
    laid = letters(view.skies[view.turn])
    worths = squares_with(laid, view.placed, laid[view.placed] + letter)
    return Message(NAME, key, symbol=letter, n=len(worths), worths=worths).render(lang)


def _free(view: View, cell: tuple[int, int], place: tuple[str, Middle, Letters], lang: str) -> Piece:
    """A cell that the tile in hand may go to; it glows where that completes a square, and says what for."""
    (cell_x, cell_y), (zone, middle, laid) = cell, place
    x, y = _spot(cell_x, cell_y, middle)
    label = say("label.free", lang, x=cell_x, y=cell_y)
    worths = squares_with(laid, cell, view.hand or "")
    if worths:
        label = Message(NAME, "label.free_squares", cell=label, n=len(worths), worths=worths).render(lang)
    symbol = "luminos-cell-square" if worths else "luminos-cell"
    return Piece(id=f"c{cell_x},{cell_y}", symbol=symbol, zone=zone, x=x, y=y, z=2, label=label)


def last_mover(view: View) -> int | None:
    """Who placed the newest tile on the table."""
    if view.placed is not None or view.round == 0:
        return view.turn
    if view.turn is None or (view.turn == view.telescope and view.phase == "take"):
        return (view.telescope - 2) % view.players
    return (view.turn - 1) % view.players


def cell_id(seat: int, number: int, cell: Cell) -> str:
    """The piece that lies on the cell that this seat filled as its `number`th."""
    if cell.start:
        return f"s{seat}-{number}"
    # A player lays one tile a round, so its place in the sky tells the round in which it lay in the display.
    return f"t{number - len(START_CELLS) + 1}-{_origin(seat, cell.slot)}"


def hand_id(view: View) -> str:
    """The tile in hand."""
    return f"t{view.round}-{_origin(view.turn, view.slot)}"


def _caption(key: str, lang: str) -> Piece:
    return Piece(id=f"cap-{key}", text=say(f"label.{key}", lang), zone=f"cap-{key}", z=4, classes="caption")


def _origin(seat: int | None, slot: int | None) -> str:
    return f"bag{seat}" if slot is None else str(slot)


def _spot(x: float, y: float, middle: Middle) -> tuple[float, float]:
    return int((x - middle[0]) * PITCH), int((middle[1] - y) * PITCH)


def _tile(piece: str, tile: str, zone: str, spot: Middle, label: str) -> Piece:
    x, y = spot
    return Piece(id=piece, symbol=f"luminos-tile-{tile}", zone=zone, x=x, y=y, z=4, label=label)


def _marker(seat: int, letter: str, zone: str, place: tuple[float, float, float], label: str) -> Piece:
    x, y, scale = place
    symbol = f"luminos-marker-{letter}"
    return Piece(id=f"m{seat}{letter}", symbol=symbol, zone=zone, x=x, y=y, scale=scale, z=6, label=label)
