"""Where each action's number lies, the phases, and the geometry of the sky: what the engine computes with.

The rules know no edge of the sky. The engine offers a window of WIDTH x WIDTH cells around the start tile's corner;
docs/games/luminos.md tells how rarely it is felt.
"""

from __future__ import annotations

from typing import Final

from .components import KINDS

WIDTH: Final = 17
HALF: Final = WIDTH // 2
CELLS: Final = WIDTH * WIDTH

START: Final = 0
TAKE: Final = START + 4
TAKE_BAG: Final = TAKE + len(KINDS)
MARK: Final = TAKE_BAG + 1
DONE: Final = MARK + 3
SCORE: Final = DONE + 1
PLACE: Final = SCORE + 4
COUNT: Final = PLACE + CELLS

PICK_START: Final = 0
TAKING: Final = 1
PLACING: Final = 2
MARKING: Final = 3
SCORING: Final = 4
OVER: Final = 5
PHASES: Final = ("start", "take", "place", "mark", "score", "over")
"""What is being decided, as the numbers above count it."""

DIRECTIONS: Final = ("ne", "nw", "se", "sw")
"""The four squares around a cell, by the way that they lie from it."""
STEPS: Final = ((1, 1), (-1, 1), (1, -1), (-1, -1))


def cell_at(x: int, y: int) -> int:
    """The number of a cell inside the window."""
    return (y + HALF) * WIDTH + x + HALF


def x_of(cell: int) -> int:
    """How far right of the start tile's corner the cell lies."""
    return cell % WIDTH - HALF


def y_of(cell: int) -> int:
    """How far above the start tile's corner the cell lies."""
    return cell // WIDTH - HALF


def inside(x: int, y: int) -> bool:
    """Does the window hold this cell?"""
    return -HALF <= x <= HALF and -HALF <= y <= HALF


def _neighbours(cell: int) -> list[int]:
    x, y = x_of(cell), y_of(cell)
    around = ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1))
    return [cell_at(i, j) for i, j in around if inside(i, j)]


def small_sky(width: int, height: int) -> list[bool]:
    """By cell, whether it lies in a sky of that size, of which the start tile fills the upper right corner."""
    return [2 - width <= x_of(cell) <= 1 and 2 - height <= y_of(cell) <= 1 for cell in range(CELLS)]


def neighbours_within(sky: list[bool]) -> list[list[int]]:
    """The cells that share an edge with a cell, in such a sky."""
    return [[beside for beside in NEIGHBOURS[cell] if sky[cell] and sky[beside]] for cell in range(CELLS)]


def _square(cell: int, step: tuple[int, int]) -> list[int]:
    x, y = x_of(cell), y_of(cell)
    dx, dy = step
    if not inside(x + dx, y + dy):
        return []
    return [cell_at(x + dx, y), cell_at(x, y + dy), cell_at(x + dx, y + dy)]


NEIGHBOURS: Final[list[list[int]]] = [_neighbours(cell) for cell in range(CELLS)]
"""The cells that share an edge with a cell."""

SQUARES: Final[list[list[list[int]]]] = [[_square(cell, step) for step in STEPS] for cell in range(CELLS)]
"""For each cell and direction the three other cells of that square; empty outside the window."""
