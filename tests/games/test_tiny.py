"""The tiny variants: for two, marked as ours, for every bot, and with exact beliefs in Lumen."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from importlib import import_module
from typing import Any

import pytest

import lumarium
from lumarium import BadOptions, Chance
from lumarium.arena.simulate import simulate
from lumarium.conformance import CHECKS, Case, check
from lumarium.games.lumen import GAME as LUMEN
from lumarium.games.lumen import LumenView
from lumarium.kernel.catalogue import has
from lumarium.kernel.insight import Odds, Spread
from lumarium.kernel.message import Message

TINY = [name for name in lumarium.games() if "tiny" in lumarium.game(name).presets]
SMALLER = '{"tiny": {"hand": 1}}'


def test_all_games_of_the_house_have_one() -> None:
    assert TINY == ["lumen", "lumicora", "luminos", "nomads"]


@pytest.mark.parametrize("name", TINY)
def test_it_is_for_two_and_no_other_number(name: str) -> None:
    game = lumarium.game(name)
    assert game.counts(game.options("tiny")) == range(2, 3)
    assert game.counts(game.options()) == game.players
    for wrong in (1, 3):
        with pytest.raises(BadOptions, match=f"{name} with these options is for 2 players, not {wrong}"):
            game.start(wrong, Chance(1), "tiny")
    with pytest.raises(BadOptions) as refused:
        game.start(4, Chance(1), "tiny")
    assert refused.value.describe("de") == f"{name} ist mit diesen Optionen für 2 Personen, nicht für 4"


def test_two_play_lumen_only_there() -> None:
    with pytest.raises(BadOptions, match="lumen is for 3 to 5 players, not 2"):
        LUMEN.start(2, Chance(1))
    with pytest.raises(BadOptions, match="lumen is for 3 to 5 players, not 2"):
        simulate("lumen", ["random", "random"], games=1)
    assert LUMEN.players == range(3, 6)


@pytest.mark.parametrize("name", TINY)
def test_it_is_named_as_ours_in_both_languages(name: str) -> None:
    assert has(name, "preset.tiny", "en")
    assert has(name, "preset.tiny", "de")
    assert "not from the rulebook" in Message(name, "preset.tiny").render("en")
    assert "nicht aus der Anleitung" in Message(name, "preset.tiny").render("de")


@pytest.mark.parametrize("name", TINY)
def test_every_bot_plays_it(name: str, long: bool) -> None:
    for bot in ("easy", "medium", "strong@300n"):
        for seats in ([bot, "random"], ["random", bot]):
            played = simulate(name, seats, games=20 if long else 2, seed=7, options="tiny")
            assert played.games == (20 if long else 2)


@pytest.mark.parametrize("name", TINY)
def test_reasons_and_estimates_are_told_there_too(name: str) -> None:
    game, chance = lumarium.game(name), Chance(3)
    state = game.start(2, chance, "tiny")
    while state.turn is not None:
        view = state.view(state.turn)
        for estimate in game.know(view).estimates:
            assert game.estimate(view, estimate.id, step=0).lines
        for index in state.legal():
            for lang in ("en", "de"):
                assert "{" not in game.judgement.reason(state, index).render(lang)
        state.random_step(chance)


OTHER: dict[str, dict[str, Any]] = {
    "lumen": {"last_trick": True, "tiny": {"colours": 3, "highest": 5, "hand": 4, "deals": 3}},
    "luminos": {
        "start": "picked",
        "tiny": {"tiles": ["S", "M", "T", "SM", "SMT", "TT", "SSMM"], "sky": [4, 5], "markers": True},
    },
    "lumicora": {
        "board": "light",
        "tiny": {
            "rounds": 2,
            "display": 2,
            "atoll": 3,
            "start_luminos": ["BY", "GP"],
            "luminos": [
                f"{colour}{number}{animal}" for colour in "GPBY" for number in (1, 4) for animal in ("crab", "")
            ],
            "reef": [
                "R2 . . . .",
                ". w w . . .",
                ". . L L w . .",
                ". . L S S L w .",
                ". . . L L . .",
                ". . . . . .",
                ". . . . .",
            ],
        },
    },
    "nomads": {
        "adventurers": ["nostromo", "moon"],
        "start": 1,
        "coin": 0,
        "tiny": {
            "columns": ["NB", "M", "BN", "MB", "N", "", "B", "B"],
            "stacks": [2, 2, 2, 2, 1, 0, 3, 1],
            "tiles": "aabbcJOOOOdfg",
            "patience": 6,
        },
    },
}
"""Games between the tiny one and the whole one."""
IN_THE_SHORT_RUN = ("play", "hidden swap")


@pytest.mark.parametrize("name", TINY)
def test_other_sizes_conform_too(name: str, long: bool) -> None:
    game = lumarium.game(name)
    case = Case(game, 2, "other", game.options(OTHER[name]))
    for check_name in CHECKS if long else IN_THE_SHORT_RUN:
        for seed in range(5 if long else 1):
            check(case, check_name, seed)


@pytest.mark.parametrize("name", TINY)
def test_other_sizes_are_told_twice_too(name: str, long: bool) -> None:
    pytest.importorskip("jax")
    if not long:
        pytest.skip("--long compiles them")
    from lumarium.conformance.arrays import agree

    game = lumarium.game(name)
    assert agree(Case(game, 2, "other", game.options(OTHER[name])), games=100, seed=1) > 100


BAD: list[tuple[str, dict[str, Any], str]] = [
    ("lumen", {"hand": 4}, "two hands of these cards are 8 cards, the deck has 6"),
    ("luminos", {"tiles": ["S"]}, "1 tiles; there have to be 2 to 64"),
    ("luminos", {"tiles": ["S", "X"]}, "X"),
    ("luminos", {"sky": [2, 2]}, "the sky has room for 1"),
    ("lumicora", {"reef": ["w"]}, "“tiny.reef” has 1 row, it needs 7"),
    ("lumicora", {"luminos": ["Q1"]}, "“Q1” in “tiny.luminos” is no Lumino"),
    ("lumicora", {"rounds": 2}, "has 4 Luminos, it needs 12"),
    ("lumicora", {"start_luminos": ["GG", "GP"]}, "“GG”, number 1 of “start_luminos”"),
    ("nomads", {"tiles": "aaaz"}, "no further tile z"),
    ("nomads", {"tiles": "aa"}, "2 tiles for stacks of 4"),
    ("nomads", {"stacks": [2, 2, 0, 0, 0, 0, 0, 0]}, "in at least 3 stacks"),
    ("nomads", {"columns": ["UUU", "S", "", "", "", "", "", ""]}, "no further disc U"),
]


@pytest.mark.parametrize(("name", "tiny", "words"), BAD)
def test_what_does_not_fit_is_refused(name: str, tiny: dict[str, Any], words: str) -> None:
    with pytest.raises(BadOptions, match=words):
        lumarium.game(name).options({"tiny": tiny})


def test_a_tiny_nomads_says_who_plays_whom() -> None:
    nomads = lumarium.game("nomads")
    for adventurers in ([], ["moon", "red"]):
        with pytest.raises(BadOptions, match="both need a disc in “tiny.columns”"):
            nomads.start(2, Chance(1), {"tiny": {}, "adventurers": adventurers})


def test_beliefs_in_lumen_are_the_reach_probabilities_of_uniform_play(long: bool) -> None:
    """Every information set of the whole game: OpenSpiel's odds to get there with these own cards, against ours."""
    pyspiel: Any = import_module("pyspiel")
    import_module("lumarium.adapters.openspiel")
    options = "" if long else SMALLER
    game = pyspiel.load_game("python_lumarium_lumen", {"players": 2, "preset": "tiny", "options": options})
    uniform = import_module("open_spiel.python.policy").UniformRandomPolicy(game)
    reached: dict[str, dict[tuple[int, ...], float]] = defaultdict(lambda: defaultdict(float))
    views: dict[str, LumenView] = {}
    waiting = [(game.new_initial_state(), 1.0)]
    while waiting:
        state, odds = waiting.pop()
        if state.is_terminal():
            continue
        if state.is_chance_node():
            following = state.chance_outcomes()
        else:
            seat, text = state.current_player(), state.information_state_string()
            views[text] = state.play.view(seat)
            reached[text][own_values(state.play.state, seat)] += odds
            following = uniform.action_probabilities(state).items()
        waiting += [(state.child(action), odds * chance) for action, chance in following]
    assert len(views) > (10_000 if long else 100)
    for text, worlds in reached.items():
        total, ours = sum(worlds.values()), LUMEN.worlds(views[text])
        assert worlds.keys() == {tuple(world.values()) for world in ours}
        assert all(odds / total == pytest.approx(1 / ours.count) for odds in worlds.values())
        told = told_odds(views[text])
        for place, odds_of in enumerate(told):
            for value, share in odds_of.items():
                there = sum(odds for world, odds in worlds.items() if world[place] == value) / total
                assert there == pytest.approx(float(share))


def own_values(state: Any, seat: int) -> tuple[int, ...]:
    """The values of the cards that the seat still holds, slot by slot."""
    seen = state.view((seat + 1) % state.players)
    return tuple(card.value for card in seen.hands[seat])


def told_odds(view: LumenView) -> list[dict[int, Fraction]]:
    """What the insight says of each own card."""
    (cards,) = [topic for topic in LUMEN.insight.topics(view) if topic.key == "cards"]
    told = []
    for line in cards.lines:
        (spread,) = line.cells
        assert isinstance(spread, Spread)
        parts: dict[int, Fraction] = {}
        for value, odds in spread.parts:
            assert isinstance(odds, Odds)
            assert isinstance(value, int)
            parts[value] = Fraction(odds.ways, odds.of)
        told.append(parts)
    return told
