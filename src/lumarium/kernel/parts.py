"""The parts of a vector for learning: what stands where, and what it means."""

from __future__ import annotations

from math import prod
from typing import NamedTuple


class Part(NamedTuple):
    """A stretch of the vector with one meaning."""

    name: str
    shape: tuple[int, ...]
    """Row by row; what is told of every seat has the seats as its first dimension."""
    low: float
    high: float
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


def turn_part(players: int) -> Part:
    """Whose decision it is."""
    return Part("turn", (players,), 0, 1, "Whose decision it is; all zero when the game is over.")


def scores_part(players: int) -> Part:
    """Scores that know no bounds."""
    return Part("scores", (players,), -1, 1, "The score s, as if the game ended now, as s / (50 + abs s).")
