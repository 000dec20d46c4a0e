"""How bots judge Luminos: the sheet with the rows it will still fill, the sky with the squares it has begun."""

from __future__ import annotations

from typing import Final

from lumarium.games.luminos.rules import scoring
from lumarium.games.luminos.rules.indices import PLACE, PLACING, START, TAKE, TAKE_BAG, TAKING
from lumarium.games.luminos.rules.state import State
from lumarium.kernel.chance import Chance
from lumarium.kernel.effort import Effort
from lumarium.kernel.judgement import Judgement
from lumarium.kernel.message import Message
from lumarium.kernel.state import State as KernelState

from .futures import compare_turns
from .prospects import Weights
from .reasons import reason
from .turnplan import TurnPlan, expected_points, rounds_left, still_to_play

SAMPLES: Final = 5
"""How many tiles stand for the whole bag at first glance."""


class LuminosJudgement(Judgement):
    """Judges positions of Luminos."""

    def __init__(self) -> None:
        self.weights = Weights()

    def forecast(self, state: KernelState) -> list[float]:
        assert isinstance(state, State)
        if state.turn is None:
            return [float(score) for score in state.scores]
        rounds = rounds_left(state, self.weights)
        points: list[float] = []
        for seat in range(state.players):
            turns = rounds + still_to_play(state, seat)
            points.append(expected_points(state, seat, turns, self.weights) - overlap(turns))
        return points

    def doubt(self, state: KernelState) -> float:
        assert isinstance(state, State)
        return self.weights.doubt_base + self.weights.doubt_turn * rounds_left(state, self.weights)

    def decide(self, state: KernelState, chance: Chance) -> int:
        assert isinstance(state, State)
        legal = state.legal()
        if len(legal) == 1:
            return legal[0]
        values = self.glance(state, legal)
        best = 0
        for place in range(1, len(legal)):
            if values[place] > values[best]:
                best = place
        return legal[best]

    def glance(self, state: State, legal: list[int]) -> list[float]:
        """What each decision gains in points, without a look at the others."""
        if state.phase < TAKING:
            return [0.0] * len(legal)
        turn = TurnPlan(state, self.weights)
        phase = state.phase
        if phase == TAKING:
            values: list[float] = []
            for index in legal:
                if index != TAKE_BAG:
                    values.append(turn.best_glance(scoring.SHOWN[index - TAKE]))
                    continue
                size = len(state.bag)
                samples = min(size, SAMPLES)
                total = 0.0
                for place in range(samples):
                    kind = state.bag[(2 * place + 1) * size // (2 * samples)]
                    total += turn.best_glance(scoring.SHOWN[kind])
                values.append(total / samples)
            return values
        if phase == PLACING:
            return [turn.glance_at(index - PLACE, scoring.SHOWN[state.hand]) for index in legal]
        return turn.finish(legal)

    def appraise(self, worlds: list[KernelState], legal: list[int], nodes: int, chance: Chance) -> list[float] | None:
        state = worlds[0]
        assert isinstance(state, State)
        if state.phase < TAKING:
            return self.appraise_start(state, legal)
        turn = TurnPlan(state, self.weights)
        if state.phase == TAKING:
            return turn.takes(legal, nodes)
        if state.phase == PLACING:
            return [turn.outlook_at(index - PLACE, scoring.SHOWN[state.hand]) for index in legal]
        return turn.finish_outlook(legal)

    def appraise_start(self, state: State, legal: list[int]) -> list[float]:
        """Start tiles are judged as if everyone else had the same."""
        values: list[float] = []
        seat = state.turn
        assert seat is not None
        for index in legal:
            first = state.clone()
            first.lay_start_tile(seat, index - START)
            points = expected_points(first, seat, rounds_left(first, self.weights), self.weights)
            values.append(points)
        average = sum(values) / len(values)
        return [min(1.0, max(0.0, 0.5 + (value - average) / 50.0)) for value in values]

    def search(self, worlds: list[KernelState], legal: list[int], effort: Effort, chance: Chance) -> list[float] | None:
        state = worlds[0]
        assert isinstance(state, State)
        if state.phase < TAKING:
            return self.appraise_start(state, legal)
        firsts = self.appraise(worlds, legal, effort.nodes, chance)
        assert firsts is not None
        return compare_turns(self, TurnPlan(state, self.weights), legal, firsts, effort, chance)

    def reason(self, state: KernelState, index: int) -> Message:
        assert isinstance(state, State)
        return reason(state, index)


def overlap(turns: float) -> float:
    """What sheet and sky count twice, since both hope for the same entries: the mean error over games of the bots."""
    return max(0.0, min(3.0 * turns, 9.0, 1.3 * (12.5 - turns)))
