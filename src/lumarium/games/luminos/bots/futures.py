"""Plays on from each turn that looks good, to the end of the next round, and compares.

Players disturb each other little here, so depth in the own turns beats a broad tree. What differs between two turns is
small beside the luck of the bag; hence every turn meets the same draws.
"""

from __future__ import annotations

from typing import Final

from lumarium.games.luminos.rules import scoring
from lumarium.games.luminos.rules.indices import PLACE, PLACING, TAKE, TAKE_BAG, TAKING
from lumarium.games.luminos.rules.state import State
from lumarium.kernel.chance import Chance
from lumarium.kernel.effort import Effort
from lumarium.kernel.judgement import Judgement
from lumarium.kernel.racing import UNFINISHED, Race, Racer, favourites, weighed

from .turnplan import TurnPlan

ROUNDS: Final = 1
"""How many rounds are played on after this one."""
CANDIDATES: Final = 12
"""How many turns are compared at most."""
MARGIN: Final = 0.12
"""How much worse than the best a turn may look to be compared at all."""
CELLS: Final = 6
"""On how many cells each tile is tried."""


class Candidate(Racer):
    """A way through the rest of the turn that is compared with others."""

    def __init__(self, place: int, script: list[int], first: float) -> None:
        super().__init__(place, first)
        self.script = script
        """The decisions that are fixed: all up to the squares, or none beyond a draw from the bag."""


class Futures(Race):
    """Compares turns of the seat on turn."""

    def __init__(self, judgement: Judgement, state: State, effort: Effort, chance: Chance) -> None:
        assert state.turn is not None
        super().__init__(effort, 0, chance)
        self.judgement = judgement
        self.state = state
        self.seat: int = state.turn
        self.last: int = state.round + ROUNDS
        """The round with which a future ends."""

    def future(self, racer: Racer, luck: Chance) -> float:
        assert isinstance(racer, Candidate)
        script = racer.script
        state = self.state.clone()
        for index in script:
            state.step(index, luck)
        self.nodes += len(script)
        while state.turn == self.seat and state.phase != TAKING:
            state.step(self.carefully(state, luck), luck)
            self.nodes += 1
        while state.turn is not None and state.round <= self.last:
            if self.exhausted():
                return UNFINISHED
            state.step(self.judgement.decide(state, luck), luck)
            self.nodes += 1
        return self.judgement.outlook(state)[self.seat]

    def carefully(self, state: State, luck: Chance) -> int:
        """The decision within the turn that looks best with the others in view."""
        legal = state.legal()
        values = self.judgement.appraise([state], legal, 0, luck)
        assert values is not None
        return legal[values.index(max(values))]


def compare_turns(
    judgement: Judgement, turn: TurnPlan, legal: list[int], firsts: list[float], effort: Effort, chance: Chance
) -> list[float]:
    """The outlook of each legal decision of the seat on turn, by the futures of the best turn that begins with it."""
    racers = favourites(ways(turn, legal, firsts), CANDIDATES, MARGIN)
    alive = Futures(judgement, turn.state, effort, chance).compare(racers)
    return weighed(firsts, racers, alive)


def ways(turn: TurnPlan, legal: list[int], firsts: list[float]) -> list[Racer]:
    """The ways through the rest of the turn: tiles of the display with their best cells, and markers that pay there."""
    state = turn.state
    found: list[Racer] = []
    for place in range(len(legal)):
        index = legal[place]
        if state.phase == TAKING and index != TAKE_BAG:
            shown = scoring.SHOWN[index - TAKE]
            for outlook, cell in turn.ranked_cells(shown, CELLS):
                found.append(Candidate(place, [index, PLACE + cell, *turn.marks_at(cell, shown)], outlook))
        elif state.phase == PLACING:
            marks = turn.marks_at(index - PLACE, scoring.SHOWN[state.hand])
            found.append(Candidate(place, [index, *marks], firsts[place]))
        else:
            found.append(Candidate(place, [index], firsts[place]))
    return found
