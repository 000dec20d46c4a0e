"""RLlib's PPO, with RLlib's own masked module, learns a game against random players, and is tried before and after.

    .venv/bin/pip install ".[rl]" "ray[rllib]" torch          in an environment of its own: RLlib pins its gymnasium
    .venv/bin/python examples/train_rllib.py --game lumen --players 3 --iterations 20

What RLlib looks for is there: `dict_observation=True` gives `observations` and `action_mask`.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import torch  # type: ignore[import-not-found]  # not among our own packages
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from lumarium.adapters.gymnasium import LearnerEnv

NAME = "lumarium"


def made(settings: dict[str, Any]) -> LearnerEnv:
    """One learner in a seat that is drawn anew in every game, random players in the others."""
    return LearnerEnv(
        settings["game"], settings["players"], seat=None, rewards="score", dict_observation=True, view=False
    )


def fare(module: Any, options: argparse.Namespace) -> str:
    """How the module does when it always takes what it likes best."""
    env = LearnerEnv(options.game, options.players, seat=None, dict_observation=True, view=False)
    places = []
    for game in range(options.games):
        seen, _ = env.reset(seed=game)
        over, reward = False, 0.0
        while not over:
            batch = {key: torch.as_tensor(value)[None] for key, value in seen.items()}
            liked = module.forward_inference({Columns.OBS: batch})[Columns.ACTION_DIST_INPUTS]
            seen, reward, over, _, _ = env.step(int(liked.argmax()))
        places.append(reward)
    won = np.mean([place == 1.0 for place in places])
    return f"mean place {np.mean(places):+.2f}, {won:.0%} of {len(places)} games won"


def main() -> None:
    """Before, learning, after."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="lumen")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--games", type=int, default=300, help="to try the module in")
    options = parser.parse_args()
    register_env(NAME, made)
    config = (
        PPOConfig()
        .environment(NAME, env_config={"game": options.game, "players": options.players})
        .env_runners(num_env_runners=0, num_envs_per_env_runner=8)
        .learners(num_learners=0)
        .training(train_batch_size=4000, minibatch_size=500, num_epochs=5, lr=5e-4, gamma=0.99, grad_clip=0.5)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={"head_fcnet_hiddens": [64, 64], "head_fcnet_activation": "tanh"},
            )
        )
        .debugging(seed=1)
    )
    algorithm = config.build_algo()
    print("before:", fare(algorithm.get_module(), options), flush=True)
    for _ in range(options.iterations):
        algorithm.train()
    print("after: ", fare(algorithm.get_module(), options))
    algorithm.stop()


if __name__ == "__main__":
    main()
