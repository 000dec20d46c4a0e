"""kill -9 at random moments under load: nothing acknowledged is lost, no table breaks, everybody comes back."""

from __future__ import annotations

import asyncio
import json
import os
import random
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path

import pytest
import websockets

from lumarium import Record
from lumarium.kernel.event import Event
from lumarium.server.restore import restore
from tests.server.harness import PATIENCE, Client, Closed, Made, Refusal, Server, paths
from tests.server.streams import compare, in_words, scenes

TABLES = (
    ("luminos", ("me", "me", "random")),
    ("nomads", ("me", "me")),
    ("lumicora", ("me", "me")),
    ("lumen", ("me", "random", "random")),
    ("luminos", ("me", "random")),
)
KILLS, KILLS_LONG = 6, 100
LONGEST = 0.6
"""Seconds under load between two kills, at most."""
LOST = (Closed, OSError, websockets.WebSocketException, TimeoutError)


class Steady:
    """A viewer that comes back by itself and keeps all that it ever received."""

    def __init__(self, made: Made, *tokens: str, lang: str = "en") -> None:
        self.made, self.tokens, self.lang = made, tokens, lang
        self.received: list[str] = []
        self.version = -1
        self.seat: int | None = None
        self.over = False
        self.returns = 0

    async def stay(self) -> None:
        """Until the game is over."""
        while not self.over:
            since = {"since": self.version} if self.version >= 0 else {}
            client = self.made.client(*self.tokens, lang=self.lang, **since)
            try:
                async with client:
                    self.returns += 1
                    await self.live(client)
            except LOST:
                await asyncio.sleep(0.03)
            finally:
                self.remember(client)

    async def live(self, client: Client) -> None:
        """While the connection lasts."""
        await client.until(lambda: client.closed is not None or client.status == "over")

    def remember(self, client: Client) -> None:
        self.received += client.received
        for message in scenes(client.received):
            assert message["scene"]["v"] >= self.version, "the table went back"
            self.version, self.seat = message["scene"]["v"], message["seat"]
            self.over = message["scene"]["status"] == "over"


class Player(Steady):
    """Plays all own seats at random. A move that was not answered is sent again with its key."""

    def __init__(self, made: Made, *tokens: str, seed: int) -> None:
        super().__init__(made, *tokens)
        self.choice = random.Random(seed)
        self.pending: dict[str, object] | None = None
        self.acknowledged: dict[str, int] = {}

    async def live(self, client: Client) -> None:
        await client.nonce()
        while True:
            if self.pending is None:
                await client.until(lambda: client.closed is not None or client.status in ("turn", "over"))
                if client.status == "over" or client.closed is not None:
                    return
                path = self.choice.choice(list(paths(client.scene["scene"]["actions"])))
                key = f"{client.version}-{len(self.acknowledged)}"
                self.pending = {"v": client.version, "path": path, "key": key}
            move = self.pending
            answer = await client.ask("move", **move)
            if answer.get("code") == "too_fast":
                await asyncio.sleep(0.1)
                continue
            assert answer["type"] == "ok", (answer, move)
            assert answer["v"] == int(str(move["v"])) + 1
            self.acknowledged[str(move["key"])] = answer["v"]
            self.pending = None
            await client.until(lambda at=answer["v"]: client.closed is not None or client.version >= at)  # type: ignore[misc]


class Load:
    """Tables that are played on all the time; one that is over is followed by another."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.games: list[tuple[str, Made, Player, Steady]] = []

    async def keep_going(self, number: int) -> None:
        game, seats = TABLES[number]
        for again in range(1000):
            try:
                made = await asyncio.to_thread(self.server.table, game, seats)
            except (OSError, HTTPException, AssertionError, ValueError):  # down at the moment
                await asyncio.sleep(0.05)
                continue
            player = Player(made, made.host, *made.seats.values(), seed=100 * number + again)
            watcher = Steady(made, made.watch, lang="de")
            self.games.append((game, made, player, watcher))
            await asyncio.gather(player.stay(), watcher.stay())


async def _under_fire(server: Server, kills: int, seed: int) -> Load:
    load, moment = Load(server), random.Random(seed)
    players = [asyncio.create_task(load.keep_going(number)) for number in range(len(TABLES))]
    try:
        for _ in range(kills):
            await asyncio.sleep(0.05 + moment.random() * LONGEST)
            moves = sum(len(player.acknowledged) for _, _, player, _ in load.games)
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            async with asyncio.timeout(PATIENCE):  # everybody is back and plays
                while sum(len(player.acknowledged) for _, _, player, _ in load.games) <= moves:
                    await asyncio.sleep(0.01)
            for player in players:
                if player.done():
                    player.result()
        await asyncio.sleep(0.3)
    finally:
        for player in players:
            player.cancel()
        for player in players:
            with suppress(asyncio.CancelledError):
                await player
    return load


@pytest.mark.skipif(os.name != "posix", reason="there is no kill -9 elsewhere")
def test_what_was_acknowledged_is_there_after_every_kill(own_server: Server, tmp_path: Path, long: bool) -> None:
    kills = KILLS_LONG if long else KILLS
    load = asyncio.run(_under_fire(own_server, kills, seed=kills))
    moves = sum(len(player.acknowledged) for _, _, player, _ in load.games)
    print(f"{kills} kills, {len(load.games)} games, {moves} acknowledged moves")
    assert moves > kills
    assert max(watcher.returns for _, _, _, watcher in load.games) > 1
    own_server.kill()
    _all_stored(own_server, load)
    for game, made, player, watcher in load.games:
        for viewer in (player, watcher):
            _missed_nothing(viewer)
        if game != "lumen":  # finished tricks are not told again there
            asyncio.run(_told_once(own_server, made, watcher))
    own_server.start()
    for _, made, player, _ in load.games:
        if asyncio.run(_look(made)) == "over" and player.over:
            _only_what_they_may_know(own_server, made, player, tmp_path)
    assert not [entry for entry in own_server.logged if entry["event"] in ("table_broken", "storage_failed")]
    _no_worker_is_left(own_server)


def _all_stored(server: Server, load: Load) -> None:
    if not server.at_postgres:
        assert server.execute("PRAGMA integrity_check") == [("ok",)]
    for _, made, player, _ in load.games:
        query = 'SELECT version, key FROM events WHERE "table" = ? ORDER BY version'
        rows = server.execute(query, made.id)
        assert [version for version, _ in rows] == list(range(len(rows)))
        stored = [(key, version) for version, key in rows if key is not None]
        assert len(dict(stored)) == len(stored), "a move was applied twice"
        assert player.acknowledged.items() <= dict(stored).items()
        unheard = dict(stored).keys() - player.acknowledged.keys()
        assert len(unheard) <= 1, "only the last one can be stored without its player having heard of it"


async def _look(made: Made) -> str:
    """The table is not broken; gives its phase."""
    try:
        async with made.client(made.watch) as watcher:
            return watcher.phase
    except Refusal as refusal:
        pytest.fail(f"{made.id} is {refusal.code}")


def _missed_nothing(viewer: Steady) -> None:
    """Nobody is told anything twice: a scene of a version that one has seen comes without events."""
    seen = None
    for message in scenes(viewer.received):
        if message["scene"]["v"] == seen:
            assert message["scene"]["events"] == []
        seen = message["scene"]["v"]


async def _told_once(server: Server, made: Made, watcher: Steady) -> None:
    """What the watcher was told, through all interruptions, is what happened from the first scene to the last."""
    store = server.kept()
    stored = await store.load(made.id)
    await store.close()
    shown = scenes(watcher.received)
    if stored is None or not shown:
        return
    match, story = await restore(stored.head, stored.entries)
    first, last = shown[0]["scene"]["v"], shown[-1]["scene"]["v"]
    happened = [
        event.for_seat(None) for entry in story.trail[first:last] for event in entry if isinstance(event, Event)
    ]
    told = [event["text"] for message in shown for event in message["scene"]["events"]]
    assert in_words(told) == [event.describe("de", match.names) for event in happened if event is not None]


def _only_what_they_may_know(server: Server, made: Made, player: Player, tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    path.write_bytes(server.record(made.id, made.watch))
    record = Record.load(path)
    assert record.replay().over
    assert record.end.secret is not None
    for text in player.received:
        assert record.end.secret not in text or '"phase":"over"' in text
    for seat in {message["seat"] for message in scenes(player.received)}:
        shown = {each["scene"]["v"]: each for each in scenes(player.received) if each["seat"] == seat}
        compare(record, seat, "en", {version: each for version, each in shown.items() if version % 5 == 0})


def _no_worker_is_left(server: Server) -> None:
    """Bots' processes end with the server, however it ended."""
    server.stop()
    for entry in server.logged:
        if entry["event"] == "bot_worker":
            with suppress(FileNotFoundError):
                command = Path(f"/proc/{entry['pid']}/cmdline").read_bytes()
                assert b"lumarium.server.bot_worker" not in command, json.dumps(entry)
