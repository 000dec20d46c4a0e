"""A whole game measured: every decision against the best that was found, and luck beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from lumarium.kernel.game import Game
from lumarium.kernel.record import Record
from lumarium.kernel.registry import game as find_game

from .fortune import Draw, draws
from .walking import Made, decisions
from .weighing import BEST, EFFORT, LEVEL, Choice, kind_of, weighed

COSTLY = 0.05
"""From such a loss of outlook on a decision is marked."""
PART = 6
"""So many decisions are measured at a time: often enough to see how far it is."""


class Decision(msgspec.Struct, frozen=True):
    """One decision with a choice."""

    at: int
    """How many moves and undos of the record there were before."""
    seat: int
    kind: str
    choices: int
    """How many there were."""
    played: Choice
    best: tuple[Choice, ...]
    """The best of them, the best first."""

    @property
    def lost(self) -> float:
        """Of the outlook, against the best found."""
        return max(0.0, self.best[0].outlook - self.played.outlook)

    @property
    def points(self) -> float:
        """The same in points."""
        return max(0.0, self.best[0].points - self.played.points)


class Review(msgspec.Struct, frozen=True):
    """A game's decisions and draws. With the same level and effort the same game gives the same bytes."""

    game: str
    rules_version: int
    players: int
    level: str
    effort: int
    decisions: tuple[Decision, ...]
    draws: tuple[Draw, ...]

    def of(self, seat: int) -> list[Decision]:
        """The decisions of one seat."""
        return [each for each in self.decisions if each.seat == seat]


class Sum(msgspec.Struct, frozen=True):
    """What some decisions cost together."""

    kind: str
    number: int
    best: int
    """How many of them were as good as the best found."""
    lost: float
    points: float


class Fortune(msgspec.Struct, frozen=True):
    """What the draws of a game gave to a seat, against their mean."""

    seat: int
    points: float
    outlook: float


class Course:
    """A record made ready to be measured, part by part in any order."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.game: Game = find_game(record.header.game)
        self.made = decisions(record)
        self.open: list[Made] = [each for each in self.made if len(each.before.legal()) > 1]

    @property
    def parts(self) -> int:
        """How many there are; the last one is the luck."""
        return -(-len(self.open) // PART) + 1

    def measured(self, part: int, effort: int = EFFORT) -> list[Decision]:
        """The decisions of one part."""
        return [self.decision(each, effort) for each in self.open[part * PART : (part + 1) * PART]]

    def decision(self, made: Made, effort: int = EFFORT) -> Decision:
        """One decision, from the view of the seat that made it."""
        view = made.before.view(made.seat)
        found = weighed(view, made.choice, effort)
        kind = kind_of(self.game.actions, view.legal)
        return Decision(made.at, made.seat, kind, len(view.legal), found.played, tuple(found.best))

    def fortune(self) -> list[Draw]:
        """What every draw gave."""
        return list(draws(self.game, self.record, self.made))

    def review(self, measured: Iterable[Decision], fortune: Iterable[Draw], effort: int = EFFORT) -> Review:
        """All parts together."""
        header = self.record.header
        found = tuple(sorted(measured, key=lambda each: each.at))
        return Review(header.game, header.rules_version, header.players, LEVEL, effort, found, tuple(fortune))


def costliest(found: Sequence[Decision], most: int = BEST, least: float = COSTLY) -> list[Decision]:
    """The decisions with which most was lost, the worst first."""
    costly = [each for each in found if each.lost >= least]
    return sorted(costly, key=lambda each: -each.lost)[:most]


def by_kind(found: Iterable[Decision], word: Callable[[str], str] = str) -> list[Sum]:
    """What each kind of decision cost, the most expensive first; kinds that are called alike are one."""
    kinds: dict[str, list[Decision]] = {}
    for each in found:
        kinds.setdefault(word(each.kind), []).append(each)
    sums = [summed(kind, group) for kind, group in kinds.items()]
    return sorted(sums, key=lambda each: -each.lost)


def summed(kind: str, found: Sequence[Decision]) -> Sum:
    """Some decisions together."""
    best = sum(each.played.move == each.best[0].move for each in found)
    lost, points = sum(each.lost for each in found), sum(each.points for each in found)
    return Sum(kind, len(found), best, round(lost, 4), round(points, 2))


def fortunes(review: Review) -> list[Fortune]:
    """By seat what luck gave."""
    return [
        Fortune(
            seat,
            round(sum(draw.points[seat] for draw in review.draws), 2),
            round(sum(draw.outlook[seat] for draw in review.draws), 4),
        )
        for seat in range(review.players)
    ]
