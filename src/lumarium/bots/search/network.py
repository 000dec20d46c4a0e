"""A network that was trained on a game, as bots ask it: what speaks for each action, and what a position is worth.

Everything that is added up is a whole number, and no sum is too large for single precision to hold it exactly. So it
does not matter in which order a machine adds, and the same seed gives the same game everywhere.

The file is `network.npz` in the room `learning` of a game, with a card beside it, `network.json`; both are written by
`lumarium.training.shipping`.
"""

from __future__ import annotations

import io
import os
from functools import cache
from math import exp
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

# Read when numpy is imported: sums as small as these are quicker on one core, and many games have a process for each.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from lumarium.kernel.errors import BadNetwork
from lumarium.kernel.message import Message

from .card import NETWORK, read

if TYPE_CHECKING:
    from pathlib import Path

    from lumarium.kernel.game import Game
    from lumarium.kernel.state import State

Floats: TypeAlias = np.ndarray[Any, np.dtype[np.float32]]

EXACT = (1 << 24) - 1
"""Up to here single precision holds every whole number."""
SEEN = 127
"""What comes in is told in such parts of one."""
TOP = 1023
"""And what goes from layer to layer in so many steps."""
LEANING = 0.02
"""How far a decision for which e times less speaks falls behind at first look, as a part of the outlook."""
SURE = 0.99
"""No outlook is better at first look, and none worse than what this lacks to 1."""


class Layer(NamedTuple):
    """Whole weights by input and output, and by output what a unit of their sum is worth and what is added."""

    weights: Floats
    scale: Floats
    bias: Floats
    step: np.float32
    """Into how many steps one is divided before it comes in."""

    def sums(self, values: Floats) -> Floats:
        """What comes out, given steps."""
        sums: Floats = (values @ self.weights) * self.scale + self.bias
        return sums

    def through(self, values: Floats) -> Floats:
        """What comes out, given what the layer before found."""
        return self.sums(np.minimum(np.rint(values * self.step), np.float32(TOP)))


class Network:
    """The network of a game, for any number of its players."""

    def __init__(self, game: Game, file: Path) -> None:
        """BadNetwork says what is wrong with the file."""
        self.game, self.file = game, file
        self.card, data = read(game, file)
        self.first, self.hidden, self.policy, self.value = self._layers(self._arrays(data))

    def observe(self, states: list[State], seats: list[int]) -> Floats:
        """What each seat sees in its state, as this network takes it."""
        return observe(self.game, states, seats)

    def judge(self, rows: Floats) -> tuple[Floats, Floats]:
        """How much speaks for each action, and the outlook of whoever sees that, from 0 to 1; row by row."""
        used = np.flatnonzero(rows.any(0))
        found = np.maximum(self.first._replace(weights=self.first.weights[used]).sums(rows[:, used]), 0)
        for layer in self.hidden:
            found = np.maximum(found + layer.through(found), 0)
        return self.policy.through(found), self.value.through(found)[:, 0]

    def first_look(self, state: State, legal: list[int]) -> tuple[Floats, list[float]]:
        """By how much less speaks for each decision of the seat on turn than for the best one, and their outlooks."""
        assert state.turn is not None
        speaks, outlook = self.judge(self.observe([state], [state.turn]))
        behind = speaks[0][legal] - speaks[0][legal].max()
        best = min(SURE, max(1 - SURE, float(outlook[0])))
        return behind, [best * exp(LEANING * float(each)) for each in behind]

    def _arrays(self, data: bytes) -> dict[str, Any]:
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as found:
                return dict(found)
        except Exception as problem:  # numpy says in many ways that a file is none of its own
            raise self._bad("damaged", problem=f"{type(problem).__name__}: {problem}") from problem

    def _layers(self, arrays: dict[str, Any]) -> tuple[Layer, list[Layer], Layer, Layer]:
        try:
            first = self._layer(arrays, "first", inputs(self.game), None, SEEN)
            width = len(first.bias)
            hidden = [
                name for name in (f"hidden{number}" for number in range(len(arrays))) if f"{name}.weights" in arrays
            ]
            layers = [self._layer(arrays, name, width, width, TOP) for name in hidden]
            policy = self._layer(arrays, "policy", width, len(self.game.actions), TOP)
            return first, layers, policy, self._layer(arrays, "value", width, 1, TOP)
        except (KeyError, TypeError, ValueError) as problem:
            raise self._bad("shape", problem=str(problem)) from problem

    def _layer(self, arrays: dict[str, Any], name: str, rows: int, columns: int | None, most: int) -> Layer:
        whole = arrays[f"{name}.weights"]
        scale, bias = (np.asarray(arrays[f"{name}.{part}"], np.float32) for part in ("scale", "bias"))
        columns = len(bias) if columns is None else columns
        if (
            whole.dtype != np.int8
            or whole.shape != (rows, columns)
            or scale.shape != (columns,)
            or bias.shape != (columns,)
        ):
            raise ValueError(f"{name} is {whole.dtype} {whole.shape}, not int8 {(rows, columns)}")
        if np.abs(whole.astype(np.int64)).sum(0).max(initial=0) * most > EXACT:
            raise ValueError(f"{name} has sums that are not exact")
        if not (np.isfinite(scale).all() and np.isfinite(bias).all()):
            raise ValueError(f"{name} has numbers that are none")
        return Layer(whole.astype(np.float32), scale, bias, np.float32(arrays[f"{name}.step"]))

    def _bad(self, key: str, **facts: object) -> BadNetwork:
        return BadNetwork(Message("kernel", f"network.{key}", game=self.game.name, file=self.file.name, **facts))


def inputs(game: Game) -> int:
    """How many numbers a network is told: the longest vector of a seat, and how many play."""
    return game.features.size(game.players[-1]) + len(game.players)


def observe(game: Game, states: list[State], seats: list[int]) -> Floats:
    """What each seat sees in its state, a row for each, in the steps of a first layer."""
    rows = np.zeros((len(states), inputs(game)), np.float32)
    for row, state, seat in zip(rows, states, seats, strict=True):
        row[places(game, state.players)] = game.features.observe(state, seat)
        row[game.players.index(state.players) - len(game.players)] = 1.0
    large = np.flatnonzero(counted(game, game.players[-1]))
    rows[:, large] = eased(rows[:, large])
    steps: Floats = np.rint(rows * np.float32(SEEN))
    return steps


def eased(counts: Any) -> Any:
    """Numbers that may be larger than one, as numbers that are not: each more counts for less."""
    return counts / (1 + abs(counts))


@cache
def counted(game: Game, players: int) -> Any:
    """Which numbers of a seat's vector may be larger than one: a layer's sums are exact up to there."""
    layout = game.features.layout(players)
    return np.concatenate([np.full(part.size, max(part.high, -part.low) > 1) for part in layout])


@cache
def places(game: Game, players: int) -> Any:
    """Where each number of a seat's vector stands in the longest one."""
    return np.array(game.features.spread(players, game.players[-1]))


@cache
def network_of(game: Game) -> Network:
    """The network that the game brings; read once."""
    return Network(game, game.file("learning", NETWORK))
