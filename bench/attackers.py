"""Floods for bench/floods.py: each from one address, as fast as the server lets it. They know nothing but the protocol.

python -m bench.attackers PORT ADDRESS NICE FLOOD...
"""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
import os
import random
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

Json = dict[str, Any]
LOST = (OSError, EOFError, asyncio.IncompleteReadError, WebSocketException, TimeoutError, asyncio.LimitOverrunError)
CJK = "".join(chr(0x4E00 + number) for number in range(512))
LANGS = ("en", "de")
HEADERS = "Host: 127.0.0.1\r\nContent-Type: application/json\r\nAccept-Encoding: gzip\r\n"


class Attacker:
    """Everything that comes from one address."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.address = port, address
        self.met: Counter[str] = Counter()
        """What the server answered, by status or code."""

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A plain connection."""
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0), limit=1 << 20)

    def socket(self, table: str) -> connect:
        """A WebSocket to a table."""
        address = f"ws://127.0.0.1:{self.port}/ws/{table}"
        return connect(address, local_addr=(self.address, 0), max_size=None, compression=None, ping_interval=None)

    async def post(self, path: str, body: object) -> tuple[int, Any]:
        """One request over a connection of its own."""
        reader, writer = await self.open()
        try:
            return await self._asked(reader, writer, path, body)
        finally:
            writer.close()

    async def _asked(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str, body: object = None
    ) -> tuple[int, Any]:
        data = b"" if body is None else json.dumps(body).encode()
        verb = "GET" if body is None else "POST"
        writer.write(f"{verb} {path} HTTP/1.1\r\n{HEADERS}Content-Length: {len(data)}\r\n\r\n".encode() + data)
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        status = int(head.split()[1])
        self.met[str(status)] += 1
        length = head.partition("content-length: ")[2].partition("\r\n")[0]
        answer = await reader.readexactly(int(length or 0))
        return status, answer

    async def look(self, path: str) -> int:
        """The status of one page."""
        reader, writer = await self.open()
        try:
            return (await self._asked(reader, writer, path))[0]
        finally:
            writer.close()

    async def told(self, path: str) -> Any:
        """The JSON of one page."""
        reader, writer = await self.open()
        try:
            return json.loads((await self._asked(reader, writer, path))[1])
        finally:
            writer.close()

    async def ask_on(self, path: str, body: object = None) -> None:
        """The same request again and again over one connection."""
        while True:
            with suppress(*LOST):
                reader, writer = await self.open()
                try:
                    while True:
                        await self._asked(reader, writer, path, body)
                finally:
                    writer.close()
            await asyncio.sleep(0.05)

    async def table(self, game: str, seats: list[Json], **settings: object) -> Json:
        """A new table, as soon as one is allowed."""
        while True:
            with suppress(*LOST):
                wanted = {"game": game, "seats": seats, "settings": {"pace": "instant", **settings}}
                status, answer = await self.post("/api/tables", wanted)
                if status == 201:
                    return dict(json.loads(answer))
            await asyncio.sleep(0.5)


async def connections(me: Attacker) -> None:
    """Connections that say nothing, 300 of them at a time."""

    async def idle() -> None:
        while True:
            with suppress(*LOST):
                reader, writer = await me.open()
                try:
                    me.met["opened"] += 1
                    await reader.read(1)
                finally:
                    writer.close()
            await asyncio.sleep(0.2)

    await _many(300, idle)


async def sockets(me: Attacker) -> None:
    """125 WebSockets to a table of bots, that never read what they are sent."""
    made = await me.table("luminos", [{"kind": "bot", "level": "random"}] * 2, listed=True)

    async def deaf() -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        asked = f"GET /ws/{made['table']} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        asked += f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
        hello = b'{"type":"hello"}'
        while True:
            with suppress(*LOST):
                reader, writer = await me.open()
                try:
                    writer.write(asked.encode())
                    me.met[(await reader.readuntil(b"\r\n")).decode().split()[1]] += 1
                    writer.write(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
                    writer.transport.pause_reading()  # type: ignore[attr-defined]
                    await asyncio.sleep(30)
                finally:
                    writer.close()
            await asyncio.sleep(0.5)

    await _many(125, deaf)


async def slow(me: Attacker) -> None:
    """Requests that arrive a letter at a time."""

    async def trickle() -> None:
        while True:
            with suppress(*LOST):
                _, writer = await me.open()
                try:
                    for letter in f"POST /api/tables HTTP/1.1\r\n{HEADERS}Content-Length: 999\r\n\r\n" + " " * 999:
                        writer.write(letter.encode())
                        await writer.drain()
                        await asyncio.sleep(0.3)
                finally:
                    writer.close()
            await asyncio.sleep(0.2)

    await _many(40, trickle)


async def tables(me: Attacker) -> None:
    """Tables that are made, closed and made again by a rematch, for ever."""

    async def make() -> None:
        while True:
            made = await me.table("nomads", [{"kind": "me", "name": "x"}, {"kind": "bot", "level": "random"}])
            with suppress(*LOST):
                async with me.socket(made["table"]) as socket:
                    await socket.send(json.dumps({"type": "hello", "tokens": [made["tokens"]["host"]]}))
                    for kind in ("close", "rematch"):
                        await socket.send(json.dumps({"type": kind, "id": kind}))
                        while (answer := json.loads(await socket.recv())).get("id") != kind:
                            pass
                        me.met[f"{kind} {answer.get('code', 'ok')}"] += 1

    await _many(4, make)


async def hints(me: Attacker) -> None:
    """Hints at a table of one's own, over eight connections."""
    made = await me.table("nomads", [{"kind": "me", "name": "x"}, {"kind": "bot", "level": "random"}])

    async def ask() -> None:
        while True:
            with suppress(*LOST):
                async with me.socket(made["table"]) as socket:
                    await socket.send(json.dumps({"type": "hello", "tokens": [made["tokens"]["seats"][0]["token"]]}))
                    await socket.send(json.dumps({"type": "nonce", "nonce": "0123456789"}))
                    for number in itertools.count(1):
                        await socket.send(json.dumps({"type": "hint", "id": number, "v": 0}))
                        while (answer := json.loads(await socket.recv())).get("id") != number:
                            pass
                        me.met[answer.get("code", "hint")] += 1
                        await asyncio.sleep(0.02)
            await asyncio.sleep(0.2)

    await _many(8, ask)


async def replays(me: Attacker) -> None:
    """The longest positions of a whole game, over and over."""
    from lumarium import Match

    match, choice = Match("nomads", players=5, seed=3), random.Random(3)
    while not match.over:
        match.play(choice.choice(match.state.legal_actions()))
    last = len(match.record.entries)
    body = {"record": match.record.dump().decode(), "first": last - 16, "end": last}
    await _many(8, lambda: me.ask_on("/api/replay/scenes", body))


async def qr(me: Attacker) -> None:
    """The largest codes."""
    await _many(8, lambda: me.ask_on("/api/qr", {"text": CJK}))


async def static(me: Attacker) -> None:
    """Sheets, files and pages."""
    paths = ("/sheet/nomads.svg", "/web/shared/base.css", "/", "/sheet/lumicora.svg", "/rules/lumen", "/worker.js")
    await asyncio.gather(*(me.ask_on(path) for path in paths))


async def bots(me: Attacker) -> None:
    """Forty tables of strong bots, each looked at."""

    async def watch() -> None:
        made = await me.table("nomads", [{"kind": "bot", "level": "strong"}] * 5, listed=True)
        while True:
            with suppress(*LOST):
                async with me.socket(made["table"]) as socket:
                    await socket.send(json.dumps({"type": "hello", "tokens": [], "protocol": 2}))
                    while True:
                        await socket.recv()
                        me.met["told"] += 1
            await asyncio.sleep(0.5)

    await _many(40, watch)


async def messages(me: Attacker) -> None:
    """Small requests with large answers, at a game of bots that has gone on for long."""
    made = await me.table("lumicora", [{"kind": "bot", "level": "random"}] * 4, listed=True)

    async def ask() -> None:
        while True:
            with suppress(*LOST):
                async with me.socket(made["table"]) as socket:
                    await socket.send(json.dumps({"type": "hello", "tokens": [], "protocol": 2}))
                    for number in itertools.count(1):
                        kind = ("look", "log", "prefs", "whole")[number % 4]
                        facts: dict[str, Json] = {"look": {"at": 5}, "prefs": {"lang": LANGS[number // 4 % 2]}}
                        await socket.send(json.dumps({"type": kind, "id": number, **facts.get(kind, {})}))
                        while (answer := json.loads(await socket.recv())).get("id") != number:
                            pass
                        me.met[f"{kind} {answer.get('code', 'told')}"] += 1
            await asyncio.sleep(0.2)

    await _many(8, ask)


KINDS = (connections, sockets, slow, tables, hints, replays, qr, static, bots, messages)
FLOODS = {flood.__name__: flood for flood in KINDS}


async def _many(number: int, what: Callable[[], Awaitable[None]]) -> None:
    await asyncio.gather(*(what() for _ in range(number)))


async def main(port: int, address: str, nice: int, names: list[str]) -> None:
    """Until standard input ends; then says what it met. Attackers have machines of their own: here they come last."""
    os.nice(nice)
    attackers = {name: Attacker(port, address) for name in names}
    attacks = [asyncio.create_task(FLOODS[name](me)) for name, me in attackers.items()]
    await asyncio.to_thread(sys.stdin.read)
    for attack in attacks:
        if attack.done():
            print(attack, file=sys.stderr)
        attack.cancel()
    print(json.dumps({name: dict(me.met) for name, me in attackers.items()}))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4:]))
