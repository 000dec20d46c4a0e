"""What was acknowledged is there after a restart, and luck goes on where it stopped."""

from __future__ import annotations

import asyncio
import json
import os
import random
from pathlib import Path

import msgspec
import pytest

import lumarium
from lumarium import Record
from tests.house import DATABASE
from tests.server.conftest import UNHURRIED
from tests.server.harness import Client, Made, Refusal, Server, paths, play_on


async def _some_moves(made: Made, count: int) -> Client:
    choice = random.Random(count)
    async with made.client(made.seats[0]) as ana:
        await ana.nonce("nonce-of-ana")
        for _ in range(count):
            await ana.until(lambda: ana.status == "turn")
            options = list(paths(ana.scene["scene"]["actions"]))
            at = ana.version
            await ana.do("move", v=at, path=choice.choice(options), key=f"key-{at}")
            await ana.until(lambda at=at: ana.version > at)  # type: ignore[misc]
        return ana


@pytest.mark.parametrize("gently", [True, False], ids=["SIGTERM", "SIGKILL"])
def test_tables_go_on_after_a_restart(own_server: Server, tmp_path: Path, gently: bool, long: bool) -> None:
    games = lumarium.games() if long else lumarium.games()[gently::2]
    tables = {
        game: own_server.table(game, ("me", *["random"] * (lumarium.game(game).players[0] - 1))) for game in games
    }
    before = {game: asyncio.run(_some_moves(made, 5)) for game, made in tables.items()}
    if gently:
        assert own_server.stop() == 0
    else:
        own_server.kill()
    own_server.start()
    for game, made in tables.items():
        asyncio.run(_to_the_end(made, before[game]))
        path = tmp_path / "record.jsonl"
        path.write_bytes(own_server.record(made.id, made.watch))
        record = Record.load(path)
        assert record.end.secret is not None
        assert record.replay().over  # every pick follows from the secret, before and after the restart


async def _to_the_end(made: Made, before: Client) -> None:
    async with made.client(made.seats[0], since=before.version) as ana:
        await ana.until(lambda: ana.scene)
        assert ana.version >= before.version
        shown = {piece["id"] for piece in ana.scene["scene"]["pieces"]}
        assert ana.version > before.version or shown == {piece["id"] for piece in before.scene["scene"]["pieces"]}
        await play_on(ana, random.Random(1).choice)
        await ana.until(lambda: ana.phase == "over")


def test_a_repeated_key_is_remembered_over_a_restart(own_server: Server) -> None:
    made = own_server.table("luminos", ("me", "random"))

    async def first() -> int:
        async with made.client(made.seats[0]) as ana:
            await ana.nonce()
            await ana.until(lambda: ana.status == "turn")
            return int((await ana.do("move", v=0, action="take bag", key="k"))["v"])

    async def second() -> None:
        async with made.client(made.seats[0], since=0) as ana:
            await ana.until(lambda: ana.scene)
            assert ana.scene["scene"]["events"][0]["kind"] == "take_bag"
            assert (await ana.do("move", v=0, action="take bag", key="k"))["v"] == 1
            assert ana.version == 1

    assert asyncio.run(first()) == 1
    own_server.kill()
    own_server.start()
    asyncio.run(second())


def test_a_shared_device_repeats_a_move_after_it_was_the_other_seats_turn(own_server: Server) -> None:
    made = own_server.table("nomads", ("me", "me"))

    async def first() -> tuple[int, list[str]]:
        async with made.client(*made.seats.values()) as both:
            await both.nonce()
            await both.until(lambda: both.scene)
            mover = both.scene["seat"]
            while True:
                at, path = both.version, next(paths(both.scene["scene"]["actions"]))
                await both.do("move", v=at, path=path, key=f"k{at}")
                await both.until(lambda at=at: both.version > at)  # type: ignore[misc]
                if both.scene["seat"] != mover:
                    return at, path

    async def second(at: int, path: list[str]) -> None:
        async with made.client(*made.seats.values()) as both:
            assert (await both.do("move", v=at, path=path, key=f"k{at}"))["v"] == at + 1
            await both.until(lambda: both.scene)
            assert both.version == at + 1

    at, path = asyncio.run(first())
    own_server.kill()
    own_server.start()
    asyncio.run(second(at, path))


def test_people_who_wait_still_sit_after_a_restart(own_server: Server) -> None:
    made = own_server.table("luminos", ("me", "open"))

    async def sit() -> str:
        async with made.client(made.seats[1]) as ben:
            return str((await ben.do("sit", name="Ben"))["token"])

    async def go_on(token: str) -> None:
        async with made.client(made.host, made.seats[0]) as ana, made.client(token) as ben:
            await ana.nonce()
            await ben.nonce()
            await ana.until(lambda: ana.scene)
            assert ana.scene["players"] == ["Me 0", "Ben"]

    token = asyncio.run(sit())
    own_server.kill()
    own_server.start()
    asyncio.run(go_on(token))


DAMAGES = (
    "UPDATE tables SET head = '{\"id\":' WHERE id = ?",
    "UPDATE events SET notation = 'place (9,9)' WHERE \"table\" = ? AND version = 1",
    "UPDATE events SET picks = '[1]' WHERE \"table\" = ? AND version = 0",
    "UPDATE events SET picks = 'x' WHERE \"table\" = ? AND version = 0",
    'DELETE FROM events WHERE "table" = ? AND version = 1',
    'DELETE FROM seats WHERE "table" = ? AND seat = 1',
)


def test_damaged_tables_say_so_and_the_others_live(own_server: Server) -> None:
    broken = [own_server.table("luminos", ("me", "random")) for _ in DAMAGES]
    sound = own_server.table("luminos", ("me", "random"))
    for made in (*broken, sound):
        asyncio.run(_some_moves(made, 2))
    own_server.stop()
    for made, statement in zip(broken, DAMAGES, strict=True):
        own_server.execute(statement, made.id)
    own_server.start()

    async def story() -> None:
        for made in broken:
            with pytest.raises(Refusal) as refused:
                async with made.client(made.seats[0]):
                    pass
            assert (refused.value.code, refused.value.closed) == ("broken", 4410)
        async with sound.client(sound.seats[0]) as ana:
            await play_on(ana, random.Random(1).choice)

    asyncio.run(story())
    own_server.get("/api/tables")
    host = broken[0].host
    status, _, body = own_server.request("GET", f"/api/tables/{broken[0].id}", Authorization=f"Bearer {host}")
    assert (status, json.loads(body)["code"]) == (410, "broken")


async def _newer_rules(server: Server, table: str) -> None:
    store = server.kept()
    stored = await store.load(table)
    assert stored is not None
    stored.head.rules_version += 1
    await store.save(stored.head, stored.seats)
    await store.close()


def test_a_table_of_older_rules_is_closed_and_offers_its_record(own_server: Server, tmp_path: Path) -> None:
    made = own_server.table("luminos", ("me", "random"))
    asyncio.run(_some_moves(made, 3))
    own_server.stop()
    version = lumarium.game("luminos").rules_version
    asyncio.run(_newer_rules(own_server, made.id))
    own_server.start()

    async def story() -> None:
        async with made.client(made.seats[0]) as ana:
            assert (ana.phase, ana.table["closed"]) == ("closed", "older_rules")
            assert await ana.refused("move", v=3, action="take bag") == "over"

    asyncio.run(story())
    path = tmp_path / "record.jsonl"
    path.write_bytes(own_server.record(made.id, made.watch))
    record = Record.load(path)
    assert record.header.rules_version == version + 1
    assert len(record.entries) >= 3
    assert record.end.secret is None
    # The release that knows these rules replays it, closing line and all.
    header = msgspec.structs.replace(record.header, rules_version=version)
    assert msgspec.structs.replace(record, header=header).replay().version == len(record.entries)


@pytest.mark.skipif(os.environ[DATABASE] != "sqlite", reason="any number of servers share a PostgreSQL database")
@pytest.mark.parametrize("address", [True, False], ids=["known", "unknown"])
def test_one_server_per_folder(own_server: Server, address: bool) -> None:
    if not address:
        (own_server.data / "server.address").unlink()
    second = Server(own_server.data, *UNHURRIED)
    with pytest.raises(AssertionError, match="the server ended"):
        second.start()
    told = f"already, at http://{own_server.host}:{own_server.port}" if address else "another Lumarium server uses"
    assert told in second.log.read_text()
    assert second.process is not None
    assert second.process.wait(10) == 2
    assert second.process.stdout is not None
    second.process.stdout.close()
