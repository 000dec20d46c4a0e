"""What is known as tables of HTML, for notebooks."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .known import Known, KnownLine, KnownTopic, Told

BAR = "display:inline-block;height:0.7em;background:currentColor;opacity:0.5;vertical-align:baseline"
COLUMN = "display:inline-block;width:0.7em;background:currentColor;opacity:0.5;margin-right:1px"
WIDEST, HIGHEST = 6.0, 2.0
"""How long a bar is that stands for certainty, and how high a column, in letters."""


def page(known: Known) -> str:
    """All topics, one table each."""
    return "".join(map(table, known.topics))


def table(topic: KnownTopic) -> str:
    """One topic."""
    heads = "".join(f"<th>{escape(head)}</th>" for head in ("", *topic.columns))
    note = f"<p><small>{escape(topic.note)}</small></p>" if topic.note else ""
    rows = "".join(map(_row, topic.lines))
    return f"<table><caption><b>{escape(topic.title)}</b></caption><tr>{heads}</tr>{rows}</table>{note}"


def _row(line: KnownLine) -> str:
    cells = "".join(f'<td style="text-align:left">{_cell(cell)}</td>' for cell in line.cells)
    return f'<tr><th style="text-align:left">{escape(line.label)}</th>{cells}</tr>'


def _cell(cell: Told) -> str:
    if cell.parts:
        return " ".join(
            f'<span title="{escape(part.label)}: {escape(part.text)}"><span style="{COLUMN};height:'
            f'{HIGHEST * part.share:.2f}em"></span><small>{escape(part.label)}</small></span>'
            for part in cell.parts
        )
    text = escape(cell.text)
    if cell.share is None:
        return text
    ways = f" <small>{escape(cell.ways)}</small>" if cell.ways else ""
    return f'<span style="{BAR};width:{WIDEST * cell.share:.2f}em"></span> {text}{ways}'
