"""What came of many games, in whole numbers: tallies add up to the same in any order."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import sqrt

import msgspec

from lumarium.kernel.match import Match

from .single import Failure


class SeatTally(msgspec.Struct):
    """One seat's scores and places."""

    points: int = 0
    squares: int = 0
    places: Counter[int] = msgspec.field(default_factory=Counter)
    wins: Counter[int] = msgspec.field(default_factory=Counter)
    """By the number of seats that shared the win."""

    def mean(self, games: int) -> float:
        """The mean score."""
        return self.points / games if games else 0.0

    def deviation(self, games: int) -> float:
        """The standard deviation of the scores, as an estimate from a sample."""
        if games < 2:
            return 0.0
        return sqrt((games * self.squares - self.points**2) / (games * (games - 1)))

    def won(self) -> float:
        """The number of wins, a win shared by n seats counted as 1/n."""
        return float(sum((Fraction(number, sharers) for sharers, number in self.wins.items()), Fraction()))

    def add(self, other: SeatTally) -> None:
        """Counts another tally in."""
        self.points += other.points
        self.squares += other.squares
        self.places.update(other.places)
        self.wins.update(other.wins)


class Tally(msgspec.Struct):
    """What came of some games."""

    seats: list[SeatTally]
    decisions: Counter[int] = msgspec.field(default_factory=Counter)
    """How many games took that many decisions."""
    endings: Counter[str] = msgspec.field(default_factory=Counter)
    figures: dict[str, list[Counter[int]]] = msgspec.field(default_factory=dict)
    """What the game itself counts, by name, per seat or for the whole table."""
    failures: list[Failure] = msgspec.field(default_factory=list)

    @classmethod
    def empty(cls, players: int) -> Tally:
        """No game yet."""
        return cls([SeatTally() for _ in range(players)])

    @property
    def games(self) -> int:
        """How many games are in it."""
        return self.decisions.total()

    def count(self, match: Match) -> None:
        """Counts a finished game in."""
        state = match.state
        ranking = state.ranking
        sharers = ranking.count(1)
        for seat, score, place in zip(self.seats, state.scores, ranking, strict=True):
            seat.points += score
            seat.squares += score**2
            seat.places[place] += 1
            if place == 1:
                seat.wins[sharers] += 1
        self.decisions[match.version] += 1
        self.endings[state.ending or "?"] += 1
        self.add_figures({name: [Counter(seen) for seen in lists] for name, lists in state.figures().items()})

    def add(self, other: Tally) -> None:
        """Counts another tally in."""
        for mine, theirs in zip(self.seats, other.seats, strict=True):
            mine.add(theirs)
        self.decisions.update(other.decisions)
        self.endings.update(other.endings)
        self.add_figures(other.figures)
        self.failures += other.failures

    def add_figures(self, figures: dict[str, list[Counter[int]]]) -> None:
        """Counts a game's own figures in."""
        for name, counts in figures.items():
            mine = self.figures.setdefault(name, [Counter() for _ in counts])
            for place, count in enumerate(counts):
                mine[place].update(count)
