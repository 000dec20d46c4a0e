"""`lumarium benchmark`: how strong a bot is, by a measure that is the same for everybody."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import lumarium
from lumarium.kernel.errors import LumariumError
from lumarium.kernel.message import Message

from .arguments import Cluster, Fallback, GameName, Jobs, Json, Lang, Limit
from .many import playing, tell_of_fallback
from .speech import mistake, say, speak

if TYPE_CHECKING:
    from lumarium.arena.benchmark import Standing


def benchmark(
    game: GameName,
    bot: Annotated[
        str | None,
        typer.Option(metavar="BOT", help="The bot, by name (`strong@5000n` with a budget) or file (`mybot.py:MyBot`)."),
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, metavar="N", help="Rounds of the same luck in every seat.")] = 10,
    jobs: Jobs = 0,
    cluster: Cluster = None,
    records: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="A new or empty folder for all records; with --check, where they are."),
    ] = None,
    check: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Check a result, as --json gave it, by its --records.")
    ] = None,
    timed: Annotated[bool, typer.Option("--timed", help="Also measure how long a decision takes.")] = False,
    limit: Limit = 60.0,
    fallback: Fallback = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Measure a bot against random, easy and medium on fixed luck, in every seat in turn.

    The same bot gives the same bytes, but for --timed. With --check a result is compared with its records: every game
    is played again, the bot's moves as recorded and those of its opponents anew.
    """
    speak(lang)
    import msgspec

    from lumarium.arena import benchmark as arena
    from lumarium.arena.single import OnFailure

    found = lumarium.game(game)
    if check is not None:
        if records is None:
            raise mistake("check_needs_records")
        try:
            standing = msgspec.json.decode(check.read_bytes(), type=arena.Standing)
        except OSError as problem:
            reason = Message("kernel", "record.file", path=str(check), problem=problem.strerror or str(problem))
            raise LumariumError(reason) from problem
        except msgspec.DecodeError as problem:
            raise mistake("no_standing", path=str(check), problem=str(problem)) from problem
        if standing.game != found.name:
            raise mistake("other_standing", path=str(check), theirs=standing.game, ours=found.name)
        arena.check(standing, records)
        typer.echo(say("standing_ok", path=str(check), bot=standing.bot))
        return
    if bot is None:
        raise mistake("no_candidate")
    games = arena.number_of_games(found, rounds)
    with playing(games, jobs, cluster, None) as place:
        standing = arena.benchmark(
            found, bot, rounds, place.jobs, records, place.progress, OnFailure(limit, fallback), cluster, timed
        )
    _show(standing, json)
    tell_of_fallback(standing.failures)


def _show(standing: Standing, json: bool) -> None:
    if json:
        import msgspec

        typer.echo(msgspec.json.format(msgspec.json.encode(standing)))
        return
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD)
    for place, heading in enumerate(say("benchmark_heads").split("|")):
        table.add_column(heading, justify="right" if place else "left")
    for row in standing.rows:
        table.add_row(
            row.opponent,
            str(row.players),
            str(row.games),
            f"{100 * row.share:.1f}" + ("" if row.share_error is None else f" ± {100 * row.share_error:.1f}"),
            f"{100 * row.fair:.0f}",
            f"{row.points:.1f}",
            f"{row.lead:+.1f}" + ("" if row.lead_error is None else f" ± {row.lead_error:.1f}"),
        )
    console = Console(highlight=False)
    console.print(say("benchmark_title", bot=standing.bot, game=standing.game), markup=False)
    console.print(table)
    if standing.milliseconds is not None:
        console.print(say("benchmark_time", ms=f"{standing.milliseconds:.1f}"), markup=False)
