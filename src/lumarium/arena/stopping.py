"""Ctrl-C or SIGTERM as a request: work stops between two games instead of in the middle of one."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Protocol

from lumarium.kernel.errors import LumariumError


class Stopped(LumariumError):
    """Somebody asked to stop, and what there is by then says nothing."""


class Stop(Protocol):
    """Has somebody asked to stop?"""

    def is_set(self) -> bool:
        """Is it time to stop?"""
        ...


REQUESTS = (signal.SIGINT, signal.SIGTERM)
"""What a person sends, and what a system sends that wants its processors back."""


@contextmanager
def stopping() -> Iterator[Stop]:
    """The first request sets the stop; the second one interrupts at once, as usual."""
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return

    def request(number: int, _frame: FrameType | None) -> None:
        stop.set()
        signal.signal(number, before[number])

    before = {int(number): signal.signal(number, request) for number in REQUESTS}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
