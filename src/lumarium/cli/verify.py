"""`lumarium verify`: are records whole, by the rules, and dealt as they say?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lumarium.kernel.errors import BadRecord, LumariumError
from lumarium.kernel.message import Message
from lumarium.kernel.record import Fair, Record, Seeded

from .arguments import Lang
from .speech import complain, say, speak


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Records to check.")], lang: Lang = None
) -> None:
    """Replay records and check every move and every random pick. Exits with 2 if one of them is not in order."""
    speak(lang)
    failed = False
    for path in files:
        try:
            typer.echo(checked(path))
        except LumariumError as error:
            failed = True
            complain(error)
    if failed:
        raise typer.Exit(2)


def checked(path: Path) -> str:
    """The line about a record that is in order."""
    record = Record.load(path)
    try:
        match = record.replay()
    except LumariumError as error:
        line = error.line if isinstance(error, BadRecord) else None
        raise BadRecord(Message("kernel", "record.file", path=str(path), problem=error.reason), line) from error
    scores = " : ".join(map(str, match.state.scores))
    result = say("ok_over" if match.over else "ok_open", scores=scores)
    moves = say("ok_moves", n=len(match.history))
    if record.practice:
        moves += f" ({say('ok_practice')})"
    return say("ok", path=str(path), game=record.header.game, moves=moves, result=result, luck=_luck(record))


def _luck(record: Record) -> str:
    luck = record.header.chance
    if isinstance(luck, Seeded):
        return say("luck_seed", seed=luck.seed)
    if isinstance(luck, Fair):
        return say("luck_fair" if record.end.secret is not None else "luck_secret")
    return say("luck_unnamed")
