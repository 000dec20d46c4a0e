"""Asks a bot for its decision, and takes no nonsense: a bot that raises, cheats or dawdles is named.

Bots of the house are not watched: they end in time, and what they answer is legal.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, MutableSequence
from contextlib import contextmanager
from time import perf_counter
from types import FrameType

from lumarium.bots import Bot, Insider
from lumarium.bots.search.thinker import Position
from lumarium.kernel.action import Action
from lumarium.kernel.chance import Chance
from lumarium.kernel.errors import BotFailed
from lumarium.kernel.game import Game
from lumarium.kernel.given import shortened
from lumarium.kernel.message import Message
from lumarium.kernel.state import State
from lumarium.kernel.view import View

from .botfile import described, file_of

LIMIT = 60.0
"""Seconds that a bot has for a decision, unless told otherwise."""


Decide = Callable[[], int]
"""Gives the index of a seat's decision."""


class Asked:
    """Which decision a bot of this process is asked for, written down where others find it should the process die."""

    def __init__(self, place: MutableSequence[int]) -> None:
        self.place = place

    def ask(self, game: int, decision: int, seat: int) -> None:
        """Somebody is asked."""
        self.place[:] = [game, decision, seat]

    def nobody(self) -> None:
        """Nobody is asked any more."""
        self.place[2] = -1


asked = Asked([-1, -1, -1])
"""Where this process writes it down."""


class _TooLate(BaseException):
    """The time is up. Not an Exception: a bot that catches everything shall not catch this."""


def ask(bot: Bot, name: str, game: Game, view: View, chance: Chance, limit: float = LIMIT) -> Action:
    """The bot's decision; BotFailed says which seat failed, and how."""
    assert view.seat is not None
    legal = [game.actions[index] for index in view.legal]
    begun = perf_counter()
    try:
        with _alarm(limit):
            answer = bot.choose(view, tuple(legal), chance)
    except _TooLate:
        raise _failure("slow", name, view.seat, limit=f"{limit:g}") from None
    except (Exception, SystemExit) as problem:
        raise _failure("raised", name, view.seat, problem=described(problem, file_of(type(bot)))) from problem
    if perf_counter() - begun > limit:
        raise _failure("slow", name, view.seat, limit=f"{limit:g}")
    if not any(answer is action for action in legal):
        raise _failure("illegal", name, view.seat, answer=shortened(repr(answer)), example=legal[0].notation)
    return answer


def think(bot: Insider, name: str, state: State, seat: int, position: Position, chance: Chance, limit: float) -> int:
    """The decision of a bot of the house, which is asked for what it needs only where there is a choice."""
    position.legal = legal = state.legal()
    if len(legal) == 1:
        return legal[0]
    begun = perf_counter()
    try:
        index = bot.decide(position, chance)
    except Exception as problem:
        raise _failure("raised", name, seat, problem=described(problem, None)) from problem
    if perf_counter() - begun > limit:
        raise _failure("slow", name, seat, limit=f"{limit:g}")
    return index


def _failure(how: str, bot: str, seat: int, **facts: object) -> BotFailed:
    return BotFailed(Message("kernel", f"bots.{how}", bot=bot, seat=seat + 1, **facts), seat)


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Interrupts what runs longer, where the system can do that; elsewhere the clock is read afterwards."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise _TooLate

    before = signal.signal(signal.SIGALRM, ring)
    # It rings again and again: a bot may swallow the first one in a `finally` of its own.
    signal.setitimer(signal.ITIMER_REAL, seconds, 0.05)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
