"""Tables in a PostgreSQL database, which any number of servers share."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar

import msgspec
import psycopg

from lumarium.kernel.errors import LumariumError
from lumarium.kernel.message import Message

from . import (
    LONGEST,
    NO_LIMITS,
    Head,
    Limits,
    Listing,
    Seat,
    Standing,
    StorageFailed,
    Stored,
    StoredEntry,
    Swept,
    TooMany,
    place_of,
    sql,
)
from .batches import Batches
from .notices import Notices
from .postgres_schema import migrate
from .rows import ENTRY, entry_row, listings, read_entries, seat_rows, stored, table_row, whole_rows
from .session import Connection, Session

T = TypeVar("T")
LONG = 20.0
"""Seconds for what nobody waits for."""
_ENTRY = ", ".join(["%s"] * len(ENTRY))
_TOUCH = f"UPDATE tables SET touched = %s, seen = {sql.OPEN}, keeper = %s"
_HEAD = 'phase = %s, listed = %s, head = %s, "check" = %s, due = %s, revision = %s'
_ADD = f'INSERT INTO events ("table", {sql.COLUMNS}) SELECT id, {_ENTRY} FROM changed'
_SEAT = (
    f"INSERT INTO seats ({sql.SEAT}) SELECT changed.id, s.* FROM changed, "
    f'unnest(%s::int[], %s::text[], %s::bytea[], %s::text[]) s ON CONFLICT ("table", seat) {sql.SEATED_AS}'
)
# Each is one statement: either the row is as it was known and everything is changed, or nothing is.
SAVE = f"WITH changed AS ({_TOUCH}, {_HEAD} WHERE id = %s AND revision = %s RETURNING id) {_SEAT}".encode()
APPEND = (
    f"WITH changed AS ({_TOUCH}, version = %s, last = %s WHERE id = %s AND version = %s AND revision = %s "
    f"RETURNING id) {_ADD}"
).encode()
APPEND_WHOLE = (
    f"WITH changed AS ({_TOUCH}, {_HEAD}, version = %s, last = %s WHERE id = %s AND version = %s AND revision = %s "
    f"RETURNING id), added AS ({_ADD}) {_SEAT}"
).encode()
LOAD = sql.LOAD.replace("SELECT", "SELECT keeper,", 1)
CLOCK = (
    b"UPDATE clock SET open = open + least(greatest(now.at - clock.at, 0), %s), at = now.at "
    b"FROM (SELECT extract(epoch FROM clock_timestamp())::float8 AS at) now"
)
SEE = f'UPDATE tables SET seen = {sql.OPEN} WHERE id = ANY(%s) OR id IN (SELECT "table" FROM traces)'.encode()
"""Where somebody is, at whatever process."""
_NOW = "extract(epoch FROM clock_timestamp())::float8"
KEEP = f"""UPDATE house SET passed = greatest(passed, %s), keeper = %s, at = {_NOW}
    WHERE keeper = %s OR keeper NOT IN (SELECT id FROM processes) RETURNING passed""".encode()
"""One of the processes keeps the time of the house, by a clock of its own that only goes forward; the others follow."""
PASSED = f"SELECT passed, {_NOW} - at FROM house".encode()
LATE = 1.2
"""Seconds after which what the keeper said is old; whatever else the database's clock says is its own mistake."""
MAKER = 0x6D616B65


class PostgresStore:
    """The store of any number of server processes."""

    beat = 0.5

    def __init__(self, url: str) -> None:
        self.place = place_of(url)
        self.url = url
        self.process = secrets.token_hex(6)
        """This process among all that share the database."""
        self.neighbours = Notices(url, self.process)
        try:
            migrate(url, self.place)
        except psycopg.Error as error:
            problem = " ".join(str(error).split()) or type(error).__name__
            raise LumariumError(Message("server", "run.unreachable", place=self.place, problem=problem)) from error
        self._errands = Session(url, synchronous_commit="on")
        self._long = Session(url, statement_timeout=f"{int(LONG)}s", lock_timeout="5s")
        self._ticking = Session(url, synchronous_commit="off")
        self._batches = Batches(Session(url), self.neighbours.changed)

    @property
    def commits(self) -> int:
        """How many transactions changed tables."""
        return self._batches.commits

    async def create(self, head: Head, seats: list[Seat], maker: str = "", limits: Limits = NO_LIMITS) -> None:
        row = (*table_row(head).values(), head.revision, time.time(), maker)
        rows = seat_rows(head.id, seats)

        async def work(connection: Connection) -> None:
            async with connection.transaction():
                if maker:
                    await _check_limits(connection, maker, limits)
                async with connection.pipeline():
                    await connection.execute(_query(sql.CREATE), row)
                    async with connection.cursor() as cursor:
                        await cursor.executemany(_query(sql.SIT), rows)

        await self._do(work)

    async def save(self, head: Head, seats: list[Seat]) -> None:
        values = (
            time.time(),
            self.process,
            *_saved(head),
            head.id,
            head.revision,
            *_columns(seat_rows(head.id, seats)),
        )
        await self._batches.do(head.id, SAVE, values)
        head.revision += 1

    async def append(self, entry: StoredEntry, head: Head, seats: list[Seat] | None = None) -> None:
        moved = (entry.version, entry.check, head.id, entry.version - 1, head.revision, *entry_row(entry))
        if seats is None:
            await self._batches.do(head.id, APPEND, (time.time(), self.process, *moved))
            return
        seated = _columns(seat_rows(head.id, seats))
        values = (time.time(), self.process, *_saved(head), *moved, *seated)
        await self._batches.do(head.id, APPEND_WHOLE, values)
        head.revision += 1

    async def load(self, table: str, since: int = -1) -> Stored | None:
        tables, seats, entries = await self._read(
            (LOAD, (table,)), (sql.SEATS, (table,)), (sql.ENTRIES, (table, since))
        )
        if not tables:
            return None
        keeper, *row = tables[0]
        return stored(row, seats, entries, since, keeper)

    async def entries(self, table: str, since: int) -> list[StoredEntry]:
        tables, entries = await self._read((sql.LAST, (table,)), (sql.ENTRIES, (table, since)))
        return read_entries(table, entries, tables[0], since) if tables else []

    async def listed(self, most: int) -> list[Listing]:
        return await self._listings(sql.LISTED, (most,))

    async def seated(self, device: str, most: int) -> list[Listing]:
        return await self._listings(sql.SEATED, (device, most))

    async def _listings(self, where: str, values: tuple[Any, ...]) -> list[Listing]:
        return listings(*await self._read(*((query, values) for query in sql.lists(where))))

    async def bring_back(self, table: str) -> None:
        await self._do(lambda connection: _execute(connection, _query(sql.BRING_BACK), (table,)))

    async def sweep(self, here: Sequence[str], days: float, aside_days: float) -> Swept:
        async def work(connection: Connection) -> Swept:
            # Others wait for whoever tidies up, and then find little to do.
            async with connection.transaction():
                await connection.execute(CLOCK, (LONGEST,))
            async with connection.transaction():
                await connection.execute(SEE, (list(here),))
                await connection.execute(_query(sql.FORGET_MAKERS))
            if not days:
                return Swept([], [])
            async with connection.transaction():
                gone = await _execute(connection, _query(sql.REMOVE), (aside_days * sql.DAY,))
                aside = await _execute(connection, _query(sql.SET_ASIDE), (days * sql.DAY,))
            return Swept([row[0] for row in aside], [row[0] for row in gone])

        return await self._do(work, self._long, LONG)

    async def tick(self, now: float | None) -> float:
        async def work(connection: Connection) -> float:
            kept = await _execute(connection, KEEP, (now or 0.0, self.process, self.process))
            if kept:
                return float(kept[0][0])
            ((passed, age),) = await _execute(connection, PASSED, ())
            if 0 <= age <= LATE:
                return float(passed + age)
            return float(passed) if now is None else now

        return await self._do(work, self._ticking)

    async def due(self, now: float, most: int) -> list[str]:
        (rows,) = await self._read((sql.DUE, (now, most)))
        return [row[0] for row in rows]

    async def check(self) -> None:
        await self._do(lambda connection: _execute(connection, _query(sql.CHECK), ()))

    async def ids(self, after: str, most: int) -> list[str]:
        (rows,) = await self._read((sql.IDS, (after, most)))
        return [row[0] for row in rows]

    async def standing(self, table: str) -> Standing:
        ((row,),) = await self._read((sql.STANDING, (table,)))
        return Standing(*row)

    async def take_in(self, table: Stored, standing: Standing) -> None:
        row, seats, entries = whole_rows(table, standing)

        async def work(connection: Connection) -> None:
            async with connection.transaction(), connection.cursor() as cursor:
                await cursor.execute(_query(sql.TAKE_IN), row)
                await cursor.executemany(_query(sql.SIT), seats)
                await cursor.executemany(_query(sql.APPEND), entries)

        await self._do(work, self._long, LONG)

    async def in_use(self) -> bool:
        """Has a server given a sign of life within the last seconds?"""
        query = "SELECT count(*) FROM processes WHERE seen > clock_timestamp() - interval '5 seconds'"
        (((count,),),) = await self._read((query, ()))
        return bool(count)

    async def close(self) -> None:
        await self._batches.close()
        await self.neighbours.close()
        for session in (self._errands, self._long, self._ticking):
            await session.close()

    async def _read(self, *queries: tuple[str, tuple[Any, ...]]) -> list[list[tuple[Any, ...]]]:
        """All of them at one and the same moment."""

        async def work(connection: Connection) -> list[list[tuple[Any, ...]]]:
            async with connection.pipeline():
                await connection.execute(b"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                cursors = [await connection.execute(_query(query), values, prepare=True) for query, values in queries]
                await connection.execute(b"COMMIT")
            return [await cursor.fetchall() for cursor in cursors]

        return await self._do(work)

    async def _do(
        self,
        work: Callable[[Connection], Coroutine[Any, Any, T]],
        session: Session | None = None,
        patience: float | None = None,
    ) -> T:
        session = session or self._errands
        try:
            return await (session.use(work) if patience is None else session.use(work, patience))
        except psycopg.Error as error:
            raise StorageFailed(str(error)) from error


def _query(text: str) -> bytes:
    return text.replace("%", "%%").replace("?", "%s").encode()


async def _execute(connection: Connection, query: bytes, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    cursor = await connection.execute(query, values)
    return await cursor.fetchall() if cursor.description else []


async def _check_limits(connection: Connection, maker: str, limits: Limits) -> None:
    # Two that come at once are counted one after the other.
    await connection.execute(b"SELECT pg_advisory_xact_lock(%s, hashtext(%s))", (MAKER, maker))
    for which, query in sql.COUNTS.items():
        limit = getattr(limits, which)
        if limit and (await _execute(connection, _query(query), (maker,)))[0][0] >= limit:
            raise TooMany(which, limit)


def _saved(head: Head) -> list[Any]:
    """What `_HEAD` is filled in with."""
    _, _, *facts = table_row(msgspec.structs.replace(head, revision=head.revision + 1)).values()
    return [*facts, head.revision + 1]


def _columns(rows: list[tuple[str, int, str, bytes, str]]) -> list[list[Any]]:
    """Seats by column, without the table."""
    return [list(column) for column in zip(*rows, strict=True)][1:]
