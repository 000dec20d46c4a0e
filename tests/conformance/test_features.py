"""Vectors for learners: they tell positions apart, need nothing from a game, and a faulty one fails the suite."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import lumarium
from lumarium import Chance, LumariumError
from lumarium.conformance import Case, Nonconformance, cases, check
from lumarium.games.lumen.rules.indices import SLOTS
from lumarium.kernel.features import Features, PlainFeatures, single
from lumarium.kernel.game import Game
from lumarium.kernel.native import i32, vec
from lumarium.kernel.parts import Part
from lumarium.kernel.state import State
from tests.games.printed import printed
from tests.games.vectors import soft
from tests.house import HOUSE

SEEDS_SHORT, SEEDS_LONG = 1, 20

Spoil = Callable[[Game, str], None]


OWN = [case for case in cases() if not isinstance(case.game.features, PlainFeatures)]
"""The plain ones tell turn, scores and legal actions, and so little apart."""


@pytest.mark.parametrize("case", OWN, ids=str)
def test_what_a_seat_can_tell_apart_has_different_vectors(case: Case, long: bool) -> None:
    features = case.game.features
    for seed in range(SEEDS_LONG if long else SEEDS_SHORT):
        seat = seed % case.players
        seen: dict[bytes, object] = {}
        for state, _ in case.walk(seed):
            view = state.view(seat)
            vector = features.observe(state, seat).tobytes()
            assert seen.setdefault(vector, view) == view
        assert len(seen) > (20 if case.game.name in HOUSE and case.preset in printed(case.game) else 1)


ODD_OPTIONS: dict[str, dict[str, object]] = {
    "luminos": {"tiles": {"SSSS": 60, "MMMM": 4}, "target": (30, 30, 30)},
    "nomads": {"legends": {"a": (14, 15, 16, 17)}, "songs": (1, 2, 8, 9), "song_tiles": (1, 1, 1, 7), "coin": 1},
    "lumicora": {
        "luminos": {"1": ("S" * 18, "S" * 4, "S" * 4)} | {str(number): ("", "", "") for number in range(2, 7)},
        "terrain": (
            "R9 w w w R9",
            "w w w w w w",
            "w w L L L w w",
            "R9 w L S S L w R9",
            "w w L L L w w",
            "w w w w w w",
            "R9 w w w R9",
        ),
    },
}


@pytest.mark.parametrize("name", ODD_OPTIONS)
def test_vectors_keep_their_bounds_with_odd_components(name: str, long: bool) -> None:
    game = lumarium.game(name)
    options = game.options(ODD_OPTIONS[name])
    for players in (game.players[0], game.players[-1]):
        for seed in range(SEEDS_LONG if long else SEEDS_SHORT):
            check(Case(game, players, "odd", options), "observations", seed)


@pytest.mark.parametrize("name", lumarium.games())
def test_options_are_seen_and_do_not_stick(name: str) -> None:
    """One table after another, with other options, in any order."""
    game = lumarium.game(name)
    states = [game.start(game.counts(options)[0], Chance(3), options) for options in game.presets.values()]
    first = [game.features.observe(state, 0) for state in states]
    again = [game.features.observe(state, 0) for state in reversed(states)]
    assert first == again[::-1]


@pytest.mark.parametrize("name", lumarium.games())
def test_refusals(name: str) -> None:
    game = lumarium.game(name)
    state = game.start(game.players[0], Chance(1))
    other = lumarium.game("nomads" if name != "nomads" else "lumen")
    with pytest.raises(LumariumError, match="spectator"):
        game.features.encode(state.view(None))
    with pytest.raises(LumariumError, match="spectator"):
        game.features.packed(state.view(None))
    with pytest.raises(LumariumError, match="no seat"):
        game.features.observe(state, game.players[0])
    for foreign in (lambda: other.features.encode(state.view(0)), lambda: other.features.observe(state, 0)):
        with pytest.raises(LumariumError, match=name):
            foreign()


@pytest.mark.parametrize("name", lumarium.games())
def test_parts_are_found_by_their_names(name: str) -> None:
    game = lumarium.game(name)
    for players in game.players:
        layout, starts = game.features.layout(players), game.features.starts(players)
        assert [game.features.start(players, part.name) for part in layout] == starts[:-1]


@pytest.mark.parametrize("name", lumarium.games())
def test_an_unknown_part_is_refused_and_the_known_ones_are_named(name: str) -> None:
    game = lumarium.game(name)
    with pytest.raises(LumariumError, match="no part “dragons”.* turn, .*scores") as caught:
        game.features.start(game.players[0], "dragons")
    assert "keinen Teil „dragons“" in caught.value.describe("de")


def test_a_game_without_features_has_plain_ones() -> None:
    game = lumarium.game("luminos")
    plain = PlainFeatures(game.name, len(game.actions))
    state = game.start(3, Chance(5))
    for _ in range(30):
        state.random_step(Chance(5))
    assert state.turn is not None
    for seat in range(3):
        vector = plain.encode(state.view(seat))
        assert [part.name for part in plain.layout(3)] == ["turn", "scores", "legal", "over"]
        assert [place for place in range(3) if vector[place]] == [(state.turn - seat) % 3]
        scores = [soft(state.scores[(seat + place) % 3]) for place in range(3)]
        assert vector[3:6] == scores
        legal = [index for index, value in enumerate(vector[6:]) if value]
        assert legal == (state.legal() if seat == state.turn else [])
    lumarium.playout(state, Chance(5))
    vector = plain.encode(state.view(0))
    assert [place for place, value in enumerate(vector) if value and place not in range(3, 6)] == [len(vector) - 1]


class Faulty(Features):
    """The features of a game, spoilt."""

    def __init__(self, honest: Features, fault: str) -> None:
        super().__init__(honest.game)
        self.honest = honest
        self.fault = fault

    def parts(self, players: int) -> list[Part]:
        parts = list(self.honest.layout(players))
        if self.fault == "twice":
            parts[1] = parts[1]._replace(name=parts[0].name)
        if self.fault == "silent":
            parts[1] = parts[1]._replace(meaning="who knows")
        return parts

    def fill(self, view: Any, values: vec[i32]) -> None:
        self.honest.fill(view, values)
        if self.fault == "integers":
            values[0] = 1
        if self.fault == "bounds":
            values[0] = single(1.5)
        if self.fault == "absolute":
            values[view.seat] = single(0.25) if values[view.seat] else single(0.5)

    def fill_from(self, state: State, seat: int, values: vec[i32], start: int) -> None:
        super().fill_from(state, seat, values, start)
        if self.fault == "hasty":
            values[start] = single(0.5)
        if self.fault == "leaky" and state.turn is not None:
            held: Any = state
            values[start + 1] = single(held.values[seat * SLOTS] / 20)


@pytest.fixture
def spoil(monkeypatch: pytest.MonkeyPatch) -> Spoil:
    def spoilt(game: Game, fault: str) -> None:
        monkeypatch.setitem(vars(game), "features", Faulty(game.features, fault))

    return spoilt


@pytest.mark.parametrize(
    ("name", "fault", "complaint"),
    [
        ("lumen", "twice", "two parts have the same name"),
        ("lumen", "silent", "not told in a sentence"),
        ("nomads", "integers", "write ONE or single"),
        ("nomads", "bounds", "leaves its bounds"),
        ("nomads", "absolute", "changes what seat"),
        ("luminos", "hasty", "is different observed"),
        ("lumen", "leaky", "is different observed|is different in another world"),
    ],
)
def test_faulty_features_fail_for_their_fault(spoil: Spoil, name: str, fault: str, complaint: str) -> None:
    game = lumarium.game(name)
    spoil(game, fault)
    case = next(cases(name))
    with pytest.raises(Nonconformance, match=complaint):
        check(case, "observations", 2)
