"""The sheet of a finished deal: bid, tricks, points and total of everyone; at the end all four deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lumarium.games.lumen.rules.view import Result, View
from lumarium.games.lumen.words.words import plain, say, signed
from lumarium.kernel.drawing import part
from lumarium.kernel.event import spoken_name
from lumarium.kernel.scene import Piece
from lumarium.kernel.stage import fitting, seats

from .layout import SHEET

LONGEST_NAME = 10
DEAL_COLUMNS = (-40, 44, 134, 228)
GAME_COLUMNS = (-34, 32, 98, 164, 230)
Cell = tuple[str, str, str]
"""The id of a piece, its text and its classes."""


def pieces(view: View, lang: str, names: Sequence[str]) -> tuple[Piece, ...]:
    """A line per player on paper, in the order in which they sit from the viewer on. Bids, tricks and totals come here
    from beside the hands and go back there with the first bid of the next deal; the sheet stays until one's own."""
    called = [(seat, spoken_name(seat, names, lang)) for seat in seats(view)]
    if view.to_read is None:
        return _whole_game(lang, view.deals, view.scores, called)
    return _one_deal(lang, view.deal - 1, view.to_read, view.just_scored is not None, view.scores, called)


Lines = Sequence[tuple[int, str]]
"""Seats and names, from above."""


@part
def _one_deal(
    lang: str, deal: int, scored: Result, fresh: bool, totals: Sequence[int], lines: Lines
) -> Iterator[Piece]:
    """The deal before this one. `fresh`: nobody has bid since, and what lay beside the hands lies here."""
    keys = ("bid", "tricks", "points", "total") if fresh else ("bid", "tricks", "points")
    heads = [say(f"label.{key}_head", lang) for key in keys]
    rows = [_deal(scored, seat, totals[seat], fresh) for seat, _ in lines]
    labels = [_sentence(scored, seat, totals[seat], lang, name) if fresh else "" for seat, name in lines]
    title = "" if fresh else say("label.sheet", lang, deal=deal)
    yield from _paper(title, DEAL_COLUMNS[-len(heads) :], heads, lines, rows, labels, lang)


@part
def _whole_game(lang: str, deals: Sequence[Result], totals: Sequence[int], lines: Lines) -> Iterator[Piece]:
    heads = [*(str(number + 1) for number in range(len(deals))), "Σ"]
    rows = [_deals(deals, seat, totals[seat]) for seat, _ in lines]
    yield from _paper("", GAME_COLUMNS[-len(heads) :], heads, lines, rows, [""] * len(rows), lang)


def _paper(
    title: str,
    columns: Sequence[int],
    heads: list[str],
    lines: Lines,
    rows: list[list[Cell]],
    labels: list[str],
    lang: str,
) -> Iterator[Piece]:
    yield Piece(id="paper-head", symbol="lumen-head", text=title, zone="sheet", z=8, classes="row")
    for number, (x, text) in enumerate(zip(columns, heads, strict=True)):
        yield Piece(id=f"head{number}", text=text, zone="sheet", x=x, z=9, classes="head")
    for place, ((seat, name), cells, label) in enumerate(zip(lines, rows, labels, strict=True), 1):
        y = place * SHEET[2]
        shown = fitting(seat, name, LONGEST_NAME, lang)
        row = "lumen-row"
        yield Piece(id=f"row{seat}", symbol=row, text=shown, zone="sheet", y=y, z=8, classes="row", label=label)
        for x, (piece, text, classes) in zip(columns, cells, strict=True):
            yield Piece(id=piece, text=text, zone="sheet", x=x, y=y, z=9, classes=classes)
    foot = (len(lines) + 0.5) * SHEET[2]
    yield Piece(id="paper-foot", symbol="lumen-paper-foot", zone="sheet", y=foot, z=8)


def _sentence(scored: Result, seat: int, total: int, lang: str, name: str) -> str:
    facts = {"player": name, "bid": scored.bids[seat], "n": scored.tricks[seat], "points": scored.points[seat]}
    return say("event.score", lang, total=total, **facts)


def _deal(scored: Result, seat: int, total: int, fresh: bool) -> list[Cell]:
    points = scored.points[seat]
    copied = "" if fresh else "s"
    cells = [
        (f"{copied}made{seat}", scored.bids[seat], "n"),
        (f"{copied}pile{seat}", str(scored.tricks[seat]), "n"),
        (f"points{seat}", signed(points), _sense(points)),
    ]
    return [*cells, (f"total{seat}", plain(total), "sum")] if fresh else cells


def _deals(deals: Sequence[Result], seat: int, total: int) -> list[Cell]:
    points = [deal.points[seat] for deal in deals]
    cells = [(f"deal{number}-{seat}", signed(point), _sense(point)) for number, point in enumerate(points, 1)]
    return [*cells, (f"total{seat}", plain(total), "sum")]


def _sense(points: int) -> str:
    return "gain" if points > 0 else "loss"
