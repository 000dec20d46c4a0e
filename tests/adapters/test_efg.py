"""Games as trees of OpenSpiel's own: the same game, and small enough to be solved there."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any

import pyspiel  # type: ignore[import-not-found]
import pytest

import lumarium
from bench.tiny import BOUND, bot_policy, exact_value, solved
from lumarium import BadOptions
from lumarium.adapters.efg import unfolded

from .spiel import loaded

exploitability: Any = import_module("open_spiel.python.algorithms.exploitability")
policies: Any = import_module("open_spiel.python.policy")

TINY = [name for name in lumarium.games() if "tiny" in lumarium.game(name).presets]
SMALLER = {
    "lumen": '{"tiny": {"colours": 1, "highest": 4, "hand": 1}}',
    "luminos": '{"tiny": {"tiles": ["S", "SMT"]}}',
}
"""Of a moment's size."""


@pytest.mark.parametrize("name", SMALLER)
def test_it_is_the_same_game(name: str) -> None:
    game = loaded(name, 2, preset="tiny", options=SMALLER[name])
    tree, random = unfolded(game), Random(7)
    for _ in range(20):
        ours, theirs = game.new_initial_state(), tree.game.new_initial_state()
        while not ours.is_terminal():
            assert theirs.current_player() == ours.current_player()
            place = random.randrange(len(ours.legal_actions()))
            if not ours.is_chance_node():
                own = tree.sets[theirs.information_state_string()]
                assert own.text == ours.information_state_string()
                assert list(own.legal) == ours.legal_actions()
                assert own.view == ours.play.view(own.seat)
            assert theirs.legal_actions()[place] == place
            ours.apply_action(ours.legal_actions()[place])
            theirs.apply_action(place)
        assert theirs.is_terminal()
        assert theirs.returns() == ours.returns()
    own, there = policies.UniformRandomPolicy(game), pyspiel.UniformRandomPolicy(tree.game)
    assert pyspiel.nash_conv(tree.game, there, True) == pytest.approx(exploitability.nash_conv(game, own))


@pytest.mark.parametrize("name", SMALLER)
def test_small_games_are_solved(name: str) -> None:
    tree = unfolded(loaded(name, 2, preset="tiny", options=SMALLER[name]))
    _, found = solved(tree, BOUND)
    assert 0 <= found["nash_conv"] < BOUND
    if not lumarium.game(name).private:
        assert found["value"] == pytest.approx(exact_value(tree), abs=BOUND)
    random, asked = bot_policy(tree, "random")
    assert asked == 0
    assert pyspiel.nash_conv(tree.game, random, True) > BOUND


@pytest.mark.parametrize("name", TINY)
def test_every_tiny_variant_is_solved(name: str, long: bool) -> None:
    if not long:
        pytest.skip("--long solves the variants as they are")
    tree = unfolded(loaded(name, 2, preset="tiny"))
    _, found = solved(tree, BOUND)
    assert found["nash_conv"] < BOUND


def test_a_game_that_is_too_large_is_given_up() -> None:
    with pytest.raises(BadOptions, match="the tree of lumen with these options has more than 1000 nodes"):
        unfolded(loaded("lumen", 2, preset="tiny"), most=1000)
