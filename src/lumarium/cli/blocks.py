"""A game's blocks laid out on a terminal: side by side where they fit, and without frames where lines are dear."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from rich import box
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from lumarium.kernel.textboard import Block, Span

from .screen import beside, first_that_fits, style

ROOM_BELOW = 8
"""Lines that news and prompt want below the table."""
FRAME = 4
"""The columns that a block's frame takes."""
GAP = 2

Measure = Callable[[Block], int]


def table(blocks: Sequence[Block], console: Console) -> RenderableType:
    """The first of the layouts that leaves room below."""
    ways = ((each,) for each in layouts(blocks, console.width))
    return first_that_fits(ways, console, ROOM_BELOW).parts[0]


def layouts(blocks: Sequence[Block], width: int) -> Iterator[RenderableType]:
    """From roomy to dense: framed with every group in rows of its own, framed with groups mixed, without frames."""
    yield _framed(_grouped_rows(blocks, width))
    yield _framed(_rows(blocks, width, _framed_width))
    yield _plain(blocks, width)


def _grouped_rows(blocks: Sequence[Block], width: int) -> list[list[Block]]:
    rows: list[list[Block]] = []
    for _, together in groupby(blocks, key=lambda block: block.group):
        group = list(together)
        if rows and sum(map(_framed_width, [*rows[-1], *group])) <= width:
            rows[-1] += group
        else:
            rows += _rows(group, width, _framed_width)
    return rows


def _rows(blocks: Sequence[Block], width: int, measure: Measure) -> Iterator[list[Block]]:
    row: list[Block] = []
    for block in blocks:
        if row and sum(map(measure, [*row, block])) > width:
            yield row
            row = []
        row.append(block)
    yield row


def _framed(rows: Iterable[Sequence[Block]]) -> RenderableType:
    return Group(*(beside([_box(block) for block in row]) for row in rows))


def _box(block: Block) -> Panel:
    return Panel(
        Text("\n").join(_line(line) for line in block.lines),
        title=Text(block.title, "bold" if block.active else ""),
        title_align="left",
        box=box.HEAVY if block.active else box.ROUNDED,
        border_style="green" if block.active else "dim",
        width=_framed_width(block),
    )


def _framed_width(block: Block) -> int:
    return max(Text(block.title).cell_len + 2, *(_line(line).cell_len for line in block.lines), 0) + FRAME


def _plain(blocks: Sequence[Block], width: int) -> RenderableType:
    """Blocks of a single line stand below each other behind their titles, the others side by side below theirs."""
    parts: list[RenderableType] = []
    for short, together in groupby(blocks, key=lambda block: len(block.lines) == 1):
        if short:
            parts.append(_listed(list(together)))
        else:
            rows = _rows(list(together), width, _plain_width)
            parts += [beside([_titled(block) for block in row], GAP) for row in rows]
    return Group(*parts)


def _listed(blocks: Sequence[Block]) -> Table:
    """Where it is too narrow for both, titles are cut and not lines."""
    grid = Table.grid(padding=(0, GAP))
    grid.add_column()
    grid.add_column(no_wrap=True)
    for block in blocks:
        grid.add_row(_title(block), _line(block.lines[0]))
    return grid


def _titled(block: Block) -> Text:
    """The block without its empty lines."""
    lines = [line for line in map(_line, block.lines) if line.plain.strip()]
    text = Text("\n").join([_title(block), *lines])
    text.no_wrap, text.overflow = True, "crop"
    return text


def _title(block: Block) -> Text:
    words = "bold green underline" if block.active else "underline"
    return Text(block.title, style(words), no_wrap=True, overflow="ellipsis")


def _plain_width(block: Block) -> int:
    return max(Text(block.title).cell_len, *(_line(line).cell_len for line in block.lines), 0) + GAP


def _line(spans: list[Span]) -> Text:
    line = Text(no_wrap=True, overflow="crop")
    for span in spans:
        line.append(span.text, style(span.style))
    return line
