"""Searches: many worlds, many futures, as long as its time allows."""

from __future__ import annotations

from math import exp

from lumarium.kernel.chance import Chance

from .search.budget import Budget
from .search.planner import plan
from .search.thinker import Position, Thinker
from .search.tree import Tree

WORLDS = 48
FIRST_LOOK = 600
"""How many simulated decisions go into a plan of the turn before the search begins."""
SHARPNESS = 30.0
"""How far that plan draws the search: a difference of 1 / SHARPNESS in outlook makes e times the odds."""


class StrongBot(Thinker):
    """The bot `strong`: for those who want to lose."""

    budget = Budget(seconds=1.0)

    def values(self, position: Position, chance: Chance) -> list[float]:
        """The outlook found for each decision; where it was visited little, less."""
        effort = self.budget.effort()
        legal, judgement = position.legal, position.judgement
        worlds = position.worlds(WORLDS)
        own = judgement.search(worlds, legal, effort, chance)
        if own is not None:
            return own
        first = plan(judgement, worlds[:8], legal, FIRST_LOOK, chance)
        best = max(first)
        odds = [exp((value - best) * SHARPNESS) for value in first]
        total = sum(odds)
        priors = {index: 0.02 / len(legal) + 0.98 * each / total for index, each in zip(legal, odds, strict=True)}
        tree = Tree(judgement, worlds, priors, judgement.rounds)
        tree.grow(effort, chance)
        return _found(tree, legal)


def _found(tree: Tree, legal: list[int]) -> list[float]:
    """The most visited decision first: the mean of a few visits is no proof."""
    children = [tree.root.children[index] for index in legal]
    favourite = max(children, key=lambda child: (child.visits, child.total))
    best = favourite.total / favourite.visits if favourite.visits else 0.5
    values = []
    for child in children:
        mean = child.total / child.visits if child.visits else 0.0
        less = 1.0 - child.visits / max(1, favourite.visits)
        values.append(best if child is favourite else min(mean, best) - 1e-6 - 0.01 * less)
    return values


BOT = StrongBot
