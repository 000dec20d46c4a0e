"""Who comes in at all: connections are counted before anything is made for them, and nobody takes all the places."""

from __future__ import annotations

import errno
import os
import socket
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from .limits import household
from .logs import warn

MOST_FILES = 1 << 16
SHARE = 8
"""Of the second half of all places nobody gets more than this part of what is still free."""
AT_ONCE = 64
"""So many are let in or sent away before those who are inside are seen to."""
_NO_FILES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


def places() -> int:
    """How many connections this process can hold. It may open as many files as the system lets it, from now on; some
    are kept for the database, the bots and what else there is."""
    try:
        import resource
    except ImportError:  # Windows counts otherwise
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
    files = MOST_FILES if soft == resource.RLIM_INFINITY else min(soft, MOST_FILES)
    return files - max(32, files // 8)


class Doors:
    """Open connections by address: those that wait to be told what they are, and all of them."""

    def __init__(self, each: int, places: int, is_proxy: Callable[[str], bool] = lambda _: False) -> None:
        """`each` is how many of one address may be anything but a WebSocket; a proxy speaks for many people."""
        self._each, self._places, self._is_proxy = each, places, is_proxy
        self._all: Counter[str] = Counter()
        self._plain: Counter[str] = Counter()
        self._taken = 0

    def has_room(self, address: str) -> bool:
        """May somebody from there come in?"""
        free = self._places - self._taken
        if free <= 0:
            return False
        if self._is_proxy(address):
            return True
        crowded = free < self._places // 2 and self._all[address] >= free // SHARE
        return not crowded and self._plain[address] < self._each

    def enter(self, address: str) -> bool:
        """Somebody comes in, if there is room."""
        if not self.has_room(address):
            return False
        self._taken += 1
        self._all[address] += 1
        self._plain[address] += 1
        return True

    def upgrade(self, address: str) -> None:
        """It is a WebSocket now, which has limits of its own."""
        _one_less(self._plain, address)

    def leave(self, address: str, upgraded: bool) -> None:
        """Somebody goes."""
        self._taken -= 1
        _one_less(self._all, address)
        if not upgraded:
            _one_less(self._plain, address)


def _one_less(count: Counter[str], address: str) -> None:
    count[address] -= 1
    if count[address] <= 0:
        del count[address]


class Listening(socket.socket):
    """The socket that the server listens at. Whoever finds no room is sent away here, for a hundredth of what it costs
    to make a connection first. (An event loop that accepts by itself asks the doors later.)"""

    doors: Doors | None = None
    _row = 0
    _spare: int | None = None

    def accept(self) -> tuple[socket.socket, Any]:
        while self._row < AT_ONCE:
            self._row += 1
            try:
                came, address = super().accept()
            except BlockingIOError:
                break
            except OSError as error:
                if error.errno not in _NO_FILES:
                    raise
                self._send_away(error)
                continue
            if self.doors is None or self.doors.has_room(household(address[0])):
                return came, address
            came.close()
        self._row = 0
        raise BlockingIOError

    def _send_away(self, error: OSError) -> None:
        """Without a free file nobody could even be refused, and the system would go on telling that somebody waits."""
        warn("no_more_files", problem=str(error))
        if self._spare is not None:
            os.close(self._spare)
            self._spare = None
        with suppress(OSError):
            super().accept()[0].close()
            self.keep_spare()

    def keep_spare(self) -> None:
        """A file to close when there are no more."""
        self._spare = os.open(os.devnull, os.O_RDONLY)
