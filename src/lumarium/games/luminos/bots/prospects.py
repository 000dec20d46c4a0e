"""What a sky and a sheet of Luminos still promise, in points: the arithmetic behind the bots' judgement.

A seat can count on some more entries before the game ends. They go where the sheet needs them: into the shortest
column first. So the value of an entry depends on its column, and an unfinished square is worth the entries that it may
still give there.
"""

from __future__ import annotations

from typing import Final

from lumarium.games.luminos.rules.indices import CELLS, SQUARES, WIDTH, x_of
from lumarium.games.luminos.rules.scoring import MASK, ONE, entry_value

MOST: Final = 16
"""How many symbols a square can show."""


def _every_square() -> list[int]:
    """For all symbols that a square can show its entry and where it is written: value * 8 + a bit per column."""
    table = [0] * ((MOST + 1) * ONE[2])
    for suns in range(MOST + 1):
        for moons in range(MOST + 1 - suns):
            for stars in range(MOST + 1 - suns - moons):
                shown = suns * ONE[0] + moons * ONE[1] + stars * ONE[2]
                value = entry_value(shown)
                columns = 0
                if value:
                    columns = (suns == value) + 2 * (moons == value) + 4 * (stars == value)
                table[shown] = value * 8 + columns
    return table


ENTRIES: Final[list[int]] = _every_square()


AROUND: Final[list[list[int]]] = [
    [
        other
        for other in (
            cell - WIDTH - 1,
            cell - WIDTH,
            cell - WIDTH + 1,
            cell - 1,
            cell + 1,
            cell + WIDTH - 1,
            cell + WIDTH,
            cell + WIDTH + 1,
        )
        if 0 <= other < CELLS and abs(x_of(other) - x_of(cell)) <= 1
    ]
    for cell in range(CELLS)
]
"""The up to eight cells that share a square with a cell."""


class Weights:
    """How much the parts of a position count, as found by play of the bots against themselves."""

    def __init__(self) -> None:
        self.pace = 0.57
        """By how many rows the longest column grows in a turn."""
        self.rate = 1.1
        """How many useful entries a turn gives."""
        self.worth = 1.9
        """Points of such an entry."""
        self.spread = 0.45
        """By which share the number of entries may be misjudged."""
        self.ready = 0.9
        """What a square that lacks one tile counts, of the points it can give."""
        self.begun = 0.1
        """What a square that lacks two tiles counts."""
        self.choice = 0.55
        """How far a seat can choose the tile that it needs, from 0 (not at all) to 1."""
        self.soon = 3.5
        """With so many turns left, half of what is unfinished will be finished."""
        self.doubt_base = 2.3
        self.doubt_turn = 0.9


def sheet_points(columns: list[list[int]], future: float, worth: float) -> float:
    """The points in complete rows after some more entries, each put where it is needed most."""
    suns, moons, stars = len(columns[0]), len(columns[1]), len(columns[2])
    low, high = min(suns, moons, stars), max(suns, moons, stars)
    middle = suns + moons + stars - low - high
    level: float = low + future
    if level > middle:
        level = middle + (future - (middle - low)) / 2.0
        if level > high:
            level = high + (future - (middle - low) - 2.0 * (high - middle)) / 3.0
    rows = int(level)
    part = level - rows
    total = 0.0
    for column in columns:
        length = len(column)
        if length > rows:
            for row in range(rows):
                total += column[row]
            total += part * column[rows]
        else:
            for row in range(length):
                total += column[row]
            total += worth * (level - length)
    return total


class Need:
    """What an entry in each column is worth: so much for being there, so much for each of its points."""

    def __init__(self) -> None:
        self.there: list[float] = [0.0] * 8
        self.each: list[float] = [0.0] * 8

    def gain(self, shown: int) -> float:
        """The worth of a complete square that shows these symbols."""
        entry = ENTRIES[shown]
        columns = entry & 7
        return self.there[columns] + self.each[columns] * (entry >> 3)


def expected_sheet(columns: list[list[int]], future: float, weights: Weights) -> float:
    """The points in complete rows at the end, if that many entries are to be expected."""
    if future <= 0.0:
        return sheet_points(columns, 0.0, 0.0)
    less = sheet_points(columns, future * (1.0 - weights.spread), weights.worth)
    more = sheet_points(columns, future * (1.0 + weights.spread), weights.worth)
    return 0.3 * less + 0.4 * sheet_points(columns, future, weights.worth) + 0.3 * more


def need_of(columns: list[list[int]], future: float, weights: Weights) -> Need:
    """What entries are worth on this sheet."""
    base = expected_sheet(columns, future, weights)
    there: list[float] = []
    each: list[float] = []
    for symbol in range(3):
        longer = columns.copy()
        longer[symbol] = [*columns[symbol], 0]
        without = expected_sheet(longer, future, weights) - base
        longer[symbol] = [*columns[symbol], 4]
        there.append(without)
        each.append((expected_sheet(longer, future, weights) - base - without) / 4.0)
    need = Need()
    for mask in range(1, 8):
        for symbol in range(3):
            if mask >> symbol & 1:
                need.there[mask] += there[symbol]
                need.each[mask] += each[symbol]
    return need


def cell_promise(sky: list[int], cell: int, need: Need, weights: Weights) -> float:
    """What an empty cell promises: the squares that a tile there completes or brings nearer."""
    there, each = need.there, need.each
    sun = moon = star = 0.0
    ready = False
    begun = 0.0
    for others in SQUARES[cell]:
        if not others:
            continue
        first, second, third = sky[others[0]], sky[others[1]], sky[others[2]]
        shown = first + second + third
        if shown == 0:
            continue
        filled = (first != 0) + (second != 0) + (third != 0)
        if filled == 3:
            ready = True
            entry = ENTRIES[shown + 1]
            sun += there[entry & 7] + each[entry & 7] * (entry >> 3)
            entry = ENTRIES[shown + 32]
            moon += there[entry & 7] + each[entry & 7] * (entry >> 3)
            entry = ENTRIES[shown + 1024]
            star += there[entry & 7] + each[entry & 7] * (entry >> 3)
        elif filled == 2:
            begun += pair_promise(shown, need, weights)
    result = weights.begun * begun
    if ready:
        best = max(sun, moon, star)
        result += weights.ready * (weights.choice * best + (1.0 - weights.choice) * (sun + moon + star) / 3.0)
    return result


def pair_promise(shown: int, need: Need, weights: Weights) -> float:
    """What a square that lacks two tiles may give."""
    there, each = need.there, need.each
    best = total = 0.0
    for more in PAIRS:
        entry = ENTRIES[shown + more]
        value = there[entry & 7] + each[entry & 7] * (entry >> 3)
        total += value
        if value > best:
            best = value
    return weights.choice * best + (1.0 - weights.choice) * total / 6.0


PAIRS: Final[list[int]] = [2, 64, 2048, 33, 1025, 1056]
"""Two single symbols, equal or different."""


def sky_promise(sky: list[int], places: list[int], need: Need, weights: Weights) -> float:
    """What all empty cells beside the tiles promise."""
    total = 0.0
    for cell in places:
        total += cell_promise(sky, cell, need, weights)
    return total


def promise_around(sky: list[int], cell: int, need: Need, weights: Weights) -> float:
    """What the empty cells around a cell promise, and the cell itself while it is empty."""
    total = 0.0 if sky[cell] else cell_promise(sky, cell, need, weights)
    for near in AROUND[cell]:
        if sky[near] == 0:
            total += cell_promise(sky, near, need, weights)
    return total


def completed(sky: list[int], cell: int, shown: int) -> list[int]:
    """The squares that a tile with these symbols would complete: what each of them would show."""
    return [
        shown + sky[others[0]] + sky[others[1]] + sky[others[2]]
        for others in SQUARES[cell]
        if others and sky[others[0]] and sky[others[1]] and sky[others[2]]
    ]


def written(columns: list[list[int]], squares: list[int]) -> list[list[int]]:
    """The sheet after these squares, in this order."""
    sheet = [column.copy() for column in columns]
    for shown in squares:
        entry = ENTRIES[shown]
        for symbol in range(3):
            if entry >> symbol & 1:
                sheet[symbol].append(entry >> 3)
    return sheet


def largest_first(squares: list[int]) -> list[int]:
    """The order in which the larger entries come to stand in the more certain rows."""
    return sorted(squares, key=_entry, reverse=True) if len(squares) > 1 else squares


def _entry(shown: int) -> int:
    return ENTRIES[shown]


def room(shown: int) -> int:
    """How many markers fit on a tile."""
    return 4 - ((shown & MASK) + (shown >> 5 & MASK) + (shown >> 10))
