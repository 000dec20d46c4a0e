"""The sheet of a finished deal: bid, tricks, points and total of everyone; at the end all four deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lumarium.games.lumen.rules.view import Result, View
from lumarium.games.lumen.words.words import plain, say, signed
from lumarium.kernel.event import spoken_name
from lumarium.kernel.scene import Piece
from lumarium.kernel.stage import fitting, seats

from .layout import SHEET

LONGEST_NAME = 10
DEAL_COLUMNS = (-40, 44, 134, 228)
GAME_COLUMNS = (-34, 32, 98, 164, 230)
Cell = tuple[str, str, str]
"""The id of a piece, its text and its classes."""


def pieces(view: View, lang: str, names: Sequence[str]) -> Iterator[Piece]:
    """A line per player on paper, in the order in which they sit from the viewer on. Bids, tricks and totals come here
    from beside the hands and go back there with the first bid of the next deal; the sheet stays until one's own."""
    scored = view.to_read
    heads = _heads(view, lang)
    columns = GAME_COLUMNS if scored is None else DEAL_COLUMNS[-len(heads) :]
    copied = scored is not None and view.just_scored is None
    deal = say("label.sheet", lang, deal=view.deal - 1) if copied else ""
    yield Piece(id="paper-head", symbol="lumen-head", text=deal, zone="sheet", z=8, classes="row")
    for number, (x, text) in enumerate(zip(columns, heads, strict=True)):
        yield Piece(id=f"head{number}", text=text, zone="sheet", x=x, z=9, classes="head")
    for place, seat in enumerate(seats(view)):
        y = (place + 1) * SHEET[2]
        name = spoken_name(seat, names, lang)
        label = "" if view.just_scored is None else _sentence(view, view.just_scored, seat, lang, name)
        shown = fitting(seat, name, LONGEST_NAME, lang)
        row = "lumen-row"
        yield Piece(id=f"row{seat}", symbol=row, text=shown, zone="sheet", y=y, z=8, classes="row", label=label)
        cells = _whole_game(view, seat) if scored is None else _deal(view, scored, seat)
        for x, (piece, text, classes) in zip(columns, cells, strict=True):
            yield Piece(id=piece, text=text, zone="sheet", x=x, y=y, z=9, classes=classes)
    foot = (view.players + 0.5) * SHEET[2]
    yield Piece(id="paper-foot", symbol="lumen-paper-foot", zone="sheet", y=foot, z=8)


def _heads(view: View, lang: str) -> list[str]:
    if view.to_read is None:
        return [*(str(number + 1) for number in range(len(view.deals))), "Σ"]
    keys = ("bid", "tricks", "points") if view.just_scored is None else ("bid", "tricks", "points", "total")
    return [say(f"label.{key}_head", lang) for key in keys]


def _sentence(view: View, scored: Result, seat: int, lang: str, name: str) -> str:
    facts = {"player": name, "bid": scored.bids[seat], "n": scored.tricks[seat], "points": scored.points[seat]}
    return say("event.score", lang, total=view.scores[seat], **facts)


def _deal(view: View, scored: Result, seat: int) -> list[Cell]:
    fresh, points = view.just_scored is not None, scored.points[seat]
    copied = "" if fresh else "s"
    cells = [
        (f"{copied}made{seat}", scored.bids[seat], "n"),
        (f"{copied}pile{seat}", str(scored.tricks[seat]), "n"),
        (f"points{seat}", signed(points), _sense(points)),
    ]
    return [*cells, (f"total{seat}", plain(view.scores[seat]), "sum")] if fresh else cells


def _whole_game(view: View, seat: int) -> list[Cell]:
    points = [deal.points[seat] for deal in view.deals]
    cells = [(f"deal{number}-{seat}", signed(point), _sense(point)) for number, point in enumerate(points, 1)]
    return [*cells, (f"total{seat}", plain(view.scores[seat]), "sum")]


def _sense(points: int) -> str:
    return "gain" if points > 0 else "loss"
