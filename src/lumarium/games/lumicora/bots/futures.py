"""Plays on from each way through a turn that looks good, some rounds deep and with the same luck for all, and compares.

On the way everybody plans whole turns, with an eye on the next seat: among weaker players a future tells nothing.
"""

from __future__ import annotations

from typing import Final

from lumarium.games.lumicora.rules.indices import FEEDING, SCORING
from lumarium.games.lumicora.rules.state import State
from lumarium.kernel.chance import Chance
from lumarium.kernel.effort import Effort
from lumarium.kernel.judgement import Judgement
from lumarium.kernel.racing import UNFINISHED, Race, Racer, is_behind

from .glance import best_scoring, play_turn

CANDIDATES: Final = 10
"""How many ways are compared at most."""
MARGIN: Final = 6.0
"""How many points behind the best a way may look to be compared at all."""
HORIZON: Final = 6
"""How many turns are played on at least, in whole rounds."""


class Candidate(Racer):
    """A way through the rest of the turn that is compared with others."""

    def __init__(self, place: int, script: list[int], first: float) -> None:
        super().__init__(place, first)
        self.script = script
        """All decisions up to the end of the turn."""


class Futures(Race):
    """Compares the ways through a turn."""

    def __init__(self, judgement: Judgement, state: State, effort: Effort, chance: Chance) -> None:
        assert state.turn is not None
        super().__init__(effort, 0, chance)
        self.judgement = judgement
        self.state = state
        self.seat: int = state.turn
        self.last: int = state.round + (HORIZON + state.players - 1) // state.players
        """The round before which a future ends."""

    def is_behind(self, one: Racer, other: Racer) -> bool:
        """Ways whose futures all end alike make no difference."""
        return one.seen == other.seen or is_behind(one, other)

    def future(self, racer: Racer, luck: Chance) -> float:
        assert isinstance(racer, Candidate)
        script = racer.script
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
