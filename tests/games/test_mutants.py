"""Do the tests of a game notice a broken rule? Each line of tests/games/<game>/mutants.toml breaks one.

A mutant is a copy of the installed package with one line changed, put before it on the path of a second pytest, which
must then fail one of the tests that cite the broken rule. The short run tries the first mutants of each game, `--long`
all of them.
"""

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest

import lumarium
from tests.games.citations import cited

ROOT = Path(__file__).parents[2]
PACKAGE = Path(lumarium.__file__).parent
IN_THE_SHORT_RUN = 2
PASSED, FAILED = 0, 1


class Mutant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """In `file` of the game's folder `old` becomes `new`, which breaks `rule`."""

    rule: str
    file: str
    old: str
    new: str


def mutants(game: str) -> list[Mutant]:
    table = tomllib.loads((ROOT / "tests/games" / game / "mutants.toml").read_text(encoding="utf-8"))
    return msgspec.convert(table["mutant"], list[Mutant])


GAMES = sorted(path.parent.name for path in (ROOT / "tests/games").glob("*/mutants.toml"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "mutant" in metafunc.fixturenames:
        count = None if metafunc.config.getoption("--long") else IN_THE_SHORT_RUN
        chosen = [
            pytest.param(game, mutant, id=f"{game}-{number}-{mutant.rule}")
            for game in GAMES
            for number, mutant in enumerate(mutants(game)[:count], 1)
        ]
        metafunc.parametrize(("game", "mutant"), chosen)


def run_tests(package: Path, tests: Iterable[str]) -> subprocess.CompletedProcess[str]:
    """These tests against the package in that folder."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests],
        cwd=ROOT,
        env=env | {"PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A folder with a copy of the package: sources only, so that nothing compiled hides a change."""
    shutil.copytree(PACKAGE, tmp_path / PACKAGE.name, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    return tmp_path


@pytest.mark.parametrize("game", GAMES)
def test_there_are_twenty_mutants_and_each_fits_the_source(game: str) -> None:
    table = mutants(game)
    assert len(set(table)) == len(table) >= 20
    for mutant in table:
        source = (PACKAGE / "games" / game / mutant.file).read_text(encoding="utf-8")
        assert source.count(mutant.old) == 1, f"{mutant.rule}: stale, {mutant.file} has not exactly one {mutant.old!r}"


@pytest.mark.parametrize("game", GAMES)
def test_an_unchanged_copy_passes(game: str, copy: Path, long: bool) -> None:
    """All tests of the game, or in the short run those that its mutants have to fail."""
    needed = {test for mutant in mutants(game)[:IN_THE_SHORT_RUN] for test in cited(game)[mutant.rule]}
    result = run_tests(copy, [f"tests/games/{game}"] if long else sorted(needed))
    assert result.returncode == PASSED, result.stdout + result.stderr


def test_a_broken_rule_is_noticed(game: str, mutant: Mutant, copy: Path) -> None:
    path = copy / PACKAGE.name / "games" / game / mutant.file
    source = path.read_text(encoding="utf-8")
    assert source.count(mutant.old) == 1
    path.write_text(source.replace(mutant.old, mutant.new), encoding="utf-8")
    # What compiles arrays comes last: the first test that fails is enough.
    result = run_tests(copy, sorted(cited(game)[mutant.rule], key=lambda test: ("test_arrays" in test, test)))
    assert result.returncode == FAILED, f"survived: {mutant}\n{result.stdout}{result.stderr}"
