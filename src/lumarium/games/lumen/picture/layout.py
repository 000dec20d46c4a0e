"""Where the zones of a Lumen table lie, on a desk and on a phone, each in the size in which it is seen there."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from lumarium.games.lumen.rules.components import COLOURS
from lumarium.games.lumen.rules.view import View
from lumarium.kernel.drawing import once
from lumarium.kernel.scene import Layout
from lumarium.kernel.stage import seats

CARD = 102
"""Height of a card."""
PITCH = 74
"""From card to card in a hand."""
GROUP_GAP = 14
"""Between the colours of a hand."""
PLUS = 48
"""Width of a plus card."""
ROSE = 196
"""Radius of the window in which a trick lies."""
BID_PITCH = 58
BID_COLUMNS = 6
"""The low bids, in two lines; the high ones lie beside them or below."""
SHEET = (480, 56, 40)
"""Width of the sheet of a deal, height of its head and foot together, and of a line."""
SHEET_TOP = 24
"""From the top of the sheet to the middle of its head."""
SMALLEST_SHEET = 0.52
SMALLEST_STEP = 44
"""From bid to bid, for a finger; the sheet gives way to that."""
LARGE_HANDS = 4
"""Up to so many players the own hand is large on a phone while bids are chosen."""
Zones = dict[str, tuple[float, float, float]]


class Box(NamedTuple):
    """A part of the table."""

    left: float
    top: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        return self.left + self.width / 2, self.top + self.height / 2


# The other hands on a desk, clockwise from the left neighbour, by how many there are: left edge and top.
_AROUND = {
    1: ((252, 8),),
    2: ((8, 8), (496, 8)),
    3: ((8, 98), (252, 8), (496, 98)),
    4: ((8, 98), (8, 8), (496, 8), (496, 98)),
}


class Table(NamedTuple):
    """What decides where things lie."""

    circle: tuple[int, ...]
    """All seats clockwise, the viewer's own first."""
    dealt: tuple[tuple[int, ...], ...]
    """By seat, how many cards of each colour there were: a card that was played leaves its place empty, so that the
    order of the others can still be seen."""
    phase: str
    bidding: bool
    """Does the viewer choose a bid?"""
    reading: bool
    """Does the viewer read the sheet of the deal before?"""
    scored: bool
    """Has nobody bid since that deal?"""
    trick: bool
    """Does a trick lie in the window?"""
    last_trick: bool
    """Is the trick before shown once more?"""
    few: bool
    """Are the low bids all there are?"""


def layouts(view: View) -> dict[str, Layout]:
    """The table lying wide and standing tall."""
    dealt = [[card.colour for card in hand] for hand in view.hands]
    for play in view.plays:
        dealt[play.seat].append(play.colour)
    return _layouts(
        Table(
            tuple(seats(view)),
            tuple([tuple([colours.count(letter) for letter in COLOURS]) for colours in dealt]),
            view.phase,
            view.phase == "bid" and view.turn == view.seat,
            view.to_read is not None,
            view.just_scored is not None,
            view.trick is not None,
            view.options.last_trick,
            view.options.deck(view.players).bids < 2 * BID_COLUMNS,
        )
    )


@once
def _layouts(table: Table) -> dict[str, Layout]:
    return {"wide": _wide(table), "tall": _tall(table)}


def _wide(table: Table) -> Layout:
    """The other hands above, the own hand in one line below, the window between them."""
    own, *others = table.circle
    zones: Zones = {"room": (490, 330, 1)}
    for seat, (left, top) in zip(others, _AROUND[len(others)], strict=True):
        _plate(zones, table, seat, Box(left + 4, top, 470, 26), 0.7)
        zones |= _hand(seat, table.dealt[seat], Box(left, top + 29, 476, 56), 1)
    _plate(zones, table, own, Box(56, 550, 868, 34), 0.86)
    zones |= _hand(own, table.dealt[own], Box(36, 588, 908, 104), 1)
    zones["rising"] = (490, 703, 0.62)
    top = 100 if len(others) <= 2 else 192
    middle = Box(0, top, 980, 546 - top)
    zones["title"] = (28, top + 32, 0.92)
    zones["trump"] = (42, top + 104, 0.82)
    zones["stakes"] = (42, top + 152, 0.82)
    if table.last_trick:
        zones["last"], zones["before"] = (850, top + 216, 0.52), (850, top + 112, 0.72)
    _middle(zones, table, middle, True)
    return Layout((980, 716), _short(zones))


def _tall(table: Table) -> Layout:
    """The other hands one below the other, the window, and the own hand: large, but in one line where the bids and the
    sheet of a deal need the room."""
    own, *others = table.circle
    zones: Zones = {"room": (195, 360, 0.8)}
    for place, seat in enumerate(others):
        _plate(zones, table, seat, Box(6, 4 + place * 74, 378, 22), 0.62)
        zones |= _hand(seat, table.dealt[seat], Box(4, 28 + place * 74, 382, 46), 1)
    top = 8 + len(others) * 74
    large = table.phase == "play" or (table.phase == "bid" and not table.reading and len(table.circle) <= LARGE_HANDS)
    bottom = 724 - (186 if large else 84)
    _plate(zones, table, own, Box(6, bottom + 4, 378, 28), 0.66)
    hand = Box(4, bottom + 36, 382, 136 if large else 46)
    zones |= _hand(own, table.dealt[own], hand, 2 if large else 1)
    zones["rising"] = (195, 716 if large else bottom - 8, 0.56)
    zones["title"] = (8, top + 14, 0.57)
    zones["trump"] = (258, top + 14, 0.55)
    zones["stakes"] = (310 if table.last_trick else 18, bottom - 60, 0.6)
    if table.last_trick:
        zones["last"], zones["before"] = (332, (top + bottom) / 2, 0.28), (332, (top + bottom) / 2 - 62, 0.5)
    words = 0 if large or table.phase == "over" else 18
    _middle(zones, table, Box(0, top, 390, bottom - top - words), False)
    return Layout((390, 724), _short(zones))


def _middle(zones: Zones, table: Table, box: Box, wide: bool) -> None:
    """The window, the sheet of a finished deal, and the bids to choose from, whichever are there."""
    x = box.middle[0]
    result = table.reading or table.phase == "over"
    if table.bidding:
        room, lines = box.height - (60 if wide else 72), 2 if wide else 4
        if table.trick:
            box = _bids(zones, box, lines, 0.44 * box.height, False)
        elif result and (spared := room - _paper_height(table) * SMALLEST_SHEET - 28) >= lines * SMALLEST_STEP:
            box = _bids(zones, box, lines, spared, False)
            _paper(zones, table, box, wide)
        else:
            box = _bids(zones, box, lines, room, True)
        if table.few and wide:
            zones["low"] = (x, *zones["low"][1:])
        _stakes(zones, box, wide)
        if not table.trick:
            return
    if not result:
        shift = 0 if wide or not table.last_trick else 56
        words = 40 if shift else 0
        room = min(box.height - 8 - words, box.width - 2 * shift)
        zones["trick"] = (x - shift, box.middle[1] + words / 2, min(room / 2 / ROSE, 0.98 if wide else 0.9))
        return
    width, height = SHEET[0], _paper_height(table)
    if wide or box.height < height * 0.66 + 160:
        edge, top = (270.0, box.top + 8) if wide else (0.0, box.top + 28)
        tall = box.top + box.height - top
        scale = min(tall / height, (box.width - edge) * (0.62 if wide else 0.7) / width, 0.94)
        left = box.left + box.width - width * scale - (30 if wide else 4)
        zones["sheet"] = (left + width / 2 * scale, top + (tall - height * scale) / 2 + SHEET_TOP * scale, scale)
        room = min(tall, left - edge - 8)
        zones["trick"] = ((left + edge) / 2, top + tall / 2, min(room / 2 / ROSE, 0.86))
    else:
        scale = 0.66
        zones["sheet"] = (x, box.top + box.height - (height - SHEET_TOP) * scale - 6, scale)
        room = min(box.height - height * scale - 40, box.width)
        zones["trick"] = (x, box.top + 26 + room / 2, min(room / 2 / ROSE, 0.8))


def _stakes(zones: Zones, box: Box, wide: bool) -> None:
    """What a bid is worth, between the bids and what is above them: in one line or two."""
    x, y = box.middle[0], box.top + box.height
    if wide:
        zones["stakes"], zones["penalty"] = (x - 310, y + 2, 0.84), (x + 90, y + 2, 0.84)
        zones["trump"] = (42, zones["title"][1] + 40, 0.82)
    else:
        zones["stakes"], zones["penalty"] = (x - 128, y + 8, 0.58), (x - 128, y + 28, 0.58)


def _paper(zones: Zones, table: Table, box: Box, wide: bool) -> None:
    """The sheet of a deal by itself."""
    height = _paper_height(table)
    top = box.top + (8 if wide else 28)
    room = box.top + box.height - 10 - top
    scale = min(room / height, 0.94 if wide else 0.76)
    zones["sheet"] = (box.middle[0], top + (room - height * scale) / 2 + SHEET_TOP * scale, scale)


def _paper_height(table: Table) -> int:
    return SHEET[1] + len(table.circle) * SHEET[2]


def _bids(zones: Zones, box: Box, lines: int, room: float, alone: bool) -> Box:
    """All bids in two or four lines in so much room of a box, at its foot or alone; gives what is left of it above,
    less what a bid is worth."""
    x, _ = box.middle
    wide = lines == 2
    scale = min(1.24 if wide else 1.04, room / (lines * BID_PITCH))
    step = BID_PITCH * scale
    foot = box.top + box.height - (max(6.0, (room - lines * step) / 2) if alone else 6)
    if wide:
        zones["low"] = (x - 2.5 * step, foot - step, scale)
        zones["high"] = (x + 3.5 * step, foot - step, scale)
    else:
        zones["low"] = (x, foot - 3 * step, scale)
        zones["high"] = (x, foot - step, scale)
    return Box(box.left, box.top, box.width, foot - lines * step - (24 if wide else 42) - box.top)


def _plate(zones: Zones, table: Table, seat: int, box: Box, text: float) -> None:
    """A line about a player: name, bid and tricks, total; the last three are on the sheet while a deal is scored."""
    y = box.top + box.height / 2
    zones[f"name{seat}"] = (box.left, y, text)
    if not table.scored:
        zones[f"tally{seat}"] = (box.left + max(262 * text, box.width * 0.43), y, text)
        zones[f"total{seat}"] = (box.left + box.width, y, text)


@lru_cache(maxsize=1 << 12)
def _hand(seat: int, dealt: tuple[int, ...], box: Box, most: int) -> Zones:
    """One zone per colour and one for the plus card, left to right, as large as a box lets them in so many lines."""
    groups = _groups(dealt, seat)
    zones: Zones = {}
    scale = min(1.0, box.height / most / (CARD + 6))
    while len(lines := _lines(groups, box.width / scale)) > most or any(
        _width(line) * scale > box.width for line in lines
    ):
        scale -= 0.005
    step = box.height / most
    top = box.top + (most - len(lines)) * step / 2
    for number, line in enumerate(lines):
        left = box.left + (box.width - _width(line) * scale) / 2
        for name, width in line:
            zones[name] = (left + min(width, PITCH) / 2 * scale, top + (number + 0.5) * step, scale)
            left += (width + GROUP_GAP) * scale
    return zones


def _lines(groups: list[tuple[str, int]], room: float) -> list[list[tuple[str, int]]]:
    lines: list[list[tuple[str, int]]] = [[]]
    for group in groups:
        if lines[-1] and _width([*lines[-1], group]) > room:
            lines.append([])
        lines[-1].append(group)
    return lines


def _width(line: list[tuple[str, int]]) -> int:
    return sum(width for _, width in line) + GROUP_GAP * (len(line) - 1)


def _groups(dealt: tuple[int, ...], seat: int) -> list[tuple[str, int]]:
    """The parts of a hand with their widths as dealt."""
    groups = [(f"hand{seat}{letter}", cards * PITCH) for letter, cards in zip(COLOURS, dealt, strict=True) if cards]
    return [*groups, (f"plus{seat}", PLUS)]


def _short(zones: Zones) -> Zones:
    return {name: (round(x), round(y), round(scale, 3)) for name, (x, y, scale) in zones.items()}
