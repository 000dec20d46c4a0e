"""When somebody is told: once a turn, whatever is taken back; not at night; and once a day after a while away."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from lumarium.server import protocol
from lumarium.server.calling import AWAY, DAY, LOOK, Caller
from lumarium.server.clock import Live, PerDecision
from lumarium.server.config import Config
from lumarium.server.house import House
from lumarium.server.pausing import pause
from lumarium.server.store import Call, Head, Person, Store, Who, open_store
from lumarium.server.store.calls import Address, Hook, Post
from lumarium.server.store.rows import following
from lumarium.server.telling import PAUSED
from tests.postgres import shared
from tests.server.clocks import started
from tests.server.test_store import Kept, done, entry, head, seats

Story = Callable[[House, Caller, str], Awaitable[None]]


@pytest.fixture(params=["sqlite", "postgres"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Kept:
    return f"sqlite:///{tmp_path}/tables.sqlite" if request.param == "sqlite" else shared().new_database()


def playing(name: str = "t1") -> Head:
    return head(name, phase="playing", names=("Ana", "Vega"))


def told(kept: Kept, tmp_path: Path, story: Story, person: Person | None = None) -> None:
    """Ana has a table at which it is her turn, and an address."""

    async def run() -> None:
        store = open_store(kept, Path())
        house = House(Config(data=tmp_path), store)
        try:
            key = await store.people.register("d1", "Desk", person or Person())
            channel = await store.calls.add(key, Address(Hook("http://a.test/", "json"), "http://h"), "c", "en", 5)
            assert channel is not None
            (asked,) = await store.calls.take()
            await store.calls.sent(asked)
            await store.calls.confirm(key, "c", 1000)
            await store.create(playing(), seats())
            await store.append(entry(0, turn=0), playing(), None, [Call("turn", 0, "d1", 0, 0.0)])
            await story(house, house.caller, key)
        finally:
            await house.close()

    asyncio.run(run())


def passes(house: House, kept: Kept, seconds: float) -> None:
    """So much time passes, for people and for clocks."""
    done(kept, f"UPDATE calls SET due = due - {seconds}")
    assert house.time._said is not None
    house.time._said += seconds


async def seen_to(store: Store, caller: Caller) -> list[Post]:
    """Whatever is due is seen to; gives what is on its way then, which is taken as sent."""
    for person in await store.calls.claim():
        await caller._see_to(person)
    posts = await store.calls.take()
    for post in posts:
        await store.calls.sent(post)
    return posts


def test_a_turn_is_told_once_whatever_is_taken_back(kept: Kept, tmp_path: Path) -> None:
    async def story(house: House, caller: Caller, _key: str) -> None:
        store = house.store
        (post,) = await seen_to(store, caller)
        assert [(item.kind, item.table, item.name) for item in post.items] == [("turn", "t1", "Ana")]
        first = entry(0, turn=0)
        for version in (1, 2):  # somebody took back and moved again: it is her turn once more
            latest = msgspec.structs.replace(entry(version, first, turn=0), seat=1)
            first = following(latest, "t1", first.check)
            await store.append(first, playing(), None, [Call("turn", 0, "d1", version, 0.0)])
            assert await seen_to(store, caller) == []
        mine = entry(3, first, turn=0)
        await store.append(mine, playing(), None, [Call("turn", 0, "d1", 3, 0.0)])
        assert len(await seen_to(store, caller)) == 1, "she has decided something since"

    told(kept, tmp_path, story)


def test_what_no_longer_holds_is_not_told(kept: Kept, tmp_path: Path) -> None:
    async def story(house: House, caller: Caller, _key: str) -> None:
        await house.store.append(entry(1, entry(0, turn=0), turn=1), playing())
        assert await seen_to(house.store, caller) == []
        assert await house.store.calls.waiting() == (0, 0)

    told(kept, tmp_path, story)


def test_kinds_that_nobody_wants_are_not_told(kept: Kept, tmp_path: Path) -> None:
    async def story(house: House, caller: Caller, _key: str) -> None:
        assert await seen_to(house.store, caller) == []
        assert await house.store.calls.waiting() == (0, 0)

    told(kept, tmp_path, story, Person(kinds=("end",)))


def test_at_night_it_waits(kept: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: House, caller: Caller, _key: str) -> None:
        monkeypatch.setattr("lumarium.server.calling.quiet_for", lambda *_: 3600.0)
        assert await seen_to(house.store, caller) == []
        assert await house.store.calls.waiting() == (1, 0)
        monkeypatch.undo()
        done(kept, "UPDATE calls SET due = due - 3599")
        assert await seen_to(house.store, caller) == []
        done(kept, "UPDATE calls SET due = due - 1")
        assert len(await seen_to(house.store, caller)) == 1

    told(kept, tmp_path, story)


def test_whoever_looks_is_thought_of_later(kept: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: House, caller: Caller, _key: str) -> None:
        async def looking(_table: str) -> set[int]:
            return {0}

        monkeypatch.setattr(house, "looking", looking)
        assert await seen_to(house.store, caller) == []
        monkeypatch.undo()
        done(kept, f"UPDATE calls SET due = due - {LOOK}")
        assert len(await seen_to(house.store, caller)) == 1

    told(kept, tmp_path, story)


def test_after_a_while_away_there_is_one_message_a_day_for_all_tables(kept: Kept, tmp_path: Path) -> None:
    async def story(house: House, caller: Caller, key: str) -> None:
        store = house.store
        assert len(await seen_to(store, caller)) == 1
        done(kept, f"UPDATE people SET seen = seen - {AWAY + 60}")
        for name in ("t2", "t3"):
            await store.create(playing(name), seats())
            await store.append(entry(0, None, name, turn=0), playing(name), None, [Call("turn", 0, key, 0, 0.0)])
        assert await seen_to(store, caller) == []
        done(kept, f"UPDATE calls SET due = due - {DAY}")
        done(kept, f"UPDATE people SET told = told - {DAY + 1}, lease = 0")
        (post,) = await seen_to(store, caller)
        assert sorted(item.table for item in post.items) == ["t2", "t3"]

    told(kept, tmp_path, story)


@pytest.mark.parametrize(("limit", "quiet"), [(4 * 3600, 3 * 3600), (3 * 86400, 66 * 3600)])
def test_a_time_that_runs_short_is_told(kept: Kept, tmp_path: Path, limit: int, quiet: int) -> None:
    """When a quarter is left, or six hours."""

    async def story(house: House, caller: Caller, _key: str) -> None:
        await seen_to(house.store, caller)
        await house.time.tick()
        _, viewer = await started(house, PerDecision(limit), who=Who("d1", ("d1",)))
        viewer.hidden = True
        done(kept, "UPDATE people SET lease = 0")
        passes(house, kept, quiet - 60)
        (post,) = await seen_to(house.store, caller)
        assert "time_short" not in {item.kind for item in post.items}
        done(kept, "UPDATE people SET lease = 0")
        passes(house, kept, 60)
        (post,) = await seen_to(house.store, caller)
        assert [item.kind for item in post.items] == ["time_short"]

    told(kept, tmp_path, story)


def test_time_that_stands_still_does_not_run_short(kept: Kept, tmp_path: Path) -> None:
    """Not while the table pauses, nor while no server was there; and afterwards it is told in time."""

    async def story(house: House, caller: Caller, _key: str) -> None:
        await seen_to(house.store, caller)
        await house.time.tick()
        table, viewer = await started(house, PerDecision(86400), who=Who("d1", ("d1",)))
        viewer.hidden = True

        async def posts() -> set[str]:
            done(kept, "UPDATE people SET lease = 0")
            return {item.kind for post in await seen_to(house.store, caller) for item in post.items}

        done(kept, f"UPDATE calls SET due = due - {86400}")
        assert await posts() == {"start", "turn"}, "nobody was there: no time has passed"
        passes(house, kept, 3600)
        await pause(table, viewer, protocol.Pause(True, seat=0, id=1))
        assert table.head.clock is not None
        assert table.head.clock.paused
        passes(house, kept, 9 * 86400)
        assert await posts() == set()
        await pause(table, viewer, protocol.Pause(False, seat=0, id=2))
        passes(house, kept, 17 * 3600 - 60)
        assert await posts() == set()
        passes(house, kept, 61)
        assert await posts() == {"time_short"}

    told(kept, tmp_path, story)


def test_while_a_table_pauses_it_is_nobodys_turn(kept: Kept, tmp_path: Path) -> None:
    async def story(house: House, caller: Caller, _key: str) -> None:
        await seen_to(house.store, caller)
        await house.time.tick()
        table, viewer = await started(house, PerDecision(86400), who=Who("d1", ("d1",)))
        viewer.hidden = True
        await pause(table, viewer, protocol.Pause(True, seat=0, id=1))
        done(kept, "UPDATE people SET lease = 0")
        passes(house, kept, 3600)
        (post,) = await seen_to(house.store, caller)
        assert [item.kind for item in post.items] == ["start"]
        await pause(table, viewer, protocol.Pause(False, seat=0, id=2))
        done(kept, "UPDATE people SET lease = 0")
        passes(house, kept, PAUSED)
        (post,) = await seen_to(house.store, caller)
        assert [item.kind for item in post.items] == ["turn"]

    told(kept, tmp_path, story)


def test_who_has_minutes_sits_at_the_table(kept: Kept, tmp_path: Path) -> None:
    async def story(house: House, caller: Caller, _key: str) -> None:
        await seen_to(house.store, caller)
        await house.time.tick()
        _, viewer = await started(house, Live(300, extra=5), who=Who("d1", ("d1",)))
        viewer.hidden = True
        done(kept, "UPDATE people SET lease = 0")
        done(kept, "UPDATE calls SET due = due - 299")
        (post,) = await seen_to(house.store, caller)
        assert "time_short" not in {item.kind for item in post.items}
        assert await house.store.calls.waiting() == (0, 0)

    told(kept, tmp_path, story)
