"""What can be known, on a terminal: a table for each topic, with bars made of letters."""

from __future__ import annotations

from collections.abc import Iterator

from rich import box
from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from lumarium.kernel.known import Known, KnownTopic, Told

from .screen import style
from .speech import say

BAR = 8
"""How long a bar is that stands for certainty, in letters."""
FULL, EMPTY = "█", "░"
LEVELS = "▁▂▃▄▅▆▇█"


def shown(known: Known) -> RenderableType:
    """All topics, and what else can be asked."""
    more = [say("know_about", seat=mind.seat + 1, player=mind.name) for mind in known.minds]
    more += [say("know_estimate", topic=each.id, title=each.title) for each in known.estimates]
    parts: list[RenderableType] = [topic(each) for each in known.topics]
    parts += [Text(line, style("dim")) for line in more]
    return Group(*parts)


def topic(told: KnownTopic) -> RenderableType:
    """One of them."""
    grid = Table(box=box.SIMPLE_HEAD, title=Text(told.title, style("bold")), title_justify="left", padding=(0, 1))
    grid.add_column("")
    for name in told.columns:
        grid.add_column(name)
    most = max((part.share for line in told.lines for cell in line.cells for part in cell.parts), default=1)
    for line in told.lines:
        grid.add_row(Text(line.label), *(_cell(cell, most) for cell in line.cells))
    return Group(grid, Text(told.note, style("dim"))) if told.note else grid


def _cell(cell: Told, most: float) -> Text:
    if cell.parts:
        return Text.assemble(*_parts(cell, most))
    if cell.share is None:
        return Text(cell.text)
    filled = round(BAR * cell.share)
    ways = f" ({cell.ways})" if cell.ways else ""
    bar = (FULL * filled, style("yellow")), (EMPTY * (BAR - filled), style("dim"))
    return Text.assemble(*bar, f" {cell.text}{ways}")


def _parts(cell: Told, most: float) -> Iterator[str | tuple[str, Style]]:
    """The likeliest of all lines has the highest bar: lines can be compared."""
    for place, part in enumerate(cell.parts):
        yield "   " if place else ""
        yield part.label, style("bold underline" if part.true else "bold")
        level = LEVELS[round((len(LEVELS) - 1) * part.share / most)]
        yield f" {level} ", style("green" if part.true else "yellow")
        yield part.text
