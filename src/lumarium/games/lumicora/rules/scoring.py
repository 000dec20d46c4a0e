"""Coral scorings and the final scoring in its five categories (LC-59, LC-66 to LC-78)."""

from __future__ import annotations

from typing import Final, TypeAlias

from lumarium.games.lumicora.meta import NAME, PLAYERS
from lumarium.kernel.errors import GameOver, LumariumError
from lumarium.kernel.message import Message
from lumarium.kernel.native import i64, vec

from .components import (
    COLOURS,
    DARK_ANIMALS,
    JELLYFISH_POINTS,
    LIGHT_ANIMALS,
    LIMESTONE_PER_POINT,
    MAJORITY_FIRST,
    MAJORITY_FIRST_SHARED,
    MAJORITY_SECOND,
    MAJORITY_SECOND_SHARED,
    NUMBERS,
    RETURN_POINTS,
    SPECIES,
)
from .indices import FACES, FIRST_ANIMAL, NEIGHBOURS, NOTHING, SPACES, number_of
from .reef import Reef
from .table import Table

Entry: TypeAlias = tuple[str, dict[str, object], int]
"""A source of points: its key in the catalogue, its facts, the points."""

SHELLFISH: Final = SPECIES.index("shellfish")
CRAB: Final = SPECIES.index("crab")
SEAHORSE: Final = SPECIES.index("seahorse")
DARK_POINTS: Final[list[list[int]]] = [list(DARK_ANIMALS[species]) for species in SPECIES]
NONE_SEEN: Final = vec[i64]([0] * len(SPECIES))
# By seat, and by colour and seat; a part of it is a fresh copy.
NO_POINTS: Final = vec[i64]([0] * PLAYERS[-1])
NONE_SHOWN: Final = vec[i64]([0] * (len(COLOURS) * PLAYERS[-1]))


def coral_numbers(reef: Reef, colour: int) -> list[int]:
    """By level from 1 the smallest visible number of the colour, 0 where there is none (LC-59)."""
    smallest = [0] * reef.highest()
    for space in range(SPACES):
        half = reef.tops[space]
        number = half % FACES
        if half // FACES == colour and number in NUMBERS:
            level = reef.heights[space] - 1
            if not smallest[level] or number < smallest[level]:
                smallest[level] = number
    return smallest


def previewed(turn: int | None, seat: int | None) -> int:
    """The seat that a preview is for: the one given, or the one to move."""
    if seat is not None:
        return seat
    if turn is None:
        raise GameOver(Message(NAME, "preview_over"))
    return turn


def coral_preview(reef: Reef, colour: str) -> dict[int, int]:
    """What a coral scoring of the colour would bring, by levels that score."""
    if colour not in COLOURS:
        raise LumariumError(Message(NAME, "colour_unknown", given=colour, known=", ".join(COLOURS)))
    numbers = coral_numbers(reef, COLOURS.index(colour))
    return {level: number for level, number in enumerate(numbers, 1) if number}


def by_level(numbers: list[int]) -> dict[str, int]:
    """The levels that score, with their numbers."""
    return {str(level): number for level, number in enumerate(numbers, 1) if number}


def visible_animals(reef: Reef) -> list[list[int]]:
    """By species the spaces on which one can be seen."""
    spaces: list[list[int]] = [[] for _ in SPECIES]
    for space in range(SPACES):
        half = reef.tops[space]
        if half != NOTHING and half % FACES >= FIRST_ANIMAL:
            spaces[half % FACES - FIRST_ANIMAL].append(space)
    return spaces


def dark_points(species: i64, number: i64) -> i64:
    """Category 3, dark side: more animals of a species, more points (LC-68)."""
    points = DARK_POINTS[species]
    return points[number] if number < len(points) else points[-1]


def neighbours_that_count(reef: Reef, species: int, space: int) -> int:
    """How many neighbours are as the animal on this space likes them, seen from above (LC-74)."""
    height = reef.heights[space]
    number = 0
    for beside in NEIGHBOURS[space]:
        other = reef.heights[beside]
        if species == SHELLFISH:
            number += other == 0 and reef.terrain.is_water(beside)
        elif species == CRAB:
            number += other == height
        elif species == SEAHORSE:
            number += other > height
        else:
            number += 1 <= other < height
    return number


def light_points(reef: Reef, species: int, space: int) -> int:
    """Category 3, light side: one animal by its neighbours, the large scoring or the small one (LC-73, LC-74)."""
    small, needed, large = LIGHT_ANIMALS[SPECIES[species]]
    number = neighbours_that_count(reef, species, space)
    return large if number >= needed else small if number else 0


def majority_points(counts: list[int]) -> list[int]:
    """Category 4: the points of each seat for one colour, by visible spaces (LC-69 to LC-72)."""
    points = NO_POINTS[: len(counts)]
    add_majority(vec[i64](counts), 0, points)
    return list(points)


def add_majority(counts: vec[i64], first: i64, points: vec[i64]) -> None:
    """Adds them to the points of each seat; `first` is where the counts of the colour begin."""
    most: i64 = 0
    leaders: i64 = 0
    second: i64 = 0
    followers: i64 = 0
    seat: i64
    for seat in range(len(points)):
        count = counts[first + seat]
        if count > most:
            most, leaders, second, followers = count, 1, most, leaders
        elif count == most:
            leaders += 1
        elif count > second:
            second, followers = count, 1
        elif count == second:
            followers += 1
    if leaders > 1:
        first_points, second_points = MAJORITY_FIRST_SHARED, 0
    else:
        first_points = MAJORITY_FIRST
        second_points = MAJORITY_SECOND if followers == 1 else MAJORITY_SECOND_SHARED
    for seat in range(len(points)):
        count = counts[first + seat]
        if count:
            points[seat] += first_points if count == most else second_points if count == second else 0


def visible_spaces(reef: Reef, colour: int) -> int:
    """How many spaces show the colour (LC-69)."""
    return number_of(reef.visible[colour])


def penalties(reef: Reef) -> tuple[i64, i64]:
    """Category 5: how many remote limestones can still be seen, and the sum of their penalties (LC-78)."""
    number: i64 = 0
    points: i64 = 0
    terrain = reef.terrain
    space: i64
    for space in terrain.remote:
        if reef.heights[space] == 0:
            number += 1
            points += terrain.penalties[space]
    return number, points


def return_points(table: Table, seat: int) -> int:
    """What the Luminos that went back to the bag cost (LC-54)."""
    return RETURN_POINTS * table.returns[seat]


def jellyfish_points(table: Table, seat: int) -> int:
    """Category 1 (LC-66)."""
    return JELLYFISH_POINTS * table.jellyfish(seat)


def limestone_points(table: Table, seat: int) -> int:
    """Category 2 (LC-67)."""
    return table.stores[seat] // LIMESTONE_PER_POINT


def animal_points(table: Table, reef: Reef, species: int, spaces: list[int]) -> int:
    """Category 3: the animals of one species, by the side of the score board."""
    if table.options.board == "dark":
        return dark_points(species, len(spaces))
    points = 0
    for space in spaces:
        points += light_points(reef, species, space)
    return points


def track_points(table: Table, seat: int) -> i64:
    """The sum of `track_entries`."""
    points: i64 = return_points(table, seat)
    number: i64
    for numbers in table.corals[seat]:
        for number in numbers:
            points += number
    return points


def tracks(table: Table) -> vec[i64]:
    """By seat what has been scored in play."""
    points = NO_POINTS[: table.players]
    for seat in range(table.players):
        points[seat] = track_points(table, seat)
    return points


def totals(table: Table, track: vec[i64]) -> vec[i64]:
    """By seat the sum of all entries, without writing them down; those of the track are summed up already."""
    players: i64 = table.players
    points = track[:]
    shown = NONE_SHOWN[: len(COLOURS) * players]
    for seat in range(players):
        own: i64 = jellyfish_points(table, seat) + limestone_points(table, seat)
        points[seat] += own + reef_points(table, seat, shown)
    colour: i64
    for colour in range(len(COLOURS)):
        add_majority(shown, colour * players, points)
    return points


def reef_points(table: Table, seat: i64, shown: vec[i64]) -> i64:
    """Categories 3 and 5 of a seat in one walk over its reef, which counts the spaces that show each colour as well."""
    reef = table.reefs[seat]
    tops = reef.tops
    players: i64 = table.players
    dark = table.options.board == "dark"
    animals = NONE_SEEN[:]
    points: i64 = 0
    species: i64
    space: i64
    for space in range(SPACES):
        half = tops[space]
        if half == NOTHING:
            continue
        shown[half // FACES * players + seat] += 1
        face = half % FACES
        if face >= FIRST_ANIMAL:
            species = face - FIRST_ANIMAL
            if dark:
                animals[species] += 1
            else:
                points += light_points(reef, species, space)
    for species in range(len(SPECIES)):
        if animals[species]:
            points += dark_points(species, animals[species])
    return points - penalties(reef)[1]


def track_entries(table: Table, seat: int) -> list[Entry]:
    """What has been scored in play: coral scorings, and returned Luminos."""
    entries: list[Entry] = [
        ("coral", {"colour": COLOURS[colour], "levels": by_level(list(numbers))}, sum(numbers))
        for colour, numbers in enumerate(table.corals[seat])
        if numbers
    ]
    if table.returns[seat]:
        entries.append(("returned", {"n": table.returns[seat]}, return_points(table, seat)))
    return entries


def final_entries(table: Table, seat: int) -> list[Entry]:
    """The final scoring of a seat, as if the game ended now."""
    jellyfish, stored, reef = table.jellyfish(seat), table.stores[seat], table.reefs[seat]
    entries: list[Entry] = [
        ("jellyfish", {"n": jellyfish}, jellyfish_points(table, seat)),
        ("limestone", {"n": stored}, limestone_points(table, seat)),
    ]
    for species, spaces in enumerate(visible_animals(reef)):
        if spaces:
            entries.append(animal_entry(table, reef, species, spaces))
    for colour in range(len(COLOURS)):
        counts = [visible_spaces(other, colour) for other in table.reefs]
        if counts[seat]:
            facts: dict[str, object] = {"colour": COLOURS[colour], "n": counts[seat]}
            entries.append(("majority", facts, majority_points(counts)[seat]))
    left, penalty = penalties(reef)
    if left:
        entries.append(("remote", {"n": left}, -penalty))
    return entries


def animal_entry(table: Table, reef: Reef, species: int, spaces: list[int]) -> Entry:
    """The animals of one species, by the side of the score board."""
    facts: dict[str, object] = {"species": SPECIES[species], "n": len(spaces)}
    total = animal_points(table, reef, species, spaces)
    if table.options.board == "dark":
        return "animals", facts, total
    points = [light_points(reef, species, space) for space in spaces]
    large = LIGHT_ANIMALS[SPECIES[species]][2]
    facts["large"] = points.count(large)
    facts["small"] = len(points) - points.count(large) - points.count(0)
    return "animals_light", facts, total


def origins(table: Table, seat: int) -> list[tuple[Message, int]]:
    """Where a seat's points come from."""
    entries = track_entries(table, seat) + final_entries(table, seat)
    return [(Message(NAME, f"sheet.{key}", **facts), points) for key, facts, points in entries]
