"""Where each action's number lies, the phases, slots and plays as numbers, and who sits where in which deal."""

from __future__ import annotations

from typing import Final

from .components import COLOURS, HAND, HIGHEST_BID, HIGHEST_BID_WITH_EXTRA

# Bids are counted 0, 0+, 1, 1+, ... 9, 9+, 10: an even number has no extra stone.
BID: Final = 0
BIDS: Final = HIGHEST_BID + 1 + HIGHEST_BID_WITH_EXTRA + 1
SLOT: Final = BID + BIDS

POSITIONS: Final = HAND
"""A hand could be all of one colour."""
SLOTS: Final = len(COLOURS) * POSITIONS
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


def play_of(seat: int, slot: int, value: int) -> int:
    """A card that was played, with its seat and slot, as one number."""
    return (seat * SLOTS + slot) * VALUES + value


def seat_of(play: int) -> int:
    """Who played it."""
    return play // (SLOTS * VALUES)


def slot_of(play: int) -> int:
    """Where it was in the hand."""
    return play // VALUES % SLOTS


def colour_of(play: int) -> int:
    """Its colour."""
    return play // VALUES % SLOTS // POSITIONS


def value_of(play: int) -> int:
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
