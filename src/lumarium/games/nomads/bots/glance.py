"""What looks promising at first glance, decision by decision: quick enough for playouts."""

from __future__ import annotations

from math import exp
from typing import Final

from lumarium.games.nomads.rules.components import MOON_FIELDS, RUNGS, SIANA, SPACES, STORIES, ULRICH
from lumarium.games.nomads.rules.indices import (
    ACTING,
    COLOUR,
    DOUBLE,
    DOUBLING,
    LAST_WRITING,
    LIFT,
    LIFTING,
    LYS,
    MOVE,
    NO_LIFT,
    PASS,
    PAY,
    PAY_SET,
    PAYING,
    PAYING_SONG,
    PAYMENTS,
    PLACING_DISCS,
    PLACING_SLEEPERS,
    PUT_DISC,
    SHIFT,
    SHIFTING,
    SKIP,
    SKIPPING,
    SLEEPER,
    SONG,
    STEP,
    TURNING_LYS,
    TYPE,
    WRITE,
)
from lumarium.games.nomads.rules.table import ASLEEP, NOTHING, Table

from .prospects import UNKNOWN, Prospects, moons_on_top

ENVY: Final = 0.6
"""How much what the others hear together counts, against one's own."""
NEXT: Final = 0.4
"""How much the story after the next one counts."""
SHARPNESS: Final = 2.0
"""A difference of 1 / SHARPNESS points makes e times the odds."""
URGENCY: Final = 0.12


class Glance:
    """A seat's quick look at a table."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.prospects = Prospects(table)
        players = table.players
        self.gains: list[list[float]] = []
        """By seat, what tiles are worth to the one who looks: own ones as they are, those of others against it."""
        for other in range(players):
            gains = self.prospects.gains(other)
            if other != seat:
                factor = -ENVY / (players - 1)
                gains = [factor * gain for gain in gains]
            self.gains.append(gains)

    def worth(self, owner: int, space: int) -> float:
        """What it is worth if that owner's disc is on top there."""
        if owner < 0 or not self.table.heights[space]:
            return 0.0
        gains = self.gains[owner]
        return gains[self.table.tops[space]] + NEXT * gains[UNKNOWN]

    def heard(self) -> list[float]:
        """What it is worth that everybody listens as the discs lie, space by space."""
        table = self.table
        return [self.worth(table.listener(space), space) for space in range(SPACES)]

    def sown(self, heard: list[float], origin: int, way: int, double: int, skip: int, lys: int) -> float:
        """What it is worth to move a column, all listening included. `double` and `skip` as in the rules of sowing."""
        table = self.table
        now = heard.copy()
        now[origin] = 0.0
        owners = table.owners
        step = STEP[way]
        space = origin
        for number, disc in enumerate(table.columns[origin], 1):
            if number != double + 1:
                space = (space + step) % SPACES
            if number == skip:
                space = (space + step) % SPACES
            now[space] = self.worth(owners[COLOUR[disc]], space)
        total = 0.0
        for each in now:
            total += each
        if space == lys:
            total += self.best_top()
        return total

    def best_top(self) -> float:
        """What the best tile is worth that Lys could give."""
        table = self.table
        own = self.gains[self.seat]
        best = 0.0
        for space in range(SPACES):
            if space != table.lys and table.heights[space]:
                best = max(best, own[table.tops[space]])
        return best

    def move(self, heard: list[float], index: int, lys: int) -> float:
        """What a move is worth with the best use of the power."""
        table = self.table
        origin, way = (index - MOVE) // 2, (index - MOVE) % 2
        best = self.sown(heard, origin, way, NOTHING, NOTHING, lys)
        adventurer = table.adventurers[self.seat]
        if adventurer == ULRICH:
            for step in range(1, len(table.columns[origin])):
                best = max(best, self.sown(heard, origin, way, step, NOTHING, lys))
        elif adventurer == SIANA:
            for step in range(1, len(table.columns[origin]) + 1):
                best = max(best, self.sown(heard, origin, way, NOTHING, step, lys))
        return best

    def card(self, index: int) -> float:
        """What it is worth to write a card now rather than later."""
        table = self.table
        seat = self.seat
        tiles = table.tiles[seat]
        prospects = self.prospects
        if index >= SONG:
            song = table.songs.index(index - SONG + 1)
            paid: int = table.song_tiles[song]
            rise = float(paid + table.songs[song])
            losses: list[float] = []
            for story in range(STORIES):
                if tiles[story]:
                    curve = prospects.curves[seat][story]
                    losses.append(curve[tiles[story]] - curve[tiles[story] - 1])
            losses.sort()
            change = 0.0
            for place in range(min(paid, len(losses))):
                change -= losses[place]
            if song + 1 < len(table.songs) and prospects.song_left[song + 1]:
                change -= prospects.finding(1, STORIES - len(losses))
            if table.last_round:
                return rise
        else:
            legend, rung = (index - WRITE) // RUNGS, (index - WRITE) % RUNGS
            paid = table.values[index - WRITE] - table.value_held(seat, legend)
            rise = 2.0 * paid
            if table.last_round:
                return rise
            curve = prospects.curves[seat][legend]
            change = rise - curve[tiles[legend]]
            left = max(0, tiles[legend] - paid)
            if rung + 1 < RUNGS:
                change += 0.6 * (curve[left] if left < 3 else rise)
            if tiles[legend] < paid:
                change -= 1.0
        late = max(0.0, 1.0 - prospects.turns / 4.0)
        result = rise * (URGENCY + 0.5 * late) + min(0.0, change)
        if self.moon_rises():
            result += 0.1 * rise
        return result

    def moon_rises(self) -> bool:
        """Could a moon scoring come with the next move?"""
        table = self.table
        return table.moon_fields + moons_on_top(table) >= MOON_FIELDS

    def values(self, legal: list[int]) -> list[float]:
        """What each legal decision is worth, in points."""
        phase = self.table.phase
        if phase == ACTING:
            heard = self.heard()
            lys = self.table.lys
            return [self.card(index) if index >= WRITE else self.move(heard, index, lys) for index in legal]
        if phase == LAST_WRITING:
            return [0.0 if index == PASS else 2.0 * self.card(index) for index in legal]
        if phase in (PAYING, PAYING_SONG):
            return [self.payment(index) for index in legal]
        if phase in (DOUBLING, SKIPPING):
            return self.powers(legal)
        if phase == TURNING_LYS:
            return [self.turned(index - LYS) for index in legal]
        if phase == LIFTING:
            return [self.lifted(index) for index in legal]
        if phase == SHIFTING:
            return self.shifts(legal)
        if phase in (PLACING_DISCS, PLACING_SLEEPERS):
            return self.placed(legal)
        return [0.0] * len(legal)

    def payment(self, index: int) -> float:
        """Jokers are dear, and so are tiles that their legends need."""
        if index < PAY_SET:
            return float(PAY - index)
        types, jokers = PAYMENTS[index - PAY_SET]
        total = -1.5 * jokers
        tiles = self.table.tiles[self.seat]
        curves = self.prospects.curves[self.seat]
        for story in range(STORIES):
            if types & TYPE[story]:
                total -= curves[story][tiles[story]] - curves[story][tiles[story] - 1]
        return total

    def powers(self, legal: list[int]) -> list[float]:
        """Each way to use the power of Ulrich or Siana."""
        table = self.table
        heard = self.heard()
        result: list[float] = []
        for index in legal:
            double = index - DOUBLE + 1 if DOUBLE <= index < SKIP else NOTHING
            skip = index - SKIP + 1 if index >= SKIP else NOTHING
            result.append(self.sown(heard, table.origin, table.way, double, skip, table.lys))
        return result

    def turned(self, space: int) -> float:
        """A tile by Lys: whoever listens there hears another story then."""
        table = self.table
        if not table.heights[space]:
            return 0.0
        top = table.tops[space]
        result = self.gains[self.seat][top]
        owner = table.listener(space)
        if owner >= 0:
            result += self.gains[owner][UNKNOWN] - self.gains[owner][top]
        return result

    def lifted(self, index: int) -> float:
        """Red on top of a column, in place of the disc that lies there."""
        if index == NO_LIFT:
            return 0.0
        space = (index - LIFT) // 2
        return self.worth(self.seat, space) - self.worth(self.table.listener(space), space)

    def shifts(self, legal: list[int]) -> list[float]:
        """The best move with Lys one field back, where it is, and one on."""
        table = self.table
        heard = self.heard()
        result: list[float] = []
        moves = [index for index in range(MOVE, MOVE + 2 * SPACES) if table.has_disc_on(self.seat, (index - MOVE) // 2)]
        for index in legal:
            lys = (table.lys + index - SHIFT - 1) % SPACES
            best = -10.0
            for move in moves:
                best = max(best, self.move(heard, move, lys))
            result.append(best)
        return result

    def placed(self, legal: list[int]) -> list[float]:
        """A disc on a column, before the game begins: it covers another."""
        table = self.table
        result: list[float] = []
        for index in legal:
            space = index - (PUT_DISC if table.phase == PLACING_DISCS else SLEEPER)
            owner = self.seat if table.phase == PLACING_DISCS else ASLEEP
            result.append(self.worth(owner, space) - self.worth(table.listener(space), space))
        return result


def best_at_a_glance(table: Table, legal: list[int]) -> int:
    """The legal decision of the seat on turn that looks best at first glance."""
    if len(legal) == 1:
        return legal[0]
    assert table.turn is not None
    values = Glance(table, table.turn).values(legal)
    return legal[values.index(max(values))]


def odds_of(values: list[float]) -> list[float]:
    """Odds above zero for decisions of these values."""
    best = max(values)
    return [exp(SHARPNESS * max(-6.0, value - best)) for value in values]
