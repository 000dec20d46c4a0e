"""What squares would be worth, as a player may count it from what lies open."""

from __future__ import annotations

from lumarium.games.luminos.meta import NAME
from lumarium.games.luminos.rules.components import SYMBOLS
from lumarium.games.luminos.rules.indices import STEPS
from lumarium.games.luminos.rules.view import Sky
from lumarium.kernel.message import Message

Spot = tuple[int, int]
Letters = dict[Spot, str]
"""What each occupied cell shows, markers included."""


def letters(sky: Sky) -> Letters:
    """The symbols of a sky by cell."""
    return {(cell.x, cell.y): cell.tile + cell.markers for cell in sky.cells}


def corners(cell: Spot, step: Spot) -> tuple[Spot, Spot, Spot, Spot]:
    """The four cells of the square that lies in this direction, once around."""
    (x, y), (dx, dy) = cell, step
    return (x, y), (x + dx, y), (x + dx, y + dy), (x, y + dy)


def square_worth(laid: Letters, cell: Spot, step: Spot) -> Message:
    """What a complete square writes: its rarest symbols and how many of them it shows (LS-22, LS-23)."""
    shown = "".join(laid[spot] for spot in corners(cell, step))
    counts = {letter: shown.count(letter) for letter in SYMBOLS if letter in shown}
    value = min(counts.values())
    rarest = "".join(letter for letter, count in counts.items() if count == value)
    return Message(NAME, "label.worth", tile=shown, value=value, symbols=rarest)


def squares_with(laid: Letters, cell: Spot, tile: str) -> list[Message]:
    """What the squares are worth that this tile would complete on this cell."""
    after = {**laid, cell: tile}
    return [square_worth(after, cell, step) for step in STEPS if all(spot in after for spot in corners(cell, step))]
