"""PPO with masked actions in one file, as CleanRL writes it, on the vector that steps all games inside the engine.

    .venv/bin/pip install -c constraints.txt ".[rl]" torch
    .venv/bin/python examples/train_cleanrl.py --game lumen --players 3 --steps 500000

One learner sits in a seat that is drawn anew in every game, random players in the others. Prints how it fares before
and after: games won, and the mean place from 1 (first) to -1 (last).
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium as gym
import numpy as np
import torch  # type: ignore[import-not-found]  # not among our own packages
from gymnasium.vector import AutoresetMode
from torch import nn
from torch.distributions import Categorical  # type: ignore[import-not-found]  # likewise

import lumarium
import lumarium.adapters.gymnasium  # registers the games

ENVIRONMENTS, STEPS = 64, 128
EPOCHS, MINIBATCHES = 4, 4
DISCOUNT, TRACE, CLIP = 0.99, 0.95, 0.2
ENTROPY, WORTH, RATE, MOST_GRADIENT = 0.01, 0.5, 1e-3, 0.5


class Agent(nn.Module):  # type: ignore[misc]  # an untyped base
    """Two networks of their own: one for the odds of the actions, one for the worth of a position."""

    def __init__(self, size: int, actions: int) -> None:
        super().__init__()
        self.critic = nn.Sequential(nn.Linear(size, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 1))
        self.actor = nn.Sequential(nn.Linear(size, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, actions))

    def odds(self, seen: torch.Tensor, masks: torch.Tensor) -> Categorical:
        """The odds of the legal actions; the others have none."""
        return Categorical(logits=self.actor(seen).masked_fill(~masks, -1e9))

    def worth(self, seen: torch.Tensor) -> torch.Tensor:
        """What is still to come."""
        return self.critic(seen).squeeze(-1)


def made(options: argparse.Namespace, rewards: str) -> Any:
    """The games, all of them in one environment."""
    version = lumarium.game(options.game).rules_version
    return gym.make_vec(
        f"lumarium/{options.game.capitalize()}-v{version}",
        num_envs=ENVIRONMENTS,
        vectorization_mode="vector_entry_point",
        players=options.players,
        seat=None,
        rewards=rewards,
        autoreset_mode=AutoresetMode.SAME_STEP,
    )


def tensors(seen: Any, infos: dict[str, Any]) -> tuple[torch.Tensor, torch.Tensor]:
    """What the learner sees, and what it may do."""
    return torch.as_tensor(seen), torch.as_tensor(infos["action_mask"].astype(bool))


@torch.no_grad()  # type: ignore[untyped-decorator]
def fare(agent: Agent, options: argparse.Namespace) -> str:
    """How the agent does when it always takes what it likes best."""
    envs = made(options, "place")
    seen, infos = envs.reset(seed=1_000_000)
    places: list[float] = []
    while len(places) < options.games:
        observed, masks = tensors(seen, infos)
        seen, rewards, ended, _, infos = envs.step(agent.odds(observed, masks).probs.argmax(-1).numpy())
        places += rewards[ended].tolist()
    won = np.mean([place == 1.0 for place in places])
    return f"mean place {np.mean(places):+.2f}, {won:.0%} of {len(places)} games won"


def main() -> None:
    """Before, learning, after."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="lumen")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--steps", type=int, default=500_000)
    parser.add_argument("--games", type=int, default=1000, help="to try the agent in")
    options = parser.parse_args()
    torch.manual_seed(1)
    envs = made(options, "score")
    agent = Agent(envs.single_observation_space.shape[0], int(envs.single_action_space.n))
    optimizer = torch.optim.Adam(agent.parameters(), lr=RATE, eps=1e-5)
    print("before:", fare(agent, options), flush=True)

    observed, masks = tensors(*envs.reset(seed=1))
    over = torch.zeros(ENVIRONMENTS)
    for _ in range(max(1, options.steps // (ENVIRONMENTS * STEPS))):
        rows: list[tuple[torch.Tensor, ...]] = []
        with torch.no_grad():
            for _ in range(STEPS):
                odds = agent.odds(observed, masks)
                actions = odds.sample()
                seen, rewards, ended, _, infos = envs.step(actions.numpy())
                scaled = torch.as_tensor(rewards, dtype=torch.float32) / 10
                rows.append((observed, masks, actions, odds.log_prob(actions), agent.worth(observed), scaled, over))
                (observed, masks), over = tensors(seen, infos), torch.as_tensor(ended, dtype=torch.float32)
            inputs, allowed, chosen, logs, worths, gains, ends = (
                torch.stack(column) for column in zip(*rows, strict=True)
            )
            following, closing = agent.worth(observed), over
            advantages, trace = torch.zeros_like(gains), torch.zeros(ENVIRONMENTS)
            for step in reversed(range(STEPS)):
                surprise = gains[step] + DISCOUNT * following * (1 - closing) - worths[step]
                advantages[step] = trace = surprise + DISCOUNT * TRACE * (1 - closing) * trace
                following, closing = worths[step], ends[step]
            returns = advantages + worths
        batch = [each.flatten(0, 1) for each in (inputs, allowed, chosen, logs, advantages, returns)]
        for _ in range(EPOCHS):
            for part in torch.randperm(ENVIRONMENTS * STEPS).chunk(MINIBATCHES):
                inputs, allowed, chosen, logs, gained, wanted = (each[part] for each in batch)
                odds = agent.odds(inputs, allowed)
                ratio = (odds.log_prob(chosen) - logs).exp()
                gained = (gained - gained.mean()) / (gained.std() + 1e-8)
                policy = torch.max(-gained * ratio, -gained * ratio.clamp(1 - CLIP, 1 + CLIP)).mean()
                value = 0.5 * (agent.worth(inputs) - wanted).pow(2).mean()
                loss = policy - ENTROPY * odds.entropy().mean() + WORTH * value
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), MOST_GRADIENT)
                optimizer.step()
    print("after: ", fare(agent, options))


if __name__ == "__main__":
    main()
