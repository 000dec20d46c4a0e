"""A trained network as a bot: the observation goes in, the best legal action comes out.

.venv/bin/python examples/train_masked.py --game lumen --players 3 --seconds 60 --save examples/network.npz
lumarium simulate lumen --seats examples/network_bot.py:NetworkBot,random,random --games 300
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

import lumarium

WEIGHTS = list(np.load(Path(__file__).with_name("network.npz")).values())


class NetworkBot:
    """Plays what the network thinks best; it knows as many players as it was trained with."""

    def choose(self, view: lumarium.View, legal: Sequence[lumarium.Action], chance: lumarium.Chance) -> lumarium.Action:
        first, bias, policy, policy_bias, *_ = WEIGHTS
        seen = np.asarray(lumarium.game(view.game).features.packed(view), np.float32)
        scores = np.tanh(seen @ first + bias) @ policy + policy_bias
        return max(legal, key=lambda action: float(scores[action.index]))
