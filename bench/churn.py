"""What stays in memory of tables that were made, played and left: python -m bench.churn [--tables 5000] [--json]

A server whose tables leave the memory after a second. Eight people make tables of all games in turn, play a dozen moves
against a bot and go. Printed: the server's resident memory after every so many tables.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import lumarium
from bench.attackers import Attacker
from bench.server_viewers import UNLIMITED, Running, Viewer

AT_ONCE = 8
MOVES = 12
STEP = 250
HASTY = ("--tables-per-day", "0")


class Forgetful(Running):
    """The real server with less patience."""

    program = ("-m", "bench.churn", "serve")


async def visit(server: Running, game: str, seed: int) -> None:
    """One table, for a while."""
    home, choice = Attacker(server.port, "127.0.0.1"), random.Random(seed)
    bots = lumarium.game(game).players[0] - 1
    made = await home.table(game, [{"kind": "me", "name": f"Ana {seed}"}, *[{"kind": "bot", "level": "random"}] * bots])
    viewer = Viewer(server, made["table"], made["tokens"]["seats"][0]["token"])
    try:
        await viewer.connect()
        for _ in range(MOVES):
            while not viewer.to_move and not viewer.over:
                await viewer.sees(viewer.version + 1)
            if viewer.over:
                break
            version = viewer.version
            await viewer.play(choice)
            await viewer.sees(version + 1)
    finally:
        await viewer.close()


async def measure(folder: Path, tables: int, extra: tuple[str, ...]) -> list[dict[str, Any]]:
    """Memory by number of tables."""
    server = Forgetful(folder, -1, [*UNLIMITED, *extra])
    server.start()
    games, found = lumarium.games(), []
    try:
        for first in range(0, tables, STEP):
            numbers = iter(range(first, first + STEP))

            async def some(numbers: Any = numbers) -> None:
                for number in numbers:
                    await visit(server, games[number % len(games)], number)

            await asyncio.gather(*(some() for _ in range(AT_ONCE)))
            await asyncio.sleep(3)
            status = await Attacker(server.port, "127.0.0.1").told("/healthz")
            found.append(
                {
                    "tables": first + STEP,
                    "in_memory": status["tables"],
                    "memory_mib": round(server.memory() / 2**20, 1),
                }
            )
            print(found[-1], file=sys.stderr)
    finally:
        server.kill()
    return found


def serve() -> None:
    """`lumarium serve` with tables that leave the memory at once."""
    from lumarium.cli import main as command
    from lumarium.server import config

    hasty = partial(config.Config, idle_seconds=1.0, away_seconds=1.0, sweep_seconds=1.0)
    config.Config = hasty  # type: ignore[misc, assignment]
    command()


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=5000)
    parser.add_argument("--old", action="store_true", help="a server that knows no daily limit")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="lumarium-churn-") as folder:
        found = asyncio.run(measure(Path(folder), given.tables, () if given.old else HASTY))
    print(
        json.dumps(found) if given.json else "\n".join(f"{step['tables']:6} {step['memory_mib']} MiB" for step in found)
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        serve()
    else:
        main()
