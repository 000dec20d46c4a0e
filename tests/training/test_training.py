"""From nothing to a bot: a network plays itself, learns, is gone on with, shipped and asked. On a CPU, for seconds."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("jax", reason="`pip install lumarium[jax]` (./test --system does) brings JAX")

import jax
import jax.numpy as jnp
import numpy as np

import lumarium
from lumarium import Chance
from lumarium.bots.search.card import CARD, NETWORK
from lumarium.bots.search.network import Network, inputs, observe
from lumarium.kernel.judgement import placing
from lumarium.training import network as learning_network
from lumarium.training.checkpoint import load
from lumarium.training.learning import Diet, Manner, begin, learn
from lumarium.training.selfplay import Lesson, Steps, Table, advantages, outlook, pieces
from lumarium.training.shipping import ship
from lumarium.training.trainer import SCATTERED, Plan, Trainer, scattered

GAME = "lumen"
SMALL = Plan(0.0, games=16, length=8, width=16, layers=1, parts=2)


def run(*arguments: str) -> str:
    """A command of the room."""
    call = [sys.executable, "-m", *arguments]
    done = subprocess.run(call, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_bot_is_copied_and_its_copy_trained_gone_on_with_shipped_and_asked(tmp_path: Path) -> None:
    game = lumarium.game(GAME)
    small = ["--width", "32", "--layers", "1"]
    watched = ["--bot", "random", "--decisions", "1100", "--epochs", "1", "--jobs", "1", "--folder", str(tmp_path)]
    run("lumarium.training.cloning", GAME, *watched, *small)
    train = (
        *("lumarium.training", GAME, "--minutes", "0.02", "--games", "32", "--length", "8", "--parts", "2"),
        *("--tables", "3", "--folder", str(tmp_path / "run"), *small),
        *("--start", str(tmp_path / f"{GAME}-random.npz"), "--against", str(tmp_path / f"{GAME}-random.npz")),
    )
    assert "decisions 256" in run(*train)
    run(*train)
    told = [json.loads(line)["decisions"] for line in (tmp_path / "run" / "log.jsonl").read_text("utf-8").splitlines()]
    assert told == sorted(set(told))
    assert told[0] == 32 * 8
    shape = learning_network.Shape(inputs(game), len(game.actions), 32, 1)
    fresh = learning_network.fresh(jax.random.key(0), shape)
    critic = learning_network.fresh(jax.random.key(0), shape._replace(inputs=2 * inputs(game), actions=1))
    network, _, facts = load(tmp_path / "run" / "checkpoint.npz", (fresh, critic))
    assert (facts["game"], facts["width"], facts["layers"]) == (GAME, 32, 1)
    assert facts["decisions"] >= told[-1] > told[0]
    run(
        "lumarium.training.shipping", GAME, str(tmp_path / "run" / "checkpoint.npz"), "--out", str(tmp_path / "shipped")
    )
    asked = Network(game, tmp_path / "shipped" / NETWORK)
    state = game.start(4, Chance(3))
    assert state.turn is not None
    rows = asked.observe([state], [state.turn])
    speaks, worth = learning_network.judge(network, jnp.asarray(rows / 127))
    found, outlooks = asked.judge(rows)
    assert np.allclose(found, speaks, atol=0.02 + 0.02 * float(np.abs(speaks).max()))
    assert abs(float(outlooks[0]) - float(worth[0])) < 0.05


@pytest.mark.parametrize("name", ["lumen", "lumicora", "luminos", "nomads"])
def test_who_learns_sees_what_bots_tell_the_network(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of it is larger than one, or sums were not exact, and copies of bots saw something else."""
    game = lumarium.game(name)
    for players in game.players:
        table = Table(game, players, next(iter(game.presets.values())))
        chance = Chance(f"seen {players}")
        state = game.start(players, chance)
        while (turn := state.turn) is not None:
            if chance.pick(20) == 0:
                row = observe(game, [state], [turn])[0]
                vector = jnp.array(game.features.observe(state, turn))
                monkeypatch.setattr(table.arrays, "observe", lambda *_, vector=vector: vector)
                assert np.abs(row).max() <= 127
                assert np.abs(row / 127 - np.asarray(table.see(None, jnp.array(0)))).max() < 0.5 / 127 + 1e-6
            state.random_step(chance)


def test_what_places_are_worth_is_what_bots_take_them_to_be_worth() -> None:
    for places in ([1, 2, 3], [1, 1, 3], [2, 1, 2], [1, 1, 1], [1, 2], [4, 1, 2, 2]):
        assert np.allclose(jax.jit(outlook)(jnp.array(places)), placing(places), atol=1e-6)


@pytest.mark.parametrize("name", lumarium.games())
def test_a_vector_lands_in_the_places_of_the_longest(name: str) -> None:
    game = lumarium.game(name)
    most = game.players[-1]
    for players in game.players:
        places = game.features.spread(players, most)
        assert len(set(places)) == len(places) == game.features.size(players)
        vector = np.arange(1, len(places) + 1)
        wide = np.zeros(game.features.size(most))
        wide[places] = vector
        cut = [
            np.zeros(-size) if size < 0 else vector[start : start + size]
            for start, size in pieces(places, game.features.size(most))
        ]
        assert np.array_equal(np.concatenate(cut), wide)


def column(*values: Any) -> jax.Array:
    """What one game tells at one decision after the other."""
    return jnp.array(values)[:, None]


def steps_of(seats: jax.Array, worths: jax.Array, rewards: jax.Array, over: jax.Array, counts: jax.Array) -> Steps:
    """The decisions of one game, of which nothing else is told."""
    nothing = jnp.zeros((len(seats), 1, 1))
    odds = jnp.zeros((len(seats), 1))
    return Steps(nothing, nothing, nothing, seats, seats, odds, worths, counts, rewards[:, None], over)


def test_each_seat_learns_from_its_own_decisions_only() -> None:
    """Two seats in turn, a game that ends with the second decision: what comes is told by hand."""
    steps = steps_of(
        column(0, 1, 0, 1, 0),
        column(0.5, 0.4, 0.3, 0.2, 0.9),
        jnp.array([[0.0, 0.0], [1.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]),
        column(False, True, False, False, False),
        jnp.ones((5, 1), bool),
    )
    better, came, known = advantages(steps, 2, 0.5)
    assert known[:, 0].tolist() == [True, True, True, False, False]
    assert np.allclose(better[:3, 0], [0.5, -0.4, 0.6], atol=1e-6)
    assert np.allclose(came[:3, 0], [1.0, 0.0, 0.9], atol=1e-6)


def test_what_is_no_choice_leads_on_to_where_a_seat_has_one() -> None:
    """The outlook is learned at choices only, so what a network says of anything else is not asked for."""
    steps = steps_of(
        column(0, 0, 0),
        column(0.5, 99.0, 0.8),
        jnp.array([[0.1, 0.0], [0.02, 0.0], [0.0, 0.0]]),
        column(False, False, True),
        column(True, False, True),
    )
    better, came, known = advantages(steps, 2, 1.0)
    assert known[:, 0].tolist() == [True, False, True]
    assert np.allclose(came[:, 0][known[:, 0]], [0.12, 0.0], atol=1e-6)
    assert np.allclose(better[:, 0][known[:, 0]], [-0.38, -0.8], atol=1e-6)


def test_what_is_learned_has_the_same_shape_at_every_table(tmp_path: Path) -> None:
    """So learning is compiled once, not for each number of players while a GPU waits."""
    trainer = Trainer(lumarium.game(GAME), [(3, "default"), (5, "default")], SMALL, tmp_path)
    shapes = []
    for table in trainer.tables:
        course = trainer.begin_course(*table)
        learner = trainer.learner
        who = (learner.network, learner.critic, course.other, course.theirs)
        shapes.append(jax.eval_shape(course.play, *who, jnp.zeros(()), course.states, jax.random.key(0))[1])
    assert jax.tree.map(lambda each: (each.shape, each.dtype), shapes[0]) == jax.tree.map(
        lambda each: (each.shape, each.dtype), shapes[1]
    )


def test_games_that_began_together_do_not_stay_at_the_same_decision() -> None:
    """Lumen's games all have the same length: each lesson was about one part of the game, the same in all of them."""
    age = jnp.zeros(512, jnp.int32)
    for number in range(SCATTERED):
        age = scattered(age + 1, jnp.zeros(512, jnp.int32), jax.random.key(number))
    times = np.bincount(age)
    assert times.max() < 512 / 4
    assert (times > 0).sum() > 12


def test_before_the_outlook_is_learned_the_policy_stays() -> None:
    shape = learning_network.Shape(6, 3, 8, 1)
    keys = jax.random.split(jax.random.key(2), 4)
    critic = learning_network.fresh(keys[1], shape)
    learner = begin(learning_network.fresh(keys[0], shape), critic)
    seen, came = jax.random.normal(keys[2], (64, 3)), jax.random.uniform(keys[3], (64,))
    ones, action = jnp.ones((64, 3), bool), jnp.zeros(64, jnp.int32)
    full = jnp.concatenate([seen, seen], 1)
    lesson = Lesson(full, jnp.zeros((64, 0)), ones, action, jnp.full(64, -1.0), came, came, ones[:, 0])
    learning = jax.jit(partial(learn, Diet(1.0, 4, 2)))
    for policy in (0.0, 1.0):
        after, _ = learning(learner, Manner(*jnp.array([1e-3, 0.0, policy])), lesson, jax.random.key(0))
        both = zip(jax.tree.leaves(learner.network), jax.tree.leaves(after.network), strict=True)
        # The first layer, the hidden one and the policy; then the outlook.
        assert [bool((one == other).all()) for one, other in both] == [policy == 0.0] * 6 + [False] * 2
        assert after.critic is not None
        assert not (after.critic.first.weights == critic.first.weights).all()


def test_slopes_are_made_of_halves_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A product of a half and a whole is made of two wholes on a GPU: most of the time of learning."""
    network = learning_network.fresh(jax.random.key(3), learning_network.Shape(20, 5, 8, 2))
    seen = jax.random.uniform(jax.random.key(4), (32, 20)).round()

    def told(network: learning_network.Network) -> jax.Array:
        speaks, outlook = learning_network.judge(network, seen)
        return (jnp.sin(speaks * 9).sum(1) + outlook**2).mean()

    whole = jax.jit(jax.grad(told))(network)
    monkeypatch.setattr(learning_network, "half", lambda: jnp.bfloat16)
    slope = jax.jit(jax.grad(told)).lower(network)
    for one, other in zip(jax.tree.leaves(whole), jax.tree.leaves(slope.compile()(network)), strict=True):
        assert np.allclose(one, other, atol=0.03 * float(jnp.abs(one).max()))
    text = slope.as_text()
    products = [line.partition(" : ")[2] for line in text.splitlines() if "dot_general" in line]
    assert len(products) > 8
    assert {each.count("bf16") for each in products} == {2}


def test_who_has_learned_before_is_not_paid_for_points_again(tmp_path: Path) -> None:
    trainer = Trainer(lumarium.game(GAME), [(3, "default")], SMALL, tmp_path)
    assert trainer.novice
    trainer.save()
    assert not Trainer(lumarium.game(GAME), [(3, "default")], SMALL, tmp_path).novice


def test_a_network_is_shipped_with_sums_that_are_exact(tmp_path: Path) -> None:
    game = lumarium.game(GAME)
    shape = learning_network.Shape(inputs(game), len(game.actions), 24, 2)
    wild = jax.tree.map(lambda each: each * 50, learning_network.fresh(jax.random.key(4), shape))
    ship(game, wild, tmp_path, {})
    assert Network(game, tmp_path / NETWORK).card["game"] == GAME
    shutil.copy(tmp_path / CARD, tmp_path / "other.json")
