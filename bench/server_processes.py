"""What a move costs with SQLite, and with one or several processes at PostgreSQL; by bench.server_load --processes 1,2.

Viewers of a table are spread over all processes. Besides what server_load tells: the processor time of the processes
and of PostgreSQL per move, and how many tables a core would hold if nothing but that time counted.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import itertools
import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg

from bench.server_load import PERIOD, VIEWERS, TableUnderLoad, connect, hold
from bench.server_tables import Made, fill
from bench.server_viewers import UNLIMITED, Running, household

_TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


class Several(Running):
    """All processes of one database: viewers ask for a port, and get them in turn."""

    def __init__(self, folder: Path, number: int, database: str) -> None:
        self.each = [
            Running(folder / str(slot) if slot else folder, -1, (*UNLIMITED, "--database", database))
            for slot in range(number)
        ]
        folder.mkdir(exist_ok=True)
        self._ports: itertools.cycle[int] = itertools.cycle([0])
        self._database = database

    @property
    def port(self) -> int:  # type: ignore[override]
        return next(self._ports)

    def start(self) -> float:
        lasted = sum(server.start() for server in self.each)
        self._ports = itertools.cycle([server.port for server in self.each])
        return lasted

    def kill(self) -> None:
        for server in self.each:
            server.kill()

    def cpu_seconds(self) -> float:
        return sum(server.cpu_seconds() for server in self.each)

    def memory(self) -> int:
        return sum(server.memory() for server in self.each)


def database_seconds(url: str) -> float:
    """What PostgreSQL has used of a processor so far: all its processes on this machine."""
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT pg_backend_pid()").fetchone()
    assert row is not None
    parent = _parent_of_database(url)
    pids = [parent, *_children(parent)]
    # Those that ended are in what the parent has waited for.
    return sum(_seconds(pid) for pid in pids) + _seconds(parent, waited=True)


def _parent_of_database(url: str) -> int:
    with psycopg.connect(url) as connection:
        row = connection.execute("SHOW data_directory").fetchone()
    assert row is not None
    return int((Path(row[0]) / "postmaster.pid").read_text().splitlines()[0])


def _children(parent: int) -> list[int]:
    return [int(pid) for pid in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]


def _seconds(pid: int, waited: bool = False) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    first = 13 if waited else 11
    return (int(fields[first]) + int(fields[first + 1])) / _TICK


async def beside(given: argparse.Namespace, folder: Path) -> list[dict[str, Any]]:
    """SQLite, then so many processes each at PostgreSQL."""
    found = []
    kinds = [("sqlite", 1, ""), *(("postgres", int(number), given.database) for number in given.processes.split(","))]
    for kind, number, database in kinds:
        count = max(int(step) for step in given.tables.split(","))
        made = await fill(folder / f"{kind}{number}", count, VIEWERS, given.games.split(","), database=database)
        found.append(await _measured(given, folder / f"{kind}{number}", made, number, database))
        found[-1] = {"store": kind, "processes": number, **found[-1]}
        print(found[-1], file=sys.stderr)
    return found


async def _measured(
    given: argparse.Namespace, folder: Path, made: Sequence[Made], number: int, database: str
) -> dict[str, Any]:
    server = Several(folder, number, database)
    with ExitStack() as stack:
        stack.callback(server.kill)
        server.start()
        tables = [
            TableUnderLoad(server, each, place, given.protocol, given.period, household(place))
            for place, each in enumerate(made)
        ]
        await connect([viewer for table in tables for viewer in table.viewers])
        gc.collect()
        gc.freeze()
        busy = database_seconds(database) if database else 0.0
        step = await hold(server, tables, given.seconds)
        step["database_ms_per_move"] = (
            round(1000 * (database_seconds(database) - busy) / step["moves"], 3) if database else 0
        )
        step["tables_per_core"] = round(1000 * (given.period or PERIOD) / step["cpu_ms_per_move"])
        await asyncio.gather(*(viewer.close() for table in tables for viewer in table.viewers))
    return step


def told(found: Sequence[dict[str, Any]]) -> None:
    """For people."""
    for step in found:
        print(
            f"{step['store']:8} {step['processes']} process(es), {step['tables']} tables, {step['moves']} moves: "
            f"p50 {step['p50_ms']} ms, p99 {step['p99_ms']} ms; {step['cpu_ms_per_move']} ms of the server and "
            f"{step['database_ms_per_move']} ms of the database per move; a core would hold "
            f"{step['tables_per_core']} tables; load average {step['load_average']}"
        )
