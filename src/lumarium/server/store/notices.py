"""How processes hear of each other through PostgreSQL: LISTEN and NOTIFY to wake up, tables to catch up from.

A notice takes a lock over the whole database until its transaction has ended. So many are told together, in a
transaction of their own that waits for no disk, and the longer it took the longer the next one waits.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Any

import msgspec
import psycopg

from lumarium.server.logs import log, mistake, warn
from lumarium.server.neighbours import Changed, Gone, Heard, Listener, Ping, Trace, Traced

from . import StorageFailed
from .session import PATIENCE, Connection, Session, connected, cut

CHANNEL = "lumarium"
LARGEST = 7000
"""Bytes of a notice; the database takes 8,000."""
GAP, LONGEST_GAP = 0.02, 0.1
"""Seconds between two notices: as long as the last one took, within these bounds."""
BEAT = 0.5
"""Seconds between two signs of life."""
SILENCE = 1.6
"""Seconds without one, after which somebody else goes on."""
CATCH_UP = 3.0
"""Seconds after which versions are compared, whatever was heard."""
AT_ONCE = 100
FORGET = 100
"""Rounds of catching up after which old traces go."""

_LEAVE = (
    b'INSERT INTO traces ("table", key, process, data, at) VALUES (%s, %s, %s, %s, clock_timestamp()) '
    b'ON CONFLICT ("table", key) DO UPDATE SET process = excluded.process, data = excluded.data, at = excluded.at'
)
_TAKE_AWAY = b'DELETE FROM traces WHERE "table" = %s AND key = %s'
_TRACES = (
    b'SELECT "table", key, process, data, extract(epoch FROM clock_timestamp() - at)::float8 FROM traces '
    b'WHERE "table" = ANY(%s) AND process <> %s'
)
_BEAT = (
    b"INSERT INTO processes VALUES (%s, 1, clock_timestamp()) "
    b"ON CONFLICT (id) DO UPDATE SET beat = processes.beat + 1, seen = clock_timestamp() RETURNING beat"
)
_BEATS = b"SELECT id, beat FROM processes"
_BURY = b"DELETE FROM processes WHERE id = ANY(%s)"
_FORGET = b"DELETE FROM traces WHERE process = ANY(%s) AND key LIKE 'here/%%' RETURNING \"table\""
_FORGET_OLD = b"DELETE FROM traces WHERE key NOT LIKE 'here/%' AND at < now() - interval '1 hour'"
_VERSIONS = b"SELECT id, version, revision FROM tables WHERE id = ANY(%s) AND aside IS NULL"
# Those whose keeper is gone, and where a bot has to decide.
_ADOPT = b"""UPDATE tables SET keeper = %s WHERE id IN (
    SELECT t.id FROM tables t
    JOIN events e ON e."table" = t.id AND e.version = t.version
    JOIN seats s ON s."table" = t.id AND s.seat = e.turn
    WHERE t.phase = 'playing' AND t.aside IS NULL AND t.keeper <> ''
    AND t.keeper NOT IN (SELECT id FROM processes) AND convert_from(s.data, 'UTF8')::jsonb ? 'level'
    ORDER BY t.id LIMIT %s FOR UPDATE OF t SKIP LOCKED) RETURNING id"""

_notices = msgspec.json.Decoder(tuple[str, float, list[Heard]])


class Notices:
    """All other processes that use the same database."""

    def __init__(self, url: str, process: str) -> None:
        self.process = process
        self.behind = 0.0
        self._url = url
        self._session = Session(url, synchronous_commit="off")
        self._reading = Session(url)
        self._tasks: list[asyncio.Task[None]] = []
        self._told: dict[tuple[object, ...], Heard] = {}
        self._changed: set[str] = set()
        self._traces: dict[tuple[str, str], bytes | None] = {}
        self._news = asyncio.Event()
        self._flushed = asyncio.Event()
        self._alive: dict[str, tuple[int, float]] = {}
        """By process, its last sign of life and when that came."""
        self._listener: Listener | None = None
        self._heard = time.monotonic()

    # Telling

    def tell(self, notice: Heard) -> None:
        """The latest about the same replaces what was to be told before."""
        key = (type(notice), notice.table) if isinstance(notice, Traced | Gone) else (notice,)
        self._told[key] = notice
        self._news.set()

    def changed(self, tables: list[str]) -> None:
        """Something was stored from here: which version, is asked when it is told."""
        for table in tables:
            self._changed.add(table)
        self._news.set()

    def share(self, table: str, key: str, data: bytes | None) -> None:
        """Written together with all else that is to be told."""
        self._traces[table, key] = data
        self._flushed.clear()
        self._news.set()

    async def shared(self) -> None:
        """Waits for the next round of telling."""
        if self._traces:
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await self._flushed.wait()

    async def _keep_telling(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            begun = time.monotonic()
            await self._tell_all()
            await asyncio.sleep(min(LONGEST_GAP, max(GAP, time.monotonic() - begun)))

    async def _tell_all(self) -> None:
        told, self._told = self._told, {}
        left, self._traces = self._traces, {}
        changed, self._changed = self._changed, set()
        known = self._listener.versions() if self._listener is not None else {}
        new = [Changed(table, *known[table]) for table in changed if table in known]
        notices = [*new, *told.values(), *(Traced(table) for table in {table for table, _ in left})]
        payloads = _packed(self.process, notices)

        async def work(connection: Connection) -> None:
            async with connection.pipeline():
                if left:
                    async with connection.transaction():
                        for (table, key), data in sorted(left.items()):
                            if data is None:
                                await connection.execute(_TAKE_AWAY, (table, key), prepare=True)
                            else:
                                await connection.execute(_LEAVE, (table, key, self.process, data), prepare=True)
                for payload in payloads:
                    await connection.execute(b"SELECT pg_notify(%s, %s)", (CHANNEL, payload), prepare=True)

        try:
            await self._session.use(work)
        except (StorageFailed, psycopg.Error) as error:
            # What changed is found by whoever catches up; traces are left later.
            warn("not_told", problem=str(error), notices=len(notices))
            self._traces = {**left, **self._traces}
            await asyncio.sleep(GAP * 50)
            self._news.set()
        else:
            if not self._traces:
                self._flushed.set()

    # Hearing

    async def _keep_listening(self) -> None:
        while True:
            connection: Connection | None = None
            try:
                async with asyncio.timeout(PATIENCE):
                    connection = await connected(self._url, {"statement_timeout": "0"})
                    await connection.execute(f"LISTEN {CHANNEL}".encode())
                self._heard = time.monotonic()
                await self._catch_up(traces=True)
                while time.monotonic() - self._heard < 2 * CATCH_UP:
                    async for notice in connection.notifies(timeout=CATCH_UP):
                        self._hear(notice.payload)
                warn("nothing_heard")
            except (psycopg.Error, OSError, TimeoutError, StorageFailed) as error:
                warn("listening_lost", problem=str(error))
            finally:
                if connection is not None:
                    cut(connection)
                    await connection.close()
            await asyncio.sleep(0.1 + random.random() * 0.2)

    def _hear(self, payload: str) -> None:
        assert self._listener is not None
        try:
            process, sent, notices = _notices.decode(payload)
        except msgspec.MsgspecError as error:  # of another version, or not ours
            warn("not_understood", problem=str(error))
            return
        if process == self.process:
            self._heard = time.monotonic()
            self.behind = max(0.0, time.time() - sent)
            return
        self._listener.heard([notice for notice in notices if not isinstance(notice, Traced | Ping)])
        traced = [notice.table for notice in notices if isinstance(notice, Traced)]
        known = self._listener.versions()
        if tables := [table for table in traced if table in known]:
            self._do(self._remember(tables))

    async def _remember(self, tables: Sequence[str]) -> None:
        assert self._listener is not None
        with suppress(StorageFailed):  # when it is back, everything is read
            await self._listener.remembered(await self.traces(tables), tables)

    async def traces(self, tables: Sequence[str]) -> list[Trace]:
        """All but one's own."""
        rows = await self._read(_TRACES, (list(tables), self.process))
        return [Trace(*row) for row in rows]

    async def _keep_up(self) -> None:
        number = 0
        while True:
            await asyncio.sleep(CATCH_UP)
            number += 1
            self.tell(Ping("", number))
            with suppress(StorageFailed):
                await self._catch_up()
                if number % FORGET == 0:
                    await self._read(_FORGET_OLD, ())

    async def _catch_up(self, traces: bool = False) -> None:
        """What was missed: the versions tell."""
        assert self._listener is not None
        known = self._listener.versions()
        if not known:
            return
        rows = await self._read(_VERSIONS, (list(known),))
        there: dict[str, tuple[int | None, int]] = {row[0]: (None if row[1] < 0 else row[1], row[2]) for row in rows}
        missed: list[Heard] = [Changed(table, *now) for table, now in there.items() if known[table] != now]
        self._listener.heard([*missed, *(Gone(table) for table in known if table not in there)])
        if traces:
            await self._remember(list(known))

    # Who is there

    def is_alive(self, process: str) -> bool:
        """Has it given a sign of life lately?"""
        return process in self._alive and time.monotonic() - self._alive[process][1] < SILENCE

    async def _keep_beating(self) -> None:
        first = last = time.monotonic()
        looked = False
        while True:
            with suppress(StorageFailed):
                beats = await self._beat()
                now = time.monotonic()
                if now - last > SILENCE:  # nobody can be told dead by whoever was not there
                    first, looked, self._alive = now, False, {}
                last = now
                missing = self._alive.keys() - beats.keys()
                for process, beat in beats.items():
                    if process not in self._alive or self._alive[process][0] != beat:
                        self._alive[process] = (beat, now)
                silent = [process for process in beats if now - self._alive[process][1] > SILENCE]
                for process in missing:
                    del self._alive[process]
                if silent or missing or (not looked and now - first > SILENCE):
                    looked = looked or now - first > SILENCE
                    await asyncio.sleep(random.random() * 0.2)
                    await self._bury(silent)
                    await self._adopt()
            await asyncio.sleep(BEAT)

    async def _beat(self) -> dict[str, int]:
        assert self._listener is not None
        ((beat,),) = await self._read(_BEAT, (self.process,))
        if beat == 1:  # it is the first one, or all of it was lost
            self._listener.share_again()
        return {process: beat for process, beat in await self._read(_BEATS, ()) if process != self.process}

    async def _bury(self, processes: list[str]) -> None:
        if not processes:
            return
        log("processes_gone", processes=processes)
        await self._read(_BURY, (processes,))
        for (table,) in await self._read(_FORGET, (processes,)):
            self.tell(Traced(table))
            self._do(self._remember([table]))

    async def _adopt(self) -> None:
        assert self._listener is not None
        while rows := await self._read(_ADOPT, (self.process, AT_ONCE)):
            tables = [row[0] for row in rows]
            log("adopted", tables=tables[:10], number=len(tables))
            await self._listener.adopt(tables)
            if len(tables) < AT_ONCE:
                return

    # All together

    def open(self, listener: Listener) -> None:
        """Begins to listen."""
        self._listener = listener
        for work in (self._keep_telling, self._keep_listening, self._keep_up, self._keep_beating):
            self._do(work())

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        self._tasks = [task for task in self._tasks if not task.done()]
        self._tasks.append(asyncio.create_task(_carefully(work)))

    async def close(self) -> None:
        """Others need not wait to know that this one is gone."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._listener is not None:
            with suppress(StorageFailed):
                rows = await self._read(_FORGET, ([self.process],))
                await self._read(_BURY, ([self.process],))
                self._told = {(table,): Traced(table) for (table,) in rows}
                await self._tell_all()
        await self._session.close()
        await self._reading.close()

    async def _read(self, query: bytes, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        async def work(connection: Connection) -> list[tuple[Any, ...]]:
            cursor = await connection.execute(query, values, prepare=True)
            return await cursor.fetchall() if cursor.description else []

        try:
            return await self._reading.use(work)
        except psycopg.Error as error:
            raise StorageFailed(str(error)) from error


async def _carefully(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception:  # noqa: BLE001  # nobody waits for it
        mistake("neighbours_failed")


def _packed(process: str, notices: Sequence[Heard]) -> list[str]:
    """As few payloads as hold them."""
    payloads: list[str] = []
    some: list[bytes] = []
    size = 0
    for notice in notices:
        written = msgspec.json.encode(notice)
        if some and size + len(written) > LARGEST:
            payloads.append(_payload(process, some))
            some, size = [], 0
        some.append(written)
        size += len(written) + 1
    return [*payloads, _payload(process, some)] if some else payloads


def _payload(process: str, notices: list[bytes]) -> str:
    return msgspec.json.encode((process, time.time(), [msgspec.Raw(notice) for notice in notices])).decode()
