"""Plays on from each way through a turn that looks good, some rounds deep and with the same luck for all, and compares.

On the way everybody plans whole turns, with an eye on the next seat: among weaker players a future tells nothing.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from lumarium.kernel.chance import Chance
from lumarium.kernel.effort import Effort
from lumarium.kernel.judgement import Judgement

from .glance import best_scoring, play_turn
from .indices import FEEDING, SCORING
from .state import State

CANDIDATES: Final = 10
"""How many ways are compared at most."""
MARGIN: Final = 6.0
"""How many points behind the best a way may look to be compared at all."""
HORIZON: Final = 6
"""How many turns are played on at least, in whole rounds."""
FEWEST: Final = 12
"""After how many futures a way may be given up for clearly falling behind."""
CLEARLY: Final = 2.5
"""How many standard errors that is."""
CREDIT: Final = 6.0
"""How many futures the first look counts for."""
UNFINISHED: Final = -1.0


class Candidate:
    """A way through the rest of the turn that is compared with others."""

    def __init__(self, script: list[int], first: float) -> None:
        self.script = script
        """All decisions up to the end of the turn."""
        self.first = first
        """The outlook at first look."""
        self.seen: list[float] = []
        self.total = 0.0

    def value(self) -> float:
        """The outlook over the futures seen, with some credit for the first look."""
        return (self.total + CREDIT * self.first) / (len(self.seen) + CREDIT)


class Futures:
    """Compares the ways through a turn."""

    def __init__(self, judgement: Judgement, state: State, effort: Effort, chance: Chance) -> None:
        assert state.turn is not None
        self.judgement = judgement
        self.state = state
        self.effort = effort
        self.chance = chance
        self.seat: int = state.turn
        self.last: int = state.round + (HORIZON + state.players - 1) // state.players
        """The round before which a future ends."""
        self.nodes = 0

    def exhausted(self) -> bool:
        """Is there no effort left?"""
        return self.effort.share(self.nodes) >= 1.0

    def compare(self, rivals: list[Candidate]) -> list[Candidate]:
        """Plays futures as long as there is effort left; gives the candidates that did not fall behind."""
        alive = rivals
        while len(alive) > 1 and not self.exhausted():
            luck = self.chance.pick(1 << 30)
            values: list[float] = []
            for candidate in alive:
                values.append(self.future(candidate.script, Chance(luck)))
                if values[-1] == UNFINISHED:
                    return alive
            for place in range(len(alive)):
                alive[place].seen.append(values[place])
                alive[place].total += values[place]
            alive = survivors(alive)
        return alive

    def future(self, script: list[int], luck: Chance) -> float:
        """The outlook after one future that begins with these decisions, if the effort lasts so long."""
        state = self.state.clone()
        for index in script:
            state.step(index, luck)
        self.nodes += len(script)
        while state.turn is not None and not (state.round >= self.last and state.phase == FEEDING):
            if self.exhausted():
                return UNFINISHED
            if state.phase == FEEDING:
                self.nodes += play_turn(state, luck)
                continue
            choice = best_scoring(state) if state.phase == SCORING else self.judgement.decide(state, luck)
            state.step(choice, luck)
            self.nodes += 1
        return self.judgement.outlook(state)[self.seat]


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
    """Is the difference too large for luck, with the first look counted in? Or do all futures end alike?"""
    number = len(one.seen)
    squares = 0.0
    for place in range(number):
        lead = other.seen[place] - one.seen[place]
        squares += lead * lead
    if squares == 0.0:
        return True
    mean = (other.total - one.total) / number
    spread = sqrt(max(1e-9, squares / number - mean * mean) / number)
    return mean + CREDIT * (other.first - one.first) / number > CLEARLY * spread
