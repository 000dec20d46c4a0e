"""The games as PettingZoo environments: `env("lumen", players=4)`, or `lumen_v1.env(players=4)`.

| | |
|---|---|
| agents | `player_0`, `player_1`, ... by seat; who decides first follows from the rules |
| actions | discrete, by the index of `game.actions`; illegal ones are masked in `info["action_mask"]` |
| observation | a flat vector, own seat first: `game.features`, explained part by part in docs/observations.md |
| info | `action_mask`, and `view`: all that the agent may know (left out with `view=False`) |
| rewards | at the end by place, from 1 to -1; with `rewards="score"` the change of each score at every decision |
| versions | that of the rules: `lumen_v1` |

`dict_observation=True` gives the classic dictionary of `observation` and `action_mask`. An illegal action ends the game
for everybody: its player gets -1 and the reason in `info["illegal"]`, the others 0, and the position stays as it was;
`raw_env` raises instead.
"""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace
from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-untyped]  # it ships no types
from pettingzoo.utils.conversions import turn_based_aec_to_parallel  # type: ignore[import-untyped]  # likewise

from lumarium.kernel.errors import GameOver, IllegalAction, LumariumError
from lumarium.kernel.message import Message
from lumarium.kernel.registry import games

from .choices import PLACE, REWARDS, SCORE, check_choice, find, versioned
from .course import Course, Seeds
from .drawing import MODES, Frame, draw, metadata
from .info import Info
from .utility import utilities
from .variant import Variant, number

Observation = Any
"""A Vector, or with `dict_observation` a dictionary of one and a mask."""

SHUT = "shut"
OPEN = "open"
"""What the mask of an agent says that is not to move: nothing may be done, or anything, since nothing counts."""

PENALTY = -1.0
"""The reward of an illegal action."""


class Environment(AECEnv):  # type: ignore[misc]  # an untyped base
    """One table, one decision after the other. Made by `env` and `raw_env`."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Any = None,
        rewards: str = PLACE,
        dict_observation: bool = False,
        render_mode: str | None = None,
        waiting: str = SHUT,
        view: bool = True,
        lenient: bool = True,
    ) -> None:
        super().__init__()
        check_choice("rewards", rewards, REWARDS)
        check_choice("waiting", waiting, (SHUT, OPEN))
        if render_mode is not None:
            check_choice("render_mode", render_mode, MODES)
        self.variant = Variant(game, players, options)
        self.render_mode = render_mode
        self.metadata = metadata(name=versioned(self.variant.game), is_parallelizable=False)
        self.possible_agents = [f"player_{seat}" for seat in range(self.variant.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._by_score = rewards == SCORE
        self._dict = dict_observation
        self._waits_open = waiting == OPEN
        self._shows_view = view
        self._lenient = lenient
        self._observation_spaces = {agent: self._new_observation_space() for agent in self.possible_agents}
        self._action_spaces = {agent: self.variant.action_space() for agent in self.possible_agents}
        self._seeds = Seeds()
        self.agents: list[str] = []
        self.agent_selection = ""
        self._infos: dict[str, dict[str, Any]] = {}

    def _new_observation_space(self) -> spaces.Space[Any]:
        vector = self.variant.observation_space()
        if not self._dict:
            return vector
        return spaces.Dict({"observation": vector, "action_mask": self.variant.mask_space()})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for all agents, each with a seed of its own."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """All actions of the game by index."""
        return self._action_spaces[agent]

    # Playing

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game, without a seed the next one of the last seed. The rules' options are given to `env`."""
        if seed is not None:
            self._seeds = Seeds(seed)
        self.course = Course(self.variant, self._seeds.next())
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._ended = False
        self._illegal: dict[str, str] = {}
        self._scores = self.course.state.scores if self._by_score else []
        self._moved()

    def step(self, action: Any) -> None:
        """The decision of `agent_selection`; None for one whose game is over."""
        agent = self.agent_selection or self._nobody()
        if self._ended:
            self._was_dead_step(action)
            return
        try:
            self.course.step(action if type(action) is int else number(action, self.variant.game))
        except IllegalAction as problem:
            if not self._lenient:
                raise
            self._illegal = {agent: str(problem)}
            self._cumulative_rewards[agent] = 0.0
            self._end({**dict.fromkeys(self.agents, 0.0), agent: PENALTY})
        else:
            self._cumulative_rewards[agent] = 0.0
            if self._by_score:
                self._reward_scores()
            if self.course.state.turn is None:
                self._end(self.rewards if self._by_score else self._places())
        self._moved()

    def _reward_scores(self) -> None:
        scores = self.course.state.scores
        self.rewards = {
            agent: float(now - before)
            for agent, now, before in zip(self.possible_agents, scores, self._scores, strict=True)
        }
        self._scores = scores
        self._accumulate_rewards()

    def _places(self) -> dict[str, float]:
        return dict(zip(self.possible_agents, utilities(self.course.state.ranking), strict=True))

    def _end(self, rewards: dict[str, float]) -> None:
        self._ended = True
        self.terminations = dict.fromkeys(self.agents, True)
        if rewards is not self.rewards:
            self.rewards = rewards
            self._accumulate_rewards()

    def _moved(self) -> None:
        self._infos = {}
        turn = self.course.state.turn
        self.agent_selection = self.possible_agents[0 if self._ended or turn is None else turn]
        if self.render_mode == "human":
            self.render()

    def _nobody(self) -> str:
        raise GameOver(Message("kernel", "adapters.reset"))

    # Looking

    def observe(self, agent: str) -> Observation:
        """What the agent knows now, in a new array."""
        if not self.agent_selection:
            self._nobody()
        vector = self.variant.observe(self.course.state, self._seats[agent])
        if not self._dict:
            return vector
        return {"observation": vector, "action_mask": self._info(agent)["action_mask"].copy()}

    def last(self, observe: bool = True) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """What the agent whose turn it is learns before it decides."""
        agent = self.agent_selection or self._nobody()
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self._info(agent),
        )

    @property
    def infos(self) -> dict[str, dict[str, Any]]:
        """The information of every agent, made when asked for."""
        for agent in self.agents:
            self._info(agent)
        return self._infos

    def _info(self, agent: str) -> dict[str, Any]:
        info = self._infos.get(agent)
        if info is None:
            seat = self._seats[agent]
            state = self.course.state
            opened = self._ended or (self._waits_open and seat != state.turn)
            mask = self.variant.open_mask() if opened else self.variant.mask(state, seat)
            info = self._infos[agent] = Info(self.course if self._shows_view else None, seat, mask)
            if agent in self._illegal:
                info["illegal"] = self._illegal[agent]
        return info

    def render(self) -> Frame:
        """The table as a spectator sees it, in the render mode; None without one."""
        if self.render_mode is None:
            return None
        if not self.agent_selection:
            self._nobody()
        return draw(self.variant.game, self.course.state.view(None), self.render_mode)

    def close(self) -> None:
        """There is nothing to be closed."""


def env(game: str, players: int | None = None, **choices: Any) -> Environment:
    """The environment that takes whatever comes: an illegal action ends the game."""
    return Environment(game, players, **choices)


def raw_env(game: str, players: int | None = None, **choices: Any) -> Environment:
    """The environment that raises IllegalAction with the reason, and goes on with the game as it was."""
    return Environment(game, players, lenient=False, **choices)


def parallel_env(game: str, players: int | None = None, **choices: Any) -> ParallelEnv:
    """The same for learners who step all agents at once; only the action of the agent to move counts. The others' masks
    are all 1, so that odds can be taken over them; `waiting="shut"` makes them all 0."""
    return turn_based_aec_to_parallel(env(game, players, **{"waiting": OPEN, **choices}))


def __getattr__(name: str) -> SimpleNamespace:
    """`lumen_v1` and its like, as PettingZoo names the modules of its own environments."""
    try:
        known = versioned(find(name)) == name
    except LumariumError as problem:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}: {problem}") from problem
    if not known:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return SimpleNamespace(
        env=partial(env, name), raw_env=partial(raw_env, name), parallel_env=partial(parallel_env, name)
    )


def __dir__() -> list[str]:
    return [*globals(), *(versioned(find(name)) for name in games())]
