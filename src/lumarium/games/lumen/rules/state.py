"""Lumen by Taiki Shinzawa (Pegasus Spiele 2025, after IELLO 2024), from its German rulebook; ids LU-n as in
docs/games/lumen.md.

Where the source is silent we decided (rulings LU-R1 to LU-R16 there), most of all: the order of the colours in a hand
is fixed and tells nothing, stones never run short, no extra stone with a bid of 10, and lower places are settled like
the first.
"""

from __future__ import annotations

from typing import Final, SupportsIndex

from lumarium.games.lumen.meta import NAME
from lumarium.games.lumen.options import Options
from lumarium.kernel.chance import Chance
from lumarium.kernel.event import Event
from lumarium.kernel.message import Message
from lumarium.kernel.native import append, i64, vec
from lumarium.kernel.state import State as KernelState

from . import scoring
from .actions import ACTIONS
from .components import COLOURS, HIGHEST_VALUE, Deck
from .indices import (
    BIDDING,
    BIDS,
    BIT,
    COLOUR_SLOTS,
    COUNT,
    OVER,
    PLAYING,
    POSITIONS,
    SLOT,
    SLOTS,
    VALUES,
    bid_text,
    colour_of,
    dark_plus,
    dealer,
    plays_from,
    random_slot,
    slot_text,
    value_of,
)
from .view import View, view_of

NOTHING: Final = -1
NO_CARD: Final = 0

ALL_BIDS: Final = list(range(BIDS))
# Each of these is as long as it may be needed; a part of it is a fresh copy.
DECK: Final = vec[i64](range(len(COLOURS) * max(HIGHEST_VALUE.values())))
NO_OWNERS: Final = vec[i64]([NOTHING] * len(DECK))
NO_VALUES: Final = vec[i64]([NO_CARD] * (max(HIGHEST_VALUE) * SLOTS))
NO_HANDS: Final = vec[i64]([0] * max(HIGHEST_VALUE))
NOT_DEALT: Final = vec[i64]()
NONE_PLAYED: Final = vec[i64]()


def whole_deck(deck: Deck) -> list[list[int]]:
    """By colour the values of all cards."""
    return [list(range(1, deck.highest + 1)) if colour < deck.colours else [] for colour in range(len(COLOURS))]


class State(KernelState):
    """A position of Lumen, with every value in every hand. The cards put aside are those that nobody was dealt."""

    game = NAME
    actions = ACTIONS

    def __init__(self, players: int, options: Options, deck: Deck | None = None) -> None:
        self.players = players
        self.options = options
        self.deck = options.deck(players) if deck is None else deck
        self.highest: i64 = self.deck.highest
        self.turn: int | None = None
        self.phase: i64 = BIDDING
        self.deal: i64 = 0
        self.opener: i64 = 0
        # By seat and slot as dealt, or NO_CARD. It is replaced in every deal and never changed, so clones share it.
        self.values = NOT_DEALT
        # By seat the set of the slots still held.
        self.held = NOT_DEALT
        self.bids: list[int] = []
        # Of the running trick: the colour to follow, the seat that is ahead, and the rank of its card.
        self.led: i64 = NOTHING
        self.ahead: i64 = NOTHING
        self.best: i64 = 0
        # Of this deal: the cards played, in order, as places of `values`, and the winners of the finished tricks.
        # What is appended to a vec may share its memory: only the owner does it, and clones have a vec of their own.
        self.played = NONE_PLAYED
        self.winners: list[int] = []
        # What still lies on the table from the deal before, until the first bid. Never changed, so clones share it.
        self.last_trick: list[int] = []
        # The score pad, one entry per finished deal and seat. Replaced by longer ones, so clones share it.
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
        twin = State(self.players, self.options, self.deck)
        twin.turn = self.turn
        twin.phase = self.phase
        twin.deal = self.deal
        twin.opener = self.opener
        twin.values = self.values
        twin.held = self.held[:]
        twin.bids = self.bids.copy()
        twin.led = self.led
        twin.ahead = self.ahead
        twin.best = self.best
        twin.played = self.played[:]
        twin.winners = self.winners.copy()
        twin.last_trick = self.last_trick
        twin.sheet_bids = self.sheet_bids
        twin.sheet_tricks = self.sheet_tricks
        return twin

    # Legal actions, phase by phase

    def legal(self) -> list[int]:
        seat = self.turn
        if seat is None:
            return []
        if self.phase == BIDDING:
            return ALL_BIDS[: self.deck.bids]
        return plays_from(self.playable(seat))

    def playable(self, seat: i64) -> i64:
        """The slots of any card, unless the led colour must be followed (LU-22 to LU-24)."""
        hand = self.held[seat]
        if self.led == NOTHING:
            return hand
        following = hand & COLOUR_SLOTS[self.led]
        return following or hand

    def refusal(self, index: int) -> Message | None:
        seat = self.turn
        assert seat is not None
        if self.phase == BIDDING:
            if index >= SLOT:
                return Message(NAME, "refusal.bid_first")
            return None if index < self.deck.bids else Message(NAME, "refusal.bid_high", n=self.deck.hand)
        if index < SLOT:
            return Message(NAME, "refusal.bids_over")
        card = BIT[index - SLOT]
        if self.playable(seat) & card:
            return None
        if self.held[seat] & card:
            return Message(NAME, "refusal.follow", colour=COLOURS[self.led])
        return self._refused_slot(seat, index - SLOT)

    def _refused_slot(self, seat: int, slot: int) -> Message:
        if self.values[seat * SLOTS + slot] != NO_CARD:
            return Message(NAME, "refusal.slot_played", slot=slot_text(slot))
        first = seat * SLOTS + slot // POSITIONS * POSITIONS
        dealt = sum(value != NO_CARD for value in self.values[first : first + POSITIONS])
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
        self.last_trick = self.shown(self.played[-self.players :])
        self.deal += 1
        self.played = NONE_PLAYED
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
        left = self.deck.colours * self.highest
        deck = DECK[:left]
        owners = NO_OWNERS[:left]
        for packet in range(self.players):
            # The packet in front of a seat is played by its left neighbour (LU-11).
            owner: i64 = (packet + 1) % self.players
            for _ in range(self.deck.hand):
                place: i64 = chance.pick(left)
                left -= 1
                owners[deck[place]] = owner
                deck[place] = deck[left]
        self.take_up(owners)

    def take_up(self, owners: vec[i64]) -> None:
        """Everyone sorts the own cards by colour and value, slot by slot (LU-12).

        `owners` has for each card of the deck the seat that was dealt it, or NOTHING.
        """
        players = self.players
        values = NO_VALUES[: players * SLOTS]
        held = NO_HANDS[:players]
        card: i64 = 0
        for colour in range(self.deck.colours):
            first: i64 = colour * POSITIONS
            count = NO_HANDS[:players]
            for value in range(1, self.highest + 1):
                owner = owners[card]
                card += 1
                if owner != NOTHING:
                    position = count[owner]
                    count[owner] = position + 1
                    values[owner * SLOTS + first + position] = value
            for seat in range(players):
                held[seat] |= (BIT[count[seat]] - 1) << first
        self.values = values
        self.held = held

    def leader_opens(self) -> bool:
        """With three players whoever is ahead opens the last deal (LU-37)."""
        return self.players == 3 and self.deal == self.deck.deals

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
        owner: i64 = seat
        slot: i64 = index - SLOT
        place = owner * SLOTS + slot
        value = self.values[place]
        colour = slot // POSITIONS
        self.held[owner] ^= BIT[slot]
        self.played = append(self.played, place)
        if self.led == NOTHING:
            self.led = colour
        rank = scoring.rank(colour, value, self.led)
        if rank > self.best:
            self.best = rank
            self.ahead = owner
        if log is not None:
            facts: dict[str, object] = {"slot": slot_text(slot), "colour": COLOURS[colour], "value": value}
            log.append(Event(NAME, "play", seat, facts, reveals=True))
        self.turn = (seat + 1) % self.players
        if len(self.played) % self.players == 0:
            self.end_trick(chance, log)

    def end_trick(self, chance: Chance, log: list[Event] | None) -> None:
        """The winner takes the trick and leads the next one (LU-19, LU-26)."""
        winner = self.ahead
        self.winners.append(winner)
        self.led = NOTHING
        self.best = 0
        self.turn = winner
        if log is not None:
            log.append(Event(NAME, "trick", winner, {"number": len(self.winners)}))
        if len(self.winners) == self.deck.hand:
            self.score_deal(chance, log)

    def score_deal(self, chance: Chance, log: list[Event] | None) -> None:
        """Bids and tricks go onto the score pad; then the next deal, or the end (LU-7, LU-29 to LU-33)."""
        self.sheet_bids = self.sheet_bids + self.bids
        tricks = [0] * self.players
        for winner in self.winners:
            tricks[winner] += 1
        self.sheet_tricks = self.sheet_tricks + tricks
        if log is not None:
            for seat in range(self.players):
                log.append(Event(NAME, "score", seat, self._score_facts(seat)))
        if self.deal < self.deck.deals:
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

    def decide_at_random(self, own: Chance, chance: Chance) -> None:
        """One random legal decision, with the same picks as the kernel's, but without the list of all of them."""
        seat = self.turn
        if seat is None:
            super().decide_at_random(own, chance)
        elif self.phase == BIDDING:
            self.bid(seat, own.pick(self.deck.bids), None)
        else:
            self.play(seat, SLOT + random_slot(self.playable(seat), own), chance, None)

    # How things stand

    @property
    def hands(self) -> list[list[int]]:
        """By seat the slots still held, ascending, as action indices."""
        return [plays_from(slots) for slots in self.held]

    @property
    def plays(self) -> list[int]:
        """Every card played in this deal, in order, as `play_of` counts it."""
        return self.shown(self.played)

    def shown(self, places: vec[i64]) -> list[int]:
        """Cards that were played, with their values."""
        return [place * VALUES + self.values[place] for place in places]

    def tricks_won(self, seat: int) -> int:
        """How many tricks of this deal the seat has won."""
        return self.winners.count(seat)

    @property
    def scores(self) -> list[int]:
        """The total of each seat after the finished deals."""
        return list(scoring.totals(self.sheet_bids, self.sheet_tricks, self.players))

    @property
    def ranking(self) -> list[int]:
        """Every place is taken once."""
        return scoring.ranking(self.sheet_bids, self.sheet_tricks, self.players, self.deck.deals)

    @property
    def ending(self) -> str | None:
        """Only "complete": a game always has all of its deals."""
        return None if self.turn is not None else "complete"

    def points(self, seat: SupportsIndex) -> list[tuple[Message, int]]:
        return scoring.origins(self.sheet_bids, self.sheet_tricks, self.check_player(seat), self.players)

    def aside(self) -> list[list[int]]:
        """By colour the values that nobody was dealt, ascending. No view holds them (LU-27)."""
        unseen = whole_deck(self.deck)
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

    def view(self, seat: SupportsIndex | None) -> View:
        return view_of(self, self.check_seat(seat))
