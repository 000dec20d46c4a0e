"""Where each action's number lies, the phases, and the ring: what the engine computes with."""

from __future__ import annotations

from typing import Final

from lumarium.kernel.native import i64, vec

from .components import COLOURS, DISCS, LEGENDS, MOST_JOKERS, MOST_POINTS, RUNGS, SPACES, STORIES

DISC_NAMES: Final[list[str]] = " ".join(DISCS).split()
DISC: Final[dict[str, int]] = {name: disc for disc, name in enumerate(DISC_NAMES)}
COLOUR: Final = vec[i64]([COLOURS.index(name[0]) for name in DISC_NAMES])
"""The colour of each disc."""
FIRST_DISC: Final = vec[i64]([DISC_NAMES.index(discs.split()[0]) for discs in DISCS])
LAST_DISC: Final = vec[i64]([DISC_NAMES.index(discs.split()[-1]) for discs in DISCS])
"""From where to where the discs of a colour are counted."""
FROG: Final = len(DISC_NAMES) - 1
TALLEST: Final = len(DISC_NAMES)

WAYS: Final = ("cw", "ccw")
STEP: Final = vec[i64]([1, -1])
"""From a space to the next one in each way."""

SPACE: Final = vec[i64]([1 << space for space in range(SPACES)])
"""The bit of each space."""

PAYMENTS: Final[list[tuple[int, int]]] = [
    (types, jokers)
    for types in range(1 << STORIES)
    for jokers in range(MOST_JOKERS + 1)
    if 1 <= types.bit_count() + jokers <= STORIES
]
"""What a song can be paid with: a set of story types, as bits, and jokers."""
PAID_TYPES: Final = vec[i64]([types for types, _ in PAYMENTS])
PAID_JOKERS: Final = vec[i64]([jokers for _, jokers in PAYMENTS])

ADVENTURER: Final = 0
PUT_FROG: Final = ADVENTURER + 5
SLEEPER: Final = PUT_FROG + SPACES
PUT_DISC: Final = SLEEPER + SPACES
LYS: Final = PUT_DISC + SPACES
SHIFT: Final = LYS + SPACES
MOVE: Final = SHIFT + 3
PLAIN: Final = MOVE + 2 * SPACES
DOUBLE: Final = PLAIN + 1
SKIP: Final = DOUBLE + TALLEST - 1
NO_LIFT: Final = SKIP + TALLEST
LIFT: Final = NO_LIFT + 1
WRITE: Final = LIFT + 2 * SPACES
SONG: Final = WRITE + len(LEGENDS) * RUNGS
PASS: Final = SONG + MOST_POINTS
PAY: Final = PASS + 1
PAY_SET: Final = PAY + MOST_JOKERS + 1
COUNT: Final = PAY_SET + len(PAYMENTS)

MOVES: Final[list[list[int]]] = [
    [MOVE + 2 * space + way for space in range(SPACES) if spaces & SPACE[space] for way in range(2)]
    for spaces in range(1 << SPACES)
]
"""For every set of spaces, as bits: the moves from there, in both ways."""

CHOOSING: Final = 0
PLACING_FROG: Final = 1
PLACING_SLEEPERS: Final = 2
PLACING_DISCS: Final = 3
PLACING_LYS: Final = 4
SHIFTING: Final = 5
ACTING: Final = 6
DOUBLING: Final = 7
SKIPPING: Final = 8
TURNING_LYS: Final = 9
LIFTING: Final = 10
PAYING: Final = 11
PAYING_SONG: Final = 12
LAST_WRITING: Final = 13
OVER: Final = 14
PHASES: Final = (
    "adventurer",
    "frog",
    "sleeper",
    "disc",
    "lys",
    "shift",
    "act",
    "double",
    "skip",
    "send",
    "lift",
    "pay",
    "pay_song",
    "last",
    "over",
)
"""What is being decided, as the numbers above count it."""

OFFERED: Final[list[list[tuple[int, int]]]] = [
    [(ADVENTURER, PUT_FROG)],
    [(PUT_FROG, SLEEPER)],
    [(SLEEPER, PUT_DISC)],
    [(PUT_DISC, LYS)],
    [(LYS, SHIFT)],
    [(SHIFT, MOVE)],
    [(MOVE, PLAIN), (WRITE, PASS)],
    [(PLAIN, SKIP)],
    [(PLAIN, DOUBLE), (SKIP, NO_LIFT)],
    [(LYS, SHIFT)],
    [(NO_LIFT, WRITE)],
    [(PAY, PAY_SET)],
    [(PAY_SET, COUNT)],
    [(WRITE, PAY)],
    [],
]
"""The actions that each phase asks for, as ranges of indices."""


OFFERS: Final = vec[i64](
    [any(first <= index < end for first, end in ranges) for ranges in OFFERED for index in range(COUNT)]
)


def is_offered(index: i64, phase: i64) -> bool:
    """Is this a kind of action that the phase asks for?"""
    return OFFERS[phase * COUNT + index] != 0


def payments_of(tiles: int) -> list[int]:
    """The actions that pay for a song of so many tiles."""
    return [PAY_SET + number for number, (types, jokers) in enumerate(PAYMENTS) if types.bit_count() + jokers == tiles]


PAYMENTS_OF: Final = [vec[i64](payments_of(tiles)) for tiles in range(STORIES + 1)]
TYPE: Final = vec[i64]([1 << story for story in range(STORIES)])
"""The bit of each story type."""


def types_in(types: int) -> str:
    """The letters of a set of story types."""
    return "".join(letter for letter, bit in zip(LEGENDS, TYPE, strict=True) if types & bit)
