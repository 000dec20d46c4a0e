"""One decision measured: what a strong bot thinks of each choice, with an effort that is the same everywhere."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from typing import NamedTuple

import msgspec

from lumarium.bots.search.budget import Budget
from lumarium.bots.search.thinker import Position
from lumarium.bots.strong import StrongBot
from lumarium.kernel.action import ActionSpace
from lumarium.kernel.chance import Chance
from lumarium.kernel.judgement import odds
from lumarium.kernel.message import Message
from lumarium.kernel.view import View

LEVEL = "strong"
"""Who measures."""
EFFORT = 4000
"""Simulated decisions for each decision that is measured."""
WORLDS = 16
"""In so many worlds the points are forecast that a seat can expect."""
SPAN = 8.0
"""Beyond so many doubts no outlook changes."""
BEST = 3
"""So many of the best choices are told, beside the one that was made."""
DIGITS = 4


class Choice(msgspec.Struct, frozen=True):
    """One of the things that could have been done."""

    move: str
    outlook: float
    """From 0 to 1: the odds of winning, with a little for the other places."""
    points: float
    """The points that go with this outlook: so many the seat would have to expect, as it stands, to have it."""


class Weighing:
    """A decision of a seat, measured from its view. The luck of it follows from the view: it repeats exactly."""

    def __init__(self, view: View, effort: int = EFFORT, again: int = 0) -> None:
        """`again` is another luck, for those who want a second opinion."""
        self.view = view
        self.luck = Chance(sha256(msgspec.json.encode(view) + bytes(again)).hexdigest())
        self.position = Position.seen(view, self.luck)
        self.game = self.position.game
        self.effort = effort

    def outlooks(self) -> dict[int, float]:
        """By index what the bot found, the best first."""
        legal = self.position.legal
        values = StrongBot(Budget(nodes=self.effort)).values(self.position, self.luck)
        found = sorted(zip(legal, values, strict=True), key=lambda each: -each[1])
        return {index: round(min(max(value, 0.0), 1.0), DIGITS) for index, value in found}

    def choices(self, outlooks: dict[int, float], wanted: list[int]) -> list[Choice]:
        """These of them, with the points that they come to."""
        worlds = self.position.worlds(WORLDS)
        seat, judgement = self.view.turn, self.game.judgement
        assert seat is not None
        forecasts = [judgement.forecast(world) for world in worlds]
        expected = [sum(each) / len(worlds) for each in zip(*forecasts, strict=True)]
        doubt = sum(map(judgement.doubt, worlds)) / len(worlds)
        return [
            Choice(
                self.game.actions[index].notation,
                outlooks[index],
                round(points_for(outlooks[index], expected, doubt, seat), 2),
            )
            for index in wanted
        ]

    def reason(self, move: str) -> Message:
        """What speaks for a choice, in words."""
        (world,) = self.position.worlds(1)
        return self.game.judgement.reason(world, self.game.actions.parse(move).index)


class Weighed(NamedTuple):
    """What came of it: the best choices, the best first, and the one that was made."""

    best: list[Choice]
    played: Choice


def weighed(view: View, played: int, effort: int = EFFORT) -> Weighed:
    """Measures a decision that was made."""
    weighing = Weighing(view, effort)
    outlooks = weighing.outlooks()
    wanted = list(outlooks)[:BEST]
    *best, made = weighing.choices(outlooks, [*wanted, played])
    return Weighed(best, made)


def points_for(outlook: float, expected: list[float], doubt: float, seat: int) -> float:
    """The points that a seat would have to expect to have this outlook, if the others expect what they do.

    So what is lost is told in points and in odds, and both say the same. Points found by playing on say something else
    now and then, because luck makes a larger difference than a decision.
    """
    low, high = -SPAN * doubt, SPAN * doubt
    for _ in range(40):
        middle = (low + high) / 2
        tried = expected.copy()
        tried[seat] += middle
        if odds(tried, doubt)[seat] < outlook:
            low = middle
        else:
            high = middle
    return expected[seat] + low


def kind_of(actions: ActionSpace, legal: list[int] | tuple[int, ...]) -> str:
    """What kind of decision it is: as most of its choices are. It does not tell which of them is good."""
    names = Counter(type(actions[index]).__name__.lower() for index in legal)
    return names.most_common(1)[0][0]
