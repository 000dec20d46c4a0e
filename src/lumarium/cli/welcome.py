"""`lumarium` alone: asks what to play and starts it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TypeVar

import typer

from lumarium.arena.players import usual_seats

from .games import installed, show
from .speech import command, say

T = TypeVar("T")


def welcome() -> None:
    """Lists the games; on a terminal asks which one, and for how many."""
    games = installed()
    if not games:
        return
    show(games, numbered=True)
    if not sys.stdin.isatty():
        seats = ",".join(usual_seats(games[0]))
        typer.echo(say("start_one", command=command("play", games[0].name, "--seats", seats)))
        return
    by_number = {str(number): game for number, game in enumerate(games, 1)}
    by_name = {game.name: game for game in games}
    try:
        game = _ask(say("which", last=len(games)), by_number | by_name)
        usual = len(usual_seats(game))
        question = say("how_many", first=game.players[0], last=game.players[-1], usual=usual)
        players = _ask(question, {"": usual, **{str(number): number for number in game.players}})
    except EOFError:
        typer.echo()
        return
    from .play import play

    play(game.name, ",".join(["human", *["random"] * (players - 1)]))


def _ask(question: str, answers: Mapping[str, T]) -> T:
    while (text := input(question).strip().casefold()) not in answers:
        if text:
            typer.echo(say("again", text=text))
    return answers[text]
