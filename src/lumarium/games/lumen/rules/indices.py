"""Where each action's number lies, the phases, slots and plays as numbers, and who sits where in which deal."""

from __future__ import annotations

from typing import Final

from lumarium.kernel.chance import Chance
from lumarium.kernel.native import i64, vec

from .components import COLOURS, HIGHEST_BID, HIGHEST_BID_WITH_EXTRA

# Bids are counted 0, 0+, 1, 1+, ... 9, 9+, 10: an even number has no extra stone.
BID: Final = 0
BIDS: Final = HIGHEST_BID + 1 + HIGHEST_BID_WITH_EXTRA + 1
SLOT: Final = BID + BIDS

# As plain numbers, for the compiled engine divides by those many times faster; a test compares them with the box.
POSITIONS: Final = 10
"""A hand could be all of one colour."""
SLOTS: Final = 5 * POSITIONS
"""Positions of all colours."""
COUNT: Final = SLOT + SLOTS

BIDDING: Final = 0
PLAYING: Final = 1
OVER: Final = 2
PHASES: Final = ("bid", "play", "over")
"""What is being decided, as the numbers above count it."""

VALUES: Final = 16
"""Room for a value in the number of a play; more than the highest."""


def bid_text(bid: int) -> str:
    """A bid as it is written: its stones, and a plus for the extra stone."""
    return f"{bid // 2}+" if bid % 2 else str(bid // 2)


def bid_number(text: str) -> int:
    """The number of a bid written like that."""
    return 2 * int(text[:-1]) + 1 if text.endswith("+") else 2 * int(text)


def slot_at(colour: int, position: int) -> int:
    """The number of a slot: its colour, and its position in that colour counted from 1 on the left as dealt."""
    return colour * POSITIONS + position - 1


def slot_text(slot: int) -> str:
    """A slot as it is written: `R#2`."""
    return f"{COLOURS[slot // POSITIONS]}#{slot % POSITIONS + 1}"


# A set of slots is one number with a bit for each of them: small to copy, and asked and changed in one instruction.
# Bits are looked up, since the compiled engine would shift a literal 1 in 32 bits only. Where `slots` are such a set,
# `slots & -slots` is the lowest of them, and `slots & slots - 1` are the others.
BIT: Final = vec[i64]([1 << slot for slot in range(SLOTS)])
"""By slot, the set of it alone."""
COLOUR_SLOTS: Final = vec[i64]([((1 << POSITIONS) - 1) << first for first in range(0, SLOTS, POSITIONS)])
"""By colour, the set of all its slots."""


def plays_from(slots: i64) -> list[int]:
    """The actions that play a card from one of these slots, ascending."""
    indices: list[int] = []
    while slots:
        lowest: int = slots & -slots
        indices.append(SLOT - 1 + lowest.bit_length())
        slots &= slots - 1
    return indices


def random_slot(slots: i64, chance: Chance) -> i64:
    """One of the slots, with the same pick as from a list of them."""
    size: i64 = 0
    rest = slots
    while rest:
        rest &= rest - 1
        size += 1
    skipped: i64 = chance.pick(size)
    while skipped:
        slots &= slots - 1
        skipped -= 1
    lowest: int = slots & -slots
    return lowest.bit_length() - 1


def play_of(seat: i64, slot: i64, value: i64) -> i64:
    """A card that was played, with its seat and slot, as one number."""
    return (seat * SLOTS + slot) * VALUES + value


def seat_of(play: i64) -> i64:
    """Who played it."""
    return play // (SLOTS * VALUES)


def slot_of(play: i64) -> i64:
    """Where it was in the hand."""
    return play // VALUES % SLOTS


def colour_of(play: i64) -> i64:
    """Its colour."""
    return play // VALUES % SLOTS // POSITIONS


def value_of(play: i64) -> i64:
    """Its value."""
    return play % VALUES


def dealer(deal: int, players: int) -> int:
    """Who deals: the holder of the dark plus card before the pass (LU-8)."""
    return (deal - 1) % players


def dark_plus(deal: int, players: int) -> int:
    """Who has the dark plus card in hand while this deal is bid and played (LU-13)."""
    return deal % players


def clockwise(holder: int, seat: int, players: int) -> int:
    """How many seats clockwise of the holder a seat is (LU-36)."""
    return (seat - holder) % players
