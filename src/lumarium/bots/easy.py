"""Plays sensibly but overlooks things, as people do in their first games."""

from __future__ import annotations

from lumarium.kernel.chance import Chance

from .search.budget import Budget
from .search.planner import plan
from .search.thinker import Position, Thinker

UNSURE = 0.05
"""How large a difference in outlook it may well misjudge."""


class EasyBot(Thinker):
    """The bot `easy`: an opponent for a child's first game."""

    budget = Budget(nodes=60)

    def values(self, position: Position, chance: Chance) -> list[float]:
        """A glance at each decision that comes to mind, misjudged a little."""
        nodes = self.budget.nodes or 60
        values = plan(position.judgement, position.worlds(1), position.legal, nodes, chance)
        seen = [value + UNSURE * _blur(chance) for value in values]
        for place in range(len(seen)):
            if chance.pick(position.judgement.overlooked) == 0:
                seen[place] -= 1.0
        return seen


def _blur(chance: Chance) -> float:
    """A number around zero, mostly small."""
    return sum(chance.pick(1001) for _ in range(4)) / 1000 - 2.0


BOT = EasyBot
