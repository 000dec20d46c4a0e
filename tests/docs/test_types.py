"""What documentation shows is typed: its Python passes the strict checks that a reader's own code may have to pass."""

from __future__ import annotations

import doctest
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.docs.test_snippets import PAGES, ROOT, blocks

Complaint = tuple[str, int, str]
"""File, line and message."""
TYPED_DOORS = """
from typing import assert_type

import lumarium
from lumarium import Chance, State
from lumarium.games import lumen, lumicora, luminos, nomads
from lumarium.games.lumen.rules.worlds import Worlds

any_game = lumarium.game("lumen")
assert_type(any_game.start(3, Chance(1)), State)
every_game: list[lumarium.Game] = [any_game, lumen.GAME, lumicora.GAME, luminos.GAME, nomads.GAME]
for game in every_game:
    game.scene(game.imagine(game.start(3, Chance(1)).view(0), Chance(2)).view(0))
own = lumen.GAME.start(3, Chance(1), {"last_trick": True})
assert_type(own.view(0), lumen.LumenView)
assert_type(lumen.GAME.imagine(own.view(0), Chance(2)), lumen.LumenState)
assert_type(lumen.GAME.worlds(own.view(0)), Worlds)
assert_type(lumen.GAME.options().last_trick, bool)
assert_type(luminos.GAME.start(2, Chance(1)).view(0).display, tuple[str | None, ...])
assert_type(lumicora.GAME.start(2, Chance(1)).preview("green"), dict[int, int])
assert_type(nomads.GAME.opened(nomads.GAME.start(2, Chance(1))), nomads.NomadsView)
"""
MISTAKES = """
import lumarium
from lumarium import Chance
from lumarium.games import lumen, luminos

luminos.GAME.scene(lumen.GAME.start(3, Chance(1)).view(0))  # another game's view
lumen.GAME.start(3, Chance(1), luminos.GAME.options())  # another game's options
lumarium.game("luminos").start(2, Chance(1)).view(0).display  # of a game by name only what all games have is known
"""


def program(page: Path) -> str:
    """All Python of a page in order; of examples with >>> what is typed in."""
    parser = doctest.DocTestParser()
    texts = [
        "".join(each.source for each in parser.get_examples(text)) if ">>>" in text else text
        for text in blocks(page, "python")
    ]
    return "\n".join(texts)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("snippets")
    for page in PAGES:
        if blocks(page, "python"):
            (folder / f"{page.stem.replace('-', '_').lower()}_page.py").write_text(program(page), encoding="utf-8")
    (folder / "typed_doors.py").write_text(TYPED_DOORS, encoding="utf-8")
    (folder / "mistakes.py").write_text(MISTAKES, encoding="utf-8")
    return folder


def wrong_lines(text: str) -> set[int]:
    return {number for number, line in enumerate(text.splitlines(), 1) if "  # " in line}


def run(*command: str, cwd: Path) -> str:
    done = subprocess.run([sys.executable, "-m", *command], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


NO_TYPES = ("import-not-found", "import-untyped")
UNTYPED = ("pyspiel", "open_spiel")
"""Other people's packages that say nothing of their types."""


def by_mypy(folder: Path) -> Iterator[Complaint]:
    """As strict as the house itself, with the cache of ./test, which has just looked at all else."""
    settings = ("--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(ROOT / ".mypy_cache"), "-O", "json")
    for line in run("mypy", *settings, *map(str, sorted(folder.glob("*.py"))), cwd=ROOT).splitlines():
        found = json.loads(line)
        if not (found["code"] in NO_TYPES and any(name in found["message"] for name in UNTYPED)):
            yield Path(found["file"]).name, found["line"], found["message"]


def by_pyright(folder: Path) -> Iterator[Complaint]:
    settings = {"typeCheckingMode": "standard", "extraPaths": [str(ROOT / "src")], "pythonVersion": "3.11"}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    told = json.loads(run("basedpyright", "--outputjson", "--pythonpath", sys.executable, cwd=folder))
    for found in told["generalDiagnostics"]:
        if found["severity"] == "error":
            yield Path(found["file"]).name, found["range"]["start"]["line"] + 1, found["message"]


@pytest.mark.parametrize("checker", [by_mypy, by_pyright], ids=["mypy", "pyright"])
def test_snippets_and_typed_doors_pass(checker: Callable[[Path], Iterator[Complaint]], folder: Path) -> None:
    found = list(checker(folder))
    assert [each for each in found if each[0] != "mistakes.py"] == []
    assert {line for _, line, _ in found} == wrong_lines(MISTAKES)
