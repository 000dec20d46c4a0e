"""Lumen by Taiki Shinzawa (Pegasus Spiele 2025, after IELLO 2024), from its German rulebook; ids LU-n as in
docs/games/lumen.md.

Where the source is silent we decided (rulings LU-R1 to LU-R16 there), most of all: the order of the colours in a hand
is fixed and tells nothing, stones never run short, no extra stone with a bid of 10, and lower places are settled like
the first.
"""

from __future__ import annotations

from typing import Final

from lumarium.kernel.chance import Chance
from lumarium.kernel.event import Event
from lumarium.kernel.message import Message
from lumarium.kernel.state import State as KernelState

from . import scoring
from .actions import ACTIONS
from .components import COLOURS, DEALS, HAND, HIGHEST_VALUE, TRICKS
from .indices import (
    BIDDING,
    BIDS,
    COUNT,
    OVER,
    PLAYING,
    POSITIONS,
    SLOT,
    SLOTS,
    bid_text,
    colour_of,
    dark_plus,
    dealer,
    play_of,
    slot_text,
    value_of,
)
from .meta import NAME
from .options import Options
from .view import View, look

NOTHING: Final = -1
NO_CARD: Final = 0


class State(KernelState):
    """A position of Lumen, with every value in every hand. The cards put aside are those that nobody was dealt."""

    game = NAME
    actions = ACTIONS

    def __init__(self, players: int, options: Options) -> None:
        self.players = players
        self.options = options
        self.highest = HIGHEST_VALUE[players]
        self.turn: int | None = None
        self.phase = BIDDING
        self.deal = 0
        self.opener = 0
        # By seat and slot as dealt, or NO_CARD. It is replaced in every deal and never changed, so clones share it.
        self.values: list[int] = [NO_CARD] * (players * SLOTS)
        # By seat the slots still held, ascending, as action indices.
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.bids: list[int] = [NOTHING] * players
        self.led = NOTHING
        # Of this deal: every card played, in order, as `play_of` counts it, and the winners of the finished tricks.
        self.plays: list[int] = []
        self.winners: list[int] = []
        # What still lies on the table from the deal before, until the first bid.
        self.last_trick: list[int] = []
        # The score pad, one entry per finished deal and seat.
        self.sheet_bids: list[int] = []
        self.sheet_tricks: list[int] = []

    @classmethod
    def begin(cls, players: int, options: Options, chance: Chance) -> State:
        """Set-up and the first deal; seat 0 was given the dark plus card (LU-6)."""
        state = cls(players, options)
        state.begin_deal(chance, None)
        return state

    def clone(self) -> State:
        """An independent copy."""
        twin = State(self.players, self.options)
        twin.turn = self.turn
        twin.phase = self.phase
        twin.deal = self.deal
        twin.opener = self.opener
        twin.values = self.values
        twin.hands = [hand.copy() for hand in self.hands]
        twin.bids = self.bids.copy()
        twin.led = self.led
        twin.plays = self.plays.copy()
        twin.winners = self.winners.copy()
        twin.last_trick = self.last_trick.copy()
        twin.sheet_bids = self.sheet_bids.copy()
        twin.sheet_tricks = self.sheet_tricks.copy()
        return twin

    # Legal actions, phase by phase

    def legal(self) -> list[int]:
        seat = self.turn
        if seat is None:
            return []
        if self.phase == BIDDING:
            return list(range(BIDS))
        return self.legal_plays(seat)

    def legal_plays(self, seat: int) -> list[int]:
        """Any card, unless the led colour must be followed (LU-22 to LU-24)."""
        hand = self.hands[seat]
        if self.led == NOTHING:
            return hand.copy()
        first = SLOT + self.led * POSITIONS
        following = [index for index in hand if first <= index < first + POSITIONS]
        return following or hand.copy()

    def holds(self, seat: int, colour: int) -> bool:
        """Has the seat a card of that colour in hand?"""
        first = SLOT + colour * POSITIONS
        for index in self.hands[seat]:  # noqa: SIM110  # a generator would cost more than the search
            if first <= index < first + POSITIONS:
                return True
        return False

    def refusal(self, index: int) -> Message | None:
        seat = self.turn
        assert seat is not None
        if self.phase == BIDDING:
            return None if index < SLOT else Message(NAME, "refusal.bid_first")
        if index < SLOT:
            return Message(NAME, "refusal.bids_over")
        slot = index - SLOT
        colour = slot // POSITIONS
        if index not in self.hands[seat]:
            return self._refused_slot(seat, slot)
        if self.led != NOTHING and self.led != colour and self.holds(seat, self.led):
            return Message(NAME, "refusal.follow", colour=COLOURS[self.led])
        return None

    def _refused_slot(self, seat: int, slot: int) -> Message:
        if self.values[seat * SLOTS + slot] != NO_CARD:
            return Message(NAME, "refusal.slot_played", slot=slot_text(slot))
        first = seat * SLOTS + slot // POSITIONS * POSITIONS
        dealt = POSITIONS - self.values[first : first + POSITIONS].count(NO_CARD)
        return Message(NAME, "refusal.no_slot", slot=slot_text(slot), coloured=COLOURS[slot // POSITIONS], n=dealt)

    # What an action does, phase by phase

    def carry_out(self, index: int, chance: Chance, log: list[Event] | None) -> None:
        seat = self.turn
        assert seat is not None
        if index < SLOT:
            self.bid(seat, index, log)
        else:
            self.play(seat, index, chance, log)

    def begin_deal(self, chance: Chance, log: list[Event] | None) -> None:
        """A whole new deck is dealt; the opener bids first (LU-9, LU-15, LU-34)."""
        self.last_trick = self.plays[-self.players :]
        self.deal += 1
        self.plays = []
        self.winners = []
        self.bids = [NOTHING] * self.players
        self.deal_cards(chance)
        self.opener = self.opener_of_deal()
        self.turn = self.opener
        self.phase = BIDDING
        if log is not None:
            log.append(Event(NAME, "deal", dealer(self.deal, self.players), {"deal": self.deal}, reveals=True))
            kind = "open_ahead" if self.leader_opens() else "open"
            log.append(Event(NAME, kind, self.opener, {}))

    def deal_cards(self, chance: Chance) -> None:
        """Ten cards for everyone from the whole deck; what nobody gets lies aside (LU-9 to LU-12)."""
        players, highest = self.players, self.highest
        deck = list(range(len(COLOURS) * highest))
        left = len(deck)
        self.values = [NO_CARD] * (players * SLOTS)
        for packet in range(players):
            for _ in range(HAND):
                place = chance.pick(left)
                left -= 1
                deck[place], deck[left] = deck[left], deck[place]
            # The packet in front of a seat is played by its left neighbour (LU-11).
            self.take_up((packet + 1) % players, sorted(deck[left : left + HAND]))

    def take_up(self, seat: int, cards: list[int]) -> None:
        """A sorted packet becomes a hand, slot by slot (LU-12)."""
        hand = []
        colour, position = NOTHING, 0
        for card in cards:
            position = position + 1 if card // self.highest == colour else 0
            colour = card // self.highest
            slot = colour * POSITIONS + position
            self.values[seat * SLOTS + slot] = card % self.highest + 1
            hand.append(SLOT + slot)
        self.hands[seat] = hand

    def leader_opens(self) -> bool:
        """With three players whoever is ahead opens the last deal (LU-37)."""
        return self.players == 3 and self.deal == DEALS

    def opener_of_deal(self) -> int:
        """Who bids first and leads the first trick: the holder of the dark plus card, but for LU-37 (LU-15)."""
        holder = dark_plus(self.deal, self.players)
        return scoring.leader(self.scores, holder) if self.leader_opens() else holder

    def bid(self, seat: int, bid: int, log: list[Event] | None) -> None:
        """Everyone bids once, clockwise from the opener (LU-15)."""
        self.last_trick = []
        self.bids[seat] = bid
        if log is not None:
            # Final (LU-15): a bid taken back would have told something to the others (LU-R13).
            log.append(Event(NAME, "bid", seat, {"bid": bid_text(bid)}, reveals=True))
        self.turn = (seat + 1) % self.players
        if self.turn == self.opener:
            self.phase = PLAYING

    def play(self, seat: int, index: int, chance: Chance, log: list[Event] | None) -> None:
        """A card goes to the table and shows its value, to its owner as well (LU-20, LU-21)."""
        slot = index - SLOT
        value = self.values[seat * SLOTS + slot]
        self.hands[seat].remove(index)
        if self.led == NOTHING:
            self.led = slot // POSITIONS
        self.plays.append(play_of(seat, slot, value))
        if log is not None:
            facts: dict[str, object] = {"slot": slot_text(slot), "colour": COLOURS[slot // POSITIONS], "value": value}
            log.append(Event(NAME, "play", seat, facts, reveals=True))
        self.turn = (seat + 1) % self.players
        if len(self.plays) % self.players == 0:
            self.end_trick(chance, log)

    def end_trick(self, chance: Chance, log: list[Event] | None) -> None:
        """The winner takes the trick and leads the next one (LU-19, LU-26)."""
        winner = scoring.trick_winner(self.plays[-self.players :])
        self.winners.append(winner)
        self.led = NOTHING
        self.turn = winner
        if log is not None:
            log.append(Event(NAME, "trick", winner, {"number": len(self.winners)}))
        if len(self.winners) == TRICKS:
            self.score_deal(chance, log)

    def score_deal(self, chance: Chance, log: list[Event] | None) -> None:
        """Bids and tricks go onto the score pad; then the next deal, or the end (LU-7, LU-29 to LU-33)."""
        for seat in range(self.players):
            self.sheet_bids.append(self.bids[seat])
            self.sheet_tricks.append(self.tricks_won(seat))
        if log is not None:
            for seat in range(self.players):
                log.append(Event(NAME, "score", seat, self._score_facts(seat)))
        if self.deal < DEALS:
            self.begin_deal(chance, log)
        else:
            self.finish(log)

    def _score_facts(self, seat: int) -> dict[str, object]:
        bid, tricks = self.bids[seat], self.tricks_won(seat)
        points = scoring.deal_points(self.deal, bid, tricks)
        total = self.scores[seat]
        return {"deal": self.deal, "bid": bid_text(bid), "n": tricks, "points": points, "total": total}

    def finish(self, log: list[Event] | None) -> None:
        """The game is over; there is exactly one winner (LU-39 to LU-41)."""
        self.turn = None
        self.phase = OVER
        if log is not None:
            log.append(Event(NAME, "win", self.ranking.index(1), {}))

    def random_step(self, chance: Chance) -> None:
        """One random legal decision, with the same picks as the kernel's, but without the list of all of them."""
        seat = self.turn
        if seat is None:
            super().random_step(chance)
        elif self.phase == BIDDING:
            self.bid(seat, chance.pick(BIDS), None)
        else:
            hand = self.hands[seat]
            first, last = 0, len(hand)
            if self.led != NOTHING:
                # A hand is sorted, so the cards of a colour lie together.
                low = SLOT + self.led * POSITIONS
                while first < last and hand[first] < low:
                    first += 1
                end = first
                while end < last and hand[end] < low + POSITIONS:
                    end += 1
                if end > first:
                    last = end
                else:
                    first = 0
            self.play(seat, hand[first + chance.pick(last - first)], chance, None)

    # How things stand

    def tricks_won(self, seat: int) -> int:
        """How many tricks of this deal the seat has won."""
        return self.winners.count(seat)

    @property
    def scores(self) -> list[int]:
        """The total of each seat after the finished deals."""
        return scoring.totals(self.sheet_bids, self.sheet_tricks, self.players)

    @property
    def ranking(self) -> list[int]:
        """Every place is taken once."""
        return scoring.ranking(self.sheet_bids, self.sheet_tricks, self.players)

    @property
    def ending(self) -> str | None:
        """Only "complete": a game is always four deals."""
        return None if self.turn is not None else "complete"

    def points(self, seat: int) -> list[tuple[Message, int]]:
        return scoring.origins(self.sheet_bids, self.sheet_tricks, seat, self.players)

    def aside(self) -> list[list[int]]:
        """By colour the values that nobody was dealt, ascending. No view holds them (LU-27)."""
        unseen = [list(range(1, self.highest + 1)) for _ in COLOURS]
        for place, value in enumerate(self.values):
            if value != NO_CARD:
                unseen[place % SLOTS // POSITIONS].remove(value)
        return unseen

    def census(self) -> dict[str, int]:
        """The cards of the deck by colour, counted where they lie: in hands, played, aside."""
        counts = [len(values) for values in self.aside()]
        for hand in self.hands:
            for index in hand:
                counts[(index - SLOT) // POSITIONS] += 1
        for play in self.plays:
            counts[colour_of(play)] += value_of(play) > 0
        return {f"cards {COLOURS[colour]}": number for colour, number in enumerate(counts)}

    def action_count(self) -> int:
        return COUNT

    def figures(self) -> dict[str, list[list[int]]]:
        tricks = [self.sheet_tricks[seat :: self.players] for seat in range(self.players)]
        bids = [self.sheet_bids[seat :: self.players] for seat in range(self.players)]
        met = [
            [sum(scoring.bid_met(bid, won) for bid, won in zip(bids[seat], tricks[seat], strict=True))]
            for seat in range(self.players)
        ]
        return {"tricks": tricks, "bids met": met}

    def view(self, seat: int | None) -> View:
        self.check_seat(seat)
        return look(self, seat)
