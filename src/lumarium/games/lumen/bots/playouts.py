"""How a deal may go on: everybody bids and plays as good players do, as far as that can be told from what they know.

Nobody plays exactly by a rule, so every decision is drawn by odds. That matters more than how clever they are: a search
among players who always do the same, and never harm each other, promises itself bids that it does not meet.
"""

from __future__ import annotations

from math import exp
from typing import Final

from lumarium.games.lumen.rules.components import TRICKS
from lumarium.games.lumen.rules.scoring import deal_points
from lumarium.kernel.chance import Chance
from lumarium.kernel.native import i64, vec

from .deal import ALL, BID_SHIFT, BIT, COUNT, EAGER, WIDTH, Deal, Hand, lowest

WANTS: Final = 0
ENOUGH: Final = 1
FACTS: Final = 10
PLACES: Final = 3
# The odds of a card, as a softmax fitted to what `strong` played against itself (bench/lumen_habits.py). By line: a
# seat that wants tricks, has enough of them, has too many; each leading, following, without the led colour. By column:
# the tricks by which it would miss its bid; what the deal would bring, in rewards; the chance to win this trick if the
# later seats do as they wish, and if they play low; the power of the card; the chance to lose to somebody who wants
# tricks, and to somebody for whom one more is too much; the share of the colour in the hand; the chance to win, times
# the later seats that want tricks, and those that have enough.
# fmt: off
HABITS: Final = vec[float]([
    -0.88, 2.05, 0.05, 0.16, 0.05, 0.00, 0.00, -2.04, 0.47, -0.43,
    -0.76, 3.44, 0.14, -0.21, 0.57, -0.51, 0.51, 0.00, 0.20, -0.70,
    -0.48, 4.11, -0.34, 0.04, -0.13, -0.62, 0.18, -1.05, 0.32, -0.04,
    -2.83, 0.92, 1.04, -1.20, 0.29, 0.00, 0.00, -1.97, 0.29, -1.23,
    -3.10, 1.57, 0.43, -1.71, 4.27, 0.29, 0.46, 0.00, -1.30, -0.12,
    -3.66, 2.98, -0.14, -0.47, 1.00, -1.08, 0.92, -1.78, -0.03, -0.23,
    -0.88, 1.65, 0.36, -1.04, 0.90, 0.00, 0.00, -1.56, -0.45, -0.84,
    -1.53, 1.82, -0.46, -0.53, 3.12, -0.92, 2.72, 0.00, -1.93, -4.10,
    -3.66, 2.93, -0.54, 0.03, 3.83, 0.03, -0.67, -1.46, 0.66, 0.11,
])
# fmt: on
STEPS: Final = 1048576
"""How finely luck is drawn."""
WIDE: Final = 0.8
"""By how many tricks bids stray from what their seats can expect, as a standard deviation."""
CAREFUL: Final = 0.3
"""How often somebody takes the extra stone."""
SURE: Final = 0.98
"""No card is surer than this to win or to lose, else a hand could not be taken apart card by card."""


class Playouts:
    """Plays deals to their end."""

    def __init__(self) -> None:
        # By number of tricks: how likely the cards held bring them, the same without one card, and what they bring.
        self.odds = vec[float]([0.0] * (TRICKS + 2))
        self.others = vec[float]([0.0] * (TRICKS + 2))
        self.gains = vec[float]([0.0] * (TRICKS + 2))
        self.cards: i64 = 0
        # What is to be known of one card.
        self.facts = vec[float]([0.0] * FACTS)
        # By place among the legal cards: the odds to be played.
        self.drawn = vec[float]([0.0] * TRICKS)
        # Who would win the trick else, and who plays later.
        self.to_wanting: float = 0.0
        self.to_spoiled: float = 0.0
        self.later_wanting: float = 0.0
        self.later_served: float = 0.0

    def run(self, table: Deal, chance: Chance) -> None:
        """Plays the deal to its end, from the bids that are still missing on."""
        for distance in range(table.players):
            seat = (table.opener + distance) % table.players
            if table.hands[seat].bid < 0:
                table.hands[seat].bid = self.bid(table, seat, chance)
                table.turn = table.opener
        while table.left > 0:
            table.play(self.card(table, chance))

    def bid(self, table: Deal, seat: i64, chance: Chance) -> i64:
        """A bid near what the seat can expect, now and then with the extra stone."""
        blur = float(chance.pick(STEPS) + chance.pick(STEPS) + chance.pick(STEPS)) / float(STEPS) - 1.5
        expected = table.weigh(seat) + BID_SHIFT[table.players] + 2.0 * WIDE * blur
        extra = float(chance.pick(STEPS)) < CAREFUL * float(STEPS)
        if not extra:
            expected += 0.5
        tricks: i64 = i64(expected) if expected > 0.0 else 0
        tricks = min(tricks, table.tricks - 1)
        return 2 * tricks + 1 if extra else 2 * tricks

    def card(self, table: Deal, chance: Chance) -> i64:
        """A card that somebody in the place of the seat on turn may well play, by what that seat knows."""
        legal = table.legal()
        if legal & (legal - 1) == 0:
            return lowest(legal)
        first = self.prepare(table)
        total = 0.0
        number: i64 = 0
        rest = legal
        while rest != 0:
            card = lowest(rest)
            rest ^= BIT[card]
            total += exp(self.appeal(table, card, first))
            self.drawn[number] = total
            number += 1
        point = total * float(chance.pick(STEPS)) / float(STEPS)
        number = 0
        card = lowest(legal)
        while self.drawn[number] <= point:
            number += 1
            legal ^= BIT[card]
            card = lowest(legal)
        return card

    def prepare(self, table: Deal) -> i64:
        """Looks at the table as the seat on turn does; tells where its habits begin."""
        table.face_trick()
        self.foresee(table)
        self.look_around(table)
        return self.habit(table)

    def foresee(self, table: Deal) -> None:
        """How likely each number of tricks is, if every card wins by its power, and what it would bring."""
        hand = table.hands[table.turn]
        self.odds[0] = 1.0
        number: i64 = 0
        rest = hand.held
        while rest != 0:
            card = lowest(rest)
            rest ^= BIT[card]
            power = bounded(table.power[card])
            number += 1
            self.odds[number] = self.odds[number - 1] * power
            place = number - 1
            while place > 0:
                self.odds[place] = self.odds[place] * (1.0 - power) + self.odds[place - 1] * power
                place -= 1
            self.odds[0] *= 1.0 - power
        self.cards = number
        reward = float(deal_points(table.deal, hand.bid, hand.bid // 2))
        for tricks in range(number + 1):
            self.gains[tricks] = float(deal_points(table.deal, hand.bid, hand.won + tricks)) / reward

    def look_around(self, table: Deal) -> None:
        """Who wins this trick so far, and what the later seats want."""
        self.to_wanting = self.to_spoiled = self.later_wanting = self.later_served = 0.0
        if table.lying > 0:
            ahead = table.hands[table.ahead]
            state = state_of(ahead)
            if state == WANTS:
                self.to_wanting = 1.0
            elif state == ENOUGH and ahead.won >= ahead.bid // 2 + ahead.bid % 2:
                self.to_spoiled = 1.0
        later = table.players - 1 - table.lying
        seat = table.turn
        for _ in range(later):
            seat = seat + 1 if seat + 1 < table.players else 0
            state = state_of(table.hands[seat])
            if state == WANTS:
                self.later_wanting += 1.0 / float(later)
            elif state == ENOUGH:
                self.later_served += 1.0 / float(later)

    def habit(self, table: Deal) -> i64:
        """Where the habits of the seat on turn begin."""
        hand = table.hands[table.turn]
        place: i64 = 0
        if table.lying > 0:
            place = 1 if (hand.held >> (table.led * WIDTH)) & ALL != 0 else 2
        return (state_of(hand) * PLACES + place) * FACTS

    def appeal(self, table: Deal, card: i64, first: i64) -> float:
        """How much speaks for a card, as a logarithm of odds."""
        self.consider(table, card)
        appeal = 0.0
        for fact in range(FACTS):
            appeal += HABITS[first + fact] * self.facts[fact]
        return appeal

    def consider(self, table: Deal, card: i64) -> None:
        """Finds the facts of a card."""
        led = table.led
        if table.lying == 0:
            led = card // WIDTH
            if led != table.faced:
                table.face(led)
        eager = table.beats(card, led, table.eager)
        calm = table.beats(card, led, table.calm)
        wins = EAGER * eager + (1.0 - EAGER) * calm
        power = table.power[card]
        miss = table.off - power + wins
        held = (table.hands[table.turn].held >> (card // WIDTH * WIDTH)) & ALL
        self.facts[0] = -miss if miss < 0.0 else miss
        self.facts[1] = self.promise(bounded(power), wins)
        self.facts[2] = eager
        self.facts[3] = calm
        self.facts[4] = power
        self.facts[5] = (1.0 - wins) * self.to_wanting
        self.facts[6] = (1.0 - wins) * self.to_spoiled
        self.facts[7] = float(COUNT[held]) / float(table.left)
        self.facts[8] = wins * self.later_wanting
        self.facts[9] = wins * self.later_served

    def promise(self, power: float, wins: float) -> float:
        """What the deal would bring, in rewards, if a card of that power wins the trick so likely."""
        last = self.cards - 1
        # The card is taken out of the odds from the end at which the errors stay small.
        if power < 0.5:
            self.others[0] = self.odds[0] / (1.0 - power)
            for tricks in range(1, self.cards):
                self.others[tricks] = (self.odds[tricks] - self.others[tricks - 1] * power) / (1.0 - power)
        else:
            self.others[last] = self.odds[self.cards] / power
            place = last
            while place > 0:
                self.others[place - 1] = (self.odds[place] - self.others[place] * (1.0 - power)) / power
                place -= 1
        total = 0.0
        for tricks in range(self.cards):
            total += self.others[tricks] * ((1.0 - wins) * self.gains[tricks] + wins * self.gains[tricks + 1])
        return total


def state_of(hand: Hand) -> i64:
    """Does a seat want tricks, has it enough of them, or too many?"""
    wanted = hand.bid // 2 - hand.won
    if wanted > 0:
        return WANTS
    return ENOUGH if wanted + hand.bid % 2 >= 0 else ENOUGH + 1


def bounded(power: float) -> float:
    """The same, but neither sure to win nor to lose."""
    return min(SURE, max(1.0 - SURE, power))
