"""Small networks that know nothing, made here: whatever is true of how networks are read and asked is true of them."""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lumarium.bots.search import network
from lumarium.bots.search.card import CARD, FORMAT, NETWORK, fingerprint
from lumarium.bots.search.network import SEEN, TOP
from lumarium.kernel.game import Game

WIDTH = 16


def make(game: Game, folder: Path) -> Path:
    """A network of the game and its card, in a folder."""
    random = np.random.default_rng(7)
    inputs = game.features.size(game.players[-1]) + len(game.players)
    sizes = {
        "first": (inputs, WIDTH, SEEN),
        "hidden0": (WIDTH, WIDTH, TOP),
        "policy": (WIDTH, len(game.actions), TOP),
        "value": (WIDTH, 1, TOP),
    }
    arrays: dict[str, Any] = {}
    for name, (rows, columns, step) in sizes.items():
        arrays[f"{name}.weights"] = random.integers(-20, 21, (rows, columns), np.int8)
        arrays[f"{name}.scale"] = np.full(columns, 0.02 / step, np.float32)
        arrays[f"{name}.bias"] = random.normal(0.3, 0.1, columns).astype(np.float32)
        arrays[f"{name}.step"] = np.float32(step)
    write(folder / NETWORK, game, arrays)
    return folder / NETWORK


def write(file: Path, game: Game, arrays: dict[str, Any]) -> None:
    """Arrays, and the card that fits them."""
    data = io.BytesIO()
    np.savez(data, **arrays)
    file.write_bytes(data.getvalue())
    card = {"format": FORMAT, "game": game.name, "rules_version": game.rules_version, "features": fingerprint(game)}
    card |= {"sha256": hashlib.sha256(data.getvalue()).hexdigest()}
    file.with_name(CARD).write_text(json.dumps(card), "utf-8")


def bring(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Every game has its network from a folder of its own there, as long as the test lasts."""
    usual = Game.file

    def file(game: Game, room: str, name: str) -> Path:
        if name not in (NETWORK, CARD):
            return usual(game, room, name)
        own = folder / game.name
        if not own.exists():
            own.mkdir()
            make(game, own)
        return own / name

    monkeypatch.setattr(Game, "file", file)
    network.network_of.cache_clear()
