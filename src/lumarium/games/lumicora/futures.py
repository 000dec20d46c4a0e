"""Plays on from each decision that looks good, some rounds deep and with the same luck for all, and compares."""

from __future__ import annotations

from math import sqrt
from typing import Final

from lumarium.kernel.chance import Chance
from lumarium.kernel.effort import Effort
from lumarium.kernel.judgement import Judgement

from .indices import FEEDING
from .state import State
from .turnplan import TurnPlan

CANDIDATES: Final = 7
"""How many decisions are compared at most."""
MARGIN: Final = 5.0
"""How many points behind the best a decision may look to be compared at all."""
HORIZON: Final = 2
"""How many rounds are played on."""
FEWEST: Final = 12
"""After how many futures a decision may be given up for clearly falling behind."""
CLEARLY: Final = 2.5
"""How many standard errors that is."""
CREDIT: Final = 6.0
"""How many futures the first look counts for."""


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

    def __init__(self, judgement: Judgement, state: State, chance: Chance) -> None:
        assert state.turn is not None
        self.judgement = judgement
        self.state = state
        self.chance = chance
        self.seat = state.turn
        self.nodes = 0

    def compare(self, rivals: list[Candidate], effort: Effort) -> list[Candidate]:
        """Plays futures as long as there is time; gives the candidates that did not fall behind."""
        alive = rivals
        while len(alive) > 1 and effort.share(self.nodes) < 1.0:
            luck = self.chance.pick(1 << 30)
            for candidate in alive:
                value = self.future(candidate.script, Chance(luck))
                candidate.seen.append(value)
                candidate.total += value
                if effort.share(self.nodes) >= 1.0:
                    break
            alive = self.survivors(alive)
        return alive

    def survivors(self, alive: list[Candidate]) -> list[Candidate]:
        """Those that have not clearly fallen behind the best, future by future."""
        best = alive[0]
        for candidate in alive:
            if candidate.value() > best.value():
                best = candidate
        if len(best.seen) < FEWEST:
            return alive
        return [each for each in alive if each is best or not _clearly_behind(each.seen, best.seen)]

    def future(self, script: list[int], luck: Chance) -> float:
        """The outlook after one future that begins with these decisions."""
        state = self.state.clone()
        last = state.round + HORIZON
        for index in script:
            self.step(state, index, luck)
        while state.turn is not None and not (state.round >= last and state.phase == FEEDING):
            if state.phase == FEEDING:
                self.play_turn(state, luck)
            else:
                self.step(state, self.judgement.decide(state, luck), luck)
        return self.judgement.outlook(state)[self.seat]

    def play_turn(self, state: State, luck: Chance) -> None:
        """A turn planned once, up to where its hand is laid."""
        assert state.turn is not None
        for index in TurnPlan(state, state.turn, 1, False).best_beginning():
            self.step(state, index, luck)

    def step(self, state: State, index: int, luck: Chance) -> None:
        self.nodes += 1
        state.step(index, luck)


def _clearly_behind(one: list[float], other: list[float]) -> bool:
    number = min(len(one), len(other))
    total = squares = 0.0
    for place in range(number):
        lead = other[place] - one[place]
        total += lead
        squares += lead * lead
    mean = total / number
    spread = sqrt(max(1e-9, squares / number - mean * mean) / number)
    return mean > CLEARLY * spread
