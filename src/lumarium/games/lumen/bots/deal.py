"""A deal of Lumen on bits: played to its end thousands of times a second, every seat by what it knows itself.

Cards are bits, 12 to a colour. A seat sees every hand but its own (LU-42). Of its own cards it knows which slots they
fill, so the chance that one is higher than some value follows exactly from the values it has seen nowhere (LU-47 to
LU-50). Its own values are used for nothing else, for the opponents too (LU-53).
"""

from __future__ import annotations

from math import comb, exp
from typing import Final

from lumarium.games.lumen.rules.components import COLOURS, TRUMP, Deck
from lumarium.kernel.native import i64, vec

WIDTH: Final = 12
"""Bits for the values of a colour; as plain numbers, since the compiled engine divides by those much faster."""
ALL: Final = 4095
"""All values of a colour."""
LED_RANK: Final = 16
TRUMP_RANK: Final = 32

_PLACES: Final = 11
_SIZES: Final = 13


def _above() -> list[float]:
    """By candidates, slots, place and how many candidates are too low: the chance that the slot at that place, counted
    from the lowest, lies above them."""
    table: list[float] = []
    for size in range(_SIZES):
        for slots in range(_PLACES):
            for place in range(_PLACES):
                for low in range(_SIZES):
                    ways = 0
                    if place < slots <= size and low <= size:
                        for chosen in range(place + 1):
                            ways += comb(low, chosen) * comb(size - low, slots - chosen)
                    table.append(ways / comb(size, slots) if ways else 0.0)
    return table


ABOVE: Final = vec[float](_above())
BIT: Final = vec[i64]([1 << card for card in range(len(COLOURS) * WIDTH)])
"""By card, the set of it alone."""
UP_TO: Final = vec[i64]([(1 << value) - 1 for value in range(LED_RANK)])
"""By value, the set of it and all below."""
SUIT: Final = vec[i64]([ALL << (colour * WIDTH) for colour in range(len(COLOURS))])
"""By colour, the set of its cards."""
COUNT: Final = vec[i64]([cards.bit_count() for cards in range(ALL + 1)])
TOP: Final = vec[i64]([cards.bit_length() for cards in range(ALL + 1)])
"""The highest value of a set, 0 if it is empty."""
LOW: Final = vec[i64]([(cards & -cards).bit_length() for cards in range(ALL + 1)])
"""The lowest value of a set, 0 if it is empty."""

# How likely a card is to win the trick in which it will be played, as a logistic regression over deals of `strong`
# against itself. By place: constant; the chance to be above all others of its colour, and, in the mean over the
# seats that have the colour, above their highest and their lowest; the share of seats without the colour; the own
# cards of the colour, the others' yellow, their missing tricks and the own yellow, each per trick left; the first
# chance times the share of seats without the colour.
SIDE: Final = vec[float]([-1.37, 1.47, 0.76, 2.02, 0.41, -1.39, -2.94, -1.89, 0.46, -2.52])
YELLOW: Final = vec[float]([-0.58, 2.16, 1.12, 0.88, 0.33, 1.51, -4.58, -1.01, 1.51, 0.40])

EXTRA: Final = 0.5
"""Where a seat with the extra stone aims, between its two numbers of tricks."""
EAGER: Final = 0.6
"""How often those who play later are thought to do as their bids make them wish; else they all play low."""
BID_SHIFT: Final = vec[float]([0.0, 0.0, 0.0, 0.22, -0.15, -0.44])
"""By number of players, how many tricks more come to somebody who aims at them."""


class Hand:
    """What lies before one seat."""

    def __init__(self) -> None:
        self.held: i64 = 0
        self.dealt: i64 = 0
        self.bid: i64 = -1
        self.won: i64 = 0


class Deal:
    """A deal in progress."""

    def __init__(self, players: i64, deck: Deck) -> None:
        self.players: i64 = players
        self.tricks: i64 = deck.hand
        self.hands: list[Hand] = [Hand() for _ in range(players)]
        self.aside: i64 = 0
        self.deal: i64 = 1
        self.opener: i64 = 0
        self.turn: i64 = 0
        self.left: i64 = self.tricks
        # The trick: how many cards lie, the led colour, the best rank and whose it is.
        self.lying: i64 = 0
        self.led: i64 = -1
        self.best: i64 = 0
        self.ahead: i64 = 0
        # What a seat found when it weighed its cards: by card its power, and where its chances stand in ABOVE.
        self.power = vec[float]([0.0] * (len(COLOURS) * WIDTH))
        self.row = vec[i64]([0] * (len(COLOURS) * WIDTH))
        self.span = vec[i64]([0] * (len(COLOURS) * WIDTH))
        # What the seat on turn found when it faced the trick: how far it is off its bid, and what a card must beat.
        self.off: float = 0.0
        self.faced: i64 = -1
        self.eager: i64 = 0
        self.calm: i64 = 0

    def copy_from(self, other: Deal) -> None:
        """Becomes equal to another table."""
        self.aside = other.aside
        self.deal = other.deal
        self.opener = other.opener
        self.turn = other.turn
        self.left = other.left
        self.lying = other.lying
        self.led = other.led
        self.best = other.best
        self.ahead = other.ahead
        for seat in range(self.players):
            mine, theirs = self.hands[seat], other.hands[seat]
            mine.held = theirs.held
            mine.dealt = theirs.dealt
            mine.bid = theirs.bid
            mine.won = theirs.won

    # Rules

    def legal(self) -> i64:
        """The cards that the seat on turn may play."""
        held = self.hands[self.turn].held
        if self.lying == 0:
            return held
        following = held & SUIT[self.led]
        return following if following != 0 else held

    def play(self, card: i64) -> None:
        """A card goes to the table."""
        self.hands[self.turn].held ^= BIT[card]
        colour = card // WIDTH
        rank = card % WIDTH + 1
        if self.lying == 0:
            self.led = colour
        if colour == TRUMP:
            rank += TRUMP_RANK
        elif colour == self.led:
            rank += LED_RANK
        if rank > self.best:
            self.best = rank
            self.ahead = self.turn
        self.lying += 1
        if self.lying < self.players:
            self.turn = self.turn + 1 if self.turn + 1 < self.players else 0
            return
        self.hands[self.ahead].won += 1
        self.turn = self.ahead
        self.left -= 1
        self.lying = 0
        self.led = -1
        self.best = 0

    # What a seat expects of its cards

    def weigh(self, seat: i64) -> float:
        """How many tricks the seat can expect of the cards it holds, by what it knows; card by card in `power`."""
        left = float(self.left)
        yellow: i64 = 0
        missing = 0.0
        for other in range(self.players):
            if other != seat:
                yellow += COUNT[self.hands[other].held & ALL]
                missing += self.missing(other)
        crowd = float(yellow) / (left * float(self.players - 1))
        own = float(COUNT[self.hands[seat].held & ALL]) / left
        total = 0.0
        for colour in range(len(COLOURS)):
            if self.hands[seat].held & SUIT[colour] != 0:
                total += self.weigh_colour(seat, colour, crowd, missing / left, own)
        return total

    def missing(self, seat: i64) -> float:
        """The tricks that the seat still wants; a fair share before it has bid."""
        hand = self.hands[seat]
        if hand.bid < 0:
            return float(self.tricks) / float(self.players)
        need = hand.bid // 2 - hand.won
        return float(max(0, need)) + (EXTRA if hand.bid % 2 == 1 else 0.0)

    def weigh_colour(self, seat: i64, colour: i64, crowd: float, missing: float, own: float) -> float:
        """The same for the cards of one colour; the rest of what matters was counted before."""
        shift = colour * WIDTH
        others = float(self.players - 1)
        following: i64 = 0
        highest: i64 = 0
        # The highest and lowest card of each seat that has the colour, four bits each.
        tops: i64 = 0
        lows: i64 = 0
        for other in range(self.players):
            cards = (self.hands[other].held >> shift) & ALL
            if other == seat or cards == 0:
                continue
            following += 1
            top = TOP[cards]
            if top > highest:
                highest = top
            tops = tops << 4 | top
            lows = lows << 4 | LOW[cards]
        void = (others - float(following)) / others
        held = (self.hands[seat].held >> shift) & ALL
        weights = YELLOW if colour == TRUMP else SIDE
        sure = weights[0] + weights[4] * void + weights[5] * float(COUNT[held]) / float(self.left)
        sure += weights[6] * crowd + weights[7] * missing + weights[8] * own
        total = 0.0
        while held != 0:
            bit = held & -held
            held ^= bit
            card = shift + LOW[bit] - 1
            self.place(seat, card, bit, shift)
            first, second, third = 1.0, 1.0, 1.0
            if following > 0:
                first, second, third = self.above(card, highest), 0.0, 0.0
                rest, lowest_rest = tops, lows
                while rest != 0:
                    second += self.above(card, rest & 15)
                    third += self.above(card, lowest_rest & 15)
                    rest >>= 4
                    lowest_rest >>= 4
                second /= float(following)
                third /= float(following)
            power = sure + weights[1] * first + weights[2] * second + weights[3] * third + weights[9] * first * void
            power = 1.0 / (1.0 + exp(-power))
            self.power[card] = power
            total += power
        return total

    def place(self, seat: i64, card: i64, bit: i64, shift: i64) -> None:
        """Finds what the owner knows of a card: the unseen values between its shown neighbours, and its place there."""
        hand = self.hands[seat]
        held = (hand.held >> shift) & ALL
        shown = ((hand.dealt >> shift) & ALL) & ~held
        under = shown & (bit - 1)
        over = shown & ~(bit - 1)
        gap: i64 = ALL
        if over != 0:
            gap &= (over & -over) - 1
        if under != 0:
            gap &= ~UP_TO[TOP[under]]
        span = (held | (self.aside >> shift) & ALL) & gap
        slots = held & gap
        self.span[card] = span
        self.row[card] = ((COUNT[span] * _PLACES + COUNT[slots]) * _PLACES + COUNT[slots & (bit - 1)]) * _SIZES

    def above(self, card: i64, value: i64) -> float:
        """The chance, for its owner who has weighed it, that a card is above a value of its colour."""
        return ABOVE[self.row[card] + COUNT[self.span[card] & UP_TO[value]]]

    # What a seat does, without search

    def threshold(self, led: i64, eager: bool) -> i64:
        """The rank that a card of the seat on turn must beat, if the later seats do as their bids make them wish; or,
        if not `eager`, if they all play low."""
        rank = self.best
        seat = self.turn
        for _ in range(self.players - 1 - self.lying):
            seat = seat + 1 if seat + 1 < self.players else 0
            hand = self.hands[seat]
            wants = eager and hand.bid // 2 > hand.won
            cards = (hand.held >> (led * WIDTH)) & ALL
            yellow = hand.held & ALL
            mine: i64 = 0
            if cards != 0:
                mine = LED_RANK if led != TRUMP else TRUMP_RANK
                mine += TOP[cards] if wants else LOW[cards]
            elif yellow != 0 and wants:
                mine = TRUMP_RANK + TOP[yellow]
            elif yellow != 0 and yellow == hand.held:
                mine = TRUMP_RANK + LOW[yellow]
            if mine > rank:
                rank = mine
        return rank

    def beats(self, card: i64, led: i64, rank: i64) -> float:
        """The chance, for its owner who has weighed it, that a card beats that rank."""
        colour = card // WIDTH
        if colour == TRUMP:
            value = rank - TRUMP_RANK
        elif colour == led:
            value = rank - LED_RANK
        else:
            return 0.0
        if value <= 0:
            return 1.0
        return self.above(card, value) if value < LED_RANK else 0.0

    def face_trick(self) -> None:
        """The seat on turn weighs its cards and faces the trick."""
        hand = self.hands[self.turn]
        self.off = self.weigh(self.turn) + float(hand.won - hand.bid // 2) - EXTRA * float(hand.bid % 2)
        self.faced = -1
        if self.lying > 0:
            self.face(self.led)

    def face(self, led: i64) -> None:
        """What a card must beat, if this is the led colour."""
        self.faced = led
        self.eager = self.threshold(led, True)
        self.calm = self.threshold(led, False)

    def wins(self, card: i64) -> float:
        """How likely the seat on turn, after `face_trick`, thinks that the card wins this trick."""
        led = self.led
        if self.lying == 0:
            led = card // WIDTH
            if led != self.faced:
                self.face(led)
        return EAGER * self.beats(card, led, self.eager) + (1.0 - EAGER) * self.beats(card, led, self.calm)

    def miss(self, card: i64) -> float:
        """By how many tricks the seat on turn, after `face_trick`, expects to miss its bid if it plays that card."""
        miss = self.off - self.power[card] + self.wins(card)
        return miss if miss >= 0.0 else -miss

    def bid(self, seat: i64) -> i64:
        """A bid without extra stone, by the expected tricks alone."""
        tricks = i64(self.weigh(seat) + BID_SHIFT[self.players] + 0.5)
        return 2 * tricks if tricks <= self.tricks else 2 * self.tricks


def lowest(cards: i64) -> i64:
    """The lowest card of a set that is not empty."""
    card: i64 = 0
    while cards & ALL == 0:
        cards >>= WIDTH
        card += WIDTH
    return card + LOW[cards & ALL] - 1
