"""Tables in an SQLite file."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from lumarium.server.neighbours import Alone

from . import (
    LONGEST,
    NO_LIMITS,
    Head,
    Limits,
    Listing,
    Seat,
    Standing,
    Stored,
    StoredEntry,
    Swept,
    TooMany,
    VersionTaken,
    Who,
    sql,
)
from .calls import CALL, Call, Calls, call_rows
from .passkeys import Passkeys
from .people import People, Row, Work
from .rows import entry_row, listings, read_entries, seat_rows, stored, table_row, whole_rows
from .writer import Writer

TOUCH = f"UPDATE tables SET touched = ?, seen = {sql.OPEN}"
_HEAD = 'phase = ?, listed = ?, head = ?, "check" = ?, due = ?'
SAVE = f"{TOUCH}, {_HEAD}, revision = revision + 1 WHERE id = ? AND revision = ?"
PASS = "UPDATE house SET passed = max(passed, ?)"
"""Never back; where no clock runs nobody needs to know, and nothing is written."""
NOW = "((julianday('now') - 2440587.5) * 86400.0)"
MOVE_ON = f"{TOUCH}, version = ?, last = ? WHERE id = ? AND version = ? AND revision = ?"


class SqliteStore:
    """The store of a single server process."""

    beat = 5.0
    """What is lost at most if the machine fails; whoever moves meanwhile loses nothing."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.neighbours = Alone()
        self._writer = Writer(path)
        self.people = People(self._errand)
        self.passkeys = Passkeys(self._errand)
        self.calls = Calls(self._errand)

    @property
    def commits(self) -> int:
        """How many transactions there were."""
        return self._writer.commits

    async def create(self, head: Head, seats: list[Seat], maker: str = "", limits: Limits = NO_LIMITS) -> None:
        row = (*table_row(head).values(), head.revision, time.time(), maker)
        rows = seat_rows(head.id, seats)

        def work(connection: sqlite3.Connection) -> None:
            for which, query in sql.COUNTS.items() if maker else ():
                limit = getattr(limits, which)
                if limit and connection.execute(query, (maker,)).fetchone()[0] >= limit:
                    raise TooMany(which, limit)
            connection.execute(sql.CREATE, row)
            connection.executemany(sql.SIT, rows)

        await self._writer.do(work)

    async def save(self, head: Head, seats: list[Seat], calls: Sequence[Call] = ()) -> None:
        rows, seated, passed = _saved(head), seat_rows(head.id, seats), _passed(head)
        called = call_rows(head.id, calls)

        def work(connection: sqlite3.Connection) -> None:
            _save(connection, rows, seated, passed)
            connection.executemany(_filled(CALL), called)

        await self._writer.do(work)
        head.revision += 1

    async def append(
        self, entry: StoredEntry, head: Head, seats: list[Seat] | None = None, calls: Sequence[Call] = ()
    ) -> None:
        table, row, called = head.id, entry_row(entry), call_rows(head.id, calls)
        moved = (time.time(), entry.version, entry.check, table, entry.version - 1, head.revision)
        whole = None if seats is None else (_saved(head), seat_rows(table, seats), _passed(head))

        def work(connection: sqlite3.Connection) -> None:
            # Whoever comes second finds that the table has moved on.
            if connection.execute(MOVE_ON, moved).rowcount != 1:
                raise VersionTaken(f"{table}: version {entry.version} does not follow")
            connection.execute(sql.APPEND, (table, *row))
            if whole is not None:
                _save(connection, *whole)
            if called:
                connection.executemany(_filled(CALL), called)

        await self._writer.do(work)
        head.revision += seats is not None

    async def load(self, table: str, since: int = -1) -> Stored | None:
        def work(connection: sqlite3.Connection) -> tuple[Any, list[Any], list[Any]]:
            row = connection.execute(sql.LOAD, (table,)).fetchone()
            seats = connection.execute(sql.SEATS, (table,)).fetchall()
            return row, seats, connection.execute(sql.ENTRIES, (table, since)).fetchall()

        row, seats, entries = await self._writer.do(work)
        return None if row is None else stored(row, seats, entries, since)

    async def entries(self, table: str, since: int) -> list[StoredEntry]:
        def work(connection: sqlite3.Connection) -> tuple[Any, list[Any]]:
            row = connection.execute(sql.LAST, (table,)).fetchone()
            return row, connection.execute(sql.ENTRIES, (table, since)).fetchall()

        row, entries = await self._writer.do(work)
        return [] if row is None else read_entries(table, entries, row, since)

    async def listed(self, most: int) -> list[Listing]:
        return await self._listings(sql.LISTED, (most,))

    async def own(self, who: Who, most: int) -> list[Listing]:
        return await self._listings(sql.own(len(who.keys)), (*who.keys, who.person, most))

    async def listing(self, table: str) -> Listing | None:
        found = await self._listings(sql.ONE, (table, 1))
        return found[0] if found else None

    async def _listings(self, where: str, values: tuple[Any, ...]) -> list[Listing]:
        def work(connection: sqlite3.Connection) -> list[list[Any]]:
            return [connection.execute(query, values).fetchall() for query in sql.lists(where)]

        return listings(*await self._writer.do(work))

    async def bring_back(self, table: str) -> None:
        await self._writer.do(lambda connection: connection.execute(sql.BRING_BACK, (table,)))

    async def sweep(self, here: Sequence[str], days: float, aside_days: float) -> Swept:
        now = time.time()
        return await self._writer.do(lambda connection: _sweep(connection, now, here, days, aside_days))

    async def tick(self, now: float | None) -> float:
        def work(connection: sqlite3.Connection) -> float:
            connection.execute(f"{PASS} WHERE EXISTS (SELECT 1 FROM tables WHERE due IS NOT NULL)", (now or 0.0,))
            return float(connection.execute("SELECT passed FROM house").fetchone()[0])

        return max(await self._writer.do(work), now or 0.0)

    async def due(self, now: float, most: int) -> list[str]:
        rows = await self._writer.do(lambda connection: connection.execute(sql.DUE, (now, most)).fetchall())
        return [row[0] for row in rows]

    async def check(self) -> None:
        await self._writer.do(lambda connection: connection.execute(sql.CHECK))

    async def in_use(self) -> bool:
        return False  # whoever opened it holds its folder

    async def ids(self, after: str, most: int) -> list[str]:
        rows = await self._writer.do(lambda connection: connection.execute(sql.IDS, (after, most)).fetchall())
        return [row[0] for row in rows]

    async def standing(self, table: str) -> Standing:
        row = await self._writer.do(lambda connection: connection.execute(sql.STANDING, (table,)).fetchone())
        return Standing(*row)

    async def take_in(self, table: Stored, standing: Standing) -> None:
        row, seats, entries = whole_rows(table, standing)

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(sql.TAKE_IN, row)
            connection.executemany(sql.SIT, seats)
            connection.executemany(sql.APPEND, entries)

        await self._writer.do(work)

    async def wipe(self) -> None:
        await self._writer.rest(lambda connection: connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall())

    async def close(self) -> None:
        await self._writer.close()

    async def _errand(self, *work: Work) -> list[list[Row]]:
        queries = [(_filled(query), values) for query, values in work]

        def run(connection: sqlite3.Connection) -> list[list[Row]]:
            return [connection.execute(query, values).fetchall() for query, values in queries]

        return await self._writer.do(run)


def _filled(query: str) -> str:
    return query.replace(":now", NOW).replace(":open", sql.OPEN).replace(":free", "")


def _saved(head: Head) -> tuple[Any, ...]:
    """What SAVE is filled in with."""
    table, _, *facts = table_row(msgspec.structs.replace(head, revision=head.revision + 1)).values()
    return (time.time(), *facts, table, head.revision)


def _passed(head: Head) -> float | None:
    """The time of the house by which a table's clock goes."""
    return None if head.clock is None else head.clock.at


def _save(connection: sqlite3.Connection, row: tuple[Any, ...], seats: list[Any], passed: float | None) -> None:
    if connection.execute(SAVE, row).rowcount != 1:
        raise VersionTaken(f"{row[-2]}: revision {row[-1]} is not the latest")
    connection.executemany(sql.SIT, seats)
    if passed is not None:
        connection.execute(PASS, (passed,))


def _sweep(connection: sqlite3.Connection, now: float, here: Sequence[str], days: float, aside_days: float) -> Swept:
    connection.execute("UPDATE clock SET open = open + min(max(? - at, 0), ?), at = ?", (now, LONGEST, now))
    connection.executemany(f"UPDATE tables SET seen = {sql.OPEN} WHERE id = ?", [(table,) for table in here])
    connection.execute(sql.FORGET_MAKERS)
    if not days:
        return Swept([], [])
    gone = connection.execute(sql.REMOVE, (aside_days * sql.DAY,)).fetchall()
    aside = connection.execute(sql.SET_ASIDE, (days * sql.DAY,)).fetchall()
    return Swept([row[0] for row in aside], [row[0] for row in gone])
