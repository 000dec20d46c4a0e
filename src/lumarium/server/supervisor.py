"""Several server processes behind one port: those that end are started again, and all end together."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress

import msgspec

from .config import Config
from .doors import Listening
from .logs import log, set_up, warn

GRACE = 10.0
"""Seconds in which a process that was told to end has ended."""
SHORT = 5.0
"""Whoever ends sooner than this is started again later each time."""
LONGEST_WAIT = 10.0
READY = b"ready\n"


class Orders(msgspec.Struct):
    """What a process is told when it starts."""

    config: Config
    listening: int
    """The file descriptor of the socket that all of them listen at."""
    proxies: str
    log_level: str
    metrics: list[int]
    """The same for the sockets at which each of them is asked for numbers, if any are."""
    lang: str
    """Of what it says if it cannot start."""


class Unready(Exception):
    """A process ended before it could serve; it has said why."""


class Supervisor:
    """Keeps so many processes going."""

    def __init__(self, number: int, orders: Orders) -> None:
        self._orders = orders
        self._number = number
        self._stop = asyncio.Event()
        self._renewing = asyncio.Lock()
        self._running: dict[int, asyncio.subprocess.Process] = {}

    async def run(self, ready: Callable[[], None]) -> None:
        """Until it is told to stop (SIGINT, SIGTERM); SIGHUP starts them anew, one after the other."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._stop.set)
        loop.add_signal_handler(signal.SIGHUP, lambda: roll_over.append(asyncio.create_task(self._renew())))
        roll_over: list[asyncio.Task[None]] = []
        slots = range(self._number)
        try:
            self._running = dict(zip(slots, await self._first(), strict=True))
            keepers = [asyncio.create_task(self._keep(slot)) for slot in slots]
            ready()
            await self._stop.wait()
            for task in (*keepers, *roll_over):
                task.cancel()
        finally:
            await asyncio.gather(*(_end(process) for process in self._running.values()))

    async def _first(self) -> list[asyncio.subprocess.Process]:
        """The first one brings the database up to date; the others need not wait for each other."""
        first = await self._start(0)
        self._running[0] = first
        rest = await asyncio.gather(*(self._start(slot) for slot in range(1, self._number)))
        return [first, *rest]

    async def _start(self, slot: int) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "lumarium.server.supervisor"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            pass_fds=[self._orders.listening, *self._orders.metrics],
            start_new_session=True,  # Ctrl-C is for the supervisor
        )
        assert process.stdin is not None
        assert process.stdout is not None
        # This way no list of processes shows a password. It stays open: when it ends, so has the supervisor.
        process.stdin.write(self._written(slot) + b"\n")
        with suppress(ConnectionError):
            await process.stdin.drain()
        if await process.stdout.readline() != READY:
            await process.wait()
            raise Unready
        log("process", number=slot, pid=process.pid)
        return process

    def _written(self, slot: int) -> bytes:
        metrics = self._orders.metrics
        config = msgspec.structs.replace(self._orders.config, metrics=metrics[slot] if metrics else None)
        return msgspec.json.encode(msgspec.structs.replace(self._orders, config=config), enc_hook=str)

    async def _keep(self, slot: int) -> None:
        wait = 0.1
        while True:
            begun, process = time.monotonic(), self._running[slot]
            await process.wait()
            if self._running[slot] is not process:  # it was replaced
                continue
            warn("process_ended", number=slot, pid=process.pid, code=process.returncode)
            wait = 0.1 if time.monotonic() - begun > SHORT else min(2 * wait, LONGEST_WAIT)
            while self._running[slot] is process:
                await asyncio.sleep(wait)
                with suppress(Unready):
                    self._running[slot] = await self._start(slot)
                wait = min(2 * wait, LONGEST_WAIT)

    async def _renew(self) -> None:
        """One after the other: there is always somebody to whom connections can move over."""
        async with self._renewing:  # whoever asks meanwhile may mean what was installed meanwhile
            for slot in range(self._number):
                try:
                    new = await self._start(slot)
                except Unready:
                    warn("not_renewed", number=slot)
                    return
                old, self._running[slot] = self._running[slot], new
                await _end(old)
            log("renewed")


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.terminate()
    try:
        await asyncio.wait_for(process.wait(), GRACE)
    except TimeoutError:
        process.kill()
        await process.wait()


def supervise(
    number: int,
    config: Config,
    listening: Listening,
    proxies: str,
    log_level: str,
    metrics: list[int],
    lang: str,
    ready: Callable[[], None],
) -> bool:
    """Serves with so many processes; False if they could not be started."""
    os.set_inheritable(listening.fileno(), True)
    orders = Orders(config, listening.fileno(), proxies, log_level, metrics, lang)
    try:
        asyncio.run(Supervisor(number, orders).run(ready))
    except Unready:
        return False
    return True


# The other end


def main() -> None:
    """One of the processes."""
    from lumarium.kernel.errors import LumariumError

    from .run import run

    orders = msgspec.json.decode(sys.stdin.buffer.readline(), type=Orders, dec_hook=lambda kind, given: kind(given))
    set_up(orders.log_level)
    threading.Thread(target=_end_with_supervisor, daemon=True).start()
    listening = Listening(fileno=orders.listening)
    listening.setblocking(False)

    def ready() -> None:
        sys.stdout.buffer.write(READY)
        sys.stdout.buffer.flush()

    try:
        run(orders.config, listening, orders.proxies, ready)
    except LumariumError as error:
        sys.stderr.write(f"lumarium: {error.describe(orders.lang)}\n")
        sys.exit(2)


def _end_with_supervisor() -> None:
    os.read(0, 1)  # past Python's buffer, which nobody may hold when the process ends
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()
