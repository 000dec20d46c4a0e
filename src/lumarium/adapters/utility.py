"""What a place is worth: the returns of every environment."""

from __future__ import annotations

from collections.abc import Sequence


def utilities(ranking: Sequence[int]) -> list[float]:
    """By seat, from 1 for the winner down to -1 for the last in equal steps; seats that share places share their
    worth. The sum is always 0."""
    last = len(ranking) - 1
    return [1.0 - (2 * place + ranking.count(place) - 3) / last for place in ranking]
