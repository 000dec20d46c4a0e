"""Players that are programs. A bot sees a View, never a State; the registry finds it by its file's name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypeGuard

from lumarium.kernel.action import Action
from lumarium.kernel.chance import Chance
from lumarium.kernel.view import View

if TYPE_CHECKING:
    from .search.thinker import Position


class Bot(Protocol):
    """One seat's player, made anew for each game."""

    def choose(self, view: View, legal: Sequence[Action], chance: Chance) -> Action:
        """One of the legal actions. All of the bot's luck comes from `chance`."""
        ...


class Insider(Bot, Protocol):
    """A bot of the house. It is trusted to decide in time and legally, on less than a view."""

    def decide(self, position: Position, chance: Chance) -> int:
        """The same as `choose`, by index."""
        ...


def of_the_house(bot: Bot) -> TypeGuard[Insider]:
    """Is this one of our own bots? Somebody else's that derives from ours is not, whatever it inherits."""
    return type(bot).__module__.startswith(f"{__name__}.")
