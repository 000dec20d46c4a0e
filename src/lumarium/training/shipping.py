"""Makes of a checkpoint the network that bots ask: whole numbers, a few hundred kilobytes to a few megabytes.

python -m lumarium.training.shipping lumen training/lumen/checkpoint.npz --note "20 minutes on one H200"
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import subprocess
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

import lumarium
from lumarium.adapters.rollout import at_random
from lumarium.bots.search.card import CARD, FORMAT, NETWORK, fingerprint
from lumarium.bots.search.network import EXACT, SEEN, TOP
from lumarium.kernel.arrays import Array
from lumarium.kernel.game import Game

from .checkpoint import load
from .network import Layer, Network, Shape, fresh, through
from .selfplay import Table

GAMES, DECISIONS = 96, 400
"""From which what the layers find is measured, for each number of players."""
ROOM = 1.25
"""How much more than was ever found still has a step of its own."""


def whole(layer: Layer, step: float, most: int) -> dict[str, Any]:
    """A layer as small whole numbers by output, so that no sum is beyond what is exact."""
    weights = np.asarray(layer.weights, np.float64)
    scale = np.maximum(np.abs(weights).max(0) / 127, np.abs(weights).sum(0) * most / (EXACT - most * len(weights)))
    scale = np.maximum(scale, 1e-12)
    rounded = np.rint(weights / scale).astype(np.int8)
    return {
        "weights": rounded,
        "scale": (scale / step).astype(np.float32),
        "bias": np.asarray(layer.bias, np.float32),
        "step": np.float32(step),
    }


def found(network: Network, seen: Array) -> list[Array]:
    """What comes out of each layer that others follow."""
    layers = [jax.nn.relu(through(network.first, seen))]
    for layer in network.hidden:
        layers.append(jax.nn.relu(layers[-1] + through(layer, layers[-1])))
    return layers


def highest(network: Network, table: Table) -> list[float]:
    """The largest number that each layer finds in games of the network against itself."""
    arrays = table.arrays

    def decide(carry: Any, key: Array) -> Any:
        states, most = carry
        choosing, luck, again = jax.random.split(key, 3)
        seen = jax.vmap(table.see)(states, jax.vmap(arrays.turn)(states))
        layers = found(network, seen)
        legal = jax.vmap(arrays.legal_action_mask)(states)
        speaks = jnp.where(legal, through(network.policy, layers[-1]), -1e9)
        wild = jax.random.bernoulli(again, 0.1, (GAMES,))
        action = jnp.where(wild, at_random(None, legal, again), jax.random.categorical(choosing, speaks))
        after = jax.vmap(arrays.step)(states, action, jax.random.split(luck, GAMES))
        over = jax.vmap(arrays.terminated)(after)
        fresh_ones = table.begin(again, GAMES)
        states = jax.vmap(lambda over, new, old: jax.tree.map(lambda n, o: jnp.where(over, n, o), new, old))(
            over, fresh_ones, after
        )
        return (states, jnp.maximum(most, jnp.stack([layer.max() for layer in layers]))), None

    begun = table.begin(jax.random.key(1), GAMES), jnp.zeros(len(network.hidden) + 1)
    keys = jax.random.split(jax.random.key(2), DECISIONS)
    (_, most), _ = jax.jit(lambda begun: jax.lax.scan(decide, begun, keys))(begun)
    return [float(each) for each in most]


def ship(game: Game, network: Network, folder: Path, facts: dict[str, Any]) -> None:
    """Writes the network and its card into a folder."""
    tables = [Table(game, players, next(iter(game.presets.values()))) for players in game.players]
    most = np.max([highest(network, table) for table in tables], 0)
    steps = [TOP / (ROOM * each + 1e-9) for each in most]
    layers = {"first": whole(network.first, SEEN, SEEN)}
    for number, layer in enumerate(network.hidden):
        layers[f"hidden{number}"] = whole(layer, steps[number], TOP)
    layers["policy"], layers["value"] = (whole(each, steps[-1], TOP) for each in (network.policy, network.value))
    data = io.BytesIO()
    np.savez_compressed(
        data, **{f"{name}.{part}": array for name, parts in layers.items() for part, array in parts.items()}
    )
    folder.mkdir(parents=True, exist_ok=True)
    (folder / NETWORK).write_bytes(data.getvalue())
    card = {
        "format": FORMAT,
        "game": game.name,
        "rules_version": game.rules_version,
        "features": fingerprint(game),
        "sha256": hashlib.sha256(data.getvalue()).hexdigest(),
        **facts,
    }
    (folder / CARD).write_text(json.dumps(card, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> None:
    """Reads a checkpoint and ships it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--note", default="", help="how it was trained")
    parser.add_argument("--out", type=Path, help="a folder; the game's own unless told")
    given = parser.parse_args()
    game = lumarium.game(given.game)
    facts = json.loads(bytes(np.load(given.checkpoint)["facts"]))
    table = Table(game, game.players[0], next(iter(game.presets.values())))
    shape = Shape(table.inputs, len(game.actions), facts["width"], facts["layers"])
    network, _ = load(given.checkpoint, (fresh(jax.random.key(0), shape),))
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False).stdout
    told = {name: facts[name] for name in ("decisions", "minutes", "width", "layers") if name in facts}
    out = given.out or game.folder / "learning"
    ship(game, network, out, {**told, "commit": commit.strip(), "trained": given.note})
    print(f"{out / NETWORK}: {(out / NETWORK).stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
