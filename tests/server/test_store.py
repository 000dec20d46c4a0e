"""The store: whole or not at all, one version once, and what arrives together shares a commit."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from lumarium import LumariumError
from lumarium.server.store import (
    Damaged,
    Head,
    Limits,
    Seat,
    Settings,
    StorageFailed,
    Store,
    StoredEntry,
    Swept,
    TooMany,
    VersionTaken,
    Who,
    open_store,
)
from lumarium.server.store.rows import following
from lumarium.server.store.schema import MIGRATIONS
from lumarium.server.store.sqlite import SqliteStore
from tests.postgres import shared

Story = Callable[[Any], Awaitable[None]]
Kept = str
"""The URL of a database."""


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


def entry(version: int, before: StoredEntry | None = None, table: str = "t1", **facts: object) -> StoredEntry:
    """With the checksum that follows that of the entry before it."""
    plain = StoredEntry(version=version, seat=0, notation="take bag", picks=(1, 2), time=5.0, **facts)  # type: ignore[arg-type]
    return following(plain, table, "" if before is None else before.check)


START = entry(0)


def told(kept: Kept, story: Story) -> None:
    async def run() -> None:
        store = open_store(kept, Path())
        try:
            await story(store)
        finally:
            await store.close()

    asyncio.run(run())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "new folder" / "tables.sqlite"


@pytest.fixture(params=["sqlite", "postgres"])
def kept(request: pytest.FixtureRequest, path: Path) -> Kept:
    return f"sqlite:///{path}" if request.param == "sqlite" else shared().new_database()


def done(kept: Kept, statement: str) -> list[Any]:
    """Something that is done to the database behind the store's back."""
    if not kept.startswith("sqlite"):
        return shared().execute(statement, kept)
    connection = sqlite3.connect(kept.removeprefix("sqlite:///"), isolation_level=None)
    rows = connection.execute(statement).fetchall()
    connection.close()
    return rows


def test_what_is_stored_comes_back(kept: Kept) -> None:
    async def write(store: Store) -> None:
        await store.create(head(), seats())
        await store.append(START, head())
        await store.append(second, head())
        assert await store.load("other") is None

    async def read(store: Store) -> None:
        stored = await store.load("t1")
        assert stored is not None
        assert (stored.head, stored.seats) == (head(), seats())
        assert stored.entries == [START, second]
        assert await store.entries("t1", 0) == [second]
        assert await store.entries("t1", 1) == []
        assert await store.entries("t2", -1) == []

    second = entry(1, START, key="k", undo=True, scores=(3, 4), ranking=(2, 1), turn=1)

    told(kept, write)
    told(kept, read)


def test_a_version_is_taken_once_and_follows_the_last(kept: Kept) -> None:
    async def story(store: Store) -> None:
        await store.create(head(), seats())
        for version in (1, 5):
            with pytest.raises(VersionTaken):
                await store.append(entry(version), head())
        await store.append(START, head())
        again = (store.append(entry(1, START), head()) for _ in range(20))
        answers = await asyncio.gather(*again, return_exceptions=True)
        assert sum(answer is None for answer in answers) == 1
        assert sum(isinstance(answer, VersionTaken) for answer in answers) == 19
        with pytest.raises(VersionTaken):  # no such table
            await store.append(entry(0, table="t2"), head("t2"))

    told(kept, story)


def test_a_refused_job_takes_nothing_with_it(kept: Kept) -> None:
    async def story(store: Store) -> None:
        await store.create(head(), seats())
        good = [store.create(head(f"g{number}"), seats()) for number in range(5)]
        bad = [store.create(head(), seats()) for _ in range(5)]
        mixed = [job for pair in zip(good, bad, strict=True) for job in pair]
        answers = await asyncio.gather(*mixed, return_exceptions=True)
        assert [answer is None for answer in answers] == [True, False] * 5
        assert len(await store.listed(100)) == 6

    told(kept, story)


def test_what_arrives_together_shares_a_commit(kept: Kept) -> None:
    async def story(store: Any) -> None:
        for number in range(50):
            await store.create(head(f"t{number}"), seats())
        before = store.commits
        await asyncio.gather(*(store.append(entry(0, table=f"t{number}"), head(f"t{number}")) for number in range(50)))
        assert store.commits - before < 25

    told(kept, story)


def test_whoever_changes_an_older_state_is_told_so(kept: Kept) -> None:
    """Head and seats of two who did not know of each other: the second one stores nothing, not even the move."""

    async def story(store: Store) -> None:
        ours, theirs = head(), head()
        await store.create(ours, seats())
        ours.phase = "playing"
        await store.append(START, ours, seats())
        assert ours.revision == 1
        sat = [Seat(kind="person", name="Eva"), Seat()]
        with pytest.raises(VersionTaken):
            await store.save(theirs, sat)
        with pytest.raises(VersionTaken):
            await store.append(entry(1, START), theirs)
        with pytest.raises(VersionTaken):
            await store.append(entry(1, START), theirs, sat)
        theirs.revision = 1
        with pytest.raises(VersionTaken):  # its version is taken, though nothing else changed
            await store.append(START, theirs, sat)
        stored = await store.load("t1")
        assert stored is not None
        assert (stored.head, stored.seats, stored.entries) == (ours, seats(), [START])
        await store.save(stored.head, sat)
        assert (await store.load("t1")).seats == sat  # type: ignore[union-attr]

    told(kept, story)


def test_lists_show_what_they_should(kept: Kept) -> None:
    async def story(store: Store) -> None:
        await store.create(head("a"), seats())
        await store.create(head("b", settings=Settings(listed=False)), seats())
        await store.create(head("c", phase="over"), [Seat(), Seat()])
        await store.append(entry(0, table="a", turn=1), head("a"))
        assert [(row.head.id, row.turn) for row in await store.listed(10)] == [("a", 1)]
        assert {row.head.id for row in await store.own(Who("d1", ("d1",)), 10)} == {"a", "b"}
        assert len(await store.own(Who("d1", ("d1",)), 1)) == 1
        assert await store.own(Who("d1", ()), 10) == [], "whoever has no key sits nowhere"
        await store.save(head("b"), [Seat(), Seat()])
        assert {row.head.id for row in await store.listed(10)} == {"a", "b"}
        assert {row.head.id for row in await store.own(Who("d1", ("d1",)), 10)} == {"a"}

    told(kept, story)


DAY = 86400.0


def _days(kept: Kept, days: float) -> None:
    """So much time passes, as the store counts it."""
    done(kept, f"UPDATE clock SET open = open + {days * DAY}")


def test_old_tables_go_in_two_steps_with_all_that_is_theirs(kept: Kept) -> None:
    async def story(store: Store) -> None:
        for name in ("a", "b", "c"):
            await store.create(head(name), seats())
        await store.append(entry(0, table="a"), head("a"))
        _days(kept, 50)
        await store.save(head("b"), seats())
        _days(kept, 11)
        assert await store.sweep(["c"], 60, 14) == Swept(["a"], [])
        assert [row.head.id for row in await store.listed(10)] == ["b", "c"]
        assert "a" in {row.head.id for row in await store.own(Who("d1", ("d1",)), 10)}, "whoever sat there finds it"
        _days(kept, 13)
        assert await store.sweep(["b", "c"], 60, 14) == Swept([], [])
        _days(kept, 2)
        assert await store.sweep(["b", "c"], 60, 14) == Swept([], ["a"])
        assert await store.load("a") is None
        assert await store.entries("a", -1) == []
        assert await store.load("b") is not None

    told(kept, story)


def test_what_was_set_aside_is_brought_back(kept: Kept) -> None:
    async def story(store: Store) -> None:
        await store.create(head(), seats())
        _days(kept, 61)
        assert (await store.sweep([], 60, 14)).aside == ["t1"]
        stored = await store.load("t1")
        assert stored is not None
        assert stored.aside
        await store.bring_back("t1")
        _days(kept, 20)
        assert await store.sweep([], 60, 14) == Swept([], [])
        assert await store.sweep([], 0, 14) == Swept([], [])
        assert [row.head.id for row in await store.listed(10)] == ["t1"]

    told(kept, story)


def test_no_clock_makes_a_table_old(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    """Years forward, back again, and the first days of 1970: the store's own time goes on by minutes."""

    async def story(store: Store) -> None:
        await store.create(head(), seats())
        now = time.time()
        for wrong in (now + 61 * DAY, now, now + 9000 * DAY, 0.0, now, now - 61 * DAY, now + 61 * DAY):
            monkeypatch.setattr(time, "time", lambda wrong=wrong: wrong)
            assert await store.sweep([], 60, 14) == Swept([], [])
        monkeypatch.undo()

    told(kept, story)


def test_a_maker_has_so_many_tables_and_so_many_a_day(kept: Kept) -> None:
    async def story(store: Store) -> None:
        async def make(name: str, maker: str = "m") -> str:
            try:
                await store.create(head(name), seats(), maker, Limits(unfinished=2, daily=4))
            except TooMany as error:
                return f"{error.which} {error.limit}"
            return "made"

        assert [await make(name) for name in "abc"] == ["made", "made", "unfinished 2"]
        assert await make("x", "another") == "made"
        for name in "abcd":
            if name > "b":
                assert await make(name) == "made"
            await store.save(head(name, phase="closed"), seats())
        assert await make("e") == "daily 4", "closing does not make room for the day"
        _days(kept, 1.1)
        await store.sweep([], 60, 14)
        assert done(kept, "SELECT id FROM tables WHERE maker <> ''") == [("x",)], (
            "who made a table is forgotten when it no longer counts"
        )
        assert await make("e") == "made"

    told(kept, story)


def test_damage_is_named(kept: Kept) -> None:
    async def write(store: Store) -> None:
        for name in ("a", "b"):
            await store.create(head(name), seats())

    async def read(store: Store) -> None:
        with pytest.raises(Damaged):
            await store.load("a")
        assert [row.head.id for row in await store.listed(10)] == ["b"]

    told(kept, write)
    done(kept, "UPDATE tables SET head = 'x' WHERE id = 'a'")
    told(kept, read)


def test_settings_of_the_connection(path: Path) -> None:
    told(f"sqlite:///{path}", lambda store: store.create(head(), seats()))
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

    told(f"sqlite:///{path}", story)


@pytest.mark.parametrize("url", ["oracle://user:secret@host/db", "mysql://x", "sqlite:", "sqlite:///", "x.sqlite"])
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
            assert isinstance(statement, str)
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
        second = entry(1, START, undo=True)
        assert stored.entries == [START, second]
        await store.append(entry(2, second, undo=True, practice=7), head())
        assert (await store.entries("t1", 1))[0].practice == 7

    told(f"sqlite:///{path}", story)


OLD_HEAD = (
    b'{"id":"t1","game":"luminos","rules_version":1,"players":2,"options":{},"settings":{"listed":false,"start":"full",'
    b'"draw":false,"pace":"quick","hints":true},"secret":"AAAA","host":"h","watch":"w","join":"j","created":1.0,'
    b'"phase":"playing","nonces":[],"names":[],"next":null,"closed":null}'
)
"""A table as it was written before there was practice."""
