"""Every rule of every game is numbered in docs/games/<game>.md, and every number is cited by a test.

A page defines an id where a line begins with it, as `- **LS-1** ...` or `| LS-E1 | ...`. A test cites ids by
`@pytest.mark.rule("LS-1", "LS-E1")` or by `pytest.param(..., marks=pytest.mark.rule("LS-E2"))` among its decorators.
"""

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.games.citations import citations, cited
from tests.house import HOUSE

ROOT = Path(__file__).parents[2]

# How many ids there are in each series of a game: rules, worked examples, edge cases, rulings.
COUNTS = {
    "lumen": {"LU-": 54, "LU-WE": 6, "LU-E": 40, "LU-R": 16},
    "lumicora": {"LC-": 86, "LC-WE-": 6, "LC-INV-": 7, "LC-EC-": 62, "LC-R-": 24},
    "luminos": {"LS-": 35, "LS-WE": 6, "LS-E": 42, "LS-R": 18},
    "nomads": {"NO-": 95, "NO-WE-": 10, "NO-IN-": 8, "NO-EC-": 68, "NO-RU-": 34},
}

DEFINED = re.compile(r"^(?:- \*\*|\| )([A-Z]{2}-[A-Z0-9-]*\d)(?:\*\*| \|)", re.MULTILINE)


def defined(game: str) -> list[str]:
    return DEFINED.findall((ROOT / f"docs/games/{game}.md").read_text(encoding="utf-8"))


def test_every_game_of_the_house_has_its_counts_here() -> None:
    assert tuple(sorted(COUNTS)) == HOUSE


@pytest.mark.parametrize("game", COUNTS)
def test_every_game_has_rule_mutants(game: str) -> None:
    assert (ROOT / "tests/games" / game / "mutants.toml").is_file()


@pytest.mark.parametrize("game", COUNTS)
def test_the_page_numbers_every_rule_once_and_without_gaps(game: str) -> None:
    expected = [f"{series}{number}" for series, count in COUNTS[game].items() for number in range(1, count + 1)]
    assert Counter(defined(game)) == Counter(expected)


@pytest.mark.parametrize("game", COUNTS)
def test_every_rule_is_cited_by_a_test(game: str) -> None:
    assert sorted(set(defined(game)) - set(cited(game))) == []


@pytest.mark.parametrize("game", COUNTS)
def test_no_test_cites_a_rule_that_does_not_exist(game: str) -> None:
    unknown = {rule: tests for rule, tests in cited(game).items() if rule not in defined(game)}
    assert unknown == {}


def test_only_markers_on_tests_count_as_citations() -> None:
    source = """
@pytest.mark.rule("LS-1", "LS-2")
@pytest.mark.parametrize("x", [1, pytest.param(2, marks=pytest.mark.rule("LS-E1"))])
def test_one(x): "LS-3"

@pytest.mark.rule("LS-4")
def helper(): ...
"""
    assert list(citations(source)) == [("test_one", "LS-1"), ("test_one", "LS-2"), ("test_one", "LS-E1")]
