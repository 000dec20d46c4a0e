"""`lumarium review`: what it prints, keeps and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lumarium import Chance, Match
from tests.cli.conftest import Command


def test_the_command(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    match, luck = Match("moths", 2, seed=3), Chance(3)
    while match.state.turn is not None:
        match.play(match.state.legal()[luck.pick(len(match.state.legal()))])
    match.record.save("night.jsonl")
    told = command("review", "night.jsonl", "--jobs", "1", "--json")
    review = json.loads(told.out)
    assert review["game"] == "moths"
    assert review["level"] == "strong"
    assert list((tmp_path / "data").rglob("*.review.json"))
    again = command("review", "night.jsonl", "--seat", "1", "--json")
    assert {each["seat"] for each in json.loads(again.out)["decisions"]} == {0}
    german = command("review", "night.jsonl", "--lang", "de")
    assert "Verloren: " in german.out
    assert "Glück: " in german.out
    refused = command("review", "night.jsonl", "--seat", "9")
    assert refused.code == 2
    assert "9" in refused.err
    Match("moths", 2, seed=1).record.save("begun.jsonl")
    assert "played to its end" in command("review", "begun.jsonl").err
