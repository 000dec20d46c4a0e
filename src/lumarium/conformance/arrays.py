"""The two tellings of the rules agree: engine and arrays play the same games with the same picks.

Importing this module imports JAX, so it is no part of the suite that needs nothing but the engine.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import numpy as np
from numpy.typing import NDArray

from lumarium.adapters.stepping import Onlooker, seats_to_move
from lumarium.kernel.arrays import NOBODY, Arrays, given
from lumarium.kernel.chance import Chance
from lumarium.kernel.luck import RecordingChance
from lumarium.kernel.state import State

from .case import TOO_LONG, Case

MOST_PICKS = 128
"""No decision and no beginning takes more."""


class Look(NamedTuple):
    """All that is compared of a batch of games before each decision, one row for each game."""

    turn: Any
    legal: Any
    scores: Any
    places: Any
    own: Any = None
    """What the seat to move observes; seat 0 once the game is over."""
    other: Any = None
    """What another seat observes, a different one from decision to decision."""


def agree(case: Case, games: int, seed: int, batch: int = 50, every: int = 1) -> int:
    """Plays at least so many random games in both, `batch` at once, and raises at the first difference; gives the
    number of positions that were compared, the last one of each game among them. Observations are compared before one
    in `every` decisions."""
    told = Retelling(case)
    return sum(
        Course(case, [f"{seed}/{number}" for number in range(first, first + batch)]).compare(told, every)
        for first in range(0, games, batch)
    )


class Retelling:
    """A case as arrays, compiled once."""

    def __init__(self, case: Case) -> None:
        arrays: Arrays[Any] = case.game.arrays(case.players, case.options)

        def init(picks: Any) -> Any:
            return arrays.init(given(picks))

        def step(state: Any, action: Any, picks: Any) -> Any:
            return arrays.step(state, action, given(picks))

        def glance(state: Any) -> Look:
            told = arrays.turn(state), arrays.legal_action_mask(state), arrays.scores(state), arrays.places(state)
            return Look(*told)

        def look(state: Any, own: Any, other: Any) -> Look:
            return glance(state)._replace(own=arrays.observe(state, own), other=arrays.observe(state, other))

        self.init, self.step = jax.jit(jax.vmap(init)), jax.jit(jax.vmap(step))
        self.glance, self.look = jax.jit(jax.vmap(glance)), jax.jit(jax.vmap(look))


class Course:
    """A batch of games in the engine, with the luck of these seeds."""

    def __init__(self, case: Case, seeds: list[str]) -> None:
        self.case = case
        self.seeds = seeds
        self.lucks = [RecordingChance(Chance(seed)) for seed in seeds]
        self.moves = [Chance(seed).fork("moves") for seed in seeds]
        self.states = [case.start(luck) for luck in self.lucks]
        self.onlooker = Onlooker(case.game.features, case.players, case.options, len(case.game.actions))

    def compare(self, told: Retelling, every: int) -> int:
        """Plays all games to their ends in both; gives the number of positions."""
        state = told.init(self.picks())
        live = np.ones(len(self.states), bool)
        positions = 0
        for number in range(TOO_LONG):
            if not live.any():
                return positions
            positions += int(live.sum())
            own = np.array(seats_to_move(self.states), np.int32)
            other = (own + 1 + number % (self.case.players - 1)) % self.case.players
            watched = number % every == 0
            found = told.look(state, own, other) if watched else told.glance(state)
            self.check(self.look(other if watched else None), found, live, number)
            live = np.array([each.turn is not None for each in self.states])
            state = told.step(state, self.decide(), self.picks())
        raise AssertionError(f"{self.case}: no end within {TOO_LONG} decisions")

    def look(self, other: NDArray[np.int32] | None) -> Look:
        """How all games stand; with a seat for each of them also what it and the seat to move see."""
        states = self.states
        turn = np.array([NOBODY if state.turn is None else state.turn for state in states])
        legal = np.frombuffer(self.onlooker.masks(states), bool).reshape(len(states), -1)
        scores, places = np.array([state.scores for state in states]), np.array([state.ranking for state in states])
        if other is None:
            return Look(turn, legal, scores, places)
        own = np.empty((len(states), self.case.game.features.size(self.case.players)), np.int32)
        self.onlooker.vectors(states, own.data.cast("B").cast("i"))
        vectors = [self.onlooker.vector(state, seat) for state, seat in zip(states, other.tolist(), strict=True)]
        others = np.frombuffer(b"".join(vectors), np.float32).reshape(own.shape)
        return Look(turn, legal, scores, places, own.view(np.float32), others)

    def decide(self) -> NDArray[np.int32]:
        """One decision in every game that is not over; tells which."""
        actions = np.zeros(len(self.states), np.int32)
        for row, (state, luck, moves) in enumerate(zip(self.states, self.lucks, self.moves, strict=True)):
            if state.turn is not None:
                actions[row] = self.choice(state, moves)
                state.step(int(actions[row]), luck)
        return actions

    def choice(self, state: State, moves: Chance) -> int:
        """The decision in one game; who wants to see rare things overrides it."""
        return moves.choice(state.legal())

    def picks(self) -> NDArray[np.int32]:
        """The luck since the last time, row by row."""
        rows = np.zeros((len(self.lucks), MOST_PICKS), np.int32)
        for row, luck in zip(rows, self.lucks, strict=True):
            picks = luck.take()
            row[: len(picks)] = picks
        return rows

    def check(self, truth: Look, found: Look, live: NDArray[np.bool_], number: int) -> None:
        """Raises at the first difference in a game that goes on."""
        for name, wanted, told in zip(Look._fields, truth, found, strict=True):
            if wanted is None:
                continue
            differs = (wanted != np.asarray(told)).reshape(len(live), -1) & live[:, None]
            if differs.any():
                row = int(np.argmax(differs.any(1)))
                wrong = np.flatnonzero(differs[row]).tolist()
                engine, arrays = np.atleast_1d(wanted[row]), np.atleast_1d(np.asarray(told)[row])
                shown = [f"{self.place(name, each)} {engine[each]}, not {arrays[each]}" for each in wrong[:8]]
                where = f"seed {self.seeds[row]}, decision {number}, {name}"
                self.case.need(False, f"{where}: {len(wrong)} numbers differ: in the engine {'; '.join(shown)}")

    def place(self, name: str, index: int) -> str:
        """A number of the look in words."""
        if name == "legal":
            return self.case.game.actions[index].notation
        if name not in ("own", "other"):
            return f"seat {index}"
        starts = self.case.game.features.starts(self.case.players)
        part = int(np.searchsorted(starts, index, side="right")) - 1
        return f"{self.case.game.features.layout(self.case.players)[part].name}[{index - starts[part]}]"
