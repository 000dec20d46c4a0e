"""Many games of a learner at once: Gymnasium's own vector of single environments is their referee."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import lumarium
from lumarium import BadOptions, Chance, GameOver, IllegalAction
from lumarium.adapters.gymnasium import LearnerEnv, name_of
from lumarium.adapters.vector import LearnerVectorEnv
from tests.adapters.referee import FEWEST, MOST

MODES = [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP]


def made(name: str, **choices: Any) -> LearnerVectorEnv:
    known = f"lumarium.adapters.gymnasium:{name_of(lumarium.game(name))}"
    env = gym.make_vec(known, vectorization_mode="vector_entry_point", **choices).unwrapped
    assert isinstance(env, LearnerVectorEnv)
    return env


def some_actions(masks: Any, luck: np.random.Generator, illegal: bool) -> Any:
    """Random legal ones, and now and then any at all."""
    actions = np.argmax(masks * luck.random(masks.shape), axis=1)
    if illegal and luck.random() < 0.05:
        actions[0] = luck.integers(masks.shape[1])
    return actions


@pytest.mark.parametrize(
    ("choices", "illegal"),
    [
        ({}, False),
        ({"rewards": "score", "seat": None, "dict_observation": True}, True),
        ({"opponents": "easy", "seat": 1}, True),
    ],
)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("name", "players"), [FEWEST[0], MOST[1], FEWEST[2], MOST[3]])
def test_rows_are_single_environments(
    name: str, players: int, mode: AutoresetMode, choices: dict[str, Any], illegal: bool, long: bool
) -> None:
    """All that comes back is what single environments give, infos included."""
    luck = np.random.default_rng(5)
    rows = 2 if "opponents" in choices else 5
    ours = made(name, num_envs=rows, players=players, autoreset_mode=mode, **choices)
    theirs = SyncVectorEnv(
        [lambda: LearnerEnv(name, players, view=False, **choices) for _ in range(rows)], autoreset_mode=mode
    )
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    told, expected = ours.reset(seed=3), theirs.reset(seed=3)
    assert data_equivalence(told, expected)
    ended, infos = 0, told[1]
    for _ in range(600 if long else 25 if "opponents" in choices else 90):
        actions = some_actions(infos["action_mask"], luck, illegal)
        answer, referee = ours.step(actions), theirs.step(actions)
        for mine, other in zip(answer, referee, strict=True):
            assert data_equivalence(mine, other)
        infos = answer[4]
        assert np.array_equal(ours.action_masks(), infos["action_mask"].astype(bool))
        ended += int(answer[2].sum())
    assert ended or "opponents" in choices
    assert data_equivalence(
        ours.reset(seed=[1, None, *range(rows - 2)]), theirs.reset(seed=[1, None, *range(rows - 2)])
    )


def test_hidden_things_change_nothing() -> None:
    env, luck = made("lumen", num_envs=4, players=3), Chance("swap")
    _, infos = env.reset(seed=2)
    for _ in range(8):
        seen = env.variant.observe_all(env._states), infos["action_mask"].copy(), [env.view(row) for row in range(4)]
        truths = env._states
        env._states = [lumarium.game("lumen").imagine(env.view(row), luck) for row in range(4)]
        assert np.array_equal(env.variant.observe_all(env._states), seen[0])
        assert np.array_equal(env._masks(), seen[1])
        assert [state.view(0) for state in env._states] == seen[2]
        env._states = truths
        infos = env.step(np.argmax(infos["action_mask"], axis=1))[4]


def test_illegal_actions_raise_by_row_where_that_is_wanted() -> None:
    env = made("luminos", num_envs=3, illegal="raise")
    _, infos = env.reset(seed=1)
    actions = np.argmax(infos["action_mask"], axis=1)
    before = [list(episode.course.decisions) for episode in env._episodes]
    wrong = actions.copy()
    wrong[2] = np.argmin(infos["action_mask"][2])
    with pytest.raises(IllegalAction, match="game 2 of the batch: "):
        env.step(wrong)
    assert [episode.course.decisions for episode in env._episodes] == before
    assert not env.step(actions)[2].any()


def test_views_of_rows() -> None:
    env = made("nomads", num_envs=2, players=3, seat=2)
    env.reset(seed=4)
    single = LearnerEnv("nomads", 3, seat=2)
    assert single.reset(seed=5)[1]["view"] == env.view(1)
    with pytest.raises(BadOptions, match="0 to 1, not 2"):
        env.view(2)


def test_mistakes_have_names() -> None:
    with pytest.raises(BadOptions, match="autoreset_mode is one of NextStep, SameStep, not “Disabled”"):
        made("lumen", num_envs=2, autoreset_mode=AutoresetMode.DISABLED)
    with pytest.raises(BadOptions, match="at least one game, not 0"):
        made("lumen", num_envs=0)
    env = made("lumen", num_envs=2)
    for ask in (lambda: env.step([0, 0]), lambda: env.view(0)):
        with pytest.raises(GameOver):
            ask()
    with pytest.raises(BadOptions, match="2 games take one seed, or a list of 2, not 'abc'"):
        env.reset(seed="abc")  # type: ignore[arg-type]  # what people do
    env.reset(seed=1)
    with pytest.raises(BadOptions, match="takes 2 actions, not 3"):
        env.step([0, 0, 0])
