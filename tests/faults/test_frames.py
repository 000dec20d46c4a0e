"""Frames and requests that no decent client sends: closed with a code, without a traceback, others undisturbed."""

from __future__ import annotations

import asyncio
import json
import random

import pytest

from tests.faults.raw import BINARY, CLOSE, CONTINUED, PING, TEXT, Raw, frame
from tests.server.harness import Made, Server

HELLO = b'{"type":"hello"}'
TOO_LARGE = 9000


@pytest.fixture(scope="module")
def made(server: Server) -> Made:
    return server.table("luminos", ("me", "open"), settings={"listed": True, "start": "host"})


FRAMES = {
    "no text": (frame(TEXT, b"\xff\xfe"), 1007),
    "half a character": (frame(TEXT, b'{"type":"ping","id":"\xc3"}'), 1007),
    "half a character in two frames": (frame(TEXT, b"\xc3", fin=False) + frame(CONTINUED, b"("), 1007),
    "no mask": (frame(TEXT, HELLO, masked=False), 1002),
    "a reserved opcode": (frame(3, b"x"), 1002),
    "a reserved bit": (bytes([0xF1, 0x80, 0, 0, 0, 0]), 1002),
    "a ping in pieces": (frame(PING, b"x", fin=False), 1002),
    "a ping too long": (frame(PING, b"x" * 126), 1002),
    "a continuation of nothing": (frame(CONTINUED, b"x"), 1002),
    "too large": (frame(TEXT, b'"' + b"x" * TOO_LARGE + b'"'), 1009),
    "too large in pieces": (
        b"".join(frame(TEXT if not n else CONTINUED, b"x" * 3000, fin=False) for n in range(4)),
        1009,
    ),
    "larger than anything": (frame(TEXT, b"x", length=1 << 62), 1009),
    "endless empty pieces": (frame(TEXT, b"", fin=False) + frame(CONTINUED, b"", fin=False) * 5000, 4400),
    "a close with a bad code": (frame(CLOSE, b"\x00\x01"), 1002),
    "binary before hello": (frame(BINARY, b"\x00\x01"), 4400),
    "nothing but braces": (frame(TEXT, b"{"), 4400),
    "deep": (frame(TEXT, b'{"type":"hello","prefs":' + b"[" * 4000 + b"]" * 4000 + b"}"), 4400),
    "another message first": (frame(TEXT, b'{"type":"ping"}'), 4400),
    "a thousand pings": (frame(PING, b"x" * 100) * 1000, 4429),
}


@pytest.mark.parametrize("name", FRAMES)
@pytest.mark.parametrize("after_hello", [False, True], ids=["at once", "after hello"])
def test_frames_that_break_the_rules(server: Server, made: Made, name: str, after_hello: bool) -> None:
    data, code = FRAMES[name]
    if after_hello and code == 4400 and name != "endless empty pieces":
        pytest.skip("answered as malformed, which the fuzzer looks at")

    async def story() -> None:
        async with made.client() as bystander, Raw(server) as raw:
            assert await raw.upgrade(made.id) == b"HTTP/1.1 101 Switching Protocols"
            if after_hello:
                await raw.send(frame(TEXT, HELLO))
            await raw.send(data)
            assert await raw.closed() == code
            await bystander.do("ping")

    asyncio.run(story())


def test_upgrades_that_are_none(server: Server, made: Made) -> None:
    async def story() -> None:
        for headers in (
            ("Sec-WebSocket-Version: 7",),
            ("Origin: http://evil.example",),
            ("Origin: null",),
            (f"Origin: http://{server.host}:{server.port}@evil.example",),
            (f"Origin: ftp://{server.host}:{server.port}",),
            ("Sec-WebSocket-Extensions: permessage-deflate; server_max_window_bits=99",),
        ):
            async with Raw(server) as raw:
                line = await raw.upgrade(made.id, *headers)
                assert line.split()[1] in (b"400", b"403", b"426") or headers[0].startswith("Sec-WebSocket-Ext"), line

    asyncio.run(story())


def test_requests_that_are_none(server: Server, made: Made, long: bool) -> None:
    """Noise on the port: an answer that is an error, or none, and the server goes on."""
    noise = random.Random(7)
    body = json.dumps({"game": "luminos", "seats": []})
    head = (f"Host: {server.host}", "Content-Type: application/json", f"Content-Length: {len(body)}")
    good = "\r\n".join(("POST /api/tables HTTP/1.1", *head, "", body)).encode()
    cases = [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET /\x00 HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /%ff%00/..%2f..%2fetc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"GET /web/..%2f..%2fserver/run.py HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"GET /web/../server/run.py HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"BREW /api/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n" + b"A: " + b"x" * 100_000,
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\nzz\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n"
        b"Content-Type: application/json\r\n\r\n" + b"x" * 60_000,
    ]
    for _ in range(500 if long else 40):
        spoilt = bytearray(good)
        for _ in range(noise.randrange(1, 6)):
            spoilt[noise.randrange(len(spoilt))] = noise.randrange(256)
        cases.append(bytes(spoilt))

    async def one(case: bytes) -> None:
        async with Raw(server) as raw:
            await raw.send(case)
            raw.writer.write_eof()
            answer = await raw.rest()
            assert not answer or answer.split()[1][:1] == b"4" or answer.split()[1] in (b"200", b"503"), answer[:300]
            assert b"Traceback" not in answer
            assert b"import asyncio" not in answer

    async def story() -> None:
        async with made.client() as bystander:
            for first in range(0, len(cases), 20):
                await asyncio.gather(*(one(case) for case in cases[first : first + 20]))
            await bystander.do("ping")

    asyncio.run(story())
