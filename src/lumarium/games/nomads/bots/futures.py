"""Plays on from each turn that looks good, a round or more and one's own next turn, and compares.

All turns meet the same luck. Whoever moves changes what everybody hears, so the others must answer well: each of them
tries every beginning of a turn once and takes what is best for itself. A glance alone would play too weakly to tell.
"""

from __future__ import annotations

from typing import Final

from lumarium.games.nomads.rules.indices import ACTING, LAST_WRITING
from lumarium.games.nomads.rules.table import Table
from lumarium.kernel.chance import Chance
from lumarium.kernel.effort import Effort
from lumarium.kernel.judgement import Judgement
from lumarium.kernel.racing import UNFINISHED, Race, Racer, favourites, weighed

from .glance import best_at_a_glance
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
ENOUGH: Final = 30
"""How many futures tell all where no luck is left."""
LONGEST: Final = 400
"""How many turns and decisions of the set-up a future has at most."""


class Candidate(Racer):
    """A turn that is compared with others."""

    def __init__(self, line: Line) -> None:
        super().__init__(line.place, line.mean())
        self.line = line


class Futures(Race):
    """Compares turns of the seat on turn."""

    def __init__(self, judgement: Judgement, table: Table, effort: Effort, spent: int, chance: Chance) -> None:
        assert table.turn is not None
        super().__init__(effort, spent, chance)
        self.judgement = judgement
        self.trials = Chance(chance.pick(1 << 30))
        """The luck with which the players of a future try out their turns: they do not know what will come."""
        self.seat: int = table.turn
        self.certain: bool = table.last_round
        """Is no luck left?"""
        players = table.players
        self.last: int = table.turns + players * (HORIZON // players) + 1
        """The turn with which a future ends: the one after a turn of the seat."""

    def is_settled(self, alive: list[Racer]) -> bool:
        return self.certain and len(alive[0].seen) >= ENOUGH

    def future(self, racer: Racer, luck: Chance) -> float:
        assert isinstance(racer, Candidate)
        line = racer.line
        table = line.before.clone()
        table.carry_out(line.last, luck, None)
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
            table.carry_out(best_at_a_glance(table, legal), luck, None)
            self.nodes += 1
            return
        seat = table.turn
        assert seat is not None
        highest = -1.0
        best: list[int] = []
        for index in legal:
            after = table.clone()
            after.carry_out(index, self.trials, None)
            script = [index]
            while after.turn == seat:
                choice = best_at_a_glance(after, after.legal())
                after.carry_out(choice, self.trials, None)
                script.append(choice)
            self.nodes += len(script)
            value = self.judgement.outlook(after)[seat]
            if value > highest:
                highest, best = value, script
        for index in best:
            table.step(index, luck)


def compare_turns(judgement: Judgement, table: Table, legal: list[int], effort: Effort, chance: Chance) -> list[float]:
    """The outlook of each legal decision of the seat on turn, by the futures of the best turn that begins with it."""
    plan = TurnPlan(judgement, table, min(FIRST_LOOK, effort.nodes), chance)
    plan.follow_all(table, legal)
    plan.try_on(effort, FIRST_SHARE)
    racers = favourites([Candidate(line) for line in plan.lines], CANDIDATES, MARGIN)
    alive = Futures(judgement, table, effort, plan.spent, chance).compare(racers)
    return weighed(plan.values(len(legal)), racers, alive)
