"""The games of a simulation spread over processes."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.synchronize import Event

from lumarium.kernel.errors import LumariumError
from lumarium.kernel.message import Message

from .simulate import Progress, Task, play_games
from .stopping import Stop
from .tally import Tally

LARGEST_CHUNK = 50
CHUNKS_PER_JOB = 8
PATIENCE = 0.2
"""Seconds between two looks at whether somebody asked to stop."""

_told: list[Event] = []


def play_in_processes(task: Task, jobs: int, stop: Stop, progress: Progress | None) -> Tally:
    """Plays all games of the task; when told to stop, those that have begun."""
    context = get_context("spawn")
    told = context.Event()
    pool = ProcessPoolExecutor(jobs, context, _begin, (told,))
    with _interrupt_blocked():
        waiting = {pool.submit(_play, task, numbers) for numbers in _chunks(task.games, jobs)}
    tally = Tally.empty(len(task.seats))
    try:
        while waiting:
            done, waiting = wait(waiting, PATIENCE, FIRST_COMPLETED)
            _gather(tally, done)
            if done and progress is not None:
                progress(tally.games, task.games)
            if stop.is_set():
                told.set()
                pool.shutdown(cancel_futures=True)
                _gather(tally, waiting)
                break
    except BrokenProcessPool as error:
        raise LumariumError(Message("kernel", "cli.worker")) from error
    finally:
        told.set()
        pool.shutdown(cancel_futures=True)
    return tally


def _gather(tally: Tally, done: set[Future[Tally]]) -> None:
    for future in done:
        if not future.cancelled():
            tally.add(future.result())


def _chunks(games: int, jobs: int) -> list[range]:
    size = max(1, min(LARGEST_CHUNK, games // (jobs * CHUNKS_PER_JOB)))
    return [range(first, min(first + size, games)) for first in range(0, games, size)]


@contextmanager
def _interrupt_blocked() -> Iterator[None]:
    # Processes inherit the mask, so that Ctrl-C reaches only the one that talks to the user, even while they start.
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _begin(told: Event) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _told.append(told)


def _play(task: Task, numbers: range) -> Tally:
    return play_games(task, numbers, _told[0])
