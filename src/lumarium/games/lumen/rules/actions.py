"""The decisions of Lumen: a bid, or the slot of the hand to play from."""

from __future__ import annotations

from typing import Final

from lumarium.games.lumen.meta import NAME
from lumarium.kernel.action import Action, ActionSpace
from lumarium.kernel.message import Message

from .components import COLOURS
from .indices import BID, BIDS, POSITIONS, SLOT, SLOTS, bid_text, slot_text


class Bid(Action, frozen=True):
    """Promise to win `base` tricks, or with the extra stone `base` or one more."""

    game = NAME
    base: int
    extra: bool

    def message(self) -> Message:
        return Message(NAME, "action.bid", bid=bid_text(self.index - BID))


class Play(Action, frozen=True):
    """Play the card of this colour and position, counted from 1 on the left (the lowest) in the hand as dealt."""

    game = NAME
    colour: str
    position: int

    def message(self) -> Message:
        return Message(NAME, "action.play", coloured=self.colour, position=self.position)


def _all() -> list[Action]:
    bids = [Bid(BID + bid, f"bid {bid_text(bid)}", bid // 2, bid % 2 == 1) for bid in range(BIDS)]
    plays = [
        Play(SLOT + slot, f"play {slot_text(slot)}", COLOURS[slot // POSITIONS], slot % POSITIONS + 1)
        for slot in range(SLOTS)
    ]
    return [*bids, *plays]


ACTIONS: Final = ActionSpace(NAME, _all())
