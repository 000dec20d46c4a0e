"""A Lumino as pieces: two halves and the bridge between them, wherever it lies."""

from __future__ import annotations

from collections.abc import Iterator

from lumarium.games.lumicora.rules.components import COLOURS, LETTERS
from lumarium.games.lumicora.rules.view import Lumino
from lumarium.games.lumicora.words.words import say, spoken
from lumarium.kernel.scene import Piece

from .layout import COLUMN

HALVES = ("n", "o")
"""The number half and the other half, as ids end."""


def ids(draw: int) -> list[str]:
    """The halves of a Lumino, which can be touched."""
    return [f"t{draw}{half}" for half in HALVES]


def symbols(tile: str) -> tuple[str, str]:
    """The drawings of its two halves."""
    colour = COLOURS[LETTERS.index(tile[0])]
    return f"lumicora-{colour}-number", f"lumicora-{colour}-{tile[2:] or 'plain'}"


def bridge(tile: str) -> str:
    """The drawing between its halves."""
    return f"lumicora-bridge-{COLOURS[LETTERS.index(tile[0])]}"


def in_row(
    lumino: Lumino, zone: str, at: tuple[float, float], key: str, lang: str, classes: str = "", **facts: str | int
) -> Iterator[Piece]:
    """A Lumino beside the reefs, lying flat with its number on the left."""
    x, y = at
    label = say(key, lang, lumino=spoken(lumino.tile, lang), **facts)
    number, other = symbols(lumino.tile)
    name = f"t{lumino.draw}"
    left, right = round(x - COLUMN / 2, 1), round(x + COLUMN / 2, 1)
    yield Piece(
        id=f"{name}n",
        symbol=number,
        text=lumino.tile[1],
        zone=zone,
        x=left,
        y=y,
        z=5,
        classes=f"number {classes}".strip(),
        label=label,
    )
    part = f"part {classes}".strip()
    yield Piece(id=f"{name}o", symbol=other, zone=zone, x=right, y=y, z=5, classes=part, label=label)
    yield Piece(id=f"{name}b", symbol=bridge(lumino.tile), zone=zone, x=x, y=y, z=6)
