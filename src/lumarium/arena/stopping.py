"""Ctrl-C as a request: work stops between two games instead of in the middle of one."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Protocol


class Stop(Protocol):
    """Has somebody asked to stop?"""

    def is_set(self) -> bool:
        """Is it time to stop?"""
        ...


@contextmanager
def stopping() -> Iterator[Stop]:
    """The first Ctrl-C sets the stop; the second one interrupts at once, as usual."""
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return

    def request(number: int, _frame: FrameType | None) -> None:
        stop.set()
        signal.signal(number, before)

    before = signal.signal(signal.SIGINT, request)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
