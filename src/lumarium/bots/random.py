"""Plays any legal action, each with the same odds."""

from __future__ import annotations

from collections.abc import Sequence

from lumarium.kernel.action import Action
from lumarium.kernel.chance import Chance
from lumarium.kernel.view import View

from .search.thinker import Position


class RandomBot:
    """The bot `random`: the floor that every other bot has to beat."""

    def choose(self, view: View, legal: Sequence[Action], chance: Chance) -> Action:
        """One of the legal actions, uniformly."""
        return chance.choice(legal)

    def decide(self, position: Position, chance: Chance) -> int:
        """The same by index."""
        return chance.choice(position.legal)


BOT = RandomBot
