"""A game measured by several processes of this machine."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import NamedTuple

from lumarium.kernel.record import Record

from .fortune import Draw
from .review import Course, Decision


class Part(NamedTuple):
    """What came of a part."""

    decisions: list[Decision]
    draws: list[Draw]


def measured(course: Course, part: int) -> Part:
    """One part: some decisions, or last of all the luck."""
    if part == course.parts - 1:
        return Part([], course.fortune())
    return Part(course.measured(part), [])


def measured_by(course: Course, jobs: int) -> Iterator[Part]:
    """All parts, in order."""
    if jobs == 1:
        yield from (measured(course, part) for part in range(course.parts))
        return
    text = course.record.dump()
    with ProcessPoolExecutor(min(jobs, course.parts), get_context("spawn"), _begin, (text,)) as pool:
        try:
            yield from pool.map(_measured, range(course.parts))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


_course: Course | None = None


def _begin(record: bytes) -> None:
    global _course  # noqa: PLW0603  # each process reads the record once
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _course = Course(Record.parse(record))


def _measured(part: int) -> Part:
    assert _course is not None
    return measured(_course, part)
