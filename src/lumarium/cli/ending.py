"""How a game ended: places, points, and where they come from."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from lumarium.kernel.match import Match
from lumarium.kernel.record import Seeded
from lumarium.kernel.scene import Panel, Row

from . import screen
from .blocks import table
from .speech import language, say, sentence


def show_end(match: Match, names: Sequence[str], console: Console) -> None:
    """The last table with nothing hidden, the score sheets, and the ranking last, where a low screen still has it."""
    game, state, lang = match.game, match.state, language()
    view = game.opened(state)
    console.print(table(game.board(view, lang, names), console))
    order = sorted(range(state.players), key=lambda seat: (state.ranking[seat], seat))
    scores, ranking = state.scores, state.ranking
    sheets = [
        Panel(
            id=str(seat),
            title=names[seat],
            value=str(scores[seat]),
            rows=tuple(Row(label, str(points)) for label, points in state.score_sheet(seat, lang)),
        )
        for seat in order
    ]
    console.print(screen.sheets(sheets, say("total"), console))
    console.print(Text(say("final", ending=state.ended().render(lang))))
    console.print(Text(sentence(game.scene(view, lang, names).prompt), "bold"))
    headings = (say("place"), say("player"), say("points"))
    console.print(screen.ranking(headings, [(ranking[seat], names[seat], scores[seat]) for seat in order]))
    luck = match.record.header.chance
    if isinstance(luck, Seeded):
        console.print(Text(say("seed", seed=luck.seed), "dim"))
