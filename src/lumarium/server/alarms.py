"""Somebody looks at a table when its time is up, whether anybody is there or not."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine, Sequence
from typing import TYPE_CHECKING, Any

from lumarium.kernel.errors import LumariumError

from . import timing
from .errors import code_of
from .logs import mistake, warn
from .play import nudge
from .tables import Table, insisting

if TYPE_CHECKING:
    from .house import House

AFTER = 0.002
"""Seconds after zero at which an alarm rings."""
AGAIN = 0.1
"""Seconds until it rings again if time stood still meanwhile."""
LONGEST = 3600.0
"""Seconds for which an alarm is set at most."""
UNFIT = 300.0
"""Seconds for which a table that cannot be opened is left alone."""


class Alarms:
    """Of all tables with a clock: those in memory ring to the moment, the others are found in the store."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._unfit: dict[str, float] = {}

    def wind(self, table: Table, least: float = AFTER) -> None:
        """Sets the alarm of a table in memory anew."""
        self.stop(table)
        clock, due = table.head.clock, table.head.due
        if clock is None or clock.running is None or due is None:
            return
        delay = min(LONGEST, max(least, due - timing.now(table) + AFTER))
        table.alarm = asyncio.get_running_loop().call_later(delay, self._ring, table)

    def stop(self, table: Table) -> None:
        """It does not ring."""
        if table.alarm is not None:
            table.alarm.cancel()
            table.alarm = None

    def follow(self, table: Table) -> None:
        """Somebody is out of time: their bot goes on as soon as the table is free."""
        asyncio.get_running_loop().call_soon(nudge, table)

    def _ring(self, table: Table) -> None:
        self._do(table.head.id, self._look(table))

    def wake(self, tables: Sequence[str]) -> None:
        """These have to be looked at."""
        now = time.monotonic()
        self._unfit = {name: until for name, until in self._unfit.items() if until > now}
        for name in tables:
            if name not in self._unfit:
                self._do(name, self._find(name))

    def _do(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        before = self._tasks.get(name)
        if before is not None and not before.done():
            work.close()
            return
        task = self._tasks[name] = asyncio.create_task(work)
        task.add_done_callback(lambda done: self._tasks.pop(name, None) if self._tasks.get(name) is done else None)

    async def _find(self, name: str) -> None:
        try:
            table = await self._house.find(name)
        except LumariumError as error:
            if code_of(error) != "storage":
                self._unfit[name] = time.monotonic() + UNFIT
            warn("not_woken", table=name, problem=str(error))
            return
        await self._look(table)

    async def _look(self, table: Table) -> None:
        try:
            if not await insisting(lambda: _out(table)):
                self.wind(table, AGAIN)
            nudge(table)
        except LumariumError as error:  # whoever looks next tries again
            warn("time_not_stored", table=table.head.id, problem=str(error))
        except Exception:  # noqa: BLE001  # nobody waits for this task
            mistake("alarm_failed", table=table.head.id)

    def close(self) -> None:
        """No more."""
        for task in list(self._tasks.values()):
            task.cancel()


async def _out(table: Table) -> bool:
    async with table.changing():
        return await timing.ran_out(table)
