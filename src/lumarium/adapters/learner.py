"""One learner at a table with bots: what its environments agree on, and one of its games."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from numbers import Real
from typing import Any

from gymnasium import spaces

from lumarium.kernel.errors import BadOptions, UnknownSeat
from lumarium.kernel.given import quoted, whole
from lumarium.kernel.message import Message

from .choices import PLACE, REWARDS, SCORE, check_choice
from .course import Course, Seed
from .opponents import Company, Opponent, makers
from .utility import utilities
from .variant import Mask, Variant, Vector

END = "end"
RAISE = "raise"


class Terms:
    """How a learner plays: with whom, for what, and what becomes of illegal actions."""

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
        dict_observation: bool = False,
    ) -> None:
        check_choice("rewards", rewards, REWARDS)
        check_choice("illegal", illegal, (END, RAISE))
        self.variant = Variant(game, players, options)
        self.seat = _checked_seat(seat, self.variant.players - 1)
        """None: elsewhere in every game."""
        self.penalty = _checked_penalty(penalty)
        self.opponents = makers(opponents, self.variant.players - 1)
        self.by_score = rewards == SCORE
        self.raises = illegal == RAISE
        self.dict_observation = dict_observation

    def observation_space(self) -> spaces.Space[Any]:
        """Of a vector, or of a dictionary with the mask in it."""
        vector = self.variant.observation_space()
        if not self.dict_observation:
            return vector
        return spaces.Dict({"observations": vector, "action_mask": self.variant.mask_space()})

    def observation(self, vectors: Vector, masks: Mask) -> Any:
        """The same, of one game or of many."""
        return {"observations": vectors, "action_mask": masks.copy()} if self.dict_observation else vectors


class Episode:
    """One of the learner's games, from its first decision on."""

    __slots__ = ("_by_score", "_score", "company", "course", "seat")

    def __init__(self, terms: Terms, seed: Seed) -> None:
        self.course = Course(terms.variant, seed)
        players = terms.variant.players
        self.seat = self.course.chance.fork("seat").pick(players) if terms.seat is None else terms.seat
        self.company = Company(terms.variant.game, terms.opponents, self.seat, self.course)
        self._by_score = terms.by_score
        self._score = self.course.state.scores[self.seat] if terms.by_score else 0
        self.company.play()

    def reward(self) -> float:
        """Since the last one: how the score changed, or what the place is worth once the game is over."""
        state = self.course.state
        if self._by_score:
            before, self._score = self._score, state.scores[self.seat]
            return float(self._score - before)
        return utilities(state.ranking)[self.seat] if state.turn is None else 0.0


def _checked_seat(given: Any, last: int) -> int | None:
    seat = whole(given)
    if given is None or (seat is not None and 0 <= seat <= last):
        return seat
    raise UnknownSeat(Message("kernel", "adapters.seat", last=last, given=quoted(given)))


def _checked_penalty(penalty: Any) -> float:
    if isinstance(penalty, Real) and isfinite(penalty):
        return float(penalty)
    raise BadOptions(Message("kernel", "adapters.penalty", given=quoted(penalty)))
