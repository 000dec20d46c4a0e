"""A progress bar for a terminal, once the work turns out to take longer than a second."""

from __future__ import annotations

import sys
from time import monotonic
from typing import TYPE_CHECKING, Self

from .speech import say

if TYPE_CHECKING:
    from rich.progress import Progress

DELAY = 1.0


class Bar:
    """Shows on stderr how far the work is."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = 0
        self._begun = monotonic()
        self._shown: Progress | None = None

    def advance_to(self, done: int, total: int, nodes: int = 0) -> None:
        """So much is done, by so many nodes of a cluster if there is one."""
        self.done = done
        if self._shown is None and sys.stderr.isatty() and monotonic() - self._begun > DELAY:
            self._shown = _bar()
            self._shown.add_task("", total=total)
            self._shown.start()
        if self._shown is not None:
            who = say("nodes", n=nodes) if nodes else ""
            self._shown.update(self._shown.task_ids[0], completed=done, description=who)

    def advance(self) -> None:
        """One more is done."""
        self.advance_to(self.done + 1, self.total)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._shown is not None:
            self._shown.stop()


def _bar() -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    shared = sys.stdout.isatty()  # what is printed elsewhere does not have to go around the bar
    return Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=shared)
