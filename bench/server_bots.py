"""How long a person waits for a bot beside tables of strong bots alone, for bench/server_load.py --bots 8,40."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from bench.attackers import Attacker
from bench.server_viewers import UNLIMITED, Running, Viewer

LEVELS = ("easy", "strong")


async def waits(folder: Path, steps: Sequence[int], seconds: float, game: str = "nomads") -> list[dict[str, Any]]:
    """A person plays bots of each level for so long, beside so many tables that somebody else looks at."""
    server = Running(folder, -1, [*UNLIMITED, "--workers", "1"])
    server.start()
    found = []
    watching: list[asyncio.Task[None]] = []
    try:
        for step in steps:
            watching += [asyncio.create_task(_crowd(server, game)) for _ in range(step - len(watching))]
            await asyncio.sleep(3)
            for level in LEVELS:
                times = await _person(server, game, level, seconds)
                found.append(
                    {
                        "strong_tables": step,
                        "level": level,
                        "decisions": len(times),
                        "p50_s": round(median(times), 2),
                        "most_s": round(max(times), 2),
                    }
                )
    finally:
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)
        server.kill()
    return found


async def _crowd(server: Running, game: str) -> None:
    """A table of strong bots, game after game."""
    other = Attacker(server.port, "127.0.0.2")
    while True:
        made = await other.table(game, [{"kind": "bot", "level": "strong"}] * 2, listed=True)
        async with other.socket(made["table"]) as socket:
            await socket.send(json.dumps({"type": "hello", "tokens": [], "protocol": 2}))
            async for text in socket:
                if '"phase":"over"' in str(text):
                    break


async def _person(server: Running, game: str, level: str, seconds: float) -> list[float]:
    home, choice = Attacker(server.port, "127.0.0.1"), random.Random(1)
    times: list[float] = []
    until = time.perf_counter() + seconds
    while (now := time.perf_counter()) < until:
        made = await home.table(game, [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": level}])
        viewer = Viewer(server, made["table"], made["tokens"]["seats"][0]["token"])
        try:
            async with asyncio.timeout(until - now):
                await viewer.connect()
                await play(viewer, choice, times)
        except TimeoutError:
            pass
        finally:
            await viewer.close()
    return times


async def play(viewer: Viewer, choice: random.Random, times: list[float]) -> None:
    """One game, with the time of every decision of the bots."""
    while not viewer.over:
        version, begun, own = viewer.version, time.perf_counter(), viewer.to_move
        if own:
            await viewer.play(choice)
        try:
            await viewer.sees(version + 1)
        finally:
            if not own:
                times.append(time.perf_counter() - begun)
