"""The games as Gymnasium environments: one learner against bots. Importing this module registers them.

    gym.make("lumarium.adapters.gymnasium:lumarium/Lumen-v1", players=4, opponents="medium")

| | |
|---|---|
| actions | discrete, by the index of `game.actions`; the mask of the legal ones is `info["action_mask"]` |
| observation | a flat vector, own seat first: `game.features`, explained part by part in docs/observations.md |
| info | `action_mask`, and `view`: all that the learner may know |
| reward | at the end by place, from 1 to -1; with `rewards="score"` the change of the own score since the last step |
| episode | a game, from the learner's first decision to its end |
| versions | that of the rules: `Lumen-v1` |

An illegal action ends the episode with the reward `penalty`; the position stays as it was, and `info["illegal"]` says
why. With `illegal="raise"` it raises IllegalAction, and the episode goes on.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from math import isfinite
from numbers import Real
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from lumarium.kernel.errors import BadOptions, GameOver, IllegalAction, UnknownGame, UnknownSeat
from lumarium.kernel.game import Game
from lumarium.kernel.given import quoted, whole
from lumarium.kernel.message import Message
from lumarium.kernel.registry import games

from .choices import PLACE, REWARDS, SCORE, check_choice, find
from .course import Course, Seeds
from .drawing import MODES, Frame, draw, metadata
from .info import Info
from .opponents import Company, Opponent, makers
from .utility import utilities
from .variant import Mask, Variant, Vector, number

END = "end"
RAISE = "raise"


class LearnerEnv(gym.Env[Vector, Any]):
    """One seat of a table for a learner, bots in the others."""

    metadata = metadata()

    def __init__(
        self,
        game: str,
        players: int | None = None,
        opponents: Opponent | Sequence[Opponent] = "random",
        seat: int | None = 0,
        options: Any = None,
        rewards: str = PLACE,
        illegal: str = END,
        penalty: float = -1.0,
        render_mode: str | None = None,
    ) -> None:
        """With None as its seat the learner sits down elsewhere in every game."""
        check_choice("rewards", rewards, REWARDS)
        check_choice("illegal", illegal, (END, RAISE))
        if render_mode is not None:
            check_choice("render_mode", render_mode, MODES)
        self.variant = Variant(game, players, options)
        self._fixed_seat = _checked_seat(seat, self.variant.players - 1)
        self._penalty = _checked_penalty(penalty)
        self._opponents = makers(opponents, self.variant.players - 1)
        self.render_mode = render_mode
        self.observation_space = self.variant.observation_space()
        self.action_space = self.variant.action_space()
        self._by_score = rewards == SCORE
        self._raises = illegal == RAISE
        self._seeds = Seeds()
        self._ended = True

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Vector, dict[str, Any]]:
        """A new game, up to the learner's first decision. The rules' options are given to `gym.make`."""
        self._ended = True  # until the bots have made their first decisions
        if seed is not None:
            self._seeds = Seeds(seed)
        plain = whole(seed)
        super().reset(seed=seed if plain is None else plain)
        self.course = Course(self.variant, self._seeds.next())
        fixed = self._fixed_seat
        seat = self.course.chance.fork("seat").pick(self.variant.players) if fixed is None else fixed
        self.seat = seat
        """Where the learner sits in this game."""
        self._company = Company(self.variant.game, self._opponents, seat, self.course)
        self._score = self.course.state.scores[seat] if self._by_score else 0
        self._company.play()
        self._ended = False
        return self._seen()

    def step(self, action: Any) -> tuple[Vector, float, bool, bool, dict[str, Any]]:
        """The learner's decision, and those of the bots up to its next one or the end."""
        if self._ended:
            raise GameOver(Message("kernel", "adapters.reset"))
        moment = self.course.moment
        self._ended = True  # until the bots have answered: if one of them fails, the learner cannot go on
        try:
            self._company.answer(action if type(action) is int else number(action, self.variant.game))
        except IllegalAction as problem:
            if self.course.moment != moment:  # it is not the learner's
                raise
            if self._raises:
                self._ended = False
                raise
            vector, info = self._seen()
            info["illegal"] = str(problem)
            return vector, self._penalty, True, False, info
        ended = self._ended = self.course.state.turn is None
        vector, info = self._seen()
        reward = self._reward() if ended or self._by_score else 0.0
        return vector, reward, ended, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask as MaskablePPO of sb3-contrib asks for it."""
        return self._mask().astype(np.bool_)

    def _reward(self) -> float:
        if self._by_score:
            before, self._score = self._score, self.course.state.scores[self.seat]
            return float(self._score - before)
        return utilities(self.course.state.ranking)[self.seat]

    def _seen(self) -> tuple[Vector, dict[str, Any]]:
        if self.render_mode == "human":
            self.render()
        return self.variant.observe(self.course.state, self.seat), Info(self.course, self.seat, self._mask())

    def _mask(self) -> Mask:
        return self.variant.open_mask() if self._ended else self.variant.mask(self.course.state, self.seat)

    def render(self) -> Frame:
        """The table as the learner sees it, in the render mode; None without one."""
        if self.render_mode is None:
            return None
        if not hasattr(self, "course"):
            raise GameOver(Message("kernel", "adapters.reset"))
        return draw(self.variant.game, self.course.state.view(self.seat), self.render_mode)


def _checked_seat(given: Any, last: int) -> int | None:
    seat = whole(given)
    if given is None or (seat is not None and 0 <= seat <= last):
        return seat
    raise UnknownSeat(Message("kernel", "adapters.seat", last=last, given=quoted(given)))


def _checked_penalty(penalty: Any) -> float:
    if isinstance(penalty, Real) and isfinite(penalty):
        return float(penalty)
    raise BadOptions(Message("kernel", "adapters.penalty", given=quoted(penalty)))


def name_of(game: Game) -> str:
    """The name under which Gymnasium knows a game, as in `lumarium/Lumen-v1`."""
    return f"lumarium/{game.name.capitalize()}-v{game.rules_version}"


def register_games() -> None:
    """Makes every game known to `gym.make`."""
    for name in games():
        with suppress(UnknownGame):  # one that is installed and broken says so when it is asked for
            known = name_of(find(name))
            if known not in gym.registry:
                gym.register(known, entry_point=f"{__name__}:LearnerEnv", kwargs={"game": name})


register_games()
