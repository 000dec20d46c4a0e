"""What the tiles in front of a player may still become: legends, a song, or a burden at the end."""

from __future__ import annotations

from math import exp
from typing import Final

from lumarium.games.nomads.rules.components import JOKER, LAST_STACKS, MOON_TILE, RUNGS, SONGS, SPACES, STORIES
from lumarium.games.nomads.rules.table import NOTHING, Table

PACE: Final = 4.2
"""How many tiles are heard in a move, by everyone together."""
STACK_PACE: Final = 0.62
"""How many tiles one of the stacks that last longest loses in a move."""
WRITING: Final = 0.95
"""How many cards are written for each move."""
SHARE: Final = 0.25
"""Which part of the tiles of a story comes to a player who wants them."""
EFFORT: Final = 0.45
"""What a turn costs that is spent on writing; the last round is free."""
FOG: Final = 0.08
"""How much less the future of tiles counts for each move that is still to be made."""
STEPS: Final = 4
"""Into how many steps the tables divide one expected tile."""
MOST_STEPS: Final = 40
MOST_TILES: Final = 24
MOST_AHEAD: Final = 10
RUNG: Final[list[int]] = [1, 2, 4, 8]
UNKNOWN: Final = MOON_TILE + 1
"""Where `gains` keeps the worth of a hidden tile."""


class Prospects:
    """Looks at a table once, and then answers what tiles are worth to each seat."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.moves = moves_left(table)
        self.turns = self.moves * (1.0 + WRITING) / table.players
        self.ahead = tiles_ahead(table, self.moves)
        self.trust = 1.0 / (1.0 + FOG * self.moves)
        """How much of what tiles may become is counted, from 0 to 1: all of it at the end."""
        players = table.players
        self.curves: list[list[list[float]]] = []
        """By seat and legend: the expected rise of the points by the legend's cards, with 0, 1, 2... tiles of it."""
        values = table.values
        ladders = [[values[legend * RUNGS + rung] for rung in range(RUNGS)] for legend in range(STORIES)]
        self.taken = taken = [0] * STORIES
        """By legend, the rungs that somebody holds, as bits."""
        for seat in range(players):
            rungs = table.rungs[seat]
            for legend in range(STORIES):
                if rungs[legend] >= 0:
                    taken[legend] |= RUNG[rungs[legend]]
        for seat in range(players):
            rungs = table.rungs[seat]
            self.curves.append(
                [
                    curve(ladders[legend], rungs[legend], 15 & ~taken[legend], self.ahead[legend])
                    for legend in range(STORIES)
                ]
            )
        self.song_left = [True] * SONGS
        for seat in range(players):
            if table.singing[seat] != NOTHING:
                self.song_left[table.singing[seat]] = False

    def hand(self, seat: int) -> float:
        """The points that a player's tiles can be expected to bring or cost, cards to come included."""
        if self.table.last_round:
            return last_hand(self.table, self, seat)
        tiles = self.table.tiles[seat]
        curves = self.curves[seat]
        jokers: int = tiles[JOKER]
        burden = jokers
        total = 0.0
        rises: list[float] = []
        losses: list[float] = []
        for legend in range(STORIES):
            number: int = tiles[legend]
            burden += number
            rise = curves[legend][number]
            if number:
                losses.append(rise - curves[legend][number - 1])
            rises.append(rise)
        song = self.song(seat, losses, jokers)
        if jokers:
            self.add_jokers(seat, rises, jokers)
        if song > 0.0:
            rises.append(song)
        rises.sort(reverse=True)
        for rank in range(len(rises)):
            rise = rises[rank] - (EFFORT if rank else 0.0)
            if rise <= 0.0:
                break
            total += writing_odds(self.turns, rank) * rise
        return self.trust * (total - self.trust * burden)

    def add_jokers(self, seat: int, rises: list[float], jokers: int) -> None:
        """Jokers go where they help most."""
        tiles = self.table.tiles[seat]
        best, place = 0.0, -1
        for legend in range(STORIES):
            more = self.curves[seat][legend][tiles[legend] + jokers] - rises[legend]
            if more > best:
                best, place = more, legend
        if place >= 0:
            rises[place] += best

    def song(self, seat: int, losses: list[float], jokers: int) -> float:
        """By how much a song can be expected to raise a player's points; the legends lose the tiles it takes."""
        table = self.table
        if table.singing[seat] != NOTHING:
            return 0.0
        losses.sort()
        different = len(losses)
        best = 0.0
        for song in range(SONGS):
            if not self.song_left[song]:
                continue
            price = table.song_tiles[song]
            missing = price - different - jokers
            used = min(price, different)
            rise = float(table.songs[song] + used + min(jokers, price - used))
            for place in range(used):
                rise -= losses[place]
            if missing > 0:
                rise *= self.finding(missing, STORIES - different)
            if rise > best:
                best = rise
        return best

    def finding(self, missing: int, kinds: int) -> float:
        """The odds of hearing so many more different stories, of so many kinds."""
        if missing > kinds:
            return 0.0
        expected = 0
        for legend in range(STORIES):
            expected += self.ahead[legend]
        without = exp(-expected / (STEPS * STORIES))
        result = 1.0
        for number in range(missing):
            result *= 1.0 - without ** (kinds - missing + 1 + number)
        return result

    def gains(self, seat: int) -> list[float]:
        """About what one more tile of each kind is worth to a player; last, a tile that nobody knows yet."""
        table = self.table
        tiles = table.tiles[seat]
        curves = self.curves[seat]
        singing = table.singing[seat] != NOTHING
        result: list[float] = []
        for story in range(STORIES):
            number: int = tiles[story]
            gain = self.trust * (0.9 * (curves[story][number + 1] - curves[story][number]) - self.trust)
            if number == 0 and not singing and gain < 0.3:
                gain += 0.5 * (0.3 - gain)
            result.append(gain)
        result.append(1.2)
        result.append(0.0)
        hidden = table.hidden
        total, count = 0.0, 0
        for kind in range(MOON_TILE + 1):
            number = hidden[kind]
            total += number * result[kind]
            count += number
        result.append(total / count if count else 0.0)
        return result


def last_hand(table: Table, prospects: Prospects, seat: int) -> float:
    """In the last round every tile is a burden, but for those of one more card."""
    tiles, rungs = table.tiles[seat], table.rungs[seat]
    jokers: int = tiles[JOKER]
    different = jokers
    total = -float(jokers)
    best = 0
    for legend in range(STORIES):
        number: int = tiles[legend]
        total -= number
        if number:
            different += 1
        held: int = rungs[legend]
        before: int = table.values[legend * RUNGS + held] if held >= 0 else 0
        for rung in range(held + 1, RUNGS):
            cost: int = table.values[legend * RUNGS + rung] - before
            if cost <= number + jokers and not prospects.taken[legend] & RUNG[rung]:
                best = max(best, 2 * cost)
    if table.singing[seat] == NOTHING:
        for song in range(SONGS):
            if prospects.song_left[song] and table.song_tiles[song] <= different:
                best = max(best, table.songs[song] + table.song_tiles[song])
    to_write = table.turn is not None and (seat - table.turn) % table.players < table.writers
    return total + best if to_write else total


def moons_on_top(table: Table) -> int:
    """How many stacks show a moon tile."""
    moons = 0
    for top in table.tops:
        if top == MOON_TILE:
            moons += 1
    return moons


def moves_left(table: Table) -> float:
    """About how many moves will still be made: until two stacks are left, the third highest has to go."""
    if table.last_round or table.turn is None:
        return 0.0
    heights: list[int] = sorted(table.heights)
    third = SPACES - LAST_STACKS - 1
    return (heights[third] + 0.35 * heights[third - 1]) / (1.35 * STACK_PACE)


def tiles_ahead(table: Table, moves: float) -> list[int]:
    """How many tiles of each story a player who wants them may still hear, in steps of the tables."""
    left = 0
    for height in table.heights:
        left += height
    if moves == 0.0 or not left:
        return [0] * STORIES
    share = SHARE * STEPS * min(1.0, moves * PACE / left)
    numbers: list[int] = list(table.hidden)
    for top in table.tops:
        if top >= 0:
            numbers[top] += 1
    return [min(MOST_STEPS, int(numbers[story] * share + 0.5)) for story in range(STORIES)]


MOST_CURVES = 20_000
"""A game needs some hundreds; tables with cards of their own bring others."""
_curves: dict[int, list[float]] = {}
"""The curves that have been computed, by everything they depend on."""


def curve(ladder: list[int], held: int, free: int, ahead: int) -> list[float]:
    """By number of tiles, the expected rise of the points by a legend's cards, of which one is held and some free."""
    key = ((ladder[0] * 32 + ladder[1]) * 32 + ladder[2]) * 32 + ladder[3]
    key = ((key * 8 + held + 1) * 16 + free) * 64 + ahead
    known = _curves.get(key)
    if known is None:
        if len(_curves) >= MOST_CURVES:
            _curves.clear()
        known = [expected_rise(ladder, held, free, tiles, ahead) for tiles in range(MOST_TILES)]
        _curves[key] = known
    return known


def expected_rise(values: list[int], held: int, free: int, tiles: int, ahead: int) -> float:
    """Every tile to come has to be taken first, and counts against its legend; what does not help is not taken."""
    before = 0 if held < 0 else values[held]
    expected = ahead / STEPS
    likely = exp(-expected)
    rest = 1.0
    best = 0.0
    result = 0.0
    for more in range(MOST_AHEAD + 1):
        value = before
        for rung in range(held + 1, RUNGS):
            if free & RUNG[rung] and values[rung] - before <= tiles + more:
                value = values[rung]
        best = max(best, 2.0 * (value - before) - more)
        if more == MOST_AHEAD:
            likely = rest
        result += likely * best
        rest -= likely
        likely *= expected / (more + 1)
    return result


def writing_odds(turns: float, rank: int) -> float:
    """The odds that a player still gets to write so many cards and one more; the last round is good for one."""
    if rank == 0:
        return 1.0
    spare = turns - rank + 0.5
    if spare <= 0.0:
        return 0.0
    return 0.96 if spare >= 2.5 else 0.384 * spare
