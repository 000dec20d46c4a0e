"""Many games at once, moved on by one call inside the compiled engine: for self-play at full speed.

    batch = Batch("lumen", games=1024, players=4)
    turns = batch.reset(seed=1)
    turns = batch.step(actions)      # an index for every game

Every row is a game as the seat to move sees it. A game that ends gives its rewards and begins anew in the same call.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lumarium.kernel.chance import Chance
from lumarium.kernel.errors import BadOptions, GameOver, IllegalAction
from lumarium.kernel.game import Game
from lumarium.kernel.given import quoted, whole
from lumarium.kernel.message import Message
from lumarium.kernel.state import State
from lumarium.kernel.view import View

from .choices import PLACE, REWARDS, SCORE, check_choice
from .course import Seeds
from .stepping import advance, seats_to_move
from .utility import utilities
from .variant import Mask, Variant, Vector, number


class Turns(NamedTuple):
    """Where all games stand, one row each, and what the last decisions brought."""

    observations: Vector | None
    """What the seat to move knows (games, size); None for a batch that was told not to observe."""
    masks: Mask
    """What it may do (games, actions); never empty."""
    seats: NDArray[np.intp]
    """Who it is (games)."""
    rewards: Vector
    """Of every seat for the decision before (games, players)."""
    over: NDArray[np.bool_]
    """Which games that decision ended (games); their rows show the beginning of the next one."""


class Batch:
    """So many tables of one game, each with luck of its own."""

    def __init__(
        self,
        game: str,
        games: int,
        players: int | None = None,
        options: Any = None,
        rewards: str = PLACE,
        observe: bool = True,
    ) -> None:
        check_choice("rewards", rewards, REWARDS)
        self.games = number_of_games(games)
        self.variant = Variant(game, players, options)
        self.observation_space = self.variant.observation_space()
        self.action_space = self.variant.action_space()
        self._by_score = rewards == SCORE
        self._observes = observe
        self._seeds = Seeds()
        self._states: list[State] = []

    def reset(self, seed: int | None = None) -> Turns:
        """New games; without a seed the next ones of the last seed."""
        if seed is not None:
            self._seeds = Seeds(seed)
        self._chances = [Chance(self._seeds.next()) for _ in range(self.games)]
        self._states = [self.variant.start(chance) for chance in self._chances]
        self._scores = self._all_scores()
        return self._turns(np.zeros((self.games, self.variant.players), np.float32), [])

    def step(self, actions: Sequence[int] | NDArray[np.integer[Any]]) -> Turns:
        """One decision in every game. If one is illegal it raises, and no game changes."""
        if not self._states:
            self.reset()
        indices = indices_of(actions, self.games, self.variant.game)
        try:
            ended = advance(self._states, indices, self._chances)
        except IllegalAction:
            self._check(indices)
            raise
        rewards = np.zeros((self.games, self.variant.players), np.float32)
        if self._by_score:
            before, self._scores = self._scores, self._all_scores()
            rewards += self._scores - before
        for place in ended:
            if not self._by_score:
                rewards[place] = utilities(self._states[place].ranking)
            self._begin(place)
        return self._turns(rewards, ended)

    def view(self, row: int) -> View:
        """All that the seat to move in a game may know."""
        if not self._states:
            raise GameOver(Message("kernel", "adapters.reset"))
        state = self._states[row_of(row, self.games)]
        return state.view(state.turn)

    def _check(self, indices: list[int]) -> None:
        """Raises for the first game whose action is illegal, and says which one it is."""
        for row, (state, index) in enumerate(zip(self._states, indices, strict=True)):
            try:
                state.check(index)
            except IllegalAction as problem:
                raise placed(problem, row) from None

    def _begin(self, row: int) -> None:
        chance = self._chances[row] = Chance(self._seeds.next())
        state = self._states[row] = self.variant.start(chance)
        if self._by_score:
            self._scores[row] = state.scores

    def _all_scores(self) -> NDArray[np.int64]:
        if not self._by_score:
            return np.zeros((0, self.variant.players), np.int64)
        return np.array([state.scores for state in self._states], np.int64)

    def _turns(self, rewards: Vector, ended: list[int]) -> Turns:
        states = self._states
        over = np.zeros(self.games, np.bool_)
        over[ended] = True
        vectors = self.variant.observe_all(states) if self._observes else None
        return Turns(vectors, self.variant.masks(states), np.array(seats_to_move(states), np.intp), rewards, over)


def number_of_games(given: Any) -> int:
    """At least one."""
    games = whole(given)
    if games is None or games < 1:
        raise BadOptions(Message("kernel", "adapters.games", given=quoted(given)))
    return games


def row_of(given: Any, games: int) -> int:
    """One of so many games."""
    row = whole(given)
    if row is None or row not in range(games):
        raise BadOptions(Message("kernel", "adapters.row", last=games - 1, given=quoted(given)))
    return row


def indices_of(actions: Any, games: int, game: Game) -> list[int]:
    """An action for each of so many games, as plain numbers."""
    if type(actions) is np.ndarray and actions.dtype.kind in "iu" and actions.ndim == 1:
        indices: list[int] = actions.tolist()
    else:
        indices = _whole_numbers(actions, games, game)
    if len(indices) != games:
        raise _refused(games, len(indices))
    return indices


def _whole_numbers(actions: Any, games: int, game: Game) -> list[int]:
    try:
        given = list(actions)
    except TypeError:
        raise _refused(games, quoted(actions)) from None
    indices = []
    for row, action in enumerate(given):
        try:
            indices.append(number(action, game))
        except IllegalAction as problem:
            raise placed(problem, row) from None
    return indices


def _refused(games: int, given: int | str) -> BadOptions:
    return BadOptions(Message("kernel", "adapters.actions", games=games, given=given))


def placed(problem: IllegalAction, row: int) -> IllegalAction:
    """The same with the row in which it was illegal."""
    return IllegalAction(Message("kernel", "adapters.illegal", row=row, reason=problem.reason))
