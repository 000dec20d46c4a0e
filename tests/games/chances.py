"""Chances that are told, held against chances that are seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from math import sqrt
from typing import Any

from lumarium.kernel.chance import Chance
from lumarium.kernel.game import Game
from lumarium.kernel.insight import Insight, Line, Odds, Spread, Topic

SUSPICIOUS = 4.5
"""Standard deviations: honest chances get there once in some hundred thousand seeds, and the seeds are fixed."""
SHORT, LONG = 500, 100_000
Seen = Callable[[Any, Chance], Hashable]
"""What comes of an imagined position, by the rules themselves."""


def topic(insight: Insight, view: object, key: str) -> Topic:
    """One of the topics that are told from a view."""
    (found,) = [each for each in insight.topics(view) if each.key == key]
    return found


def with_odds(topics: Iterable[Topic]) -> set[tuple[str, str]]:
    """The topics and columns that tell chances."""
    return {
        (each.key, name)
        for each in topics
        for line in each.lines
        for name, cell in zip(each.columns, line.cells, strict=True)
        if isinstance(cell, Odds | Spread)
    }


def odds_in(line: Line, column: int) -> Odds:
    """An exact chance."""
    cell = line.cells[column]
    assert isinstance(cell, Odds)
    return Odds(cell.ways, cell.of)


def spread_in(line: Line, column: int = 0) -> dict[Hashable, Odds]:
    """All that may be."""
    cell = line.cells[column]
    assert isinstance(cell, Spread)
    return {label: chance for label, chance in cell.parts if isinstance(chance, Odds)}


def fits(told: Mapping[Hashable, Odds], seen: Mapping[Hashable, int]) -> None:
    """Chi-square: what was seen is what was told, and nothing was seen that cannot be."""
    assert set(seen) <= {outcome for outcome, odds in told.items() if odds.ways}
    number = sum(seen.values())
    likely = {outcome: odds.share for outcome, odds in told.items() if 0 < odds.ways < odds.of}
    if len(likely) < 2:
        return
    off = sum((seen.get(each, 0) - number * share) ** 2 / (number * share) for each, share in likely.items())
    freedom = len(likely) - 1
    # Wilson and Hilferty: about how many standard deviations that is.
    spread = 2 / (9 * freedom)
    assert ((off / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread) < SUSPICIOUS, (told, seen)


def either(odds: Odds) -> dict[Hashable, Odds]:
    """Yes or no."""
    return {True: odds, False: Odds(odds.of - odds.ways, odds.of)}


def sampled(game: Game, view: Any, seen: Seen, long: bool, seed: int = 0) -> Counter[Hashable]:
    """What comes of many imagined positions."""
    luck = Chance(seed)
    return Counter(seen(game.imagine(view, luck), luck) for _ in range(LONG if long else SHORT))
