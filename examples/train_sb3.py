"""MaskablePPO of sb3-contrib learns a game against random players, and is tried before and after.

.venv/bin/pip install -c constraints.txt ".[rl]" sb3-contrib
.venv/bin/python examples/train_sb3.py --game lumen --players 3 --steps 100000
"""

from __future__ import annotations

import argparse

import gymnasium as gym
from sb3_contrib import MaskablePPO  # type: ignore[import-not-found]  # not among our own packages
from stable_baselines3.common.env_util import make_vec_env  # type: ignore[import-not-found]  # likewise

from lumarium.adapters.gymnasium import LearnerEnv

ENVIRONMENTS = 8


def fare(model: MaskablePPO, env: LearnerEnv, games: int) -> str:
    """How the model does in so many games, in a seat that is drawn anew in each."""
    total = won = 0.0
    for game in range(games):
        observation, info = env.reset(seed=game)
        over = False
        while not over:
            action, _ = model.predict(observation, action_masks=info["action_mask"], deterministic=True)
            observation, reward, over, _, info = env.step(action)
        total, won = total + reward, won + (reward == 1.0)
    return f"mean place {total / games:+.2f}, {won / games:.0%} of {games} games won"


def main() -> None:
    """Before, learning, after."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="lumen")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=300, help="to try the model in")
    parser.add_argument("--save", help="write the model here")
    options = parser.parse_args()

    def make() -> gym.Env[object, object]:
        return LearnerEnv(options.game, options.players, seat=None, rewards="score", view=False)

    model = MaskablePPO("MlpPolicy", make_vec_env(make, ENVIRONMENTS, seed=1), n_steps=256, gamma=0.99, seed=1)
    trial = LearnerEnv(options.game, options.players, seat=None)
    print("before:", fare(model, trial, options.games), flush=True)
    model.learn(options.steps)
    print("after: ", fare(model, trial, options.games))
    if options.save:
        model.save(options.save)


if __name__ == "__main__":
    main()
