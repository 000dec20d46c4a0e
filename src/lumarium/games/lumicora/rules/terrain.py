"""What the spaces of a reef board are: limestone, water, remote limestone with a penalty (LC-3, LC-48, LC-78)."""

from __future__ import annotations

from typing import Final

from lumarium.kernel.native import i64, vec

from .indices import BIT, BOARD, SHIFTS, SPACES, START_SPACES, around

START_AREA: Final = "S"
LIMESTONE: Final = "L"
WATER: Final = "w"
REMOTE: Final = "R"
NO_SPACE: Final = "."
"""Beyond the edge of a small reef."""


class Terrain:
    """One side of the reef boards. It never changes, so that all reefs of a game share it."""

    def __init__(self, rows: tuple[str, ...]) -> None:
        self.codes: list[str] = [code for row in rows for code in row.split()]
        self.board: i64 = BOARD
        self.water = 0
        self.penalties: list[int] = [0] * SPACES
        for space, code in enumerate(self.codes):
            if code == WATER:
                self.water |= BIT[space]
            elif code == NO_SPACE:
                self.board &= ~BIT[space]
            elif code[0] == REMOTE:
                self.penalties[space] = int(code[1:])
        self.remote: list[int] = [space for space in range(SPACES) if self.penalties[space]]
        """The spaces of the remote limestone."""
        self.too_dear: list[vec[i64]] = [
            vec[i64]([self.water | self.water >> shift for shift in SHIFTS]),
            vec[i64]([self.water & self.water >> shift for shift in SHIFTS]),
            vec[i64]([0 for _ in SHIFTS]),
        ]
        """By stored limestone (2: two or more) and way: the first spaces of the pairs that it cannot pay for."""

    def is_water(self, space: int) -> bool:
        """Does a half put directly on this space cost limestone?"""
        return self.codes[space] == WATER

    def cost(self, a: int, b: int) -> int:
        """The limestone to pay for a Lumino in level 1 (LC-48)."""
        return int(self.is_water(a)) + int(self.is_water(b))

    def can_begin(self) -> bool:
        """Can a first Lumino be laid beside the starting area without limestone?"""
        dry = sum(BIT[space] for space, code in enumerate(self.codes) if code not in (WATER, START_AREA, NO_SPACE))
        beside = dry & around(BIT[START_SPACES[0]] | BIT[START_SPACES[1]])
        return beside & around(dry) != 0
