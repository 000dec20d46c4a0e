"""How strong bots are: ratings with their uncertainty, and shares with their confidence intervals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from openskill.models import PlackettLuceRating

NORMAL_95 = 1.959964


class Rating(msgspec.Struct, frozen=True):
    """A bot's strength by openskill (Plackett-Luce): about 25 for an average of the field."""

    bot: str
    mu: float
    sigma: float
    """The uncertainty of mu."""


def ratings(bots: Sequence[str], games: Iterable[tuple[Sequence[str], Sequence[int]]]) -> list[Rating]:
    """The ratings after these games, each given as its seats and their places; the best first."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known: dict[str, PlackettLuceRating] = {bot: model.rating(name=bot) for bot in bots}
    for seats, places in games:
        teams = [[model.rating(mu=known[seat].mu, sigma=known[seat].sigma)] for seat in seats]
        rated = model.rate(teams, ranks=[float(place) for place in places])
        for bot in set(seats):
            # A bot that sits in several seats learns their mean: the seats are the same player on the same day.
            own = [team[0] for team, seat in zip(rated, seats, strict=True) if seat == bot]
            mu, sigma = (
                sum(values) / len(own) for values in zip(*((each.mu, each.sigma) for each in own), strict=True)
            )
            known[bot] = model.rating(mu=mu, sigma=sigma, name=bot)
    found = [Rating(bot, rating.mu, rating.sigma) for bot, rating in known.items()]
    return sorted(found, key=lambda rating: -rating.mu)


def interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % confidence interval of a share of wins."""
    if not games:
        return 0.0, 1.0
    share, z = wins / games, NORMAL_95
    middle = share + z * z / (2 * games)
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    # The share lies in its interval, whatever rounding says of one with no wins or nothing else.
    return max(0.0, min(share, (middle - spread) / scale)), min(1.0, max(share, (middle + spread) / scale))
