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
import numpy as np

import lumarium
from lumarium.bots.search.card import CARD, FORMAT, NETWORK, fingerprint
from lumarium.bots.search.foresight import drawn
from lumarium.bots.search.network import EXACT, SEEN, TOP, Floats, inputs, observe
from lumarium.kernel.chance import Chance
from lumarium.kernel.game import Game

from .checkpoint import load
from .network import Layer, Network, Shape, fresh

GAMES = 64
"""From which what the layers find is measured, for each number of players."""
WILD = 10
"""One decision in so many is any that is legal."""
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


def found(network: Network, rows: Floats) -> list[Floats]:
    """What comes out of each layer that others follow, given what was observed."""
    layers = [np.maximum(sums(network.first, rows / np.float32(SEEN)), 0)]
    for layer in network.hidden:
        layers.append(np.maximum(layers[-1] + sums(layer, layers[-1]), 0))
    return layers


def sums(layer: Layer, values: Floats) -> Floats:
    """What comes out of a layer."""
    out: Floats = values @ np.asarray(layer.weights, np.float32) + np.asarray(layer.bias, np.float32)
    return out


def highest(game: Game, network: Network, players: int) -> Floats:
    """The largest number that each layer finds in games of the network against itself, now and then at random."""
    chance = Chance(f"shipping {players}")
    states = [game.start(players, chance) for _ in range(GAMES)]
    most = np.zeros(len(network.hidden) + 1, np.float32)
    while states:
        layers = found(network, observe(game, states, [turn for state in states if (turn := state.turn) is not None]))
        most = np.maximum(most, [layer.max() for layer in layers])
        for state, speaks in zip(states, sums(network.policy, layers[-1]), strict=True):
            legal = state.legal()
            wild = chance.pick(WILD) == 0
            state.step(legal[chance.pick(len(legal))] if wild else drawn(speaks, legal, chance), chance)
        states = [state for state in states if state.turn is not None]
    return most


def ship(game: Game, network: Network, folder: Path, facts: dict[str, Any]) -> None:
    """Writes the network and its card into a folder."""
    most = np.max([highest(game, network, players) for players in game.players], 0)
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
    shape = Shape(inputs(game), len(game.actions), facts["width"], facts["layers"])
    network, _ = load(given.checkpoint, (fresh(jax.random.key(0), shape),))
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False).stdout
    told = {name: facts[name] for name in ("decisions", "minutes", "width", "layers") if name in facts}
    out = given.out or game.folder / "learning"
    ship(game, network, out, {**told, "commit": commit.strip(), "trained": given.note})
    print(f"{out / NETWORK}: {(out / NETWORK).stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
