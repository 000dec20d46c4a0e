"""Where the zones of a Luminos table lie, on a desk and on a phone, each in the size in which it is seen there."""

from __future__ import annotations

from lumarium.games.luminos.rules.view import Sky, View
from lumarium.kernel.scene import Layout
from lumarium.kernel.stage import seats, short

PITCH = 100
PAPER = (220, 400)
AROUND = 2.3
"""How many more cells than a sky has columns or rows its place must hold."""
Zones = dict[str, tuple[float, float, float]]
Box = tuple[float, float, float, float]
"""Left, top, width, height."""


def bounds(sky: Sky) -> tuple[float, float, int, int]:
    """The middle of a sky in cells, and how many columns and rows it has."""
    xs = [cell.x for cell in sky.cells] or [0]
    ys = [cell.y for cell in sky.cells] or [0]
    left, right, low, high = min(xs), max(xs), min(ys), max(ys)
    return (left + right) / 2, (low + high) / 2, right - left + 1, high - low + 1


def layouts(view: View) -> dict[str, Layout]:
    """The table lying wide and standing tall."""
    return {"wide": _wide(view), "tall": _tall(view)}


def _wide(view: View) -> Layout:
    """The own sky on the left above what can be taken, the own sheet beside it, the others on the right."""
    own, *others = seats(view)
    zones: Zones = {
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
    _own_sky(zones, view, own, (14, 42, 502, 524), 0.98)
    zones[f"name{own}"] = (18, 25, 0.9)
    zones[f"points{own}"] = (514, 25, 0.9)
    zones[f"sheet{own}"] = (628, 196, 0.9)
    if len(others) == 1:
        _other(zones, view, others[0], (738, 12, 228, 330), (852, 510, 0.82))
    else:
        height = min(692 / len(others), 290)
        top = 358 - height * len(others) / 2
        for place, seat in enumerate(others):
            y = top + place * height
            scale = min(0.44, (height - 44) / PAPER[1])
            sheet = (968 - PAPER[0] / 2 * scale, y + 34 + PAPER[1] / 2 * scale, scale)
            _other(zones, view, seat, (738, y, 220 - PAPER[0] * scale, height - 10), sheet, wide=230)
    return Layout((980, 716), _short(zones))


def _tall(view: View) -> Layout:
    """The others in a strip above the own sky; the own sheet below it, beside what can be taken."""
    own, *others = seats(view)
    zones: Zones = {
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
    _own_sky(zones, view, own, (4, 152, 382, 326), 0.74)
    zones[f"name{own}"] = (10, 142, 0.62)
    zones[f"points{own}"] = (380, 142, 0.62)
    zones[f"sheet{own}"] = (77, 602, 0.58)
    width = (390 - 8) / len(others)
    scale = min(0.25, width * 0.4 / PAPER[0])
    for place, seat in enumerate(others):
        x = 8 + place * width
        sheet = (x + width - 14 - PAPER[0] / 2 * scale, 25 + PAPER[1] / 2 * scale, scale)
        _other(zones, view, seat, (x, 2, width - 22 - PAPER[0] * scale, 124), sheet, wide=width - 14, text=0.58)
    return Layout((390, 724), _short(zones))


def _short(zones: Zones) -> Zones:
    return {name: (short(x), short(y), round(scale, 3)) for name, (x, y, scale) in zones.items()}


def _own_sky(zones: Zones, view: View, seat: int, box: Box, most: float) -> None:
    """The own sky fitted into a box together with the cells around it that a tile may go to, and their numbers."""
    x, y, width, height = box
    _, _, columns, rows = bounds(view.skies[seat])
    middle = (x + width / 2, y + height / 2)
    zones[f"panel{seat}"] = (*middle, min(width, height) / 800)
    zones[f"sky{seat}"] = (*middle, min(width / (columns + AROUND), height / (rows + AROUND), most * PITCH) / PITCH)


def _other(
    zones: Zones,
    view: View,
    seat: int,
    box: Box,
    sheet: tuple[float, float, float],
    wide: float = 0,
    text: float = 0.74,
) -> None:
    """Another player's name and points in a line, below it the sky as large as the box lets it, and their sheet."""
    x, y, width, height = box
    line = 44 * text
    _, _, columns, rows = bounds(view.skies[seat])
    middle = (x + width / 2, y + line + (height - line) / 2)
    zones[f"panel{seat}"] = (*middle, min(width, height - line) / 1000)
    room = min(width / (columns + 0.2), (height - line) / (rows + 0.2), 0.62 * PITCH * text / 0.74)
    zones[f"sky{seat}"] = (*middle, room / PITCH)
    zones[f"name{seat}"] = (x, y + line / 2, text)
    zones[f"points{seat}"] = (x + (wide or width), y + line / 2, text)
    zones[f"sheet{seat}"] = sheet
