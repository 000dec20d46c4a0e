"""The recipes run: those that need nothing but what the tests have, for a moment."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.cli.terminal import environment
from tests.docs.test_snippets import ROOT


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [("spiel_search.py", ("--bot", "random", "--simulations", "2", "--games", "1"), "IS-MCTS(2) against random: ")],
)
def test_recipes_run(name: str, arguments: tuple[str, ...], words: str) -> None:
    command = [sys.executable, str(ROOT / "examples" / name), *arguments]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert words in done.stdout
