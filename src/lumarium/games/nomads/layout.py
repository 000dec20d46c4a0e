"""Where the zones of a Nomads table lie, on a desk and on a phone, and where the spaces lie around the fire."""

from __future__ import annotations

from math import cos, pi, sin

from lumarium.kernel.scene import Layout
from lumarium.kernel.stage import seats

from .components import SPACES
from .view import View

SPACE_RADIUS = 205
FIELD_RADIUS = 316
LYS_RADIUS = 112
CARD_WIDTH = 64
CARD_HEIGHT = 84
Zones = dict[str, tuple[float, float, float]]


def around(space: int, radius: float) -> tuple[float, float]:
    """The point at that distance from the fire; space 0 is at the top, and the numbers run clockwise."""
    angle = 2 * pi * space / SPACES
    return round(radius * sin(angle), 1), round(-radius * cos(angle), 1)


def layouts(view: View) -> dict[str, Layout]:
    """The table lying wide and standing tall."""
    wide: Zones = {
        "ring": (385, 362, 0.92),
        "moon": (72, 74, 0.6),
        "box": (114, 640, 1),
        "tray": (385, 755, 1),
        "asleep": (40, 690, 0.8),
        "supply": (796, 62, 0.94),
    }
    tall: Zones = {
        "ring": (390, 420, 1.02),
        "moon": (82, 84, 0.64),
        "box": (120, 735, 1.1),
        "tray": (390, 845, 1.15),
        "asleep": (70, 780, 0.8),
        "supply": (128, 945, 1.16),
    }
    for place, seat in enumerate(seats(view)):
        wide[f"seat{seat}"] = (770, 432 + place * 74, 1)
        tall[f"seat{seat}"] = (85, 1318 + place * 77, 1.08)
    return {"wide": Layout((1280, 800), wide), "tall": Layout((780, 1688), tall)}
