"""`lumarium simulate`: many games of bots, and what came of them."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

import lumarium

from .arguments import GameName, Json, OptionsFile, Seats, Seed, parse_seed
from .speech import say

if TYPE_CHECKING:
    from lumarium.arena.simulate import Result


def simulate(
    game: GameName,
    seats: Seats,
    games: Annotated[int, typer.Option(min=1, metavar="N", help="How many games.")] = 100,
    seed: Seed = None,
    jobs: Annotated[int, typer.Option(min=0, metavar="J", help="Processes; 0 is one per processor core.")] = 1,
    records: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write a record of each game into this new or empty folder.")
    ] = None,
    options: OptionsFile = None,
    json: Json = False,
) -> None:
    """Play many games of bots against each other.

    Game number i depends on the seed and i alone: the result is the same for any number of jobs. Ctrl-C stops after
    the games being played, prints what they gave, and exits with 130.
    """
    from lumarium.arena import simulate as arena
    from lumarium.arena.players import parse_seats
    from lumarium.kernel.optionsfile import load_options

    from .progress import Bar

    found = lumarium.game(game)
    chosen = None if options is None else load_options(found, options)
    number = None if seed is None else parse_seed(seed)
    begun = perf_counter()
    with Bar(games) as bar:
        result = arena.simulate(
            found, parse_seats(seats), games, number, chosen, jobs or _cores(), records, bar.advance_to
        )
    _show(result, perf_counter() - begun, json)
    if not result.complete:
        typer.echo(f"lumarium: {say('partial', games=result.games, asked=result.asked)}", err=True)
        raise typer.Exit(130)


def _cores() -> int:
    import os

    return os.cpu_count() or 1


def _show(result: Result, seconds: float, json: bool) -> None:
    if json:
        import msgspec

        typer.echo(msgspec.json.format(msgspec.json.encode(result)))
        return
    from rich.console import Console

    console = Console(highlight=False)
    console.print(_table(result))
    lengths, endings = result.decisions, ", ".join(f"{key} {number}" for key, number in result.endings.items())
    console.print(f"Decisions per game: {lengths.mean:.1f} (from {lengths.min} to {lengths.max})")
    console.print(f"Endings: {endings or '-'}")
    for name, counts in result.figures.items():
        means = [sum(seen * times for seen, times in count.items()) / (sum(count.values()) or 1) for count in counts]
        console.print(f"{name.capitalize()} (mean): {', '.join(f'{mean:.2f}' for mean in means)}", markup=False)
    console.print(f"Seed: {result.seed}", markup=False)
    rate = result.games / seconds if seconds else 0
    console.print(f"Time: {seconds:.1f} s, {rate:.0f} games per second", style="dim")


def _table(result: Result) -> object:
    from rich.markup import escape
    from rich.table import Table

    table = Table(title=f"{result.games} games of {result.game}", title_justify="left")
    for heading in ("seat", "bot"):
        table.add_column(heading)
    for heading in ("mean", "deviation", "wins", "share"):
        table.add_column(heading, justify="right")
    table.add_column("places " + ", ".join(str(place + 1) for place in range(result.players)), justify="right")
    for row in result.results:
        table.add_row(
            str(row.seat + 1),
            escape(row.bot),
            f"{row.mean:.2f}",
            f"{row.deviation:.2f}",
            f"{row.wins:.1f}",
            f"{row.wins / result.games:.1%}" if result.games else "-",
            ", ".join(map(str, row.places)),
        )
    return table
