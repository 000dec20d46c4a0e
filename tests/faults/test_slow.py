"""Clients that read nothing or send too slowly, and floods: cut off, with others undisturbed and memory flat."""

from __future__ import annotations

import asyncio
import json
import random
import time
import zlib

import pytest

from lumarium.server.viewers import PHRASES_BURST, PHRASES_PER_SECOND
from tests.faults.raw import PING, TEXT, Raw, frame
from tests.server.conftest import UNHURRIED
from tests.server.harness import PATIENCE, Client, Made, Server, play_on
from tests.server.streams import scenes

MIB = 1 << 20
FLAT = 24 * MIB
"""What a server may grow by under attack: one attacker could have it many times over if it did not end."""


def _hello(*tokens: str) -> bytes:
    return frame(TEXT, json.dumps({"type": "hello", "tokens": tokens}).encode())


def test_whoever_reads_nothing_is_cut_off(server: Server, long: bool) -> None:
    """Some watch a game with large scenes, and ask for more, but never read."""
    many = 40 if long else 8

    async def deaf(made: Made) -> int | None:
        async with Raw(server, buffer=4096) as raw:
            await raw.upgrade(made.id)
            await raw.send(_hello(made.watch))
            async with asyncio.timeout(PATIENCE):
                # Whoever read before all are cut off might let another one go on.
                while cut_off() < many and await raw.send(frame(TEXT, b'{"type":"log"}')):
                    await asyncio.sleep(0.06)
            return await raw.closed()

    def cut_off() -> int:
        return sum(entry["event"] == "slow_reader" for entry in server.logged[seen:])

    async def story(made: Made) -> None:
        async with made.client(made.seats[0]) as ana, made.client(made.watch) as bystander:
            await ana.nonce()
            await ana.until(lambda: ana.scene)
            before = server.memory
            attacks = [asyncio.create_task(deaf(made)) for _ in range(many)]
            playing = asyncio.create_task(play_on(ana, random.Random(1).choice))
            codes = await asyncio.gather(*attacks)
            assert set(codes) <= {4411, 4429, None}
            assert server.memory - before < FLAT
            await playing
            await bystander.until(lambda: bystander.phase == "over")
            told = [event["text"] for shown in scenes(bystander.received) for event in shown["scene"]["events"]]
            assert told == (await bystander.do("log"))["lines"]

    seen = len(server.logged)
    asyncio.run(story(server.table("lumicora", ("me", "random"))))
    assert cut_off() == many


def test_messages_that_unpack_to_much_more_do_not_pile_up(server: Server) -> None:
    made = server.table("luminos", ("me", "open"))
    filler = b'{"type":"ping","id":1' + b" " * 8000 + b"}"
    hello = json.dumps({"type": "hello", "tokens": [made.watch]}).encode()
    packers = [(zlib.compressobj(wbits=-12), text) for text in (hello, filler)]
    greeting, bomb = (packer.compress(text) + packer.flush(zlib.Z_SYNC_FLUSH) for packer, text in packers)
    packed = [greeting, *[bomb] * 8000]
    frames = [bytes([0xC1, 0x80 | len(each) - 4]) + bytes(4) + each[:-4] for each in packed]
    assert sum(len(each) for each in frames) < 600_000

    async def attack(bystander: Client) -> None:
        async with Raw(server, address="127.0.0.9") as raw:
            await raw.upgrade(made.id, "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits=12")
            await raw.send(b"".join(frames))
            await asyncio.sleep(0.5)
            await bystander.do("ping")
            grown.append(server.memory - before)

    async def story() -> None:
        async with made.client(made.watch) as bystander:
            await asyncio.gather(*(attack(bystander) for _ in range(8)))

    before, grown = server.memory, list[int]()
    asyncio.run(story())
    assert max(grown) < FLAT


def test_pings_that_nobody_reads_do_not_pile_up(server: Server) -> None:
    made = server.table("luminos", ("me", "open"))

    async def story() -> None:
        before = server.memory
        async with Raw(server, buffer=4096) as raw, made.client(made.watch) as bystander:
            await raw.upgrade(made.id)
            await raw.send(_hello(made.watch))
            for _ in range(300):
                if not await raw.send(frame(PING, b"x" * 125) * 1000):
                    break
            assert server.memory - before < FLAT
            await bystander.do("ping")

    asyncio.run(story())


def test_requests_that_trickle_in_end(server: Server) -> None:
    """Slow loris: headers, bodies and hellos that never get done."""
    beginnings = (
        b"",
        b"GET / HTTP/1.1\r\nHost: x\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{",
    )

    async def loris(beginning: bytes) -> None:
        async with Raw(server) as raw:
            await raw.send(beginning)
            rest = asyncio.create_task(raw.rest())
            while not rest.done():
                await asyncio.sleep(0.2)
                if beginning:
                    await raw.send(b"x")
            await rest

    async def story(made: Made) -> None:
        async with made.client(made.watch) as bystander, Raw(server) as silent:
            # Before the others come, who may take so long that a request would come too late.
            await silent.upgrade(made.id)
            waits = [loris(beginning) for beginning in beginnings for _ in range(30)]
            *_, code = await asyncio.gather(*waits, silent.closed())
            assert code == 4408
            await bystander.do("ping")

    asyncio.run(story(server.table("luminos", ("me", "open"))))


def test_a_flood_ends_where_it_began(server: Server) -> None:
    """Requests, malformed messages and pings by the thousand on one connection: it is closed, others do not notice."""
    ends = {b'{"type":"ping"}': 4429, b"{": 4400, b'{"type":"say","phrase":"hello"}': 4429}

    async def story(made: Made) -> None:
        async with made.client(made.seats[0]) as ana:
            before = server.memory
            for text, code in ends.items():
                async with Raw(server) as raw:
                    await raw.upgrade(made.id)
                    await raw.send(_hello(made.watch))
                    reading = asyncio.create_task(raw.closed())
                    for _ in range(200):
                        if reading.done() or not await raw.send(frame(TEXT, text) * 50):
                            break
                        await ana.do("ping")
                    assert await reading == code
            assert server.memory - before < FLAT

    asyncio.run(story(server.table("luminos", ("me", "open"))))


def test_a_talker_does_not_drown_the_others(server: Server) -> None:
    async def story(made: Made) -> None:
        async with made.client(made.seats[0]) as ana, made.client(made.watch) as watcher:
            begun = time.monotonic()
            answers = await asyncio.gather(*(ana.ask("say", phrase="hurry") for _ in range(20)))
            lasted = time.monotonic() - begun
            told = [answer for answer in answers if answer["type"] == "ok"]
            assert {answer["code"] for answer in answers if answer["type"] == "error"} == {"too_fast"}
            await watcher.do("ping")
            assert len(watcher.said) == len(told) <= PHRASES_BURST + PHRASES_PER_SECOND * lasted

    asyncio.run(story(server.table("luminos", ("me", "open"))))


def test_an_address_that_asks_too_often_waits(tmp_path_factory: pytest.TempPathFactory) -> None:
    extra = (*UNHURRIED[4:], "--requests-per-second", "1")
    with Server(tmp_path_factory.mktemp("few") / "data", *extra) as server:
        allowed = 0
        while (code := server.request("GET", "/api/server")[0]) == 200 and allowed < 1000:
            allowed += 1
        assert code == 429
        assert allowed >= 30
        assert server.request("GET", "/healthz")[0] == 200
        asyncio.run(_files_have_a_limit_of_their_own(server))
        while server.request("GET", "/api/server")[0] == 429:
            time.sleep(0.1)
        time.sleep(3)
        asyncio.run(_waits_for_every_answer(server.table("luminos", ("me", "open"))))


async def _files_have_a_limit_of_their_own(server: Server) -> None:
    """Far more than a page needs, and in the end refused."""
    asked = b"GET /web/shared/theme.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"

    async def answers(raw: Raw, many: int) -> list[bytes]:
        await raw.send(asked * many)
        found: list[bytes] = []
        while len(found) < many and found[-1:] != [b"429"]:
            line = await raw.reader.readline()
            found += [line.split()[1]] if line.startswith(b"HTTP/1.1 ") else []
        return found

    async with Raw(server, address="127.0.0.7") as greedy:
        given = await answers(greedy, 3000)
        assert given[-1] == b"429"
        assert given[:-1] == [b"200"] * len(given[:-1])
        assert len(given) > 500
    async with Raw(server, address="127.0.0.8") as other:
        assert await answers(other, 1) == [b"200"]


async def _waits_for_every_answer(made: Made) -> None:
    """A program that is too fast, but asks one thing at a time, is slowed down and never refused."""
    async with made.client(made.watch) as program:
        begun = time.monotonic()
        assert {(await program.ask("ping"))["type"] for _ in range(60)} == {"ok"}
        assert time.monotonic() - begun > 0.8
