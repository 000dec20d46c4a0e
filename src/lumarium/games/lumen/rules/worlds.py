"""What a seat's own cards could be: every world that fits what the seat has seen (LU-47 to LU-50).

Colours are independent of each other, and inside a colour every card that was shown splits the hidden ones into gaps
that are independent too. So a world is one choice of values per gap, and worlds can be counted and numbered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import Final

from .components import COLOURS
from .indices import slot_at, slot_text

HIDDEN: Final = 0


class Gap:
    """Neighbouring hidden slots of one colour, and the unseen values that lie between the shown cards around them."""

    def __init__(self, places: list[int], candidates: list[int]) -> None:
        self.places = places
        """The numbers of the slots."""
        self.candidates = candidates
        self.count = comb(len(candidates), len(places))

    @property
    def slots(self) -> list[str]:
        """The slots as they are written."""
        return [slot_text(place) for place in self.places]

    def values(self, number: int) -> list[int]:
        """One way to fill the gap, ascending; ways are numbered as `itertools.combinations` lists them."""
        chosen: list[int] = []
        left, wanted = len(self.candidates), len(self.places)
        for value in self.candidates:
            left -= 1
            ways_with = comb(left, wanted - 1) if wanted else 0
            if number < ways_with:
                chosen.append(value)
                wanted -= 1
            else:
                number -= ways_with
        return chosen

    def ways(self, place: int) -> dict[int, int]:
        """For each value that a slot of the gap could have, in how many ways."""
        below, above = place, len(self.places) - 1 - place
        last = len(self.candidates) - 1
        counts = {value: comb(i, below) * comb(last - i, above) for i, value in enumerate(self.candidates)}
        return {value: ways for value, ways in counts.items() if ways}


class Worlds:
    """All worlds that a seat cannot tell from the truth, each as the values of its hidden slots: `{"R#1": 3, ...}`."""

    def __init__(self, gaps: list[Gap]) -> None:
        self.gaps = gaps

    @property
    def count(self) -> int:
        """How many there are (LU-50)."""
        count = 1
        for gap in self.gaps:
            count *= gap.count
        return count

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, number: int) -> dict[str, int]:
        """A world by its number; a uniformly random number gives a uniformly random world (LU-49)."""
        if not 0 <= number < self.count:
            raise IndexError(f"there are {self.count} worlds, numbered from 0; there is no world {number}")
        parts = zip(self.gaps, self.filled(number), strict=True)
        return {slot: value for gap, values in parts for slot, value in zip(gap.slots, values, strict=True)}

    def filled(self, number: int) -> list[list[int]]:
        """A world by its number, as the values of each gap."""
        parts: list[list[int]] = []
        for gap in reversed(self.gaps):
            parts.append(gap.values(number % gap.count))
            number //= gap.count
        parts.reverse()
        return parts

    def __contains__(self, world: object) -> bool:
        """Does it give every hidden slot, and no other, a possible value?"""
        if not isinstance(world, Mapping) or set(world) != {slot for gap in self.gaps for slot in gap.slots}:
            return False
        for gap in self.gaps:
            values = [world[slot] for slot in gap.slots]
            if values != sorted(set(values)) or not set(values) <= set(gap.candidates):
                return False
        return True

    def __iter__(self) -> Iterator[dict[str, int]]:
        slots = [slot for gap in self.gaps for slot in gap.slots]
        for choice in product(*(combinations(gap.candidates, len(gap.places)) for gap in self.gaps)):
            values = [value for part in choice for value in part]
            yield dict(zip(slots, values, strict=True))

    def probabilities(self) -> dict[str, dict[int, Fraction]]:
        """For each hidden slot the values that it could have, with the share of worlds in which it has them."""
        return {
            slot: {value: Fraction(ways, gap.count) for value, ways in gap.ways(place).items()}
            for gap in self.gaps
            for place, slot in enumerate(gap.slots)
        }


def find_gaps(own: list[list[int]], unseen: list[list[int]], highest: int) -> list[Gap]:
    """The gaps of a hand. `own` has by colour the values of the slots as dealt, HIDDEN where they were not shown yet;
    `unseen` has by colour the values that the owner has seen nowhere (LU-47, LU-48)."""
    gaps = []
    for colour in range(len(COLOURS)):
        lower = 0
        hidden: list[int] = []
        for position, value in enumerate([*own[colour], highest + 1], 1):
            if value == HIDDEN:
                hidden.append(slot_at(colour, position))
                continue
            if hidden:
                gaps.append(Gap(hidden, [other for other in unseen[colour] if lower < other < value]))
                hidden = []
            lower = value
    return gaps
