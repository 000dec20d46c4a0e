"""Players that are programs. A bot sees a View, never a State; the registry finds it by its file's name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from lumarium.kernel.action import Action
from lumarium.kernel.chance import Chance
from lumarium.kernel.view import View


class Bot(Protocol):
    """One seat's player, made anew for each game."""

    def choose(self, view: View, legal: Sequence[Action], chance: Chance) -> Action:
        """One of the legal actions. All of the bot's luck comes from `chance`."""
        ...
