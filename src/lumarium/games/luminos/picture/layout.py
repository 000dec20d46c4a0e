"""Where the zones of a Luminos table lie, on a desk and on a phone, each in the size in which it is seen there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from lumarium.games.luminos.rules.view import Cell, View
from lumarium.kernel.drawing import once
from lumarium.kernel.scene import Layout
from lumarium.kernel.stage import seats, short

PITCH = 100
PAPER = (220, 400)
AROUND = 2.3
"""How many more cells than a sky has columns or rows its place must hold."""
Zones = dict[str, tuple[float, float, float]]
Box = tuple[float, float, float, float]
"""Left, top, width, height."""
Bounds = tuple[float, float, int, int]
Size = tuple[int, int]
"""How many columns and rows a sky has."""


@once
def bounds(_seat: int, cells: Sequence[Cell]) -> Bounds:
    """The middle of a seat's sky in cells, and how many columns and rows it has."""
    xs = [cell.x for cell in cells] or [0]
    ys = [cell.y for cell in cells] or [0]
    left, right, low, high = min(xs), max(xs), min(ys), max(ys)
    return (left + right) / 2, (low + high) / 2, right - left + 1, high - low + 1


def layouts(view: View) -> dict[str, Layout]:
    """The table lying wide and standing tall."""
    return _layouts(tuple(seats(view)), [bounds(seat, sky.cells)[2:] for seat, sky in enumerate(view.skies)])


@once
def _layouts(circle: tuple[int, ...], sizes: list[Size]) -> dict[str, Layout]:
    wide, tall = WIDE.copy(), TALL.copy()
    for place, seat in enumerate(circle):
        wide |= _wide(seat, place, len(circle), sizes[seat])
        tall |= _tall(seat, place, len(circle), sizes[seat])
    return {"wide": Layout((980, 716), wide), "tall": Layout((390, 724), tall)}


WIDE: Zones = {
    "ground": (490, 358, 1.02),
    "hills": (490, 548, 1),
    "bag": (70, 638, 0.88),
    "display": (180, 640, 0.84),
    "cap-display": (141, 586, 0.72),
    "hand": (628, 628, 0.96),
    "cap-hand": (583, 568, 0.72),
    "done": (628, 628, 1.1),
    "tray": (628, 450, 1.45),
    "cap-markers": (543, 411, 0.72),
    "start": (265, 310, 0.8),
}
TALL: Zones = {
    "ground": (195, 362, 0.76),
    "hills": (195, 470, 0.7),
    "bag": (189, 604, 0.64),
    "display": (182, 526, 0.5),
    "cap-display": (159, 492, 0.58),
    "hand": (310, 606, 0.66),
    "cap-hand": (279, 564, 0.58),
    "done": (306, 604, 1),
    "tray": (234, 693, 1.28),
    "cap-markers": (159, 660, 0.58),
    "start": (195, 310, 0.56),
}


@lru_cache(maxsize=1 << 12)
def _wide(seat: int, place: int, players: int, size: Size) -> Zones:
    """The own sky on the left above what can be taken, the own sheet beside it, the others on the right."""
    if place == 0:
        zones = _own_sky(seat, size, (14, 42, 502, 524), 0.98)
        zones |= {f"name{seat}": (18, 25, 0.9), f"points{seat}": (514, 25, 0.9), f"sheet{seat}": (628, 196, 0.9)}
        return _short(zones)
    others = players - 1
    if others == 1:
        return _short(_other(seat, size, (738, 12, 228, 330), (852, 510, 0.82)))
    height = min(692 / others, 290)
    y = 358 - height * others / 2 + (place - 1) * height
    scale = min(0.44, (height - 44) / PAPER[1])
    sheet = (968 - PAPER[0] / 2 * scale, y + 34 + PAPER[1] / 2 * scale, scale)
    return _short(_other(seat, size, (738, y, 220 - PAPER[0] * scale, height - 10), sheet, wide=230))


@lru_cache(maxsize=1 << 12)
def _tall(seat: int, place: int, players: int, size: Size) -> Zones:
    """The others in a strip above the own sky; the own sheet below it, beside what can be taken."""
    if place == 0:
        zones = _own_sky(seat, size, (4, 152, 382, 326), 0.74)
        zones |= {f"name{seat}": (10, 142, 0.62), f"points{seat}": (380, 142, 0.62), f"sheet{seat}": (77, 602, 0.58)}
        return _short(zones)
    width = (390 - 8) / (players - 1)
    scale = min(0.25, width * 0.4 / PAPER[0])
    x = 8 + (place - 1) * width
    sheet = (x + width - 14 - PAPER[0] / 2 * scale, 25 + PAPER[1] / 2 * scale, scale)
    box = (x, 2, width - 22 - PAPER[0] * scale, 124)
    return _short(_other(seat, size, box, sheet, wide=width - 14, text=0.58))


def _short(zones: Zones) -> Zones:
    return {name: (short(x), short(y), round(scale, 3)) for name, (x, y, scale) in zones.items()}


def _own_sky(seat: int, size: Size, box: Box, most: float) -> Zones:
    """The own sky fitted into a box together with the cells around it that a tile may go to, and their numbers."""
    x, y, width, height = box
    columns, rows = size
    middle = (x + width / 2, y + height / 2)
    scale = min(width / (columns + AROUND), height / (rows + AROUND), most * PITCH) / PITCH
    return {f"panel{seat}": (*middle, min(width, height) / 800), f"sky{seat}": (*middle, scale)}


def _other(
    seat: int, size: Size, box: Box, sheet: tuple[float, float, float], wide: float = 0, text: float = 0.74
) -> Zones:
    """Another player's name and points in a line, below it the sky as large as the box lets it, and their sheet."""
    x, y, width, height = box
    line = 44 * text
    columns, rows = size
    middle = (x + width / 2, y + line + (height - line) / 2)
    room = min(width / (columns + 0.2), (height - line) / (rows + 0.2), 0.62 * PITCH * text / 0.74)
    return {
        f"panel{seat}": (*middle, min(width, height - line) / 1000),
        f"sky{seat}": (*middle, room / PITCH),
        f"name{seat}": (x, y + line / 2, text),
        f"points{seat}": (x + (wide or width), y + line / 2, text),
        f"sheet{seat}": sheet,
    }
