"""Options from files; what is wrong with bad ones is in test_mistakes.py."""

from __future__ import annotations

from pathlib import Path

import pytest

import lumarium
from lumarium.kernel.optionsfile import load_options

LUMINOS = lumarium.game("luminos")


def test_toml_and_json_say_the_same(tmp_path: Path) -> None:
    toml, json = tmp_path / "a.toml", tmp_path / "a.JSON"
    toml.write_text('start = "picked"\ntarget = [9, 8, 7]\n[tiles]\nS = 20\nM = 20\nT = 24\n', encoding="utf-8")
    json.write_text('{"start": "picked", "target": [9, 8, 7], "tiles": {"S": 20, "M": 20, "T": 24}}', encoding="utf-8")
    assert load_options(LUMINOS, toml) == load_options(LUMINOS, str(json))
    assert load_options(LUMINOS, toml).target == (9, 8, 7)


def test_a_mark_at_the_beginning_is_no_part_of_the_text(tmp_path: Path) -> None:
    """Some editors write it unasked."""
    for name, text in (("a.toml", "tiles = 'B'"), ("a.json", '{"tiles": "B"}')):
        (tmp_path / name).write_text(text, encoding="utf-8-sig")
        assert load_options(LUMINOS, tmp_path / name).tiles == "B"


def test_a_preset_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert load_options(LUMINOS, "B") == load_options(LUMINOS, Path("B")) == LUMINOS.presets["B"] != LUMINOS.Options()


def test_an_empty_file_means_the_usual_options(tmp_path: Path) -> None:
    (tmp_path / "a.toml").touch()
    assert load_options(LUMINOS, tmp_path / "a.toml") == LUMINOS.Options()
