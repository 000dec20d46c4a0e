"""The command `lumarium`: one thin module per subcommand."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated, TextIO

import typer

import lumarium
from lumarium.arena.stopping import Stopped
from lumarium.kernel.errors import LumariumError

from . import (
    bench,
    benchmark,
    dataset,
    drill,
    games,
    move_tables,
    play,
    replay,
    review,
    rules,
    serve,
    simulate,
    study,
    tournament,
    verify,
)
from .arguments import Lang
from .flags import Command, Group
from .speech import complain, program, speak

app = typer.Typer(
    name="lumarium",
    cls=Group,
    help="A house for tabletop games of light. Without a command it starts the server here and opens the browser.",
    epilog=f"Example: {program()} play luminos --seats human,random,random",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def _lumarium(
    ctx: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
    lang: Lang = None,
) -> None:
    speak(lang)
    if version:
        typer.echo(f"lumarium {lumarium.__version__}")
        raise typer.Exit
    if ctx.invoked_subcommand is None:
        serve.serve(open_browser=True)


app.command(cls=Command, epilog=f"Example: {program()} serve --port 8642 --no-open")(serve.serve)
app.command(
    cls=Command, epilog=f"Example: {program()} move-tables ~/.local/share/lumarium postgresql://lumarium@db/lumarium"
)(move_tables.move_tables)
app.command(cls=Command, epilog=f"Example: {program()} games --json")(games.games)
app.command(cls=Command, epilog=f"Example: {program()} rules luminos --lang de")(rules.rules)
app.command(cls=Command, epilog=f"Example: {program()} play luminos --seats human:Anna,random,random --seed 7")(
    play.play
)
app.command(
    cls=Command, epilog=f"Example: {program()} simulate luminos --seats random,random --games 1000 --seed 7 --json"
)(simulate.simulate)
app.command(cls=Command, epilog=f"Example: {program()} tournament luminos --bots random,easy,medium --games 40")(
    tournament.tournament
)
app.command(cls=Command, epilog=f"Example: {program()} replay luminos-1.jsonl --at 20 --svg position.svg")(
    replay.replay
)
app.command(cls=Command, epilog=f"Example: {program()} review luminos-1.jsonl --seat 1 --plot review.png")(
    review.review
)
app.command(cls=Command, epilog=f"Example: {program()} study luminos-1.jsonl")(study.study)
app.command(cls=Command, epilog=f"Example: {program()} benchmark luminos --bot mybot.py:MyBot --json")(
    benchmark.benchmark
)
app.command(
    cls=Command, epilog=f"Example: {program()} dataset lumen --seats easy,easy,easy --games 1000 lumen.parquet"
)(dataset.dataset)
app.command(cls=Command, epilog=f"Example: {program()} drill luminos --kind place")(drill.drill)
app.command(cls=Command, epilog=f"Example: {program()} verify records/*.jsonl")(verify.verify)
app.command(cls=Command, epilog=f"Example: {program()} bench luminos --seconds 0.5")(bench.bench)


def main(args: Sequence[str] | None = None) -> None:
    """Runs the command line and exits: 0 done, 1 failed, 2 bad input, 130 interrupted."""
    for stream in (sys.stdout, sys.stderr, sys.stdin):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that lacks a letter shows "?" instead of failing
    try:
        try:
            app(args, prog_name=program())
        finally:
            sys.stdout.flush()
    except LumariumError as error:
        complain(error)
        sys.exit(130 if isinstance(error, Stopped) else 2)
    except BrokenPipeError:
        _silence(sys.stdout)
        sys.exit(1)


def _silence(stream: TextIO) -> None:
    # Nobody reads any more; what is still buffered would fail again when Python exits.
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
