"""Where the zones of a Nomads table lie, on a desk and on a phone, and where the spaces lie around the fire.

Below (on a phone) or beside the ring everything about a story lies in one column: its four cards, and below them each
player's tiles and card of it. Songs share their column with the jokers; the last column is for moon tiles.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import cos, pi, sin

from lumarium.kernel.scene import Layout
from lumarium.kernel.stage import seats, short

from .components import KINDS, RUNGS, SPACES
from .meta import PLAYERS
from .view import View

SPACE_RADIUS = 196
FIELD_RADIUS = 294
STEP_RADIUS = 148
COLUMN = 44
"""From one story's column to the next, in the units of the players' zones."""
SONG_COLUMN = KINDS.index("J")
Zones = dict[str, tuple[float, float, float]]


@lru_cache(maxsize=1 << 10)
def around(space: float, radius: float) -> tuple[float, float]:
    """The point at that distance from the fire; space 0 is at the top, and the numbers run clockwise."""
    angle = 2 * pi * space / SPACES
    return short(radius * sin(angle)), short(-radius * cos(angle))


def layouts(view: View) -> dict[str, Layout]:
    """The table lying wide and standing tall."""
    return dict(_layouts(tuple(seats(view))))


@cache
def _layouts(players: tuple[int, ...]) -> tuple[tuple[str, Layout], ...]:
    return ("wide", _wide(players)), ("tall", _tall(players))


def _wide(players: tuple[int, ...]) -> Layout:
    """The ring on the left, the cards and the players on a cloth beside it."""
    number = len(players)
    rise = 44 if number == PLAYERS[-1] else 50
    height = min(128, (690 - RUNGS * rise) / number)
    first = 352 - (RUNGS * rise + number * height) / 2
    zones: Zones = {
        "ground": (284, 402, 0.82),
        "ring": (284, 402, 0.8),
        "moon": (76, 74, 0.8),
        "asleep": (64, 640, 0.72),
        "choose": (284, 402, 1),
        "cloth": (572, -8, 1),
        "box": (957, first + 26, 0.62),
    }
    for rung in range(RUNGS):
        zones[f"rung-{rung}"] = (667, first + rise * (RUNGS - rung - 0.5), 0.82)
    for place, seat in enumerate(players):
        top = first + RUNGS * rise + 6 + place * height
        middle = top + height / 2
        zones[f"row{seat}"] = (586, top, 0.86)
        zones[f"name{seat}"] = (588, middle - 30, 0.7)
        zones[f"badge{seat}"] = (597, middle + 8, 0.6)
        zones[f"score{seat}"] = (629, middle + 8, 0.66)
        zones[f"cards{seat}"] = (667, middle - 20, 0.82)
        zones[f"tiles{seat}"] = (667, middle + 21, 0.82)
        zones[f"share{seat}"] = (955, middle - 12, 0.82)
    return Layout((980, 716), _short(zones))


def _tall(players: tuple[int, ...]) -> Layout:
    """The ring above, the cards and the players below it, the own row first."""
    height = min(56, 194 / len(players))
    spare = 194 - len(players) * height
    apart = (height - 30) / 2.4
    zones: Zones = {
        "ground": (195, 190 + spare / 2, 0.56),
        "ring": (195, 190 + spare / 2, 0.55),
        "moon": (34, 34, 0.42),
        "asleep": (30, 352 + spare / 2, 0.44),
        "choose": (195, 192 + spare / 2, 0.88),
        "cloth": (-6, 381 + spare, 1),
        "box": (372, 412 + spare, 0.55),
    }
    for rung in range(RUNGS):
        zones[f"rung-{rung}"] = (74, 404 + spare + (RUNGS - 1 - rung) * 37, 0.845)
    for place, seat in enumerate(players):
        top = 530 + spare + place * height
        middle = top + height / 2
        zones[f"row{seat}"] = (2, top, 0.86)
        zones[f"name{seat}"] = (4, middle - 11, 0.56)
        zones[f"badge{seat}"] = (14, middle + 7, 0.46)
        zones[f"score{seat}"] = (40, middle + 8, 0.6)
        zones[f"cards{seat}"] = (70, middle - apart, 0.845)
        zones[f"share{seat}"] = (375, middle - 14, 0.74)
        zones[f"tiles{seat}"] = (77, middle + apart, 0.845)
    return Layout((390, 724), _short(zones))


def _short(zones: Zones) -> Zones:
    return {name: (short(x), short(y), round(scale, 3)) for name, (x, y, scale) in zones.items()}
