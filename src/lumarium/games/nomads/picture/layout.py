"""Where the zones of a Nomads table lie, on a desk and on a phone, and where the spaces lie around the fire.

Below (on a phone) or beside the ring everything about a story lies in one column: its four cards, and below them each
player's tiles and card of it. Songs share their column with the jokers; the last column is for moon tiles.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import cos, pi, sin

from lumarium.games.nomads.rules.components import KINDS, RUNGS, SPACES
from lumarium.games.nomads.rules.view import View
from lumarium.kernel.scene import Layout
from lumarium.kernel.stage import seats, short

SPACE_RADIUS = 196
FIELD_RADIUS = 294
STEP_RADIUS = 148
COLUMN = 44
"""From one story's column to the next, in the units of the players' zones."""
CARPET = 346
"""From the fire to where the cloth begins on a phone, in the units of the ring."""
TALL = 724
EDGE = 3
"""Below the last row on a phone, where the screen ends."""
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
    rise = {4: 46, 5: 42}.get(number, 50)
    height = min(136, (704 - RUNGS * rise) / number)
    first = 356 - (RUNGS * rise + number * height) / 2
    zones: Zones = {
        "ground": (284, 402, 0.82),
        "ring": (284, 402, 0.8),
        "moon": (76, 74, 0.8),
        "asleep": (64, 640, 0.72),
        "choose": (284, 402, 1),
        "cloth": (572, -8, 1),
        "box": (952, first + 24, 0.7),
    }
    for rung in range(RUNGS):
        zones[f"rung-{rung}"] = (607, first + rise * (RUNGS - rung - 0.5), 0.98)
    for place, seat in enumerate(players):
        top = first + RUNGS * rise + 4 + place * height
        head = top + height / 2 - 36
        zones[f"row{seat}"] = (586, top, 0.86)
        zones[f"badge{seat}"] = (600, head, 0.56)
        zones[f"name{seat}"] = (618, head, 0.72)
        zones[f"score{seat}"] = (716, head, 0.7)
        zones[f"share{seat}"] = (951, head, 0.9)
        zones[f"cards{seat}"] = (607, head + 30, 0.98)
        zones[f"tiles{seat}"] = (607, head + 64, 0.98)
    return Layout((980, 716), _short(zones))


def _tall(players: tuple[int, ...]) -> Layout:
    """The ring above, the cards and the players below it, the own row first. Many players need a smaller ring."""
    number = len(players)
    ring, rise = {4: (0.53, 36), 5: (0.48, 34.5)}.get(number, (0.55, 37))
    cloth = 2 * CARPET * ring
    room = TALL - EDGE - cloth - 38 - (RUNGS - 1) * rise
    height = min(56, room / number)
    spare = room - number * height
    zones: Zones = {
        "ground": (195, cloth / 2 + spare / 2, ring + 0.01),
        "ring": (195, cloth / 2 + spare / 2, ring),
        "moon": (34, 34, 0.42),
        "asleep": (30, cloth - 29 + spare / 2, 0.44),
        "choose": (195, 192 + spare / 2, 0.88),
        "cloth": (-6, cloth + spare, 1),
        "box": (370, cloth + 31 + spare, 0.55),
    }
    for rung in range(RUNGS):
        zones[f"rung-{rung}"] = (71, cloth + 23 + spare + (RUNGS - 1 - rung) * rise, 0.845)
    for place, seat in enumerate(players):
        top = TALL - EDGE - (number - place) * height
        middle = top + height / 2
        zones[f"row{seat}"] = (2, top, 0.86)
        zones[f"name{seat}"] = (4, middle - 11, 0.56)
        zones[f"badge{seat}"] = (14, middle + 7, 0.46)
        zones[f"score{seat}"] = (40, middle + 8, 0.6)
        zones[f"cards{seat}"] = (69, top + 0.5 + 18 * held(number), 0.845)
        zones[f"share{seat}"] = (371, top + 13, 0.74)
        zones[f"tiles{seat}"] = (72, top + height - 14, 0.845)
    return Layout((390, TALL), _short(zones))


def held(number: int) -> float:
    """How much smaller a card lies before a player than in the supply: no card may cover a tile on a phone."""
    return {4: 0.66, 5: 0.58}.get(number, 0.74)


def _short(zones: Zones) -> Zones:
    return {name: (short(x), short(y), round(scale, 3)) for name, (x, y, scale) in zones.items()}
