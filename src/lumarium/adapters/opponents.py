"""Who sits in the other seats of an environment for one learner."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from lumarium.arena.asking import ask
from lumarium.arena.players import bot_luck, bot_maker, kind, maker_of, name_of
from lumarium.bots import Bot
from lumarium.bots.random import RandomBot
from lumarium.kernel.errors import BadOptions, UnknownBot
from lumarium.kernel.game import Game
from lumarium.kernel.given import quoted
from lumarium.kernel.message import Message

from .course import Course
from .stepping import step_and_wander, wander

Opponent = str | Callable[[], Bot] | Bot
"""A bot as a seat is written (`medium`, `strong@5000n`, `mybot.py:MyBot`), a class of bots, or one to be copied."""


class Maker(NamedTuple):
    """Makes an opponent for a new game."""

    name: str
    make: Callable[[], Bot]


def makers(given: Any, needed: int) -> tuple[Maker, ...]:
    """One opponent for every other seat, clockwise from the learner's; a single one plays them all."""
    several = isinstance(given, Sequence) and not isinstance(given, str)
    wanted = tuple(given) if several else (given,) * needed
    if len(wanted) != needed:
        raise _refused(given, needed)
    return tuple(_maker(each, needed) for each in wanted)


def _maker(opponent: Any, needed: int) -> Maker:
    """What a text means is looked up once; classes are tried once."""
    if isinstance(opponent, str):
        return Maker(kind(opponent), bot_maker(opponent))
    try:
        return Maker(name_of(opponent), maker_of(opponent))
    except UnknownBot as problem:
        raise _refused(opponent, needed) from problem


def _refused(given: object, needed: int) -> BadOptions:
    return BadOptions(Message("kernel", "adapters.opponents", needed=needed, given=quoted(given)))


class Company:
    """The bots of one game, with luck of their own."""

    def __init__(self, game: Game, opponents: Sequence[Maker], seat: int, course: Course) -> None:
        self.seat = seat
        self._game = game
        self._course = course
        players = len(opponents) + 1
        self._bots: dict[int, tuple[str, Bot]] = {}
        self.lucks = [course.chance] * players
        for number, maker in enumerate(opponents, 1):
            other = (seat + number) % players
            self._bots[other] = maker.name, maker.make()
            self.lucks[other] = bot_luck(course.seed, other)
        self.wanders = all(type(bot) is RandomBot for _, bot in self._bots.values())

    def play(self) -> None:
        """The bots decide until it is the learner's turn, or the game is over."""
        course, state = self._course, self._course.state
        if self.wanders:  # the same decisions in one call, without the views that they do not look at
            wander(state, self.seat, course.chance, self.lucks, course.decisions)
            return
        while (turn := state.turn) is not None and turn != self.seat:
            name, bot = self._bots[turn]
            course.step(ask(bot, name, self._game, state.view(turn), self.lucks[turn]).index)

    def answer(self, index: int) -> None:
        """The learner's decision, which raises if it is illegal and changes nothing, and those of the bots after it."""
        course = self._course
        if self.wanders:
            step_and_wander(course.state, index, self.seat, course.chance, self.lucks, course.decisions)
            return
        course.step(index)
        self.play()
