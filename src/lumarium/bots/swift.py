"""Plays by what it learned from games against itself, at once: a network without any search."""

from __future__ import annotations

from lumarium.kernel.chance import Chance
from lumarium.kernel.game import Game

from .search.card import check
from .search.thinker import Position, Thinker


class SwiftBot(Thinker):
    """The bot `swift`: for many games in little time."""

    @classmethod
    def check_game(cls, game: Game) -> None:
        """There must be a network for it."""
        check(game)

    def values(self, position: Position, chance: Chance) -> list[float]:
        """The outlook of each decision at first look."""
        from .search.network import network_of

        (world,) = position.worlds(1)
        return network_of(position.game).first_look(world, position.legal)[1]


BOT = SwiftBot
