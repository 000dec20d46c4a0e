"""What arrives together is stored in one transaction, sent in one go.

A transaction costs the database several times what a move in it costs: it has to wake up, to write to the disk and to
answer. So where moves come one soon after the other, those of a moment share one; the first after a pause goes at once.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import psycopg

from . import StorageFailed, VersionTaken
from .session import Connection, Session

LARGEST_BATCH = 256
GAP = 0.008
"""Seconds from one transaction to the next, at least."""


class Job(NamedTuple):
    """A statement that changes a row, or none if somebody was quicker."""

    table: str
    statement: bytes
    values: tuple[Any, ...]
    done: asyncio.Future[None]


class Batches:
    """Does what changes tables, durably before it answers."""

    def __init__(self, session: Session, stored: Callable[[list[str]], None]) -> None:
        """`stored` is told which tables were changed."""
        self._session = session
        self._stored = stored
        self._waiting: list[Job] = []
        self._task: asyncio.Task[None] | None = None
        self._begun = 0.0
        """When the last one began."""
        self.commits = 0

    async def do(self, table: str, statement: bytes, values: tuple[Any, ...]) -> None:
        """Changes a table; VersionTaken if no row was changed."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(Job(table, statement, values, done))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        # Whoever asked may be cancelled; the work is done all the same.
        await asyncio.shield(done)

    async def close(self) -> None:
        """Finishes what was asked for."""
        if self._task is not None:
            await self._task
        await self._session.close()

    async def _run(self) -> None:
        while self._waiting:
            if (early := self._begun + GAP - time.monotonic()) > 0:
                await asyncio.sleep(early)
            self._begun = time.monotonic()
            # Always in the same order: no two processes wait for each other.
            batch = sorted(self._waiting[:LARGEST_BATCH], key=lambda job: job.table)
            del self._waiting[:LARGEST_BATCH]
            try:
                changed = await self._session.use(lambda connection: _together(connection, batch))  # noqa: B023  # used at once
            except StorageFailed as error:
                # Whoever waited behind them has waited as long.
                batch += self._waiting
                self._waiting = []
                _tell(batch, [error] * len(batch))
            except psycopg.Error:
                await self._one_by_one(batch)
            except Exception as error:  # noqa: BLE001  # it goes to whoever asked
                _tell(batch, [error] * len(batch))
            else:
                self._done(batch, changed)

    async def _one_by_one(self, batch: list[Job]) -> None:
        for job in batch:
            try:
                changed = await self._session.use(lambda connection: _together(connection, [job]))  # noqa: B023
            except StorageFailed as error:
                _tell([job], [error])
            except psycopg.Error as error:
                _tell([job], [StorageFailed(str(error))])
            else:
                self._done([job], changed)

    def _done(self, batch: list[Job], changed: list[int]) -> None:
        self.commits += 1
        self._stored([job.table for job, rows in zip(batch, changed, strict=True) if rows])
        _tell(batch, [None if rows else VersionTaken(job.table) for job, rows in zip(batch, changed, strict=True)])


async def _together(connection: Connection, batch: list[Job]) -> list[int]:
    """How many rows each of them changed."""
    # What is sent between two answers is one transaction, without a word more.
    async with connection.pipeline():
        cursors = [await connection.execute(job.statement, job.values, prepare=True) for job in batch]
    return [cursor.rowcount for cursor in cursors]


def _tell(batch: list[Job], answers: Sequence[Exception | None]) -> None:
    for job, answer in zip(batch, answers, strict=True):
        if job.done.done():
            continue
        if answer is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(answer)
