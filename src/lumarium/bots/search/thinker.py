"""What all levels share: they see a view, imagine worlds behind it, and judge their decisions there."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from lumarium.kernel.action import Action
from lumarium.kernel.chance import Chance
from lumarium.kernel.game import Game
from lumarium.kernel.judgement import Judgement
from lumarium.kernel.message import Message
from lumarium.kernel.registry import game as find_game
from lumarium.kernel.state import State
from lumarium.kernel.view import View

from .budget import Budget


class Candidate(NamedTuple):
    """A decision with what the bot thinks of it."""

    action: Action
    outlook: float
    """From 0 to 1: the odds of winning, with a little for the other places."""
    points: float
    """The points with which the seat can expect to end the game."""
    reason: Message


class Thinker(ABC):
    """A bot that imagines. A level writes `values`."""

    budget = Budget(nodes=1)

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = budget or type(self).budget

    def choose(self, view: View, legal: Sequence[Action], chance: Chance) -> Action:
        """One of the legal actions; at once if there is only one."""
        if len(legal) == 1:
            return legal[0]
        values = self.values(Position(view, chance), chance)
        return legal[max(range(len(legal)), key=values.__getitem__)]

    def explain(self, view: View, chance: Chance, most: int = 5) -> list[Candidate]:
        """The best decisions, the best first, with an estimate and a reason."""
        position = Position(view, chance)
        values = self.values(position, chance)
        order = sorted(range(len(values)), key=lambda place: -values[place])[:most]
        return [position.candidate(position.legal[place], values[place], chance) for place in order]

    @abstractmethod
    def values(self, position: Position, chance: Chance) -> list[float]:
        """The outlook of each legal decision."""


class Position:
    """A view with the worlds behind it."""

    def __init__(self, view: View, chance: Chance) -> None:
        self.view = view
        self.game: Game = find_game(view.game)
        self.judgement: Judgement = self.game.judgement
        self.legal = list(view.legal)
        self._chance = chance

    def worlds(self, number: int) -> list[State]:
        """So many states that the seat cannot tell from the truth; one is enough where only luck is hidden."""
        if not self.game.private:
            number = 1
        return [self.game.imagine(self.view, self._chance) for _ in range(number)]

    def candidate(self, index: int, outlook: float, chance: Chance) -> Candidate:
        """A decision explained."""
        (state,) = self.worlds(1)[:1]
        reason = self.judgement.reason(state, index)
        seat = self.view.seat
        assert seat is not None
        state.step(index, chance)
        return Candidate(self.game.actions[index], outlook, self.judgement.forecast(state)[seat], reason)
