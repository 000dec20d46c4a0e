"""Where the zones of a Luminos table lie, on a desk and on a phone."""

from __future__ import annotations

from lumarium.kernel.scene import Layout
from lumarium.kernel.stage import seats

from .view import Sky, View

PITCH = 100
Zones = dict[str, tuple[float, float, float]]


def bounds(sky: Sky) -> tuple[float, float, float]:
    """The middle of a sky in cells, and its larger extent with one free cell all around."""
    xs = [cell.x for cell in sky.cells] or [0]
    ys = [cell.y for cell in sky.cells] or [0]
    extent = max(max(xs) - min(xs), max(ys) - min(ys)) + 3
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, extent


def layouts(view: View) -> dict[str, Layout]:
    """The table lying wide and standing tall."""
    return {"wide": _wide(view), "tall": _tall(view)}


def _wide(view: View) -> Layout:
    own, *others = seats(view)
    zones: Zones = {
        "bag": (85, 722, 0.9),
        "display": (200, 722, 0.86),
        "hand": (590, 722, 0.9),
        "tray": (690, 690, 1),
        "start": (335, 330, 0.75),
    }
    _seat_zones(zones, view, own, (335, 335, 620), (815, 335, 1.28))
    for place, seat in enumerate(others):
        middle = 400 + (place - (len(others) - 1) / 2) * 262
        _seat_zones(zones, view, seat, (1072, middle, 165), (1216, middle, 0.5))
    return Layout((1280, 800), zones)


def _tall(view: View) -> Layout:
    own, *others = seats(view)
    zones: Zones = {
        "bag": (95, 1060, 0.95),
        "display": (215, 1060, 0.95),
        "hand": (690, 1060, 1),
        "tray": (560, 1400, 1.35),
        "start": (390, 590, 0.8),
    }
    _seat_zones(zones, view, own, (390, 590, 720), (200, 1425, 1.15))
    for place, seat in enumerate(others):
        left = 390 + (place - (len(others) - 1) / 2) * 256
        _seat_zones(zones, view, seat, (left - 46, 120, 150), (left + 78, 120, 0.4))
    return Layout((780, 1688), zones)


def _seat_zones(
    zones: Zones, view: View, seat: int, panel: tuple[float, float, float], paper: tuple[float, float, float]
) -> None:
    """A seat's night panel (a square of the given size), its sky fitted into it, its name, and its paper."""
    x, y, size = panel
    _, _, extent = bounds(view.skies[seat])
    zones[f"panel{seat}"] = (x, y, size / 1000)
    zones[f"sky{seat}"] = (x, y, min(size / (PITCH * (extent + 0.2)), size / 520))
    large = size > 300
    zones[f"name{seat}"] = (x, y - size / 2 + (30 if large else -13), 1.1 if large else 0.78)
    zones[f"sheet{seat}"] = paper
