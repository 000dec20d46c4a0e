"""A reef in three dimensions: heights, what lies on top, and where a Lumino may be laid (LC-37 to LC-52)."""

from __future__ import annotations

from typing import Final

from lumarium.kernel.native import i64, vec

from .components import COLOURS, KINDS
from .indices import (
    BIT,
    DIVISOR,
    FACES,
    LAY_BY_BIT,
    NOTHING,
    NUMBER_HALF,
    OTHER_HALF,
    PLACEMENT,
    PLACEMENTS,
    SHIFTS,
    SPACES,
    START_SPACES,
    WAY_OF,
    around,
)
from .terrain import Terrain

START_LUMINO: Final = NOTHING
NO_PAIRS: Final = vec[i64]([0, 0, 0])


class Reef:
    """One player's reef. Sets of spaces are numbers, one bit per space."""

    def __init__(self, terrain: Terrain, like: Reef | None = None) -> None:
        self.terrain = terrain
        if like is not None:
            like.copy_into(self)
            return
        self.heights = vec[i64]([0] * SPACES)
        self.tops = vec[i64]([NOTHING] * SPACES)
        """By space the visible half, NOTHING on a bare one."""
        self.levels: list[int] = [terrain.board, 0]
        """By height the spaces that are so high; the last entry is always an empty set."""
        self.visible = vec[i64]([0] * len(COLOURS))
        """By colour the spaces on which it can be seen."""
        self.whole = NO_PAIRS[:]
        """By way the pairs, named by their first space, that one Lumino fills of which no half is covered."""
        self.start = (NOTHING, NOTHING)
        """The colours of the starting Lumino, left and right."""
        self.tiles: list[int] = []
        self.placements: list[int] = []
        """The Luminos in the order in which they were laid, and where; the starting Lumino is START_LUMINO."""

    def copy(self) -> Reef:
        """An independent copy."""
        return Reef(self.terrain, self)

    def copy_into(self, twin: Reef) -> None:
        """Makes the twin an independent copy on the same ground."""
        twin.heights = self.heights[:]
        twin.tops = self.tops[:]
        twin.levels = self.levels.copy()
        twin.visible = self.visible[:]
        twin.whole = self.whole[:]
        twin.start = self.start
        twin.tiles = self.tiles.copy()
        twin.placements = self.placements.copy()

    def highest(self) -> int:
        """The highest level in which a Lumino lies."""
        return len(self.levels) - 2

    # Laying

    def lay_start(self, left: int, right: int) -> None:
        """The starting Lumino counts as one in level 1 (LC-14)."""
        self.start = (left, right)
        self.tiles.append(START_LUMINO)
        self._put(PLACEMENT[START_SPACES], left * FACES, right * FACES)

    def lay(self, tile: int, placement: int) -> None:
        """A Lumino goes to a place that the rules allow."""
        kind = tile % len(KINDS)
        self.tiles.append(tile)
        self._put(placement, NUMBER_HALF[kind], OTHER_HALF[kind])

    def _put(self, placement: int, first: int, second: int) -> None:
        self.placements.append(placement)
        a, b = PLACEMENTS[placement]
        pair = BIT[a] | BIT[b]
        levels, whole, visible = self.levels, self.whole, self.visible
        height = self.heights[a] + 1
        if height + 1 == len(levels):
            levels.append(0)
        levels[height - 1] = levels[height - 1] ^ pair
        levels[height] = levels[height] | pair
        self.heights[a] = self.heights[b] = height
        for way in range(3):
            whole[way] &= ~(pair | pair >> SHIFTS[way])
        own_way = WAY_OF[placement // 2]
        whole[own_way] |= BIT[a] if a < b else BIT[b]
        for colour in range(len(COLOURS)):
            visible[colour] &= ~pair
        visible[first // FACES] |= BIT[a]
        visible[second // FACES] |= BIT[b]
        self.tops[a] = first
        self.tops[b] = second

    # Where a Lumino may be laid

    def touching(self, colour: int, height: int) -> i64:
        """The spaces of this height on which one half is enough for the Lumino to touch its colour (LC-40 to LC-46)."""
        there: i64 = self.levels[height]
        coral = self.visible[colour]
        beside = around(self.levels[height + 1] & coral) & there
        if height:
            return beside | coral & there
        if self.is_free_pair_among(beside):
            return beside
        # Exceptions A (no such coral is visible in level 1) and B (no two free spaces touch it): any Lumino will do.
        return around(self.terrain.board & ~there) & there

    def is_free_pair_among(self, spaces: i64) -> bool:
        """Has one of these bare spaces a bare neighbour, whatever it costs? (LC-42)"""
        return spaces & around(self.levels[0]) != 0

    def is_excepted(self, colour: int) -> bool:
        """May a Lumino of the colour lie beside any Lumino of level 1? (LC-41, LC-42)"""
        return not self.is_free_pair_among(around(self.levels[1] & self.visible[colour]) & self.levels[0])

    def is_level(self, a: int, b: int) -> bool:
        """Would a Lumino lie here without tilting? (LC-38)"""
        return self.heights[a] == self.heights[b]

    def is_one_lumino(self, placement: int) -> bool:
        """Are both spaces covered by the same Lumino? (LC-44)"""
        a, b = PLACEMENTS[placement]
        return self.whole[WAY_OF[placement // 2]] & (BIT[a] if a < b else BIT[b]) != 0

    def touches_same_colour(self, colour: int, a: int, b: int) -> bool:
        """Would a Lumino that lies level here touch its colour, or what the exceptions put in its place?"""
        return self.touching(colour, self.heights[a]) & (BIT[a] | BIT[b]) != 0

    def cost(self, a: int, b: int) -> int:
        """The limestone to pay for a Lumino that lies level here (LC-48)."""
        return 0 if self.heights[a] else self.terrain.cost(a, b)

    def legal_lays(self, colour: int, limestone: int) -> list[int]:
        """Every way to lay a Lumino of the colour with so much limestone, as actions, ascending."""
        too_dear = self.terrain.too_dear[min(limestone, 2)]
        found = NO_PAIRS[:]
        for height in range(len(self.levels) - 1):
            there: i64 = self.levels[height]
            touching = self.touching(colour, height)
            if not touching:
                continue
            forbidden = self.whole if height else too_dear
            for way in range(3):
                shift = SHIFTS[way]
                pairs = there & there >> shift & (touching | touching >> shift)
                found[way] |= pairs & ~forbidden[way]
        lays: list[int] = []
        for way in range(3):
            left = found[way]
            actions = LAY_BY_BIT[way]
            while left:
                first = left & -left
                index = actions[first % DIVISOR]
                lays.append(index)
                lays.append(index + 1)
                left ^= first
        return lays
