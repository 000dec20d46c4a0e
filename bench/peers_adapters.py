"""The environments that bench/peers_worker.py times: our adapters, PettingZoo's classics and RLCard's games.

All are driven as their users drive them: observation and mask at every step, a uniformly random legal action.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

Job = dict[str, Any]
Play = Callable[[], int]

BATCHES = {"lumicora": 64, "lumen": 256, "nomads": 128, "luminos": 64}
"""As many games as have about a megabyte of observations."""


def agent_loop(env: Any, seed: int) -> Play:
    """A game by PettingZoo's agent loop; the mask is in the observation or in the info."""
    random = Random(seed).random
    env.reset(seed=seed)

    def play() -> int:
        decisions = 0
        env.reset()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = observation["action_mask"] if isinstance(observation, dict) else info["action_mask"]
            legal = mask.view(bool).nonzero()[0].tolist()  # faster than on the integers of a long mask
            number = len(legal)
            if number > 1:
                decisions += 1
            env.step(legal[int(random() * number)])
        return decisions

    return play


def our_pettingzoo(job: Job) -> Play:
    """Our games as PettingZoo environments."""
    return agent_loop(import_module("lumarium.adapters.pettingzoo").env(job["game"], job["players"]), job["seed"])


def their_pettingzoo(job: Job) -> Play:
    """PettingZoo's classic environments."""
    return agent_loop(import_module(f"pettingzoo.classic.{job['game']}").env(), job["seed"])


def empty_pettingzoo(job: Job) -> Play:
    """An environment that does nothing, driven by the same loop: what the interface itself takes."""
    numpy = import_module("numpy")
    observation, info = numpy.zeros(0, numpy.float32), {"action_mask": numpy.ones(10, numpy.int8)}

    class Empty(import_module("pettingzoo").AECEnv):  # type: ignore[misc]  # known at run time only
        """A game of a hundred steps."""

        def reset(self, seed: int | None = None, options: Any = None) -> None:
            self.agents = ["player_0"]
            self.agent_selection = "player_0"
            self.left = 100

        def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, Any]:
            return observation, 0.0, self.left == 0, False, info

        def step(self, action: Any) -> None:
            if self.left == 0:
                self.agents = []
            else:
                self.left -= 1

    return agent_loop(Empty(), job["seed"])


def our_gymnasium(job: Job) -> Play:
    """Our games as Gymnasium environments: one learner; the decisions of the random bots beside it do not count."""
    env = import_module("lumarium.adapters.gymnasium").LearnerEnv(job["game"], job["players"])
    random = Random(job["seed"]).random
    env.reset(seed=job["seed"])

    def play() -> int:
        decisions = 0
        _, info = env.reset()
        over = False
        while not over:
            legal = info["action_mask"].view(bool).nonzero()[0].tolist()
            number = len(legal)
            if number > 1:
                decisions += 1
            _, _, over, _, info = env.step(legal[int(random() * number)])
        return decisions

    return play


def our_batch(job: Job) -> Play:
    """Our games many at once; one play goes on until as many games have ended as the batch has."""
    numpy = import_module("numpy")
    games = BATCHES[job["game"]]
    batch = import_module("lumarium.adapters.batch").Batch(job["game"], games, job["players"])
    random = numpy.random.default_rng(job["seed"]).random
    turns = batch.reset(seed=job["seed"])
    firsts = numpy.arange(games + 1) * turns.masks.shape[1]
    """Where the mask of each game begins."""
    ended = 0

    def play() -> int:
        nonlocal turns, ended
        decisions = 0
        ended -= games
        while ended < 0:
            legal = turns.masks.view(bool).ravel().nonzero()[0]
            bounds = legal.searchsorted(firsts)
            numbers = numpy.diff(bounds)
            chosen = bounds[:-1] + (random(games) * numbers).astype(int)
            turns = batch.step(legal[chosen] - firsts[:-1])
            decisions += int(numpy.count_nonzero(numbers > 1))
            ended += int(numpy.count_nonzero(turns.over))
        return decisions

    return play


def their_rlcard(job: Job) -> Play:
    """A game of RLCard, which extracts an observation at every step."""
    env = import_module("rlcard").make(job["game"], config={"seed": job["seed"]})
    random = Random(job["seed"]).random

    def play() -> int:
        decisions = 0
        state, _ = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            number = len(legal)
            if number > 1:
                decisions += 1
            state, _ = env.step(legal[int(random() * number)])
        return decisions

    return play


GAMES = {"our_batch": BATCHES}
"""How many games a play has, where it is not one."""

SIDES: dict[str, Callable[[Job], Play]] = {
    "our_pettingzoo": our_pettingzoo,
    "empty_pettingzoo": empty_pettingzoo,
    "our_gymnasium": our_gymnasium,
    "our_batch": our_batch,
    "their_pettingzoo": their_pettingzoo,
    "their_rlcard": their_rlcard,
}
