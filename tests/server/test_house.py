"""All tables of a server: what rests, what goes, what fails, without a socket but with the real store and bots."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from lumarium.server import protocol, restore, undo
from lumarium.server.bots import Bots
from lumarium.server.config import Config
from lumarium.server.errors import Refused
from lumarium.server.house import House
from lumarium.server.lobby import start, start_when_full
from lumarium.server.play import move
from lumarium.server.pool import Failed
from lumarium.server.protocol import NewSeat, NewSettings, NewTable
from lumarium.server.seats import rights
from lumarium.server.security import digest
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


async def _table(house: House, *seats: NewSeat) -> tuple[Table, dict[str, Any]]:
    new = NewTable(game="luminos", seats=list(seats), settings=NewSettings(pace="instant"))
    made = await house.create(new, "192.0.2.1", "")
    return await house.find(made["table"]), made["tokens"]


def _viewer(table: Table, *tokens: str) -> Viewer:
    digests = tuple(digest(token) for token in tokens)
    viewer = Viewer(digests, "", rights(table.head, table.seats, digests, ""), "en", False, False)
    table.enter(viewer)
    return viewer


async def _started(house: House, level: str = "random") -> tuple[Table, Viewer]:
    table, tokens = await _table(house, NewSeat("me"), NewSeat("bot", level=level))
    viewer = _viewer(table, tokens["host"], tokens["seats"][0]["token"])
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

    told(tmp_path, story, idle_seconds=0.0)


def test_old_tables_expire_and_whoever_is_there_has_to_go(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, viewer = await _started(house)
        await house.sweep()
        assert viewer.closing == 4410
        with pytest.raises(Refused, match="no such table"):
            await house.find(table.head.id)

    told(tmp_path, story, expire_days=-1.0)


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
        assert await house.bots.choose("random", view) in [table.game.actions[i].notation for i in view.legal]
        hurried = Bots(1, patience=0.001)
        try:
            with pytest.raises(Failed, match="in time"):
                await hurried.choose("strong", view)
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

    told(tmp_path, story, idle_seconds=0.0)


def test_bots_keep_the_tables_pace(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        table, tokens = await _table(house, NewSeat("bot", level="random"), NewSeat("bot", level="random"))
        table.head.settings.pace = "quick"
        _viewer(table, tokens["watch"])
        await house.bots.choose("random", (await _started(house))[0].match.view(0))  # type: ignore[union-attr]
        begun = time.monotonic()
        start_when_full(table)
        async with asyncio.timeout(PATIENCE):
            while table.match is None or table.match.version < 2:
                await asyncio.sleep(0.01)
        assert time.monotonic() - begun >= 1.2

    told(tmp_path, story)
