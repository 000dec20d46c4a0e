"""The vector of Luminos, read back and compared with what the view says."""

from __future__ import annotations

from typing import Any

import pytest

from lumarium import Chance, game
from lumarium.games.luminos.rules.components import KINDS, SYMBOLS
from lumarium.games.luminos.rules.indices import DIRECTIONS, HALF, PHASES
from tests.games.vectors import Reading, positions, soft

GAME = game("luminos")
SEEDS = 4


def views(players: int) -> Any:
    for seed in range(SEEDS):
        for state in positions("luminos", players, seed, every=9):
            for seat in range(players):
                yield state.view(seat)


@pytest.mark.parametrize("players", GAME.players)
def test_table(players: int) -> None:
    for view in views(players):
        reading = Reading(view)
        assert reading.only("turn") == (None if view.turn is None else (view.turn - view.seat) % players)
        assert reading.only("phase") == (None if view.over else PHASES.index(view.phase))
        assert reading.only("telescope") == (view.telescope - view.seat) % players
        assert bool(reading["last round"]) == view.last_round
        shown = [KINDS.index(tile) for tile in view.display if tile is not None]
        assert reading["display"] == {(kind,): shown.count(kind) for kind in shown}
        assert reading["bag"] == {(KINDS.index(tile),): number for tile, number in view.bag.items()}
        assert reading.only("hand") == (None if view.hand is None else KINDS.index(view.hand))
        placed = [] if view.placed is None else [(view.placed[1] + HALF, view.placed[0] + HALF)]
        assert list(reading["placed"]) == placed
        assert set(reading["squares"]) == {(DIRECTIONS.index(way),) for way in view.squares}
        assert set(reading["start tiles"]) == {(number - 1,) for number in view.start_tiles}
        assert reading.times("target", 30) == {(0,): view.target}


@pytest.mark.parametrize("players", GAME.players)
def test_skies_and_sheets(players: int) -> None:
    for view in views(players):
        reading = Reading(view)
        skies: dict[Any, Any] = {}
        markers: set[Any] = set()
        entries: dict[Any, Any] = {}
        sheets: dict[Any, Any] = {}
        scores: dict[Any, Any] = {}
        for place in range(players):
            sky = view.skies[(view.seat + place) % players]
            for cell in sky.cells:
                for symbol, letter in enumerate(SYMBOLS):
                    number = (cell.tile + cell.markers).count(letter)
                    if number:
                        skies[place, symbol, cell.y + HALF, cell.x + HALF] = number
            markers |= {(place, SYMBOLS.index(letter)) for letter in sky.markers}
            for symbol, column in enumerate((sky.suns, sky.moons, sky.stars)):
                if column:
                    entries[place, symbol] = len(column)
                sheets |= {(place, symbol, row): value for row, value in enumerate(column)}
            if view.scores[(view.seat + place) % players]:
                scores[(place,)] = soft(view.scores[(view.seat + place) % players])
        assert reading.times("skies", 4) == skies
        assert set(reading["markers"]) == markers
        assert reading.times("entries", 24) == entries
        assert reading.times("sheet", 4) == sheets
        assert reading["scores"] == scores


def test_start_tiles_and_target_follow_the_options() -> None:
    tiles = (("S", "MMM", "TTTT"), ("MM", "TT", "SS"), ("TT", "SS", "MM"), ("T", "SSM", "MT"))
    options = GAME.Options(target=(9, 8, 30), start_tiles=tiles)
    reading = Reading(GAME.start(4, Chance(1), options).view(2))
    assert reading.times("target", 30) == {(0,): 30}
    shapes = reading.times("start shapes", 4)
    expected = {
        (number, cell, symbol): kind.count(letter)
        for number, tile in enumerate(tiles)
        for cell, kind in enumerate(tile)
        for symbol, letter in enumerate(SYMBOLS)
        if letter in kind
    }
    assert shapes == expected
