"""What the commands draw on a terminal beside the table: moves, score sheets, rankings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil
from typing import NamedTuple

from rich import box
from rich.console import Console, ConsoleOptions, ConsoleRenderable, Group, RenderableType, RenderHook, RenderResult
from rich.constrain import Constrain
from rich.panel import Panel
from rich.style import Style
from rich.table import Table
from rich.text import Text

from lumarium.kernel.action import Action
from lumarium.kernel.scene import Panel as Sheet

from .choosing import keys

COLOURS = ("red", "green", "yellow", "blue", "magenta", "cyan", "white")
WORDS = ("bold", "dim", "underline", "reverse")
ENDLESS = 1000
GAP = 2
FEW = 8
"""So many moves are listed with their descriptions, one below the other."""
NARROWEST = 40
"""A score sheet is not squeezed further to stand beside another."""


def style(name: str) -> Style:
    """The style that a span's words describe; words that nobody knows change nothing."""
    return Style.parse(" ".join(word for word in name.split() if word in COLOURS or word in WORDS))


class OneMinus(RenderHook):
    """Games write numbers with either minus sign; a terminal shows the one that can be typed."""

    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        """What is printed instead."""
        return [_Typeable(each) for each in renderables]


class _Typeable:
    def __init__(self, shown: ConsoleRenderable) -> None:
        self.shown = shown

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for segment in console.render(self.shown, options):
            yield segment._replace(text=segment.text.replace("−", "-"))


def new_console() -> Console:
    """The console of this process's terminal, or of the file that stands in for it."""
    console = Console(highlight=False)
    console.push_render_hook(OneMinus())
    return console


def height(console: Console, *shown: RenderableType) -> int:
    """How many lines these take."""
    return sum(len(console.render_lines(each, pad=False)) for each in shown)


class Fitting(NamedTuple):
    """A way to show something, and the lines that it takes."""

    parts: tuple[RenderableType, ...]
    height: int


def first_that_fits(ways: Iterable[tuple[RenderableType, ...]], console: Console, below: int) -> Fitting:
    """The first of these ways that leaves so many lines of the screen free, else the lowest."""
    tried = []
    for parts in ways:
        tried.append(Fitting(parts, height(console, *parts)))
        if not console.is_terminal or tried[-1].height + below <= console.height:
            return tried[-1]
    return min(tried, key=lambda way: way.height)


def beside(parts: Sequence[RenderableType], gap: int = 0) -> Table:
    """These side by side."""
    grid = Table.grid(padding=(0, gap, 0, 0))
    for _ in parts:
        grid.add_column()
    grid.add_row(*parts)
    return grid


def choices(legal: Sequence[Action], lang: str, width: int, brief: bool = False) -> RenderableType:
    """The legal moves by key: with their descriptions if they are few, in columns if they are many or in brief."""
    if len(legal) <= FEW and not brief:
        grid = Table.grid(padding=(0, GAP))
        grid.add_column(justify="right")
        for key, action in keys(legal).items():
            grid.add_row(
                Text(key, style("bold green")), Text(action.notation), Text(action.describe(lang), style("dim"))
            )
        return grid
    cells = [Text.assemble((f"{key:>3} ", style("bold green")), each.notation) for key, each in keys(legal).items()]
    widest = max(cell.cell_len for cell in cells) + GAP
    rows = ceil(len(cells) / max(1, width // widest))
    grid = Table.grid(padding=(0, GAP))
    for row in range(rows):
        grid.add_row(*cells[row::rows])
    return grid


def sheets(panels: Sequence[Sheet], total: str, console: Console) -> RenderableType:
    """Where everyone's points come from: as many side by side as takes the fewest lines. Numbers are never cut."""
    boxes = [_sheet(panel, total) for panel in panels]
    natural = [Console(width=ENDLESS).measure(each).maximum for each in boxes]
    most = max(1, min(len(boxes), console.width // min(NARROWEST, max(natural))))
    ways = []
    for columns in range(1, most + 1):
        widths = [min(width, console.width // columns) for width in natural]
        sized = [Constrain(each, width) for each, width in zip(boxes, widths, strict=True)]
        ways.append(Group(*(beside(sized[first : first + columns]) for first in range(0, len(sized), columns))))
    return min(ways, key=lambda way: height(console, way))


def _sheet(panel: Sheet, total: str) -> Panel:
    """Labels wrap where they must; a value that is no number, such as a role's power, goes with its label."""
    grid = Table.grid(padding=(0, GAP))
    grid.add_column()
    grid.add_column(justify="right", no_wrap=True)
    for row in panel.rows:
        if _is_number(row.value):
            grid.add_row(Text(row.label), Text(row.value))
        else:
            grid.add_row(Text(": ".join(part for part in (row.label, row.value) if part)), "")
    grid.add_row(Text(total, style("bold")), Text(panel.value, style("bold")))
    return Panel.fit(grid, title=Text(panel.title), title_align="left", border_style="dim")


def _is_number(text: str) -> bool:
    return text.lstrip("+-−").isdecimal()


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
