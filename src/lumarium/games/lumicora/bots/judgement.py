"""What a good player of Lumicora looks at: whole turns, what they leave to the next seat, and when to score."""

from __future__ import annotations

from math import sqrt
from typing import Final

from lumarium.games.lumicora.rules.indices import CHOOSING, FEED, FEEDING, LAYING, ORIENTING, SCORING, SWAPPING, TAKING
from lumarium.games.lumicora.rules.state import State
from lumarium.kernel.chance import Chance
from lumarium.kernel.effort import Effort
from lumarium.kernel.judgement import Judgement, odds
from lumarium.kernel.message import Message
from lumarium.kernel.racing import Racer, weighed
from lumarium.kernel.state import State as KernelState

from .futures import CANDIDATES, MARGIN, Candidate, Futures
from .prospects import Prospects, turns_left
from .reasons import reason
from .turnplan import TurnPlan

WIDTH: Final = 6
"""How many placements are followed after each other where there is time."""


class LumicoraJudgement(Judgement):
    """Expected points by seat; a turn is planned as a whole, from the Lumino that is fed to the last one laid."""

    overlooked = 8

    def forecast(self, state: KernelState) -> list[float]:
        assert isinstance(state, State)
        if state.turn is None:
            return [float(score) for score in state.scores]
        return [Prospects(state, seat, turns_left(state, seat)).total(state) for seat in range(state.players)]

    def doubt(self, state: KernelState) -> float:
        assert isinstance(state, State)
        turns = 0.0
        for seat in range(state.players):
            turns += turns_left(state, seat)
        return 0.7 + 2.0 * sqrt(turns / state.players)

    def decide(self, state: KernelState, chance: Chance) -> int:
        assert isinstance(state, State)
        legal = state.legal()
        if len(legal) == 1:
            return legal[0]
        values = _points(state, legal, 1, False)
        return legal[values.index(max(values))]

    def appraise(self, worlds: list[KernelState], legal: list[int], nodes: int, chance: Chance) -> list[float] | None:
        state = worlds[0]
        assert isinstance(state, State)
        return self.outlooks(state, _points(state, legal, 4 if nodes >= 300 else 1, nodes >= 300))

    def search(self, worlds: list[KernelState], legal: list[int], effort: Effort, chance: Chance) -> list[float] | None:
        state = worlds[0]
        assert isinstance(state, State)
        points, ways = _ways(state, legal)
        outlooks = self.outlooks(state, points)
        if len(ways) == 1:
            return outlooks
        firsts = self.outlooks(state, [each for each, _ in ways])
        racers: list[Racer] = []
        for number in range(len(ways)):
            script = _to_the_end(state, ways[number][1])
            racers.append(Candidate(legal.index(script[0]), script, firsts[number]))
        return weighed(outlooks, racers, Futures(self, state, effort, chance).compare(racers))

    def reason(self, state: KernelState, index: int) -> Message:
        assert isinstance(state, State)
        return reason(state, index)

    def outlooks(self, state: State, points: list[float]) -> list[float]:
        """The outlook of the seat on turn with so many more points."""
        seat = state.turn
        assert seat is not None
        expected, doubt = self.forecast(state), self.doubt(state)
        before = expected[seat] if state.phase == SCORING else _without_this_turn(state, seat)
        outlooks: list[float] = []
        for more in points:
            expected[seat] = before + more
            outlooks.append(odds(expected, doubt)[seat])
        return outlooks


def _points(state: State, legal: list[int], beam: int, careful: bool) -> list[float]:
    """What each legal decision of the seat on turn may bring in points, compared with each other."""
    seat = state.turn
    assert seat is not None
    if state.phase == ORIENTING:
        return [0.0] * len(legal)
    if state.phase == SCORING:
        return _scorings(state, seat, legal)
    return TurnPlan(state, seat, beam, careful).values(legal)


def _ways(state: State, legal: list[int]) -> tuple[list[float], list[tuple[float, list[int]]]]:
    """What each legal decision may bring, and the best ways to go on, with their points, the best first."""
    seat = state.turn
    assert seat is not None
    ways: list[tuple[float, list[int]]] = []
    if FEEDING <= state.phase <= TAKING and state.phase != SWAPPING:
        plan = TurnPlan(state, seat, WIDTH, True)
        points = plan.values(legal)
        ways = [(each.value, each.steps) for each in plan.plans]
        ways += [(points[i], [legal[i]]) for i in range(len(legal)) if legal[i] < FEED]
    else:
        points = _points(state, legal, WIDTH, True)
        ways = [(points[i], [legal[i]]) for i in range(len(legal))]
    ways.sort(reverse=True)
    return points, [way for way in ways[:CANDIDATES] if way[0] > ways[0][0] - MARGIN]


def _to_the_end(state: State, beginning: list[int]) -> list[int]:
    """The decisions with the best plan to the end of the turn."""
    script = beginning.copy()
    after, chance = state.clone(), Chance(0)
    seat = state.turn
    for index in beginning:
        after.step(index, chance)
    while after.turn == seat and CHOOSING <= after.phase <= LAYING:
        legal = after.legal()
        values = _points(after, legal, 4, True)
        script.append(legal[values.index(max(values))])
        after.carry_out(script[-1], chance, None)
    return script


def _without_this_turn(state: State, seat: int) -> float:
    """What the seat can expect if this turn left its reef as it is."""
    return Prospects(state, seat, max(0, turns_left(state, seat) - 1)).total(state)


def _scorings(state: State, seat: int, legal: list[int]) -> list[float]:
    """How much more the seat can expect after each way through its part of the scoring phase."""
    before = Prospects(state, seat, turns_left(state, seat)).total(state)
    values: list[float] = []
    chance = Chance(0)
    for index in legal:
        after = state.clone()
        after.carry_out(index, chance, None)
        if after.turn is None:
            values.append(after.scores[seat] - before)
        else:
            values.append(Prospects(after, seat, turns_left(after, seat)).total(after) - before)
    return values
