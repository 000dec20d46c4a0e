"""The time of the house, by which tables' clocks go: it passes while a server is there that can store, and only then.

It is counted by clocks that only go forward, kept in the store, and shared by all processes there. Nobody's date, the
machine's neither, has a part in it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from lumarium.kernel.errors import LumariumError

from .logs import mistake, warn
from .store import StorageFailed, Store

REACH = 3.5
"""So many beats after the last one time stands still: what cannot be stored does not pass."""
LOOK = 1.0
"""Seconds between two looks at tables that nobody is at."""
AT_ONCE = 100


class HouseTime:
    """What time it is in the house, as this process knows it."""

    def __init__(self, store: Store, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._monotonic = monotonic
        self._said: float | None = None
        self._heard = monotonic()

    def now(self) -> float:
        """Seconds for which the house has been open."""
        if self._said is None:
            raise StorageFailed("nobody knows what time it is")
        since = max(0.0, self._monotonic() - self._heard)
        return self._said + min(since, REACH * self._store.beat)

    async def tick(self) -> None:
        """Says how late it is, and hears it from the store."""
        before = None if self._said is None else self.now()
        asked = self._monotonic()
        said = await self._store.tick(before)
        # If the answer was long on its way, it was true in the middle of it.
        heard = self._monotonic()
        self._said, self._heard = said, asked if said == before else (asked + heard) / 2


async def keep_time(house_time: HouseTime, store: Store, wake: Callable[[list[str]], None]) -> None:
    """Goes on for as long as the server runs; `wake` is told which tables have to be looked at."""
    ticked = float("-inf")
    while True:
        now = time.monotonic()
        try:
            if now - ticked >= store.beat:
                await house_time.tick()
                ticked = now
            wake(await store.due(house_time.now(), AT_ONCE))
        except LumariumError as error:
            warn("time_stands_still", problem=str(error))
        except Exception:  # noqa: BLE001  # it will be tried again
            mistake("time_stands_still")
        await asyncio.sleep(min(LOOK, store.beat))
