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
    Who,
    place_of,
    sql,
)
from .batches import Batches
from .calls import AGAIN, WANTED, Call, Calls, call_rows
from .notices import Notices
from .passkeys import Passkeys
from .people import PEOPLE, People, Row, Work
from .postgres_schema import migrate
from .readings import Readings
from .rows import ENTRY, entry_row, listings, seat_rows, stored, table_row, whole_rows
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
NOW = "extract(epoch FROM clock_timestamp())::float8"
_CALL = (
    'INSERT INTO calls (person, "table", kind, seat, version, due) SELECT DISTINCT ON (k.person, c.kind) '
    f"k.person, changed.id, c.kind, c.seat, c.version, {NOW} + c.wait FROM changed, "
    "unnest(%s::text[], %s::int[], %s::int[], %s::float8[], %s::text[]) c (kind, seat, version, wait, key) "
    f"JOIN keys k ON k.key = c.key WHERE EXISTS ({WANTED}) {AGAIN}"
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
_CALLING = {
    statement: statement.replace(b"RETURNING id)", f"RETURNING id), called AS ({_CALL})".encode(), 1)
    for statement in (SAVE, APPEND, APPEND_WHOLE)
}
"""The same where somebody is to be told of it."""
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
        self._calling = Session(url)
        self._batches = Batches(Session(url), self.neighbours.changed)
        self._readings = Readings(self._do)
        self.people = People(self._errand)
        self.passkeys = Passkeys(self._errand)
        self.calls = Calls(self._errand)

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

    async def save(self, head: Head, seats: list[Seat], calls: Sequence[Call] = ()) -> None:
        saved = (time.time(), self.process, *_saved(head), head.id, head.revision)
        await self._change(head, SAVE, saved, calls, _columns(seat_rows(head.id, seats)))
        head.revision += 1

    async def append(
        self, entry: StoredEntry, head: Head, seats: list[Seat] | None = None, calls: Sequence[Call] = ()
    ) -> None:
        moved = (entry.version, entry.check, head.id, entry.version - 1, head.revision)
        row = entry_row(entry)
        if seats is None:
            await self._change(head, APPEND, (time.time(), self.process, *moved), calls, row)
            return
        seated = _columns(seat_rows(head.id, seats))
        values = (time.time(), self.process, *_saved(head), *moved)
        await self._change(head, APPEND_WHOLE, values, calls, [*row, *seated])
        head.revision += 1

    async def _change(
        self, head: Head, statement: bytes, changed: Sequence[Any], calls: Sequence[Call], rest: Sequence[Any]
    ) -> None:
        rows = call_rows(head.id, calls)
        called = _columns(rows) if rows else []
        await self._batches.do(head.id, _CALLING[statement] if rows else statement, (*changed, *called, *rest))

    async def load(self, table: str, since: int = -1) -> Stored | None:
        tables, seats, entries = await self._read(
            (LOAD, (table,)), (sql.SEATS, (table,)), (sql.ENTRIES, (table, since))
        )
        if not tables:
            return None
        keeper, *row = tables[0]
        return stored(row, seats, entries, since, keeper)

    async def entries(self, table: str, since: int) -> list[StoredEntry]:
        return await self._readings.entries(table, since)

    async def listed(self, most: int) -> list[Listing]:
        return await self._listings(sql.LISTED, (most,))

    async def own(self, who: Who, most: int) -> list[Listing]:
        return await self._listings(sql.own(len(who.keys)), (*who.keys, who.person, most))

    async def listing(self, table: str) -> Listing | None:
        found = await self._listings(sql.ONE, (table, 1))
        return found[0] if found else None

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
        for session in (self._errands, self._long, self._ticking, self._calling):
            await session.close()

    async def wipe(self) -> None:
        async def work(connection: Connection) -> None:
            for table in ("seats", "tables", "joins", "calls", "posts", *PEOPLE):
                await connection.execute(f"VACUUM {table}".encode())

        await self._do(work, self._long, LONG)

    async def _errand(self, *work: Work) -> list[list[Row]]:
        async def run(connection: Connection) -> list[list[Row]]:
            async with connection.pipeline(), connection.transaction():
                cursors = [await connection.execute(_query(_filled(query)), values) for query, values in work]
            return [await cursor.fetchall() if cursor.description else [] for cursor in cursors]

        return await self._do(run, self._calling)

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


def _filled(query: str) -> str:
    return query.replace(":now", NOW).replace(":open", sql.OPEN).replace(":free", "FOR UPDATE SKIP LOCKED")


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


def _columns(rows: Sequence[tuple[Any, ...]]) -> list[list[Any]]:
    """Rows by column, without the table."""
    return [list(column) for column in zip(*rows, strict=True)][1:]
