"""Asks a bot for its decision, and takes no nonsense: a bot that raises, cheats or dawdles is named."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from types import FrameType

from lumarium.bots import Bot
from lumarium.kernel.action import Action
from lumarium.kernel.chance import Chance
from lumarium.kernel.errors import BotFailed
from lumarium.kernel.game import Game
from lumarium.kernel.given import shortened
from lumarium.kernel.message import Message
from lumarium.kernel.view import View

from .botfile import described

LIMIT = 60.0
"""Seconds that a bot has for a decision, unless told otherwise."""


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
    except Exception as problem:
        detail = described(problem, getattr(sys.modules.get(type(bot).__module__), "__file__", None))
        raise _failure("raised", name, view.seat, problem=detail) from problem
    if perf_counter() - begun > limit:
        raise _failure("slow", name, view.seat, limit=f"{limit:g}")
    if not any(answer is action for action in legal):
        raise _failure("illegal", name, view.seat, answer=shortened(repr(answer)), example=legal[0].notation)
    return answer


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
