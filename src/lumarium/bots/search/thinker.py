"""What all levels share: they imagine worlds behind what their seat sees, and judge their decisions there."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
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
        return legal[_best(self.values(Position.seen(view, chance), chance), len(legal))]

    def decide(self, position: Position, chance: Chance) -> int:
        """The same by index, in a position with a choice."""
        return position.legal[_best(self.values(position, chance), len(position.legal))]

    def explain(self, view: View, chance: Chance, most: int = 5) -> list[Candidate]:
        """The best decisions, the best first, with an estimate and a reason."""
        position = Position.seen(view, chance)
        values = self.values(position, chance)
        order = sorted(range(len(values)), key=lambda place: -values[place])[:most]
        return [position.candidate(position.legal[place], values[place], chance) for place in order]

    @abstractmethod
    def values(self, position: Position, chance: Chance) -> list[float]:
        """The outlook of each legal decision."""


def _best(values: list[float], legal: int) -> int:
    return max(range(legal), key=values.__getitem__)


class Position:
    """A seat's side of a game: all that its bot can ask for, and nothing of it tells what the seat may not know."""

    def __init__(self, game: Game, look: Callable[[], View], imagine: Callable[[int], list[State]]) -> None:
        """`look` gives the seat's view, and `imagine` so many states as `Game.resample` does."""
        self.game = game
        self.judgement: Judgement = game.judgement
        self.legal: list[int] = []
        """The legal decisions, as indices; whoever asks the bot says which they are."""
        self._look = look
        self._imagine = imagine

    @classmethod
    def seen(cls, view: View, chance: Chance) -> Position:
        """What is behind a view."""
        game = find_game(view.game)
        position = cls(game, lambda: view, lambda number: [game.imagine(view, chance) for _ in range(number)])
        position.legal = list(view.legal)
        return position

    @property
    def view(self) -> View:
        """All that the seat knows; it is made when it is asked for."""
        return self._look()

    def worlds(self, number: int) -> list[State]:
        """So many states that the seat cannot tell from the truth; one is enough where only luck is hidden."""
        return self._imagine(number if self.game.private else 1)

    def candidate(self, index: int, outlook: float, chance: Chance) -> Candidate:
        """A decision explained."""
        (state,) = self.worlds(1)
        seat = state.turn
        assert seat is not None
        reason = self.judgement.reason(state, index)
        state.step(index, chance)
        return Candidate(self.game.actions[index], outlook, self.judgement.forecast(state)[seat], reason)
