"""Who is next where few can be served at once: whoever somebody waits for, and of those whoever had least."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

HALVED = 30.0
"""Seconds in which half of what an address was given is forgotten."""
REMEMBERED = 1000
"""Addresses whose share is kept at least; those who had nearly nothing are forgotten first."""


class Waiting:
    """One who waits, and then the counter at which they are served."""

    __slots__ = ("address", "called", "number", "quick", "rank")

    def __init__(self, address: str, rank: int, quick: bool, number: int) -> None:
        self.address, self.rank, self.quick, self.number = address, rank, quick, number
        self.called: asyncio.Future[int] = asyncio.get_running_loop().create_future()


class Line:
    """So many are served at once, and one more if that is quickly done.

    A lower rank goes first; then the address that was given the least time lately, so that somebody who asks for much
    waits behind everybody who asks for little. What is quickly done has a counter of its own; at the others it waits
    like everything else, or many small things of one address would keep out whatever takes longer.
    """

    def __init__(self, places: int) -> None:
        self.places = places
        self._free = [places, 1]
        """For everybody, and for those who are quick."""
        self._row: list[Waiting] = []
        self._here: Counter[str] = Counter()
        self._given: dict[str, tuple[float, float]] = {}
        """By address, seconds and when they were counted."""
        self._came = 0

    @property
    def addresses(self) -> int:
        """How many different ones wait or are served."""
        return len(self._here)

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._row)

    def of(self, address: str) -> int:
        """How many of an address wait or are served."""
        return self._here.get(address, 0)

    @asynccontextmanager
    async def place(self, address: str, rank: int = 0, quick: bool = False) -> AsyncIterator[None]:
        """Waits for a place, and keeps it."""
        self._here[address] += 1
        try:
            counter = await self._called(address, rank, quick)
            begun = time.monotonic()
            try:
                yield
            finally:
                self._charge(address, time.monotonic() - begun)
                self._next(counter)
        finally:
            self._here[address] -= 1
            if not self._here[address]:
                del self._here[address]

    async def _called(self, address: str, rank: int, quick: bool) -> int:
        self._came += 1
        waiting = Waiting(address, rank, quick, self._came)
        self._row.append(waiting)
        self._call()
        try:
            return await waiting.called
        except asyncio.CancelledError:
            if waiting.called.done() and not waiting.called.cancelled():
                self._next(waiting.called.result())
            elif waiting in self._row:
                self._row.remove(waiting)
            raise

    def _next(self, counter: int) -> None:
        self._free[counter] += 1
        self._call()

    def _call(self) -> None:
        now = time.monotonic()
        while True:
            if self._free[0]:
                counter, row = 0, self._row
            elif self._free[1]:
                counter, row = 1, [waiting for waiting in self._row if waiting.quick]
            else:
                return
            if not row:
                return
            following = min(row, key=lambda waiting: self._order(waiting, now))
            self._row.remove(following)
            if not following.called.cancelled():
                self._free[counter] -= 1
                following.called.set_result(counter)

    def _order(self, waiting: Waiting, now: float) -> tuple[int, float, int]:
        return waiting.rank, self._used(waiting.address, now), waiting.number

    def _used(self, address: str, now: float) -> float:
        seconds, when = self._given.get(address, (0.0, now))
        return seconds * 0.5 ** ((now - when) / HALVED) if seconds else 0.0

    def _charge(self, address: str, seconds: float) -> None:
        now = time.monotonic()
        self._given[address] = (self._used(address, now) + seconds, now)
        if len(self._given) > REMEMBERED and self._came % 100 == 0:
            self._given = {each: given for each, given in self._given.items() if self._used(each, now) > 0.001}
