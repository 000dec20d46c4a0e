"""Many games spread over processes."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.synchronize import Event
from threading import Thread
from typing import TypeVar

from lumarium.kernel.errors import LumariumError
from lumarium.kernel.message import Message

from .stopping import Stop

LARGEST_CHUNK = 50
CHUNKS_PER_JOB = 8
PATIENCE = 0.2
"""Seconds between two looks at whether somebody asked to stop."""

Task = TypeVar("Task")
Part = TypeVar("Part")

_told: list[Event] = []


def spread(play: Callable[[Task, range, Stop], Part], task: Task, games: int, jobs: int, stop: Stop) -> Iterator[Part]:
    """What `play` gives for all games, part by part in any order; when told to stop, for those that have begun."""
    context = get_context("spawn")
    told = context.Event()
    pool = ProcessPoolExecutor(jobs, context, _begin, (told,))
    try:
        with _interrupt_blocked():
            waiting = {pool.submit(_play, play, task, numbers) for numbers in _chunks(games, jobs)}
        while waiting:
            done, waiting = wait(waiting, PATIENCE, FIRST_COMPLETED)
            yield from _results(done)
            if stop.is_set():
                told.set()
                pool.shutdown(cancel_futures=True)
                yield from _results(waiting)
                return
    except BrokenProcessPool as error:
        raise LumariumError(Message("kernel", "cli.worker")) from error
    finally:
        told.set()
        pool.shutdown(cancel_futures=True)


def _results(done: set[Future[Part]]) -> Iterator[Part]:
    for future in done:
        if not future.cancelled():
            yield future.result()


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
    Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    # A parent that was killed can tell nobody to stop, and nobody would take the games played on without it.
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _play(play: Callable[[Task, range, Stop], Part], task: Task, numbers: range) -> Part:
    return play(task, numbers, _told[0])
