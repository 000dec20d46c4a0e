"""Games and bots are found, and what cannot be found or loaded is named."""

from __future__ import annotations

import importlib.metadata
import os
import sys
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


@pytest.mark.parametrize("name", [[], {}, None, 5, b"luminos"])
def test_what_is_no_name_is_no_game(name: object) -> None:
    with pytest.raises(UnknownGame, match="there is no game"):
        lumarium.game(name)  # type: ignore[arg-type]
    with pytest.raises(UnknownBot, match="there is no bot"):
        registry.bot(name)  # type: ignore[arg-type]


def test_what_is_installed_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking through all packages takes longer than a server may stand still; a new folder of games is seen anyway."""
    asked: list[str] = []

    def counted(group: str) -> importlib.metadata.EntryPoints:
        asked.append(group)
        return importlib.metadata.EntryPoints()

    monkeypatch.setattr(importlib.metadata, "entry_points", counted)
    monkeypatch.setattr(sys.modules["lumarium.games"], "__path__", list(sys.modules["lumarium.games"].__path__))
    registry._entry_points.cache_clear()
    for _ in range(3):
        assert registry.bot("medium") is registry.bot("medium")
        assert "random" in registry.bots()
        assert "luminos" in lumarium.games()
        with pytest.raises(UnknownBot):
            registry.bot("randm")
        with pytest.raises(UnknownGame):
            lumarium.game("lumino")
    assert sorted(asked) == ["lumarium.bots", "lumarium.games"]
    (tmp_path / "late").mkdir()
    (tmp_path / "late" / "__init__.py").touch()
    monkeypatch.setenv("LUMARIUM_GAMES", str(tmp_path))
    assert "late" in lumarium.games()
    registry._entry_points.cache_clear()


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
    with pytest.raises(UnknownGame, match=r"cannot be loaded .*broken/__init__\.py:1, .*no_such_module.*folder above"):
        lumarium.game("broken")
    assert lumarium.game("luminos").name == "luminos"


def test_a_folder_that_is_not_there_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUMARIUM_GAMES", os.pathsep.join([os.environ["LUMARIUM_GAMES"], str(tmp_path / "nowhere")]))
    with pytest.raises(UnknownGame, match="LUMARIUM_GAMES names .*nowhere.*, which is no folder"):
        lumarium.games()
