"""OpenSpiel's own tests on our games, and what they do not test: secrets, luck, and that it is the same game."""

from __future__ import annotations

import pickle
import subprocess
import sys
import unittest
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import msgspec
import numpy as np
import pyspiel  # type: ignore[import-not-found]
import pytest

import lumarium
from lumarium import BadOptions, Chance, IllegalAction
from lumarium.adapters.openspiel import PlayoutEvaluator, SpielState
from lumarium.adapters.utility import utilities
from lumarium.arena.tournament import tournament

from .spiel import PRESETS, TABLES, loaded, positions, step

api_test: Any = import_module("open_spiel.integration_tests.api_test")
games_sim_test: Any = import_module("open_spiel.python.tests.games_sim_test")
playthroughs: Any = import_module("open_spiel.python.algorithms.generate_playthrough")
rl_environment: Any = import_module("open_spiel.python.rl_environment")
ismcts: Any = import_module("open_spiel.python.algorithms.ismcts")

ROOT = Path(__file__).parents[2]


class RecordingLuck(Chance):
    """Seeded luck that tells among how many it picked what."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.picks: list[tuple[int, int]] = []

    def pick(self, n: int) -> int:
        picked = super().pick(n)
        if n > 1:
            self.picks.append((n, picked))
        return picked


def feed(state: SpielState, luck: RecordingLuck) -> None:
    """Answers chance nodes with the picks that were made, each among as many."""
    for n, picked in luck.picks:
        assert state.is_chance_node()
        assert state.chance_outcomes() == [(outcome, 1 / n) for outcome in range(n)]
        state.apply_action(picked)
    luck.picks.clear()
    assert not state.is_chance_node()


# OpenSpiel's tests


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_random_sim_test(name: str, players: int, long: bool) -> None:
    pyspiel.random_sim_test(loaded(name, players), num_sims=20 if long else 1, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_random_sim_test_with_presets(name: str, preset: str) -> None:
    ours = lumarium.game(name)
    game = loaded(name, ours.counts(ours.presets[preset])[0], preset=preset)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_games_sim_test(name: str, players: int) -> None:
    games_sim_test.GamesSimTest().sim_game(loaded(name, players))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_api_test(name: str, players: int) -> None:
    game = loaded(name, players)

    class Case(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
        """The tests of the API on states of a whole game; their own sample would not get past the deal."""

        @classmethod
        def setUpClass(cls) -> None:
            cls.game, cls.game_name, cls.game_type = game, name, game.get_type()
            cls.some_states = [state.clone() for state in positions(game, seed=1)][::5]

    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(Case).run(result)
    assert result.testsRun >= 5
    assert [text for _, text in result.errors + result.failures] == []


@pytest.mark.parametrize("name", lumarium.games())
def test_playthrough(name: str, long: bool) -> None:
    game = lumarium.game(name)
    actions = [state.history()[-1] for state in positions(loaded(name, game.players[0]), seed=2) if state.history()]
    count = min(60 if long else 10, len(actions))
    lines = playthroughs.playthrough_lines(f"python_lumarium_{name}", action_sequence=actions[:count])
    assert f'GameType.short_name = "python_lumarium_{name}"' in lines
    assert f"# State {count}" in lines


def test_information_is_imperfect_where_a_seat_has_a_secret() -> None:
    kinds = pyspiel.GameType.Information
    told = {name: loaded(name, lumarium.game(name).players[0]).get_type().information for name in lumarium.games()}
    secrets = {name for name, kind in told.items() if kind == kinds.IMPERFECT_INFORMATION}
    assert secrets == {name for name in told if lumarium.game(name).private} >= {"lumen", "moths"}
    assert {told[name] for name in set(told) - secrets} == {kinds.PERFECT_INFORMATION}


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_rl_environment(name: str, players: int) -> None:
    environment, random = rl_environment.Environment(loaded(name, players)), Random(3)
    seen = environment.reset()
    while not seen.last():
        seat = seen.observations["current_player"]
        assert len(seen.observations["info_state"][seat]) == environment.observation_spec()["info_state"][0]
        seen = environment.step([random.choice(seen.observations["legal_actions"][seat])])
    assert sum(seen.rewards) == pytest.approx(0)
    assert seen.rewards == environment.get_state.returns()


# The same game


@pytest.mark.parametrize("name", lumarium.games())
def test_same_legal_actions_observations_and_returns(name: str, long: bool) -> None:
    ours = lumarium.game(name)
    for seed in range(200 if long else 3):
        players = ours.players[seed % len(ours.players)]
        luck, random = RecordingLuck(seed), Random(seed)
        position = ours.start(players, luck, next(iter(ours.presets.values())))
        state = loaded(name, players).new_initial_state()
        feed(state, luck)
        while position.turn is not None:
            assert state.current_player() == position.turn
            assert state.legal_actions() == position.legal()
            assert np.flatnonzero(state.legal_actions_mask()).tolist() == position.legal()
            view = position.view(position.turn)
            assert state.observation_string() == msgspec.json.encode(view).decode()
            assert state.observation_tensor() == np.asarray(ours.features.encode(view), np.float32).tolist()
            action = random.choice(position.legal())
            assert state.action_to_string(action) == ours.actions[action].notation
            assert state.returns() == [0.0] * players
            position.step(action, luck)
            state.apply_action(action)
            feed(state, luck)
        assert state.is_terminal()
        assert state.returns() == utilities(position.ranking)


@pytest.mark.parametrize("name", lumarium.games())
def test_seeds(name: str) -> None:
    game = loaded(name, lumarium.game(name).players[0])
    histories = [[state.history() for state in positions(game, seed)][-1] for seed in (5, 5, 6)]
    assert histories[0] == histories[1] != histories[2]


def test_utilities_fall_by_place_and_are_shared() -> None:
    assert utilities([2, 1, 3]) == [0, 1, -1]
    assert utilities([1, 1, 3]) == [0.5, 0.5, -1]
    assert utilities([3, 1, 1, 3]) == pytest.approx([-2 / 3, 2 / 3, 2 / 3, -2 / 3])
    assert utilities([1, 1, 1, 1, 1]) == [0] * 5


# Secrets


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_resampling_keeps_what_the_seat_knows(name: str, players: int) -> None:
    for number, state in enumerate(positions(loaded(name, players), seed=7)):
        if state.is_chance_node() or number % 3:
            continue
        for seat in range(players):
            other = state.resample_from_infostate(seat, Random(number).random)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            assert other.current_player() == state.current_player()
            if seat == state.current_player():
                assert other.legal_actions() == state.legal_actions()
            assert other.history() == []


def test_resampling_changes_what_the_seat_does_not_know() -> None:
    state = next(state for state in positions(loaded("lumen", 3), seed=8) if not state.is_chance_node()).clone()
    others = [state.resample_from_infostate(0, Random(number).random) for number in range(8)]
    assert len({other.information_state_string(1) for other in others}) > 4


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_a_seat_could_tell_apart_when_it_decided_it_can_tell_apart_for_ever(
    name: str, players: int, long: bool
) -> None:
    """Perfect recall, with another pick of luck in one of two games that are otherwise the same."""
    game, random, told, forgotten = loaded(name, players), Random(16), 0, 0
    for _ in range(150 if long else 30):
        differs = [False] * players
        for one, other in _with_other_luck(game, random):
            seat = one.current_player()
            if seat < 0 or seat != other.current_player():
                continue
            now = one.information_state_string(seat) != other.information_state_string(seat)
            assert now or not differs[seat]
            differs[seat] = now
            told += now
            forgotten += now and one.observation_string(seat) == other.observation_string(seat)
    assert told > 0
    if name in ("lumen", "luminos"):
        assert forgotten > 0, "none of these games shows what a view alone forgets"


def _with_other_luck(game: pyspiel.Game, random: Random) -> Iterator[tuple[SpielState, SpielState]]:
    """Two games that are the same but for one pick of luck, from there on as long as both have a move in common."""
    one, other, changed = game.new_initial_state(), game.new_initial_state(), False
    while one.is_chance_node() == other.is_chance_node():
        both = sorted({*one.legal_actions()} & {*other.legal_actions()})
        if not both:
            return
        move = second = random.choice(both)
        if one.is_chance_node() and not changed and random.random() < 0.05:
            second = random.choice(both)
            changed = second != move
        one.apply_action(move)
        other.apply_action(second)
        if changed:
            yield one, other


def test_a_spectator_remembers_too() -> None:
    game = loaded("lumen", 3)
    recall = pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE)
    public = game.make_py_observer(recall)
    seen = [public.string_from(state, 0) for state in positions(game, seed=17) if not state.is_chance_node()]
    stories, memories, views = zip(*(text.split("\n") for text in seen), strict=True)
    assert len(set(memories)) == len(set(stories)) == len(seen)
    assert views[-1].startswith("{")


def test_private_and_public_parts_of_an_observation() -> None:
    game = loaded("lumen", 3)
    state = next(state for state in positions(game, seed=8) if not state.is_chance_node()).clone()
    kind, private = pyspiel.IIGObservationType, pyspiel.PrivateInfoType
    own = game.make_py_observer(kind(perfect_recall=False, public_info=False))
    public = game.make_py_observer(kind(perfect_recall=False, private_info=private.NONE))
    assert game.make_py_observer(kind(perfect_recall=False, private_info=private.ALL_PLAYERS)) is None
    assert [*msgspec.json.decode(own.string_from(state, 0))] == ["hands"]
    hands = msgspec.json.decode(public.string_from(state, 0))["hands"]
    assert all(card["value"] is None for hand in hands for card in hand)


def test_luck_tells_nothing_before_it_is_over() -> None:
    """While a deal is being picked the seats see what they saw before it."""
    before: dict[int, str] = {}
    waits = 0
    for state in positions(loaded("lumen", 3), seed=9):
        if state.is_chance_node():
            waits += 1
            assert all(state.observation_string(seat) == before.get(seat, "") for seat in range(3))
        else:
            before = {seat: state.observation_string(seat) for seat in range(3)}
    assert waits > 30


# Copies and files


@pytest.mark.parametrize("name", lumarium.games())
def test_a_resampled_state_can_be_played_copied_and_pickled(name: str) -> None:
    game, random = loaded(name, lumarium.game(name).players[-1]), Random(10)
    length = len(list(positions(game, seed=10)))
    late = min(90, length // 2)
    state = next(each for each in positions(game, seed=10) if len(each.history()) > late and not each.is_chance_node())
    other = state.resample_from_infostate(state.current_player(), random.random)
    for _ in range(min(12, length // 8)):
        step(other, random)
    ends = []
    for copy in (other.clone(), pickle.loads(pickle.dumps(other))):  # noqa: S301  # as OpenSpiel keeps states
        assert str(copy) == str(other)
        luck = Random(11)
        while not copy.is_terminal():
            step(copy, luck)
        ends.append((copy.returns(), str(copy)))
    assert ends[0] == ends[1]


def test_a_copy_is_independent() -> None:
    for state in positions(loaded("luminos", 2), seed=12):
        if state.is_terminal():
            break
        text = str(state)
        step(state.clone(), Random(0))
        assert str(state) == text


def test_a_pickled_game_brings_the_adapter_along() -> None:
    data = pickle.dumps(loaded("nomads", 3))
    code = f"import pickle; print(pickle.loads({data!r}).num_players())"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "3\n"


# Mistakes


def test_mistakes_are_named_and_change_nothing() -> None:
    with pytest.raises(BadOptions, match="3 to 5 players, not 7"):
        loaded("lumen", 7)
    with pytest.raises(BadOptions, match="did you mean “B-dark”"):
        loaded("lumicora", 2, preset="B-drak")
    state = next(state for state in positions(loaded("lumen", 3), seed=13) if not state.is_chance_node()).clone()
    before, random = str(state), Random(0)
    with pytest.raises(IllegalAction, match="bid"):
        state.apply_action(len(lumarium.game("lumen").actions) - 1)
    assert str(state) == before
    fresh = loaded("lumen", 3).new_initial_state()
    fresh.chance_outcomes().clear()
    assert len(fresh.chance_outcomes()) == 40
    with pytest.raises(ValueError, match="a pick among 40 cannot be 40"):
        fresh.apply_action(40)
    with pytest.raises(ValueError, match="while luck is waited for"):
        fresh.resample_from_infostate(0, random.random)
    assert fresh.history() == []
    with pytest.raises(ValueError, match="at least 1, not 0"):
        PlayoutEvaluator(0)


# Searches


class TestSearch:
    """OpenSpiel's searches on our games."""

    games: ClassVar = [("lumen", 3), ("nomads", 2)]

    @pytest.mark.parametrize(("name", "players"), games)
    def test_ismcts_plays(self, name: str, players: int) -> None:
        game = loaded(name, players, imperfect=True)
        bot = ismcts.ISMCTSBot(game, PlayoutEvaluator(1, seed=1), 1.0, 20, random_state=np.random.RandomState(1))
        for state in positions(game, seed=14):
            if state.current_player() == 0:
                assert bot.step(state) in state.legal_actions()

    def test_ismcts_plays_our_tournaments(self) -> None:
        """As bench/crossplay.py lets it, twice the same with a budget in simulations."""
        bots = ["random", f"{ROOT / 'bench' / 'crossplay.py'}:Ismcts@4n"]
        first, again = (tournament("nomads", bots, games=2, seed=1) for _ in range(2))
        assert first == again
        assert first.games == 2
        assert first.failures == []

    def test_playouts_are_worth_what_random_games_are(self) -> None:
        """Near the end of a game, by playing it out within OpenSpiel as well."""
        game = loaded("nomads", 2)
        nodes = [state.clone() for state in positions(game, seed=15)]
        for state in (nodes[-8], next(node for node in reversed(nodes) if node.is_chance_node())):
            assert state.play.outcomes == (len(state.chance_outcomes()) if state.is_chance_node() else 0)
            found = PlayoutEvaluator(400, seed=2).evaluate(state)
            random, total = Random(3), np.zeros(2)
            for _ in range(400):
                end = state.clone()
                while not end.is_terminal():
                    step(end, random)
                total += end.returns()
            assert found == pytest.approx(total / 400, abs=0.2)
            assert sum(found) == pytest.approx(0)
