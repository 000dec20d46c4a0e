"""Lumen for learners: the hands of the others, the own slots with what they can be, bids and tricks."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Final

from lumarium.kernel.features import Features, Part, turn_part
from lumarium.kernel.native import i64, vec
from lumarium.kernel.state import State as KernelState

from . import imagine
from .components import COLOURS, DEALS, HIGHEST_BID, HIGHEST_VALUE
from .indices import OVER, PLAYING, POSITIONS, SLOTS, dark_plus
from .meta import NAME
from .state import NO_CARD, NOTHING, State

# As plain numbers, for the compiled engine; a test compares them with the box.
SUITS: Final = 5
HIGHEST: Final = 12
CARDS: Final = SUITS * HIGHEST
STONES: Final = HIGHEST_BID + 1
MOST_POINTS: Final = 200.0
"""No total is farther from zero: four bids missed by all ten tricks."""


TENTHS: Final = 10.0
TWELFTHS: Final = 12.0
NOTHING_SEEN: Final = vec[i64]([0] * CARDS)
"""By card of the deck; a part of it is a fresh copy."""

UNKNOWN: Final[dict[str, int]] = defaultdict(int)
"""A world in which no hidden slot has a value."""


class LumenFeatures(Features):
    """What a seat of Lumen knows, as a vector."""

    def __init__(self) -> None:
        super().__init__(NAME)

    def parts(self, players: int) -> list[Part]:
        suits, values, slots = len(COLOURS), max(HIGHEST_VALUE.values()), POSITIONS
        return [
            turn_part(players),
            Part("phase", (2,), 0, 1, "Bidding or playing; both zero when the game is over."),
            Part("deal", (DEALS,), 0, 1, "The number of the deal."),
            Part("dark plus", (players,), 0, 1, "Who has the dark plus card in hand."),
            Part("opener", (players,), 0, 1, "Who bids first and leads the first trick of the deal."),
            Part("hands", (players, suits, values), 0, 1, "The cards that are still held; none for the own seat."),
            Part("slots", (suits, slots), 0, 1, "The own slots that still hold a card."),
            Part("lowest", (suits, slots), 0, 1, "The lowest value that such a slot can have, in twelfths."),
            Part("highest", (suits, slots), 0, 1, "The highest value that such a slot can have, in twelfths."),
            Part("unseen", (suits, values), 0, 1, "The cards that the seat has not seen in this deal."),
            Part("aside", (suits,), 0, 1, "How many cards lie aside, in twelfths."),
            Part("played", (players, suits, values), 0, 1, "The cards played, as the number of their trick in tenths."),
            Part("table", (players, suits, values), 0, 1, "The cards of the running trick."),
            Part("led", (suits,), 0, 1, "The colour to follow."),
            Part("ahead", (players,), 0, 1, "Whose card wins the running trick so far."),
            Part("bids", (players, STONES), 0, 1, "The stones of the bid; all zero until it is made."),
            Part("extra", (players,), 0, 1, "Has the bid the extra stone?"),
            Part("tricks", (players,), 0, 1, "The tricks won in this deal, in tenths."),
            Part("scores", (players,), -1, 0.5, "The total after the finished deals, in two-hundredths."),
        ]

    def fill(self, view: Any, values: vec[float]) -> None:
        """A position without the own hidden values is all that there is to write."""
        self.fill_from(imagine.suppose(view, UNKNOWN), view.seat, values)

    def fill_from(self, state: KernelState, seat: int, values: vec[float]) -> None:
        assert isinstance(state, State)
        players: i64 = state.players
        own: i64 = seat
        starts = self.starts(players)
        turn, phase, deal, dark, opener, hands, slots, lowest, highest, unseen = starts[:10]
        aside, played, table, led, ahead, bids, extra, tricks, scores, _ = starts[10:]
        if state.turn is not None:
            values[turn + (state.turn - seat) % players] = 1.0
        if state.phase != OVER:
            values[phase + state.phase] = 1.0
        values[deal + state.deal - 1] = 1.0
        values[dark + (dark_plus(state.deal, players) - own) % players] = 1.0
        values[opener + (state.opener - own) % players] = 1.0
        seen = self.fill_hands(state, own, values, hands)
        running: i64 = 0
        if state.phase == PLAYING:
            running = len(state.played) % players
        self.fill_plays(state, own, values, played, table, seen, running)
        self.fill_slots(state, own, values, [slots, lowest, highest, unseen, aside], seen)
        if running:
            values[led + state.led] = 1.0
            values[ahead + (state.ahead - own) % players] = 1.0
        totals = state.scores
        for place in range(players):
            at = (own + place) % players
            bid = state.bids[at]
            if bid != NOTHING:
                values[bids + place * STONES + bid // 2] = 1.0
                if bid % 2:
                    values[extra + place] = 1.0
            won = state.winners.count(at)
            if won:
                values[tricks + place] = float(won) / TENTHS
            if totals[at]:
                values[scores + place] = float(totals[at]) / MOST_POINTS

    def fill_hands(self, state: State, own: i64, values: vec[float], hands: int) -> vec[i64]:
        """The cards that the others hold; gives for each card of the deck whether the seat has seen it."""
        seen = NOTHING_SEEN[:]
        dealt = state.values
        players: i64 = state.players
        place: i64
        slot: i64
        for place in range(1, players):
            seat = (own + place) % players
            held = state.held[seat]
            first: i64 = hands + place * CARDS
            for slot in range(SLOTS):
                if held >> slot & 1:
                    card = slot // POSITIONS * HIGHEST + dealt[seat * SLOTS + slot] - 1
                    seen[card] = 1
                    values[first + card] = 1.0
        return seen

    def fill_plays(
        self, state: State, own: i64, values: vec[float], played: int, table: int, seen: vec[i64], running: i64
    ) -> None:
        """Every card of this deal that lies open or was taken."""
        players: i64 = state.players
        dealt = state.values
        left: i64 = len(state.played) - running
        number: i64
        place: i64
        for number, place in enumerate(state.played):
            card = place % SLOTS // POSITIONS * HIGHEST + dealt[place] - 1
            seen[card] = 1
            at = (place // SLOTS - own) % players * CARDS + card
            values[played + at] = float(number // players + 1) / TENTHS
            if number >= left:
                values[table + at] = 1.0

    def fill_slots(self, state: State, own: i64, values: vec[float], starts: list[int], seen: vec[i64]) -> None:
        """The own slots: between cards of known value, each can be what is left for it when the others have theirs."""
        slots, lowest, highest, unseen, aside = starts
        held = state.held[own]
        dealt = state.values
        free = NOTHING_SEEN[:HIGHEST]
        colour: i64
        value: i64
        slot: i64
        for colour in range(SUITS):
            card: i64 = colour * HIGHEST
            left: i64 = 0
            for value in range(1, state.highest + 1):
                if not seen[card]:
                    free[left] = value
                    left += 1
                    values[unseen + card] = 1.0
                card += 1
            # Slots from `hidden` on share the values from free[first] on, up to the next one whose value is known.
            first: i64 = 0
            in_hand: i64 = 0
            hidden: i64 = colour * POSITIONS
            end: i64 = hidden + POSITIONS
            for slot in range(hidden, end):
                if held >> slot & 1:
                    in_hand += 1
                    values[slots + slot] = 1.0
                    continue
                known = dealt[own * SLOTS + slot]
                if known == NO_CARD:
                    end = slot
                    break
                last = first
                while last < left and free[last] < known:
                    last += 1
                bound(hidden, slot, free, first, last, values, lowest, highest)
                hidden = slot + 1
                first = last
            bound(hidden, end, free, first, left, values, lowest, highest)
            if left > in_hand:
                values[aside + colour] = float(left - in_hand) / TWELFTHS


def bound(
    hidden: i64, end: i64, free: vec[i64], first: i64, last: i64, values: vec[float], lowest: int, highest: int
) -> None:
    """The lowest and the highest value of neighbouring slots that have to share free[first:last], ascending."""
    slot: i64
    for slot in range(hidden, end):
        values[lowest + slot] = float(free[first]) / TWELFTHS
        values[highest + slot] = float(free[last - end + slot]) / TWELFTHS
        first += 1
