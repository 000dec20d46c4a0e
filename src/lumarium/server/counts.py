"""What is counted while the server runs, for whoever runs it."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Seconds: what a move takes from its arrival to its answer."""


class Counts:
    """Only ever more."""

    def __init__(self) -> None:
        self.moves = [0] * (len(BOUNDS) + 1)
        """How many took how long, by the bounds."""
        self.seconds = 0.0
        self.refused: Counter[str] = Counter()

    def moved(self, seconds: float) -> None:
        """A move was stored, after so long."""
        self.moves[bisect_left(BOUNDS, seconds)] += 1
        self.seconds += seconds
