"""Where the zones of a Lumicora table lie, on a desk and on a phone."""

from __future__ import annotations

from math import ceil, sqrt

from lumarium.kernel.scene import Layout
from lumarium.kernel.stage import seats

from .indices import COORDINATES
from .view import View

RADIUS = 50
COLUMN = 86.6
ROW = 75
LIFT = 9
"""How much higher on the table each level lies."""
LUMINO_WIDTH = 190
ATOLL_COLUMNS = 2
HAND_COLUMNS = 3
Place = tuple[float, float, float]
Zones = dict[str, Place]


def spot(space: int, level: int = 0) -> tuple[float, float]:
    """The middle of a space in its reef's zone, as high as the given level."""
    q, r = COORDINATES[space]
    return round((q + r / 2 - 0.5) * COLUMN, 1), r * ROW - level * LIFT


def layouts(view: View) -> dict[str, Layout]:
    """The table lying wide and standing tall."""
    return {"wide": _wide(view), "tall": _tall(view)}


def _wide(view: View) -> Layout:
    own, *others = seats(view)
    zones: Zones = {
        "bag": (845, 78, 0.72),
        "supply": (980, 82, 0.72),
        "atoll": (792, 205, _atoll_scale(view, 236, 400, 0.62)),
        "hand": _hand(view, (792, 705, 0.415), 236, (680, 796)),
        "button": (910, 645, 1),
        "track": (60, 772, 0.86),
        "start": (395, 405, 0.98),
    }
    _seat(zones, own, {"name": (135, 52, 1.15), "display": (290, 52, 0.6), "reef": (395, 405, 0.98)})
    _seat(zones, own, {"tiles": (560, 745, 0.82), "store": (60, 700, 0.9)})
    for place, seat in enumerate(others):
        middle = 400 + (place - (len(others) - 1) / 2) * 264
        _seat(zones, seat, {"name": (1145, middle - 114, 0.8), "display": (1077, middle - 84, 0.24)})
        _seat(zones, seat, {"reef": (1145, middle + 18, 0.27), "tiles": (1085, middle + 116, 0.38)})
        _seat(zones, seat, {"store": (1240, middle + 116, 0.42)})
    return Layout((1280, 800), zones)


def _tall(view: View) -> Layout:
    own, *others = seats(view)
    zones: Zones = {
        "bag": (85, 410, 0.85),
        "supply": (85, 550, 0.9),
        "atoll": (230, 400, _atoll_scale(view, 500, 215, 1.1)),
        "hand": _hand(view, (40, 1450, 0.85), 500, (1395, 1505)),
        "button": (660, 1450, 1.3),
        "track": (60, 1640, 1.46),
        "start": (390, 1075, 0.98),
    }
    _seat(zones, own, {"name": (390, 642, 1.3), "display": (160, 710, 0.81), "reef": (390, 1075, 0.98)})
    _seat(zones, own, {"tiles": (330, 1560, 1.05), "store": (80, 1560, 1.1)})
    for place, seat in enumerate(others):
        left = 390 + (place - (len(others) - 1) / 2) * 258
        _seat(zones, seat, {"name": (left, 24, 0.95), "display": (left - 92, 62, 0.27)})
        _seat(zones, seat, {"reef": (left, 180, 0.31), "tiles": (left - 72, 296, 0.44), "store": (left + 92, 296, 0.5)})
    return Layout((780, 1688), zones)


def _atoll_scale(view: View, width: float, height: float, most: float) -> float:
    rows = ceil(max(1, len(view.atoll)) / ATOLL_COLUMNS)
    return min(width / (ATOLL_COLUMNS * LUMINO_WIDTH), height / (rows * 2 * RADIUS), most)


def hand_columns(view: View) -> int:
    """How many Luminos lie side by side in the hand. More than three are a swap, and lie as a block."""
    return max(HAND_COLUMNS, ceil(sqrt(len(view.hand) + len(view.chosen))))


def _hand(view: View, place: Place, width: float, heights: tuple[float, float]) -> Place:
    """Where the first row of the hand lies: at its place, or high and small enough for all rows to fit."""
    columns = hand_columns(view)
    rows = ceil((len(view.hand) + len(view.chosen)) / columns)
    if rows <= 1:
        return place
    top, bottom = heights
    scale = min(place[2], width / (columns * LUMINO_WIDTH), (bottom - top) / (rows * 2 * RADIUS))
    return place[0], top + RADIUS * scale, scale


def _seat(zones: Zones, seat: int, places: Zones) -> None:
    for name, place in places.items():
        zones[f"{name}{seat}"] = place
