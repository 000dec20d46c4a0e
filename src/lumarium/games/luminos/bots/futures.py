"""The search of the strong bot in Luminos: whole turns, each played on under the same luck as the others.

Players disturb each other little here, so depth in the own turns beats a broad tree. What differs between two turns is
small beside the luck of the bag; hence every turn meets the same draws, and the weaker ones are dropped early.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from lumarium.games.luminos.rules import scoring
from lumarium.games.luminos.rules.indices import PLACE, PLACING, TAKE, TAKE_BAG, TAKING
from lumarium.games.luminos.rules.state import State
from lumarium.kernel.chance import Chance
from lumarium.kernel.effort import Effort
from lumarium.kernel.judgement import Judgement

from .turnplan import Turn

CANDIDATES: Final = 12
BATCH: Final = 8
"""So many futures of every turn are played before the weaker ones are looked for."""
MARGIN: Final = 0.12
"""How much less than the best the first look may give a turn that is still tried."""
LONGEST: Final = 600


class Candidate:
    """A way through the rest of the turn, and what came of it."""

    def __init__(self, actions: list[int], first_look: float) -> None:
        self.actions = actions
        self.first_look = first_look
        self.results: list[float] = []
        self.total = 0.0
        self.dropped = False

    def value(self, trust: float) -> float:
        """The mean of what was played, with the first look counted as so many games."""
        return (self.total + trust * self.first_look) / (len(self.results) + trust)


class Search:
    """Compares the turns that a seat can make."""

    def __init__(self, judgement: Judgement, turn: Turn, rounds: int, trust: float) -> None:
        self.judgement = judgement
        self.turn = turn
        self.state: State = turn.state
        self.rounds = rounds
        self.trust = trust
        self.candidates: list[Candidate] = []
        self.nodes = 0

    def gather(self, legal: list[int], first_look: list[float]) -> None:
        """The most promising turns at first look."""
        found: list[Candidate] = []
        phase = self.state.phase
        for place in range(len(legal)):
            index = legal[place]
            if phase == TAKING and index != TAKE_BAG:
                shown = scoring.SHOWN[index - TAKE]
                for value, cell in self.turn.ranked_cells(shown, 6):
                    found.append(Candidate([index, PLACE + cell, *self.turn.marks_at(cell, shown)], value))
            elif phase == PLACING:
                shown = scoring.SHOWN[self.state.hand]
                marks = self.turn.marks_at(index - PLACE, shown)
                found.append(Candidate([index, *marks], first_look[place]))
            else:
                found.append(Candidate([index], first_look[place]))
        found.sort(key=_first_look, reverse=True)
        least = found[0].first_look - MARGIN
        self.candidates = [each for each in found[:CANDIDATES] if each.first_look >= least]

    def run(self, effort: Effort, chance: Chance) -> None:
        """Plays futures until the budget is spent or one turn is left."""
        luck = chance.pick(1 << 30)
        sample = 0
        while True:
            alive = [each for each in self.candidates if not each.dropped]
            if len(alive) == 1:
                return
            for each in alive:
                result = self.play(each, Chance(f"{luck}/{sample}"))
                each.results.append(result)
                each.total += result
                if effort.share(self.nodes) >= 1.0:
                    return
            sample += 1
            if sample % BATCH == 0:
                self.drop(alive)

    def drop(self, alive: list[Candidate]) -> None:
        """Drops what is clearly weaker than the best, sample by sample."""
        best = alive[0]
        for each in alive:
            if each.value(self.trust) > best.value(self.trust):
                best = each
        number = len(best.results)
        for each in alive:
            if each is best:
                continue
            total = squares = 0.0
            for place in range(number):
                less = best.results[place] - each.results[place]
                total += less
                squares += less * less
            mean = total / number
            error = sqrt(max(squares / number - mean * mean, 1e-6) / number)
            if mean > 2.0 * error:
                each.dropped = True

    def play(self, candidate: Candidate, luck: Chance) -> float:
        """One future of a turn: the outlook after some more rounds."""
        judgement = self.judgement
        seat = self.turn.seat
        state = self.state.clone()
        for index in candidate.actions:
            state.step(index, luck)
        self.nodes += len(candidate.actions)
        while state.turn == seat and state.phase != TAKING:
            state.step(self.carefully(state, luck), luck)
            self.nodes += 1
        last = self.state.round + self.rounds
        for _ in range(LONGEST):
            if state.turn is None or state.round > last:
                break
            state.step(judgement.decide(state, luck), luck)
            self.nodes += 1
        return judgement.outlook(state)[seat]

    def carefully(self, state: State, luck: Chance) -> int:
        """The decision within the turn that looks best with the others in view."""
        legal = state.legal()
        values = self.judgement.appraise([state], legal, 0, luck)
        assert values is not None
        return legal[values.index(max(values))]

    def values(self, legal: list[int], first_look: list[float]) -> list[float]:
        """The outlook of each decision: of its best turn, or what the first look leaves of it."""
        best = 0.0
        result = [-1.0] * len(legal)
        number = 0
        for each in self.candidates:
            number = max(number, len(each.results))
        for each in self.candidates:
            value = each.value(self.trust) if each.results else each.first_look
            if each.dropped or len(each.results) < number - 1:
                value -= 0.02
            place = legal.index(each.actions[0])
            result[place] = max(result[place], value)
            best = max(best, value)
        top = max(first_look)
        for place in range(len(legal)):
            if result[place] < 0.0:
                result[place] = max(0.0, min(best, best - (top - first_look[place])) - 0.03)
        return result


def _first_look(candidate: Candidate) -> float:
    return candidate.first_look
