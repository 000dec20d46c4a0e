"""The PettingZoo environments: PettingZoo's own tests, unmodified, and the game itself as their referee."""

from __future__ import annotations

import copy
import pickle
import sys
import warnings
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from time import time
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (  # type: ignore[import-untyped]
    api_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
)
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

import lumarium
from lumarium import BadOptions, Chance, GameOver, IllegalAction, UnknownGame
from lumarium.adapters import drawing
from lumarium.adapters import pettingzoo as ours
from lumarium.adapters.utility import utilities
from tests.adapters.referee import CASES, FEWEST, MOST, Referee, allowed, illegal
from tests.house import HOUSE, whole_game

DICT_WARNINGS = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
}

every_case = pytest.mark.parametrize(("name", "players"), CASES)


# PettingZoo's own


@every_case
@pytest.mark.parametrize("rewards", ["place", "score"])
def test_api(name: str, players: int, rewards: str) -> None:
    api_test(ours.env(name, players, rewards=rewards))


@every_case
def test_api_with_dictionaries(name: str, players: int) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(ours.env(name, players, dict_observation=True))
    assert {str(warning.message) for warning in caught} == DICT_WARNINGS


@pytest.mark.parametrize(("name", "players"), FEWEST)
def test_api_in_wrappers(name: str, players: int) -> None:
    """PettingZoo's own way to make `env` of `raw_env` works too."""
    raw = ours.raw_env(name, players)
    wrapped = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    api_test(wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped)))


@every_case
@pytest.mark.parametrize("dict_observation", [False, True])
def test_seed(name: str, players: int, dict_observation: bool) -> None:
    seed_test(partial(ours.env, name, players, dict_observation=dict_observation))


@every_case
@pytest.mark.parametrize("dict_observation", [False, True])
def test_parallel(name: str, players: int, dict_observation: bool) -> None:
    parallel_api_test(ours.parallel_env(name, players, dict_observation=dict_observation))
    parallel_seed_test(partial(ours.parallel_env, name, players, dict_observation=dict_observation))


@every_case
def test_render(
    name: str, players: int, long: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pictures of pixels take seconds, so the short run draws them small, and of the largest tables only."""
    if not long:
        if (name, players) not in MOST:
            monkeypatch.setattr(drawing, "MODES", ("human", "ansi", "svg"))
        monkeypatch.setattr(drawing, "WIDTH", 120)
    assert set(drawing.MODES) >= {"human", "ansi", "svg"}
    drawn = {"svg": lambda frame: frame.startswith("<svg"), "ansi": lambda frame: "player 2" in frame}
    render_test(partial(ours.env, name, players, dict_observation=True), custom_tests=drawn)
    assert "player 2" in capsys.readouterr().out


@every_case
def test_performance(name: str, players: int, long: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its five seconds are real in the long run; in the short one its clock runs fast."""
    if not long:
        module = sys.modules["pettingzoo.test.performance_benchmark"]
        monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: time() * 100))
    performance_benchmark(ours.env(name, players))
    performance_benchmark(ours.env(name, players, dict_observation=True))


# The game as the referee


def seat_of(agent: str) -> int:
    return int(agent.removeprefix("player_"))


def walk(env: ours.Environment, referee: Referee) -> Iterator[tuple[str, Any]]:
    """The agents of a random game with what they are told, up to its end."""
    for agent in env.agent_iter():
        last = env.last()
        yield agent, last
        if last[2]:
            return
        index = referee.decide()
        referee.play(index)
        env.step(index)


@pytest.mark.parametrize("name", lumarium.games())
def test_an_environment_is_the_game(name: str, long: bool) -> None:
    """Turn, mask, observation, view and rewards, at every step of 200 games."""
    game = lumarium.game(name)
    for seed in range(200 if long else 5):
        players = game.players[seed % len(game.players)]
        env, referee = ours.env(name, players), Referee(name, players, seed)
        env.reset(seed=seed)
        for agent, (vector, reward, over, truncated, info) in walk(env, referee):
            seat = seat_of(agent)
            assert over == referee.state.over
            assert not truncated
            assert np.array_equal(vector, referee.vector(seat))
            if over:
                break
            assert seat == referee.state.turn
            assert reward == 0
            assert allowed(info["action_mask"]) == referee.state.legal()
            assert info["view"] == referee.state.view(seat)
        worth = utilities(referee.state.ranking)
        for agent in env.agent_iter():
            _, reward, over, _, info = env.last()
            assert (reward, over) == (worth[seat_of(agent)], True)
            assert info["action_mask"].all()
            env.step(None)
        assert env.agents == []


@every_case
def test_score_rewards_are_the_changes_of_the_scores(name: str, players: int) -> None:
    env, referee = ours.env(name, players, rewards="score"), Referee(name, players, 3)
    env.reset(seed=3)
    before = referee.state.scores
    earned = np.zeros(players)
    for _ in walk(env, referee):
        earned += list(env.rewards.values()) if not referee.state.over else 0
    earned += list(env.rewards.values())
    assert earned.tolist() == [now - then for now, then in zip(referee.state.scores, before, strict=True)]


@pytest.mark.parametrize(("name", "players"), MOST)
def test_whoever_is_not_to_move_may_do_nothing_and_sees_its_own(name: str, players: int) -> None:
    env, referee = ours.env(name, players), Referee(name, players, 5)
    env.reset(seed=5)
    for _, (_, _, over, _, _) in walk(env, referee):
        if over:
            break
        for agent in env.agents:
            info = env.infos[agent]
            assert allowed(info["action_mask"]) == (referee.state.legal() if agent == env.agent_selection else [])
            assert info["view"].seat == seat_of(agent)
            assert np.array_equal(env.observe(agent), referee.vector(seat_of(agent)))


@every_case
def test_hidden_things_change_nothing(name: str, players: int, long: bool) -> None:
    """Another truth behind a seat's view: its observation and its info stay as they were."""
    env, luck = ours.env(name, players, dict_observation=True), Chance("swap")
    env.reset(seed=7)
    referee = Referee(name, players, 7)
    for number, (_, (_, _, over, _, _)) in enumerate(walk(env, referee)):
        if over or number % (1 if long else 20):
            continue
        for agent in env.agents:
            seat, truth = seat_of(agent), env.course.state
            seen, info = env.observe(agent), dict(env.infos[agent])
            env.course.state = env.variant.game.imagine(truth.view(seat), luck)
            env._infos = {}
            other, told = env.observe(agent), dict(env.infos[agent])
            env.course.state = truth
            env._infos = {}
            assert seen["observation"].tobytes() == other["observation"].tobytes()
            assert seen["action_mask"].tobytes() == other["action_mask"].tobytes()
            assert info["action_mask"].tobytes() == told["action_mask"].tobytes()
            assert info["view"] == told["view"]


# Seeds


def course(env: ours.Environment, seed: int | None) -> tuple[bytes, ...]:
    """All that the agents see in a game of first actions."""
    env.reset(seed=seed)
    seen = []
    for _ in env.agent_iter():
        vector, _, over, _, info = env.last()
        seen.append(vector.tobytes())
        if over:
            break
        env.step(allowed(info["action_mask"])[0])
    return tuple(seen)


@every_case
def test_seeds(name: str, players: int) -> None:
    env, twin = ours.env(name, players), ours.env(name, players)
    games = [course(env, seed) for seed in (1, 2, 3)]
    assert len(set(games)) == 3
    assert [course(twin, seed) for seed in (1, 2, 3)] == games
    again = [course(env, 1), course(env, None), course(env, None)]
    assert len(set(again)) == 3
    assert again[0] == games[0]
    assert [course(twin, 1), course(twin, None), course(twin, None)] == again


def test_without_a_seed_games_differ() -> None:
    assert course(ours.env("lumen"), None) != course(ours.env("lumen"), None)


# Illegal actions


@pytest.mark.parametrize("rewards", ["place", "score"])
@pytest.mark.parametrize(("name", "players"), FEWEST)
def test_an_illegal_action_ends_the_game(name: str, players: int, rewards: str) -> None:
    env = ours.env(name, players, rewards=rewards)
    env.reset(seed=1)
    for _ in range(3):
        env.step(allowed(env.last()[4]["action_mask"])[0])
    guilty, before = env.agent_selection, env.last()[4]["view"]
    wrong = illegal(before.legal, env.variant.actions)
    env.step(wrong)
    reason = env.course.state.refusal(wrong)
    assert reason is not None
    assert {agent: info.get("illegal") for agent, info in env.infos.items()} == {
        agent: reason.render("en") if agent == guilty else None for agent in env.possible_agents
    }
    assert env.infos[guilty]["view"] == before
    assert all(env.terminations.values())
    assert env.rewards == {agent: -1.0 if agent == guilty else 0.0 for agent in env.possible_agents}
    for agent in env.agent_iter():
        assert env.last()[2]
        assert agent != guilty or env.last()[1] == -1.0
        env.step(None)
    assert env.agents == []


@pytest.mark.parametrize("action", [-1, 10**6, 1.5, "0", None, np.float32(0)])
def test_what_is_no_action_is_illegal(action: Any) -> None:
    env = ours.raw_env("lumen")
    env.reset(seed=1)
    with pytest.raises(IllegalAction):
        env.step(action)


class Tensor:
    """A number of another library, such as one of torch."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


@pytest.mark.parametrize("kind", [int, np.int8, np.uint16, np.array, lambda index: np.array([index]), Tensor])
def test_whole_numbers_of_any_kind_are_actions(kind: Any) -> None:
    env = ours.raw_env("lumen")
    env.reset(seed=1)
    env.step(kind(3))
    assert env.course.decisions == [3]


@pytest.mark.parametrize("action", [True, np.True_, np.array([3, 3]), np.array([[3.0]]), np.array([]), np.array(3.0)])
def test_and_nothing_else_is(action: Any) -> None:
    env = ours.raw_env("lumen")
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="there is no action"):
        env.step(action)


@pytest.mark.parametrize(("name", "players"), FEWEST)
def test_the_raw_environment_says_why_and_goes_on(name: str, players: int) -> None:
    env = ours.raw_env(name, players)
    env.reset(seed=1)
    agent, before = env.agent_selection, env.last()[4]["view"]
    wrong = illegal(before.legal, env.variant.actions)
    with pytest.raises(IllegalAction, match=r"\w+ \w+"):
        env.step(wrong)
    assert (env.agent_selection, env.last()[2], env.last()[4]["view"]) == (agent, False, before)
    env.step(np.int64(before.legal[0]))
    assert env.course.decisions == [before.legal[0]]


# What a user meets


def test_names_follow_the_rules_version() -> None:
    for name in lumarium.games():
        game = lumarium.game(name)
        version = f"{name}_v{game.rules_version}"
        module = getattr(ours, version)
        assert module.env().metadata["name"] == str(module.raw_env(players=game.players[-1])) == version
        assert str(ours.env(version)) == version
        assert module.parallel_env().metadata["name"] == version
        assert version in dir(ours)
        with pytest.raises(AttributeError, match=version):
            getattr(ours, f"{name}_v99")
        with pytest.raises(UnknownGame, match=version):
            ours.env(f"{name}_v99")


def test_other_attributes_are_missing() -> None:
    for name in ("lumen", "nothing", "nothing_v1"):
        with pytest.raises(AttributeError, match=name):
            getattr(ours, name)


@pytest.mark.parametrize(
    ("name", "choices", "error", "words"),
    [
        ("lumn", {}, UnknownGame, "lumen"),
        ("lumen", {"players": 2}, BadOptions, "3 to 5"),
        ("lumen", {"players": "4"}, BadOptions, "3 to 5 players, not '4'"),
        ("lumen", {"options": lumarium.game("luminos").Options()}, BadOptions, "luminos.*Options"),
        ("lumen_v01", {}, UnknownGame, "lumen_v1"),
        (None, {}, UnknownGame, "None"),
        ("lumen", {"options": {"dealz": 1}}, BadOptions, "dealz"),
        ("lumen", {"rewards": "money"}, BadOptions, "place, score"),
        ("lumen", {"render_mode": "hologram"}, BadOptions, "svg"),
    ],
)
def test_mistakes_have_names(name: str, choices: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        ours.env(name, **choices)


def test_infos_show_their_own_moment() -> None:
    env = ours.env("nomads", 3)
    env.reset(seed=4)
    kept, views = [], []
    for _ in range(12):
        info = env.last()[4]
        kept.append(info)
        views.append(env.course.state.view(env.course.state.turn))
        env.step(allowed(info["action_mask"])[-1])
    assert [info["view"] for info in kept] == views
    assert set(kept[0]) == {"action_mask", "view"}


def test_an_info_is_a_dictionary() -> None:
    def info() -> Any:
        env = ours.env("luminos")
        env.reset(seed=4)
        return env.last()[4]

    view = info()["view"]
    assert view.seat == 0
    for way in (
        dict,
        copy.copy,
        copy.deepcopy,
        lambda each: {**each},
        lambda each: each.copy(),
        lambda each: each | {},
    ):
        assert way(info())["view"] == view
    assert pickle.loads(pickle.dumps(info()))["view"] == view  # noqa: S301  # our own
    assert info().get("view") == info().pop("view") == dict(info().items())["view"] == list(info().values())[1] == view
    assert info().get("nothing") is None
    assert "view" in info()
    assert len(info()) == 2
    assert list(info()) == list(info().keys()) == ["action_mask", "view"]
    assert info() != {"view": view}
    same = info()
    assert same.__ne__(dict(same)) is False
    assert list(reversed(info())) == ["view", "action_mask"]
    assert info().popitem() == ("view", view)
    assert info().setdefault("view", None) == view
    for method, arguments in (
        ("update", ({"view": "mine"},)),
        ("__setitem__", ("view", "mine")),
        ("__ior__", ({"view": "mine"},)),
    ):
        changed = info()
        getattr(changed, method)(*arguments)
        assert changed["view"] == changed.get("view") == "mine"
    changed = info()
    del changed["view"]
    assert list(changed) == ["action_mask"]
    changed.clear()
    assert dict(changed) == {}
    assert "View(" in repr(info())
    with pytest.raises(KeyError):
        info()["nothing"]


def test_environments_go_to_other_processes() -> None:
    env = ours.env("lumicora", 3, rewards="score")
    twin = pickle.loads(pickle.dumps(env))  # noqa: S301  # our own
    assert course(env, 5) == course(twin, 5)


@pytest.mark.parametrize("made", [ours.env, ours.parallel_env])
@pytest.mark.parametrize("name", lumarium.games())
def test_a_game_in_progress_can_be_copied_and_pickled(name: str, made: Any) -> None:
    env = made(name)
    env.reset(seed=6)
    inner = env if made is ours.env else env.aec_env
    played = min(10, len(whole_game(name).moves) // 2)
    for _ in range(played):
        inner.step(allowed(inner.last()[4]["action_mask"])[0])
    twins = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]  # noqa: S301  # our own
    before = inner.last()[4]["view"]
    for twin in twins:
        own = twin if made is ours.env else twin.aec_env
        assert own.last()[4]["view"] == before
        assert own.last()[0].tolist() == inner.last()[0].tolist()
        own.step(allowed(own.last()[4]["action_mask"])[-1])
        assert own.course.moment == played + 1
    assert inner.course.moment == played


def test_there_is_no_game_before_the_first_reset() -> None:
    env = ours.env("lumen", render_mode="ansi")
    assert env.agents == list(env.agent_iter()) == []
    assert env.infos == {}
    for begun in (env.last, env.render, lambda: env.step(0), lambda: env.observe("player_0")):
        with pytest.raises(GameOver, match="reset"):
            begun()


def test_masks_are_independent() -> None:
    env = ours.env("lumen", dict_observation=True)
    env.reset(seed=1)
    seen, _, _, _, info = env.last()
    seen["action_mask"][:] = 0
    assert env.last()[0]["action_mask"].any()
    assert info["action_mask"].any()


@pytest.mark.parametrize("seed", [True, 1.5, [1]])
def test_seeds_are_whole_numbers(seed: Any) -> None:
    env = ours.env("lumen")
    with pytest.raises(BadOptions, match="a seed is a whole number"):
        env.reset(seed=seed)
    env.reset(seed=np.int64(3))  # type: ignore[arg-type]  # a seed as many have one
    assert env.course.seed == 3


def test_the_end_of_a_game_takes_no_action() -> None:
    env, referee = ours.env("nomads", 2), Referee("nomads", 2, 1)
    env.reset(seed=1)
    for _ in walk(env, referee):
        pass
    with pytest.raises(ValueError, match="None"):
        env.step(0)


def test_all_modes_are_offered_here() -> None:
    assert ours.env("luminos").metadata["render_modes"] == ["human", "ansi", "svg", "rgb_array"]


def test_nothing_is_drawn_without_a_mode() -> None:
    env = ours.env("luminos")
    env.reset(seed=1)
    assert env.render() is None
    env.close()


def test_the_page_has_the_numbers() -> None:
    page = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
    for name in HOUSE:
        game = lumarium.game(name)
        sizes = ", ".join(str(game.features.size(players)) for players in game.players)
        cells = [
            f"[{game.title()}](games/{name}.md)",
            f"`{name}_v{game.rules_version}`",
            f"{game.players[0]} to {game.players[-1]}",
            str(len(game.actions)),
            sizes,
        ]
        assert f"| {' | '.join(cells)} |" in page


def test_in_parallel_whoever_waits_has_a_mask_that_odds_can_be_taken_over() -> None:
    for waiting, flag in (({}, 1), ({"waiting": "shut"}, 0)):
        env = ours.parallel_env("lumen", 4, view=False, **waiting)
        _, infos = env.reset(seed=3)
        turn = env.aec_env.agent_selection
        for agent in env.agents:
            assert list(infos[agent]) == ["action_mask"]
            assert (set(infos[agent]["action_mask"].tolist()) == {flag}) == (agent != turn)
    with pytest.raises(BadOptions, match="waiting is one of shut, open, not “ajar”"):
        ours.parallel_env("lumen", waiting="ajar")
