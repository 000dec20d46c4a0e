"""Bots think in processes of their own, never on the event loop; one that fails or dawdles is replaced."""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
from contextlib import suppress
from pathlib import Path

import msgspec

from lumarium.kernel import registry
from lumarium.kernel.view import View

from .logs import log
from .worker import Choice, Question

LEVELS = ("random", "easy", "medium", "strong")
LINE_LIMIT = 4 * 1024 * 1024
_choices = msgspec.json.Decoder(Choice)


def levels() -> list[str]:
    """The bots to choose from, weakest first, then all others that are installed."""
    installed = registry.bots()
    return [level for level in LEVELS if level in installed] + [name for name in installed if name not in LEVELS]


def adviser() -> str | None:
    """The bot whose hints are worth most."""
    return next((level for level in ("strong", "medium", "easy") if level in registry.bots()), None)


class Failed(Exception):
    """A bot gave no answer."""


class Bots:
    """A fixed number of worker processes, started when first needed."""

    def __init__(self, workers: int, patience: float) -> None:
        self._patience = patience
        self._free = asyncio.Semaphore(workers)
        self._idle: list[asyncio.subprocess.Process] = []
        self._busy: set[asyncio.subprocess.Process] = set()
        self._ended: list[asyncio.subprocess.Process] = []

    async def choose(self, level: str, view: View) -> str:
        """The notation of the bot's decision; Failed if there is none."""
        return (await self._ask(level, view)).action

    async def explain(self, level: str, view: View, lang: str) -> Choice:
        """A hint: the decision and why."""
        return await self._ask(level, view, explain=True, lang=lang)

    async def close(self) -> None:
        """Ends all workers."""
        for process in [*self._idle, *self._busy]:
            self._end(process)
        self._idle.clear()
        for process in self._ended:
            await process.wait()

    def _end(self, process: asyncio.subprocess.Process) -> None:
        with suppress(ProcessLookupError):
            process.kill()
        self._ended = [each for each in self._ended if each.returncode is None] + [process]

    async def _ask(self, level: str, view: View, explain: bool = False, lang: str = "en") -> Choice:
        question = Question(
            game=view.game,
            level=level,
            view=msgspec.Raw(msgspec.json.encode(view)),
            seed=secrets.token_hex(16),
            explain=explain,
            lang=lang,
        )
        async with self._free:
            process = await self._worker()
            try:
                choice = await self._talk(process, msgspec.json.encode(question) + b"\n")
            except BaseException:
                self._end(process)
                raise
            finally:
                self._busy.discard(process)
            self._idle.append(process)
        if choice.problem:
            raise Failed(choice.problem)
        return choice

    async def _worker(self) -> asyncio.subprocess.Process:
        while self._idle:
            process = self._idle.pop()
            if process.returncode is None:
                break
        else:
            process = await _start()
        self._busy.add(process)
        return process

    async def _talk(self, process: asyncio.subprocess.Process, line: bytes) -> Choice:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            async with asyncio.timeout(self._patience):
                process.stdin.write(line)
                await process.stdin.drain()
                reply = await process.stdout.readline()
            return _choices.decode(reply)
        except TimeoutError as error:
            raise Failed("no answer in time") from error
        except (OSError, ValueError, msgspec.MsgspecError) as error:
            raise Failed(f"the worker broke: {error}") from error


async def _start() -> asyncio.subprocess.Process:
    # A worker needs nothing of the caller's folder, only the very package that runs here.
    package = str(Path(__file__).parents[2])
    path = os.pathsep.join(filter(None, (package, os.environ.get("PYTHONPATH"))))
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "lumarium.server.worker",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=LINE_LIMIT,
        env={**os.environ, "PYTHONPATH": path},
    )
    log("bot_worker", pid=process.pid)
    return process
