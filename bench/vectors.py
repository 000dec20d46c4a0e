"""Steps a second of one learner's environments: alone, under the vectors of other projects, and under our own.

    python -m bench.vectors             needs stable-baselines3, and for the peers rlcard and pettingzoo[classic]

CPU time of one process, all kinds in turn, the best of several; each is driven by random legal actions from its masks.
A step is one decision of the learner, with those of the random players up to its next one. A batch has no learner: a
step there is any seat's decision, so ours is measured beside it by all decisions that the engine made.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from time import process_time
from typing import Any

import numpy as np

from bench.peers_adapters import BATCHES
from lumarium.adapters.batch import Batch
from lumarium.adapters.gymnasium import LearnerEnv
from lumarium.adapters.vector import LearnerVectorEnv

PLAYERS = {"lumen": 4, "lumicora": 3, "nomads": 4, "luminos": 3}
SMALL = 8

Kind = Callable[[float], tuple[int, int]]
"""Drives something for so many seconds: how many steps that were, and how many decisions of any seat."""


def legal(masks: Any, luck: np.random.Generator) -> Any:
    """A random legal action for every row."""
    rows, actions = masks.shape
    places = masks.view(bool).ravel().nonzero()[0]
    bounds = places.searchsorted(np.arange(rows + 1) * actions)
    chosen = bounds[:-1] + (luck.random(rows) * np.diff(bounds)).astype(int)
    return places[chosen] - np.arange(rows) * actions


def single(env: Any) -> Kind:
    luck = np.random.default_rng(1)
    _, first = env.reset(seed=1)

    def drive(seconds: float) -> tuple[int, int]:
        info, steps, until = first, 0, process_time() + seconds
        while process_time() < until:
            for _ in range(50):
                places = info["action_mask"].view(bool).nonzero()[0]
                _, _, over, _, info = env.step(int(places[int(luck.random() * len(places))]))
                if over:
                    _, info = env.reset()
            steps += 50
        return steps, 0

    _, first = env.reset()
    return drive


def under_sb3(make: Callable[[], Any]) -> Kind:
    from stable_baselines3.common.vec_env import DummyVecEnv  # type: ignore[import-not-found]  # not among ours

    luck, envs = np.random.default_rng(1), DummyVecEnv([make] * SMALL)
    envs.seed(1)
    envs.reset()
    held = [info["action_mask"] for info in envs.reset_infos]

    def drive(seconds: float) -> tuple[int, int]:
        nonlocal held
        steps, until = 0, process_time() + seconds
        while process_time() < until:
            envs.step_async(legal(np.stack(held), luck))
            _, _, over, infos = envs.step_wait()
            held = [
                envs.reset_infos[row]["action_mask"] if over[row] else info["action_mask"]
                for row, info in enumerate(infos)
            ]
            steps += SMALL
        return steps, 0

    return drive


def ours(game: str) -> Kind:
    luck, envs = (
        np.random.default_rng(1),
        LearnerVectorEnv(game, BATCHES[game], PLAYERS[game], autoreset_mode="SameStep"),
    )
    _, first = envs.reset(seed=1)
    infos = first

    def drive(seconds: float) -> tuple[int, int]:
        nonlocal infos
        steps, decisions, until = 0, 0, process_time() + seconds
        while process_time() < until:
            before = [len(each) for each in envs._decisions]
            infos = envs.step(legal(infos["action_mask"], luck))[4]
            steps += envs.num_envs
            decisions += sum(max(1, len(each) - was) for each, was in zip(envs._decisions, before, strict=True))
        return steps, decisions

    return drive


def batch(game: str) -> Kind:
    luck, games = np.random.default_rng(1), Batch(game, BATCHES[game], PLAYERS[game])
    turns = games.reset(seed=1)

    def drive(seconds: float) -> tuple[int, int]:
        nonlocal turns
        steps, until = 0, process_time() + seconds
        while process_time() < until:
            turns = games.step(legal(turns.masks, luck))
            steps += games.games
        return steps, steps

    return drive


def peers() -> dict[str, Kind]:
    """Other people's games under the same vector, as far as they are installed."""
    found: dict[str, Kind] = {}
    from bench.vector_peers import connect_four, leduc

    for name, make in (("PettingZoo connect_four_v3", connect_four), ("RLCard leduc-holdem", leduc)):
        try:
            found[f"{name}, alone"] = single(make())
            found[f"{name}, DummyVecEnv({SMALL})"] = under_sb3(make)
        except ImportError as missing:
            print(f"without {name}: {missing}")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--repeat", type=int, default=5)
    options = parser.parse_args()
    kinds: dict[str, Kind] = {}
    for game, players in PLAYERS.items():
        kinds[f"{game}, alone"] = single(LearnerEnv(game, players))
        kinds[f"{game}, DummyVecEnv({SMALL})"] = under_sb3(lambda game=game, players=players: LearnerEnv(game, players))  # type: ignore[misc]
        kinds[f"{game}, our vector of {BATCHES[game]}"] = ours(game)
        kinds[f"{game}, batch of {BATCHES[game]}"] = batch(game)
    kinds |= peers()
    best: dict[str, tuple[float, float]] = dict.fromkeys(kinds, (0.0, 0.0))
    for _ in range(options.repeat):
        for name, drive in kinds.items():
            steps, decisions = drive(options.seconds)
            best[name] = max(best[name], (steps / options.seconds, decisions / options.seconds))
    print("| environment | steps/s | decisions/s of all seats |\n|---|---|---|")
    for name, (steps_a_second, decisions_a_second) in best.items():
        print(f"| {name} | {steps_a_second:,.0f} | {decisions_a_second:,.0f} |")


if __name__ == "__main__":
    main()
