"""From nothing to a bot: a network plays itself, learns, is gone on with, shipped and asked. On a CPU, for seconds."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("jax", reason="`pip install lumarium[jax]` (./test --system does) brings JAX")

import jax
import jax.numpy as jnp
import numpy as np

import lumarium
from lumarium import Chance
from lumarium.bots.search.card import CARD, NETWORK
from lumarium.bots.search.network import Network, inputs
from lumarium.kernel.judgement import placing
from lumarium.training import network as learning_network
from lumarium.training.checkpoint import load
from lumarium.training.selfplay import Steps, advantages, outlook, pieces
from lumarium.training.shipping import ship

GAME = "lumen"


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


def test_what_places_are_worth_is_what_bots_take_them_to_be_worth() -> None:
    for places in ([1, 2, 3], [1, 1, 3], [2, 1, 2], [1, 1, 1], [1, 2], [4, 1, 2, 2]):
        assert np.allclose(outlook(jnp.array(places)), placing(places), atol=1e-6)


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


def test_each_seat_learns_from_its_own_decisions_only() -> None:
    """Two seats in turn, a game that ends with the second decision: what comes is told by hand."""

    def column(*values: float) -> jax.Array:
        return jnp.array(values)[:, None]

    nothing = jnp.zeros((4, 1, 1))
    steps = Steps(
        nothing,
        nothing,
        nothing,
        jnp.array([[0], [1], [0], [1]]),
        jnp.zeros((4, 1), jnp.int32),
        column(0, 0, 0, 0),
        column(0.5, 0.4, 0.3, 0.2),
        jnp.ones((4, 1), bool),
        jnp.array([[[0.0, 0.0]], [[1.0, 0.0]], [[0.0, 0.0]], [[0.0, 0.0]]]),
        jnp.array([[False], [True], [False], [False]]),
    )
    better, came = advantages(steps, jnp.array([[0.9, 0.8]]), 0.5)
    assert np.allclose(better[:, 0], [0.5, -0.4, 0.6, 0.6], atol=1e-6)
    assert np.allclose(came[:, 0], [1.0, 0.0, 0.9, 0.8], atol=1e-6)


def test_a_network_is_shipped_with_sums_that_are_exact(tmp_path: Path) -> None:
    game = lumarium.game(GAME)
    shape = learning_network.Shape(inputs(game), len(game.actions), 24, 2)
    wild = jax.tree.map(lambda each: each * 50, learning_network.fresh(jax.random.key(4), shape))
    ship(game, wild, tmp_path, {})
    assert Network(game, tmp_path / NETWORK).card["game"] == GAME
    shutil.copy(tmp_path / CARD, tmp_path / "other.json")
