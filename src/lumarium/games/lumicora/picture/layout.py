"""Where the zones of a Lumicora table lie, on a desk and on a phone, each in the size in which it is seen there."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, sqrt

from lumarium.games.lumicora.rules.components import DISPLAY_SIZE, MOST_TAKEN
from lumarium.games.lumicora.rules.indices import COORDINATES
from lumarium.games.lumicora.rules.view import View
from lumarium.kernel.scene import Layout
from lumarium.kernel.stage import seats, short

RADIUS = 50
COLUMN = 86.6
ROW = 75
LIFT = 12
"""How much higher on the table each level lies."""
LUMINO_WIDTH = 190
LUMINO_HEIGHT = 106
TILE_PITCH = 84
TRACK_PITCH = 48
LOOKS = 4
"""So many levels can be looked at alone; all above them together with the last."""
Place = tuple[float, float, float]
Zones = dict[str, Place]
Box = tuple[float, float, float, float]
"""Left, top, width, height."""


def spot(space: int, level: int = 0) -> tuple[float, float]:
    """The middle of a space in its reef's zone, as high as the given level."""
    q, r = COORDINATES[space]
    return short((q + r / 2 - 0.5) * COLUMN), r * ROW - level * LIFT


def layouts(view: View) -> dict[str, Layout]:
    """The table lying wide and standing tall."""
    return dict(_layouts(tuple(seats(view)), len(view.atoll), len(view.chosen)))


@lru_cache(maxsize=1 << 8)
def _layouts(players: tuple[int, ...], atoll: int, swapped: int) -> tuple[tuple[str, Layout], ...]:
    return ("wide", _wide(players, atoll, swapped)), ("tall", _tall(players, atoll, swapped))


def _wide(players: tuple[int, ...], atoll: int, swapped: int) -> Layout:
    """The Atoll above the own reef, display and scoring tiles below it, the others on the right."""
    own, *others = players
    zones: Zones = {
        "lagoon": (490, 358, 1),
        "seabed": (490, 716, 1),
        "track": (370, 27, 0.8),
        "mark": (54, 92, 0.86),
        "atoll": _block((116, 46, 622, 92), atoll, atoll_columns(atoll), 0.82),
        "bag": (62, 214, 0.66),
        "supply": (678, 214, 0.66),
        "hand": _block((12, 430, 122, 196), swapped, swap_columns(swapped), 0.6),
        "button": (666, 564, 1),
        "cap-hand": (14, 646, 0.72),
        "swap": (46, 612, 0.9),
        "start": (372, 398, 0.86),
    }
    for place in range(MOST_TAKEN):
        zones[f"hand-{place}"] = (68, 606 - place * 66, 0.56)
    for place in range(LOOKS):
        zones[f"look-{place + 1}"] = (28, 400 - place * 38, 0.7)
    _seat(zones, own, {"name": (16, 27, 0.9), "points": (250, 27, 0.9), "reef": (372, 398, 0.86)})
    _seat(zones, own, {"display": (132, 678, 0.62), "store": (36, 678, 0.9)})
    _seat(zones, own, {"tiles": (576, 688, 0.62), "animals": (600, 611, 0.52), "most": (600, 643, 0.52)})
    height = min(704 / len(others), 266)
    top = 358 - height * len(others) / 2
    for place, seat in enumerate(others):
        _other(zones, seat, (758, top + place * height, 212, height - 8), 0.76)
    return Layout((980, 716), _short(zones))


def _tall(players: tuple[int, ...], atoll: int, swapped: int) -> Layout:
    """The others in a strip above the Atoll; the own reef as wide as the screen, what one touches most at its foot."""
    own, *others = players
    zones: Zones = {
        "lagoon": (195, 362, 0.76),
        "seabed": (195, 724, 0.8),
        "track": (158, 151, 0.49),
        "mark": (25, 190, 0.46),
        "atoll": _block((48, 163, 338, 62), atoll, atoll_columns(atoll), 0.46),
        "bag": (34, 260, 0.4),
        "supply": (354, 260, 0.42),
        "hand": _block((6, 543, 250, 52), swapped, swap_columns(swapped), 0.42),
        "button": (312, 568, 0.86),
        "cap-hand": (8, 546, 0.56),
        "swap": (34, 571, 0.74),
        "start": (195, 389, 0.535),
    }
    for place in range(MOST_TAKEN):
        zones[f"hand-{place}"] = (48 + place * 84, 570, 0.43)
    for place, at in enumerate(((21, 470), (21, 498), (21, 526), (60, 526))):
        zones[f"look-{place + 1}"] = (*at, 0.58)
    _seat(zones, own, {"name": (10, 151, 0.58), "points": (140, 151, 0.58), "reef": (195, 389, 0.535)})
    _seat(zones, own, {"display": (52, 686, 0.495), "store": (364, 514, 0.6)})
    _seat(zones, own, {"tiles": (27, 621, 0.56), "animals": (230, 608, 0.5), "most": (230, 636, 0.5)})
    width = 390 / len(others)
    for place, seat in enumerate(others):
        _other(zones, seat, (4 + place * width, 2, width - 8, 136), 0.55)
    return Layout((390, 724), _short(zones))


def _other(zones: Zones, seat: int, box: Box, text: float) -> None:
    """Another player: name and points in a line, below it the display, the reef, and limestone with scoring tiles."""
    x, y, width, height = box
    line = 26 * text
    if width > 2 * height:
        _beside(zones, seat, box, text)
        return
    small = min(width, height * 0.95)
    left, middle = x + (width - small) / 2, x + width / 2
    shown = min(small / (DISPLAY_SIZE * LUMINO_WIDTH), 0.3)
    foot = min(small / 7, 26)
    top = y + line + LUMINO_HEIGHT * shown
    room = y + height - foot - top
    _seat(zones, seat, {"name": (left, y + line / 2, text), "points": (left + small, y + line / 2, text)})
    step = LUMINO_WIDTH * shown
    _seat(zones, seat, {"display": (middle - 1.5 * step, y + line + 54 * shown, shown)})
    _seat(zones, seat, {"reef": (middle, top + room * 0.52, min(small / 740, room / 610))})
    _seat(zones, seat, {"store": (left + foot * 0.6, y + height - foot / 2, foot / 66)})
    _seat(zones, seat, {"tiles": (left + foot * 2.1, y + height - foot / 2, foot / 76)})


def _beside(zones: Zones, seat: int, box: Box, text: float) -> None:
    """The only other player, where there is more width than height: the reef on the left, the rest beside it."""
    x, y, width, height = box
    scale = height / 610
    left = x + 740 * scale + 14
    shown = (x + width - left) / (DISPLAY_SIZE * LUMINO_WIDTH)
    foot = y + height * 0.8
    _seat(zones, seat, {"reef": (x + 370 * scale, y + height / 2, scale)})
    _seat(zones, seat, {"name": (left, y + 13 * text, text), "points": (x + width, y + 13 * text, text)})
    _seat(zones, seat, {"display": (left + LUMINO_WIDTH * shown / 2, y + height * 0.43, shown)})
    _seat(zones, seat, {"store": (left + 16, foot, 0.46), "tiles": (left + 62, foot, 0.46)})


def atoll_columns(number: int) -> int:
    """How many of so many Luminos lie side by side in the Atoll: one row as long as that shows them larger than two."""
    number = max(1, number)
    return number if number <= 7 else ceil(number / 2) if number <= 16 else ceil(sqrt(number * 4))


def swap_columns(number: int) -> int:
    """How many of so many Luminos that wait to be swapped lie side by side."""
    return max(1, ceil(sqrt(number)))


def _block(box: Box, number: int, columns: int, most: float) -> Place:
    """Where the first of so many Luminos lies, for rows of them to fill the box; large, but not larger than `most`."""
    x, y, width, height = box
    rows = max(1, ceil(number / columns))
    scale = min(width / (columns * LUMINO_WIDTH), height / (rows * LUMINO_HEIGHT), most)
    left = x + (width - (columns - 1) * LUMINO_WIDTH * scale) / 2
    return left, y + (height - (rows - 1) * LUMINO_HEIGHT * scale) / 2 - 5 * scale, scale


def _seat(zones: Zones, seat: int, places: Zones) -> None:
    for name, place in places.items():
        zones[f"{name}{seat}"] = place


def _short(zones: Zones) -> Zones:
    return {name: (short(x), short(y), round(scale, 3)) for name, (x, y, scale) in zones.items()}
