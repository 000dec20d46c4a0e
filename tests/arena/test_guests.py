"""Bots that a program hands over as they are, and files that have neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from lumarium import Action, Chance, LumariumError, UnknownBot, View
from lumarium.arena.players import AnyBot
from lumarium.arena.simulate import simulate
from lumarium.arena.tournament import tournament
from lumarium.bots.easy import EasyBot
from lumarium.bots.search.budget import Budget


class First:
    """Takes the first action that is legal, or another one."""

    def __init__(self, place: int = 0) -> None:
        self.place = place
        self.asked = 0

    def choose(self, view: View, legal: Sequence[Action], chance: Chance) -> Action:
        self.asked += 1
        return legal[self.place]


class Unready:
    choose = 3


def test_bots_are_classes_objects_and_texts() -> None:
    last, mine = partial(First, -1), First(-1)
    result = tournament("luminos", [First, last, mine, "random"], games=2, seed=1)
    assert result.bots == ("First", "First-2", "First-3", "random")
    assert mine.asked == 0  # every game has a copy of it
    (pair,) = (duel for duel in result.duels if (duel.alone.bot, duel.others.bot) == ("First-3", "First-2"))
    assert pair.wins == 1  # the same play on the same luck in both seats


def test_bots_travel_to_other_processes() -> None:
    seats: list[AnyBot] = [EasyBot, partial(EasyBot, Budget(nodes=20))]
    assert simulate("luminos", seats, 3, 1) == simulate("luminos", seats, 3, 1, jobs=2)


@pytest.mark.parametrize("given", [3, dict, Unready, Unready(), lambda: None])
def test_what_is_no_bot_is_refused(given: object) -> None:
    with pytest.raises(UnknownBot, match="an object with a method choose"):
        simulate("luminos", ["random", given], 1)  # type: ignore[list-item]


def test_what_cannot_travel_says_so() -> None:
    with pytest.raises(LumariumError, match="play with jobs=1 or write it into a module"):
        simulate("luminos", ["random", lambda: First(-1)], 2, 1, jobs=2)


def test_a_bot_file_may_import_its_neighbours(tmp_path: Path) -> None:
    (tmp_path / "neighbour_of_mine.py").write_text("PLACE = -1\n")
    (tmp_path / "mine.py").write_text(
        "class Mine:\n"
        "    def choose(self, view, legal, chance):\n"
        "        from neighbour_of_mine import PLACE\n"
        "        return legal[PLACE]\n"
    )
    seats = ["random", f"{tmp_path / 'mine.py'}:Mine"]
    for jobs in (1, 2):
        result = simulate("luminos", seats, 2, 1, jobs=jobs)
        assert result.results[1].mean == simulate("luminos", ["random", First(-1)], 2, 1).results[1].mean
