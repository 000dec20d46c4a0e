"""What lies in the box, and the numbers printed in the rulebook.

Colours are Y yellow, R red, G green, B blue, P purple; green and purple are reconstructed (LU-R1). Stones
never run short (LU-18), and every seat has a plus card: their numbers do not matter.
"""

from __future__ import annotations

from typing import Final

COLOURS: Final = "YRGBP"
TRUMP: Final = 0
"""Yellow, in every deal (LU-3)."""

DEALS: Final = 4
HAND: Final = 10
"""Cards in a hand, tricks in a deal, and cards put aside."""
TRICKS: Final = HAND

HIGHEST_VALUE: Final[dict[int, int]] = {3: 8, 4: 10, 5: 12}
"""The highest value of each colour, by number of players (LU-2)."""

TINY_PLAYERS: Final = range(2, 3)
"""Whom the tiny variant is for, which is no part of the rulebook."""

HIGHEST_BID: Final = TRICKS
HIGHEST_BID_WITH_EXTRA: Final = TRICKS - 1
"""There is no eleventh trick for the extra stone to announce (LU-16, LU-R5)."""

# The score pad, deal by deal: a bid that came true without and with the extra stone, and each trick of difference.
REWARD: Final = (10, 20, 30, 40)
REWARD_WITH_EXTRA: Final = (5, 10, 15, 20)
PENALTY: Final = 5


class Deck:
    """What is dealt: the colours with their highest value, how many cards make a hand, and how many deals a game."""

    def __init__(self, highest: int, colours: int = len(COLOURS), hand: int = HAND, deals: int = DEALS) -> None:
        self.highest = highest
        self.colours = colours
        self.hand = hand
        self.deals = deals
        self.bids = 2 * hand + 1
        """From 0 to as many as there are tricks, each but the last with and without the extra stone."""


DECKS: Final = {players: Deck(highest) for players, highest in HIGHEST_VALUE.items()}
"""By number of players, what lies in the box."""
