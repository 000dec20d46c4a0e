"""`lumarium dataset`: games as data for learning, a row for each decision."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import lumarium
from lumarium.kernel.record import Record

from .arguments import Cluster, Fallback, GameName, Jobs, Json, Lang, Limit, OptionsFile, Seed, parse_seed
from .files import check_writable
from .many import playing, tell_of_fallback, tell_of_stop
from .speech import mistake, say, speak


def dataset(
    game: GameName,
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The file to write, .parquet; its card goes beside it.")],
    seats: Annotated[
        str | None, typer.Option(metavar="A,B,...", help="Which bots sit where, as in `simulate`.", show_default=False)
    ] = None,
    games: Annotated[int, typer.Option(min=1, metavar="N", help="How many games.")] = 100,
    records: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Take the finished games of this folder instead, without names and seeds."),
    ] = None,
    tables: Annotated[
        str | None,
        typer.Option(
            metavar="FROM",
            help="The same with those of a server: its data folder, SQLite file or postgresql://... No server may be "
            "running there.",
        ),
    ] = None,
    observations: Annotated[
        bool, typer.Option("--observations", help="Also what the seat knew, as the vector for learning.")
    ] = False,
    seed: Seed = None,
    jobs: Jobs = 0,
    cluster: Cluster = None,
    options: OptionsFile = None,
    limit: Limit = 60.0,
    fallback: Fallback = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Write games of bots, or records, as Parquet: one row for each decision.

    pandas, polars and Hugging Face datasets read it without Lumarium. The same seed gives the same bytes.
    """
    speak(lang)
    import msgspec

    from lumarium.arena import dataset as arena
    from lumarium.arena.players import parse_seats
    from lumarium.arena.single import OnFailure
    from lumarium.kernel.optionsfile import load_options

    found = lumarium.game(game)
    arena.checked_path(out)
    check_writable(out)
    if sum(given is not None for given in (seats, records, tables)) != 1:
        raise mistake("seats_or_records")
    if records is not None:
        if not records.is_dir():
            raise mistake("no_folder", folder=str(records))
        made = arena.from_records(sorted(records.glob("*.jsonl")), out, observations, found.name)
    elif tables is not None:
        made = arena.from_records(_finished(tables, found.name), out, observations, found.name)
    else:
        assert seats is not None
        chosen = None if options is None else load_options(found, options)
        number = None if seed is None else parse_seed(seed)
        with playing(games, jobs, cluster, None) as place:
            made = arena.dataset(
                found,
                parse_seats(seats),
                games,
                out,
                number,
                chosen,
                observations,
                place.jobs,
                place.progress,
                OnFailure(limit, fallback),
                cluster,
            )
    if json:
        typer.echo(msgspec.json.format(msgspec.json.encode(made)))
    else:
        typer.echo(say("dataset_made", path=str(out), decisions=made.decisions, games=made.games))
    tell_of_fallback(made.failures)
    if seats is not None and made.games < games:
        tell_of_stop(made.games, games)


def _finished(place: str, game: str) -> list[Record]:
    """The games that were played to their end at a server's tables."""
    import asyncio

    from lumarium.server.moving import check_unused, finished, opened

    async def work() -> list[Record]:
        with opened(place, must_exist=True) as store:
            try:
                await check_unused(store, place)
                return await finished(store, game)
            finally:
                await store.close()

    return asyncio.run(work())
