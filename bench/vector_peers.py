"""Two games of other libraries as environments of one learner among random players, for bench/vectors.py."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import gymnasium as gym
import numpy as np


class ConnectFour(gym.Env[Any, Any]):
    """PettingZoo's connect_four_v3, driven as its page shows it; the learner begins."""

    def __init__(self) -> None:
        self._table = import_module("pettingzoo.classic.connect_four_v3").env()
        self.action_space = gym.spaces.Discrete(7)
        self.observation_space = gym.spaces.Box(0, 1, (6, 7, 2), np.int8)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self._table.reset(seed=seed)
        return self._seen()[0::2]

    def _seen(self) -> tuple[Any, bool, dict[str, Any]]:
        observation, _, over, _, _ = self._table.last()
        mask = observation["action_mask"] if not over else np.ones(7, np.int8)
        return observation["observation"], over, {"action_mask": mask}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        self._table.step(int(action))
        seen, over, info = self._seen()
        if not over:
            self._table.step(int(self.np_random.choice(info["action_mask"].nonzero()[0])))
            seen, over, info = self._seen()
        return seen, float(self._table.rewards.get("player_0", 0)), over, False, info


class Leduc(gym.Env[Any, Any]):
    """RLCard's leduc-holdem; the learner is player 0."""

    def __init__(self) -> None:
        self._table = import_module("rlcard").make("leduc-holdem")
        self.action_space = gym.spaces.Discrete(4)
        self.observation_space = gym.spaces.Box(0, 1, (36,), np.float64)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        while True:
            seen, over, info = self._others(*self._table.reset())
            if not over:
                return seen, info

    def _others(self, state: Any, player: int) -> tuple[Any, bool, dict[str, Any]]:
        while not self._table.is_over() and player != 0:
            state, player = self._table.step(int(self.np_random.choice(list(state["legal_actions"]))))
        over = bool(self._table.is_over())
        mask = np.ones(4, np.int8)
        if not over:
            mask[:] = 0
            mask[list(state["legal_actions"])] = 1
        return state["obs"], over, {"action_mask": mask}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        seen, over, info = self._others(*self._table.step(int(action)))
        return seen, float(self._table.get_payoffs()[0]) if over else 0.0, over, False, info


connect_four, leduc = ConnectFour, Leduc
