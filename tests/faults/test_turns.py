"""Whose turn it is with the bots: people before unattended tables, who asks for little before who asks for much."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from lumarium.server import lines
from lumarium.server import tables as server_tables
from lumarium.server.bots import ROUND, SHORTEST, Bots
from lumarium.server.describing import described
from lumarium.server.house import House
from lumarium.server.lines import Line
from lumarium.server.lobby import start_when_full
from lumarium.server.play import nudge
from lumarium.server.pool import TooManyWait, WorkerPool
from lumarium.server.protocol import NewSeat, NewSettings, NewTable
from lumarium.server.store import NOBODY
from lumarium.server.tables import Table
from tests.server.harness import PATIENCE
from tests.server.test_house import told, viewer_of


class Served:
    """Who was served, in order."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.order: list[str] = []
        self.going: list[asyncio.Task[None]] = []

    async def come(self, name: str, address: str, *, lasts: float | asyncio.Event = 0.0, **more: Any) -> None:
        """Somebody joins the line, and stays at the counter for so long, or until then."""
        self.going.append(asyncio.create_task(self._serve(name, address, lasts, **more)))
        await asyncio.sleep(0)

    async def _serve(
        self, name: str, address: str, lasts: float | asyncio.Event, rank: int = 0, quick: bool = False
    ) -> None:
        async with self.line.place(address, rank, quick):
            self.order.append(name)
            await (lasts.wait() if isinstance(lasts, asyncio.Event) else asyncio.sleep(lasts))

    async def all(self) -> list[str]:
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*self.going)
        return self.order


def test_whoever_had_least_is_next() -> None:
    async def story() -> None:
        served = Served(Line(1))
        for number in range(4):
            await served.come(f"greedy {number}", "a", lasts=0.02)
        await served.come("modest", "b")
        await served.come("modest too", "c")
        assert (await served.all())[:4] == ["greedy 0", "modest", "modest too", "greedy 1"]

    asyncio.run(story())


def test_people_go_first_and_quick_ones_have_a_place_of_their_own() -> None:
    async def story() -> None:
        served = Served(Line(1))
        await served.come("first", "a", lasts=0.05)
        await served.come("unattended", "b", rank=2)
        await served.come("watched", "c", rank=1)
        await served.come("played", "d", rank=0)
        await served.come("quick", "e", rank=2, quick=True)
        await asyncio.sleep(0.01)
        assert served.order == ["first", "quick"], "it need not wait for those who are slow"
        assert (await served.all())[2:] == ["played", "watched", "unattended"]

    asyncio.run(story())


def test_whoever_goes_away_takes_no_place_along() -> None:
    async def story() -> None:
        line = Line(1)
        served = Served(line)
        for number in range(4):
            await served.come(str(number), "a", lasts=0.01)
        served.going.pop(2).cancel()
        served.going.pop(0).cancel()
        assert await served.all() == ["0", "1", "3"]
        assert line.addresses == 0
        assert line.of("a") == 0
        # Called, but gone before it could come.
        async with line.place("b"):
            leaving = asyncio.create_task(served._serve("late", "c", 0.0))
            await asyncio.sleep(0)
        leaving.cancel()
        await asyncio.gather(leaving, return_exceptions=True)
        async with asyncio.timeout(PATIENCE), line.place("d"):
            pass

    asyncio.run(story())


def test_what_was_given_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "HALVED", 1e-6)

    async def story() -> None:
        served = Served(Line(1))
        await served.come("0", "a", lasts=0.02)
        await served.all()
        await served.come("1", "x", lasts=0.02)
        await served.come("2", "a")
        await served.come("3", "b")
        assert await served.all() == ["0", "1", "2", "3"]

    asyncio.run(story())


def test_the_wait_has_an_end() -> None:
    async def story() -> None:
        pool = WorkerPool("test", "lumarium.server.bot_worker", 1, 0.05)
        async with pool.line.place("a"):
            with pytest.raises(TooManyWait):
                await pool.ask(lambda: b"", "b")
        assert pool.line.addresses == 0

    asyncio.run(story())


def test_many_small_things_of_one_address_do_not_keep_out_what_takes_longer() -> None:
    async def story() -> None:
        served = Served(Line(1))
        for _ in range(40):
            await served.come("small", "greedy", lasts=0.01, quick=True)
        before = len(served.order)
        await served.come("large", "modest")
        assert (await served.all()).index("large") <= before + 3

    asyncio.run(story())


def test_the_more_bots_somebody_keeps_at_work_the_less_they_think() -> None:
    async def story() -> None:
        bots = Bots(1, 20.0)
        served, enough = Served(bots._pool.line), asyncio.Event()
        await served.come("mine", "me", lasts=enough)
        assert bots._share("me") == ROUND
        for number in range(8):
            for _ in range(20):
                await served.come("theirs", f"them {number}")
        assert bots._share("me") == ROUND / 9
        assert bots._share("them 3") == SHORTEST
        enough.set()
        await served.all()

    asyncio.run(story())


async def _bots_alone(house: House, game: str = "luminos", players: int = 2, **settings: Any) -> tuple[Table, str]:
    seats = [NewSeat("bot", level="random")] * players
    new = NewTable(game=game, seats=seats, settings=NewSettings(pace="instant", **settings))
    made = await house.create(new, "192.0.2.1", NOBODY)
    return await house.find(made.table), made.tokens.watch


def _version(table: Table) -> int:
    return -1 if table.match is None else table.match.version


def test_bots_that_nobody_looks_at_rest(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, watch = await _bots_alone(house)
        viewer = viewer_of(table, watch)
        start_when_full(table)
        async with asyncio.timeout(PATIENCE):
            while _version(table) < 2:
                await asyncio.sleep(0.01)
            table.part(viewer)
            assert table.driver is not None
            await table.driver
        rested = _version(table)
        assert table.head.phase == "playing"
        viewer_of(table, watch)
        nudge(table)
        async with asyncio.timeout(PATIENCE):
            while _version(table) == rested:
                await asyncio.sleep(0.01)

    told(tmp_path, story)


def test_people_are_told_when_a_bot_keeps_them_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_tables, "UNTOLD", 0.01)

    async def story(house: House) -> None:
        table, watch = await _bots_alone(house)
        viewer = viewer_of(table, watch)
        line = house.bots._pool.line
        async with line.place("a"), line.place("b", quick=True):
            start_when_full(table)
            async with asyncio.timeout(PATIENCE):
                while table.waits is None:
                    await asyncio.sleep(0.01)
            waits = described(table, "en").waits
            assert waits is not None
            assert waits.seat == 0
            assert waits.most <= 2 * house.config.bot_patience
            assert viewer._table is not None
            assert b'"waits":{"seat":0' in viewer._table
        async with asyncio.timeout(PATIENCE):
            while _version(table) < 1:
                await asyncio.sleep(0.01)
        table.part(viewer)

    told(tmp_path, story)


def test_the_time_of_a_bot_does_not_tell_whether_it_had_a_choice(tmp_path: Path) -> None:
    """Where seats know different things a decision without a choice is asked for as any other, and takes as long."""

    async def story(house: House) -> None:
        private, watch = await _bots_alone(house, "lumen", 3)
        asked: list[int] = []
        choose = house.bots.choose

        async def counted(level: str, view: Any, address: str, rank: int = 0) -> str:
            asked.append(len(view.legal))
            return await choose(level, view, address, rank)

        house.bots.choose = counted  # type: ignore[method-assign]
        house.bots._took["lumen", "random"].extend([0.1, 0.1])
        viewer = viewer_of(private, watch)
        begun = time.monotonic()
        start_when_full(private)
        async with asyncio.timeout(PATIENCE):
            while 1 not in asked:
                await asyncio.sleep(0.01)
        decided = _version(private)
        assert len(asked) >= decided
        assert time.monotonic() - begun >= 0.1 * decided
        private.part(viewer)

    told(tmp_path, story)
