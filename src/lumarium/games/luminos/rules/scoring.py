"""How squares become entries, entries become rows, and rows become points (LS-20 to LS-33)."""

from __future__ import annotations

from typing import Final

from lumarium.games.luminos.meta import NAME
from lumarium.kernel.message import Message

from .components import KINDS, MARKER_POINTS, SYMBOLS, TARGET_POINTS

# The symbols of a tile, or of a whole square, are one number: suns + 32 * moons + 1024 * stars. Adding such numbers
# adds all three counts at once; a square shows at most 16 of a symbol.
FIELD: Final = 5
MASK: Final = 31
ONE: Final[list[int]] = [1, 1 << FIELD, 1 << 2 * FIELD]
SHOWN: Final[list[int]] = [sum(ONE[SYMBOLS.index(letter)] for letter in kind) for kind in KINDS]
"""The symbols that each kind of tile shows."""


def count(shown: int, symbol: int) -> int:
    """How often a symbol (0 sun, 1 moon, 2 star) occurs."""
    return (shown >> symbol * FIELD) & MASK


def size(shown: int) -> int:
    """How many symbols there are in all."""
    return (shown & MASK) + (shown >> FIELD & MASK) + (shown >> 2 * FIELD)


def entry_value(shown: int) -> int:
    """What a square is worth: the smallest count among the symbols present (LS-22, LS-23)."""
    least = 0
    for symbol in range(3):
        number = count(shown, symbol)
        if number and (not least or number < least):
            least = number
    return least


def complete_rows(columns: list[list[int]]) -> int:
    """How many rows have an entry in all three columns (LS-30)."""
    rows = len(columns[0])
    for column in columns:
        if len(column) < rows:
            rows = len(column)
    return rows


def row_points(columns: list[list[int]]) -> int:
    """The sum of all entries in complete rows (LS-31)."""
    rows = complete_rows(columns)
    points = 0
    for column in columns:
        for row in range(rows):
            points += column[row]
    return points


def reached(columns: list[list[int]], target: int) -> bool:
    """Has a column an entry in the target row? (LS-27)"""
    return len(columns[0]) >= target or len(columns[1]) >= target or len(columns[2]) >= target


def total(columns: list[list[int]], unused_markers: int, target: int) -> int:
    """A player's points (LS-31, LS-32)."""
    bonus = TARGET_POINTS if reached(columns, target) else 0
    return row_points(columns) + MARKER_POINTS * unused_markers + bonus


def origins(columns: list[list[int]], unused_markers: int, target: int) -> list[tuple[Message, int]]:
    """Where a player's points come from: each complete row, the unused markers, the target row."""
    suns, moons, stars = columns
    rows = [
        (Message(NAME, "sheet.row", row=row, suns=sun, moons=moon, stars=star), sun + moon + star)
        for row, (sun, moon, star) in enumerate(zip(suns, moons, stars, strict=False), 1)
    ]
    bonus = TARGET_POINTS if reached(columns, target) else 0
    return [
        *rows,
        (Message(NAME, "sheet.markers", n=unused_markers), MARKER_POINTS * unused_markers),
        (Message(NAME, "sheet.target", row=target), bonus),
    ]
