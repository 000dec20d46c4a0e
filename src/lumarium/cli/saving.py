"""Where the record of a terminal game goes."""

from __future__ import annotations

import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import typer

from lumarium.kernel.match import Match

from .files import free_name
from .speech import command, mistake, say


def save_end(match: Match, path: Path) -> None:
    """Saves a finished game."""
    try:
        match.record.save(path)
    except OSError as error:
        raise mistake("unwritable", path=str(path), problem=error.strerror or str(error)) from error
    typer.echo(say("saved", path=path))


def save_stopped(match: Match, path: Path | None) -> None:
    """Saves a game that stops here: where it was asked for, else in this folder, else with the temporary files."""
    wanted = path or free_name(match.game.name)
    folder = Path(tempfile.gettempdir())
    problem = ""
    for place in (wanted, folder / wanted.name):
        try:
            match.record.save(place)
        except OSError as error:
            problem = error.strerror or str(error)
            _tell("not_saved", path=place, problem=problem)
        else:
            _tell("stopped", path=place)
            _tell("resume", command=command("play", "--resume", place))
            return
    raise mistake("lost", problem=problem)


def _tell(key: str, **facts: object) -> None:
    with suppress(OSError):  # the terminal may have been closed, which is why we save
        print(f"\n{say(key, **facts)}" if key == "stopped" else say(key, **facts))
        sys.stdout.flush()
