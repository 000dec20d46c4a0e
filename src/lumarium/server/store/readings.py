"""Who wants to know at the same moment what was stored at a table, is answered together."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from operator import itemgetter
from typing import Any, NamedTuple

from . import StorageFailed, StoredEntry, sql
from .rows import read_entries
from .session import Connection

MOST = 64
"""Questions of one statement."""
# One statement sees one moment: the last entry that the table knows of is among those that are read.
_SINCE = (
    f"SELECT w.number, t.version, t.last, {sql.LATEST} "
    "FROM unnest(%s::text[], %s::int[]) WITH ORDINALITY w (id, since, number) "
    'JOIN tables t ON t.id = w.id LEFT JOIN events e ON e."table" = w.id AND e.version >= w.since'
).encode()
Row = tuple[Any, ...]
Reading = Callable[[Callable[[Connection], Any]], Awaitable[list[Row]]]


class _Question(NamedTuple):
    table: str
    since: int
    answer: asyncio.Future[list[Row]]


class Readings:
    """Reads entries; what is asked for while an answer is on its way makes up the next question."""

    def __init__(self, read: Reading) -> None:
        self._read = read
        self._waiting: list[_Question] = []
        self._task: asyncio.Task[None] | None = None

    async def entries(self, table: str, since: int) -> list[StoredEntry]:
        """Those after a version; none of a table that is not there."""
        answer: asyncio.Future[list[Row]] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Question(table, since, answer))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        rows = await answer
        if not rows:
            return []
        entries = sorted((row[2:] for row in rows if row[2] is not None), key=itemgetter(0))
        return read_entries(table, entries, rows[0][:2], since)

    async def _run(self) -> None:
        while self._waiting:
            asked, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            values = [question.table for question in asked], [question.since for question in asked]

            async def work(connection: Connection) -> list[Row]:
                cursor = await connection.execute(_SINCE, values, prepare=True)  # noqa: B023  # used at once
                return await cursor.fetchall()

            found: list[list[Row]] = [[] for _ in asked]
            try:
                for number, *row in await self._read(work):
                    found[number - 1].append(tuple(row))
            except Exception as error:  # noqa: BLE001  # it goes to whoever asked
                for question in asked:
                    if not question.answer.done():
                        question.answer.set_exception(StorageFailed(str(error)))
                continue
            for question, rows in zip(asked, found, strict=True):
                if not question.answer.done():
                    question.answer.set_result(rows)
