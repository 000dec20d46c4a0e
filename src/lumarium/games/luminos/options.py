"""What a table may agree on before a game of Luminos, and the numbers that a file may replace."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal

import msgspec

from lumarium.kernel.errors import BadOptions
from lumarium.kernel.given import shortened
from lumarium.kernel.message import Message

from .meta import NAME
from .rules.components import (
    KIND,
    KINDS,
    START_CELLS,
    START_TILES,
    SYMBOLS,
    TARGET_ROWS,
    TILE_SETS,
    TILES,
    TINY_PLAYERS,
)
from .rules.indices import NEIGHBOURS, neighbours_within, small_sky

Rows = Annotated[int, msgspec.Meta(ge=1, le=30)]
Copies = Annotated[int, msgspec.Meta(ge=0, le=TILES)]
StartTile = tuple[str, str, str]
Side = Annotated[int, msgspec.Meta(ge=2, le=5)]


class Tiny(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A game for two that can be solved. It is not from the rulebook."""

    tiles: tuple[str, ...] = ("S", "M", "T", "SMT")
    """All tiles of the bag."""

    sky: tuple[Side, Side] = (3, 2)
    """How many cells wide and high a sky is, with the start tile in its upper right corner."""

    markers: bool = False
    """May markers be used? Without, everyone keeps them to the end."""

    def __post_init__(self) -> None:
        for kind in self.tiles:
            _check_kind(kind, "tiny.tiles")
        players = TINY_PLAYERS[-1]
        if not players <= len(self.tiles) <= TILES:
            raise BadOptions(Message(NAME, "options.few_tiles", n=len(self.tiles), wanted=players, most=TILES))
        turns, room = len(self.tiles) // players, self.sky[0] * self.sky[1] - len(START_CELLS)
        if turns > room:
            raise BadOptions(Message(NAME, "options.narrow", turns=turns, n=room))


class Options(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Options of Luminos."""

    tiles: Literal["A", "B", "C"] | dict[str, Copies] = "A"
    """The tile set, all three of them reconstructed: "A" has 31 printed symbols of each kind, "B" shows each symbol
    on 31 tiles, "C" has every mixture twice. Own counts per tile, 64 in all, replace them."""

    start: Literal["dealt", "picked"] = "dealt"
    """Start tiles are dealt at random, or picked in seat order."""

    target: tuple[Rows, Rows, Rows] = TARGET_ROWS
    """The target rows with 2, 3 and 4 players (reconstructed)."""

    start_tiles: tuple[StartTile, StartTile, StartTile, StartTile] = START_TILES
    """The four start tiles as corner, right arm, upper arm (reconstructed)."""

    tiny: Tiny | None = None
    """A game of a few tiles and cells for two players, small enough to be solved: start tiles are given out in seat
    order. It is not from the rulebook."""

    def __post_init__(self) -> None:
        if isinstance(self.tiles, dict):
            for kind in self.tiles:
                _check_kind(kind, "tiles")
            total = sum(self.tiles.values())
            if total != TILES:
                raise BadOptions(Message(NAME, "options.total", total=total, wanted=TILES))
        for number, tile in enumerate(self.start_tiles, 1):
            for kind in tile:
                _check_kind(kind, f"start_tiles[{number}]")
        if len(set(self.start_tiles)) < len(self.start_tiles):
            raise BadOptions(Message(NAME, "options.same_start"))

    def copies(self) -> list[int]:
        """How many tiles of each kind are in the bag."""
        if self.tiny is not None:
            return [self.tiny.tiles.count(kind) for kind in KINDS]
        counts = self.tiles if isinstance(self.tiles, dict) else TILE_SETS[self.tiles]
        return [counts.get(kind, 0) for kind in KINDS]

    def target_row(self, players: int) -> int:
        """The row that ends the game."""
        return self.target[players - 2]

    def neighbours(self) -> list[list[int]]:
        """By cell of the sky those that share an edge with it."""
        return NEIGHBOURS if self.tiny is None else _neighbours(*self.tiny.sky)


@cache
def _neighbours(width: int, height: int) -> list[list[int]]:
    return neighbours_within(small_sky(width, height))


def _check_kind(kind: str, place: str) -> None:
    if kind not in KIND:
        ordered = "".join(sorted(kind.upper(), key=SYMBOLS.find))
        near = ordered if kind.isascii() and ordered in KIND else ""
        key = "options.kind_near" if near else "options.kind"
        raise BadOptions(Message(NAME, key, place=place, kind=shortened(kind), near=near))
