"""For whoever runs it: is it ready, and what does it do?"""

from __future__ import annotations

import asyncio
import http.client
import socket
from contextlib import ExitStack, suppress
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from tests.server.conftest import UNHURRIED
from tests.server.harness import Server, paths


def free_port(number: int = 1) -> int:
    """The first of so many that are free."""
    while True:
        with ExitStack() as stack:
            probes = [stack.enter_context(socket.socket()) for _ in range(number)]
            probes[0].bind(("127.0.0.1", 0))
            port = int(probes[0].getsockname()[1])
            with suppress(OSError, OverflowError):
                for offset, probe in enumerate(probes[1:], 1):
                    probe.bind(("127.0.0.1", port + offset))
                return port


def metrics_at(port: int) -> dict[str, float]:
    """What a process tells there."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", "/metrics")
    text = connection.getresponse().read().decode()
    connection.close()
    found = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            name = sample.name + "".join(f" {value}" for value in sample.labels.values())
            found[name] = sample.value
    return found


def test_what_it_does_is_told_in_numbers(tmp_path: Path) -> None:
    port = free_port()

    async def play(server: Server) -> None:
        made = server.table("luminos", ["me", "random"])
        async with made.client(made.host, *made.seats.values()) as client:
            await client.nonce()
            await client.until(lambda: client.status == "turn")
            path = next(iter(paths(client.scene["scene"]["actions"])))
            await client.do("move", v=client.version, path=path)
            assert await client.refused("move", v=999, path=path) == "stale"
            numbers = metrics_at(port)
            assert numbers["lumarium_tables"] == numbers["lumarium_viewers"] == 1
            assert numbers["lumarium_move_seconds_count"] == 1
            assert 0 < numbers["lumarium_move_seconds_sum"] < 60
            assert numbers["lumarium_refused_total stale"] == 1
            assert numbers["lumarium_commits_total"] > 1
            assert numbers["lumarium_bot_queue"] == 0

    with Server(tmp_path / "data", *UNHURRIED, "--metrics", str(port)) as server:
        asyncio.run(play(server))
        assert server.get("/readyz") == {"ok": True}
        assert server.request("GET", "/metrics")[0] == 404, "no player sees them"
    server.check_log()
