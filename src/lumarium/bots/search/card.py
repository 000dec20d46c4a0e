"""The card of a game's network: what it was trained for, and how. It is read by all who only want to know whether there
is a network that can be used; the network itself is read by those who ask it."""

from __future__ import annotations

import hashlib
import json
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from lumarium.kernel.errors import BadNetwork
from lumarium.kernel.game import Game
from lumarium.kernel.message import Message

NETWORK, CARD = "network.npz", "network.json"
FORMAT = 1
LARGEST = 8 << 20
"""Bytes that a network may have."""


def check(game: Game) -> None:
    """BadNetwork unless the game brings a network that fits, whole. Asked whenever levels are offered or a bot sits
    down, so files that were found whole are not read again before they change."""
    file = game.file("learning", NETWORK)
    _check(game, file, _state(file), _state(file.with_name(CARD)))


@lru_cache(maxsize=64)
def _check(game: Game, file: Path, *_: tuple[int, int] | None) -> None:
    read(game, file)


def _state(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def read(game: Game, file: Path) -> tuple[dict[str, Any], bytes]:
    """A network's card, and its bytes as the card describes them."""
    card = read_card(game, file.with_name(CARD))
    try:
        with file.open("rb") as opened:
            data = opened.read(LARGEST + 1)
    except OSError as problem:
        facts = {"game": game.name, "file": file.name, "problem": problem.strerror or "?"}
        raise BadNetwork(Message("kernel", "network.file", **facts)) from problem
    if len(data) > LARGEST or hashlib.sha256(data).hexdigest() != card["sha256"]:
        raise BadNetwork(Message("kernel", "network.sum", game=game.name, file=file.name))
    return card, data


def read_card(game: Game, file: Path) -> dict[str, Any]:
    """What is told of a network; BadNetwork unless it is one of this game under these rules."""
    try:
        card = json.loads(file.read_text(encoding="utf-8"))
        told = card["format"], card["game"], card["rules_version"], card["features"], str(card["sha256"])
    except FileNotFoundError as problem:
        raise BadNetwork(Message("kernel", "network.none", game=game.name)) from problem
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as problem:
        raise BadNetwork(Message("kernel", "network.card", game=game.name, file=file.name)) from problem
    if told[0] != FORMAT or told[1] != game.name:
        raise BadNetwork(Message("kernel", "network.foreign", game=game.name, other=str(told[1]), file=file.name))
    if told[2] != game.rules_version:
        facts = {"game": game.name, "rules": str(told[2]), "now": game.rules_version, "file": file.name}
        raise BadNetwork(Message("kernel", "network.rules", **facts))
    if told[3] != fingerprint(game):
        raise BadNetwork(Message("kernel", "network.features", game=game.name, file=file.name))
    return dict(card)


@cache
def fingerprint(game: Game) -> str:
    """A short sum over what the game's vectors tell and what its actions are: a network knows both by number alone."""
    parts = [part for players in game.players for part in game.features.layout(players)]
    notations = [game.actions[index].notation for index in range(len(game.actions))]
    return hashlib.sha256(repr(([*game.players], parts, notations)).encode()).hexdigest()[:16]
