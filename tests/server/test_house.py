"""All tables of a server: what rests, what goes, what fails, without a socket but with the real store and bots."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from lumarium.server import protocol, restore, undo
from lumarium.server.answers import MadeTokens
from lumarium.server.bots import Bots
from lumarium.server.config import Config
from lumarium.server.errors import Refused
from lumarium.server.house import FRESH, House
from lumarium.server.lobby import close, start, start_when_full
from lumarium.server.play import move
from lumarium.server.pool import Failed
from lumarium.server.protocol import NewSeat, NewSettings, NewTable
from lumarium.server.seats import rights
from lumarium.server.security import digest
from lumarium.server.store import NOBODY
from lumarium.server.store.sqlite import SqliteStore
from lumarium.server.tables import Table
from lumarium.server.viewers import Viewer
from tests.server.harness import PATIENCE

Story = Callable[[House], Awaitable[None]]


def told(tmp_path: Path, story: Story, **settings: Any) -> None:
    async def run() -> None:
        config = Config(data=tmp_path, nonce_patience=0.0, **settings)
        house = House(config, SqliteStore(tmp_path / "tables.sqlite"))
        try:
            await story(house)
        finally:
            await house.close()

    asyncio.run(run())


async def _table(house: House, *seats: NewSeat) -> tuple[Table, MadeTokens]:
    new = NewTable(game="luminos", seats=list(seats), settings=NewSettings(pace="instant"))
    made = await house.create(new, "192.0.2.1", NOBODY)
    return await house.find(made.table), made.tokens


def test_whoever_asks_whether_it_can_store_costs_no_commit_each(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        before = house.store.commits
        await asyncio.gather(*(house.check() for _ in range(100)))
        assert house.store.commits == before + 1
        house._checked -= FRESH
        await house.check()
        assert house.store.commits == before + 2

    told(tmp_path, story)


def viewer_of(table: Table, *tokens: str) -> Viewer:
    digests = tuple(digest(token) for token in tokens)
    viewer = Viewer(digests, NOBODY, rights(table.head, table.seats, digests, ()), "en", False, False)
    table.enter(viewer)
    return viewer


async def _started(house: House, level: str = "random") -> tuple[Table, Viewer]:
    table, tokens = await _table(house, NewSeat("me"), NewSeat("bot", level=level))
    viewer = viewer_of(table, tokens.host, tokens.seats[0].token)
    await start(table, viewer, protocol.Start(id=1))
    return table, viewer


def test_a_table_that_nobody_is_at_leaves_the_memory_and_comes_back(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, viewer = await _started(house)
        await move(table, viewer, protocol.Move(v=0, action="take bag", id=2))
        await house.sweep()
        assert house.tables == 1
        table.part(viewer)
        table.idle_since -= 1
        await house.sweep()
        assert house.tables == 0
        again = await house.find(table.head.id)
        assert again is not table
        assert again.match is not None
        assert table.match is not None
        assert again.match.view(0) == table.match.view(0)
        assert again.match.record == table.match.record

    told(tmp_path, story, idle_seconds=0.0, away_seconds=0.0)


async def _pass(house: House, days: float) -> None:
    """So much time passes, as the store counts it, and the house is tidied up."""
    assert isinstance(house.store, SqliteStore)
    query = "UPDATE clock SET open = open + ?"
    await house.store._writer.do(lambda connection: connection.execute(query, (days * 86400,)))
    await house.sweep()


def test_a_table_goes_when_nobody_comes_and_stays_as_long_as_somebody_is_there(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, viewer = await _started(house)
        await _pass(house, 61)
        await _pass(house, 61)
        assert viewer.closing is None
        table.part(viewer)
        await _pass(house, 61)
        assert house.tables == 0
        again = await house.find(table.head.id)
        assert again is not table, "it was set aside, and is back because somebody came"
        await _pass(house, 61)
        await _pass(house, 15)
        with pytest.raises(Refused, match="no such table"):
            await house.find(table.head.id)

    told(tmp_path, story, tidy_seconds=0.0)


def test_a_clock_that_jumps_takes_no_table_and_no_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: House) -> None:
        playing, viewer = await _started(house)
        resting, _ = await _table(house, NewSeat("me"), NewSeat("open"))
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + 61 * 86400)
        for _ in range(3):
            await house.sweep()
        assert viewer.closing is None
        assert (await house.find(resting.head.id)).head.phase == "waiting"
        away = playing.away_since(1)
        assert away is not None
        assert time.monotonic() - away < house.config.away_seconds
        monkeypatch.undo()

    told(tmp_path, story, tidy_seconds=0.0)


def test_after_a_restart_everybody_has_time_to_come_back(tmp_path: Path) -> None:
    """Somebody who was there until the server stopped is not away since the last move."""
    made: list[str] = []

    async def before(house: House) -> None:
        table, _ = await _started(house)
        made.append(table.head.id)

    async def after(house: House) -> None:
        assert isinstance(house.store, SqliteStore)
        query = "UPDATE tables SET touched = touched - 3600"
        await house.store._writer.do(lambda connection: connection.execute(query))
        table = await house.find(made[0])
        away = table.away_since(0)
        assert away is not None
        assert house.started <= away
        house.started -= 600
        house._tables.clear()
        table = await house.find(made[0])
        away = table.away_since(0)
        assert away is not None
        assert 599 < time.monotonic() - away < 3000, "since this server can tell"

    told(tmp_path, before)
    told(tmp_path, after)


def test_closing_and_playing_again_does_not_get_around_the_limits(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, tokens = await _table(house, NewSeat("me"), NewSeat("open"))
        for _ in range(3):
            await close(table, viewer_of(table, tokens.host), protocol.Close(id=1))
            table = await house.find(await house.rematch(table, "192.0.2.1"))
        await close(table, viewer_of(table, tokens.host), protocol.Close(id=1))
        for again in (house.rematch(table, "192.0.2.1"), _table(house, NewSeat("me"), NewSeat("open"))):
            with pytest.raises(Refused) as refused:
                await again
            assert refused.value.code == "too_many"
        assert await house.rematch(table, "192.0.2.2")

    told(tmp_path, story, tables_per_day=4)


def test_rematches_count_as_unfinished(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        tables = [await _table(house, NewSeat("me"), NewSeat("open")) for _ in range(2)]
        for table, tokens in tables:
            await close(table, viewer_of(table, tokens.host), protocol.Close(id=1))
        assert await house.rematch(tables[0][0], "192.0.2.1")
        await _table(house, NewSeat("me"), NewSeat("open"))
        with pytest.raises(Refused, match="unfinished"):
            await house.rematch(tables[1][0], "192.0.2.1")

    told(tmp_path, story, tables_per_address=2)


def test_a_move_that_cannot_be_stored_did_not_happen(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, viewer = await _started(house)
        assert isinstance(house.store, SqliteStore)
        connection = house.store._writer._connection
        connection.execute("PRAGMA query_only = ON")
        for _ in range(2):
            with pytest.raises(Refused) as refused:
                await move(table, viewer, protocol.Move(v=0, action="take bag", key="k", id=2))
            assert refused.value.code == "storage"
        with pytest.raises(Refused):
            await _table(house, NewSeat("me"), NewSeat("open"))
        connection.execute("PRAGMA query_only = OFF")
        done = await move(table, viewer, protocol.Move(v=0, action="take bag", key="k", id=2))
        assert done.v == 1
        stored = await house.store.load(table.head.id)
        assert stored is not None
        assert table.match is not None
        assert [event.picks for event in stored.entries[1:]] == [entry.picks for entry in table.match.record.entries]  # type: ignore[union-attr]

    told(tmp_path, story)


def test_a_bot_that_fails_is_replaced_by_a_random_move(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, viewer = await _started(house)
        table.seats[1].level = "no_such_bot"
        assert table.match is not None
        while table.match.state.turn == 0:
            view = table.match.view(0)
            action = table.game.actions[view.legal[0]].notation
            await move(table, viewer, protocol.Move(v=table.match.version, action=action, id=2))
        version = table.match.version
        async with asyncio.timeout(PATIENCE):
            while table.match.version == version:
                await asyncio.sleep(0.01)

    told(tmp_path, story)


def test_a_bot_that_dawdles_is_ended(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, _ = await _started(house)
        assert table.match is not None
        view = table.match.view(0)
        assert await house.bots.choose("random", view, "here") in [table.game.actions[i].notation for i in view.legal]
        hurried = Bots(1, patience=0.001)
        try:
            with pytest.raises(Failed, match="in time"):
                await hurried.choose("strong", view, "here")
        finally:
            await hurried.close()

    told(tmp_path, story)


def test_a_long_replay_lets_the_others_go_on_and_undo_has_an_end(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(undo, "MOST_UNDOS", 150)
    monkeypatch.setattr(restore, "SLICE", 0.0)

    async def story(house: House) -> None:
        table, viewer = await _started(house)
        assert table.match is not None
        while not table.match.can_undo(0):
            action = table.game.actions[table.match.view(0).legal[0]].notation
            await move(table, viewer, protocol.Move(v=table.match.version, action=action, id=2))
        back = table.match.history[-1].action.notation
        for _ in range(150):
            await undo.undo(table, viewer, protocol.Undo(v=table.match.version, id=3))
            await move(table, viewer, protocol.Move(v=table.match.version, action=back, id=4))
        with pytest.raises(Refused) as refused:
            await undo.undo(table, viewer, protocol.Undo(v=table.match.version, id=3))
        assert refused.value.code == "no_undo"
        table.part(viewer)
        table.idle_since -= 1
        await house.sweep()
        beats = 0

        async def heart() -> None:
            nonlocal beats
            while True:
                await asyncio.sleep(0)
                beats += 1

        stored = await house.read(table.head.id)
        beating = asyncio.create_task(heart())
        restored = await restore.replayed(stored)
        beating.cancel()
        assert restored is not None
        assert restored[0].record == table.match.record
        assert beats >= 3

    told(tmp_path, story, idle_seconds=0.0, away_seconds=0.0)


def test_whoever_does_not_read_is_not_told_what_cannot_be_looked_up(tmp_path: Path) -> None:
    """A newcomer asks for everything since the start and takes no scene before the next move: LU-27 holds."""

    async def story(house: House) -> None:
        seats = [NewSeat("me"), *[NewSeat("bot", level="random")] * 2]
        made = await house.create(
            NewTable(game="lumen", seats=seats, settings=NewSettings(pace="instant")), "192.0.2.1", NOBODY
        )
        table, token = await house.find(made.table), made.tokens.seats[0].token
        player = viewer_of(table, made.tokens.host, token)
        await start(table, player, protocol.Start(id=1))
        match = table.match
        assert match is not None
        async with asyncio.timeout(PATIENCE):
            while match.version < 30:
                if match.state.turn == 0:
                    action = table.game.actions[match.view(0).legal[0]].notation
                    await move(table, player, protocol.Move(v=match.version, action=action, id=2))
                await asyncio.sleep(0.01)
            late = viewer_of(table, made.tokens.watch)
            late.came = match.version
            table.show_scene_to(late, 0)
            told = late._scene
            assert told is not None
            while match.version < late.came + 4:
                if match.state.turn == 0:
                    action = table.game.actions[match.view(0).legal[0]].notation
                    await move(table, player, protocol.Move(v=match.version, action=action, id=2))
                await asyncio.sleep(0.01)
        assert late._scene is not None
        for shown, _ in (told, late._scene):
            events = msgspec.json.decode(shown)["scene"]["events"]
            assert sum(event["kind"] == "play" for event in events) <= 3
        table.part(late)
        table.part(player)

    told(tmp_path, story)


def test_bots_keep_the_tables_pace(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, tokens = await _table(house, NewSeat("bot", level="random"), NewSeat("bot", level="random"))
        table.head.settings.pace = "quick"
        viewer_of(table, tokens.watch)
        await house.bots.choose("random", (await _started(house))[0].match.view(0), "here")  # type: ignore[union-attr]
        begun = time.monotonic()
        start_when_full(table)
        async with asyncio.timeout(PATIENCE):
            while table.match is None or table.match.version < 2:
                await asyncio.sleep(0.01)
        assert time.monotonic() - begun >= 1.2

    told(tmp_path, story)
