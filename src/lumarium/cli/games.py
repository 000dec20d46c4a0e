"""`lumarium games`: what can be played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

import lumarium
from lumarium.kernel.errors import UnknownGame
from lumarium.kernel.game import Game

from .arguments import Json, Lang
from .speech import LANGUAGE, complain, language, say, speak

if TYPE_CHECKING:
    from rich.table import Table


def games(json: Json = False, lang: Lang = None) -> None:
    """List the games."""
    speak(lang)
    found = installed()
    if json:
        import msgspec

        asked = LANGUAGE.get() or "en"  # programs that read it do not depend on the environment
        listed = [
            {
                "name": game.name,
                "title": game.title(asked),
                "summary": game.summary(asked),
                "players": list(game.players),
                "rules_version": game.rules_version,
                "actions": len(game.actions),
                "options": list(game.Options.__struct_fields__),
                "presets": list(game.presets),
            }
            for game in found
        ]
        typer.echo(msgspec.json.format(msgspec.json.encode(listed)))
    else:
        show(found)


def installed() -> list[Game]:
    """All games that load; a broken one is named and passed over."""
    found = []
    for name in lumarium.games():
        try:
            found.append(lumarium.game(name))
        except UnknownGame as error:
            complain(error)
    return found


def show(games: Sequence[Game], numbered: bool = False) -> None:
    """The games with their players and what they are about; a line each where that is no terminal."""
    from .screen import ENDLESS, new_console

    console = new_console()
    if not console.is_terminal:
        console.width = ENDLESS
    console.print(_table(games, numbered))


def _table(games: Sequence[Game], numbered: bool) -> Table:
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 2))
    for _ in range(3 if numbered else 2):
        grid.add_column(no_wrap=True)
    grid.add_column()
    for number, game in enumerate(games, 1):
        players = say("players", first=game.players[0], last=game.players[-1])
        cells = [str(number)] if numbered else []
        grid.add_row(*cells, Text(game.name, "bold"), players, Text(game.summary(language())))
    return grid
