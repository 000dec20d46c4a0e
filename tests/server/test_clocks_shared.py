"""Clocks at a database that several processes share: one time for all, and one end of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from lumarium import Record
from lumarium.server import timing
from lumarium.server.clock import PerDecision
from lumarium.server.house import House
from lumarium.server.store.postgres import LATE, PostgresStore
from lumarium.server.tables import Table
from tests.postgres import Cluster, needs_postgres
from tests.server.clocks import Hands, decide, kinds, opened, person, started, stored
from tests.server.conftest import UNHURRIED
from tests.server.harness import Client, Server

pytestmark = needs_postgres()
LIMIT = 20
Story = Callable[[Hands, House, House], Awaitable[None]]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    made = Cluster()
    yield made
    made.remove()


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "STAND_INS", ("random",))


def told(cluster: Cluster, tmp_path: Path, story: Story) -> None:
    """Two houses at one database; the hands of both their clocks are the test's."""

    async def run() -> None:
        url, hands = cluster.new_database(), Hands()
        one, two = (opened(tmp_path, hands, PostgresStore(url)) for _ in range(2))
        for house in (one, two):
            cluster.execute(f"INSERT INTO processes VALUES ('{house.store.neighbours.process}', 1, now())", url)
            await house.time.tick()
        try:
            await story(hands, one, two)
        finally:
            await one.close()
            await two.close()

    asyncio.run(run())


def other(house: House) -> str:
    store = house.store
    assert isinstance(store, PostgresStore)
    return store.url


async def look(house: House, table: Table) -> None:
    await house.alarms._look(table)


def test_whoever_notices_it_first_is_the_only_one(cluster: Cluster, tmp_path: Path, long: bool) -> None:
    """Both processes ring at zero, and a decision comes at the same moment: one entry follows, whichever it is."""

    async def story(hands: Hands, one: House, two: House) -> None:
        for number in range(60 if long else 6):
            table, everybody = await started(one, PerDecision(LIMIT))
            there = await two.find(table.head.id)
            late = number % 3 == 1
            await hands.turn(LIMIT - (0.01 if number % 3 == 0 else -0.01), one, two)
            viewer = person(there, everybody, 0)
            works = [look(one, table), look(two, there)]
            if not late:
                works.insert(number % 2, decide(there, viewer, "key"))  # type: ignore[arg-type]
            answers = await asyncio.gather(*works)
            found = await stored(one, table)
            first = kinds(found)[0]
            assert kinds(found).count("out") == (first == "out")
            assert ("ok" in answers) == (first == "move")
            assert (found.entries[1].key == "key") == ("ok" in answers)
            for house, here in ((one, table), (two, there)):
                if here.driver is not None:
                    await here.driver
                house.forget(table.head.id)

    told(cluster, tmp_path, story)


def test_one_keeps_the_time_and_the_others_follow(cluster: Cluster, tmp_path: Path) -> None:
    async def story(hands: Hands, one: House, two: House) -> None:
        url = other(one)
        await hands.turn(30.0, one, two)
        assert abs(one.time.now() - two.time.now()) < LATE
        ((keeper, passed),) = cluster.execute("SELECT keeper, passed FROM house", url)
        assert keeper == one.store.neighbours.process
        assert passed == one.time.now()
        # The keeper is gone, and buried: the next one goes on where it was.
        before = two.time.now()
        cluster.execute(f"DELETE FROM processes WHERE id = '{keeper}'", url)
        hands.at += 0.5
        await two.time.tick()
        ((keeper, passed),) = cluster.execute("SELECT keeper, passed FROM house", url)
        assert keeper == two.store.neighbours.process
        assert passed == two.time.now() == before + 0.5

    told(cluster, tmp_path, story)


def test_a_database_whose_clock_jumps_changes_nothing(cluster: Cluster, tmp_path: Path) -> None:
    async def story(hands: Hands, one: House, two: House) -> None:
        await hands.turn(10.0, one, two)
        before = two.time.now()
        for jump in (86400, 3600, -200000):
            cluster.execute(f"UPDATE house SET at = at - {jump}", other(one))
            hands.at += 0.5
            await two.time.tick()
        assert two.time.now() == before + 1.5

    told(cluster, tmp_path, story)


def test_a_new_process_knows_what_time_it_is_and_time_stood_still_without_any(cluster: Cluster, tmp_path: Path) -> None:
    async def story(hands: Hands, one: House, two: House) -> None:
        table, _ = await started(one, PerDecision(LIMIT))
        await hands.turn(8.0, one, two)
        left = LIMIT - 8.0
        url = other(one)
        cluster.execute("UPDATE house SET at = at - 100000", url)  # so long was nobody there
        cluster.execute("DELETE FROM processes", url)
        hands.at += 100000
        three = opened(tmp_path, hands, PostgresStore(url))
        await three.time.tick()
        again = await three.find(table.head.id)
        assert again.head.clock is not None
        assert again.head.clock.left_of(0, three.time.now()) == pytest.approx(left, abs=0.001)
        await three.close()

    told(cluster, tmp_path, story)


def test_two_real_processes_and_nobody_there(cluster: Cluster, tmp_path: Path) -> None:
    """Both people go as soon as it has begun. Each of them runs out once, and the game goes on."""

    async def story(one: Server, two: Server, url: str) -> None:
        made = one.table("luminos", ["me", "open"], settings={"clock": {"kind": "decision", "limit": 1, "zero": "out"}})
        async with AsyncExitStack() as stack:
            ana = await stack.enter_async_context(made.client(made.host, made.seats[0]))
            eva = await stack.enter_async_context(Client(two, made.id, [made.seats[1]]))
            await ana.nonce("a" * 16)
            await eva.do("sit", name="Eva")
            await eva.nonce("e" * 16)
            await ana.until(lambda: ana.phase == "playing")
        query = f"SELECT seat, version FROM events WHERE \"table\" = '{made.id}' AND undo = 2 ORDER BY version"
        over = f"SELECT 1 FROM tables WHERE id = '{made.id}' AND phase = 'over'"
        while not cluster.execute(over, url):
            await asyncio.sleep(0.2)
        outs = cluster.execute(query, url)
        assert sorted(str(seat) for seat, _ in outs) == ["0", "1"]
        records = [Record.parse(server.record(made.id, made.watch)) for server in (one, two)]
        assert records[0] == records[1]
        assert records[0].replay().over

    url = cluster.new_database()
    serving = [Server(tmp_path / name, *UNHURRIED, "--database", url) for name in ("one", "two")]
    with serving[0] as one, serving[1] as two:
        asyncio.run(story(one, two, url))
    for server in serving:
        server.check_log()
