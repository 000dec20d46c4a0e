"""What speaks for a bid or a card, in a few words; said to the seat itself, so by what that seat knows."""

from __future__ import annotations

from typing import Final

from lumarium.games.lumen.meta import NAME
from lumarium.games.lumen.rules.components import TRUMP
from lumarium.games.lumen.rules.indices import BIDDING
from lumarium.games.lumen.rules.state import State
from lumarium.kernel.message import Message
from lumarium.kernel.native import i64

from .deal import BIT, WIDTH, Deal, lowest
from .knowledge import card_in, read

SURE: Final = 0.999
LIKELY: Final = 0.6
STRONG: Final = 0.5
"""The power from which on a card is worth getting rid of."""
SMALL: Final = 10
"""The percentage below which nobody speaks of a chance."""


def reason(state: State, index: int) -> Message:
    """What speaks for a decision of the seat on turn."""
    table = read(state)
    if state.phase == BIDDING:
        return _bid(table, index)
    table.face_trick()
    hand = table.hands[table.turn]
    card = card_in(table, table.turn, index, state.held[table.turn])
    if table.legal() & (table.legal() - 1) == 0:
        return Message(NAME, "reason.only")
    missing = int(hand.bid // 2 - hand.won)
    if missing > 0:
        return _wanting(table, card, missing)
    if missing == 0 and hand.bid % 2 == 1:
        return Message(NAME, "reason.either")
    return _avoiding(table, card)


def _bid(table: Deal, bid: int) -> Message:
    expected = table.weigh(table.turn)
    about = int(expected + 0.5)
    if bid % 2 == 1:
        return Message(NAME, "reason.bid_extra", n=about)
    if bid == 0 and about == 0:
        return Message(NAME, "reason.bid_none")
    if bid // 2 == about:
        return Message(NAME, "reason.bid_expected", n=about)
    return Message(NAME, "reason.bid_below" if bid // 2 < about else "reason.bid_above", n=about)


def _wanting(table: Deal, card: i64, missing: int) -> Message:
    """For a seat that needs tricks."""
    wins = table.wins(card)
    percent = int(100.0 * wins + 0.5)
    if wins >= SURE:
        return Message(NAME, "reason.wins", n=missing)
    if wins >= LIKELY and table.lying > 0 and card // WIDTH == TRUMP and table.led != TRUMP:
        return Message(NAME, "reason.trumps", percent=percent)
    if wins >= LIKELY:
        return Message(NAME, "reason.likely_wins" if table.lying > 0 else "reason.leads_high", percent=percent)
    if wins > 1.0 - LIKELY:
        return Message(NAME, "reason.tries", percent=percent)
    if _better(table, card):
        return Message(NAME, "reason.saves", n=missing)
    return Message(NAME, "reason.little", percent=percent)


def _avoiding(table: Deal, card: i64) -> Message:
    """For a seat that has enough."""
    wins = table.wins(card)
    last = table.lying == table.players - 1
    if wins <= 1.0 - SURE and last and _enough(table, table.ahead):
        return Message(NAME, "reason.spoils")
    if wins <= 1.0 - LIKELY and table.power[card] >= STRONG:
        return Message(NAME, "reason.sheds")
    if wins <= 1.0 - SURE:
        return Message(NAME, "reason.loses")
    percent = int(100.0 * (1.0 - wins) + 0.5)
    if wins <= 1.0 - LIKELY:
        return Message(NAME, "reason.likely_loses" if table.lying > 0 else "reason.leads_low", percent=percent)
    return Message(NAME, "reason.least", percent=percent) if percent >= SMALL else Message(NAME, "reason.stuck")


def _better(table: Deal, card: i64) -> bool:
    """Does the seat on turn hold a card of which it can expect more?"""
    rest = table.hands[table.turn].held
    while rest != 0:
        other = lowest(rest)
        rest ^= BIT[other]
        if table.power[other] > table.power[card]:
            return True
    return False


def _enough(table: Deal, seat: i64) -> bool:
    """Would one more trick spoil the bid of that seat, or spoil it further?"""
    hand = table.hands[seat]
    return hand.won >= hand.bid // 2 + hand.bid % 2
