"""The arguments and options that commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from .speech import program


def parse_seed(text: str) -> int | str:
    """A seed is a whole number where it looks like one, else any text."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise typer.BadParameter("a seed is a number or readable text") from error
    return int(text) if text.isascii() and text.isdecimal() and not text.startswith("0") else text


Language = Literal["en", "de"]
Lang = Annotated[Language | None, typer.Option(help="Language of the texts; else that of your system.")]
GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"The game, as `{program()} games` lists it.")]
Seats = Annotated[
    str,
    typer.Option(
        metavar="A,B,...",
        help="Which bots sit where, in turn order: by name (`strong@0.2s` with a budget) or file (`mybot.py:MyBot`).",
    ),
]
Seed = Annotated[
    str | None, typer.Option(metavar="S", help="Same seed, same luck. Drawn at random and told if not given.")
]
OptionsFile = Annotated[
    Path | None,
    typer.Option("--options", metavar="FILE|PRESET", help="Options of the game: TOML, JSON, or the name of a preset."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
Jobs = Annotated[int, typer.Option(min=0, metavar="J", help="Processes; 0 is one per processor core.")]
Cluster = Annotated[
    str | None,
    typer.Option(metavar="auto|ADDRESS", help="Play on a Ray cluster instead: the one here, or that at an address."),
]
TableFile = Annotated[
    Path | None, typer.Option("--table", metavar="FILE", help="Write a row for each game, as .csv or .parquet.")
]
Limit = Annotated[float, typer.Option(min=0.001, metavar="SECONDS", help="How long a bot may take for a decision.")]
Fallback = Annotated[
    str | None, typer.Option(metavar="BOT", help="Who decides where a bot fails; else the first failure ends it all.")
]


def cores() -> int:
    """How many processes the machine runs at once."""
    import os

    return os.cpu_count() or 1
