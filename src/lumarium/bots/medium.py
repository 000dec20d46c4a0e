"""Plans its turn to the end and judges where it leads; does not think about the others' answers."""

from __future__ import annotations

from lumarium.kernel.chance import Chance

from .search.budget import Budget
from .search.planner import plan
from .search.thinker import Position, Thinker

WORLDS = 8


class MediumBot(Thinker):
    """The bot `medium`: a solid player for an evening."""

    budget = Budget(nodes=600)

    def values(self, position: Position, chance: Chance) -> list[float]:
        """The best outlook of the turn after each decision."""
        nodes = self.budget.nodes or 600
        return plan(position.judgement, position.worlds(WORLDS), position.legal, nodes, chance)


BOT = MediumBot
