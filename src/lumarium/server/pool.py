"""A pool of worker processes that answer a line with a line: what may take long, or fail in any way, is done there."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path

from .lines import Line
from .logs import log

LINE_LIMIT = 4 * 1024 * 1024
NICE = 10
"""Whoever moves goes before whoever thinks, where they share a processor."""


class Failed(Exception):
    """A worker gave no answer."""


class TooSlow(Failed):
    """It would have taken too long."""


class TooManyWait(Failed):
    """Nobody had time for it."""


class WorkerPool:
    """So many processes of one module, and one more for what is quickly done; started when first needed, and replaced
    when they fail or dawdle."""

    def __init__(self, name: str, module: str, number: int, patience: float) -> None:
        """`patience` is for what a worker does; one waits as long again to be served."""
        self._name = name
        self._module = module
        self._patience = patience
        self.line = Line(number)
        self._idle: list[asyncio.subprocess.Process] = []
        self._busy: set[asyncio.subprocess.Process] = set()
        self._ended: list[asyncio.subprocess.Process] = []

    async def ask(self, question: Callable[[], bytes], address: str, rank: int = 0, quick: bool = False) -> bytes:
        """The answer to a line, which is asked for when it is its turn; Failed if there is none. Whose turn it is, the
        line says that everybody waits in."""
        async with AsyncExitStack() as stack:
            try:
                async with asyncio.timeout(self._patience):
                    await stack.enter_async_context(self.line.place(address, rank, quick))
            except TimeoutError as error:
                raise TooManyWait("nobody had time for it") from error
            return await self._answer(question())

    async def _answer(self, line: bytes) -> bytes:
        process = await self._worker()
        try:
            reply = await self._talk(process, line)
        except BaseException:
            self._end(process)
            raise
        finally:
            self._busy.discard(process)
        self._idle.append(process)
        return reply

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

    async def _worker(self) -> asyncio.subprocess.Process:
        while self._idle:
            process = self._idle.pop()
            if process.returncode is None:
                break
        else:
            process = await self._start()
        self._busy.add(process)
        return process

    async def _talk(self, process: asyncio.subprocess.Process, line: bytes) -> bytes:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            async with asyncio.timeout(self._patience):
                process.stdin.write(line + b"\n")
                await process.stdin.drain()
                reply = await process.stdout.readline()
        except TimeoutError as error:
            raise TooSlow("no answer in time") from error
        except (OSError, ValueError) as error:
            raise Failed(f"the worker broke: {error}") from error
        if not reply:
            raise Failed("the worker ended")
        return reply

    async def _start(self) -> asyncio.subprocess.Process:
        # A worker needs nothing of the caller's folder, only the very package that runs here.
        package = str(Path(__file__).parents[2])
        path = os.pathsep.join(filter(None, (package, os.environ.get("PYTHONPATH"))))
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            self._module,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LINE_LIMIT,
            env={**os.environ, "PYTHONPATH": path},
        )
        log(f"{self._name}_worker", pid=process.pid)
        return process


def work(answer: Callable[[bytes], bytes]) -> None:
    """The other end: answers until stdin ends, which it does with the server, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    for line in sys.stdin.buffer:
        reply = answer(line)
        try:
            sys.stdout.buffer.write(reply + b"\n")
            sys.stdout.buffer.flush()
        except BrokenPipeError:  # the server is gone; nothing is left to be said, not even at the exit
            os._exit(0)
