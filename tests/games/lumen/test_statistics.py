"""Section 5 of the digest, by a count of our own: within sampling error."""

from functools import cache
from math import sqrt
from statistics import fmean

import pytest

from bench.lumen_space import Counts, error, measure, rows
from tests.games.lumen.builder import PLAYERS

# n: follow, all, forced in %, log10 of branching, worlds, lacking in %, plain bid in %, bid with extra in %
DIGEST = {
    3: (2.55, 3.5, 29, 12.6, 2459, 35, 20.9, 39.6),
    4: (2.55, 3.3, 31, 15.6, 2558, 39, 24.6, 46.2),
    5: (2.56, 3.2, 32, 18.7, 2604, 40, 26.9, 53.5),
}
ITS_DEALS = 4_000
SIGMAS = 4


@cache
def counted(players: int, deals: int) -> Counts:
    return measure(players, deals, seed=5)


def agrees(values: list[float], theirs: float, rounding: float) -> bool:
    """Both are samples: ours of these values, theirs of 4,000 deals and then rounded."""
    ours = error(values)
    both = ours * sqrt(1 + len(values) / ITS_DEALS)
    return abs(fmean(values) - theirs) <= SIGMAS * both + rounding


@pytest.mark.rule("LU-22", "LU-23", "LU-24")
@pytest.mark.parametrize("players", PLAYERS)
def test_how_many_cards_are_legal(players: int, long: bool) -> None:
    counts = counted(players, 4_000 if long else 300)
    follow, everywhere, forced, branching, *_ = DIGEST[players]
    assert set(counts.lead) == {5.5}
    assert agrees(counts.follow, follow, 0.005)
    assert agrees(counts.all, everywhere, 0.05)
    assert agrees([100 * share for share in counts.forced], forced, 0.5)
    assert agrees(counts.branching, branching, 0.05)


@pytest.mark.rule("LU-10", "LU-50")
@pytest.mark.parametrize("players", PLAYERS)
def test_how_many_worlds_there_are_at_bidding(players: int, long: bool) -> None:
    counts = counted(players, 4_000 if long else 300)
    *_, worlds, lacking, _, _ = DIGEST[players]
    assert agrees(counts.worlds, worlds, 0.5)
    assert agrees([100 * share for share in counts.lacking], lacking, 0.5)
    assert max(counts.world_counts) <= {3: 29_400, 4: 63_504, 5: 64_680}[players]


@pytest.mark.rule("LU-17", "LU-25")
@pytest.mark.parametrize("players", PLAYERS)
def test_how_often_blind_bids_come_true(players: int, long: bool) -> None:
    """Shares of single seats are counted as if they were independent, which makes the error an upper bound or near."""
    counts = counted(players, 4_000 if long else 300)
    *_, plain, extra = DIGEST[players]
    for share, theirs in ((counts.plain()[1], plain), (counts.with_extra()[1], extra)):
        spread = (
            share * (1 - share) / counts.tricks.total() * (1 + counts.tricks.total() / (ITS_DEALS * players))
        ) ** 0.5
        assert abs(share - theirs / 100) <= SIGMAS * spread + 0.0005


@pytest.mark.rule("LU-50")
def test_the_table_of_the_docs_can_be_printed() -> None:
    lines = rows(measure(3, 5))
    assert len(lines) == 10
    assert all(label and value for label, value in lines)
