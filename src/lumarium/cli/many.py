"""What commands that play many games share: where they are played, how far they are, and what is told at the end."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn

import typer

from .arguments import cores
from .files import check_writable
from .progress import Bar
from .speech import mistake, say

if TYPE_CHECKING:
    from lumarium.arena.simulate import Result
    from lumarium.arena.spreading import Progress
    from lumarium.arena.tournament import Tournament

SHOWN_FAILURES = 3


class Place(NamedTuple):
    """Where games are played."""

    jobs: int
    progress: Progress


@contextmanager
def playing(games: int, jobs: int, cluster: str | None, table: Path | None) -> Iterator[Place]:
    """While games are played; raises before the first if they cannot be played there, or their table not be written."""
    if cluster is not None and jobs:
        raise mistake("jobs_or_cluster")
    if table is not None:
        check_writable(table)
    # What bots print is no part of the result; Ray tells of workers and nodes that died, which is not for everybody.
    with redirect_stdout(sys.stderr if cluster is None else StringIO()), Bar(games) as bar:
        yield Place(jobs or cores(), bar.advance_to)


def tell_of_fallback(failures: int) -> None:
    """Tells on stderr that some decisions are not those of the bots that were named."""
    if failures:
        typer.echo(f"lumarium: {say('replaced', n=failures)}", err=True)


def conclude(result: Result | Tournament) -> None:
    """Tells on stderr which bots failed, and ends with 130 if somebody stopped the games."""
    for failure in result.failures[:SHOWN_FAILURES]:
        where = say("failure", game=failure.game + 1, decision=failure.decision + 1, problem=failure.problem)
        typer.echo(f"lumarium: {where}", err=True)
    if len(result.failures) > SHOWN_FAILURES:
        typer.echo(f"lumarium: {say('more_failures', n=len(result.failures) - SHOWN_FAILURES)}", err=True)
    if not result.complete:
        tell_of_stop(result.games, result.asked)


def tell_of_stop(games: int, asked: int) -> NoReturn:
    """Somebody stopped the games; what there is has been told."""
    typer.echo(f"lumarium: {say('partial', games=games, asked=asked)}", err=True)
    raise typer.Exit(130)
