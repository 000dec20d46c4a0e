"""Pictures of rules pages: parts of real tables, with what is said about them."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import lumarium
from lumarium import LumariumError
from lumarium.kernel.game import Game
from lumarium.kernel.pictures import Shot, linked, picture, plan_of
from tests.house import HOUSE


def _drawn(name: str, **shot: object) -> str:
    """A picture of Luminos' first game that is not in its plan."""
    game = lumarium.game("luminos")
    plan = plan_of(game)
    plan.pictures["tried"] = Shot(game="first", **shot)  # type: ignore[arg-type]
    try:
        return picture.__wrapped__(game, name, "en", "dark").svg
    finally:
        del plan.pictures["tried"]


@pytest.mark.parametrize("name", HOUSE)
def test_every_game_of_the_house_shows_its_set_up_its_turns_and_its_points(name: str) -> None:
    game = lumarium.game(name)
    for lang in ("en", "de"):
        assert len(re.findall(r"!\[[^\]]{20,}\]\([\w-]+", game.rules(lang))) >= 8
        assert "](setup " in game.rules(lang)
        assert game.aid(lang)
        assert "```text" not in game.rules(lang), "a board in letters is for the terminal"
    root = ElementTree.fromstring(picture(game, "setup", "de", "light").svg)
    assert root.get("data-theme") == "light"


def test_a_part_of_the_table_with_rings_and_notes() -> None:
    svg = _drawn("tried", at=1, frame=("sky0",), room=(60, 60), lit=("s0-*",), notes={"bag": "7"})
    _, _, width, height = map(float, re.findall(r'viewBox="([^"]+)"', svg)[0].split())
    assert width < 500 > height
    bare = _drawn("tried", at=1, frame=("sky0",), room=(60, 60))
    assert svg.count("<circle") - bare.count("<circle") == 6, "three cells, each ring with its edge"
    assert ">7</text>" in svg
    assert "<title>" not in svg


def test_what_can_be_touched_is_drawn_as_on_the_board() -> None:
    game = lumarium.game("nomads")
    move = plan_of(game).pictures["move-before"]
    assert move.touch == ("space5",)
    assert 'data-piece="go5-ccw"' in picture(game, "move-before", "en", "dark").svg
    assert 'data-piece="go0-cw"' not in picture(game, "move-before", "en", "dark").svg


@pytest.mark.parametrize(
    ("shot", "problem"),
    [
        ({"at": 0, "frame": ("moon*",)}, r"no moon\* on the table"),
        ({"at": 0, "notes": {"nowhere": "1"}}, "no nowhere on the table"),
        ({"at": 0, "touch": ("bag", "bag")}, "bag cannot be touched"),
    ],
)
def test_a_picture_of_what_is_not_there_says_so(shot: dict[str, object], problem: str) -> None:
    with pytest.raises(LumariumError, match=problem):
        _drawn("tried", **shot)


def test_an_unknown_picture_is_named() -> None:
    with pytest.raises(LumariumError, match="luminos has no picture called “sunset”"):
        linked(lumarium.game("luminos"), "![The end of the day](sunset)", "en")


class _Elsewhere:
    """A game of which only the folder matters."""

    name = "elsewhere"
    file = Game.file

    def __init__(self, folder: Path) -> None:
        self.folder = folder


@pytest.mark.parametrize("plan", ["[pictures.a]\nat = 0", "[pictures.a]\ngame = 'b'\nat = 0\nzomo = 2", "games = ["])
def test_a_broken_plan_names_its_game(tmp_path: Path, plan: str) -> None:
    (tmp_path / "pictures.toml").write_text(plan)
    with pytest.raises(LumariumError, match="The pictures of elsewhere cannot be drawn: ."):
        plan_of(_Elsewhere(tmp_path))
