"""`lumarium play` without a game: asks what to play, and with how many."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import typer

from lumarium.arena.players import usual_seats

from .games import installed, show
from .speech import say

T = TypeVar("T")


def ask() -> tuple[str, str]:
    """The game and the seats that somebody at the terminal chooses."""
    games = installed()
    show(games, numbered=True)
    by_number = {str(number): game for number, game in enumerate(games, 1)}
    by_name = {game.name: game for game in games}
    try:
        game = _answer(say("which", last=len(games)), by_number | by_name)
        usual = len(usual_seats(game))
        question = say("how_many", first=game.players[0], last=game.players[-1], usual=usual)
        players = _answer(question, {"": usual, **{str(number): number for number in game.players}})
    except EOFError:
        typer.echo()
        raise typer.Exit from None
    return game.name, ",".join(["human", *["random"] * (players - 1)])


def _answer(question: str, answers: Mapping[str, T]) -> T:
    while (text := input(question).strip().casefold()) not in answers:
        if text:
            typer.echo(say("again", text=text))
    return answers[text]
