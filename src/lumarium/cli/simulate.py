"""`lumarium simulate`: many games of bots, and what came of them."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

import lumarium
from lumarium.kernel.message import Message

from .arguments import (
    Cluster,
    Fallback,
    GameName,
    Jobs,
    Json,
    Lang,
    Limit,
    OptionsFile,
    Seats,
    Seed,
    TableFile,
    parse_seed,
)
from .many import conclude, playing
from .speech import language, say, speak

if TYPE_CHECKING:
    from lumarium.arena.simulate import Result


def simulate(
    game: GameName,
    seats: Seats,
    games: Annotated[int, typer.Option(min=1, metavar="N", help="How many games.")] = 100,
    seed: Seed = None,
    jobs: Jobs = 0,
    cluster: Cluster = None,
    records: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write a record of each game into this new or empty folder.")
    ] = None,
    table: TableFile = None,
    options: OptionsFile = None,
    limit: Limit = 60.0,
    fallback: Fallback = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Play many games of bots against each other.

    Game number i depends on the seed and i alone: the result is the same for any number of jobs, and on any cluster.
    Ctrl-C stops after the games being played, prints what they gave, and exits with 130.
    """
    speak(lang)
    from lumarium.arena import simulate as arena
    from lumarium.arena.players import parse_seats
    from lumarium.arena.single import OnFailure
    from lumarium.kernel.optionsfile import load_options

    found = lumarium.game(game)
    chosen = None if options is None else load_options(found, options)
    number = None if seed is None else parse_seed(seed)
    begun = perf_counter()
    with playing(games, jobs, cluster, table) as place:
        result = arena.simulate(
            found,
            parse_seats(seats),
            games,
            number,
            chosen,
            place.jobs,
            records,
            place.progress,
            OnFailure(limit, fallback),
            cluster,
            table,
        )
    _show(result, perf_counter() - begun, json)
    conclude(result)


def _show(result: Result, seconds: float, json: bool) -> None:
    if json:
        import msgspec

        typer.echo(msgspec.json.format(msgspec.json.encode(result)))
        return
    from rich.console import Console

    console = Console(highlight=False)
    console.print(_table(result))
    lengths = result.decisions
    console.print(say("sim_decisions", mean=f"{lengths.mean:.1f}", least=lengths.min, most=lengths.max))
    endings = [f"{_ending(result.game, key)} ({number})" for key, number in result.endings.items()]
    console.print(say("sim_endings", endings=", ".join(endings) or "-"), markup=False)
    for name, counts in result.figures.items():
        means = [sum(seen * times for seen, times in count.items()) / (sum(count.values()) or 1) for count in counts]
        shown = ", ".join(f"{mean:.2f}" for mean in means)
        console.print(say("sim_figure", name=name.capitalize(), means=shown), markup=False)
    console.print(say("seed", seed=result.seed), markup=False)
    rate = result.games / seconds if seconds else 0
    console.print(say("sim_time", seconds=f"{seconds:.1f}", rate=f"{rate:.0f}"), style="dim")


def _ending(game: str, key: str) -> str:
    return Message(game, f"ending.{key}").render(language())


def _table(result: Result) -> object:
    from rich.markup import escape
    from rich.table import Table

    table = Table(title=say("sim_title", n=result.games, game=result.game), title_justify="left")
    places = ", ".join(str(place + 1) for place in range(result.players))
    for number, heading in enumerate(say("sim_heads", places=places).split("|")):
        table.add_column(heading, justify="right" if number > 1 else "left")
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
