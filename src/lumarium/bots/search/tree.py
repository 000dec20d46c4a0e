"""Information-set Monte Carlo tree search: one tree of decisions, grown over many worlds and much luck.

A node is reached by decisions alone; what luck and hidden cards make possible there differs from visit to visit, so
every child counts how often it could have been chosen.
"""

from __future__ import annotations

from math import sqrt

from lumarium.kernel.chance import Chance
from lumarium.kernel.effort import Effort
from lumarium.kernel.judgement import Judgement
from lumarium.kernel.state import State

CURIOSITY = 0.9
"""How strongly the first glance and few visits draw the search, against what was found."""
CAUTION = 0.08
"""How much worse than its parent an untried decision is taken to be."""
MOST_NODES = 200_000
"""Where the tree stops growing; the search goes on in it."""
PATIENCE = 400


class Node:
    """A decision in the tree, seen by the seat that made it."""

    def __init__(self, prior: float) -> None:
        self.prior = prior
        self.visits = 0
        self.total = 0.0
        self.offered = 0
        self.children: dict[int, Node] = {}


class Tree:
    """A search from the worlds that a seat holds possible."""

    def __init__(self, judgement: Judgement, worlds: list[State], priors: dict[int, float], rounds: int) -> None:
        """`priors` are the odds of the first decisions; playouts go on for some `rounds` of everyone's turns."""
        self.judgement = judgement
        self.worlds = worlds
        self.rounds = rounds
        self.root = Node(1.0)
        for index, prior in priors.items():
            self.root.children[index] = Node(prior)
        self.iterations = 0
        self.nodes = 0
        self.size = 1

    def grow(self, effort: Effort, chance: Chance) -> None:
        """Searches as long as there is effort left."""
        while effort.share(self.nodes) < 1.0:
            self.iterate(chance)

    def iterate(self, chance: Chance) -> None:
        """One line: down the tree, one new node, a playout, and back."""
        judgement = self.judgement
        state = self.worlds[self.iterations % len(self.worlds)].clone()
        self.iterations += 1
        node = self.root
        path: list[Node] = []
        seats: list[int] = []
        while state.turn is not None:
            seat = state.turn
            legal = state.legal()
            if len(legal) == 1:
                state.carry_out(legal[0], chance, None)
                self.nodes += 1
                continue
            index = self.select(node, state, legal)
            node = node.children[index]
            path.append(node)
            seats.append(seat)
            state.carry_out(index, chance, None)
            self.nodes += 1
            if node.visits == 0:
                break
        self.play_out(state, chance)
        values = judgement.outlook(state)
        self.root.visits += 1
        self.root.total += values[seats[0]] if seats else 0.0
        for place in range(len(path)):
            path[place].visits += 1
            path[place].total += values[seats[place]]

    def select(self, node: Node, state: State, legal: list[int]) -> int:
        """The decision to look at next."""
        children = node.children
        for index in legal:
            if index not in children:
                self.expand(node, state, legal)
                break
        start = node.total / node.visits - CAUTION if node.visits else 0.5
        if node is not self.root:
            start = self.start_of(node, legal)
        best, choice = -1e9, legal[0]
        for index in legal:
            child = children.get(index)
            if child is None:
                continue
            child.offered += 1
            value = child.total / child.visits if child.visits else start
            value += CURIOSITY * child.prior * sqrt(child.offered) / (1.0 + child.visits)
            if value > best:
                best, choice = value, index
        return choice

    def start_of(self, node: Node, legal: list[int]) -> float:
        """What an untried decision is taken to be worth: a little less than those that were tried here."""
        total, visits = 0.0, 0
        for index in legal:
            child = node.children.get(index)
            if child is not None:
                total += child.total
                visits += child.visits
        return total / visits - CAUTION if visits else 0.5

    def expand(self, node: Node, state: State, legal: list[int]) -> None:
        """Adds the decisions that are new here."""
        if self.size >= MOST_NODES and any(index in node.children for index in legal):
            return
        odds = self.judgement.prefer(state, legal)
        total = sum(odds)
        for place in range(len(legal)):
            if legal[place] not in node.children:
                node.children[legal[place]] = Node(odds[place] / total)
                self.size += 1

    def play_out(self, state: State, chance: Chance) -> None:
        """Quick decisions for some rounds, then on to a position that can be judged."""
        judgement = self.judgement
        turns = self.rounds * state.players
        seat = state.turn
        for _ in range(PATIENCE):
            before = state.turn
            if before is None or (turns <= 0 and seat is not None and judgement.settled(state, seat)):
                return
            state.step(judgement.decide(state, chance), chance)
            self.nodes += 1
            if state.turn != before:
                turns -= 1
                if turns >= 0:
                    seat = before
