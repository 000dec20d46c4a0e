"""What lies in the box. Numbers marked "reconstructed" are not printed in any public source; options replace them.

Tiles are a..g for the seven legends, J joker, O moon tile. Discs are B nomad (blue), U Ulrich, M Moon, R Red, S Siana,
N Nostromo. A legend card is named by its legend and its rung on the ladder: "a#3" is the third card of legend a.
"""

from __future__ import annotations

from typing import Final

SPACES: Final = 8

LEGENDS: Final = "abcdefg"
STORIES: Final = len(LEGENDS)
KINDS: Final = "abcdefgJO"
JOKER: Final = 7
MOON_TILE: Final = 8
COPIES: Final = (14, 14, 14, 14, 14, 14, 14, 2, 12)
"""How often each kind of tile lies in the box."""
STACK: Final = 14

ADVENTURERS: Final = ("ulrich", "moon", "red", "siana", "nostromo")
COLOURS: Final = "BUMRSN"
NOMAD: Final = 0
ULRICH: Final = 1
MOON: Final = 2
RED: Final = 3
SIANA: Final = 4
NOSTROMO: Final = 5
DISCS: Final = ("B1 B2 B3 B4 B5 B6 B7 B8", "U1 U2", "M1 M2", "R1 R2", "S1 S2", "N1 N2 N3")
"""The discs of each colour. N3 is the frog; equal letters are equal discs, the numbers only tell them apart."""
SETUP_HEIGHT: Final = 4
"""No column is higher than this before the first turn."""

RUNGS: Final = 4
SONGS: Final = 4
MOST_POINTS: Final = 9
"""The largest value of a song that an options file may name."""
MOST_JOKERS: Final = 3
"""Two in the box, and the coin of LUMARATHON."""

# Reconstructed: the four cards of each legend. Cost in equal tiles = value = points.
LADDERS: Final[dict[str, tuple[int, int, int, int]]] = {
    **dict.fromkeys("abc", (2, 3, 4, 5)),
    **dict.fromkeys("defg", (3, 4, 5, 6)),
}

# Reconstructed: the points of the four songs. Each takes as many different tiles.
SONG_POINTS: Final = (4, 5, 6, 7)

MOON_FIELDS: Final = 4
PRIZES: Final = (3, 1, 0, 0, 0)
"""Moon tiles for the highest score, the second, and so on."""

LAST_STACKS: Final = 2
"""The game ends when no more stacks than this are left."""
SAFEGUARD: Final = 10
"""The engine ends a game after this many turns per player in which nothing was taken."""

TINY_PLAYERS: Final = range(2, 3)
"""Whom the tiny variant is for, which is no part of the rulebook."""


def letter_of(adventurer: str) -> str:
    """The letter of an adventurer's discs."""
    return COLOURS[ADVENTURERS.index(adventurer) + 1]
