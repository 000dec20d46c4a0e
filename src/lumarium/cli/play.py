"""`lumarium play`: a game in the terminal, against bots or others at the same keyboard."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

import lumarium
from lumarium.arena.players import check_seats, is_human, is_seat, parse_seats, usual_seats
from lumarium.kernel.errors import BadOptions
from lumarium.kernel.game import Game
from lumarium.kernel.match import Match
from lumarium.kernel.message import Message
from lumarium.kernel.record import Fair, Record

from .arguments import Lang, OptionsFile, Seed, parse_seed
from .files import check_writable
from .speech import command, mistake, speak


def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="The game; not needed with --resume.")] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,...",
            help="Who sits where, in turn order: `human`, `human:Anna`, or bots by name. Else you and two bots.",
        ),
    ] = None,
    seed: Seed = None,
    options: OptionsFile = None,
    lang: Lang = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a saved game.")] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the record here, finished or not.")] = None,
) -> None:
    """Play a game in the terminal.

    Type a number or a move (a bid or a place by its own number, other moves by their line); ? tells what can be known,
    h explains the rest. Quitting saves the game and says how to go on with it.
    """
    speak(lang)
    if save is not None:
        check_writable(save)
    if game is None and resume is None and seats is None and sys.stdin.isatty():
        from .welcome import ask

        game, seats = ask()
    if resume is not None:
        if seed is not None or options is not None:
            raise mistake("other_options", path=str(resume))
        match = resumed(resume, game, seats)
    else:
        match = begun(game, seats, seed, options)
    from .session import Session

    Session(match, save or resume, save is not None).run()


def begun(game: str | None, seats: str | None, seed: str | None, options: Path | None) -> Match:
    """A new game."""
    from lumarium.arena.simulate import fresh_seed
    from lumarium.kernel.optionsfile import load_options

    if game is None:
        raise mistake("no_game", command=command("play", lumarium.games()[0]))
    found = lumarium.game(game)
    names = usual_seats(found) if seats is None else parse_seats(seats)
    chosen = None if options is None else load_options(found, options)
    _check(found, names, chosen)
    luck = fresh_seed() if seed is None else parse_seed(seed)
    return Match(found, len(names), luck, chosen, names)


def resumed(path: Path, game: str | None, seats: str | None) -> Match:
    """A saved game, with the people and bots that its record names, or others."""
    record = Record.load(path)
    header = record.header
    if game is not None and game != header.game:
        raise mistake("other_game", path=str(path), theirs=header.game, game=game)
    if isinstance(header.chance, Fair):
        raise mistake("fair", path=str(path))
    names = header.names if seats is None else parse_seats(seats)
    if seats is None and not all(map(is_seat, names)):
        raise mistake("seats_missing", path=str(path), players=header.players)
    if len(names) != header.players:
        raise mistake("seats_count", path=str(path), players=header.players, given=len(names))
    _check(lumarium.game(header.game), names, header.options)
    match = record.replay()
    match.names = names
    return match


def _check(game: Game, seats: Sequence[str], options: Any) -> None:
    """Raises if this cannot be played, or not at one terminal: its screen keeps what a person must not see."""
    check_seats(game, seats, options, people=True)
    if game.private and sum(map(is_human, seats)) > 1:
        raise BadOptions(Message("kernel", "cli.private", game=Message(game.name, "title")))
