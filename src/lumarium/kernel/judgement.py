"""What a game knows about good play: the part of a bot that differs from game to game."""

from __future__ import annotations

from math import exp

from mypy_extensions import mypyc_attr

from .chance import Chance
from .effort import Effort
from .message import Message
from .state import State

WIN: float = 0.85
"""How much of a seat's outlook is about winning; the rest is about the other places."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Judgement:
    """Judges imagined positions. A game overrides what it knows better; every method must be quick.

    A position handed to a judgement was imagined by some seat. Where seats know different things, `prefer` and
    `decide` use only what the deciding seat knows: they also stand for the opponents in a search.
    """

    rounds: int = 1
    """For how many rounds of everyone's turns a search plays on before it asks for the outlook."""
    overlooked: int = 3
    """One decision in so many does not come to a beginner's mind."""

    def forecast(self, state: State) -> list[float]:
        """The points with which each seat can expect to end the game."""
        return [float(score) for score in state.scores]

    def doubt(self, state: State) -> float:
        """By how many points the difference of two seats may well still change; above zero."""
        return 10.0

    def prefer(self, state: State, legal: list[int]) -> list[float]:
        """How promising each legal decision looks at first glance, as odds above zero."""
        return [1.0] * len(legal)

    def decide(self, state: State, chance: Chance) -> int:
        """A sensible decision without search, for playouts."""
        legal = state.legal()
        return legal[0] if len(legal) == 1 else legal[drawn(self.prefer(state, legal), chance)]

    def settled(self, state: State, seat: int) -> bool:
        """Can `forecast` be trusted here, after the seat's decision? Usually at the end of its turn."""
        return state.turn != seat

    def appraise(self, worlds: list[State], legal: list[int], nodes: int, chance: Chance) -> list[float] | None:
        """The outlook (0 to 1) of each legal decision by a way of the game's own; None leaves it to the planner."""
        return None

    def search(self, worlds: list[State], legal: list[int], effort: Effort, chance: Chance) -> list[float] | None:
        """The same by a search of the game's own, as long as there is effort left; None leaves it to the tree."""
        return None

    def reason(self, state: State, index: int) -> Message:
        """In a few words, what speaks for a decision in this position."""
        return Message("kernel", "reason.best")

    def outlook(self, state: State) -> list[float]:
        """By seat how good the position is, from 0 to 1: the odds of winning, with a little for the other places."""
        if state.turn is None:
            return placing(state.ranking)
        return odds(self.forecast(state), self.doubt(state))


def drawn(odds: list[float], chance: Chance) -> int:
    """A place in the list, drawn by the odds that stand there."""
    total = 0.0
    for each in odds:
        total += each
    point = chance.pick(1 << 30) / (1 << 30) * total
    for place in range(len(odds)):
        point -= odds[place]
        if point < 0.0:
            return place
    return len(odds) - 1


def placing(ranking: list[int]) -> list[float]:
    """By seat what the places of a finished game are worth, from 0 to 1."""
    players = len(ranking)
    winners = ranking.count(1)
    result: list[float] = []
    for place in ranking:
        shared = place + (ranking.count(place) - 1) / 2.0
        won = 1.0 / winners if place == 1 else 0.0
        result.append(WIN * won + (1.0 - WIN) * (players - shared) / (players - 1.0))
    return result


def odds(points: list[float], doubt: float) -> list[float]:
    """The odds that follow from expected points, if their differences may still change by so much."""
    players = len(points)
    best = max(points)
    weights = [exp((each - best) / doubt) for each in points]
    total = sum(weights)
    result: list[float] = []
    for weight in weights:
        ahead = 0.0
        for other in weights:
            ahead += weight / (weight + other + 1e-300)
        result.append(WIN * weight / total + (1.0 - WIN) * (ahead - 0.5) / (players - 1.0))
    return result
