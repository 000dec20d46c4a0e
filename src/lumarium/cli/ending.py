"""How a game ended: places, points, and where they come from."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from lumarium.kernel.match import Match
from lumarium.kernel.message import Message
from lumarium.kernel.record import Seeded
from lumarium.kernel.scene import Panel, Row

from . import screen
from .speech import language, say


def show_end(match: Match, names: Sequence[str], console: Console) -> None:
    """The last table as everyone sees it, the ranking, and the score sheets."""
    game, state, lang = match.game, match.state, language()
    view = match.view(None)
    console.print(screen.table(game.board(view, lang, names), console))
    ending = Message(game.name, f"ending.{state.ending}").render(lang)
    console.print(Text(say("final", ending=ending)))
    console.print(Text(game.scene(view, lang, names).prompt, "bold"))
    order = sorted(range(state.players), key=lambda seat: (state.ranking[seat], seat))
    scores, ranking = state.scores, state.ranking
    headings = (say("place"), say("player"), say("points"))
    console.print(screen.ranking(headings, [(ranking[seat], names[seat], scores[seat]) for seat in order]))
    sheets = [
        Panel(
            id=str(seat),
            title=names[seat],
            value=str(scores[seat]),
            rows=tuple(Row(label, str(points)) for label, points in state.score_sheet(seat, lang)),
        )
        for seat in order
    ]
    console.print(screen.sheets(sheets, say("total")))
    luck = match.record.header.chance
    if isinstance(luck, Seeded):
        console.print(Text(say("seed", seed=luck.seed), "dim"))
