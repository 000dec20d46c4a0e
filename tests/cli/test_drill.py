"""`lumarium drill`: a position, a choice, the answer; what is known comes last."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest

from lumarium import Chance, Match
from lumarium.review.drills import shipped
from tests.cli.conftest import Command


@pytest.fixture(autouse=True)
def device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "lumarium"


def test_an_answer_is_judged_explained_and_remembered(
    command: Command, device: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = shipped("nomads")[:2]
    best, other = next(iter(first.outlooks)), list(second.outlooks)[-1]
    monkeypatch.setattr("sys.stdin", StringIO(f"99\nnonsense\n{best}\n{other}\nq\n"))
    told = command("drill", "nomads", "--lang", "de")
    assert told.code == 0
    assert "Übung 1 von" in told.out
    assert "Richtig! " in told.out
    assert "Es gibt etwas Besseres" in told.out
    assert "1 von 2 heute richtig" in told.out
    assert json.loads((device / "drills.json").read_text("utf-8")) == {first.id: True, second.id: False}
    monkeypatch.setattr("sys.stdin", StringIO("q\n"))
    again = command("drill", "nomads").out
    assert again.index("Drill 1 of") < len(again)
    assert "Right" not in again


def test_drills_by_kind_of_the_day_and_of_ones_own(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    drill = shipped("luminos")[0]
    monkeypatch.setattr("sys.stdin", StringIO("q\n"))
    assert "Drill 1 of" in command("drill", "luminos", "--kind", drill.kind).out
    assert "Markers" in command("drill", "luminos", "--kind", "nothing").err
    monkeypatch.setattr("sys.stdin", StringIO("\n"))
    assert "Drill 1 of 1" in command("drill").out
    assert "review" in command("drill", "moths", "--own").err
    assert "brings no drills" in command("drill", "moths").err
    match, luck = Match("moths", 2, seed=6), Chance(6)
    while match.state.turn is not None:
        match.play(match.state.legal()[luck.pick(len(match.state.legal()))])
    match.record.save("night.jsonl")
    assert command("review", "night.jsonl", "--jobs", "1").code == 0
    monkeypatch.setattr("sys.stdin", StringIO("\nq\n"))
    assert "From your game, move" in command("drill", "moths", "--own").out
