"""`lumarium replay`: a recorded game, position by position."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from lumarium.kernel.errors import BadRecord
from lumarium.kernel.message import Message
from lumarium.kernel.record import Record

from .arguments import Lang
from .files import check_writable, write
from .speech import language, mistake, say, speak


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record.")],
    at: Annotated[
        int | None, typer.Option(metavar="N", help="The position after N moves and undos; else the last.")
    ] = None,
    seat: Annotated[
        int | None, typer.Option(metavar="S", help="As this seat saw it (1 is the first); else as a spectator does.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--open", help="With everything open, as after the game; not together with --seat.")
    ] = False,
    svg: Annotated[Path | None, typer.Option(metavar="OUT", help="Write the position as a picture.")] = None,
    layout: Annotated[Literal["wide", "tall"], typer.Option(help="Layout of the picture.")] = "wide",
    theme: Annotated[Literal["dark", "light"], typer.Option(help="Colours of the picture.")] = "dark",
    lang: Lang = None,
) -> None:
    """Show a recorded game: step by step on a terminal, else one position and the list of moves."""
    from .stepping import OPEN, Stepper

    speak(lang)
    record = Record.load(file)
    if seat is not None and not 1 <= seat <= record.header.players:
        raise mistake("seat", seat=seat, last=record.header.players)
    if seat is not None and everything:
        raise mistake("seat_or_open")
    viewer = OPEN if everything else None if seat is None else seat - 1
    try:
        match = record.replay()
    except BadRecord as error:
        raise BadRecord(Message("kernel", "record.file", path=str(file), problem=error.reason), error.line) from error
    if at is not None:
        match = record.replay(at)
    stepper = Stepper(record, viewer)
    if svg is not None:
        check_writable(svg)
        scene = match.game.scene(stepper.view(match), language(), stepper.names)
        write(svg, scene.svg(layout, theme))
        typer.echo(say("written", path=svg))
        return
    stepper.run(at)
