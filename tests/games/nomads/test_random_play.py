"""Random play against the figures of the digest's decision-space section: bench/nomads_space.py with small counts."""

from statistics import fmean

import pytest

from bench.nomads_space import figures
from tests.games.nomads.builder import GAME

SHORT, LONG = 150, 3_000


@pytest.mark.rule("NO-RU-29")
@pytest.mark.parametrize("players", GAME.players)
def test_random_play_agrees_with_the_digest(players: int, long: bool) -> None:
    """43 to 46 turns, 27 to 72; two or three moon scorings; columns of 3.7 to 4.0 discs; no dry run to speak of."""
    games = LONG if long else SHORT
    found = figures(players, games)
    error = 5 * 6 / games**0.5
    assert 43 - error < fmean(found.turns) < 46 + error
    assert min(found.turns) >= 24
    assert max(found.turns) <= 80
    assert 3.5 < fmean(found.heights) < 4.2
    assert found.two_or_three_scorings > (0.998 if long else 0.97)
    assert found.most["scorings in a turn"] <= 2
    assert found.most["dry run"] < 10
