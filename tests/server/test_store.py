"""The store: whole or not at all, one version once, and what arrives together shares a commit."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from lumarium import LumariumError
from lumarium.server.store import Damaged, Head, Seat, Settings, StorageFailed, StoredEntry, VersionTaken, open_store
from lumarium.server.store.schema import MIGRATIONS
from lumarium.server.store.sqlite import SqliteStore

Story = Callable[[SqliteStore], Awaitable[None]]


def head(name: str = "t1", **facts: object) -> Head:
    usual: dict[str, object] = {
        "id": name,
        "game": "luminos",
        "rules_version": 1,
        "players": 2,
        "options": {"tiles": "B"},
        "settings": Settings(listed=True),
        "secret": b"\x00" * 32,
        "host": "h",
        "watch": "w",
        "join": "j",
        "created": 1.0,
    }
    return Head(**{**usual, **facts})  # type: ignore[arg-type]


def seats() -> list[Seat]:
    return [Seat(kind="person", name="Ana", device="d1"), Seat(kind="bot", level="easy")]


def entry(version: int, **facts: object) -> StoredEntry:
    return StoredEntry(version=version, seat=0, notation="take bag", picks=(1, 2), time=5.0, **facts)  # type: ignore[arg-type]


def told(path: Path, story: Story) -> None:
    async def run() -> None:
        store = SqliteStore(path)
        try:
            await story(store)
        finally:
            await store.close()

    asyncio.run(run())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "new folder" / "tables.sqlite"


def test_what_is_stored_comes_back(path: Path) -> None:
    async def write(store: SqliteStore) -> None:
        await store.create(head(), seats())
        await store.append(entry(0), head())
        await store.append(entry(1, key="k", undo=True, scores=(3, 4), ranking=(2, 1), turn=1), head())
        assert await store.load("other") is None

    async def read(store: SqliteStore) -> None:
        stored = await store.load("t1")
        assert stored is not None
        assert (stored.head, stored.seats) == (head(), seats())
        assert stored.entries == [entry(0), entry(1, key="k", undo=True, scores=(3, 4), ranking=(2, 1), turn=1)]
        assert await store.entries("t1", 0) == stored.entries[1:]

    told(path, write)
    told(path, read)


def test_a_version_is_taken_once_and_follows_the_last(path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        await store.create(head(), seats())
        for version in (1, 5):
            with pytest.raises(VersionTaken):
                await store.append(entry(version), head())
        await store.append(entry(0), head())
        answers = await asyncio.gather(*(store.append(entry(1), head()) for _ in range(20)), return_exceptions=True)
        assert sum(answer is None for answer in answers) == 1
        assert sum(isinstance(answer, VersionTaken) for answer in answers) == 19
        with pytest.raises(StorageFailed):  # no such table
            await store.append(entry(0), head("t2"))

    told(path, story)


def test_a_refused_job_takes_nothing_with_it(path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        await store.create(head(), seats())
        good = [store.create(head(f"g{number}"), seats()) for number in range(5)]
        bad = [store.create(head(), seats()) for _ in range(5)]
        mixed = [job for pair in zip(good, bad, strict=True) for job in pair]
        answers = await asyncio.gather(*mixed, return_exceptions=True)
        assert [answer is None for answer in answers] == [True, False] * 5
        assert len(await store.listed(100)) == 6

    told(path, story)


def test_what_arrives_together_shares_a_commit(path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        for number in range(50):
            await store.create(head(f"t{number}"), seats())
        before = store.commits
        await asyncio.gather(*(store.append(entry(0), head(f"t{number}")) for number in range(50)))
        assert store.commits - before < 25

    told(path, story)


def test_lists_show_what_they_should(path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        await store.create(head("a"), seats())
        await store.create(head("b", settings=Settings(listed=False)), seats())
        await store.create(head("c", phase="over"), [Seat(), Seat()])
        await store.append(entry(0, turn=1), head("a"))
        assert [(row.head.id, row.turn) for row in await store.listed(10)] == [("a", 1)]
        assert {row.head.id for row in await store.seated("d1", 10)} == {"a", "b"}
        assert len(await store.seated("d1", 1)) == 1
        await store.save(head("b"), [Seat(), Seat()])
        assert {row.head.id for row in await store.listed(10)} == {"a", "b"}
        assert {row.head.id for row in await store.seated("d1", 10)} == {"a"}

    told(path, story)


def test_old_tables_go_with_all_that_is_theirs(path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        await store.create(head("a"), seats())
        await store.append(entry(0), head("a"))  # its time is long ago
        await store.create(head("b"), seats())
        assert await store.expire(time.time() - 60) == ["a"]
        assert await store.load("a") is None
        assert await store.entries("a", -1) == []
        assert await store.load("b") is not None

    told(path, story)


def test_damage_is_named(path: Path) -> None:
    async def write(store: SqliteStore) -> None:
        for name in ("a", "b"):
            await store.create(head(name), seats())

    async def read(store: SqliteStore) -> None:
        with pytest.raises(Damaged):
            await store.load("a")
        assert [row.head.id for row in await store.listed(10)] == ["b"]

    told(path, write)
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("UPDATE tables SET head = 'x' WHERE id = 'a'")
    connection.close()
    told(path, read)


def test_settings_of_the_connection(path: Path) -> None:
    told(path, lambda store: store.create(head(), seats()))
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("SELECT max(version) FROM schema").fetchone() == (len(MIGRATIONS),)
    connection.execute("INSERT INTO schema VALUES (99)")
    connection.commit()
    connection.close()
    with pytest.raises(LumariumError, match="written by a newer Lumarium"):
        SqliteStore(path)


def test_files_that_are_no_database(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    path.write_bytes(b"no database at all, but long enough to be looked at closely " * 20)
    with pytest.raises(LumariumError, match="cannot be read as a database"):
        SqliteStore(path)
    with pytest.raises(LumariumError, match="cannot be written"):
        SqliteStore(path / "below" / "a file")


def test_a_full_disk_is_a_typed_answer(path: Path) -> None:
    async def story(store: SqliteStore) -> None:
        await store.create(head(), seats())
        connection = store._writer._connection
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")
        jobs = [store.create(head(f"t{number}", options={"x": "y" * 9000}), seats()) for number in range(3)]
        answers = await asyncio.gather(*jobs, return_exceptions=True)
        assert all(isinstance(answer, StorageFailed) for answer in answers)
        connection.execute("PRAGMA max_page_count = 1000000")
        await store.create(head("t9"), seats())
        assert {row.head.id for row in await store.listed(10)} == {"t1", "t9"}

    told(path, story)


@pytest.mark.parametrize("url", ["postgresql://user:secret@host/db", "mysql://x", "sqlite:", "sqlite:///", "x.sqlite"])
def test_other_databases_are_refused_by_name(tmp_path: Path, url: str) -> None:
    with pytest.raises(LumariumError, match="SQLite") as refused:
        open_store(url, tmp_path)
    assert "secret" not in str(refused.value)


def test_a_database_can_be_named(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path}/mine.db", tmp_path / "data")
    asyncio.run(store.close())
    assert (tmp_path / "mine.db").is_file()


def test_a_database_from_before_practice_is_brought_up_to_date(path: Path) -> None:
    path.parent.mkdir()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE schema (version INTEGER NOT NULL)")
    for number, step in enumerate(MIGRATIONS[:2], 1):
        for statement in step:
            connection.execute(statement)
        connection.execute("INSERT INTO schema VALUES (?)", (number,))
    with connection:
        columns = "id, game, phase, listed, touched, head"
        connection.execute(
            f"INSERT INTO tables ({columns}) VALUES ('t1', 'luminos', 'playing', 0, 1.0, ?)", (OLD_HEAD,)
        )
        for seat in (0, 1):
            connection.execute("INSERT INTO seats VALUES ('t1', ?, '', '{}')", (seat,))
        for version in (0, 1):
            values = (version, "take bag", "[1,2]", 5.0, version, "[]", "[]")
            connection.execute("INSERT INTO events VALUES ('t1', ?, 0, ?, ?, ?, ?, NULL, ?, ?, NULL)", values)
    connection.close()

    async def story(store: SqliteStore) -> None:
        stored = await store.load("t1")
        assert stored is not None
        assert not stored.head.settings.practice
        assert stored.entries == [entry(0), entry(1, undo=True)]
        await store.append(entry(2, undo=True, practice=7), head())
        assert (await store.entries("t1", 1))[0].practice == 7

    told(path, story)


OLD_HEAD = (
    b'{"id":"t1","game":"luminos","rules_version":1,"players":2,"options":{},"settings":{"listed":false,"start":"full",'
    b'"draw":false,"pace":"quick","hints":true},"secret":"AAAA","host":"h","watch":"w","join":"j","created":1.0,'
    b'"phase":"playing","nonces":[],"names":[],"next":null,"closed":null}'
)
"""A table as it was written before there was practice."""
