"""The public names: complete, documented, light to import, the same in every process."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys

import pytest

import lumarium


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


@pytest.mark.parametrize("name", lumarium.__all__)
def test_public_names_are_documented(name: str) -> None:
    thing = getattr(lumarium, name)
    if not inspect.isclass(thing) and not inspect.isfunction(thing):
        assert isinstance(thing, bool)
        return
    assert inspect.getdoc(thing)
    for attribute, member in vars(thing).items():
        if not attribute.startswith("_") and (inspect.isfunction(member) or isinstance(member, property)):
            assert inspect.getdoc(getattr(thing, attribute)), f"{name}.{attribute}"


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
