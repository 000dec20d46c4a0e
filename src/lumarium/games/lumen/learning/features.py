"""Lumen for learners: the hands of the others, the own slots with what they can be, bids and tricks."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Final

from lumarium.games.lumen.meta import NAME
from lumarium.games.lumen.rules import imagine, scoring
from lumarium.games.lumen.rules.components import COLOURS, DEALS, HIGHEST_BID, HIGHEST_VALUE, TINY_PLAYERS, TRICKS
from lumarium.games.lumen.rules.indices import OVER, PLAYING, POSITIONS, SLOTS, dark_plus
from lumarium.games.lumen.rules.state import NO_CARD, NOTHING, State
from lumarium.kernel.features import ONE, Features, away, shares, single
from lumarium.kernel.native import i32, i64, vec
from lumarium.kernel.parts import Part, turn_part
from lumarium.kernel.state import State as KernelState

# As plain numbers, for the compiled engine; a test compares them with the box.
SUITS: Final = 5
HIGHEST: Final = 12
CARDS: Final = SUITS * HIGHEST
STONES: Final = HIGHEST_BID + 1
MOST_POINTS: Final = 200
"""No total is farther from zero: four bids missed by all ten tricks."""

TENTHS: Final = shares(TRICKS, TRICKS)
TWELFTHS: Final = shares(HIGHEST, HIGHEST)
TOTALS: Final = vec[i32]([single(total / MOST_POINTS) for total in range(-MOST_POINTS, MOST_POINTS + 1)])
PLACES: Final = SLOTS * max(HIGHEST_VALUE)
BEFORE_FIRST: Final = vec[i64]([place % SLOTS // POSITIONS * HIGHEST - 1 for place in range(PLACES)])
"""By slot, of any seat, the card of the deck before the first one of its colour."""
SEAT_OF: Final = vec[i64]([place // SLOTS for place in range(PLACES)])

# A set of cards is one number with a bit for each of them, as a set of slots is.
CARD_BIT: Final = vec[i64]([1 << card for card in range(CARDS)])
DIVISOR: Final = 67
"""No two powers of two below 2 ** 66 leave the same rest."""
NUMBERS: Final = {(1 << number) % DIVISOR: number for number in range(CARDS)}
NUMBER_OF: Final = vec[i64]([NUMBERS.get(rest, 0) for rest in range(DIVISOR)])
"""By such a rest, the card or the slot of a set that has a single one."""
DECKS: Final = vec[i64](
    [
        sum(1 << colour * HIGHEST + value for colour in range(SUITS) for value in range(most))
        for most in range(HIGHEST + 1)
    ]
)
"""By the highest value, all cards of the deck."""
SUITED: Final = vec[i64]([(1 << colours * HIGHEST) - 1 for colours in range(SUITS + 1)])
"""By how many colours there are, all cards of these."""
NO_CARDS: Final = vec[i64]([CARDS] * (CARDS + 1))
"""A list of cards that ends with one that does not exist; a part of it is a fresh copy."""

UNKNOWN: Final[dict[str, int]] = defaultdict(int)
"""A world in which no hidden slot has a value."""


class Starts:
    """Where the parts of the vector begin that a position fills."""

    def __init__(self, features: Features, players: int) -> None:
        self.turn: i64 = features.start(players, "turn")
        self.phase: i64 = features.start(players, "phase")
        self.deal: i64 = features.start(players, "deal")
        self.dark_plus: i64 = features.start(players, "dark plus")
        self.opener: i64 = features.start(players, "opener")
        self.hands: i64 = features.start(players, "hands")
        self.slots: i64 = features.start(players, "slots")
        self.lowest: i64 = features.start(players, "lowest")
        self.highest: i64 = features.start(players, "highest")
        self.unseen: i64 = features.start(players, "unseen")
        self.aside: i64 = features.start(players, "aside")
        self.played: i64 = features.start(players, "played")
        self.table: i64 = features.start(players, "table")
        self.led: i64 = features.start(players, "led")
        self.ahead: i64 = features.start(players, "ahead")
        self.bids: i64 = features.start(players, "bids")
        self.extra: i64 = features.start(players, "extra")
        self.tricks: i64 = features.start(players, "tricks")
        self.scores: i64 = features.start(players, "scores")


class LumenFeatures(Features):
    """What a seat of Lumen knows, as a vector."""

    def __init__(self) -> None:
        super().__init__(NAME)
        self.at = {players: Starts(self, players) for players in (*TINY_PLAYERS, *HIGHEST_VALUE)}

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
            Part(
                "unseen",
                (suits, values),
                0,
                1,
                "The cards that the seat has not seen in this deal: its own hidden ones and those aside.",
            ),
            Part("aside", (suits,), 0, 1, "How many cards of each colour lie aside, in twelfths."),
            Part(
                "played",
                (players, suits, values),
                0,
                1,
                "The cards played in this deal, the running trick too, as the number of their trick in tenths.",
            ),
            Part("table", (players, suits, values), 0, 1, "The cards of the running trick; none until somebody leads."),
            Part("led", (suits,), 0, 1, "The colour to follow."),
            Part("ahead", (players,), 0, 1, "Whose card wins the running trick so far."),
            Part("bids", (players, STONES), 0, 1, "The stones of the bid; all zero until it is made."),
            Part("extra", (players,), 0, 1, "Has the bid the extra stone?"),
            Part("tricks", (players,), 0, 1, "The tricks won in this deal, in tenths."),
            Part("scores", (players,), -1, 0.5, "The total after the finished deals, in two-hundredths."),
        ]

    def fill(self, view: Any, values: vec[i32]) -> None:
        """A position without the own hidden values is all that there is to write."""
        self.fill_from(imagine.suppose(view, UNKNOWN), view.seat, values, 0)

    def fill_from(self, state: KernelState, seat: int, values: vec[i32], start: i64) -> None:
        assert isinstance(state, State)
        players: i64 = state.players
        own: i64 = seat
        at = self.at[state.players]
        turn = state.turn
        if turn is not None:
            values[start + at.turn + away(turn, own, players)] = ONE
        if state.phase != OVER:
            values[start + at.phase + state.phase] = ONE
        values[start + at.deal + state.deal - 1] = ONE
        values[start + at.dark_plus + away(dark_plus(state.deal, players), own, players)] = ONE
        values[start + at.opener + away(state.opener, own, players)] = ONE
        seen = fill_hands(state, own, values, start + at.hands)
        running: i64 = 0
        if state.phase == PLAYING and state.led != NOTHING:
            running = len(state.winners) + 1
            values[start + at.led + state.led] = ONE
            values[start + at.ahead + away(state.ahead, own, players)] = ONE
        seen |= fill_plays(state, own, values, start + at.played, start + at.table, running)
        fill_slots(state, own, values, start, at, DECKS[state.highest] & SUITED[state.deck.colours] & ~seen)
        fill_sheet(state, own, values, start, at)


def fill_hands(state: State, own: i64, values: vec[i32], hands: i64) -> i64:
    """The cards that the others hold; gives the set of them."""
    seen: i64 = 0
    dealt = state.values
    players: i64 = state.players
    seat: i64
    for seat in range(players):
        if seat == own:
            continue
        held = state.held[seat]
        place = seat * SLOTS
        first = hands + away(seat, own, players) * CARDS
        while held:
            slot = NUMBER_OF[(held & -held) % DIVISOR]
            held &= held - 1
            card = BEFORE_FIRST[slot] + dealt[place + slot]
            seen |= CARD_BIT[card]
            values[first + card] = ONE
    return seen


def fill_plays(state: State, own: i64, values: vec[i32], played: i64, table: i64, running: i64) -> i64:
    """Every card of this deal that was taken, or lies open in the trick of that number; gives the set of them."""
    seen: i64 = 0
    players: i64 = state.players
    dealt = state.values
    trick: i64 = 1
    left: i64 = players
    place: i64
    for place in state.played:
        card = BEFORE_FIRST[place] + dealt[place]
        seen |= CARD_BIT[card]
        at = away(SEAT_OF[place], own, players) * CARDS + card
        values[played + at] = TENTHS[trick]
        if trick == running:
            values[table + at] = ONE
        left -= 1
        if not left:
            left = players
            trick += 1
    return seen


def fill_slots(state: State, own: i64, values: vec[i32], start: i64, at: Starts, unseen: i64) -> None:
    """The own slots: between cards of known value, each can be what is left for it when the others have theirs."""
    free = NO_CARDS[:]
    number: i64 = 0
    while unseen:
        card = NUMBER_OF[(unseen & -unseen) % DIVISOR]
        unseen &= unseen - 1
        values[start + at.unseen + card] = ONE
        free[number] = card
        number += 1
    lowest, highest = start + at.lowest, start + at.highest
    held = state.held[own]
    dealt = state.values
    last: i64 = 0
    colour: i64
    slot: i64
    for colour in range(SUITS):
        before: i64 = colour * HIGHEST - 1
        # Slots from `hidden` on share the cards from free[first] on, up to the next one whose value is known.
        hidden: i64 = colour * POSITIONS
        end: i64 = hidden + POSITIONS
        first = last
        aside = -last
        for slot in range(hidden, end):
            if held >> slot & 1:
                aside -= 1
                values[start + at.slots + slot] = ONE
                continue
            known = dealt[own * SLOTS + slot]
            if known == NO_CARD:
                end = slot
                break
            while free[last] < before + known:
                last += 1
            bound(hidden, slot, free, first, last, before, values, lowest, highest)
            hidden = slot + 1
            first = last
        while free[last] <= before + HIGHEST:
            last += 1
        bound(hidden, end, free, first, last, before, values, lowest, highest)
        aside += last
        if aside:
            values[start + at.aside + colour] = TWELFTHS[aside]


def bound(
    hidden: i64,
    end: i64,
    free: vec[i64],
    first: i64,
    last: i64,
    before: i64,
    values: vec[i32],
    lowest: i64,
    highest: i64,
) -> None:
    """The lowest and the highest value of neighbouring slots that have to share the cards free[first:last]."""
    slot: i64
    for slot in range(hidden, end):
        values[lowest + slot] = TWELFTHS[free[first] - before]
        values[highest + slot] = TWELFTHS[free[last - end + slot] - before]
        first += 1


def fill_sheet(state: State, own: i64, values: vec[i32], start: i64, at: Starts) -> None:
    """Bids, tricks and totals of everyone."""
    players: i64 = state.players
    won = scoring.NO_POINTS[:players]
    winner: i64
    for winner in state.winners:
        won[winner] += 1
    totals = scoring.totals(state.sheet_bids, state.sheet_tricks, players)
    seat: i64
    for seat in range(players):
        place = away(seat, own, players)
        bid: i64 = state.bids[seat]
        if bid != NOTHING:
            values[start + at.bids + place * STONES + bid // 2] = ONE
            if bid % 2:
                values[start + at.extra + place] = ONE
        if won[seat]:
            values[start + at.tricks + place] = TENTHS[won[seat]]
        if totals[seat]:
            values[start + at.scores + place] = TOTALS[totals[seat] + MOST_POINTS]
