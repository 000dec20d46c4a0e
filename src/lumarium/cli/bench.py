"""`lumarium bench`: how fast the games run on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

import lumarium

from .arguments import Json, Lang
from .games import installed
from .speech import say, speak

if TYPE_CHECKING:
    from lumarium.arena.speed import Report


def bench(
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME", help="All games if none is named.")] = None,
    json: Json = False,
    seconds: Annotated[float, typer.Option(min=0.01, metavar="S", help="Time for each figure.")] = 1.0,
    lang: Lang = None,
) -> None:
    """Measure decisions per second, the time of a copy, and the memory of a state."""
    speak(lang)
    from lumarium.arena.speed import report

    from .progress import Bar

    chosen = [lumarium.game(name) for name in games] if games else installed()
    with Bar(sum(len(game.players) for game in chosen)) as bar:
        figures = report(chosen, seconds, bar.advance)
    if json:
        import msgspec

        typer.echo(msgspec.json.format(msgspec.json.encode(figures)))
    else:
        _show(figures)


def _show(figures: Report) -> None:
    from rich.console import Console
    from rich.table import Table

    engine = say(f"engine_{figures.engine}")
    table = Table(title=f"{engine}, {figures.python}, {figures.machine}", title_justify="left")
    for number, heading in enumerate(say("bench_heads").split("|")):
        table.add_column(heading, justify="right" if number else "left")
    for speed in figures.speeds:
        table.add_row(
            speed.game,
            str(speed.players),
            _spaced(speed.playout),
            _spaced(speed.stepped),
            f"{speed.clone_us:.1f}",
            _spaced(speed.state_bytes),
        )
    Console(highlight=False).print(table)


def _spaced(number: float) -> str:
    """A large number, readable in every language."""
    return f"{number:_.0f}".replace("_", " ")
