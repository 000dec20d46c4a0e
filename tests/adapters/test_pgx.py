"""The games under pgx's interface: its own test, its wrapper, a search of mctx, the rewards of the other adapters."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, get_args

import pytest

import lumarium
from lumarium import BadOptions, Chance
from lumarium.kernel.game import Game
from lumarium.kernel.registry import games

if not all(map(find_spec, ("jax", "pgx", "mctx"))):
    pytest.skip('no JAX: .venv/bin/pip install -c constraints.txt ".[jax]"', allow_module_level=True)

import jax
import jax.numpy as jnp
import numpy as np

TABLES = [
    (name, players)
    for name in games()
    if type(lumarium.game(name)).as_arrays is not Game.as_arrays
    for players in lumarium.game(name).players
]
FIRST = [next(table for table in TABLES if table[0] == name) for name in dict(TABLES)]
EXAMPLE = Path(__file__).parents[2] / "examples" / "train_arrays.py"
API_SHORT, API_LONG = 2, 20


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """pgx and chex still use names that JAX has deprecated."""
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        yield


def _random_action(legal: Any, key: Any) -> Any:
    return jax.random.categorical(key, jnp.where(legal, 0.0, -jnp.inf))


# What is not compiled as a whole is compiled operation by operation, which takes ten times as long.
random_action: Any = jax.jit(_random_action)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Each of these takes seconds to compile: the short run has one, the long run all."""
    long = metafunc.config.getoption("--long")
    if "table" in metafunc.fixturenames:
        metafunc.parametrize("table", TABLES if long else TABLES[:1])
    if "searched" in metafunc.fixturenames:
        metafunc.parametrize("searched", FIRST if long else [table for table in FIRST if table[0] == "luminos"])
    if "spread" in metafunc.fixturenames:
        metafunc.parametrize("spread", FIRST if long else FIRST[:1])


def test_the_test_of_pgx_passes(table: tuple[str, int], long: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    from pgx._src import api_test
    from pgx.core import EnvId

    from lumarium.adapters.pgx import make

    env = make(*table)
    # It knows pgx's own games by name; and its way to act in a single game fails on this JAX, for pgx's games too.
    monkeypatch.setattr(api_test, "EnvId", Literal[(*get_args(EnvId), env.id)])
    monkeypatch.setattr(api_test, "act_randomly", jax.jit(lambda key, legal: random_action(legal, key)))
    api_test.api_test(env, API_LONG if long else API_SHORT)


def test_a_search_of_mctx_runs(searched: tuple[str, int]) -> None:
    import mctx

    from lumarium.adapters.pgx import make

    env, batch = make(*searched), 2
    keys = jax.random.split(jax.random.key(1), batch)
    state = jax.jit(jax.vmap(env.init))(keys)

    def recurrent(_params: Any, key: Any, action: Any, state: Any) -> tuple[Any, Any]:
        mover = state.current_player
        state = jax.vmap(env.step)(state, action, jax.random.split(key, batch))
        rows = jnp.arange(batch)
        output = mctx.RecurrentFnOutput(
            reward=state.rewards[rows, mover],
            discount=jnp.where(state.terminated, 0.0, jnp.where(state.current_player == mover, 1.0, -1.0)),
            prior_logits=jnp.where(state.legal_action_mask, 0.0, -jnp.inf),
            value=jnp.zeros(batch),
        )
        return output, state

    root = mctx.RootFnOutput(
        prior_logits=jnp.where(state.legal_action_mask, 0.0, -1e9), value=jnp.zeros(batch), embedding=state
    )
    search = mctx.gumbel_muzero_policy(
        params=(),
        rng_key=jax.random.key(2),
        root=root,
        recurrent_fn=recurrent,
        num_simulations=4,
        invalid_actions=~state.legal_action_mask,
        max_num_considered_actions=4,
    )
    assert all(state.legal_action_mask[row, search.action[row]] for row in range(batch))


def test_rewards_are_those_of_the_other_adapters() -> None:
    from lumarium.adapters.pgx import make
    from lumarium.adapters.utility import utilities

    key = jax.random.key(3)
    place, score = make("lumen", 3, observe=False), make("lumen", 3, rewards="score", observe=False)
    states = [jax.jit(env.init)(key) for env in (place, score)]
    steps = [jax.jit(env.step) for env in (place, score)]
    points = np.zeros(3)
    while not states[0].terminated:
        key, choosing, luck = jax.random.split(key, 3)
        action = random_action(states[0].legal_action_mask, choosing)
        states = [step(state, action, luck) for step, state in zip(steps, states, strict=True)]
        points += states[1].rewards
        assert states[0].terminated or not states[0].rewards.any()
    ended = states[0]._position
    assert ended.totals.tolist() == points.tolist()
    assert ended.totals.tolist() == jax.jit(place.arrays.scores)(ended).tolist()
    worth = utilities(jax.jit(place.arrays.places)(ended).tolist())
    np.testing.assert_allclose(states[0].rewards, worth)
    again = steps[0](states[0], 0, key)
    assert again.terminated
    assert not again.rewards.any()


def test_what_a_place_is_worth() -> None:
    from lumarium.adapters.rollout import utilities as worth
    from lumarium.adapters.utility import utilities

    for places in ([1, 2], [1, 1], [2, 1, 2], [1, 3, 1, 4], [4, 1, 2, 5, 2]):
        np.testing.assert_allclose(jax.jit(worth)(jnp.array(places)), utilities(places), atol=1e-6)


def test_an_illegal_action_ends_the_game_and_costs_its_player() -> None:
    from lumarium.adapters.pgx import make

    env = make("lumen", 4, observe=False)
    before = jax.jit(env.init)(jax.random.key(4))
    after = jax.jit(env.step)(before, jnp.int32(30), jax.random.key(5))
    assert after.terminated
    assert after.rewards.tolist() == [-1.0 if seat == before.current_player else 0.0 for seat in range(4)]
    assert jax.tree.all(jax.tree.map(lambda one, other: (one == other).all(), before._position, after._position))


def test_a_game_that_ended_begins_anew() -> None:
    from lumarium.adapters.pgx import auto_reset, make

    env, games = make("lumen", 3, observe=False), 4
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    key = jax.random.key(6)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, games))
    for decision in range(1, 135):
        key, choosing, luck = jax.random.split(key, 3)
        action = random_action(state.legal_action_mask, choosing)
        state = step(state, action, jax.random.split(luck, games))
        assert state.terminated.all() == state.terminated.any() == (decision == 132)
        assert bool(state.rewards.any()) == (decision == 132)
        assert (state._position.deal == (1 if decision > 131 else decision // 33 + 1)).all()
    assert len({tuple(hand.ravel().tolist()) for hand in state._position.owner}) == games


def test_random_games_in_one_loop() -> None:
    from lumarium.adapters.pgx import make

    course = make("lumen", 3).rollout(jax.random.key(7), games=8, decisions=2 * 132, observe=True)
    assert course.ended == 16
    assert float(course.returns.sum()) == pytest.approx(0, abs=1e-4)
    assert course.seen > 0


def test_a_random_action_is_any_legal_one_alike() -> None:
    from lumarium.adapters.rollout import at_random

    legal = np.zeros(71, bool)
    legal[[0, 15, 16, 40, 70]] = True
    actions = jax.jit(partial(at_random, None))(jnp.broadcast_to(legal, (5000, 71)), jax.random.key(8))
    counts = np.bincount(np.asarray(actions), minlength=71)
    assert counts[~legal].sum() == 0
    assert abs(counts[legal] - 1000).max() < 150


def test_several_devices_share_a_batch(spread: tuple[str, int]) -> None:
    """As many as XLA pretends to have on a CPU, which has to be said before JAX begins: in another process."""
    program = """
import sys, jax, numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec
from lumarium.adapters.pgx import make
env = make(sys.argv[1], int(sys.argv[2]), observe=False)
split = NamedSharding(Mesh(np.array(jax.devices()), ("games",)), PartitionSpec("games"))
keys = jax.device_put(jax.random.split(jax.random.key(9), 8), split)
init = jax.jit(jax.vmap(env.init))
state = init(keys)
step = jax.jit(jax.vmap(env.step))
for _ in range(5):
    state = step(state, state.legal_action_mask.argmax(1), keys)
alone = init(jax.device_put(keys, jax.devices()[0]))
for _ in range(5):
    alone = step(alone, alone.legal_action_mask.argmax(1), jax.device_put(keys, jax.devices()[0]))
assert {len(leaf.sharding.device_set) for leaf in jax.tree.leaves(state)} == {4}
assert jax.tree.all(jax.tree.map(lambda one, other: bool((np.asarray(one) == np.asarray(other)).all()), state, alone))
"""
    flags = {"XLA_FLAGS": "--xla_force_host_platform_device_count=4", "JAX_PLATFORMS": "cpu"}
    subprocess.run([sys.executable, "-c", program, *map(str, spread)], check=True, env={**os.environ, **flags})


def test_the_example_learns(tmp_path: Path) -> None:
    saved = tmp_path / "weights.npz"
    program = [sys.executable, str(EXAMPLE), "--seconds", "0.1", "--games", "8", "--length", "8", "--hidden", "8"]
    told = subprocess.run([*program, "--save", str(saved)], check=True, capture_output=True, text=True).stdout
    assert [line.split(":")[0] for line in told.splitlines()][:2] == ["before", "after"]
    with np.load(saved) as weights:
        assert [weights[name].shape for name in weights.files][-4:] == [(8, 71), (71,), (8, 1), (1,)]


def test_what_is_wrong_is_said() -> None:
    from lumarium.adapters.pgx import make

    with pytest.raises(BadOptions, match="rewards is one of place, score, not “money”"):
        make("lumen", rewards="money")
    with pytest.raises(BadOptions, match="lumen is for 3 to 5 players, not 2"):
        make("lumen", players=2)
    env = make("lumen", observe=False)
    state = jax.jit(env.init)(jax.random.key(0))
    with pytest.raises(BadOptions, match="needs a key"):
        env.step(state, 0)


def test_observations_are_those_of_the_features() -> None:
    from lumarium.adapters.pgx import make
    from lumarium.kernel.arrays import given
    from lumarium.kernel.luck import RecordingChance

    luck = RecordingChance(Chance(7))
    engine = lumarium.game("lumen").start(4, luck)
    env = make("lumen", 4)
    state = jax.jit(env.arrays.init)(given(luck.take()))
    wanted = lumarium.game("lumen").features.observe(engine, 2)
    assert np.array_equal(jax.jit(env.arrays.observe)(state, 2), wanted)
