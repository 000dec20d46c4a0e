"""Several processes behind one port: they come back, move over and end together."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lumarium.cli import app
from tests.cli.terminal import run
from tests.postgres import needs_postgres, shared
from tests.server.conftest import UNHURRIED
from tests.server.harness import PATIENCE, Client, Server, paths
from tests.server.test_metrics import free_port, metrics_at


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("crowd") / "data"
    asked = ("--metrics", str(free_port(2)))
    extra = ("--database", shared().new_database(), "--processes", "2", "--workers", "1", *asked)
    with Server(data, *UNHURRIED, *extra) as running:
        yield running
        pids = _processes(running)
        assert running.stop() == 0
        assert not [pid for pid in pids if Path(f"/proc/{pid}").exists()], "all end together"
    running.check_log()


def _processes(server: Server) -> list[int]:
    """The latest of each number."""
    started = {entry["number"]: entry["pid"] for entry in server.logged if entry["event"] == "process"}
    return [started[number] for number in sorted(started)]


def _until(happened: Callable[[], object]) -> None:
    begun = time.monotonic()
    while not happened():
        time.sleep(0.05)
        assert time.monotonic() - begun < PATIENCE


@needs_postgres()
def test_a_process_that_ends_comes_back_and_the_others_go_on(crowd: Server) -> None:
    before = _processes(crowd)
    assert len(set(before)) == 2
    os.kill(before[0], signal.SIGKILL)
    for _ in range(20):
        assert crowd.get("/api/tables") == {"tables": []}
    _until(lambda: _processes(crowd)[0] != before[0])
    assert _processes(crowd)[1] == before[1]


@needs_postgres()
def test_a_rolling_restart_moves_connections_over(crowd: Server) -> None:
    before = _processes(crowd)

    async def play(made_tokens: tuple[str, ...], table: str, since: int | None) -> int:
        more = {} if since is None else {"since": since}
        async with Client(crowd, table, made_tokens, **more) as client:
            await client.nonce()
            await client.until(lambda: client.status == "turn" and client.version >= (since or 0))
            path = next(iter(paths(client.scene["scene"]["actions"])))
            version = int((await client.do("move", v=client.version, path=path))["v"])
            if since is None:
                assert crowd.process is not None
                crowd.process.send_signal(signal.SIGHUP)
                await client.until(lambda: client.closed)
                assert client.closed == 1012, "come back"
            return version

    made = crowd.table("luminos", ["me", "random"])
    tokens = (made.host, *made.seats.values())
    version = asyncio.run(play(tokens, made.id, None))
    assert asyncio.run(play(tokens, made.id, version)) > version
    _until(lambda: [entry for entry in crowd.logged if entry["event"] == "renewed"])
    assert not set(before) & set(_processes(crowd))
    first = int(crowd.extra[-1])
    for port in (first, first + 1):  # those that came after are asked at the same ports
        assert metrics_at(port)["lumarium_tables"] >= 0


def test_a_file_belongs_to_one_process(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["serve", "--data", str(tmp_path), "--processes", "2", "--lang", "en"])
    assert result.exit_code == 1
    assert "PostgreSQL" in result.output + str(result.exception)


@needs_postgres()
def test_a_database_that_is_not_there_is_named_without_its_password(tmp_path: Path) -> None:
    url = "postgresql://somebody:secret@127.0.0.1:1/nowhere"
    for processes in ("1", "2"):
        command = ["serve", "--port", "0", "--data", str(tmp_path), "--database", url, "--processes", processes]
        done = run(*command, "--lang", "de")
        assert done.returncode == 2
        assert "secret" not in done.stderr
        assert "Die Datenbank unter 127.0.0.1:1/nowhere lässt sich nicht benutzen" in done.stderr
        assert "Connection refused" in done.stderr
