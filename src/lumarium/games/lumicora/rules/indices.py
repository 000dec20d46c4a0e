"""Where each action's number lies, the phases, and the geometry of the reef: what the engine computes with.

A space has a number (0 to 43 in reading order), axial coordinates (q,r), and a bit. The bits lie in a raster with one
unused column, so that all neighbours of a whole set of spaces are six shifts of one number away.
"""

from __future__ import annotations

from typing import Final

from lumarium.kernel.native import i64, vec

from .components import COLOURS, CONTENTS, KINDS, LETTERS, PER_COLOUR, ROW_LENGTHS

NOTHING: Final = -1

# The actions

STARTS: Final[list[tuple[int, int]]] = [
    (left, right) for left in range(len(COLOURS)) for right in range(len(COLOURS)) if left != right
]
"""The ways in which a starting Lumino can lie: colours on the left and on the right."""

START: Final = 0
SWAP: Final = START + len(STARTS)
EXCHANGE: Final = SWAP + 2
DONE: Final = EXCHANGE + len(KINDS)
FEED: Final = DONE + 1
TAKE_LIMESTONE: Final = FEED + len(KINDS)
OWN: Final = TAKE_LIMESTONE + 1
TAKE: Final = OWN + len(KINDS)
STOP: Final = TAKE + len(KINDS)
HAND: Final = STOP + 1
RETURN: Final = HAND + len(KINDS)
LAY: Final = RETURN + 1
SCORE: Final = LAY + 218
PASS: Final = SCORE + len(COLOURS)
COUNT: Final = PASS + 1

DISPLAY: Final = 0
ATOLL: Final = 1
ZONES: Final = ("display", "atoll")
"""Where a jellyfish can swap Luminos."""

# The phases

ORIENTING: Final = 0
FEEDING: Final = 1
SWAPPING: Final = 2
ACTING: Final = 3
TAKING: Final = 4
CHOOSING: Final = 5
LAYING: Final = 6
SCORING: Final = 7
OVER: Final = 8
PHASES: Final = ("start", "feed", "swap", "act", "take", "hand", "lay", "score", "over")
"""What is being decided, as the numbers above count it."""

# The Luminos

COLOUR_OF: Final[list[int]] = [kind // PER_COLOUR for kind in range(len(KINDS))]
NUMBER_OF: Final[list[int]] = [kind % PER_COLOUR // len(CONTENTS) + 1 for kind in range(len(KINDS))]

# As plain numbers, for the compiled engine; a test compares them with the box.
PLAIN: Final = 0
FIRST_ANIMAL: Final = 7
FACES: Final = 11
"""A face is 0 for plain coral, 1 to 6 for a number, 7 to 10 for an animal; a half is its colour * FACES + its face."""

NUMBER_HALF: Final[list[int]] = [COLOUR_OF[kind] * FACES + NUMBER_OF[kind] for kind in range(len(KINDS))]
OTHER_HALF: Final[list[int]] = [
    COLOUR_OF[kind] * FACES + (FIRST_ANIMAL + kind % len(CONTENTS) - 1 if kind % len(CONTENTS) else PLAIN)
    for kind in range(len(KINDS))
]

# The reef

TOP_ROW: Final = -3
LEFT: Final = -3
STRIDE: Final = 9


def _coordinates() -> list[tuple[int, int]]:
    spaces = []
    for row, length in enumerate(ROW_LENGTHS):
        r = TOP_ROW + row
        first = max(LEFT, LEFT - r)
        spaces += [(q, r) for q in range(first, first + length)]
    return spaces


COORDINATES: Final[list[tuple[int, int]]] = _coordinates()
"""By space its axial coordinates (q,r)."""
SPACES: Final = 44
"""How many there are, again as a plain number."""
SPACE_AT: Final[dict[tuple[int, int], int]] = {at: space for space, at in enumerate(COORDINATES)}
START_SPACES: Final = (SPACE_AT[0, 0], SPACE_AT[1, 0])

BIT: Final = vec[i64]([1 << (r - TOP_ROW) * STRIDE + q - LEFT for q, r in COORDINATES])
BOARD: Final[i64] = sum(BIT)

STEPS: Final = ((1, 0), (-1, 1), (0, 1))
SHIFTS: Final = vec[i64]([q + r * STRIDE for q, r in STEPS])
"""The three ways in which a pair of spaces can lie: from its first space to the right, down left, down right."""

NEIGHBOURS: Final[list[list[int]]] = [
    sorted(SPACE_AT[at] for p, s in STEPS for at in ((q + p, r + s), (q - p, r - s)) if at in SPACE_AT)
    for q, r in COORDINATES
]
"""The spaces that share an edge with a space."""

PAIRS: Final[list[tuple[int, int]]] = [
    (space, SPACE_AT[q + p, r + s])
    for p, s in STEPS
    for space, (q, r) in enumerate(COORDINATES)
    if (q + p, r + s) in SPACE_AT
]
"""All pairs of spaces that share an edge, way by way."""

WAY_OF: Final[list[int]] = [
    STEPS.index((COORDINATES[b][0] - COORDINATES[a][0], COORDINATES[b][1] - COORDINATES[a][1])) for a, b in PAIRS
]

PLACEMENTS: Final[list[tuple[int, int]]] = [pair for a, b in PAIRS for pair in ((a, b), (b, a))]
"""By action from LAY on: the space of the number half, and that of the other half."""
PLACEMENT: Final[dict[tuple[int, int], int]] = {pair: number for number, pair in enumerate(PLACEMENTS)}


DIVISOR: Final = 67
"""Divided by it all bits leave different remainders, so that a remainder tells which bit it was."""


def _lay_by_bit() -> list[vec[i64]]:
    tables = [vec[i64]([NOTHING] * DIVISOR) for _ in STEPS]
    for pair, (a, _) in enumerate(PAIRS):
        tables[WAY_OF[pair]][BIT[a] % DIVISOR] = LAY + 2 * pair
    return tables


LAY_BY_BIT: Final[list[vec[i64]]] = _lay_by_bit()
"""By way and the remainder of a pair's first space: the first of its two actions."""


def _space_of_bit() -> vec[i64]:
    spaces = vec[i64]([NOTHING] * DIVISOR)
    for space in range(SPACES):
        spaces[BIT[space] % DIVISOR] = space
    return spaces


SPACE_OF_BIT: Final = _space_of_bit()
"""By the remainder of its bit a space."""


def number_of(spaces: i64) -> i64:
    """How many spaces there are in a set."""
    number: i64 = 0
    while spaces:
        spaces &= spaces - 1
        number += 1
    return number


def around(spaces: i64) -> i64:
    """All spaces that share an edge with one of these."""
    beside = spaces << 1 | spaces >> 1 | spaces << 8 | spaces >> 8 | spaces << 9 | spaces >> 9
    return beside & BOARD


def start_index(left: int, right: int) -> int:
    """The action that lays a starting Lumino with these colours on the left and on the right."""
    return START + STARTS.index((left, right))


def letters(left: int, right: int) -> str:
    """The colours of a starting Lumino, as in "GP"."""
    return LETTERS[left] + LETTERS[right]
