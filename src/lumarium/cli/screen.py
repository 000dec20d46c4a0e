"""A table of any game on a terminal: its blocks side by side where they fit, in colours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import ceil

from rich import box
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.style import Style
from rich.table import Table
from rich.text import Text

from lumarium.kernel.action import Action
from lumarium.kernel.scene import Panel as Sheet
from lumarium.kernel.text import Block, Span

COLOURS = ("red", "green", "yellow", "blue", "magenta", "cyan", "white")
WORDS = ("bold", "dim", "underline", "reverse")
FRAME = 4
"""The columns that a block's frame takes."""
ENDLESS = 1000
ROOM_BELOW = 8
"""Lines that news, prompt and moves want below the table at least."""
GAP = 2
FEW = 8
"""So many moves are listed with their descriptions, one below the other."""


def style(name: str) -> Style:
    """The style that a span's words describe; words that nobody knows change nothing."""
    return Style.parse(" ".join(word for word in name.split() if word in COLOURS or word in WORDS))


def new_console() -> Console:
    """The console of this process's terminal, or of the file that stands in for it."""
    return Console(highlight=False)


def table(blocks: Sequence[Block], console: Console) -> RenderableType:
    """The blocks as rows of boxes, every group in rows of its own if that is not too high for the terminal."""
    width = console.width
    rows: list[list[Block]] = []
    for _, together in groupby(blocks, key=lambda block: block.group):
        group = list(together)
        if rows and _row_width([*rows[-1], *group]) <= width:
            rows[-1] += group
        else:
            rows += _rows(group, width)
    if console.is_terminal and _height(rows) > console.height - ROOM_BELOW:
        rows = min(rows, list(_rows(blocks, width)), key=_height)
    return Group(*(_side_by_side([_box(block) for block in row]) for row in rows))


def _height(rows: list[list[Block]]) -> int:
    return sum(2 + max(len(block.lines) for block in row) for row in rows)


def _rows(blocks: Sequence[Block], width: int) -> Iterator[list[Block]]:
    row: list[Block] = []
    for block in blocks:
        if row and _row_width([*row, block]) > width:
            yield row
            row = []
        row.append(block)
    yield row


def _row_width(row: list[Block]) -> int:
    return sum(_width(block) for block in row)


def _width(block: Block) -> int:
    return max(Text(block.title).cell_len + 2, *(_line(line).cell_len for line in block.lines), 0) + FRAME


def _box(block: Block) -> Panel:
    return Panel(
        Text("\n").join(_line(line) for line in block.lines),
        title=Text(block.title, "bold" if block.active else ""),
        title_align="left",
        box=box.HEAVY if block.active else box.ROUNDED,
        border_style="green" if block.active else "dim",
        width=_width(block),
    )


def _line(spans: list[Span]) -> Text:
    line = Text(no_wrap=True, overflow="crop")
    for span in spans:
        line.append(span.text, style(span.style))
    return line


def _side_by_side(boxes: Sequence[RenderableType]) -> Table:
    grid = Table.grid()
    for _ in boxes:
        grid.add_column()
    grid.add_row(*boxes)
    return grid


def room(console: Console, *shown: RenderableType) -> int:
    """How many lines of the screen are left beside these."""
    if not console.is_terminal:
        return ENDLESS
    return console.height - sum(len(console.render_lines(each)) for each in shown)


def choices(legal: Sequence[Action], lang: str, width: int) -> RenderableType:
    """The legal moves by number: with their descriptions if they are few, else in columns."""
    if len(legal) <= FEW:
        grid = Table.grid(padding=(0, GAP))
        grid.add_column(justify="right")
        for number, action in enumerate(legal, 1):
            grid.add_row(
                Text(str(number), style("bold green")), Text(action.notation), Text(action.describe(lang), style("dim"))
            )
        return grid
    cells = [
        Text.assemble((f"{number:>3} ", style("bold green")), each.notation) for number, each in enumerate(legal, 1)
    ]
    widest = max(cell.cell_len for cell in cells) + GAP
    rows = ceil(len(cells) / max(1, width // widest))
    grid = Table.grid(padding=(0, GAP))
    for row in range(rows):
        grid.add_row(*cells[row::rows])
    return grid


def sheets(panels: Sequence[Sheet], total: str) -> RenderableType:
    """Where everyone's points come from."""
    boxes = []
    for panel in panels:
        grid = Table.grid(padding=(0, 2))
        grid.add_column(no_wrap=True)
        grid.add_column(justify="right", no_wrap=True)
        for row in panel.rows:
            grid.add_row(row.label, row.value)
        grid.add_row(Text(total, style("bold")), Text(panel.value, style("bold")))
        boxes.append(Panel.fit(grid, title=Text(panel.title), title_align="left", border_style="dim"))
    return Columns(boxes, width=None, padding=(0, 0))


def explained(rows: Sequence[tuple[str, str]]) -> RenderableType:
    """Words and what they mean."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    for word, meaning in rows:
        grid.add_row(Text(word, style("bold green")), Text(meaning))
    return grid


def ranking(headings: Sequence[str], rows: Sequence[tuple[int, str, int]]) -> RenderableType:
    """Who came where, with how many points."""
    grid = Table(box=box.SIMPLE_HEAD)
    for heading, side in zip(headings, ("right", "left", "right"), strict=True):
        grid.add_column(heading, justify="left" if side == "left" else "right")
    for place, name, points in rows:
        emphasis = style("bold") if place == 1 else Style.null()
        grid.add_row(*(Text(str(cell), emphasis) for cell in (place, name, points)))
    return grid
