"""Plays on from each turn that looks good, a round or more and one's own next turn, and compares.

All turns meet the same luck. Whoever moves changes what everybody hears, so the others must answer well: each of them
tries every beginning of a turn once and takes what is best for itself. A glance alone would play too weakly to tell.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from lumarium.kernel.chance import Chance
from lumarium.kernel.effort import Effort
from lumarium.kernel.judgement import Judgement

from .glance import best_at_a_glance
from .indices import ACTING, LAST_WRITING
from .table import Table
from .turnplan import Line, TurnPlan

HORIZON: Final = 6
"""How many turns are played on at most, in whole rounds; then comes one more of one's own."""
FIRST_LOOK: Final = 600
"""How many simulated decisions go into the plan of the turn at most."""
FIRST_SHARE: Final = 0.25
"""Which part of the effort."""
CANDIDATES: Final = 8
"""How many turns are compared at most."""
MARGIN: Final = 0.15
"""How much worse than the best a turn may look to be compared at all."""
FEWEST: Final = 12
"""After how many futures a turn may be given up for clearly falling behind."""
CLEARLY: Final = 2.5
"""How many standard errors that is."""
CREDIT: Final = 6.0
"""How many futures the first look counts for."""
ENOUGH: Final = 30
"""How many futures tell all where no luck is left."""
LONGEST: Final = 400
"""How many turns and decisions of the set-up a future has at most."""
UNFINISHED: Final = -1.0


class Candidate:
    """A turn that is compared with others."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.first: float = line.mean()
        """The outlook at first look."""
        self.seen: list[float] = []
        self.total = 0.0

    def value(self) -> float:
        """The outlook over the futures seen, with some credit for the first look."""
        return (self.total + CREDIT * self.first) / (len(self.seen) + CREDIT)


class Futures:
    """Compares turns of the seat on turn."""

    def __init__(self, judgement: Judgement, table: Table, effort: Effort, spent: int, chance: Chance) -> None:
        """`spent` are the simulated decisions that went into the plan."""
        assert table.turn is not None
        self.judgement = judgement
        self.effort = effort
        self.nodes = spent
        self.chance = chance
        self.trials = Chance(chance.pick(1 << 30))
        """The luck with which the players of a future try out their turns: they do not know what will come."""
        self.seat: int = table.turn
        self.certain: bool = table.last_round
        """Is no luck left?"""
        players = table.players
        self.last: int = table.turns + players * (HORIZON // players) + 1
        """The turn with which a future ends: the one after a turn of the seat."""

    def exhausted(self) -> bool:
        """Is there no effort left?"""
        return self.effort.share(self.nodes) >= 1.0

    def compare(self, rivals: list[Candidate]) -> list[Candidate]:
        """Plays futures of all rivals as long as there is effort left; gives those that did not fall behind."""
        alive = rivals
        while len(alive) > 1 and not self.exhausted():
            if self.certain and len(alive[0].seen) >= ENOUGH:
                break
            luck = self.chance.pick(1 << 30)
            values: list[float] = []
            for candidate in alive:
                values.append(self.future(candidate.line, Chance(luck)))
                if values[-1] == UNFINISHED:
                    return alive
            for place in range(len(alive)):
                alive[place].seen.append(values[place])
                alive[place].total += values[place]
            alive = survivors(alive)
        return alive

    def future(self, line: Line, luck: Chance) -> float:
        """The outlook after one future of a turn, if the effort lasts so long."""
        table = line.before.clone()
        table.step(line.last, luck)
        self.nodes += 1
        for _ in range(LONGEST):
            if table.turn is None or table.turns >= self.last:
                break
            if self.exhausted():
                return UNFINISHED
            self.play_turn(table, luck)
        return self.judgement.outlook(table)[self.seat]

    def play_turn(self, table: Table, luck: Chance) -> None:
        """The turn that looks best after one try of each beginning; before it begins, a glance decides."""
        legal = table.legal()
        if len(legal) == 1 or (table.phase != ACTING and table.phase != LAST_WRITING):
            table.step(best_at_a_glance(table, legal), luck)
            self.nodes += 1
            return
        seat = table.turn
        assert seat is not None
        highest = -1.0
        best: list[int] = []
        for index in legal:
            after = table.clone()
            after.step(index, self.trials)
            script = [index]
            while after.turn == seat:
                choice = best_at_a_glance(after, after.legal())
                after.step(choice, self.trials)
                script.append(choice)
            self.nodes += len(script)
            value = self.judgement.outlook(after)[seat]
            if value > highest:
                highest, best = value, script
        for index in best:
            table.step(index, luck)


def survivors(alive: list[Candidate]) -> list[Candidate]:
    """Those that have not clearly fallen behind the best, future by future."""
    best = alive[0]
    for candidate in alive:
        if candidate.value() > best.value():
            best = candidate
    if len(best.seen) < FEWEST:
        return alive
    return [each for each in alive if each is best or not is_behind(each, best)]


def is_behind(one: Candidate, other: Candidate) -> bool:
    """Is the difference too large for luck, with the first look counted in?"""
    number = len(one.seen)
    squares = 0.0
    for place in range(number):
        lead = other.seen[place] - one.seen[place]
        squares += lead * lead
    mean = (other.total - one.total) / number
    spread = sqrt(max(1e-9, squares / number - mean * mean) / number)
    return mean + CREDIT * (other.first - one.first) / number > CLEARLY * spread


def compare_turns(judgement: Judgement, table: Table, legal: list[int], effort: Effort, chance: Chance) -> list[float]:
    """The outlook of each legal decision of the seat on turn, by the futures of the best turn that begins with it."""
    plan = TurnPlan(judgement, table, min(FIRST_LOOK, effort.nodes), chance)
    plan.follow_all(table, legal)
    plan.try_on(effort, FIRST_SHARE)
    rivals = [Candidate(line) for line in plan.lines]
    rivals.sort(key=first_look, reverse=True)
    least = rivals[0].first - MARGIN
    rivals = [each for each in rivals[:CANDIDATES] if each.first >= least]
    alive = Futures(judgement, table, effort, plan.spent, chance).compare(rivals)
    return weighed(plan.values(len(legal)), rivals, alive)


def first_look(candidate: Candidate) -> float:
    """By what candidates are chosen."""
    return candidate.first


def weighed(firsts: list[float], rivals: list[Candidate], alive: list[Candidate]) -> list[float]:
    """By decision what the futures say; those given up, and those never compared, stay below the best."""
    best = max([candidate.value() for candidate in alive])
    top = max(firsts)
    values = [max(0.0, best - (top - first) - 0.01) for first in firsts]
    compared = [False] * len(firsts)
    for candidate in rivals:
        place = candidate.line.place
        value = candidate.value() if candidate in alive else max(0.0, min(candidate.value(), best - 0.001))
        values[place] = max(values[place], value) if compared[place] else value
        compared[place] = True
    return values
