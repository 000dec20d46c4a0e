"""Tables in an SQLite file."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any

import msgspec

from . import Damaged, Head, Listing, Seat, Stored, StoredEntry, TooMany, VersionTaken
from .writer import Writer

LIVE = ("waiting", "playing")
APPEND = (
    "INSERT INTO events SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? "
    'WHERE (SELECT coalesce(max(version), -1) + 1 FROM events WHERE "table" = ?) = ?'
)
_head = msgspec.json.Decoder(Head)
_seat = msgspec.json.Decoder(Seat)
_numbers = msgspec.json.Decoder(tuple[int, ...])
_encode = msgspec.json.encode


class SqliteStore:
    """The store of a single server process."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._writer = Writer(path)

    @property
    def commits(self) -> int:
        """How many transactions there were."""
        return self._writer.commits

    async def create(self, head: Head, seats: list[Seat], maker: str = "", most: int = 0) -> None:
        row = {**_columns(head), "maker": maker}
        seat_rows = _seat_rows(head.id, seats)

        def work(connection: sqlite3.Connection) -> None:
            if maker and most and _unfinished(connection, maker) >= most:
                raise TooMany(f"{most} tables")
            columns = "id, game, phase, listed, touched, head, maker"
            values = ":id, :game, :phase, :listed, :touched, :head, :maker"
            connection.execute(f"INSERT INTO tables ({columns}) VALUES ({values})", row)
            connection.executemany("INSERT INTO seats VALUES (?, ?, ?, ?)", seat_rows)

        await self._writer.do(work)

    async def save(self, head: Head, seats: list[Seat]) -> None:
        row, seat_rows = _columns(head), _seat_rows(head.id, seats)
        await self._writer.do(lambda connection: _save(connection, row, seat_rows))

    async def append(self, entry: StoredEntry, head: Head, seats: list[Seat] | None = None) -> None:
        table, row = head.id, _entry_row(entry)
        columns = None if seats is None else (_columns(head), _seat_rows(table, seats))

        def work(connection: sqlite3.Connection) -> None:
            if connection.execute(APPEND, (table, *row, table, entry.version)).rowcount != 1:
                raise VersionTaken(f"{table}: version {entry.version} does not follow")
            if columns is None:
                connection.execute("UPDATE tables SET touched = ? WHERE id = ?", (entry.time, table))
            else:
                _save(connection, *columns)

        await self._writer.do(work)

    async def load(self, table: str) -> Stored | None:
        def work(connection: sqlite3.Connection) -> tuple[Any, list[Any], list[Any]]:
            row = connection.execute("SELECT head, touched FROM tables WHERE id = ?", (table,)).fetchone()
            return row, _rows_of_seats(connection, table), _rows_of_entries(connection, table, -1)

        row, seats, entries = await self._writer.do(work)
        if row is None:
            return None
        try:
            head = _head.decode(row[0])
            stored = Stored(head, [_seat.decode(data) for data in seats], [_entry(data) for data in entries], row[1])
        except (msgspec.MsgspecError, UnicodeDecodeError, TypeError) as error:
            raise Damaged(f"{table}: {error}") from error
        if len(stored.seats) != head.players or [entry.version for entry in stored.entries] != [*range(len(entries))]:
            raise Damaged(f"{table}: seats or entries are missing")
        return stored

    async def entries(self, table: str, since: int) -> list[StoredEntry]:
        rows = await self._writer.do(lambda connection: _rows_of_entries(connection, table, since))
        return [_entry(row) for row in rows]

    async def listed(self, most: int) -> list[Listing]:
        where = f"listed = 1 AND phase IN {LIVE!r} ORDER BY touched DESC LIMIT ?"
        return await self._writer.do(lambda connection: _listings(connection, where, (most,)))

    async def seated(self, device: str, most: int) -> list[Listing]:
        where = 'id IN (SELECT "table" FROM seats WHERE device = ?) ORDER BY touched DESC LIMIT ?'
        return await self._writer.do(lambda connection: _listings(connection, where, (device, most)))

    async def expire(self, before: float) -> list[str]:
        query = "DELETE FROM tables WHERE touched < ? RETURNING id"
        rows = await self._writer.do(lambda connection: connection.execute(query, (before,)).fetchall())
        return [row[0] for row in rows]

    async def close(self) -> None:
        await self._writer.close()


def _unfinished(connection: sqlite3.Connection, maker: str) -> int:
    query = f"SELECT count(*) FROM tables WHERE maker = ? AND maker <> '' AND phase IN {LIVE!r}"
    return int(connection.execute(query, (maker,)).fetchone()[0])


def _columns(head: Head) -> dict[str, Any]:
    return {
        "id": head.id,
        "game": head.game,
        "phase": head.phase,
        "listed": int(head.settings.listed),
        "touched": time.time(),
        "head": _encode(head),
    }


def _seat_rows(table: str, seats: list[Seat]) -> list[tuple[str, int, str, bytes]]:
    return [(table, number, seat.device, _encode(seat)) for number, seat in enumerate(seats)]


def _save(connection: sqlite3.Connection, row: dict[str, Any], seats: list[tuple[str, int, str, bytes]]) -> None:
    done = "" if row["phase"] in LIVE else ", maker = ''"
    connection.execute(
        f"UPDATE tables SET phase = :phase, listed = :listed, touched = :touched, head = :head{done} WHERE id = :id",
        row,
    )
    connection.executemany("INSERT OR REPLACE INTO seats VALUES (?, ?, ?, ?)", seats)


def _entry_row(entry: StoredEntry) -> tuple[Any, ...]:
    lists = (_encode(numbers).decode() for numbers in (entry.picks, entry.scores, entry.ranking))
    picks, scores, ranking = lists
    return (
        entry.version,
        entry.seat,
        entry.notation,
        picks,
        entry.time,
        int(entry.undo),
        entry.key,
        scores,
        ranking,
        entry.turn,
        entry.practice,
    )


def _entry(row: tuple[Any, ...]) -> StoredEntry:
    version, seat, notation, picks, moment, undo, key, scores, ranking, turn, practice = row
    return StoredEntry(
        version=version,
        seat=seat,
        notation=notation,
        picks=_numbers.decode(picks),
        time=moment,
        undo=bool(undo),
        practice=practice,
        key=key,
        scores=_numbers.decode(scores),
        ranking=_numbers.decode(ranking),
        turn=turn,
    )


def _rows_of_seats(connection: sqlite3.Connection, table: str) -> list[Any]:
    query = 'SELECT data FROM seats WHERE "table" = ? ORDER BY seat'
    return [row[0] for row in connection.execute(query, (table,))]


def _rows_of_entries(connection: sqlite3.Connection, table: str, since: int) -> list[Any]:
    query = (
        "SELECT version, seat, notation, picks, time, undo, key, scores, ranking, turn, practice FROM events "
        'WHERE "table" = ? AND version > ? ORDER BY version'
    )
    return connection.execute(query, (table, since)).fetchall()


def _listings(connection: sqlite3.Connection, where: str, values: tuple[Any, ...]) -> list[Listing]:
    listings = []
    query = f"SELECT id, head, touched FROM tables WHERE {where}"
    latest = 'SELECT turn, scores, ranking FROM events WHERE "table" = ? ORDER BY version DESC LIMIT 1'
    for table, head, touched in connection.execute(query, values).fetchall():
        try:
            seats = [_seat.decode(data) for data in _rows_of_seats(connection, table)]
            turn, scores, ranking = connection.execute(latest, (table,)).fetchone() or (None, "[]", "[]")
            numbers = (_numbers.decode(scores), _numbers.decode(ranking))
            listings.append(Listing(_head.decode(head), seats, touched, turn, *numbers))
        except (msgspec.MsgspecError, UnicodeDecodeError):  # a damaged table is not shown, the others are
            continue
    return listings
