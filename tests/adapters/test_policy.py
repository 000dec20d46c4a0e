"""Our bots in other projects' loops."""

from __future__ import annotations

import numpy as np
import pyspiel  # type: ignore[import-not-found]  # a C++ module without types
import pytest
from open_spiel.python.algorithms import evaluate_bots  # type: ignore[import-untyped]  # likewise

import lumarium
from lumarium import BadOptions, UnknownBot
from lumarium.adapters import pettingzoo
from lumarium.adapters.gymnasium import LearnerEnv
from lumarium.adapters.openspiel import SpielBot, name_of
from lumarium.adapters.policy import Policy


@pytest.mark.parametrize("name", lumarium.games())
def test_a_policy_in_the_agent_loop(name: str) -> None:
    table, policy = pettingzoo.env(name), Policy("easy", seed=1)
    scores = []
    for _ in range(2):
        policy.reset()
        table.reset(seed=3)
        for _agent in table.agent_iter():
            _, _, over, _, info = table.last()
            table.step(None if over else policy(info))
        scores.append(table.course.state.scores)
    assert table.course.state.over
    assert scores[0] != scores[1]  # luck of its own in every game


def test_the_same_seed_the_same_play() -> None:
    games = []
    for _ in range(2):
        env, policy = LearnerEnv("nomads", 2), Policy("easy", seed=4)
        _, info = env.reset(seed=5)
        over = False
        while not over:
            _, _, over, _, info = env.step(policy(info))
        games.append(env.course.decisions)
    assert games[0] == games[1]


def test_mistakes_have_names() -> None:
    with pytest.raises(UnknownBot):
        Policy("clever")
    _, info = LearnerEnv("lumen", view=False).reset(seed=1)
    with pytest.raises(BadOptions, match="without view=False"):
        Policy("easy")(info)


def test_a_bot_in_open_spiel_s_loop() -> None:
    game = pyspiel.load_game(name_of("luminos"), {"players": 2})
    luck = np.random.RandomState(7)
    bots = [SpielBot("medium", 0, seed=1), SpielBot("random", 1, seed=1)]
    returns = [evaluate_bots.evaluate_bots(game.new_initial_state(), bots, luck) for _ in range(2)]
    assert [list(each) for each in returns] == [[1.0, -1.0]] * 2
    assert bots[1].player_id() == 1


def test_options_in_open_spiel() -> None:
    options = '{"target": [8, 8, 8], "tiles": "B"}'
    game = pyspiel.load_game(name_of("luminos"), {"players": 2, "options": options})
    again = pyspiel.load_game(str(game))
    assert (
        again.rules.options
        == game.rules.options
        == lumarium.game("luminos").options({"target": (8, 8, 8), "tiles": "B"})
    )
    state = game.new_initial_state()
    assert pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[0].rules == game.rules
    for wrong in ("[1]", "target", '{"a": 1, "a": 2}'):
        with pytest.raises((BadOptions, pyspiel.SpielError)):
            pyspiel.load_game(name_of("luminos"), {"options": wrong})
