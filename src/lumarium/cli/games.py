"""`lumarium games`: what can be played."""

from __future__ import annotations

import typer

import lumarium
from lumarium.kernel.errors import UnknownGame
from lumarium.kernel.game import Game

from .arguments import Json
from .speech import complain, language, say


def games(json: Json = False) -> None:
    """List the games."""
    found = installed()
    if json:
        import msgspec

        listed = [
            {
                "name": game.name,
                "title": game.title(language()),
                "summary": game.summary(language()),
                "players": list(game.players),
                "rules_version": game.rules_version,
                "actions": len(game.actions),
                "options": list(game.Options.__struct_fields__),
            }
            for game in found
        ]
        typer.echo(msgspec.json.format(msgspec.json.encode(listed)))
    else:
        for game in found:
            typer.echo(line(game))


def installed() -> list[Game]:
    """All games that load; a broken one is named and passed over."""
    found = []
    for name in lumarium.games():
        try:
            found.append(lumarium.game(name))
        except UnknownGame as error:
            complain(error)
    return found


def line(game: Game) -> str:
    """A game in a line."""
    players = say("players", first=game.players[0], last=game.players[-1])
    return f"{game.name:<10} {players:<15} {game.summary(language())}"
