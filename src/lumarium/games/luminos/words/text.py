"""The table as text, for a terminal: the display, the skies with their cells numbered, the score sheets."""

from __future__ import annotations

from collections.abc import Sequence

from lumarium.games.luminos.meta import NAME
from lumarium.games.luminos.rules.components import SYMBOLS
from lumarium.games.luminos.rules.indices import PLACE, x_of, y_of
from lumarium.games.luminos.rules.view import Cell, Sky, View
from lumarium.kernel.event import spoken_name
from lumarium.kernel.message import Message
from lumarium.kernel.stage import seats
from lumarium.kernel.textboard import Block, Span

CELL_WIDTH = 6
STYLES = {"S": "yellow", "M": "cyan", "T": "magenta"}


def board(view: View, lang: str, names: Sequence[str]) -> list[Block]:
    """The blocks of the table, the viewer's own sky first."""
    return [
        _table(view, lang),
        *(_sky(view, seat, lang, names) for seat in seats(view)),
        *(_sheet(view, seat, lang, names) for seat in seats(view)),
    ]


def _table(view: View, lang: str) -> Block:
    lines = [
        [Span(f"{_say('label.display', lang)}:  ", "bold")],
        [Span(_say("label.bag", lang, n=_bag(view)), "bold")],
    ]
    for tile in view.display:
        lines[0] += [Span("[  ]", "dim")] if tile is None else [Span("["), *_tile(tile), Span("]")]
        lines[0].append(Span(" "))
    if view.hand is not None:
        lines.append([Span(f"{_say('label.hand', lang)}:  ", "bold"), Span("["), *_tile(view.hand), Span("]")])
    if view.phase == "start":
        for number in view.start_tiles:
            corner, right, above = view.options.start_tiles[number - 1]
            lines.append([Span(f"{number}:  ", "bold"), Span(f"{above} / {corner} {right}")])
    return Block(_say("label.round", lang, round=view.round), lines, "table")


def _sky(view: View, seat: int, lang: str, names: Sequence[str]) -> Block:
    cells = {(cell.x, cell.y): cell for cell in view.skies[seat].cells}
    choices: dict[tuple[int, int], int] = {}
    if seat == view.seat == view.turn and view.phase == "place":
        places = [(x_of(index - PLACE), y_of(index - PLACE)) for index in view.legal]
        choices = {place: number for number, place in enumerate(places, 1)}
    known = [*cells, *choices] or [(0, 0)]
    columns = range(min(x for x, _ in known), max(x for x, _ in known) + 1)
    rows = range(max(y for _, y in known), min(y for _, y in known) - 1, -1)
    lines = []
    for y in rows:
        line = [Span(f"{y:>3} ", "dim")]
        for x in columns:
            line += _cell(cells.get((x, y)), choices.get((x, y)), (x, y) == view.placed and seat == view.turn)
        lines.append(line)
    lines.append([Span("    " + "".join(f"{x:^{CELL_WIDTH}}" for x in columns), "dim")])
    telescope = "  ◁▭" if seat == view.telescope else ""
    return Block(f"{spoken_name(seat, names, lang)}{telescope}", lines, "skies", seat == view.turn)


def _cell(cell: Cell | None, choice: int | None, fresh: bool) -> list[Span]:
    if cell is None:
        shown = f"·{choice}·" if choice else ""
        return [Span(f"{shown:^{CELL_WIDTH}}", "green")]
    open_bracket, close_bracket = "{}" if cell.start else "[]"
    rest = CELL_WIDTH - 2 - len(cell.tile) - len(cell.markers)
    style = "bold green" if fresh else "dim"
    return [
        Span(open_bracket, style),
        *_tile(cell.tile),
        *(Span(letter.lower(), f"{STYLES[letter]} underline") for letter in cell.markers),
        Span(close_bracket + " " * rest, style),
    ]


def _sheet(view: View, seat: int, lang: str, names: Sequence[str]) -> Block:
    sky = view.skies[seat]
    columns = sky.columns
    complete = min(map(len, columns))
    lines = [[Span("     "), *(Span(f"{letter:>4}", STYLES[letter]) for letter in SYMBOLS)]]
    for row in range(max(view.target, *map(len, columns))):
        target = row + 1 == view.target
        line = [Span(f"{row + 1:>3} {'»' if target else ' '}", "bold yellow" if target else "dim")]
        for column in columns:
            value = str(column[row]) if row < len(column) else "."
            line.append(Span(f"{value:>4}", "" if row < complete else "dim"))
        lines.append(line)
    lines.append([Span(f"{_say('label.markers', lang)}: ", "bold"), *_markers(sky)])
    points = _say("label.points", lang, n=view.scores[seat])
    return Block(f"{spoken_name(seat, names, lang)}: {points}", lines, "sheets", seat == view.turn)


def _markers(sky: Sky) -> list[Span]:
    return [Span(letter.lower(), f"{STYLES[letter]} underline") for letter in sky.markers] or [Span("-", "dim")]


def _tile(tile: str) -> list[Span]:
    return [Span(letter, STYLES[letter]) for letter in tile]


def _bag(view: View) -> int:
    return sum(view.bag.values())


def _say(key: str, lang: str, **facts: object) -> str:
    return Message(NAME, key, **facts).render(lang)
