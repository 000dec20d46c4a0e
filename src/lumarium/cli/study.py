"""`lumarium study`: a game with variations; walk through it, try other moves, say something about them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lumarium.kernel.record import loaded
from lumarium.kernel.study import Study

from .arguments import Json, Lang
from .files import check_writable, write
from .speech import language, mistake, say, speak


def study(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A study or a record.")],
    at: Annotated[
        str | None,
        typer.Option(metavar="ID", help="The position with this id (or the beginning of it); else the last."),
    ] = None,
    seat: Annotated[
        int | None, typer.Option(metavar="S", help="As this seat sees it (1 is the first); else with everything open.")
    ] = None,
    do: Annotated[
        list[str] | None,
        typer.Option(metavar="COMMAND", help="Do this, as if it were typed, and then the next; else ask."),
    ] = None,
    merge: Annotated[
        list[Path] | None, typer.Option(metavar="FILE", help="Take in the changes of another file first.")
    ] = None,
    svg: Annotated[Path | None, typer.Option(metavar="OUT", help="Write the position as a picture.")] = None,
    film: Annotated[
        Path | None,
        typer.Option(metavar="OUT", help="Write the way to the position, as .webp or .gif; as .png it alone."),
    ] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Look at a game with its variations: step by step on a terminal, else its tree.

    Moves that are typed begin new lines; `help` lists what else can be done. With --do nothing is asked, and
    `--do save` writes the file.
    """
    from .studying import Desk

    speak(lang)
    opened = loaded(file, Study.parse)
    for other in merge or ():
        opened.merge(loaded(other, Study.parse))
    if seat is not None and not 1 <= seat <= opened.players:
        raise mistake("seat", seat=seat, last=opened.players)
    desk = Desk(opened, file, None if seat is None else seat - 1)
    if at is not None:
        desk.node = opened[at]
    for command in do or ():
        desk.obey(command)
    if svg is not None:
        check_writable(svg)
        write(svg, opened.scene(desk.node, desk.seat, language()).svg())
        typer.echo(say("written", path=svg))
    elif film is not None:
        from lumarium.adapters.animation import save_film

        check_writable(film)
        save_film(desk.node, film, lang=language())
        typer.echo(say("written", path=film))
    elif json:
        import msgspec

        from .outline import told

        typer.echo(msgspec.json.format(msgspec.json.encode(told(opened, desk.node))))
    elif not do:
        desk.run()
