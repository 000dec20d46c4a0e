"""Every registered game passes the suite, for every player count and preset, without being named."""

from __future__ import annotations

import pytest

import lumarium
from lumarium.conformance import CHECKS, Case, cases, check

SEEDS_SHORT, SEEDS_LONG = 1, 5


@pytest.mark.parametrize("name", CHECKS)
@pytest.mark.parametrize("case", list(cases()), ids=str)
def test_conforms(case: Case, name: str, long: bool) -> None:
    for seed in range(SEEDS_LONG if long else SEEDS_SHORT):
        check(case, name, seed)


def test_every_game_is_checked() -> None:
    assert {case.game.name for case in cases()} == set(lumarium.games())
