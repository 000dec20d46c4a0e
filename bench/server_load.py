"""How many tables one server process holds: python -m bench.server_load [--tables 500,1000,1500] [--json]

Tables of all games in the middle of play, four viewers each (its players, then spectators), one move per table every
five seconds, every move committed to disk (SQLite, synchronous=FULL). `--protocol 1` asks for whole scenes, as all
clients did once. The clients run in this process, the server in one of its own on one core; with `--hurry` (as root)
both go before everything else on the machine. Measured: from the sending of a move until all four viewers have its
scene; memory per connection; with `--pause` when everything is as before after the server stood still for two seconds
at 70 % load; the time from the start of a server to the last viewer being back after `kill -9`; with `--bots` how long
a person waits for a bot. What a move costs, game by game: bench/server_moves.py.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import math
import os
import platform
import random
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

import lumarium
from bench.server_bots import waits
from bench.server_tables import Made, fill
from bench.server_viewers import HOME, Running, Viewer, household

VIEWERS = 4
PERIOD = 5.0
PATIENCE = 5.0
"""A move that not everybody has seen by then is missed."""
LIMIT = 0.1
AT_ONCE = 48
"""Connections that are opened at the same time."""
PAUSE_LOAD = 0.7
PAUSE = 2.0
BEFORE, AFTER = 10.0, 20.0
"""Seconds of play around the pause."""


class TableUnderLoad:
    """A table with its viewers; whoever's turn it is plays at random."""

    def __init__(
        self, server: Running, made: Made, seed: int, protocol: int, period: float = PERIOD, home: str = HOME
    ) -> None:
        self.period = period
        self.viewers = [Viewer(server, made.id, token, protocol, home) for token in made.tokens[:VIEWERS]]
        self.choice = random.Random(seed)
        self.times: list[float] = []
        self.sent: list[float] = []
        """When each of them began."""
        self.missed = 0

    @property
    def over(self) -> bool:
        """Has everybody seen the end?"""
        return all(viewer.over for viewer in self.viewers)

    def begin(self) -> None:
        """From now on is measured."""
        self.times, self.sent, self.missed = [], [], 0

    async def move(self) -> None:
        """One move, timed until everybody has seen it; none once the game is over."""
        now = max(viewer.version for viewer in self.viewers)
        mover = next((viewer for viewer in self.viewers if viewer.version == now and viewer.to_move), None)
        if mover is None:
            return
        begun = time.perf_counter()
        await mover.play(self.choice)
        try:
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*(viewer.sees(now + 1) for viewer in self.viewers))
        except TimeoutError:
            self.missed += 1
        self.sent.append(begun)
        self.times.append(time.perf_counter() - begun)

    async def play(self, until: float) -> None:
        """A move every few seconds, at this table's own beat."""
        following = time.perf_counter() + self.choice.random() * self.period
        while max(following, time.perf_counter()) < until and not self.over:
            await asyncio.sleep(max(0.0, following - time.perf_counter()))
            following += self.period
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
        table.begin()
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
    if given.bots:
        found["bots"] = await waits(folder / "bots", [int(step) for step in given.bots.split(",")], given.seconds)
    server = Running(folder, given.core)
    tables = [
        TableUnderLoad(server, each, number, given.protocol, given.period, household(number))
        for number, each in enumerate(made)
    ]
    gc.freeze()
    try:
        found["empty_start_s"] = round(server.start(), 2)
        if given.hurry:
            server.hurry()
        found["empty_mib"] = round(server.memory() / 2**20, 1)
        here = 0
        for step in steps:
            await connect([table.viewers[0] for table in tables[here:step]])
            before = server.memory()
            others = [viewer for table in tables[here:step] for viewer in table.viewers[1:]]
            await connect(others)
            here, per_connection = step, (server.memory() - before) / len(others)
            # What is late here would be taken for the server's doing.
            gc.collect()
            gc.freeze()
            found["steps"].append(await hold(server, tables[:step], given.seconds))
            found["steps"][-1]["kib_per_connection"] = round(per_connection / 1024, 1)
            found["steps"][-1]["memory_mib"] = round(server.memory() / 2**20, 1)
            print(found["steps"][-1], file=sys.stderr)
        if given.pause:
            share = PAUSE_LOAD * 1000 * given.period / found["steps"][-1]["cpu_ms_per_move"]
            found["pause"] = await pause(server, tables[: round(share)])
        found["restart"] = await restart(server, tables, given.hurry)
    finally:
        await asyncio.gather(*(viewer.close() for table in tables for viewer in table.viewers))
        server.kill()
    held = [step["tables"] for step in found["steps"] if step["p99_ms"] < 1000 * LIMIT and not step["missed"]]
    found["held"] = max(held, default=0)
    return found


async def pause(server: Running, tables: Sequence[TableUnderLoad]) -> dict[str, Any]:
    """The server stands still for a moment; how long until every second's moves are seen in time again."""
    for table in tables:
        table.begin()
    until = time.perf_counter() + BEFORE + PAUSE + AFTER
    playing = asyncio.gather(*(table.play(until) for table in tables))
    await asyncio.sleep(BEFORE)
    server.send(signal.SIGSTOP)
    await asyncio.sleep(PAUSE)
    server.send(signal.SIGCONT)
    again, busy = time.perf_counter(), server.cpu_seconds()
    await playing
    seconds: dict[int, list[float]] = {}
    for table in tables:
        for sent, lasted in zip(table.sent, table.times, strict=True):
            seconds.setdefault(math.floor(sent - again), []).append(lasted)
    slow = [second for second, times in seconds.items() if second >= 0 and quantile(times, 0.99) >= LIMIT]
    return {
        "tables": len(tables),
        "server_cpu": round((server.cpu_seconds() - busy) / (time.perf_counter() - again), 2),
        "missed": sum(table.missed for table in tables),
        "p99_before_ms": round(1000 * quantile(_before(seconds), 0.99), 1),
        "most_ms": round(1000 * max(max(times) for times in seconds.values()), 1),
        "back_s": max(slow, default=-1) + 1,
        "p99_by_second_ms": {second: round(1000 * quantile(seconds[second], 0.99)) for second in sorted(seconds)},
    }


def _before(seconds: dict[int, list[float]]) -> list[float]:
    """What was sent long enough before the pause to be seen before it."""
    return [lasted for second, times in seconds.items() if second < -PAUSE - 1 for lasted in times]


async def restart(server: Running, tables: Sequence[TableUnderLoad], hurry: bool) -> dict[str, float]:
    """kill -9 and a new start: how long until it answers, and until every viewer sees its table again."""
    viewers = [viewer for table in tables for viewer in table.viewers]
    server.kill()
    await asyncio.gather(*(viewer.close() for viewer in viewers))
    answers = server.start()
    if hurry:
        server.hurry()
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
    parser.add_argument("--period", type=float, default=PERIOD, help="seconds from move to move; 0: at once")
    parser.add_argument("--core", type=int, default=0, help="the core that the server runs on; -1: any")
    parser.add_argument("--protocol", type=int, default=2, choices=(1, 2), help="1: whole scenes after every move")
    parser.add_argument("--games", default=",".join(lumarium.games()), help="of which the tables are, in turn")
    parser.add_argument(
        "--bots", default="", help="a person's wait for a bot beside so many tables of strong ones: 0,8,40"
    )
    parser.add_argument("--pause", action="store_true", help="the server stands still for two seconds at 70 %% load")
    parser.add_argument("--hurry", action="store_true", help="before everything else on the machine, as root")
    parser.add_argument("--processes", default="", help="so many beside SQLite, with --database: 1,2")
    parser.add_argument("--database", default="", help="an empty PostgreSQL database on this machine")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    if given.processes:
        from bench.server_processes import beside, told

        with tempfile.TemporaryDirectory(prefix="lumarium-load-") as folder:
            steps = asyncio.run(beside(given, Path(folder)))
        print(json.dumps(steps)) if given.json else told(steps)
        return
    with tempfile.TemporaryDirectory(prefix="lumarium-load-") as folder:
        found = asyncio.run(measure(given, Path(folder)))
    if given.json:
        print(json.dumps(found))
        return
    engine = "compiled" if found["compiled"] else "interpreted"
    print(f"lumarium {found['lumarium']}, {engine}, Python {found['python']}, {found['cores']} cores")
    for step in found.get("bots", []):
        print(
            f"beside {step['strong_tables']} tables of strong bots {step['level']} decides after {step['p50_s']} s, at "
            f"most {step['most_s']} s ({step['decisions']} decisions)"
        )
    for step in found["steps"]:
        print(
            f"{step['tables']:5} tables, {step['moves']} moves: p50 {step['p50_ms']} ms, p99 {step['p99_ms']} ms, most "
            f"{step['most_ms']} ms; server {step['server_cpu']:.0%} of a core, {step['cpu_ms_per_move']} ms and "
            f"{step['bytes_per_view']} bytes per viewer for a move, {step['memory_mib']} MiB, "
            f"{step['kib_per_connection']} KiB per connection; clients {step['client_late_p99_ms']} ms late (p99), "
            f"load average {step['load_average']}"
        )
    if "pause" in found:
        print(
            "{tables} tables, {server_cpu:.0%} of a core, p99 {p99_before_ms} ms, then the server stood still for two "
            "seconds: below 100 ms again after {back_s} s, most {most_ms} ms, {missed} missed".format(**found["pause"])
        )
    again = found["restart"]
    print(f"held under {LIMIT * 1000:.0f} ms: {found['held']} tables")
    print(
        f"restart with {again['tables']} live tables: answers after {again['answers_s']} s, all tables back after "
        f"{again['tables_back_s']} s, all {again['tables'] * VIEWERS} viewers after {again['viewers_back_s']} s"
    )


if __name__ == "__main__":
    main()
