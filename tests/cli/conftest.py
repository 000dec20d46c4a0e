"""What the tests of the command line share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from lumarium import Chance, Match
from lumarium.cli import main
from lumarium.cli.speech import LANGUAGE


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


Command = Callable[..., Outcome]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    """The command in this process, in an empty folder, without a terminal: much faster than a process of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.delenv("LUMARIUM_COMMAND", raising=False)

    def run(*args: str) -> Outcome:
        token = LANGUAGE.set(None)
        with pytest.raises(SystemExit) as ended:
            main(args)
        LANGUAGE.reset(token)
        written = capsys.readouterr()
        code = ended.value.code
        return Outcome(code if isinstance(code, int) else 0, written.out, written.err)

    return run


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A finished game of Luminos."""
    match = Match("luminos", players=2, seed=7, names=("random", "random"))
    chance = Chance(1)
    while not match.over:
        match.play(chance.choice(match.state.legal_actions()))
    path = tmp_path / "game.jsonl"
    match.record.save(path)
    return path
