"""The games as Gymnasium environments: one learner against bots. Importing this module registers them.

    gym.make("lumarium.adapters.gymnasium:lumarium/Lumen-v1", players=4, opponents="medium")
    gym.make_vec("lumarium/Lumen-v1", num_envs=256, vectorization_mode="vector_entry_point")    # many games at once

| | |
|---|---|
| actions | discrete, by the index of `game.actions`; the mask of the legal ones is `info["action_mask"]` |
| observation | a flat vector, own seat first: `game.features`, explained part by part in docs/observations.md |
| info | `action_mask`, and `view`: all that the learner may know (left out with `view=False`) |
| reward | at the end by place, from 1 to -1; with `rewards="score"` the change of the own score since the last step |
| episode | a game, from the learner's first decision to its end |
| versions | that of the rules: `Lumen-v1` |

An illegal action ends the episode with the reward `penalty`; the position stays as it was, and `info["illegal"]` says
why. With `illegal="raise"` it raises IllegalAction, and the episode goes on.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from lumarium.kernel.errors import GameOver, IllegalAction, UnknownGame
from lumarium.kernel.game import Game
from lumarium.kernel.given import whole
from lumarium.kernel.message import Message
from lumarium.kernel.registry import games

from .choices import check_choice, find
from .course import Course, Seeds
from .drawing import MODES, Frame, draw, metadata
from .info import Info
from .learner import Episode, Terms
from .variant import Mask, number

VECTOR = "lumarium.adapters.vector"


class LearnerEnv(gym.Env[Any, Any]):
    """One seat of a table for a learner, bots in the others."""

    metadata = metadata()

    def __init__(self, game: str, players: int | None = None, *, view: bool = True, **choices: Any) -> None:
        """`choices` are those of `Terms`, and `render_mode`. With None as its seat the learner sits down elsewhere in
        every game; without `view` the infos hold the mask alone."""
        self.render_mode = choices.pop("render_mode", None)
        if self.render_mode is not None:
            check_choice("render_mode", self.render_mode, MODES)
        self.terms = Terms(game, players, **choices)
        self.variant = self.terms.variant
        self.observation_space = self.terms.observation_space()
        self.action_space = self.variant.action_space()
        self._shows_view = view
        self._seeds = Seeds()
        self._ended = True

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """A new game, up to the learner's first decision. The rules' options are given to `gym.make`."""
        self._ended = True  # until the bots have made their first decisions
        if seed is not None:
            self._seeds = Seeds(seed)
        plain = whole(seed)
        super().reset(seed=seed if plain is None else plain)
        self.episode = Episode(self.terms, self._seeds.next())
        self._ended = False
        return self._seen()

    @property
    def course(self) -> Course:
        """The game being played."""
        return self.episode.course

    @property
    def seat(self) -> int:
        """Where the learner sits in this game."""
        return self.episode.seat

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The learner's decision, and those of the bots up to its next one or the end."""
        if self._ended:
            raise GameOver(Message("kernel", "adapters.reset"))
        episode = self.episode
        moment = episode.course.moment
        self._ended = True  # until the bots have answered: if one of them fails, the learner cannot go on
        try:
            episode.company.answer(action if type(action) is int else number(action, self.variant.game))
        except IllegalAction as problem:
            if episode.course.moment != moment:  # it is not the learner's
                raise
            if self.terms.raises:
                self._ended = False
                raise
            vector, info = self._seen()
            info["illegal"] = str(problem)
            return vector, self.terms.penalty, True, False, info
        ended = self._ended = episode.course.state.turn is None
        vector, info = self._seen()
        return vector, episode.reward(), ended, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask as MaskablePPO of sb3-contrib asks for it."""
        return self._mask().astype(np.bool_)

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        if self.render_mode == "human":
            self.render()
        mask, course = self._mask(), self.course
        vector = self.variant.observe(course.state, self.seat)
        return self.terms.observation(vector, mask), Info(course if self._shows_view else None, self.seat, mask)

    def _mask(self) -> Mask:
        return self.variant.open_mask() if self._ended else self.variant.mask(self.course.state, self.seat)

    def render(self) -> Frame:
        """The table as the learner sees it, in the render mode; None without one."""
        if self.render_mode is None:
            return None
        if not hasattr(self, "episode"):
            raise GameOver(Message("kernel", "adapters.reset"))
        return draw(self.variant.game, self.course.state.view(self.seat), self.render_mode)


def name_of(game: Game) -> str:
    """The name under which Gymnasium knows a game, as in `lumarium/Lumen-v1`."""
    return f"lumarium/{game.name.capitalize()}-v{game.rules_version}"


def register_games() -> None:
    """Makes every game known to `gym.make`."""
    for name in games():
        with suppress(UnknownGame):  # one that is installed and broken says so when it is asked for
            known = name_of(find(name))
            if known not in gym.registry:
                gym.register(
                    known,
                    entry_point=f"{__name__}:LearnerEnv",
                    vector_entry_point=f"{VECTOR}:LearnerVectorEnv",
                    kwargs={"game": name},
                )


register_games()
