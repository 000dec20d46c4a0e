"""The vector of Lumicora, read back and compared with what the view says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from lumarium import Chance, game
from lumarium.games.lumicora.rules.components import COLOURS, KINDS, LETTERS, SPECIES
from lumarium.games.lumicora.rules.indices import COORDINATES, PHASES, SPACES, ZONES
from lumarium.games.lumicora.rules.view import Lumino
from tests.games.vectors import Reading, positions, single, soft

GAME = game("lumicora")
SEEDS = 4


def views(players: int) -> Any:
    for seed in range(SEEDS):
        for state in positions("lumicora", players, seed, every=23):
            for seat in range(players):
                yield state.view(seat)


def counted(luminos: Iterable[Lumino | None], *before: int) -> dict[tuple[int, ...], int]:
    counts = Counter(KINDS.index(lumino.tile) for lumino in luminos if lumino is not None)
    return {(*before, kind): number for kind, number in counts.items()}


@pytest.mark.parametrize("players", GAME.players)
def test_table(players: int) -> None:
    for view in views(players):
        reading = Reading(view)

        def seat(at: int | None, own: int = view.seat) -> int | None:
            return None if at is None else (at - own) % players

        assert reading.only("turn") == seat(view.turn)
        assert reading.only("phase") == (None if view.over else PHASES.index(view.phase))
        assert reading.only("round") == view.round - 1
        assert reading.only("octopus") == seat(view.octopus)
        assert reading.only("last scorer") == seat(view.last_scorer)
        assert bool(reading["extra scoring"]) == view.extra_scoring
        assert reading.times("emergency", 8) == ({(0,): view.emergency} if view.emergency else {})
        assert bool(reading["needed"]) == (view.emergency_round is not None)
        assert reading.only("zone") == (None if view.zone is None else ZONES.index(view.zone))
        for name, counts in (("unseen", view.unseen), ("returned", view.returned)):
            assert reading[name] == {(KINDS.index(tile),): number for tile, number in counts.items()}
        for name, luminos in (("atoll", view.atoll), ("hand", view.hand), ("chosen", view.chosen)):
            assert reading[name] == counted(luminos)
        assert reading["fed"] == counted([view.fed])
        assert reading["laying"] == counted([view.laying])


@pytest.mark.parametrize("players", GAME.players)
def test_shores(players: int) -> None:
    for view in views(players):
        reading = Reading(view)
        displays: dict[tuple[int, ...], int] = {}
        dealt, scored = set(), set()
        numbers: dict[str, dict[tuple[int, ...], float]] = {name: {} for name in ("limestone", "jellyfish")}
        for place in range(players):
            seat = (view.seat + place) % players
            shore = view.shores[seat]
            displays |= counted(shore.display, place)
            if not shore.luminos:
                dealt |= {(place, LETTERS.index(letter)) for letter in shore.start}
            scored |= {(place, COLOURS.index(colour)) for colour in shore.scored}
            numbers["limestone"] |= {(place,): shore.limestone} if shore.limestone else {}
            numbers["jellyfish"] |= {(place,): shore.jellyfish} if shore.jellyfish else {}
            for name, points in (("track", view.track[seat]), ("scores", view.scores[seat])):
                assert reading[name].get((place,), 0) == soft(points)
        assert reading["displays"] == displays
        assert set(reading["dealt"]) == dealt
        assert set(reading["scored"]) == scored
        assert reading.times("limestone", 10) == numbers["limestone"]
        assert reading.times("jellyfish", 4) == numbers["jellyfish"]


@pytest.mark.parametrize("extra", [False, True])
def test_an_emergency(extra: bool) -> None:
    state: Any = GAME.start(3, Chance(2))
    assert Reading(state.view(0)).times("emergency", 8) == {(0,): 6}
    state.bag.add_emergency_stack()
    state.emergency_round = 4
    state.extra_scoring = extra
    view = state.view(0)
    assert view.emergency_round == 4
    reading = Reading(view)
    assert (reading["emergency"], set(reading["needed"])) == ({}, {(0,)})
    assert bool(reading["extra scoring"]) == extra


def faces(tile: str) -> tuple[str, str]:
    """What the halves of a Lumino show beside their colour."""
    return (tile[1], tile[2:]) if tile[1].isdigit() else ("", "")


@pytest.mark.parametrize("players", GAME.players)
def test_reefs(players: int) -> None:
    """Laid again, Lumino by Lumino."""
    steps = [(1, 0), (-1, 1), (0, 1)]
    for view in views(players):
        expected: dict[tuple[int, ...], float] = {}
        for place in range(players):
            heights = [0] * SPACES
            tops: dict[int, tuple[str, str, int]] = {}
            luminos = view.shores[(view.seat + place) % players].luminos
            for number, laid in enumerate(luminos):
                letters = laid.tile if laid.draw is None else laid.tile[0] * 2
                for space, letter, face in zip(laid.spaces, letters, faces(laid.tile), strict=True):
                    heights[space] += 1
                    tops[space] = letter, face, number
            for space, (letter, face, number) in tops.items():
                expected[place, 0, space] = heights[space] / 8
                expected[place, 1 + LETTERS.index(letter), space] = 1
                if face.isdigit():
                    expected[place, 5, space] = single(int(face) / 6)
                elif face:
                    expected[place, 6 + SPECIES.index(face), space] = 1
                q, r = COORDINATES[space]
                for way, (dq, dr) in enumerate(steps):
                    if (q + dq, r + dr) in COORDINATES:
                        beside = tops.get(COORDINATES.index((q + dq, r + dr)))
                        if beside is not None and beside[2] == number:
                            expected[place, 10 + way, space] = 1
        assert Reading(view)["reefs"] == expected


def test_ground_and_board_follow_the_options() -> None:
    for side, board in (("A", "dark"), ("B", "light")):
        options: Any = GAME.Options(side=side, board=board)
        reading = Reading(GAME.start(2, Chance(1), options).view(1))
        codes = options.ground().codes
        assert set(reading["water"]) == {(space,) for space, code in enumerate(codes) if code == "w"}
        assert reading.times("penalties", 9) == {
            (space,): int(code[1:]) for space, code in enumerate(codes) if code[0] == "R"
        }
        assert bool(reading["light board"]) == (board == "light")
