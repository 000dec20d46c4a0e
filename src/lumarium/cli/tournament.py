"""`lumarium tournament`: every bot against every other, with ratings."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

import lumarium

from .arguments import Cluster, Fallback, GameName, Jobs, Json, Lang, Limit, OptionsFile, Seed, TableFile, parse_seed
from .files import check_writable
from .many import conclude, playing
from .speech import mistake, say, speak

if TYPE_CHECKING:
    from lumarium.arena.tournament import Duel, Tournament

NAME_COLUMNS = 2


def tournament(
    game: GameName,
    bots: Annotated[
        str,
        typer.Option(
            metavar="A,B,...",
            help="Two or more bots, by name (`strong@0.2s`, `strong@5000n` with a budget) or file (`mybot.py:MyBot`).",
        ),
    ],
    games: Annotated[int, typer.Option(min=1, metavar="N", help="How many games per pairing and player count.")] = 100,
    players: Annotated[
        str | None, typer.Option(metavar="N,M", help="Player counts; else the game's smallest and largest.")
    ] = None,
    seed: Seed = None,
    jobs: Jobs = 0,
    cluster: Cluster = None,
    table: TableFile = None,
    options: OptionsFile = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the result (needs matplotlib).")] = None,
    limit: Limit = 60.0,
    fallback: Fallback = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Let bots play each other on the same luck, and rate them.

    Of each pair the bot named later sits alone, in every seat in turn, against the one named earlier in all the others.
    With budgets in nodes the result is the same on any machine, for any number of jobs, and on any cluster.
    """
    speak(lang)
    from lumarium.arena import report
    from lumarium.arena import tournament as arena
    from lumarium.arena.players import parse_seats
    from lumarium.arena.single import OnFailure
    from lumarium.kernel.optionsfile import load_options

    found = lumarium.game(game)
    chosen = None if options is None else load_options(found, options)
    usual = found.counts(found.options(chosen))
    counts = _counts(players) if players else sorted({usual[0], usual[-1]})
    if plot is not None:
        report.check_plot()
        check_writable(plot)
    number = None if seed is None else parse_seed(seed)
    begun = perf_counter()
    with playing(games, jobs, cluster, table) as place:
        result = arena.tournament(
            found,
            parse_seats(bots),
            games,
            counts,
            number,
            chosen,
            place.jobs,
            place.progress,
            OnFailure(limit, fallback),
            cluster,
            table,
        )
    if plot is not None:
        report.plot(result, plot)
    show(result, perf_counter() - begun, json)
    conclude(result)


def _counts(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")]
    except ValueError as error:
        raise mistake("player_counts", given=text) from error


def show(result: Tournament, seconds: float, json: bool) -> None:
    """Prints the result."""
    if json:
        import msgspec

        typer.echo(msgspec.json.format(msgspec.json.encode(result)))
        return
    from rich.console import Console

    console = Console(highlight=False)
    console.print(_duels(result))
    console.print(say("tour_marks"), markup=False, style="dim")
    console.print()
    console.print(_ratings(result))
    console.print(say("seed", seed=result.seed), markup=False)
    rate = result.games / seconds if seconds else 0
    console.print(say("sim_time", seconds=f"{seconds:.1f}", rate=f"{rate:.1f}"), style="dim")


def _duels(result: Tournament) -> object:
    from rich.box import SIMPLE_HEAD
    from rich.markup import escape
    from rich.table import Table

    table = Table(title=say("tour_title", n=result.games, game=result.game), title_justify="left", box=SIMPLE_HEAD)
    table.padding, table.pad_edge = (0, 1, 0, 0), False
    for place, heading in enumerate(say("tour_heads").split("|")):
        # Where a terminal is narrow, the bots' names take several lines; figures are never cut.
        if place < NAME_COLUMNS:
            table.add_column(heading, overflow="fold")
        else:
            table.add_column(heading, justify="right", no_wrap=True)
    for duel in result.duels:
        names = (escape(duel.alone.bot), escape(duel.others.bot), str(duel.players), str(duel.games))
        table.add_row(*names, *(_figures(duel) if duel.games else ()))
    return table


def _figures(duel: Duel) -> tuple[str, ...]:
    mark = ("=", "+", "-")[duel.verdict]
    return (
        f"{mark} {100 * duel.share:.0f} %",
        f"{100 * duel.low:.0f}-{100 * duel.high:.0f}",
        f"{100 * duel.fair:.0f}",
        f"{duel.alone.points:.1f}:{duel.others.points:.1f}",
        f"{duel.alone.place:.1f}:{duel.others.place:.1f}",
    )


def _ratings(result: Tournament) -> object:
    from rich.box import SIMPLE_HEAD
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD)
    for place, heading in enumerate(say("rating_heads").split("|")):
        table.add_column(heading, justify="right" if place else "left")
    for rating in result.ratings:
        table.add_row(escape(rating.bot), f"{rating.mu:.2f}", f"± {2 * rating.sigma:.2f}")
    return table
