"""The score sheet of Luminos as pieces of paper and pencil."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lumarium.kernel.message import Message
from lumarium.kernel.scene import Piece

from .components import SYMBOLS
from .meta import NAME
from .scoring import complete_rows
from .view import View

COLUMNS = (-62, 0, 62)
TOP = -128
ROOM = 270
GLYPHS = {"S": "luminos-sun", "M": "luminos-moon", "T": "luminos-star"}


def pieces(view: View, seat: int, lang: str, name: str) -> Iterator[Piece]:
    """Paper, heads of the columns, rows down to the target row or further, entries, and the sum."""
    zone = f"sheet{seat}"
    columns = view.skies[seat].columns
    rows = max(view.target, *map(len, columns))
    pitch = min(34, ROOM / rows)
    complete = complete_rows(columns)
    yield Piece(id=f"paper{seat}", symbol="luminos-paper", zone=zone, z=2, label=f"{_say('sheet.title', lang)}: {name}")
    for letter, x in zip(SYMBOLS, COLUMNS, strict=True):
        yield Piece(id=f"head{seat}{letter}", symbol=GLYPHS[letter], zone=zone, x=x, y=-165, scale=0.8, z=3)
    for row in range(rows):
        y = TOP + row * pitch
        target = row + 1 == view.target
        symbol = "luminos-row-target" if target else "luminos-row"
        label = _say("label.target", lang, row=row + 1) if target else ""
        yield Piece(
            id=f"row{seat}-{row + 1}", symbol=symbol, zone=zone, y=y, scale=pitch / 34, z=3, classes="row", label=label
        )
        text = str(row + 1)
        yield Piece(id=f"no{seat}-{row + 1}", text=text, zone=zone, x=-97, y=y, scale=0.6, z=4, classes="rowno")
    yield from _entries(view, seat, columns, (pitch, complete), lang)
    score = _say("label.points", lang, n=view.scores[seat])
    yield Piece(id=f"sum{seat}", text=score, zone=zone, y=180, z=4, classes="sum")


def _entries(
    view: View, seat: int, columns: Sequence[Sequence[int]], form: tuple[float, int], lang: str
) -> Iterator[Piece]:
    zone, (pitch, complete) = f"sheet{seat}", form
    for letter, x, column in zip(SYMBOLS, COLUMNS, columns, strict=True):
        for row, value in enumerate(column):
            place = f"{seat}{letter}{row + 1}"
            y = TOP + row * pitch
            label = _say("label.entry", lang, symbol=letter, row=row + 1, value=value)
            classes = "entry" if row < complete else "entry open"
            yield Piece(id=f"e{place}", text=str(value), zone=zone, x=x, y=y, z=5, classes=classes, label=label)
            if view.over and row >= complete:
                yield Piece(id=f"x{place}", symbol="luminos-struck", zone=zone, x=x, y=y, z=6)


def _say(key: str, lang: str, **facts: object) -> str:
    return Message(NAME, key, **facts).render(lang)
