"""Three processes, one PostgreSQL, players who wander, and things that go wrong; then their histories are read."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import time
from collections import Counter
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any

import websockets

from lumarium.server.restore import restore
from lumarium.server.store.postgres import PostgresStore
from tests.faults.hosts import Hosts
from tests.postgres import Cluster
from tests.server.conftest import UNHURRIED
from tests.server.harness import Client, Closed, Json, Made, Refusal, Server, paths
from tests.server.streams import scenes

HOSTS = 3
TABLES = (
    ("luminos", ("me", "open", "random")),
    ("nomads", ("me", "open")),
    ("lumicora", ("me", "open")),
    ("lumen", ("me", "open", "random")),
    ("luminos", ("me", "open")),
    ("moths", ("me", "open")),
)
"""Two players and somebody who watches each: with a second one at some of them, twenty clients."""
LOST = (Closed, OSError, websockets.WebSocketException, TimeoutError, Refusal, EOFError)
PATIENCE = 4.0
"""Seconds after which a client tries another process."""
CODES = ("stale", "not_your_turn", "storage", "too_fast", "over", "no_undo", "illegal", "broken_off")


class Wanderer:
    """Somebody at a table, at another process each time. `token` is their seat's, "" for whoever watches."""

    def __init__(self, world: World, made: Made, tokens: tuple[str, ...], seed: int, sits: bool = False) -> None:
        self.world, self.made, self.tokens, self.sits = world, made, tokens, sits
        self.choice = random.Random(seed)
        self.version = -1
        self.over = False
        self.acknowledged: dict[str, int] = {}
        self.unknown: set[str] = set()
        self.scenes: dict[tuple[int | None, int], str] = {}
        self.pending: Json | None = None
        self.number = 0
        self.refused: Counter[str] = Counter()

    async def stay(self) -> None:
        while not self.over:
            await self.visit()
            await asyncio.sleep(0.05)

    async def visit(self, longest: float = 1e9) -> None:
        """One connection to any process."""
        server = self.choice.choice(self.world.servers)
        since = {"since": self.version} if self.version >= 0 else {}
        client = Client(server, self.made.id, self.tokens, **since)
        try:
            async with asyncio.timeout(PATIENCE):
                await client.__aenter__()
        except LOST:
            await asyncio.sleep(0.1)
            return
        try:
            with suppress(*LOST):
                async with asyncio.timeout(min(longest, self.choice.expovariate(1 / 6))):
                    await self.live(client)
        finally:
            with suppress(*LOST):
                async with asyncio.timeout(1):
                    await client.close()
            self.remember(client)

    async def live(self, client: Client) -> None:
        if self.sits and client.phase == "waiting":
            answer = await self.ask(client, "sit", name="Eva")
            if answer.get("token"):
                self.tokens = (*self.tokens, answer["token"])
        await self.ask(client, "nonce", nonce=f"{self.choice.getrandbits(64):016x}")
        while client.status != "over" and client.closed is None:
            if self.pending is None:
                await client.until(lambda: client.closed is not None or client.status in ("turn", "over"))
                if client.status == "over" or client.closed is not None:
                    return
                self.pending = self.decide(client)
            await self.carry_out(client, self.pending)
            await asyncio.sleep(self.choice.random() * 0.1)

    def decide(self, client: Client) -> Json:
        self.number += 1
        key = f"{id(self)}-{self.number}"
        if client.scene["can_undo"] and self.choice.random() < 0.1:
            return {"kind": "undo", "v": client.version, "key": key}
        path = self.choice.choice(list(paths(client.scene["scene"]["actions"])))
        return {"kind": "move", "v": client.version, "path": path, "key": key}

    async def carry_out(self, client: Client, wanted: Json) -> None:
        request = dict(wanted)
        kind, key = request.pop("kind"), request["key"]
        self.unknown.add(key)
        answer = await self.ask(client, kind, **request)
        if answer["type"] != "error":
            if not answer.get("asked"):
                assert self.acknowledged.setdefault(key, answer["v"]) == answer["v"], "one key, two versions"
            if self.choice.random() < 0.1 and not answer.get("asked"):  # once more, as if the answer had been lost
                again = await self.ask(client, kind, **request)
                if again["type"] != "error":
                    assert again["v"] == answer["v"], (answer, again)
            self.pending = None
            return
        self.refused[answer["code"]] += 1
        assert answer["code"] in CODES, answer
        if answer["code"] in ("storage", "too_fast"):
            await asyncio.sleep(0.2)  # the same once more
        else:
            self.pending = None

    async def ask(self, client: Client, kind: str, **facts: Any) -> Json:
        async with asyncio.timeout(PATIENCE):
            return await client.ask(kind, **facts)

    def remember(self, client: Client) -> None:
        """What it was shown; versions only grow."""
        for message in scenes(client.received):
            scene = message["scene"]
            assert scene["v"] >= self.version, f"the table went back from {self.version} to {scene['v']}"
            self.version = scene["v"]
            self.over = scene["status"] == "over"
            self.scenes[message["seat"], scene["v"]] = _lasting(scene)


def _lasting(scene: Json) -> str:
    return json.dumps({name: value for name, value in scene.items() if name not in ("events", "log")}, sort_keys=True)


class World:
    """All of it."""

    def __init__(self, hosts: Hosts, folder: Path) -> None:
        self.hosts = hosts
        self.cluster = Cluster()
        name = self.cluster.new_database().rpartition("/")[2]
        self.url = self.cluster.url(name)
        there = self.cluster.url(name, hosts.database)
        self.servers = [self._server(host, folder, there) for host in range(HOSTS)]
        self.players: list[Wanderer] = []
        self.done: Counter[str] = Counter()

    def _server(self, host: int, folder: Path, url: str) -> Server:
        extra = (*UNHURRIED, "--database", url, "--workers", "1", "--log-level", "warning")
        server = Server(folder / f"host{host}", *extra, host=self.hosts.address(host))
        server.inside = self.hosts.inside(host)
        return server

    # Playing

    async def keep_table(self, number: int, seed: int) -> None:
        choice = random.Random(seed)
        game, seats = TABLES[number % len(TABLES)]
        while True:
            try:
                made = await asyncio.to_thread(choice.choice(self.servers).table, game, seats)
            except (OSError, HTTPException, AssertionError, ValueError):
                await asyncio.sleep(0.3)
                continue
            names = [(made.host, made.seats[0]), (made.seats[1],), (made.watch,)]
            people = [
                Wanderer(self, made, tokens, seed * 100 + place, sits=place == 1) for place, tokens in enumerate(names)
            ]
            self.players += people
            await asyncio.gather(*(person.stay() for person in people))

    # What goes wrong

    async def kill(self, choice: random.Random) -> None:
        server = choice.choice(self.servers)
        await asyncio.to_thread(server.kill)
        await asyncio.sleep(choice.random() * 2)
        await asyncio.to_thread(server.start)

    async def pause(self, choice: random.Random) -> None:
        process = choice.choice(self.servers).process
        assert process is not None
        os.kill(process.pid, signal.SIGSTOP)
        await asyncio.sleep(5)
        os.kill(process.pid, signal.SIGCONT)

    async def restart_database(self, choice: random.Random) -> None:
        await asyncio.to_thread(self.cluster.stop)
        await asyncio.sleep(choice.random() * 2)
        await asyncio.to_thread(self.cluster.start)

    async def deafen(self, _choice: random.Random) -> None:
        query = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'"
        await asyncio.to_thread(self.cluster.execute, query)

    async def part(self, choice: random.Random) -> None:
        if not self.hosts.apart:
            return
        host = choice.randrange(HOSTS)
        self.hosts.cut(host)
        await asyncio.sleep(2 + choice.random() * 4)
        self.hosts.mend(host)

    async def trouble(self, seconds: float, seed: int) -> None:
        choice = random.Random(seed)
        faults = [self.kill, self.pause, self.restart_database, self.deafen, self.part]
        end, waiting = time.monotonic() + seconds, list[Any]()
        while time.monotonic() < end:
            await asyncio.sleep(1 + choice.random() * 2)
            if not waiting:  # each of them once in a while
                waiting = choice.sample(faults, len(faults))
            fault = waiting.pop()
            self.done[fault.__name__] += 1
            await fault(choice)

    async def run(self, tables: int, seconds: float, seed: int) -> None:
        players = [asyncio.create_task(self.keep_table(number, seed + number)) for number in range(tables)]
        try:
            await self.trouble(seconds, seed)
            await asyncio.sleep(4)
            for task in players:
                if task.done():
                    task.result()
        finally:
            for task in players:
                task.cancel()
            answers = await asyncio.gather(*players, return_exceptions=True)
        for answer in answers:
            if isinstance(answer, Exception) and not isinstance(answer, asyncio.CancelledError):
                raise answer

    # Reading the histories

    async def check(self) -> str:
        """Everything that must hold; gives what was seen."""
        rows = self.cluster.execute(
            'SELECT "table", version, seat, key FROM events ORDER BY "table", version', self.url
        )
        stored: dict[str, list[Any]] = {}
        for table, *facts in rows:
            stored.setdefault(str(table), []).append(facts)
        acknowledged = 0
        scenes: dict[tuple[str, int | None, int], str] = {}
        for player in self.players:
            table = player.made.id
            events = stored.get(table, [])
            assert [event[0] for event in events] == list(range(len(events))), f"{table}: versions are missing"
            keys = [event[2] for event in events if event[2]]
            assert len(keys) == len(set(keys)), f"{table}: a key was played twice"
            known = {event[2]: event[0] for event in events if event[2]}
            for key, version in player.acknowledged.items():
                assert known.get(key) == version, f"{table}: an acknowledged move was lost: {key} {version}"
                acknowledged += 1
            assert player.version < max(len(events), 1), f"{table}: {player.version} was shown and is not stored"
            for (seat, version), scene in player.scenes.items():
                assert scenes.setdefault((table, seat, version), scene) == scene, f"{table}: two scenes of {version}"
        await self._all_see_the_same()
        await self._all_replay(sorted(stored))
        refused = sum((player.refused for player in self.players), Counter[str]())
        return (
            f"faults {dict(self.done)}, tables {len(stored)}, entries {len(rows)}, acknowledged {acknowledged}, "
            f"scenes compared {len(scenes)}, refused {dict(refused)}"
        )

    async def _all_see_the_same(self) -> None:
        """Each table at every process: the same scene for the same seat."""
        latest = {player.made.id: player for player in self.players}
        for player in list(latest.values())[-12:]:
            shown: list[tuple[int, str]] = []
            while len(shown) < 1 or len({version for version, _ in shown}) > 1:  # bots may still play
                shown = []
                for server in self.servers:
                    async with Client(server, player.made.id, player.tokens) as client:
                        if client.phase != "waiting":
                            await client.until(lambda client=client: client.scene)  # type: ignore[misc]
                        shown.append((client.version, _lasting(client.scene["scene"]) if client.scene else ""))
            assert len(set(shown)) == 1, player.made.id

    async def _all_replay(self, tables: list[str]) -> None:
        store = PostgresStore(self.url)
        try:
            for table in tables:
                stored = await store.load(table)
                assert stored is not None
                match, _ = await restore(stored.head, stored.entries)
                assert match.version == len(stored.entries) - 1
        finally:
            await store.close()


def ordeal(tables: int, seconds: float, seed: int, folder: Path) -> str:
    """All of it; gives what was seen."""
    with Hosts(HOSTS) as hosts:
        world = World(hosts, folder)
        try:
            for server in world.servers:
                server.start()
            asyncio.run(world.run(tables, seconds, seed))
            seen = asyncio.run(world.check())
        finally:
            for server in world.servers:
                if server.process is not None:
                    server.kill()
            world.cluster.remove()
        for server in world.servers:
            server.check_log()
    return seen if hosts.apart else f"{seen} (without partitions: network namespaces need root)"
