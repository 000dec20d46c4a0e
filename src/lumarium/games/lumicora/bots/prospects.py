"""What a seat may still make of its reef: the points that it shows, with what can be hoped for until the end."""

from __future__ import annotations

from math import exp
from typing import Final

from lumarium.games.lumicora.rules.components import (
    COLOURS,
    DARK_ANIMALS,
    JELLYFISH_POINTS,
    LIGHT_ANIMALS,
    LIMESTONE_PER_POINT,
    MAJORITY_FIRST,
    MAJORITY_SECOND,
    RETURN_POINTS,
    ROUNDS,
    SPECIES,
)
from lumarium.games.lumicora.rules.indices import (
    COLOUR_OF,
    FACES,
    FIRST_ANIMAL,
    LAY,
    NEIGHBOURS,
    NOTHING,
    NUMBER_HALF,
    OTHER_HALF,
    PLACEMENTS,
    SCORING,
    SPACES,
)
from lumarium.games.lumicora.rules.reef import Reef
from lumarium.games.lumicora.rules.scoring import CRAB, SEAHORSE, SHELLFISH, visible_spaces
from lumarium.games.lumicora.rules.table import Table

LEVELS: Final = 64
DIGIT: Final = 4
"""The visible numbers of a colour in a level are one number: so many bits count the ones, as many the twos, ..."""

HOPE: Final = (0.25, 0.16, 0.12, 0.10)
"""By species how many more visible animals a turn brings: what makes a shellfish worth something at the start."""
COVERING: Final = 0.7
"""How much of what covering the smallest number of a level would bring is counted while turns are left."""
FADING: Final = 0.07
"""How much less a number counts for every turn until its colour is scored: others will take its place."""
SPROUT: Final = 0.6
GROWTH: Final = 0.87
"""What a colour that is not scored yet will gain, however it stands: at least, and for every turn."""
HEIGHT: Final = 0.45
"""What a visible half is worth for every level that it is high, while there are turns to build on it."""
LIGHT_GROWTH: Final = 1.5
"""The points that a turn adds to the animals on the light side."""
WATER: Final = 0.35
"""What a limestone marker is worth beyond its points while many turns are left."""


REACH: Final = 7
"""By how many visible spaces a turn can change a colour at most."""


def _hopes() -> list[list[list[float]]]:
    """By turns left, species and visible animals: the points that can be expected on the dark side."""
    tables: list[list[list[float]]] = []
    for turns in range(ROUNDS + 1):
        rows: list[list[float]] = []
        for species, name in enumerate(SPECIES):
            points = DARK_ANIMALS[name]
            mean = HOPE[species] * turns
            row: list[float] = []
            for number in range(SPACES + 1):
                share, expected = exp(-mean), 0.0
                for more in range(10):
                    expected += share * points[min(number + more, len(points) - 1)]
                    share *= mean / (more + 1)
                row.append(expected)
            rows.append(row)
        tables.append(rows)
    return tables


def _leads() -> list[list[float]]:
    """By turns left and lead in visible spaces (from -SPACES on): the odds to be ahead at the end."""
    return [
        [1.0 / (1.0 + exp(-lead / (0.2 + 0.45 * turns**0.75))) for lead in range(-SPACES, SPACES + 1)]
        for turns in range(ROUNDS + 1)
    ]


HOPES: Final[list[list[list[float]]]] = _hopes()
LEADS: Final[list[list[float]]] = _leads()
LIGHT: Final[list[tuple[int, int, int]]] = [LIGHT_ANIMALS[name] for name in SPECIES]


def is_to_come(table: Table, seat: int) -> bool:
    """Is the seat's part of this phase still to come, or just being played?"""
    turn = table.turn
    assert turn is not None
    return (seat - table.octopus) % table.players >= (turn - table.octopus) % table.players


def turns_left(table: Table, seat: int) -> int:
    """How many turns the seat will take from now on, the one it is in included."""
    if table.turn is None or table.extra_scoring:
        return 0
    left = 0 if table.ends_early() else table.rounds - table.round
    return left if table.phase == SCORING else left + int(is_to_come(table, seat))


def scorings_left(table: Table, seat: int) -> int:
    """In how many scoring phases the seat can still score a colour."""
    if table.turn is None:
        return 0
    left = 0 if table.extra_scoring else 1 if table.ends_early() else table.rounds - table.round
    return left + 1 if table.phase != SCORING else left + int(is_to_come(table, seat))


class Prospects:
    """A reef counted up, so that what one more Lumino would change is quickly said. It only reads the position."""

    def __init__(self, table: Table, seat: int, turns: int, like: Prospects | None = None) -> None:
        """The seat's reef as it is, with so many turns to come; or a copy."""
        if like is not None:
            like.copy_into(self)
            return
        reef = table.reefs[seat]
        self.reef: Reef = reef
        self.heights = reef.heights[:]
        self.tops = reef.tops[:]
        self.seat = seat
        self.stored = table.stores[seat]
        self.turns = turns
        self.dark = table.options.board == "dark"
        self.remotes = reef.terrain.remote
        self.numbers: list[int] = [0] * (len(COLOURS) * LEVELS)
        self.animals: list[int] = [0] * len(SPECIES)
        self.shown: list[int] = [0] * len(COLOURS)
        for space in range(SPACES):
            if self.tops[space] != NOTHING:
                self.put(self.tops[space], self.heights[space], 1)
        self.rivals: list[list[int]] = [
            [visible_spaces(other, colour) for other in table.reefs if other is not reef]
            for colour in range(len(COLOURS))
        ]
        """By colour the spaces on which the others show it."""
        self.majorities: list[list[float]] = [self.majorities_of(colour) for colour in range(len(COLOURS))]
        self.contested: list[list[float]] = [self.contested_of(colour) for colour in range(len(COLOURS))]
        self.worth = 1.0 - FADING * turns
        self.height = HEIGHT * min(1.0, turns / 4.0)
        self.counts: list[bool] = [False] * len(COLOURS)
        """By colour: will its numbers be scored?"""
        self.open = 0
        self.choose_colours(table)
        self.penalty = self.remote() if self.remotes else 0.0

    def copy_into(self, twin: Prospects) -> None:
        """Makes the twin an independent copy."""
        twin.reef = self.reef.copy()
        twin.heights = self.heights[:]
        twin.tops = self.tops[:]
        twin.seat = self.seat
        twin.stored = self.stored
        twin.turns = self.turns
        twin.dark = self.dark
        twin.remotes = self.remotes
        twin.numbers = self.numbers.copy()
        twin.animals = self.animals.copy()
        twin.shown = self.shown.copy()
        twin.rivals = self.rivals
        twin.majorities = self.majorities
        twin.contested = self.contested
        twin.worth = self.worth
        twin.height = self.height
        twin.counts = self.counts
        twin.open = self.open
        twin.penalty = self.penalty

    def choose_colours(self, table: Table) -> None:
        """All colours that are not scored yet; if there are more of them than scoring phases, the best."""
        unscored = [colour for colour in range(len(COLOURS)) if not table.has_scored(self.seat, colour)]
        worth = sorted([(self.coral(colour), colour) for colour in unscored], reverse=True)
        self.open = min(len(worth), scorings_left(table, self.seat))
        for _, colour in worth[: self.open]:
            self.counts[colour] = True

    def put(self, half: int, level: int, by: int) -> None:
        """Counts a half as visible in a level, or with -1 as covered."""
        colour, face = half // FACES, half % FACES
        self.shown[colour] += by
        if face >= FIRST_ANIMAL:
            self.animals[face - FIRST_ANIMAL] += by
        elif face:
            self.numbers[colour * LEVELS + level] += by << DIGIT * (face - 1)

    # What it is worth

    def total(self, table: Table) -> float:
        """The points with which the seat can expect to end the game."""
        points = float(RETURN_POINTS * table.returns[self.seat])
        for numbers in table.corals[self.seat]:
            points += sum(numbers)
        points += JELLYFISH_POINTS * (table.jellyfish(self.seat) + self.open) + self.limestone(self.stored)
        for colour in range(len(COLOURS)):
            if self.counts[colour]:
                points += self.worth * self.coral(colour)
            points += self.majorities[colour][self.shown[colour]]
        if self.dark:
            for species in range(len(SPECIES)):
                points += HOPES[self.turns][species][self.animals[species]]
        else:
            points += LIGHT_GROWTH * self.turns
            for space in range(SPACES):
                points += self.light(space)
        if self.turns:
            points += self.open * (SPROUT + GROWTH * self.turns) + self.height * float(sum(self.heights))
        return points + self.penalty

    def coral(self, colour: int) -> float:
        """What a coral scoring of the colour may bring, as its levels are now."""
        total = 0.0
        for level in range(colour * LEVELS + 1, colour * LEVELS + len(self.reef.levels) + 1):
            if self.numbers[level]:
                total += self.level(self.numbers[level])
        return total

    def level(self, numbers: int) -> float:
        """What the visible numbers of a level are worth: the smallest, and a hope to cover it and get the next."""
        if numbers == 0:
            return 0.0
        smallest = 1
        while numbers & 15 == 0:
            numbers >>= DIGIT
            smallest += 1
        if numbers & 15 > 1 or numbers < 16 or self.turns == 0:
            return float(smallest)
        step = 1
        numbers >>= DIGIT
        while numbers & 15 == 0:
            numbers >>= DIGIT
            step += 1
        return smallest + COVERING * step

    def majorities_of(self, colour: int) -> list[float]:
        """By visible spaces of the colour, as far as a turn can change them: the points that they may bring."""
        points = [0.0] * (SPACES + 8)
        shown = self.shown[colour]
        for number in range(max(1, shown - REACH), shown + REACH + 1):
            points[number] = self.majority(colour, number)
        return points

    def contested_of(self, colour: int) -> list[float]:
        """The same with what the others lose by it, if they have the colour too."""
        points = self.majorities[colour]
        rivals = self.rivals[colour]
        if self.turns == 0 and max(rivals) == 0:
            return points
        free = MAJORITY_SECOND if len(rivals) == 1 else 0
        return [each + max(0.0, each - free) / len(rivals) for each in points]

    def majority(self, colour: int, number: int) -> float:
        """The points that so many visible spaces of the colour may bring."""
        if number <= 0:
            return 0.0
        leads = LEADS[self.turns]
        first, second = 1.0, 0.0
        for rival in self.rivals[colour]:
            ahead = leads[number - rival + SPACES]
            second = second * ahead + first * (1.0 - ahead)
            first *= ahead
        return MAJORITY_FIRST * first + MAJORITY_SECOND * second

    def limestone(self, stored: int) -> float:
        """What limestone is worth: points at the end, water until then."""
        if self.turns == 0:
            return float(stored // LIMESTONE_PER_POINT)
        return stored / LIMESTONE_PER_POINT + WATER * min(1.0, self.turns / 5.0) * stored * (1.0 - 0.04 * stored)

    def remote(self) -> float:
        """What remote limestone may cost: the closer the reef has come, the less."""
        total = 0.0
        reach = 0.15 * min(4, self.turns)
        for space in self.remotes:
            if self.heights[space] == 0:
                total -= self.reef.terrain.penalties[space] * (1.0 - reach * self.nearness(space))
        return total

    def nearness(self, space: int) -> float:
        """How near the reef has come to a bare space."""
        heights = self.heights
        near = 0.2
        for beside in NEIGHBOURS[space]:
            if heights[beside]:
                return 1.0
            for beyond in NEIGHBOURS[beside]:
                if heights[beyond]:
                    near = 0.7
        return near

    def light(self, space: int) -> float:
        """What the animal on this space scores on the light side, if there is one."""
        half = self.tops[space]
        if half == NOTHING or half % FACES < FIRST_ANIMAL:
            return 0.0
        species = half % FACES - FIRST_ANIMAL
        heights = self.heights
        height = heights[space]
        number = 0
        for beside in NEIGHBOURS[space]:
            other = heights[beside]
            if species == SHELLFISH:
                number += int(other == 0 and self.reef.terrain.is_water(beside))
            elif species == CRAB:
                number += int(other == height)
            elif species == SEAHORSE:
                number += int(other > height)
            else:
                number += int(1 <= other < height)
        small, needed, large = LIGHT[species]
        return float(large if number >= needed else small if number else 0)

    # What one more Lumino would change

    def gain(self, kind: int, placement: int) -> float:
        """What it is worth to lay a Lumino of this kind there."""
        a, b = PLACEMENTS[placement]
        height = self.heights[a]
        change = 2.0 * self.height
        if height:
            change += self.shift(self.tops[a], height, -1) + self.shift(self.tops[b], height, -1)
        else:
            change -= self.limestone(self.stored)
            change += self.limestone(self.stored - self.reef.terrain.cost(a, b))
        change += self.shift(NUMBER_HALF[kind], height + 1, 1) + self.shift(OTHER_HALF[kind], height + 1, 1)
        self.put(NUMBER_HALF[kind], height + 1, -1)
        self.put(OTHER_HALF[kind], height + 1, -1)
        if height:
            self.put(self.tops[a], height, 1)
            self.put(self.tops[b], height, 1)
        elif self.remotes:
            change -= self.penalty
            self.heights[a] = self.heights[b] = 1
            change += self.remote()
            self.heights[a] = self.heights[b] = 0
        return change if self.dark else change + self.light_change(kind, a, b)

    def gains(self, kind: int, placements: list[int]) -> list[float]:
        """The same for several placements; on the dark side it is counted once for all that are worth the same."""
        gains: list[float] = []
        before, worth = NOTHING, 0.0
        on_ground: dict[int, float] = {}
        for placement in placements:
            if not self.dark or placement // 2 != before:
                a, b = PLACEMENTS[placement]
                if not self.dark or self.remotes or self.heights[a]:
                    worth = self.gain(kind, placement)
                else:
                    cost = self.reef.terrain.cost(a, b)
                    if cost not in on_ground:
                        on_ground[cost] = self.gain(kind, placement)
                    worth = on_ground[cost]
                before = placement // 2
            gains.append(worth)
        return gains

    def shift(self, half: int, level: int, by: int) -> float:
        """Counts a half as visible or covered; gives what that changes."""
        colour, face = half // FACES, half % FACES
        shown = self.shown[colour] + by
        self.shown[colour] = shown
        contested = self.contested[colour]
        change = contested[shown] - contested[shown - by]
        if face >= FIRST_ANIMAL:
            number = self.animals[face - FIRST_ANIMAL] + by
            self.animals[face - FIRST_ANIMAL] = number
            if self.dark:
                hopes = HOPES[self.turns][face - FIRST_ANIMAL]
                change += hopes[number] - hopes[number - by]
        elif face:
            place = colour * LEVELS + level
            before = self.numbers[place]
            after = before + (by << DIGIT * (face - 1))
            self.numbers[place] = after
            if self.counts[colour]:
                change += self.worth * (self.level(after) - self.level(before))
        return change

    def light_change(self, kind: int, a: int, b: int) -> float:
        """What a Lumino would change for the animals on the light side: on its spaces, and around them."""
        touched = [a, b]
        for beside in NEIGHBOURS[a] + NEIGHBOURS[b]:
            if self.tops[beside] != NOTHING and beside not in touched:
                touched.append(beside)
        change = 0.0
        for space in touched:
            change -= self.light(space)
        height, top_a, top_b = self.heights[a], self.tops[a], self.tops[b]
        self.heights[a] = self.heights[b] = height + 1
        self.tops[a], self.tops[b] = NUMBER_HALF[kind], OTHER_HALF[kind]
        for space in touched:
            change += self.light(space)
        self.heights[a] = self.heights[b] = height
        self.tops[a], self.tops[b] = top_a, top_b
        return change

    def lays(self, kind: int) -> list[int]:
        """Where a Lumino of this kind may be laid, as placements."""
        return [index - LAY for index in self.reef.legal_lays(COLOUR_OF[kind], self.stored)]

    def after(self, table: Table, kind: int, placement: int) -> Prospects:
        """The prospects once such a Lumino lies there."""
        twin = Prospects(table, self.seat, self.turns, self)
        a, b = PLACEMENTS[placement]
        height = twin.heights[a]
        if height:
            twin.put(twin.tops[a], height, -1)
            twin.put(twin.tops[b], height, -1)
        else:
            twin.stored -= twin.reef.terrain.cost(a, b)
        twin.put(NUMBER_HALF[kind], height + 1, 1)
        twin.put(OTHER_HALF[kind], height + 1, 1)
        twin.heights[a] = twin.heights[b] = height + 1
        twin.tops[a], twin.tops[b] = NUMBER_HALF[kind], OTHER_HALF[kind]
        twin.reef.lay(kind, placement)
        if twin.remotes and height == 0:
            twin.penalty = twin.remote()
        return twin
