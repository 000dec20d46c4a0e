"""What the adapters for learning share: a game set up once and started often, its spaces, vectors and masks."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from lumarium.kernel.chance import Chance
from lumarium.kernel.errors import IllegalAction
from lumarium.kernel.game import Game
from lumarium.kernel.given import quoted, whole
from lumarium.kernel.message import Message
from lumarium.kernel.state import State

from .choices import find
from .stepping import Onlooker

Vector = NDArray[np.float32]
Mask = NDArray[np.int8]
FLOATS = np.dtype(np.float32)
FLAGS = np.dtype(np.int8)


def number(action: Any, game: Game) -> int:
    """An action as Python's own integer, also out of an array of one; whatever is none is no legal action."""
    index = whole(action.item() if isinstance(action, np.ndarray) and action.size == 1 else action)
    if index is not None:
        return index
    facts = {"index": quoted(action), "game": game.name, "last": len(game.actions) - 1}
    raise IllegalAction(Message("kernel", "action.range", **facts))


class Variant:
    """A game with a number of players and options."""

    def __init__(self, name: str, players: int | None = None, options: Any = None) -> None:
        self.game = find(name)
        self.options = self.game.options(options)
        wanted = self.game.counts(self.options)[0] if players is None else players
        self.players = self.game.start(wanted, Chance(0), self.options).players  # refuses a wrong number of players
        self.actions = len(self.game.actions)
        self.size = self.game.features.size(self.players)
        self._onlooker = Onlooker(self.game.features, self.players, self.options, self.actions)

    def __reduce__(self) -> tuple[object, ...]:
        return Variant, (self.game.name, self.players, self.options)  # the onlooker can be made anew, and not be copied

    def start(self, chance: Chance) -> State:
        """A new game, without a second look at players and options."""
        return self.game.begin(self.players, self.options, chance)

    def observation_space(self) -> spaces.Space[Any]:
        """The bounds of the vector, part by part."""
        layout = self.game.features.layout(self.players)
        sizes = [part.size for part in layout]
        low = np.repeat(np.array([part.low for part in layout], np.float32), sizes)
        high = np.repeat(np.array([part.high for part in layout], np.float32), sizes)
        return spaces.Box(low, high, dtype=np.float32)

    def mask_space(self) -> spaces.Space[Any]:
        """One flag for each action."""
        return spaces.Box(0, 1, (self.actions,), np.int8)

    def action_space(self) -> spaces.Discrete:
        """All actions by index."""
        return spaces.Discrete(self.actions)

    def observe(self, state: State, seat: int) -> Vector:
        """What the seat knows, as a new vector; it has to be one of the table."""
        return np.frombuffer(self._onlooker.vector(state, seat), FLOATS)

    def observe_all(self, states: list[State]) -> Vector:
        """What the seats to move know, row by row."""
        rows = np.empty((len(states), self.size), np.int32)
        self._onlooker.vectors(states, rows.data.cast("B").cast("i"))
        return rows.view(FLOATS)

    def mask(self, state: State, seat: int) -> Mask:
        """What the seat may do now, as a new mask: nothing unless the decision is its own."""
        return np.frombuffer(self._onlooker.mask(state, seat), FLAGS)

    def masks(self, states: list[State]) -> Mask:
        """What the seats to move may do, row by row."""
        return np.frombuffer(self._onlooker.masks(states), FLAGS).reshape(len(states), self.actions)

    def open_mask(self) -> Mask:
        """The mask of a game that is over: nothing counts any more, and no share of nothing has to be taken."""
        return np.ones(self.actions, np.int8)
