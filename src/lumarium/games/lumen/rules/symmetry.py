"""Exchanges that the rules of Lumen do not notice: of the four colours that are not trump.

Seats cannot be exchanged: who deals and who opens is fixed by seat (LU-35).
"""

from __future__ import annotations

from typing import Final

from lumarium.kernel.game import Symmetry
from lumarium.kernel.native import i64, vec

from .components import COLOURS
from .indices import BIT, POSITIONS, SLOT, SLOTS, VALUES
from .state import NOTHING, State


class Exchange:
    """The colours of the deck exchanged: `order` has for each colour the one that takes its place."""

    def __init__(self, order: str) -> None:
        self.colour_to = [COLOURS.index(letter) for letter in order]
        self.slot_to = [self.colour_to[slot // POSITIONS] * POSITIONS + slot % POSITIONS for slot in range(SLOTS)]

    def action(self, index: int) -> int:
        return index if index < SLOT else SLOT + self.slot_to[index - SLOT]

    def place(self, place: int) -> int:
        return place - place % SLOTS + self.slot_to[place % SLOTS]

    def play(self, play: int) -> int:
        return self.place(play // VALUES) * VALUES + play % VALUES

    def state(self, state: State) -> State | None:
        if state.deck.colours < len(COLOURS):
            return None
        twin = state.clone()
        twin.values = state.values[:]
        for place, value in enumerate(state.values):
            twin.values[self.place(place)] = value
        twin.held = vec[i64]([sum(BIT[self.action(index) - SLOT] for index in hand) for hand in state.hands])
        twin.played = vec[i64]([self.place(place) for place in state.played])
        twin.last_trick = list(map(self.play, state.last_trick))
        twin.led = NOTHING if state.led == NOTHING else self.colour_to[state.led]
        return twin


def _symmetry(order: str) -> Symmetry:
    exchange = Exchange(order)
    return Symmetry(f"colours {order}", exchange.state, exchange.action, lambda seat, _players: seat)


# Together these two generate all 24 exchanges of red, green, blue and purple.
SYMMETRIES: Final = (_symmetry("YGRBP"), _symmetry("YGBPR"))
