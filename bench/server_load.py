"""How many tables one server process holds: python -m bench.server_load [--tables 250,500,1000] [--json]

Tables of all games in the middle of play, four viewers each (its players, then spectators), one move per table every
five seconds, every move committed to disk (SQLite, synchronous=FULL). `--protocol 1` asks for whole scenes, as all
clients did once. The clients run in this process, the server in
one of its own on one core. Measured: from the sending of a move until all four viewers have its scene; memory per
connection; the time from the start of a server to the last viewer being back after `kill -9`.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import platform
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

import lumarium
from bench.server_tables import Made, fill
from bench.server_viewers import Running, Viewer

VIEWERS = 4
PERIOD = 5.0
LIMIT = 0.1
AT_ONCE = 48
"""Connections that are opened at the same time."""


class TableUnderLoad:
    """A table with its viewers; whoever's turn it is plays at random."""

    def __init__(self, server: Running, made: Made, seed: int, protocol: int) -> None:
        self.viewers = [Viewer(server, made.id, token, protocol) for token in made.tokens[:VIEWERS]]
        self.choice = random.Random(seed)
        self.times: list[float] = []
        self.missed = 0

    async def move(self) -> None:
        """One move, timed until everybody has seen it; none once the game is over."""
        now = max(viewer.version for viewer in self.viewers)
        mover = next((viewer for viewer in self.viewers if viewer.version == now and viewer.to_move), None)
        if mover is None:
            return
        begun = time.perf_counter()
        await mover.play(self.choice)
        try:
            async with asyncio.timeout(PERIOD):
                await asyncio.gather(*(viewer.sees(now + 1) for viewer in self.viewers))
        except TimeoutError:
            self.missed += 1
        self.times.append(time.perf_counter() - begun)

    async def play(self, until: float) -> None:
        """A move every five seconds, at this table's own beat."""
        following = time.perf_counter() + self.choice.random() * PERIOD
        while following < until:
            await asyncio.sleep(max(0.0, following - time.perf_counter()))
            following += PERIOD
            await self.move()


async def connect(viewers: Sequence[Viewer]) -> None:
    """All of them, a few at a time."""
    waiting = iter(viewers)

    async def some() -> None:
        for viewer in waiting:
            await viewer.connect()

    await asyncio.gather(*(some() for _ in range(AT_ONCE)))


async def noise(until: float) -> list[float]:
    """How late this process wakes up: what the machine and the clients themselves add to every figure."""
    late = []
    while (begun := time.perf_counter()) < until:
        await asyncio.sleep(0.02)
        late.append(time.perf_counter() - begun - 0.02)
    return late


def quantile(values: Sequence[float], part: float) -> float:
    """The value below which that part lies."""
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


async def hold(server: Running, tables: Sequence[TableUnderLoad], seconds: float) -> dict[str, Any]:
    """All tables play for so long."""
    for table in tables:
        table.times, table.missed = [], 0
    came = sum(viewer.bytes for table in tables for viewer in table.viewers)
    busy, begun = server.cpu_seconds(), time.perf_counter()
    until = begun + seconds
    waking = asyncio.create_task(noise(until))
    await asyncio.gather(*(table.play(until) for table in tables))
    late = await waking
    lasted = time.perf_counter() - begun
    used = server.cpu_seconds() - busy
    times = [each for table in tables for each in table.times]
    came = sum(viewer.bytes for table in tables for viewer in table.viewers) - came
    return {
        "tables": len(tables),
        "moves": len(times),
        "missed": sum(table.missed for table in tables),
        "p50_ms": round(1000 * median(times), 1),
        "p99_ms": round(1000 * quantile(times, 0.99), 1),
        "most_ms": round(1000 * max(times), 1),
        "server_cpu": round(used / lasted, 2),
        "cpu_ms_per_move": round(1000 * used / len(times), 2),
        "bytes_per_view": round(came / len(times) / VIEWERS),
        "client_late_p99_ms": round(1000 * quantile(late, 0.99), 1),
        "load_average": round(os.getloadavg()[0], 1),
    }


async def measure(given: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Everything, on one server."""
    steps = sorted(int(step) for step in given.tables.split(","))
    made = await fill(folder, steps[-1], VIEWERS, given.games.split(","))
    found: dict[str, Any] = {
        "lumarium": lumarium.__version__,
        "compiled": lumarium.compiled,
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "steps": [],
    }
    server = Running(folder, given.core)
    tables = [TableUnderLoad(server, each, number, given.protocol) for number, each in enumerate(made)]
    gc.freeze()
    try:
        found["empty_start_s"] = round(server.start(), 2)
        found["empty_mib"] = round(server.memory() / 2**20, 1)
        here = 0
        for step in steps:
            await connect([table.viewers[0] for table in tables[here:step]])
            before = server.memory()
            others = [viewer for table in tables[here:step] for viewer in table.viewers[1:]]
            await connect(others)
            here, per_connection = step, (server.memory() - before) / len(others)
            found["steps"].append(await hold(server, tables[:step], given.seconds))
            found["steps"][-1]["kib_per_connection"] = round(per_connection / 1024, 1)
            found["steps"][-1]["memory_mib"] = round(server.memory() / 2**20, 1)
            print(found["steps"][-1], file=sys.stderr)
        found["restart"] = await restart(server, tables)
    finally:
        await asyncio.gather(*(viewer.close() for table in tables for viewer in table.viewers))
        server.kill()
    held = [step["tables"] for step in found["steps"] if step["p99_ms"] < 1000 * LIMIT and not step["missed"]]
    found["held"] = max(held, default=0)
    return found


async def restart(server: Running, tables: Sequence[TableUnderLoad]) -> dict[str, float]:
    """kill -9 and a new start: how long until it answers, and until every viewer sees its table again."""
    viewers = [viewer for table in tables for viewer in table.viewers]
    server.kill()
    await asyncio.gather(*(viewer.close() for viewer in viewers))
    answers = server.start()
    begun = time.perf_counter()
    await connect([table.viewers[0] for table in tables])
    one_each = time.perf_counter() - begun
    await connect([viewer for table in tables for viewer in table.viewers[1:]])
    return {
        "tables": len(tables),
        "answers_s": round(answers, 2),
        "tables_back_s": round(answers + one_each, 2),
        "viewers_back_s": round(answers + time.perf_counter() - begun, 2),
    }


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", default="250,500,750,1000", help="how many, step by step")
    parser.add_argument("--seconds", type=float, default=30.0, help="how long each step is held")
    parser.add_argument("--core", type=int, default=0, help="the core that the server runs on; -1: any")
    parser.add_argument("--protocol", type=int, default=2, choices=(1, 2), help="1: whole scenes after every move")
    parser.add_argument("--games", default=",".join(lumarium.games()), help="of which the tables are, in turn")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="lumarium-load-") as folder:
        found = asyncio.run(measure(given, Path(folder)))
    if given.json:
        print(json.dumps(found))
        return
    engine = "compiled" if found["compiled"] else "interpreted"
    print(f"lumarium {found['lumarium']}, {engine}, Python {found['python']}, {found['cores']} cores")
    for step in found["steps"]:
        print(
            f"{step['tables']:5} tables, {step['moves']} moves: p50 {step['p50_ms']} ms, p99 {step['p99_ms']} ms, most "
            f"{step['most_ms']} ms; server {step['server_cpu']:.0%} of a core, {step['cpu_ms_per_move']} ms and "
            f"{step['bytes_per_view']} bytes per viewer for a move, {step['memory_mib']} MiB, "
            f"{step['kib_per_connection']} KiB per connection; clients {step['client_late_p99_ms']} ms late (p99), "
            f"load average {step['load_average']}"
        )
    again = found["restart"]
    print(f"held under {LIMIT * 1000:.0f} ms: {found['held']} tables")
    print(
        f"restart with {again['tables']} live tables: answers after {again['answers_s']} s, all tables back after "
        f"{again['tables_back_s']} s, all {again['tables'] * VIEWERS} viewers after {again['viewers_back_s']} s"
    )


if __name__ == "__main__":
    main()
