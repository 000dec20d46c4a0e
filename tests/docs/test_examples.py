"""The recipes run, for a moment; those that need gigabytes of other people's packages only where these are."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

import pytest

from tests.cli.terminal import environment
from tests.docs.test_snippets import ROOT

RECIPES: list[tuple[str, str, tuple[str, ...], str]] = [
    ("spiel_search.py", "", ("--bot", "random", "--simulations", "2", "--games", "1"), "IS-MCTS(2) against random: "),
    ("spiel_mccfr.py", "", ("--game", "luminos", "--iterations", "100"), "100 iterations: NashConv "),
    ("train_cleanrl.py", "torch", ("--steps", "1", "--games", "20"), "after:  mean place "),
    ("train_sb3.py", "torch sb3_contrib", ("--steps", "2048", "--games", "5"), "after:  mean place "),
    ("train_rllib.py", "torch ray tree", ("--iterations", "1", "--games", "5"), "after:  mean place "),
]
"""Its file, the packages that are not among ours, arguments for a short run, and what it prints at the end."""


@pytest.mark.parametrize(("name", "packages", "arguments", "words"), RECIPES, ids=[recipe[0] for recipe in RECIPES])
def test_recipes_run(name: str, packages: str, arguments: tuple[str, ...], words: str) -> None:
    missing = [package for package in packages.split() if find_spec(package) is None]
    if missing:
        pytest.skip(f"no {', '.join(missing)}; examples/{name} says how to install it")
    command = [sys.executable, str(ROOT / "examples" / name), *arguments]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert words in done.stdout


def test_every_recipe_is_run_or_has_a_test_of_its_own() -> None:
    elsewhere = {"network_bot.py", "remote_bot.py", "train_arrays.py", "train_masked.py"}
    assert {path.name for path in (ROOT / "examples").glob("*.py")} == elsewhere | {recipe[0] for recipe in RECIPES}
