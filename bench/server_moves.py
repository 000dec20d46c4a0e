"""What a move costs the server: python -m bench.server_moves [--rounds 3] [--whole 2] [--json]

Four viewers at every table, durable commits, for each game and for all of them in turn. Whole scenes (protocol 1) and
changes (protocol 2) are measured by turns on the same server, each table moving on as soon as everybody has seen the
last move: the server is as busy as the clients let it be, and the best of several rounds counts. Then whole games of
four players over the wire, from the first scene to the end: how many bytes all viewers got together.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import lumarium
from bench.server_load import VIEWERS, TableUnderLoad, connect
from bench.server_tables import fill
from bench.server_viewers import Running, household

PROTOCOLS = (1, 2)
PLENTY = 3600.0
"""Seconds in which any game ends."""


class Side:
    """Tables of some games, whose viewers all speak one protocol."""

    def __init__(self, tables: Sequence[TableUnderLoad]) -> None:
        self.tables = tables
        self.rounds: list[tuple[int, float]] = []
        """Moves and seconds of the processor."""
        self.came = self.moves = 0

    async def hold(self, server: Running, seconds: float) -> None:
        """All tables play on for so long."""
        for table in self.tables:
            table.begin()
        before, busy = self.bytes, server.cpu_seconds()
        until = time.perf_counter() + seconds
        await asyncio.gather(*(table.play(until) for table in self.tables))
        moves = sum(len(table.times) for table in self.tables)
        self.rounds.append((moves, server.cpu_seconds() - busy))
        self.came += self.bytes - before
        self.moves += moves

    @property
    def cpu_ms(self) -> float:
        """What a move took in the best round; one in which most games had ended is none."""
        most = max(moves for moves, _ in self.rounds)
        return min(1000 * busy / moves for moves, busy in self.rounds if 2 * moves > most)

    @property
    def bytes(self) -> int:
        """All that came to its viewers."""
        return sum(viewer.bytes for table in self.tables for viewer in table.viewers)


async def moves(given: argparse.Namespace, folder: Path, games: Sequence[str]) -> dict[str, Any]:
    """The middle of games, both protocols by turns."""
    made = await fill(folder, 2 * given.tables, VIEWERS, games, moves=30)
    server = Running(folder, given.core)
    server.start()
    if given.hurry:
        server.hurry()
    sides = {}
    for place, protocol in enumerate(PROTOCOLS):
        mine = made[place * given.tables : (place + 1) * given.tables]
        tables = [
            TableUnderLoad(server, each, number, protocol, 0, household(number)) for number, each in enumerate(mine)
        ]
        sides[protocol] = Side(tables)
    try:
        for side in sides.values():
            await connect([viewer for table in side.tables for viewer in table.viewers])
        for _ in range(given.rounds):
            for side in sides.values():
                await side.hold(server, given.seconds)
    finally:
        await goodbye(server, [table for side in sides.values() for table in side.tables])
    return {
        f"protocol {protocol}": {
            "cpu_ms_per_move": round(side.cpu_ms, 2),
            "bytes_per_view": round(side.came / max(1, side.moves) / VIEWERS),
            "moves": side.moves,
        }
        for protocol, side in sides.items()
    }


async def whole(given: argparse.Namespace, folder: Path, game: str, protocol: int) -> dict[str, Any]:
    """Games from their first scene to their end."""
    made = await fill(folder, given.whole, VIEWERS, [game], moves=1)
    server = Running(folder, given.core)
    server.start()
    tables = [TableUnderLoad(server, each, number, protocol, 0, household(number)) for number, each in enumerate(made)]
    try:
        await connect([viewer for table in tables for viewer in table.viewers])
        await asyncio.gather(*(table.play(time.perf_counter() + PLENTY) for table in tables))
        came = sum(viewer.bytes for table in tables for viewer in table.viewers)
    finally:
        await goodbye(server, tables)
    assert all(table.over and not table.missed for table in tables)
    played = sum(len(table.times) for table in tables)
    return {"kib": round(came / len(tables) / 1024, 1), "moves": round(played / len(tables), 1)}


async def goodbye(server: Running, tables: Sequence[TableUnderLoad]) -> None:
    """Everybody goes, and the server ends."""
    await asyncio.gather(*(viewer.close() for table in tables for viewer in table.viewers))
    server.kill()


async def measure(given: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Everything, each on a server of its own."""
    games = list(lumarium.games())
    found: dict[str, Any] = {
        "lumarium": lumarium.__version__,
        "compiled": lumarium.compiled,
        "python": platform.python_version(),
        "cores": os.cpu_count(),
    }
    sets = {name: [name] for name in games} | {"all": games}
    found["moves"] = {name: await moves(given, folder / f"moves-{name}", which) for name, which in sets.items()}
    if given.whole:
        found["whole"] = {
            name: {
                f"protocol {protocol}": await whole(given, folder / f"whole-{name}-{protocol}", name, protocol)
                for protocol in PROTOCOLS
            }
            for name in games
        }
    return found


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=40, help="at each of the two protocols")
    parser.add_argument("--seconds", type=float, default=5.0, help="of a round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--whole", type=int, default=2, help="whole games of each; 0: none")
    parser.add_argument("--core", type=int, default=0, help="the core that the server runs on; -1: any")
    parser.add_argument("--hurry", action="store_true", help="before everything else on the machine, as root")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="lumarium-moves-") as folder:
        found = asyncio.run(measure(given, Path(folder)))
    if given.json:
        print(json.dumps(found))
        return
    engine = "compiled" if found["compiled"] else "interpreted"
    print(f"lumarium {found['lumarium']}, {engine}, Python {found['python']}, {found['cores']} cores")
    print("| game | whole scenes: CPU, bytes per viewer | changes | CPU | bytes |")
    print("|---|---|---|---|---|")
    for name, both in found["moves"].items():
        old, new = both.values()
        print(
            f"| {name} | {old['cpu_ms_per_move']} ms, {old['bytes_per_view']} | {new['cpu_ms_per_move']} ms, "
            f"{new['bytes_per_view']} | {new['cpu_ms_per_move'] / old['cpu_ms_per_move']:.2f} | "
            f"{old['bytes_per_view'] / new['bytes_per_view']:.1f} times fewer |"
        )
    if given.whole:
        print()
        print("| whole game | moves | whole scenes | changes | per move |")
        print("|---|---|---|---|---|")
    for name, both in found.get("whole", {}).items():
        old, new = both.values()
        fewer = old["kib"] / old["moves"] * new["moves"] / new["kib"]
        told = f"{old['kib']} KiB | {new['kib']} KiB"
        print(f"| {name} | {old['moves']}, {new['moves']} | {told} | {fewer:.1f} times fewer |")


if __name__ == "__main__":
    main()
