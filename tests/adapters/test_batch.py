"""Many games at once: each row is a game of its own, as the game itself has it."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import lumarium
from lumarium import BadOptions, Chance, GameOver, IllegalAction, UnknownGame
from lumarium.adapters.batch import Batch, Turns
from lumarium.adapters.stepping import CHUNK
from lumarium.adapters.utility import utilities
from lumarium.conformance.case import everything
from tests.adapters.referee import CASES, Referee, allowed, illegal

every_case = pytest.mark.parametrize(("name", "players"), CASES)


def seeds(batch: Batch) -> list[int | str]:
    return [chance.seed for chance in batch._chances]


@pytest.mark.parametrize("rewards", ["place", "score"])
@every_case
def test_rows_are_games(name: str, players: int, rewards: str, long: bool) -> None:
    """Seat, mask, observation and rewards at every step, through the ends of games."""
    size = 40 if long else 2
    batch = Batch(name, size, players, rewards=rewards)
    turns = batch.reset(seed=8)
    referees = [Referee(name, players, seed) for seed in seeds(batch)]
    ended = 0
    while ended < size:
        before = [referee.state.scores for referee in referees]
        actions = []
        for row, referee in enumerate(referees):
            seat = referee.state.turn
            assert seat is not None
            assert turns.seats[row] == seat
            assert allowed(turns.masks[row]) == referee.state.legal()
            assert turns.observations is not None
            assert np.array_equal(turns.observations[row], referee.vector(seat))
            assert batch.view(row) == referee.state.view(seat)
            actions.append(referee.decide())
            referee.play(actions[-1])
        turns = batch.step(np.array(actions))
        for row, referee in enumerate(referees):
            state = referee.state
            assert turns.over[row] == state.over
            changes = [now - then for now, then in zip(state.scores, before[row], strict=True)]
            worth = utilities(state.ranking) if state.over else [0.0] * players
            assert turns.rewards[row].tolist() == pytest.approx(changes if rewards == "score" else worth)
            if state.over:
                referees[row] = Referee(name, players, seeds(batch)[row])
                ended += 1


@every_case
def test_rows_of_many_games(name: str, players: int) -> None:
    """They are written chunk by chunk."""
    batch = Batch(name, 2 * CHUNK + 3, players)
    turns = batch.reset(seed=5)
    for _ in range(12):
        for row, state in enumerate(batch._states):
            assert turns.observations is not None
            assert (
                turns.observations[row].tolist()
                == batch.variant.game.features.observe(state, int(turns.seats[row])).tolist()
            )
            assert allowed(turns.masks[row]) == state.legal()
        turns = batch.step(first_actions(turns))


@pytest.mark.parametrize("name", lumarium.games())
def test_a_new_batch_can_be_copied_and_pickled(name: str) -> None:
    first = Batch(name, 3).reset(seed=2)
    for twin in (copy.deepcopy(Batch(name, 3)), pickle.loads(pickle.dumps(Batch(name, 3)))):  # noqa: S301  # our own
        turns = twin.reset(seed=2)
        for row, other in zip(turns, first, strict=True):
            assert row is not None
            assert other is not None
            assert np.array_equal(row, other)


@pytest.mark.parametrize("name", lumarium.games())
def test_a_batch_in_progress_can_be_copied(name: str) -> None:
    batch = Batch(name, 3)
    turns = batch.reset(seed=2)
    for _ in range(8):
        turns = batch.step(first_actions(turns))
    twin = copy.deepcopy(batch)
    with pytest.raises(TypeError, match="record"):
        pickle.dumps(batch)
    for _ in range(4):
        own, other = batch.step(first_actions(turns)), twin.step(first_actions(turns))
        assert [part.tolist() for part in own if part is not None] == [
            part.tolist() for part in other if part is not None
        ]
        turns = own


@every_case
def test_hidden_things_change_nothing(name: str, players: int) -> None:
    """Another truth behind the views of the seats to move: no row changes."""
    batch, luck = Batch(name, 2, players), Chance("swap")
    turns = batch.reset(seed=3)
    for _ in range(25):
        turns = batch.step(first_actions(turns))
    views = [batch.view(0), batch.view(1)]
    batch._states = [batch.variant.game.imagine(view, luck) for view in views]
    other = batch._turns(turns.rewards, [])
    assert turns.observations is not None
    assert other.observations is not None
    assert turns.observations.tobytes() == other.observations.tobytes()
    assert turns.masks.tobytes() == other.masks.tobytes()
    assert [batch.view(0), batch.view(1)] == views


def first_actions(turns: Turns) -> Any:
    return turns.masks.argmax(axis=1)


def course(batch: Batch, seed: int | None, steps: int = 30) -> list[bytes]:
    turns = batch.reset(seed)
    seen = []
    for _ in range(steps):
        assert turns.observations is not None
        seen.append(turns.observations.tobytes() + turns.masks.tobytes() + turns.seats.tobytes())
        turns = batch.step(first_actions(turns))
    return seen


@every_case
def test_seeds(name: str, players: int) -> None:
    batch, twin = Batch(name, 3, players), Batch(name, 3, players)
    games = [course(batch, seed) for seed in (1, 2, None)]
    assert games[0] != games[1] != games[2]
    assert [course(twin, seed) for seed in (1, 2, None)] == games


def test_games_of_a_batch_differ() -> None:
    batch = Batch("lumen", 50)
    turns = batch.reset(seed=1)
    assert turns.observations is not None
    assert len({row.tobytes() for row in turns.observations}) == 50
    assert len(set(seeds(batch))) == 50


@pytest.mark.parametrize("name", lumarium.games())
def test_an_illegal_action_changes_no_game(name: str) -> None:
    batch = Batch(name, 3)
    turns = batch.reset(seed=1)
    before = [everything(state) for state in batch._states]
    actions = first_actions(turns)
    actions[2] = illegal(allowed(turns.masks[2]), batch.variant.actions)
    with pytest.raises(IllegalAction, match="game 2 of the batch: "):
        batch.step(actions)
    assert [everything(state) for state in batch._states] == before
    batch.step(first_actions(turns))


def test_spaces() -> None:
    batch = Batch("luminos", 2, 3)
    turns = batch.reset(seed=1)
    assert turns.observations is not None
    assert all(row in batch.observation_space for row in turns.observations)
    assert batch.action_space.n == len(lumarium.game("luminos").actions)


def test_without_observations() -> None:
    batch = Batch("nomads", 4, 2, observe=False)
    turns = batch.reset(seed=1)
    for _ in range(300):
        turns = batch.step(first_actions(turns).tolist())
    assert turns.observations is None
    assert turns.masks.any(axis=1).all()


def test_it_begins_by_itself() -> None:
    turns = Batch("nomads", 1).step([0])
    assert turns.seats.shape == (1,)


@pytest.mark.parametrize(
    ("choices", "error", "words"),
    [
        ({"game": "lumn"}, UnknownGame, "lumen"),
        ({"games": 0}, BadOptions, "at least one"),
        ({"games": 2.5}, BadOptions, "at least one"),
        ({"players": 2}, BadOptions, "3 to 5"),
        ({"rewards": "money"}, BadOptions, "place, score"),
    ],
)
def test_mistakes_have_names(choices: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        Batch(**{"game": "lumen", "games": 2, **choices})


def test_one_action_for_each_game() -> None:
    batch = Batch("lumen", 3)
    batch.reset(seed=1)
    with pytest.raises(BadOptions, match="3 actions, not 2"):
        batch.step([0, 0])
    for none in (None, 3):
        with pytest.raises(BadOptions, match=f"3 actions, not {none}"):
            batch.step(none)  # type: ignore[arg-type]  # on purpose
    with pytest.raises(IllegalAction, match="game 0 of the batch: there is no action"):
        batch.step(np.array([0.5, 0.5, 0.5]))


def test_views_of_rows() -> None:
    batch = Batch("lumen", np.int64(3))  # type: ignore[arg-type]  # a number as many have one
    with pytest.raises(GameOver, match="reset"):
        batch.view(0)
    turns = batch.reset(seed=1)
    assert [batch.view(row).seat for row in range(3)] == turns.seats.tolist()
    assert batch.view(np.int64(1)) == batch.view(1)  # type: ignore[arg-type]  # a number as many have one
    for row in (-1, 3, "0", 1.0, True):
        with pytest.raises(BadOptions, match="0 to 2"):
            batch.view(row)  # type: ignore[arg-type]  # on purpose
