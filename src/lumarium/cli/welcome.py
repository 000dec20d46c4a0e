"""`lumarium` alone: asks what to play and starts it."""

from __future__ import annotations

import sys

import typer

from lumarium.arena.players import usual_seats

from .games import installed, line
from .speech import say


def welcome() -> None:
    """Lists the games; on a terminal asks which one, and for how many."""
    games = installed()
    for number, game in enumerate(games, 1):
        typer.echo(f"{number}  {line(game)}")
    if not games:
        return
    if not sys.stdin.isatty():
        typer.echo(say("start_one", game=games[0].name, seats=",".join(usual_seats(games[0]))))
        return
    try:
        game = games[_ask("which", range(1, len(games) + 1), 1) - 1]
        players = _ask("how_many", game.players, len(usual_seats(game)))
    except EOFError:
        typer.echo()
        return
    from .play import play

    play(game.name, ",".join(["human", *["random"] * (players - 1)]))


def _ask(question: str, answers: range, default: int) -> int:
    while True:
        text = input(say(question, first=answers[0], last=answers[-1], default=default)).strip()
        if not text:
            return default
        if text.isdecimal() and int(text) in answers:
            return int(text)
        typer.echo(say("again", text=text))
