"""Searches with what it learned from games against itself: a network proposes and judges, many worlds are tried."""

from __future__ import annotations

from lumarium.kernel.chance import Chance
from lumarium.kernel.game import Game

from .search.budget import Budget
from .search.card import check
from .search.thinker import Position, Thinker

WORLDS = 48
TURNS = 1


class MasterBot(Thinker):
    """The bot `master`: as strong as we can make it."""

    budget = Budget(seconds=1.0)

    @classmethod
    def check_game(cls, game: Game) -> None:
        """There must be a network for it."""
        check(game)

    def values(self, position: Position, chance: Chance) -> list[float]:
        """The outlook found for each decision."""
        from .search.foresight import Foresight
        from .search.network import network_of

        effort = self.budget.effort()
        worlds = position.worlds(WORLDS)
        return Foresight(network_of(position.game), worlds, position.legal, TURNS, chance).run(effort)


BOT = MasterBot
