"""Plans a turn of Nomads: every way through it, the promising ones with much luck of the tiles to come."""

from __future__ import annotations

from typing import Final

from lumarium.games.nomads.rules.indices import PAYING, PLACING_LYS
from lumarium.games.nomads.rules.table import Table
from lumarium.kernel.chance import Chance
from lumarium.kernel.effort import Effort
from lumarium.kernel.judgement import Judgement

MOST_TRIES: Final = 24
"""How often the luck after one and the same turn is looked at."""


class Line:
    """A whole turn: the place of its first decision in the list, its last decision and the table before that."""

    def __init__(self, place: int, before: Table, last: int, tries: int) -> None:
        self.place = place
        self.before = before
        self.last = last
        self.most_tries = tries
        self.tries = 0
        self.total = 0.0

    def mean(self) -> float:
        """The outlook found so far."""
        return self.total / self.tries


class TurnPlan:
    """All lines of a turn, tried out."""

    def __init__(self, judgement: Judgement, table: Table, nodes: int, chance: Chance) -> None:
        assert table.turn is not None
        self.judgement = judgement
        self.seat: int = table.turn
        self.nodes = nodes
        self.spent = 0
        self.chance = chance
        self.lines: list[Line] = []

    def follow_all(self, table: Table, legal: list[int]) -> None:
        """Finds the lines that begin with any of these decisions."""
        for place in range(len(legal)):
            self.follow(table, legal[place], place)

    def follow(self, table: Table, index: int, place: int) -> None:
        """Adds the lines that begin with a decision; where too many nodes are spent, only the likeliest goes on."""
        after = table.clone()
        after.carry_out(index, self.chance, None)
        self.spent += 1
        if after.turn != self.seat or table.phase <= PLACING_LYS:
            tries = 1 if table.phase >= PAYING or table.phase <= PLACING_LYS else MOST_TRIES
            line = Line(place, table, index, tries)
            self.count(line, after)
            self.lines.append(line)
            return
        legal = after.legal() if self.spent < self.nodes else [self.judgement.decide(after, self.chance)]
        for choice in legal:
            self.follow(after, choice, place)

    def count(self, line: Line, after: Table) -> None:
        """One more look at where a line may lead."""
        line.tries += 1
        line.total += self.judgement.outlook(after)[self.seat]

    def try_on(self, effort: Effort | None = None, share: float = 1.0) -> None:
        """Spends the nodes that are left, or a share of the effort, on the line that looks best, again and again."""
        while self.spent < self.nodes and (effort is None or effort.share(self.spent) < share):
            best: Line | None = None
            highest = -1.0
            for line in self.lines:
                if line.tries < line.most_tries and line.mean() > highest:
                    best, highest = line, line.mean()
            if best is None:
                return
            after = best.before.clone()
            after.carry_out(best.last, self.chance, None)
            self.count(best, after)
            self.spent += 1

    def values(self, number: int) -> list[float]:
        """The outlook of the best line after each of so many first decisions."""
        result = [0.0] * number
        for line in self.lines:
            result[line.place] = max(result[line.place], line.mean())
        return result


def plan_turn(judgement: Judgement, table: Table, legal: list[int], nodes: int, chance: Chance) -> list[float]:
    """The outlook of each legal decision of the seat on turn."""
    plan = TurnPlan(judgement, table, nodes, chance)
    plan.follow_all(table, legal)
    plan.try_on()
    return plan.values(len(legal))
