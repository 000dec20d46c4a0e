"""The decisions of Luminos: pick a start tile, take, place, mark, done, score."""

from __future__ import annotations

from typing import Final

from lumarium.games.luminos.meta import NAME
from lumarium.kernel.action import Action, ActionSpace

from . import indices
from .components import KINDS, START_TILES, SYMBOLS


class Start(Action, frozen=True):
    """Begin with this start tile, numbered from 1 (only where start tiles are picked)."""

    game = NAME
    number: int


class Take(Action, frozen=True):
    """Take a tile of this kind from the display."""

    game = NAME
    tile: str


class Bag(Action, frozen=True):
    """Draw a tile from the bag."""

    game = NAME


class Mark(Action, frozen=True):
    """Put the marker with this symbol on the tile just placed."""

    game = NAME
    symbol: str


class Done(Action, frozen=True):
    """Add no further marker."""

    game = NAME


class Score(Action, frozen=True):
    """Write down the square that lies in this direction from the tile just placed."""

    game = NAME
    direction: str


class Place(Action, frozen=True):
    """Place the tile in hand on this cell of the own sky."""

    game = NAME
    x: int
    y: int


def _all() -> list[Action]:
    cells = [(indices.x_of(cell), indices.y_of(cell)) for cell in range(indices.CELLS)]
    return [
        *(Start(indices.START + i, f"start {i + 1}", i + 1) for i in range(len(START_TILES))),
        *(Take(indices.TAKE + kind, f"take {name}", name) for kind, name in enumerate(KINDS)),
        Bag(indices.TAKE_BAG, "take bag"),
        *(Mark(indices.MARK + i, f"mark {symbol}", symbol) for i, symbol in enumerate(SYMBOLS)),
        Done(indices.DONE, "done"),
        *(Score(indices.SCORE + i, f"score {way}", way) for i, way in enumerate(indices.DIRECTIONS)),
        *(Place(indices.PLACE + cell, f"place ({x},{y})", x, y) for cell, (x, y) in enumerate(cells)),
    ]


ACTIONS: Final = ActionSpace(NAME, _all())
