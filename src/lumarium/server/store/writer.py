"""One thread that owns the database connection; what arrives together shares a commit."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

from lumarium.kernel.errors import LumariumError
from lumarium.kernel.message import Message

from . import StorageFailed
from .schema import migrate

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], Any]
LARGEST_BATCH = 256


class Job(NamedTuple):
    """A piece of work and who waits for it."""

    work: Work
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]
    alone: bool = False
    """Can it only be done outside a transaction?"""


class Writer:
    """Does work on the database one after the other, durably before it answers."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._connection = _connect(path)
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()
        self.commits = 0

    async def do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What the work gives, once it is on disk."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._jobs.put(Job(work, loop, future))
        # Whoever asked may be cancelled; the work is done all the same.
        return await asyncio.shield(future)

    async def rest(self, work: Callable[[sqlite3.Connection], object]) -> None:
        """The same outside a transaction; what it cannot do now may be done later."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        self._jobs.put(Job(work, loop, future, True))
        await asyncio.shield(future)

    async def close(self) -> None:
        """Finishes what was asked for and lets go of the file."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        going = True
        while going:
            jobs: list[Job] = []
            job = self._jobs.get()
            while job is not None:
                jobs.append(job)
                if len(jobs) == LARGEST_BATCH:
                    break
                try:
                    job = self._jobs.get_nowait()
                except Empty:
                    break
            else:
                going = False
            if together := [job for job in jobs if not job.alone]:
                _tell(self._batch(together))
            _tell([(job, None, self._alone(job.work)) for job in jobs if job.alone])
        self._connection.close()

    def _batch(self, jobs: list[Job]) -> list[tuple[Job, Any, BaseException | None]]:
        # Every statement gives the interpreter's lock away and waits to get it back: no savepoints unless one fails.
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            results = [job.work(self._connection) for job in jobs]
            self._connection.execute("COMMIT")
        except Exception:  # noqa: BLE001  # it comes again, and then goes to whoever asked
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            return self._one_by_one(jobs)
        self.commits += 1
        return [(job, result, None) for job, result in zip(jobs, results, strict=True)]

    def _alone(self, work: Work) -> BaseException | None:
        try:
            work(self._connection)
        except sqlite3.Error as error:
            return StorageFailed(str(error))
        return None

    def _one_by_one(self, jobs: list[Job]) -> list[tuple[Job, Any, BaseException | None]]:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            answers = [(job, *self._one(job.work)) for job in jobs]
            self._connection.execute("COMMIT")
            self.commits += 1
        except sqlite3.Error as error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            failure = StorageFailed(str(error))
            return [(job, None, failure) for job in jobs]
        return answers

    def _one(self, work: Work) -> tuple[Any, BaseException | None]:
        self._connection.execute("SAVEPOINT one")
        try:
            result = work(self._connection)
        except sqlite3.Error as error:
            if not self._connection.in_transaction:  # a full disk rolls everything back
                raise
            self._undo()
            return None, StorageFailed(str(error))
        except Exception as error:  # noqa: BLE001  # it goes to whoever asked
            self._undo()
            return None, error
        self._connection.execute("RELEASE one")
        return result, None

    def _undo(self) -> None:
        self._connection.execute("ROLLBACK TO one")
        self._connection.execute("RELEASE one")


def _tell(answers: list[tuple[Job, Any, BaseException | None]]) -> None:
    loops = {job.loop for job, _, _ in answers}
    for loop in loops:
        mine = [answer for answer in answers if answer[0].loop is loop]
        if not loop.is_closed():
            loop.call_soon_threadsafe(_resolve, mine)


def _resolve(answers: list[tuple[Job, Any, BaseException | None]]) -> None:
    for job, result, error in answers:
        if job.future.done():
            continue
        if error is None:
            job.future.set_result(result)
        else:
            job.future.set_exception(error)


def _connect(path: Path) -> sqlite3.Connection:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _keep_private(path)
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    except (OSError, sqlite3.Error) as error:
        raise LumariumError(Message("server", "run.folder", path=str(path.parent), problem=str(error))) from error
    connection.text_factory = _text
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("PRAGMA busy_timeout = 5000")
        migrate(connection, path)
    except sqlite3.Error as error:
        connection.close()
        raise LumariumError(Message("server", "run.damaged", path=str(path), problem=str(error))) from error
    except LumariumError:
        connection.close()
        raise
    return connection


def _keep_private(path: Path) -> None:
    """It holds the secrets of running tables' luck: for nobody else on this machine. What SQLite keeps beside it is as
    private as the file itself."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    for file in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        with suppress(OSError):
            file.chmod(0o600)


def _text(data: bytes) -> str | bytes:
    """A text that is none is damage in one row, not a failure of the database."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data
