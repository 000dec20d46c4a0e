"""Connections by the hundred: an address has its share, nobody else is shut out, and the log stays short."""

from __future__ import annotations

import asyncio
import itertools
import logging
import resource
import socket
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from lumarium.server.doors import AT_ONCE, Doors, Listening
from lumarium.server.logs import LINES_BURST, InModeration, JsonLines
from tests.faults.conftest import Hasty
from tests.faults.raw import Raw
from tests.server.harness import Server

EACH = 20
PATIENCE = 6.0
"""Seconds within which three hundred connections are made, on a busy machine too."""
FILES = 200
"""What the server may open: fewer than eight addresses at their limit would."""
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="127.0.0.2 and on are Linux's")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    limits = ("--connections-per-address", str(EACH), "--requests-per-second", "1000")
    with Hasty(tmp_path_factory.mktemp("doors") / "data", *limits, FILES=str(FILES), PATIENCE=str(PATIENCE)) as running:
        yield running
    running.check_log()


async def _open_ones(crowd: list[Raw]) -> int:
    """How many of them the server has not ended."""

    async def is_open(raw: Raw) -> bool:
        try:
            async with asyncio.timeout(0.3):
                await raw.reader.read(1)
        except ConnectionError:
            return False
        except TimeoutError:
            return True
        return False

    return sum(await asyncio.gather(*(is_open(raw) for raw in crowd)))


def test_idle_connections_leave_room_for_others(server: Server) -> None:
    """Ten addresses with thirty connections each: none has more than its share, and all end after a while."""

    async def story() -> None:
        made = server.table("luminos", ("me", "open"))
        async with made.client(made.watch) as bystander, AsyncExitStack() as stack:
            crowds = [[Raw(server, address=f"127.0.0.{number}") for _ in range(30)] for number in range(2, 12)]
            for raw in itertools.chain(*crowds):
                await stack.enter_async_context(raw)
            stay = await asyncio.gather(*(_open_ones(crowd) for crowd in crowds))
            assert 0 < max(stay) <= EACH
            await bystander.do("ping")
            newcomer = await stack.enter_async_context(Raw(server, address="127.0.0.20"))
            await newcomer.send(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert (await newcomer.reader.readline()).split()[1] == b"200"
            await asyncio.gather(*(raw.rest() for raw in itertools.chain(*crowds)))  # whoever says nothing goes

    asyncio.run(story())


def test_a_refused_socket_is_no_error(server: Server) -> None:
    made = server.table("luminos", ("me", "open"))
    before = len(server.logged)

    async def story() -> None:
        async with AsyncExitStack() as stack:
            lines = []
            for _ in range(EACH + 5):
                raw = await stack.enter_async_context(Raw(server, address="127.0.0.2"))
                lines.append((await raw.upgrade(made.id)).split()[1])
            assert lines == [b"101"] * EACH + [b"429"] * 5
            for _ in range(5):
                raw = await stack.enter_async_context(Raw(server, address="127.0.0.3"))
                assert (await raw.upgrade(made.id, "Origin: http://evil.example")).split()[1] == b"403"

    asyncio.run(story())
    assert [entry for entry in server.logged[before:] if entry["level"] != "info"] == []


def test_the_second_half_of_the_places_is_shared_out() -> None:
    doors = Doors(each=1000, places=160)
    greedy = 0
    while doors.enter("greedy"):
        greedy += 1
    assert greedy == 81, "half of them, and one more shows that the rest is not for it"
    others = [sum(doors.enter(f"other {number}") for _ in range(40)) for number in range(8)]
    assert others == sorted(others, reverse=True)
    assert min(others) >= 3
    assert all(doors.enter(f"newcomer {number}") for number in range(8))
    doors.leave("greedy", upgraded=False)
    assert not doors.enter("greedy")


def test_a_proxy_speaks_for_many() -> None:
    doors = Doors(each=2, places=100, is_proxy=lambda address: address == "proxy")
    assert [doors.enter("proxy") for _ in range(100)] == [True] * 100
    assert not doors.enter("proxy")
    doors.upgrade("proxy")
    doors.leave("proxy", upgraded=True)
    assert doors.enter("proxy")


def test_a_websocket_no_longer_counts_as_plain() -> None:
    doors = Doors(each=1, places=100)
    assert doors.enter("a")
    assert not doors.enter("a")
    doors.upgrade("a")
    assert doors.enter("a")
    doors.leave("a", upgraded=True)
    assert not doors.enter("a")
    doors.leave("a", upgraded=False)
    assert doors.enter("a")


@pytest.fixture
def listening() -> Iterator[Listening]:
    with Listening() as made:
        made.bind(("127.0.0.1", 0))
        made.listen(2 * AT_ONCE)
        made.setblocking(False)
        yield made


def test_a_crowd_at_the_door_does_not_hold_up_those_inside(listening: Listening) -> None:
    crowd = [socket.create_connection(listening.getsockname()) for _ in range(AT_ONCE + 3)]
    listening.doors = Doors(each=0, places=100)
    with pytest.raises(BlockingIOError):
        listening.accept()
    assert [each.recv(1) for each in crowd[:AT_ONCE]] == [b""] * AT_ONCE
    listening.doors = None
    came, address = listening.accept()
    assert address == crowd[AT_ONCE].getsockname(), "the rest is next"
    for each in (came, *crowd):
        each.close()


def test_without_a_free_file_whoever_waits_is_sent_away(listening: Listening) -> None:
    listening.keep_spare()
    waiting = socket.create_connection(listening.getsockname())
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    highest = max(int(path.name) for path in Path("/proc/self/fd").iterdir())
    held = [waiting.dup() for _ in range(highest)]
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(each.fileno() for each in held) + 1, limits[1]))
    try:
        with pytest.raises(BlockingIOError):
            listening.accept()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    for each in held:
        each.close()
    waiting.settimeout(10)
    assert waiting.recv(1) == b""
    waiting.close()


def test_what_repeats_itself_is_counted() -> None:
    moderation, lines = InModeration(), []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(JsonLines().format(record))

    handler, logger = Kept(), logging.Logger("test")
    handler.addFilter(moderation)
    logger.addHandler(handler)
    for number in range(LINES_BURST + 50):
        logger.warning("refused %d", number)
        logger.warning("refused", extra={"facts": {"number": number}})
    assert len(lines) == 2 * LINES_BURST
    for bucket in moderation._buckets.values():
        bucket.left = 5
    logger.warning("refused", extra={"facts": {"number": 7}})
    assert '"unwritten":50' in lines[-1]
