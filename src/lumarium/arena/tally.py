"""What came of many games, in whole numbers: tallies add up to the same in any order."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

import msgspec

from .single import Failure, Played


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

    @classmethod
    def of(cls, games: Sequence[Played], players: int) -> Tally:
        """What came of these games. Numbers of a kind are counted in one go: a game may take only microseconds."""
        figures: defaultdict[str, list[list[int]]] = defaultdict(list)
        for game in games:
            for name, lists in game.figures.items():
                seen = figures[name]
                seen += ([] for _ in lists[len(seen) :])
                for place, numbers in enumerate(lists):
                    seen[place] += numbers
        return cls(
            [_seat_tally(games, seat) for seat in range(players)],
            Counter([game.decisions for game in games]),
            Counter([game.ending for game in games]),
            {name: [Counter(numbers) for numbers in lists] for name, lists in figures.items()},
            [failure for game in games for failure in game.failures],
        )

    @property
    def games(self) -> int:
        """How many games are in it."""
        return self.decisions.total()

    def add(self, other: Tally) -> None:
        """Counts another tally in."""
        for mine, theirs in zip(self.seats, other.seats, strict=True):
            mine.add(theirs)
        self.decisions.update(other.decisions)
        self.endings.update(other.endings)
        for name, counts in other.figures.items():
            own = self.figures.setdefault(name, [Counter() for _ in counts])
            for place, count in enumerate(counts):
                own[place].update(count)
        self.failures += other.failures


def _seat_tally(games: Sequence[Played], seat: int) -> SeatTally:
    scores = [game.scores[seat] for game in games]
    return SeatTally(
        sum(scores),
        sum([score * score for score in scores]),
        Counter([game.places[seat] for game in games]),
        Counter([game.places.count(1) for game in games if game.places[seat] == 1]),
    )
