"""What can be known in Luminos: what the bag can give, and what each tile would write where."""

from __future__ import annotations

from collections.abc import Iterator

from lumarium.games.luminos.meta import NAME
from lumarium.games.luminos.rules import scoring
from lumarium.games.luminos.rules.components import KIND, SYMBOLS
from lumarium.games.luminos.rules.imagine import complete
from lumarium.games.luminos.rules.indices import PLACE, x_of, y_of
from lumarium.games.luminos.rules.view import View
from lumarium.kernel.insight import Insight, Line, Points, Topic, drawn, own_seat, told_apart
from lumarium.kernel.message import Message

from .prospects import ENTRIES, completed, largest_first, written

DRAWS = 3
"""So many draws are looked ahead."""


class LuminosInsight(Insight):
    """Nothing is hidden but what the bag gives next; so all of it can be counted."""

    def topics(self, view: View) -> Iterator[Topic]:
        sky = OwnSky(view)
        if view.phase == "take":
            yield Topic("display", ("writes", "points"), tuple(_display(view, sky)))
        elif view.phase == "place" and view.turn == view.seat:
            yield Topic("cells", ("writes", "points"), tuple(_cells(view, sky)))
        if view.bag and view.phase != "start":
            yield Topic("needs", ("next", "three"), tuple(_needs(view, sky)), {"n": sum(view.bag.values())})
            yield Topic("bag", ("next", "three"), tuple(_bag(view)), {"n": sum(view.bag.values())})


class OwnSky:
    """The viewer's sky and sheet, and what a tile would bring there."""

    def __init__(self, view: View) -> None:
        state, seat = complete(view), own_seat(view)
        self.sky = state.skies[seat]
        self.columns = state.columns[seat]
        self.cells = [index - PLACE for index in state.open[seat]]
        self.unused = state.unused_markers(seat)
        self.target = state.target

    def points(self, squares: list[int]) -> int:
        """By how much these squares change the score, counted as if the game ended then."""
        sheet = written(self.columns, largest_first(squares))
        now = scoring.total(self.columns, self.unused, self.target)
        return scoring.total(sheet, self.unused, self.target) - now

    def ways(self, tile: str) -> Iterator[tuple[int, list[int]]]:
        """The cells on which the tile completes something, with the squares that it completes there."""
        for cell in self.cells:
            squares = completed(self.sky, cell, scoring.SHOWN[KIND[tile]])
            if squares:
                yield cell, squares

    def most(self, tile: str) -> int:
        """The most points that the tile can bring at once."""
        return max((self.points(squares) for _, squares in self.ways(tile)), default=0)

    def columns_of(self, tile: str) -> str:
        """The columns into which the tile can write, on the right cell."""
        entries = [ENTRIES[shown] for _, squares in self.ways(tile) for shown in squares]
        return "".join(letter for symbol, letter in enumerate(SYMBOLS) if any(e >> symbol & 1 for e in entries))


def _display(view: View, sky: OwnSky) -> Iterator[Line]:
    """What each tile that lies there would write on the best cell."""
    for slot, tile in enumerate(view.display):
        if tile is not None:
            best = max(sky.ways(tile), key=lambda way: (sky.points(way[1]), len(way[1])), default=(0, []))
            pieces = (f"t{view.round}-{slot}",)
            yield Line(Message(NAME, "label.tile", tile=tile), (_entries(best[1]), Points(sky.points(best[1]))), pieces)


def _cells(view: View, sky: OwnSky) -> Iterator[Line]:
    """What the tile in hand would complete, cell by cell, the most points first."""
    assert view.hand is not None
    for cell, squares in sorted(sky.ways(view.hand), key=lambda way: -sky.points(way[1])):
        x, y = x_of(cell), y_of(cell)
        label = Message(NAME, "insight.cell", x=x, y=y)
        yield Line(label, (_entries(squares), Points(sky.points(squares))), (f"c{x},{y}",))


def _entries(squares: list[int]) -> Message:
    if not squares:
        return Message(NAME, "insight.nothing")
    entries = [ENTRIES[shown] for shown in largest_first(squares)]
    return told_apart([_entry(entry) for entry in entries])


def _entry(entry: int) -> Message:
    symbols = "".join(letter for symbol, letter in enumerate(SYMBOLS) if entry >> symbol & 1)
    return Message(NAME, "reason.entry", value=entry >> 3, symbols=symbols)


def _needs(view: View, sky: OwnSky) -> Iterator[Line]:
    """The odds of a tile that can write into each column, brings points at once, or beats the whole display."""
    columns = {tile: sky.columns_of(tile) for tile in view.bag}
    most = {tile: sky.most(tile) for tile in view.bag}
    lengths = [len(column) for column in sky.columns]
    for symbol, length in zip(SYMBOLS, lengths, strict=True):
        able = sum(number for tile, number in view.bag.items() if symbol in columns[tile])
        short = length == min(lengths) < max(lengths)
        yield _chances(view, Message(NAME, f"insight.entry_for{'_short' if short else ''}", symbol=symbol), able)
    gaining = sum(number for tile, number in view.bag.items() if most[tile] > 0)
    yield _chances(view, Message(NAME, "insight.gains"), gaining)
    shown = [sky.most(tile) for tile in view.display if tile is not None]
    if shown and view.phase == "take":
        better = sum(number for tile, number in view.bag.items() if most[tile] > max(shown))
        yield _chances(view, Message(NAME, "insight.better"), better)


def _bag(view: View) -> Iterator[Line]:
    """All kinds of tiles in the bag, the most frequent first."""
    for tile, number in sorted(view.bag.items(), key=lambda item: (-item[1], KIND[item[0]])):
        yield _chances(view, Message(NAME, "label.tile", tile=tile), number)


def _chances(view: View, label: Message, number: int) -> Line:
    size = sum(view.bag.values())
    return Line(label, (drawn(number, size), drawn(number, size, DRAWS)), ("bag",))
