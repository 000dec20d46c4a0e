"""What a seat knows of a deal, on bits: the table, and every hand that it could hold itself (LU-47 to LU-50)."""

from __future__ import annotations

from math import exp
from typing import Final

from lumarium.games.lumen.rules.components import COLOURS
from lumarium.games.lumen.rules.imagine import worlds_behind
from lumarium.games.lumen.rules.indices import BIT as SLOT_BIT
from lumarium.games.lumen.rules.indices import COLOUR_SLOTS, POSITIONS, SLOT, SLOTS
from lumarium.games.lumen.rules.state import NO_CARD, State
from lumarium.kernel.chance import Chance
from lumarium.kernel.native import i64

from .deal import ALL, BIT, COUNT, EXTRA, SUIT, WIDTH, Deal, lowest

GOLDEN: Final = 0.6180339887498949
"""Multiples of it, without their whole part, lie as evenly as can be."""
SURPRISE: Final = 0.9
"""By how many tricks a bid may well differ from what its seat could expect."""
NONSENSE: Final = 0.05
"""The odds left to a world in which a bid makes no sense."""


def read(state: State) -> Deal:
    """The deal of a position."""
    players = state.players
    table = Deal(players, state.deck)
    for colour in range(state.deck.colours):
        for value in range(state.highest):
            table.aside |= BIT[colour * WIDTH + value]
    for seat in range(players):
        hand = table.hands[seat]
        slots = state.held[seat]
        for slot in range(SLOTS):
            value = state.values[seat * SLOTS + slot]
            if value != NO_CARD:
                card = BIT[slot // POSITIONS * WIDTH + value - 1]
                hand.dealt |= card
                if slots & SLOT_BIT[slot]:
                    hand.held |= card
        hand.bid = state.bids[seat]
        hand.won = state.tricks_won(seat)
        table.aside &= ~hand.dealt
    table.deal = state.deal
    table.opener = state.opener
    table.turn = state.turn if state.turn is not None else state.opener
    table.left = 0
    for colour in range(len(COLOURS)):
        table.left += COUNT[(table.hands[table.turn].held >> (colour * WIDTH)) & ALL]
    table.lying = len(state.played) % players
    if table.lying > 0:
        table.led = state.led
        table.best = state.best
        table.ahead = state.ahead
    return table


def card_in(table: Deal, seat: i64, index: int, slots: i64) -> i64:
    """The card that the seat plays with this action, if it holds those slots."""
    slot = index - SLOT
    cards = table.hands[seat].held & SUIT[slot // POSITIONS]
    below = slots & COLOUR_SLOTS[slot // POSITIONS] & (SLOT_BIT[slot] - 1)
    while below != 0:
        below &= below - 1
        cards &= cards - 1
    return lowest(cards)


class Own:
    """The hands that the seat on turn could hold, and how likely each of them is."""

    def __init__(self, state: State, hands: list[int]) -> None:
        """Each hand is a set of cards, one for each slot that the seat holds, and as likely as any other."""
        self.table = read(state)
        self.seat = int(self.table.turn)
        hand = self.table.hands[self.seat]
        self.shown: i64 = hand.dealt & ~hand.held
        self.unseen: i64 = self.table.aside | hand.held
        self.hands = hands
        self.odds = [1.0] * len(hands)
        self.total = float(len(hands))
        self.point = 0.0

    def heed_bids(self, state: State) -> None:
        """The others see this hand: each world becomes as likely as it explains what they have bid so far."""
        table = Deal(state.players, state.deck)
        for place in range(len(self.hands)):
            table.copy_from(self.table)
            self.suppose(table, place)
            for hand in table.hands:
                hand.held = hand.dealt
                hand.won = 0
                hand.bid = -1
            table.left = table.tricks
            for distance in range(state.players):
                seat = (state.opener + distance) % state.players
                bid = state.bids[seat]
                if bid < 0:
                    break
                if seat != self.seat:
                    off = (table.weigh(seat) - float(bid // 2) - EXTRA * float(bid % 2)) / SURPRISE
                    self.odds[place] *= exp(-0.5 * off * off) + NONSENSE
                table.hands[seat].bid = bid
        self.total = sum(self.odds)

    def shares(self) -> list[list[float]]:
        """For each card held, in the order of its slots, how likely each value is, from 0 on."""
        cards = 0
        rest: i64 = self.hands[0]
        while rest != 0:
            rest &= rest - 1
            cards += 1
        shares = [[0.0] * (WIDTH + 1) for _ in range(cards)]
        for place in range(len(self.hands)):
            part = self.odds[place] / self.total
            rest = self.hands[place]
            for card in range(cards):
                lowest_one = lowest(rest)
                rest &= rest - 1
                shares[card][lowest_one % WIDTH + 1] += part
        return shares

    def draw(self, table: Deal) -> None:
        """Sets up the table with one of the hands; over many calls each comes as often as its odds say."""
        self.point += GOLDEN
        if self.point >= 1.0:
            self.point -= 1.0
        rest = self.point * self.total
        place = 0
        last = len(self.odds) - 1
        while place < last and rest >= self.odds[place]:
            rest -= self.odds[place]
            place += 1
        table.copy_from(self.table)
        self.suppose(table, place)

    def suppose(self, table: Deal, place: int) -> None:
        """Sets up the table with the hand at that place."""
        hand = table.hands[self.seat]
        held: i64 = self.hands[place]
        hand.held = held
        hand.dealt = held | self.shown
        table.aside = self.unseen & ~held


def own_hands(state: State, most: int, chance: Chance) -> list[int]:
    """Every hand that the seat on turn could hold; or `most` of them if there are more, evenly from a random one on."""
    seat = state.turn
    assert seat is not None
    ways = _ways(state, seat)
    count = 1
    for gap in ways:
        count *= len(gap)
    number = min(count, most)
    start = chance.pick(count) if number < count else 0
    hands: list[int] = []
    for step in range(number):
        place = (start + step * count // number) % count
        held: i64 = 0
        for gap in ways:
            held |= gap[place % len(gap)]
            place //= len(gap)
        hands.append(held)
    return hands


def _ways(state: State, seat: int) -> list[list[int]]:
    """For each gap in the own hand every way to fill it."""
    ways: list[list[int]] = []
    for gap in worlds_behind(state, seat).gaps:
        first = gap.places[0] // POSITIONS * WIDTH - 1
        fillings: list[int] = []
        for number in range(gap.count):
            cards: i64 = 0
            for value in gap.values(number):
                cards |= BIT[first + value]
            fillings.append(cards)
        ways.append(fillings)
    return ways
