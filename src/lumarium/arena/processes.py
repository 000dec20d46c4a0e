"""Games played in several processes of this machine."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, MutableSequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import NamedTuple

from lumarium.kernel.errors import BotFailed, LumariumError
from lumarium.kernel.message import Message

from .asking import asked
from .players import kind
from .spreading import SLICE, Part, Task, play_part
from .stopping import REQUESTS

PATIENCE = 0.2
"""Seconds between two looks at whether somebody asked to stop."""


class Worker(NamedTuple):
    """A process."""

    pool: ProcessPoolExecutor
    """It alone: so it is known whose process ended."""
    asked: MutableSequence[int]
    """Which decision its bot is asked for: game, decision and seat."""


class Processes:
    """So many processes."""

    slice = SLICE
    nodes = 0

    def __init__(self, task: Task, jobs: int, prepare: Callable[[], None] | None = None) -> None:
        """`prepare` is called in each of them before anything is played."""
        context = get_context("spawn")
        self.hands = jobs
        self._task = task
        self._idle: list[Worker] = []
        for _ in range(jobs):
            place = context.RawArray("q", [-1, -1, -1])
            self._idle.append(Worker(ProcessPoolExecutor(1, context, _begin, (place, prepare)), place))
        self._workers = list(self._idle)
        self._running: dict[Future[Part], tuple[Worker, range]] = {}

    def begin(self, numbers: range) -> None:
        """An idle process plays."""
        worker = self._idle.pop()
        with _requests_blocked():
            self._running[worker.pool.submit(play_part, self._task, numbers)] = worker, numbers

    def finished(self) -> Iterator[tuple[range, Part | Exception | None]]:
        """What comes within a moment."""
        done, _ = wait(self._running, PATIENCE, FIRST_COMPLETED)
        for future in done:
            worker, numbers = self._running.pop(future)
            self._idle.append(worker)
            problem = future.exception()
            if isinstance(problem, BrokenProcessPool):
                yield numbers, self._death(worker)
            elif problem is None:
                yield numbers, future.result()
            elif isinstance(problem, Exception):
                yield numbers, problem
            else:
                raise problem  # a bot that plays Ctrl-C ends it all, as it does with one process

    def _death(self, worker: Worker) -> LumariumError:
        """Who was asked when the process ended."""
        game, decision, seat = worker.asked
        if seat < 0:
            return LumariumError(Message("kernel", "cli.worker"))
        problem = Message("kernel", "bots.died", bot=kind(self._task.seats(game)[seat]), seat=seat + 1)
        place = Message("kernel", "cli.failure", game=game + 1, decision=decision + 1, problem=problem)
        return BotFailed(place, seat)

    def close(self) -> None:
        """Waits for the games that are being played."""
        for worker in self._workers:
            worker.pool.shutdown(wait=False, cancel_futures=True)
        for worker in self._workers:
            worker.pool.shutdown()


@contextmanager
def _requests_blocked() -> Iterator[None]:
    # Processes inherit the mask, so that Ctrl-C reaches only the one that talks to the user, even while they start.
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, REQUESTS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, REQUESTS)


def _begin(place: MutableSequence[int], prepare: Callable[[], None] | None) -> None:
    for request in REQUESTS:
        signal.signal(request, signal.SIG_IGN)
    asked.place = place
    sys.stdout = sys.stderr  # what a bot prints is no part of the result
    Thread(target=_leave_with_parent, daemon=True).start()
    if prepare is not None:
        prepare()


def _leave_with_parent() -> None:
    # A parent that was killed can tell nobody to stop, and nobody would take the games played on without it.
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
