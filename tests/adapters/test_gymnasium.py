"""The Gymnasium environments: Gymnasium's own checker, and the game itself as their referee."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import lumarium
from lumarium import (
    Action,
    BadOptions,
    BotFailed,
    Chance,
    GameOver,
    IllegalAction,
    UnknownBot,
    UnknownGame,
    UnknownSeat,
)
from lumarium.adapters import drawing
from lumarium.adapters import opponents as company
from lumarium.adapters.course import Course
from lumarium.adapters.gymnasium import LearnerEnv, name_of
from lumarium.adapters.utility import utilities
from tests.adapters.referee import CASES, FEWEST, MOST, Referee, allowed, illegal

every_case = pytest.mark.parametrize(("name", "players"), CASES)


def made(name: str, **choices: Any) -> LearnerEnv:
    env = gym.make(f"lumarium.adapters.gymnasium:{name_of(lumarium.game(name))}", **choices).unwrapped
    assert isinstance(env, LearnerEnv)
    return env


@every_case
def test_the_checker_is_content(name: str, players: int, long: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """It draws in every mode, and samples without masks."""
    if not long:
        monkeypatch.setattr(drawing, "WIDTH", 120)
    check_env(made(name, players=players))


@pytest.mark.parametrize(("name", "players"), MOST)
def test_the_checker_plays_on(name: str, players: int) -> None:
    """With a first action that is legal the episode goes on, and the same seed answers in the same way."""
    env = made(name, players=players, opponents="easy", rewards="score")
    answers = []
    for _ in range(2):
        _, info = env.reset(seed=9)
        answers.append(env.step(allowed(info["action_mask"])[0]))
    (vector, *rest, info), (other, *others, told) = answers
    assert np.array_equal(vector, other)
    assert rest == others
    assert np.array_equal(info["action_mask"], told["action_mask"])
    assert info["view"] == told["view"]


def play(env: LearnerEnv, seed: int | None) -> tuple[list[bytes], list[float]]:
    """An episode of first actions: all observations, all rewards."""
    vector, info = env.reset(seed=seed)
    seen, rewards, over = [vector.tobytes()], [], False
    while not over:
        vector, reward, over, truncated, info = env.step(allowed(info["action_mask"])[0])
        assert not truncated
        seen.append(vector.tobytes())
        rewards.append(reward)
    return seen, rewards


@pytest.mark.parametrize("name", lumarium.games())
def test_an_environment_is_the_game(name: str, long: bool) -> None:
    """Mask, observation and view at every step, the rewards at the end; the game's record is repeated beside it."""
    game = lumarium.game(name)
    for seed in range(200 if long else 4):
        players = game.players[seed % len(game.players)]
        seat = seed % players
        env, referee = made(name, players=players, seat=seat), Referee(name, players, seed)
        vector, info = env.reset(seed=seed)
        over, reward, repeated = False, 0.0, 0
        while True:
            for index in env.course.decisions[repeated:]:
                assert index in referee.state.legal()
                referee.play(index)
                repeated += 1
            assert np.array_equal(vector, referee.vector(seat))
            assert over == referee.state.over
            assert info["view"] == referee.state.view(seat)
            if over:
                break
            assert reward == 0.0
            assert referee.state.turn == env.seat == seat
            assert allowed(info["action_mask"]) == referee.state.legal()
            vector, reward, over, _, info = env.step(np.int64(referee.decide()))
        assert reward == utilities(referee.state.ranking)[seat]
        assert info["action_mask"].all()


@every_case
def test_score_rewards_are_the_changes_of_the_own_score(name: str, players: int) -> None:
    env = made(name, players=players, seat=players - 1, rewards="score")
    before = Referee(name, players, 3).state.scores[players - 1]
    _, rewards = play(env, 3)
    assert sum(rewards) == env.course.state.scores[env.seat] - before


@every_case
def test_hidden_things_change_nothing(name: str, players: int) -> None:
    """Another truth behind the learner's view: what the learner gets stays as it was."""
    env, luck = made(name, players=players), Chance("swap")
    _, info = env.reset(seed=2)
    for _ in range(6):
        truth = env.course.state
        seen, told = env._seen()
        told.copy()
        env.course.state = env.variant.game.imagine(truth.view(env.seat), luck)
        other, heard = env._seen()
        assert seen.tobytes() == other.tobytes()
        assert told["action_mask"].tobytes() == heard["action_mask"].tobytes()
        assert told["view"] == heard["view"]
        env.course.state = truth
        _, _, over, _, info = env.step(allowed(info["action_mask"])[-1])
        if over:
            break


# Seeds


@every_case
def test_seeds(name: str, players: int) -> None:
    env, twin = made(name, players=players), made(name, players=players)
    games = [play(env, seed)[0] for seed in (1, 2, None)]
    assert games[0] != games[1] != games[2]
    assert [play(twin, seed)[0] for seed in (1, 2, None)] == games


def test_without_a_seed_games_differ() -> None:
    assert play(made("lumen"), None) != play(made("lumen"), None)


# Illegal actions


@pytest.mark.parametrize(("name", "players"), FEWEST)
def test_an_illegal_action_ends_the_episode(name: str, players: int) -> None:
    env = made(name, players=players, penalty=-7)
    vector, info = env.reset(seed=1)
    view = info["view"]
    wrong = illegal(view.legal, env.variant.actions)
    after, reward, over, truncated, told = env.step(wrong)
    assert (reward, over, truncated) == (-7.0, True, False)
    assert np.array_equal(after, vector)
    assert told["view"] == view
    reason = env.course.state.refusal(wrong)
    assert reason is not None
    assert told["illegal"] == reason.render("en")
    with pytest.raises(GameOver):
        env.step(view.legal[0])
    env.reset()
    env.step(allowed(env._seen()[1]["action_mask"])[0])


@pytest.mark.parametrize("action", [-1, 10**6, 1.5, "0", None])
def test_or_raises(action: Any) -> None:
    env = made("lumen", illegal="raise")
    _, info = env.reset(seed=1)
    with pytest.raises(IllegalAction):
        env.step(action)
    env.step(allowed(info["action_mask"])[0])


# The other seats


class LastBot:
    """Plays the last legal action, and notes what it saw."""

    seen: ClassVar[list[tuple[int | None, int]]] = []

    def choose(self, view: lumarium.View, legal: Sequence[Action], chance: Chance) -> Action:
        self.seen.append((view.seat, chance.pick(1000)))
        return legal[-1]


class LostBot:
    """Plays nothing that is legal."""

    def choose(self, view: lumarium.View, legal: Sequence[Action], chance: Chance) -> Any:
        return None


def test_opponents_sit_clockwise_from_the_learner() -> None:
    LastBot.seen.clear()
    env = made("lumen", players=4, seat=2, opponents=["random", LastBot, "easy"])
    play(env, 1)
    assert {seat for seat, _ in LastBot.seen} == {0}
    first = LastBot.seen.copy()
    LastBot.seen.clear()
    play(env, 1)
    assert LastBot.seen == first


def test_bots_of_all_kinds() -> None:
    for opponents in ("easy", "strong@20n", LastBot, ["medium"], (LastBot,)):
        assert play(made("luminos", players=2, opponents=opponents), 1)[1][-1] in (-1.0, 0.0, 1.0)


def test_random_opponents_are_the_bot_random() -> None:
    """Its short cut plays what the bot itself would."""
    from lumarium.bots.random import RandomBot

    class Same(RandomBot):
        pass

    for name, players in FEWEST:
        assert play(made(name, players=players), 4) == play(made(name, players=players, opponents=Same), 4)


def test_a_bot_that_fails_is_named() -> None:
    env = made("nomads", players=2, seat=1, opponents=LostBot)
    with pytest.raises(BotFailed, match="LostBot"):
        env.reset(seed=1)


class TiredBot:
    """Plays two decisions and then no more."""

    def __init__(self) -> None:
        self.left = 2

    def choose(self, view: lumarium.View, legal: Sequence[Action], chance: Chance) -> Action:
        if not self.left:
            raise RuntimeError("too tired")
        self.left -= 1
        return legal[0]


def test_a_learner_never_decides_for_a_bot_that_failed() -> None:
    env = made("lumen", players=3, opponents=TiredBot)
    _, info = env.reset(seed=1)
    with pytest.raises(BotFailed):
        _play_on(env, info)
    turn = env.course.state.turn
    assert turn != env.seat
    with pytest.raises(GameOver, match="reset"):
        env.step(env.course.state.legal()[0])
    assert env.course.state.turn == turn
    _, info = env.reset(seed=1)
    env.step(allowed(info["action_mask"])[0])


def _play_on(env: LearnerEnv, info: dict[str, Any]) -> None:
    while True:
        info = env.step(allowed(info["action_mask"])[0])[4]


def test_a_learner_may_sit_anywhere() -> None:
    env = made("lumen", players=5, seat=None)
    env.reset(seed=0)
    seats = []
    for _ in range(40):
        env.reset()
        seats.append(env.seat)
    assert set(seats) == set(range(5))


@pytest.mark.parametrize(
    ("choices", "error", "words"),
    [
        ({"players": 9}, BadOptions, "3 to 5"),
        ({"opponents": "clever"}, UnknownBot, "medium"),
        ({"opponents": ["random"]}, BadOptions, "list of 2"),
        ({"opponents": 3}, BadOptions, "list of 2"),
        ({"opponents": "random@3s"}, BadOptions, "budget"),
        ({"opponents": dict}, BadOptions, "dict"),
        ({"opponents": LostBot.choose}, BadOptions, "needs no arguments"),
        ({"seat": 3}, UnknownSeat, "0 to 2, or with None in another one every game, not in 3"),
        ({"seat": True}, UnknownSeat, "not in True"),
        ({"penalty": "much"}, BadOptions, "'much'"),
        ({"penalty": float("nan")}, BadOptions, "nan"),
        ({"rewards": "money"}, BadOptions, "place, score"),
        ({"illegal": "ignore"}, BadOptions, "end, raise"),
        ({"options": {"dealz": 1}}, BadOptions, "dealz"),
        ({"game": "lumn"}, UnknownGame, "lumen"),
    ],
)
def test_mistakes_have_names(choices: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        LearnerEnv(**{"game": "lumen", **choices})


def test_what_fails_in_a_bots_turn_is_not_the_learners_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a game refused what it had called legal."""
    env = made("lumen", players=3, opponents="easy")
    _, info = env.reset(seed=1)
    last = lumarium.game("lumen").actions[-1]
    monkeypatch.setattr(company, "ask", lambda *_: last)
    with pytest.raises(IllegalAction, match="P#10"):
        env.step(allowed(info["action_mask"])[0])


# Gymnasium's own ways


@pytest.mark.parametrize("name", lumarium.games())
def test_a_new_environment_can_be_copied_and_pickled(name: str) -> None:
    env = made(name, opponents="easy", seat=1)
    first, _ = env.reset(seed=4)
    for twin in (copy.deepcopy(made(name, seat=1)), pickle.loads(pickle.dumps(made(name, seat=1)))):  # noqa: S301  # our own
        assert twin.observation_space == env.observation_space
        assert len(twin.reset(seed=4)[0]) == len(first)


@pytest.mark.parametrize("opponents", ["random", "medium", "strong@20n"])
@pytest.mark.parametrize("name", lumarium.games())
def test_a_game_in_progress_can_be_copied_and_pickled(name: str, opponents: str) -> None:
    """Bots, their luck and all: each twin goes on for itself, and as the original would."""
    env = made(name, opponents=opponents, illegal="raise")
    _, info = env.reset(seed=4)
    for _ in range(3):
        info = env.step(allowed(info["action_mask"])[0])[4]
    after = []
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env)), env):  # noqa: S301  # our own
        told, course = info, []
        for _ in range(5):
            vector, reward, over, _, told = twin.step(allowed(told["action_mask"])[-1])
            course.append((vector.tolist(), reward, over, told["view"]))
            if over:
                break
        after.append(course)
    assert after[0] == after[1] == after[2]


def test_there_is_no_game_before_the_first_reset() -> None:
    env = made("lumen", render_mode="ansi")
    for begun in (lambda: env.step(0), env.render):
        with pytest.raises(GameOver, match="reset"):
            begun()


def test_masks_as_sb3_contrib_wants_them() -> None:
    env = gym.make("lumarium/Lumen-v1")
    _, info = env.reset(seed=1)
    over = False
    while not over:
        mask = env.get_wrapper_attr("action_masks")()
        assert mask.dtype == np.bool_
        assert mask.tolist() == [bool(each) for each in info["action_mask"]]
        _, _, over, _, info = env.step(allowed(info["action_mask"])[0])


def test_numbers_of_numpy_are_numbers() -> None:
    env = made("lumen", players=np.int64(4), seat=np.int64(1))
    vector, info = env.reset(seed=np.int64(5))  # type: ignore[arg-type]  # a seed as many have one
    assert vector.tolist() == made("lumen", players=4, seat=1).reset(seed=5)[0].tolist()
    env.step(np.array(allowed(info["action_mask"])[0]))


def test_every_game_is_registered() -> None:
    for name in lumarium.games():
        game = lumarium.game(name)
        assert gym.spec(f"lumarium/{name.capitalize()}-v{game.rules_version}").kwargs == {"game": name}


def test_vectors_of_environments() -> None:
    name = f"lumarium.adapters.gymnasium:{name_of(lumarium.game('luminos'))}"
    envs = gym.make_vec(name, num_envs=3, vectorization_mode="sync", players=2)
    vectors, infos = envs.reset(seed=1)
    ended = 0
    for _ in range(200):
        actions = [allowed(mask)[0] for mask in infos["action_mask"]]
        vectors, _, over, _, infos = envs.step(np.array(actions))
        ended += over.sum()
        assert vectors.shape == (3, lumarium.game("luminos").features.size(2))
    assert ended > 3
    envs.close()


def test_human_mode_prints_as_it_goes(capsys: pytest.CaptureFixture[str]) -> None:
    env = made("luminos", players=2, render_mode="human")
    _, info = env.reset(seed=1)
    shown = capsys.readouterr().out
    assert "player 1" in shown
    env.step(allowed(info["action_mask"])[0])
    assert "player 1" in capsys.readouterr().out


def test_infos_stay_lazy_in_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are written to and copied, as the vectors of stable-baselines3 do at every step: no view is made for it."""
    env = made("lumen")
    _, info = env.reset(seed=1)
    view = env.course.state.view(0)
    made_views: list[int] = []
    look = Course.view

    def watched(course: Course, seat: int, moment: int) -> Any:
        made_views.append(seat)
        return look(course, seat, moment)

    monkeypatch.setattr(Course, "view", watched)
    info["TimeLimit.truncated"] = False
    kept = copy.deepcopy([info])[0]
    assert "view" in kept
    assert kept.get("TimeLimit.truncated") is info["TimeLimit.truncated"] is False
    kept["action_mask"][:] = 9
    assert info["action_mask"].max() == 1
    env.step(allowed(info["action_mask"])[0])
    assert not made_views
    assert kept["view"] == info.copy()["view"] == view
    assert sorted(kept) == ["TimeLimit.truncated", "action_mask", "view"]


def test_infos_without_a_view() -> None:
    _, info = made("lumen", view=False).reset(seed=1)
    assert list(info) == ["action_mask"]
    assert "view" not in info
    with pytest.raises(KeyError):
        info["view"]


def test_masks_where_rllib_looks_for_them() -> None:
    env = made("luminos", dict_observation=True)
    observation, info = env.reset(seed=1)
    assert sorted(observation) == ["action_mask", "observations"]
    assert np.array_equal(observation["action_mask"], info["action_mask"])
    assert env.observation_space.contains(observation)


def test_presets_by_name() -> None:
    assert made("luminos", options="B").variant.options == lumarium.game("luminos").presets["B"]
    with pytest.raises(BadOptions, match="luminos has no preset “b”; did you mean “B”"):
        made("luminos", options="b")
