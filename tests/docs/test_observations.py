"""The tables of docs/observations.md say what the games' vectors really hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import lumarium
from lumarium.kernel.game import Game
from tests.house import HOUSE

PAGE = Path(__file__).parents[2] / "docs" / "observations.md"
SECTION = re.compile(r"^## (.*?)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def shape(game: Game, place: int) -> str:
    """A part's shape for any number of players."""
    shapes = {players: game.features.layout(players)[place].shape for players in game.players}
    first = game.players[0]
    words = []
    for axis, length in enumerate(shapes[first]):
        differs = any(shapes[players][axis] != length for players in game.players)
        more = length - first
        assert all(shapes[players][axis] == (players + more if differs else length) for players in game.players)
        words.append(str(length) if not differs else f"(players + {more})" if more else "players")
    return " × ".join(words)


def table(game: Game) -> list[str]:
    layout = game.features.layout(game.players[0])
    assert all(
        [part._replace(shape=()) for part in game.features.layout(players)]
        == [part._replace(shape=()) for part in layout]
        for players in game.players
    )
    return [
        f"| {part.name} | {shape(game, place)} | {part.low:g} to {part.high:g} | {part.meaning} |"
        for place, part in enumerate(layout)
    ]


@pytest.mark.parametrize("name", HOUSE)
def test_the_table_of_a_game_is_its_layout(name: str) -> None:
    game = lumarium.game(name)
    sections = dict(SECTION.findall(PAGE.read_text(encoding="utf-8")))
    text = sections[game.title()]
    assert [line for line in text.splitlines() if line.startswith("| ")][1:] == table(game)
    sizes = [f"{game.features.size(players):,} numbers with {players} players" for players in game.players]
    assert all(size in " ".join(text.split()) for size in sizes)
