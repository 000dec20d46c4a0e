"""What lies in the box. Numbers marked "reconstructed" are not printed in any public source; options replace them.

Symbols are S sun, M moon, T star. A tile is named by its letters in that order: "SST" shows two suns and a star.
"""

from __future__ import annotations

from typing import Final

SYMBOLS: Final = "SMT"
TILES: Final = 64
MOST_SYMBOLS: Final = 4
MARKER_POINTS: Final = 3
TARGET_POINTS: Final = 6

KINDS: Final[tuple[str, ...]] = tuple(
    "S" * suns + "M" * moons + "T" * (size - suns - moons)
    for size in range(1, MOST_SYMBOLS + 1)
    for suns in range(size, -1, -1)
    for moons in range(size - suns, -1, -1)
)
KIND: Final[dict[str, int]] = {name: kind for kind, name in enumerate(KINDS)}

# Reconstructed: the rows that end the game with 2, 3 and 4 players.
TARGET_ROWS: Final = (8, 7, 6)

# Reconstructed: how often each tile occurs. Set A takes "each symbol occurs 31 times" as printed symbols, set B as
# tiles that show the symbol, set C as the 31 combinations without four of a kind, twice, and two more SMT.
TILE_SETS: Final[dict[str, dict[str, int]]] = {
    "A": {
        **dict.fromkeys(("S", "M", "T"), 15),
        **dict.fromkeys(("SS", "MM", "TT"), 2),
        **dict.fromkeys(("SM", "ST", "MT"), 2),
        **dict.fromkeys(("SSS", "MMM", "TTT"), 1),
        "SMT": 1,
        **dict.fromkeys(("SSMT", "SMMT", "SMTT"), 1),
    },
    "B": {
        **dict.fromkeys(("S", "M", "T"), 8),
        **dict.fromkeys(("SS", "MM", "TT"), 3),
        **dict.fromkeys(("SM", "ST", "MT"), 2),
        **dict.fromkeys(("SSS", "MMM", "TTT"), 1),
        **dict.fromkeys(("SSM", "SST", "SMM", "MMT", "STT", "MTT"), 1),
        "SMT": 1,
        **dict.fromkeys(("SSSS", "MMMM", "TTTT"), 1),
        **dict.fromkeys(("SSSM", "SSST", "SMMM", "MMMT", "STTT", "MTTT"), 1),
        **dict.fromkeys(("SSMM", "SSTT", "MMTT"), 1),
        **dict.fromkeys(("SSMT", "SMMT", "SMTT"), 1),
    },
    "C": {kind: 2 for kind in KINDS if kind not in ("SSSS", "MMMM", "TTTT")} | {"SMT": 4},
}

# Reconstructed: the four start tiles as (corner, right arm, upper arm), in the shape of an L.
START_TILES: Final = (
    ("SS", "MM", "TT"),
    ("MM", "TT", "SS"),
    ("TT", "SS", "MM"),
    ("T", "SSM", "MT"),
)
START_CELLS: Final = ((0, 0), (1, 0), (0, 1))

TINY_PLAYERS: Final = range(2, 3)
"""Whom the tiny variant is for, which is no part of the rulebook."""
