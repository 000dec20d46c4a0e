"""Rows that were changed behind our back: each is found and named, and costs nobody else anything."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import stat
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from lumarium import LumariumError
from lumarium.server.store import Damaged, Head, Seat, Settings, StoredEntry, Who
from lumarium.server.store.rows import following
from lumarium.server.store.sqlite import SqliteStore

GOOD, BAD, UNSTARTED = "good", "bad", "unstarted"
MOVES = 4
VALUES = (None, "", "x", "[]", "[9]", b"\xff\xfe", b"{", -1, 0, 1, 7, 99, 2**40, 0.5, 1e308, "take 0", "ä")
BAD_TEXT = "CAST(X'FFFE' AS TEXT)"


def head(name: str) -> Head:
    return Head(
        id=name,
        game="luminos",
        rules_version=1,
        players=2,
        options={},
        settings=Settings(listed=True),
        secret=b"\x00" * 32,
        host="h",
        watch="w",
        join="j",
        created=1.0,
        phase="playing",
    )


async def _fill(path: Path) -> None:
    store = SqliteStore(path)
    seats = [Seat(kind="person", name="Ana", device="d"), Seat(kind="bot", level="easy")]
    for name in (GOOD, BAD, UNSTARTED):
        await store.create(head(name), seats)
    for name in (GOOD, BAD):
        last = ""
        for version in range(MOVES):
            entry = StoredEntry(
                version=version,
                seat=version % 2 if version else None,
                notation="take bag" if version else "",
                picks=(3, 1),
                time=5.0 + version,
                key=f"k{version}" if version else None,
                scores=(1, 2),
                ranking=(2, 1),
                turn=version % 2,
            )
            entry = following(entry, name, last)
            await store.append(entry, head(name))
            last = entry.check
    await store.close()


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("damage") / "tables.sqlite"
    asyncio.run(_fill(path))
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return path.read_bytes()


COLUMNS = {
    "tables": ("game", "phase", "listed", "head", '"check"', "due", "version", "last", "touched"),
    "seats": ("seat", "device", "data", '"check"'),
    "events": (
        *("version", "seat", "notation", "picks", "time", "undo", "practice", "key", "scores", "ranking", "turn"),
        '"check"',
    ),
}
UNNOTICED = {("tables", "touched")}
"""When a table was touched orders lists; a number in its place is as good as another."""


def _changes(table: str, column: str) -> list[tuple[str, tuple[object, ...]]]:
    rows = {
        "tables": [f"id = '{BAD}'"],
        "seats": [f"\"table\" = '{BAD}' AND seat = {seat}" for seat in (0, 1)],
        "events": [f"\"table\" = '{BAD}' AND version = {version}" for version in range(MOVES)],
    }[table]
    found: list[tuple[str, tuple[object, ...]]] = []
    for where in rows:
        found += [(f"UPDATE {table} SET {column} = ? WHERE {where}", (value,)) for value in VALUES]
        found.append((f"UPDATE {table} SET {column} = {BAD_TEXT} WHERE {where}", ()))
    return found


async def _look(path: Path) -> tuple[str, set[str], set[str]]:
    """What became of the damaged table: how it loads, and who is listed."""
    store = SqliteStore(path)
    try:
        listed = {row.head.id for row in await store.listed(10)}
        mine = {row.head.id for row in await store.own(Who("d", ("d",)), 10)}
        try:
            stored = await store.load(BAD)
            told = "sound" if stored is not None else "unknown"
        except Damaged as error:
            told = str(error)
        with suppress(Damaged):
            await store.entries(BAD, 1)
        assert (await store.load(GOOD)) is not None
        assert (await store.load(UNSTARTED)) is not None
        return told, listed, mine
    finally:
        await store.close()


@pytest.mark.parametrize(("table", "column"), [(table, column) for table in COLUMNS for column in COLUMNS[table]])
def test_every_change_of_every_column_is_found(filled: bytes, tmp_path: Path, table: str, column: str) -> None:
    changes = _changes(table, column)
    for statement, values in random.Random(column).sample(changes, 12):
        path = tmp_path / "tables.sqlite"
        path.write_bytes(filled)
        for end in ("-wal", "-shm"):
            path.with_name(path.name + end).unlink(missing_ok=True)
        connection = sqlite3.connect(path)
        try:
            with connection:
                before = list(connection.iterdump())
                connection.execute(statement, values)
                if list(connection.iterdump()) == before:
                    continue  # it was that already
        except (sqlite3.IntegrityError, sqlite3.OperationalError):
            continue  # the database itself does not take it
        finally:
            connection.close()
        told, listed, mine = asyncio.run(_look(path))
        assert {GOOD, UNSTARTED} <= listed, (statement, values)
        assert {GOOD, UNSTARTED} <= mine, (statement, values)
        if (table, column) not in UNNOTICED:
            assert told.startswith(f"{BAD}: "), (statement, values, told)


@pytest.mark.parametrize(
    "statement",
    [
        f"DELETE FROM events WHERE \"table\" = '{BAD}' AND version = {MOVES - 1}",
        f"DELETE FROM events WHERE \"table\" = '{BAD}' AND version = 0",
        f"DELETE FROM events WHERE \"table\" = '{BAD}'",
        f"DELETE FROM seats WHERE \"table\" = '{BAD}' AND seat = 1",
        f"UPDATE seats SET \"table\" = '{BAD}', seat = 2 WHERE \"table\" = '{GOOD}' AND seat = 0",
        f"UPDATE events SET \"table\" = '{BAD}', version = 4 WHERE \"table\" = '{GOOD}' AND version = 3",
        f"UPDATE events SET notation = 'take 1' WHERE \"table\" = '{BAD}' AND version = 2",
        f"UPDATE events SET time = 7.5 WHERE \"table\" = '{BAD}' AND version = 2",
        f"UPDATE events SET key = 'k9' WHERE \"table\" = '{BAD}' AND version = 2",
        f"UPDATE events SET turn = 99 WHERE \"table\" = '{BAD}' AND version = 3",
    ],
)
def test_what_is_missing_or_does_not_belong_there_is_found(filled: bytes, tmp_path: Path, statement: str) -> None:
    path = tmp_path / "tables.sqlite"
    path.write_bytes(filled)
    connection = sqlite3.connect(path)
    with connection:
        assert connection.execute(statement).rowcount
    connection.close()
    store = SqliteStore(path)

    async def story() -> None:
        assert {row.head.id for row in await store.listed(10)} >= {UNSTARTED}
        with pytest.raises(Damaged, match=f"^{BAD}: "):
            await store.load(BAD)
        await store.close()

    asyncio.run(story())


def test_a_folder_and_a_database_are_nobody_elses(tmp_path: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("rights are other things there")
    path = tmp_path / "data" / "tables.sqlite"
    for name in ("a", "b"):
        store = SqliteStore(path)
        asyncio.run(store.create(head(name), [Seat(), Seat()]))
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        assert {stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()} == {0o600}
        asyncio.run(store.close())
        path.chmod(0o644)  # one from before


def test_a_database_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").mkdir()
    with pytest.raises(LumariumError, match="cannot be"):
        SqliteStore(tmp_path / "tables.sqlite")
