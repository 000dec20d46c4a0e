"""Ctrl-C and a closing terminal end a game, but never in the middle of a move."""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Self

POSIX = os.name == "posix"
SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


class Interrupts:
    """While it is entered, these signals raise KeyboardInterrupt, outside `held` only."""

    def __init__(self) -> None:
        self._before: dict[int, Any] = {}
        self._holding = False
        self._pending = False

    def __enter__(self) -> Self:
        if POSIX:
            self._woken, self._waker = os.pipe()
            os.set_blocking(self._waker, False)
            self._waker_before = signal.set_wakeup_fd(self._waker)
        self._before = {number: signal.signal(number, self._interrupted) for number in SIGNALS}
        return self

    def __exit__(self, *error: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        if POSIX:
            signal.set_wakeup_fd(self._waker_before)
            os.close(self._woken)
            os.close(self._waker)

    def ask(self, prompt: str) -> str:
        """A line from the player. `input` would miss a signal that comes just before it begins to wait."""
        print(prompt, end="", flush=True)
        try:
            if POSIX and sys.stdin.isatty():
                while sys.stdin not in select.select([sys.stdin, self._woken], [], [])[0]:
                    os.read(self._woken, 1)
            line = sys.stdin.readline()
        except OSError as error:  # the terminal is gone
            raise EOFError from error
        if not line:
            raise EOFError
        return line.strip()

    @contextmanager
    def held(self) -> Iterator[None]:
        """What is done here is done whole; a signal that comes meanwhile counts at its end."""
        self._holding = True
        try:
            yield
        finally:
            self._holding = False
        if self._pending:
            self._pending = False
            raise KeyboardInterrupt

    def _interrupted(self, number: int, frame: FrameType | None) -> None:
        if self._holding:
            self._pending = True
        else:
            raise KeyboardInterrupt
