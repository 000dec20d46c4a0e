"""The public names: complete, documented, light to import, the same in every process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import lumarium

SOURCE = Path(__file__).parents[1] / "src"


def run(program: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("source", [str(SOURCE), ""], ids=["interpreted", "installed"])
def test_public_names_are_documented(source: str) -> None:
    program = (
        "import inspect, lumarium\n"
        "for name in lumarium.__all__:\n"
        "    thing = getattr(lumarium, name)\n"
        "    if isinstance(thing, bool): continue\n"
        "    assert inspect.getdoc(thing), name\n"
        "    for key, member in vars(thing).items() if inspect.isclass(thing) else ():\n"
        "        if not key.startswith('_') and (inspect.isroutine(member) or isinstance(member, property)):\n"
        "            assert inspect.getdoc(getattr(thing, key)), f'{name}.{key}'\n"
        "print(lumarium.compiled)\n"
    )
    assert run(program, PYTHONPATH=source) == str(lumarium.compiled and not source)


def test_the_import_is_light() -> None:
    heavy = "{'rich', 'typer', 'numpy', 'tomllib', 'asyncio', 'dataclasses', 'importlib.metadata', 'xml.etree'}"
    assert run(f"import sys, lumarium; print({heavy} & set(sys.modules))") == "set()"


@pytest.mark.parametrize(
    "first", ["import lumarium.games.luminos", "from lumarium.games.luminos import GAME", "import lumarium.games"]
)
def test_games_stays_the_function(first: str) -> None:
    assert "luminos" in run(f"{first}\nimport lumarium\nprint(lumarium.games())")


def test_the_same_seed_is_the_same_game_in_every_process() -> None:
    program = (
        "import lumarium\n"
        "from hashlib import sha256\n"
        "from lumarium.conformance.case import cases, everything\n"
        "check = sha256()\n"
        "for case in cases():\n"
        "    for state, _ in case.walk(11):\n"
        "        for view in everything(state)[:1]: check.update(view)\n"
        "print(check.hexdigest())\n"
    )
    assert len({run(program, PYTHONHASHSEED=seed) for seed in ("0", "1", "4242")}) == 1
