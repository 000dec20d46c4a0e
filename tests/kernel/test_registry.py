"""Games and bots are found, and what cannot be found or loaded is named."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import lumarium
from lumarium import UnknownBot, UnknownGame
from lumarium.kernel import registry
from tests.house import HOUSE


def test_games_are_the_folders() -> None:
    assert HOUSE == ("lumen", "lumicora", "luminos", "nomads")
    folders = [Path(folder) for folder in os.environ["LUMARIUM_GAMES"].split(os.pathsep)]
    guests = [path.parent.name for folder in folders for path in folder.glob("*/__init__.py")]
    assert "moths" in guests
    assert lumarium.games() == tuple(sorted([*HOUSE, *guests]))
    for name in lumarium.games():
        assert lumarium.game(name).name == name


def test_a_game_is_one_object() -> None:
    assert lumarium.game("luminos") is lumarium.game("luminos")


@pytest.mark.parametrize("name", ["lumino", "Luminos", "", "luminos.state", "../luminos", "x" * 10_000])
def test_an_unknown_game_names_the_near_ones(name: str) -> None:
    with pytest.raises(UnknownGame, match="did you mean “[a-z]+”") as caught:
        lumarium.game(name)
    assert len(str(caught.value)) < 300
    assert "meintest du" in caught.value.describe("de")


def test_an_unknown_bot_names_the_near_ones() -> None:
    with pytest.raises(UnknownBot, match="no bot “randm”; did you mean “random”"):
        registry.bot("randm")


def test_a_broken_game_is_listed_but_its_error_is_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "__init__.py").write_text("import no_such_module\n", encoding="utf-8")
    monkeypatch.setattr("lumarium.kernel.registry.os.environ", {"LUMARIUM_GAMES": str(tmp_path)})
    package = __import__("sys").modules["lumarium.games"]
    monkeypatch.setattr(package, "__path__", list(package.__path__))
    assert "broken" in lumarium.games()
    with pytest.raises(UnknownGame, match="cannot be loaded .*no_such_module"):
        lumarium.game("broken")
    assert lumarium.game("luminos").name == "luminos"
