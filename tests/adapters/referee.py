"""A game played beside an adapter, by the same seed and decisions: what the adapter tells is compared with it."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import numpy as np
import pytest

import lumarium
from lumarium import Chance, Game, State

CASES = [(name, players) for name in lumarium.games() for players in lumarium.game(name).players]
FEWEST = [(name, lumarium.game(name).players[0]) for name in lumarium.games()]
MOST = [(name, lumarium.game(name).players[-1]) for name in lumarium.games()]


class Referee:
    """The truth, held apart from what is tested."""

    def __init__(self, name: str, players: int, seed: int | str) -> None:
        self.game: Game = lumarium.game(name)
        self.chance = Chance(seed)
        self.state: State = self.game.start(players, self.chance)
        self.random = Random(str(seed))

    def decide(self) -> int:
        return self.random.choice(self.state.legal())

    def play(self, index: int) -> None:
        self.state.step(index, self.chance)

    def vector(self, seat: int) -> Any:
        return np.array(self.game.features.encode(self.state.view(seat)), np.float32)


def allowed(mask: Any) -> list[int]:
    indices: list[int] = np.flatnonzero(mask).tolist()
    return indices


def illegal(legal: Iterable[int], actions: int) -> int:
    """An action that is not among these; a game may have none."""
    wrong = sorted(set(range(actions)) - set(legal))
    if not wrong:
        pytest.skip("every action is legal here")
    return wrong[0]
