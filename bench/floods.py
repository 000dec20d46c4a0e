"""What other people notice of an attack: python -m bench.floods [FLOOD...] [--addresses 8] [--seconds 30] [--json]

A server with its usual limits. From 127.0.0.1 people play at tables of all games, one of them against a bot; from
127.0.0.2 and on come the floods of bench/attackers.py, those that are named, or all at once: first all from every
address (where they share what one address may have), then one kind from each, at its own limit. Measured, quiet and
under the flood in the same run: from the sending of a move until everybody at the table has it, the wait for an `easy`
bot, the slowest `/healthz`, refusals that reach the people, the server's memory, and how fast its log grows.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from typing import Any

import lumarium
from bench.attackers import FLOODS, Attacker
from bench.server_bots import play
from bench.server_load import TableUnderLoad, connect, quantile
from bench.server_tables import fill
from bench.server_viewers import HOME, Running, Viewer

TABLES = 10
VIEWERS = 3
ONE_FROM_EACH = "connections+slow/sockets/tables/hints/replays/qr/static/bots"
BEAT = 0.4
"""Seconds between two moves of a table."""


class People:
    """Who plays meanwhile, and what they notice."""

    def __init__(self, server: Running, tables: Sequence[TableUnderLoad]) -> None:
        self.server, self.tables = server, tables
        self.waits: list[float] = []
        self.healths: list[float] = []
        self.refused = 0
        self.memory = 0

    async def live(self, seconds: float) -> dict[str, Any]:
        """All of them for so long; what they noticed."""
        for table in self.tables:
            table.begin()
        self.waits, self.healths, self.refused, self.memory = [], [], 0, 0
        log, busy, begun = self.server.log.stat().st_size, self.server.cpu_seconds(), time.perf_counter()
        until = begun + seconds
        await asyncio.gather(*(self._play(table, until) for table in self.tables), self._face(until), self._look(until))
        lasted = time.perf_counter() - begun
        times = [each for table in self.tables for each in table.times] or [seconds]
        return {
            "moves": len(times),
            "p50_ms": round(1000 * median(times), 1),
            "p99_ms": round(1000 * quantile(times, 0.99), 1),
            "most_ms": round(1000 * max(times), 1),
            "bot_p50_s": round(median(self.waits or [seconds]), 2),
            "bot_most_s": round(max(self.waits, default=seconds), 2),
            "health_most_s": round(max(self.healths, default=seconds), 2),
            "refused": self.refused + sum(table.missed for table in self.tables),
            "memory_mib": round(self.memory / 2**20, 1),
            "log_kib_per_minute": round((self.server.log.stat().st_size - log) / 1024 * 60 / lasted, 1),
            "server_cpu": round((self.server.cpu_seconds() - busy) / lasted, 2),
        }

    async def _play(self, table: TableUnderLoad, until: float) -> None:
        await asyncio.sleep(table.choice.random() * BEAT)
        while (begun := time.perf_counter()) < until:
            await table.move()
            await asyncio.sleep(max(0.0, begun + BEAT - time.perf_counter()))

    async def _face(self, until: float) -> None:
        """Somebody who plays against easy bots, game after game."""
        home, choice = Attacker(self.server.port, HOME), random.Random(5)
        while time.perf_counter() < until:
            seats = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": "easy"}]
            made = await home.table("nomads", seats)
            viewer = Viewer(self.server, made["table"], made["tokens"]["seats"][0]["token"])
            try:
                async with asyncio.timeout(max(1.0, until - time.perf_counter())):
                    await viewer.connect()
                    await play(viewer, choice, self.waits)
            except TimeoutError:
                pass
            finally:
                await viewer.close()

    async def _look(self, until: float) -> None:
        """Whether it is well, how large it is, and whether anybody was sent away."""
        home = Attacker(self.server.port, HOME)
        while (begun := time.perf_counter()) < until:
            try:
                async with asyncio.timeout(until - begun + 1):
                    await home.look("/healthz")
            except (OSError, EOFError, TimeoutError):
                self.refused += 1
            self.healths.append(time.perf_counter() - begun)
            self.memory = max(self.memory, self.server.memory())
            self.refused += sum(viewer.lost for table in self.tables for viewer in table.viewers)
            await asyncio.sleep(0.5)


@asynccontextmanager
async def attacked(port: int, addresses: int, nice: int, flood: str) -> AsyncIterator[dict[str, Any]]:
    """From all these addresses, kinds divided by / in turn; a process each, so that their own work slows nobody."""
    command, kinds = [sys.executable, "-m", "bench.attackers", str(port)], flood.split("/")
    attackers = [
        await asyncio.create_subprocess_exec(
            *command,
            f"127.0.0.{2 + number}",
            str(nice),
            *kinds[number % len(kinds)].split("+"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for number in range(addresses)
    ]
    met: dict[str, Any] = {}
    try:
        yield met
    finally:
        for number, attacker in enumerate(attackers):
            try:
                async with asyncio.timeout(20):
                    answer, _ = await attacker.communicate(b"")
                if number < len(kinds) and answer:
                    met.update(json.loads(answer))
            except TimeoutError:
                attacker.kill()


async def measure(given: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Quiet, then each flood, then quiet again."""
    made = await fill(folder, TABLES, VIEWERS, lumarium.games())
    server = Running(folder, -1, ["--workers", str(given.workers)], given.files)
    found: dict[str, Any] = {"addresses": given.addresses, "cores": os.cpu_count(), "floods": {}}
    tables = [TableUnderLoad(server, each, number, 2) for number, each in enumerate(made)]
    try:
        server.start()
        if given.first:
            server.hurry()
        await connect([viewer for table in tables for viewer in table.viewers])
        people = People(server, tables)
        await people.live(3)
        found["quiet"] = await people.live(given.seconds)
        print("quiet", found["quiet"], file=sys.stderr)
        for flood in given.floods or ["+".join(FLOODS), ONE_FROM_EACH]:
            async with attacked(server.port, given.addresses, 0 if given.first else 19, flood) as met:
                await asyncio.sleep(given.warm_up)
                found["floods"][flood] = await people.live(given.seconds)
            found["floods"][flood]["met"] = met
            print(flood, found["floods"][flood], file=sys.stderr)
            await asyncio.sleep(3)
        found["after"] = await people.live(given.seconds)
    finally:
        await asyncio.gather(*(viewer.close() for table in tables for viewer in table.viewers))
        server.kill()
    return found


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "floods",
        nargs="*",
        help=f"one after the other: {', '.join(FLOODS)}; joined by +, together; divided by /, from one address each",
    )
    parser.add_argument("--addresses", type=int, default=8, help="from so many, 127.0.0.2 and on")
    parser.add_argument("--seconds", type=float, default=30.0, help="how long each is measured")
    parser.add_argument("--warm-up", type=float, default=10.0, help="how long it goes on before that")
    parser.add_argument("--files", type=int, default=1024, help="open files that the server may have")
    parser.add_argument("--workers", type=int, default=1, help="processes for the server's bots")
    parser.add_argument(
        "--first", action="store_true", help="server and people before all else on a busy machine: root"
    )
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="lumarium-floods-") as folder:
        found = asyncio.run(measure(given, Path(folder)))
    if given.json:
        print(json.dumps(found))
        return
    for name, step in [("quiet", found["quiet"]), *found["floods"].items(), ("after", found["after"])]:
        print(
            f"{name}: moves p50 {step['p50_ms']} ms, p99 {step['p99_ms']} ms, most {step['most_ms']} ms; easy bot "
            f"{step['bot_p50_s']} s, most {step['bot_most_s']} s; healthz at most {step['health_most_s']} s; "
            f"{step['refused']} refused; {step['memory_mib']} MiB; log {step['log_kib_per_minute']} KiB a minute"
        )


if __name__ == "__main__":
    main()
