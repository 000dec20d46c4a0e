"""Lumicora as arrays where random games of the presets do not go: the empty bag, high reefs, and odd options."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from lumarium import Chance
from lumarium.conformance import Case
from lumarium.games.lumicora.options import Options
from lumarium.games.lumicora.rules.indices import NOTHING
from lumarium.games.lumicora.rules.state import State
from lumarium.kernel.state import State as AnyState
from tests.games.lumicora.builder import GAME, hungry_choice

pytestmark = pytest.mark.skipif(
    not find_spec("jax"), reason='no JAX: .venv/bin/pip install -c constraints.txt ".[jax]"'
)

ONE_IN = 30
"""Hungry players do something else once in so many decisions."""

ODD: Options = GAME.options(
    {
        "board": "light",
        "terrain": (
            "R9 R9 R9 R9 R9",
            "w w L L w w",
            "L L L L L L L",
            "w L L S S L L w",
            "L L L L L L L",
            "w w R1 R2 w w",
            "w w w w R9",
        ),
        "luminos": {"1": ("SSSSSS", "", "SSS"), "2": ("SCMSCM", "MMM", ""), "3": ("", "", ""), "4": ("", "", "")},
        "start_luminos": ("YG", "GY", "GY", "BP", "PB", "YG"),
    }
)


HUNGRY = [(4, ODD), (2, ODD), (3, Options()), (4, Options(side="B"))]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Each takes seconds to compile."""
    if "hungry" in metafunc.fixturenames:
        metafunc.parametrize("hungry", HUNGRY if metafunc.config.getoption("--long") else HUNGRY[:1])


@pytest.mark.rule("LC-79", "LC-80", "LC-82", "LC-83", "LC-84", "LC-R-24")
def test_hungry_games_are_the_same_in_both(hungry: tuple[int, Options], long: bool) -> None:
    players, options = hungry
    from lumarium.conformance.arrays import Course, Retelling

    class Hungry(Course):
        def choice(self, state: AnyState, moves: Chance) -> int:
            assert isinstance(state, State)
            return super().choice(state, moves) if moves.pick(ONE_IN) == 0 else hungry_choice(state, moves)

    case = Case(GAME, players, "hungry", options)
    told = Retelling(case)
    batch = 500 if long else 50
    found: set[str] = set()
    for first in range(0, 2000 if long else 50, batch):
        course = Hungry(case, [f"hungry/{number}" for number in range(first, first + batch)])
        course.compare(told, every=1)
        for state in course.states:
            assert isinstance(state, State)
            found |= {"stack needed"} if state.emergency_round else set()
            found |= {"early end"} if state.ends_early() else set()
            found |= {"nothing left to draw"} if any(NOTHING in display for display in state.displays) else set()
            found |= {"high reef"} if max(reef.highest() for reef in state.reefs) >= 4 else set()
    # Two players have no stack, and cannot empty the bag.
    assert found - {"high reef"} == ({"stack needed", "early end", "nothing left to draw"} if players > 2 else set())
    assert "high reef" in found
