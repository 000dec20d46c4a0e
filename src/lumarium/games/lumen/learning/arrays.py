"""Lumen as arrays: the rules of rules/state.py over matrices of colours and values, a million games at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from lumarium.games.lumen.rules.components import (
    COLOURS,
    DEALS,
    PENALTY,
    REWARD,
    REWARD_WITH_EXTRA,
    TRICKS,
    TRUMP,
)
from lumarium.games.lumen.rules.indices import BIDDING, BIDS, OVER, PLAYING, POSITIONS, SLOT, SLOTS
from lumarium.games.lumen.rules.scoring import LED_RANK, TRUMP_RANK
from lumarium.kernel.arrays import (
    NOBODY,
    Array,
    Arrays,
    Luck,
    any_of,
    at,
    before,
    choose,
    from_seat,
    largest,
    one_hot,
    places_by,
    put,
    rarely,
    smallest,
    summed,
    total,
    up_to,
)

from .features import HIGHEST, MOST_POINTS, STONES

if TYPE_CHECKING:
    from lumarium.kernel.game import Game

NOTHING = -1
TENTHS = np.array([number / TRICKS for number in range(TRICKS + 1)], np.float32)
TWELFTHS = np.array([number / HIGHEST for number in range(HIGHEST + 1)], np.float32)
TOTALS = np.array([points / MOST_POINTS for points in range(-MOST_POINTS, MOST_POINTS + 1)], np.float32)


class State(NamedTuple):
    """A position. Matrices have a row for each colour and a column for each value."""

    phase: Array
    turn: Array
    deal: Array
    """Counted from 1."""
    opener: Array
    owner: Array
    """Who was dealt each card; NOBODY where it lies aside."""
    trick: Array
    """The number of the trick in which each card was played, from 1; 0 while it is not."""
    number: Array
    """The trick being played; one more than there are once all are."""
    laid: Array
    """How many cards it has so far."""
    led: Array
    ahead: Array
    best: Array
    """The rank of the card that is ahead."""
    bids: Array
    won: Array
    """By seat, the tricks of this deal."""
    totals: Array
    last: Array
    """By seat, the points of the last deal of all, once it is played."""


class LumenArrays(Arrays[State]):
    """Lumen for so many players."""

    def __init__(self, game: Game, players: int, options: Any) -> None:
        super().__init__(game, players, options)
        self.deck = options.deck(players)
        self.highest = self.deck.highest
        self.seats = jnp.arange(players, dtype=jnp.int8)
        self.suits = jnp.arange(self.deck.colours)[:, None]
        """The colour of each card of the matrices."""
        self.values = jnp.arange(1, self.highest + 1)

    def begin(self, luck: Luck) -> State:
        """Set-up and the first deal; seat 0 was given the dark plus card (LU-6)."""
        nothing = jnp.zeros(self.players, jnp.int16)
        return self.begin_deal(jnp.ones((), jnp.int8), nothing, nothing, luck)[0]

    def begin_deal(self, deal: Array, totals: Array, last: Array, luck: Luck) -> tuple[State, Luck]:
        """A whole new deck is dealt; the opener bids first (LU-9, LU-15, LU-34)."""
        owner, luck = self.deal_cards(luck)
        opener = self.opener_of_deal(deal, totals)
        zero, nothing = jnp.zeros((), jnp.int8), jnp.full((), NOTHING, jnp.int8)
        state = State(
            phase=zero + BIDDING,
            turn=opener,
            deal=deal,
            opener=opener,
            owner=owner,
            trick=jnp.zeros_like(owner),
            number=zero + 1,
            laid=zero,
            led=nothing,
            ahead=nothing,
            best=zero,
            bids=jnp.full(self.players, NOTHING, jnp.int8),
            won=jnp.zeros(self.players, jnp.int8),
            totals=totals,
            last=last,
        )
        return state, luck

    def deal_cards(self, luck: Luck) -> tuple[Array, Luck]:
        """Ten cards for everyone from the whole deck; what nobody gets lies aside (LU-9 to LU-12)."""
        colours, hand = self.deck.colours, self.deck.hand
        drawn, luck = luck.shuffle(colours * self.highest, self.players * hand)
        packet = drawn // hand
        # The packet in front of a seat is played by its left neighbour (LU-11).
        owner = jnp.where(packet < self.players, (packet + 1) % self.players, NOBODY)
        return owner.reshape(colours, self.highest).astype(jnp.int8), luck

    def opener_of_deal(self, deal: Array, totals: Array) -> Array:
        """The holder of the dark plus card; with three players whoever is ahead opens the last deal, of several the
        first one clockwise from the holder (LU-13, LU-15, LU-37)."""
        holder = deal % self.players
        if self.players != 3:
            return holder
        first = places_by(totals, -((self.seats - holder) % self.players)) == 1
        return jnp.where(deal == self.deck.deals, jnp.argmax(first).astype(jnp.int8), holder)

    # Legal actions, phase by phase

    def turn(self, state: State) -> Array:
        return jnp.where(state.phase == OVER, NOBODY, state.turn).astype(jnp.int32)

    def legal_action_mask(self, state: State) -> Array:
        """Every bid, or any card unless the led colour must be followed (LU-16, LU-22 to LU-24)."""
        mine = state.owner == state.turn
        hand = mine & (state.trick == 0)
        following = hand & (state.led == self.suits)
        playable = jnp.where(any_of(following), following, hand)
        slots = self.in_slots(playable, mine) & (state.phase == PLAYING)
        bids = (state.phase == BIDDING) & (jnp.arange(BIDS) < self.deck.bids)
        return jnp.concatenate([bids, slots.reshape(SLOTS)])

    def in_slots(self, values: Array, mine: Array) -> Array:
        """What is told of the cards that a seat was dealt, slot by slot: sorted by value in each colour (LU-12)."""
        place = mine[..., None] & (before(mine)[..., None] == jnp.arange(POSITIONS))
        told = largest(jnp.where(place, values[..., None], jnp.zeros((), values.dtype)), 1)
        return jnp.pad(told, ((0, len(COLOURS) - self.deck.colours), (0, 0)))

    # What an action does, phase by phase

    def carry_out(self, state: State, action: Array, luck: Luck) -> State:
        after = choose(action < SLOT, self.bid(state, action), self.play(state, action - SLOT))
        after, _ = rarely(after.number > self.deck.hand, self.score_deal, (after, luck))
        return after

    def bid(self, state: State, bid: Array) -> State:
        """Everyone bids once, clockwise from the opener (LU-15)."""
        turn = (state.turn + 1) % self.players
        return state._replace(
            bids=put(state.bids, state.turn, bid),
            turn=turn,
            phase=jnp.where(turn == state.opener, jnp.int8(PLAYING), state.phase),
        )

    def play(self, state: State, slot: Array) -> State:
        """A card goes to the table and shows its value, to its owner as well (LU-20, LU-21)."""
        colour, position = slot // POSITIONS, slot % POSITIONS
        mine = state.owner == state.turn
        card = mine & (before(mine) == position) & (colour == self.suits)
        value = summed(jnp.where(card, self.values, 0), dtype=jnp.int32)
        led = jnp.where(state.led == NOTHING, colour, state.led).astype(jnp.int8)
        # Yellow above the led colour above all others (LU-25).
        rank = value + jnp.where(colour == TRUMP, TRUMP_RANK, jnp.where(colour == led, LED_RANK, 0))
        higher = rank > state.best
        ahead = jnp.where(higher, state.turn, state.ahead)
        laid = state.laid + 1
        full = laid == self.players
        # The winner takes the trick and leads the next one (LU-19, LU-26).
        return state._replace(
            trick=jnp.where(card, state.number, state.trick),
            laid=jnp.where(full, 0, laid),
            number=state.number + full,
            led=jnp.where(full, jnp.int8(NOTHING), led),
            ahead=ahead,
            best=jnp.where(full, 0, jnp.where(higher, rank, state.best)).astype(jnp.int8),
            won=state.won + (full & (self.seats == ahead)),
            turn=jnp.where(full, ahead, (state.turn + 1) % self.players),
        )

    def score_deal(self, table: tuple[State, Luck]) -> tuple[State, Luck]:
        """Bids and tricks go onto the score pad; then the next deal, or the end (LU-7, LU-29 to LU-33)."""
        state, luck = table
        points = self.deal_points(state)
        totals = state.totals + points
        end = state._replace(
            totals=totals,
            last=points,
            phase=jnp.full((), OVER, jnp.int8),
            number=jnp.full((), self.deck.hand, jnp.int8),
        )
        following, luck = self.begin_deal(state.deal + 1, totals, state.last, luck)
        return choose(state.deal == self.deck.deals, end, following), luck

    def deal_points(self, state: State) -> Array:
        """What each bid brings; the extra stone allows one trick more (LU-29 to LU-32)."""
        base, extra = state.bids // 2, state.bids % 2
        missed = state.won - base
        met = (missed == 0) | (missed == extra)
        number = state.deal - 1
        reward = jnp.where(extra == 1, at(jnp.array(REWARD_WITH_EXTRA), number), at(jnp.array(REWARD), number))
        return jnp.where(met, reward, -PENALTY * jnp.abs(missed)).astype(jnp.int16)

    # How things stand

    def scores(self, state: State) -> Array:
        return state.totals.astype(jnp.int32)

    def places(self, state: State) -> Array:
        """Highest total, then more points in the last deal, then nearer to the dark plus card (LU-39 to LU-41,
        LU-R11)."""
        return places_by(state.totals, state.last, -((self.seats - self.deck.deals) % self.players))

    def observe(self, state: State, seat: Array) -> Array:
        """What learning/features.py tells a seat, part by part."""
        away = jnp.where(state.owner == NOBODY, NOBODY, (state.owner - seat) % self.players)
        theirs = away == self.seats[:, None, None]
        held = state.trick == 0
        running = (state.trick == state.number) & (state.led != NOTHING)
        others = theirs & held & (self.seats > 0)[:, None, None]
        mine, aside = theirs[0], away == NOBODY
        lowest, highest = self.bounds(mine & held, mine & ~held, aside)
        on = state.phase != OVER
        bids = from_seat(state.bids, seat)
        return self.vector(
            {
                "turn": ((self.turn(state) - seat) % self.players == self.seats) & on,
                "phase": state.phase == jnp.array([BIDDING, PLAYING]),
                "deal": one_hot(state.deal - 1, DEALS),
                "dark plus": one_hot((state.deal - seat) % self.players, self.players),
                "opener": one_hot((state.opener - seat) % self.players, self.players),
                "hands": self.wide(others),
                "slots": self.in_slots(held, mine),
                "lowest": jnp.asarray(TWELFTHS)[self.in_slots(lowest, mine)],
                "highest": jnp.asarray(TWELFTHS)[self.in_slots(highest, mine)],
                "unseen": self.wide((mine & held) | aside),
                "aside": jnp.pad(jnp.asarray(TWELFTHS)[total(aside)], (0, len(COLOURS) - self.deck.colours)),
                "played": self.wide(jnp.where(theirs, jnp.asarray(TENTHS)[state.trick], 0)),
                "table": self.wide(theirs & running),
                "led": one_hot(state.led, len(COLOURS)),
                "ahead": ((state.ahead - seat) % self.players == self.seats) & (state.led != NOTHING),
                "bids": (bids // 2)[:, None] == jnp.arange(STONES),
                "extra": (bids != NOTHING) & (bids % 2 == 1),
                "tricks": jnp.asarray(TENTHS)[from_seat(state.won, seat)],
                "scores": jnp.asarray(TOTALS)[from_seat(state.totals, seat).astype(jnp.int32) + MOST_POINTS],
            }
        )

    def bounds(self, hidden: Array, known: Array, aside: Array) -> tuple[Array, Array]:
        """The lowest and the highest value that each of the own hidden cards can have, given their order, the values
        of those played, and which cards nobody was seen to have: the hidden ones and those aside.

        Of the unseen cards of a colour, in order, a hidden one is at least as many along as there are hidden ones
        before it and cards aside below the known card before it; and at most as many as if all cards aside up to the
        known card after it came first.
        """
        asides = up_to(aside)
        below = jnp.arange(self.highest)[:, None] > jnp.arange(self.highest)
        least = largest(jnp.where(below & known[:, None], asides[:, None], 0), -1)
        most = smallest(jnp.where(below.T & known[:, None], asides[:, None], asides[:, None, -1:]), -1)
        place, unseen = before(hidden), up_to(hidden | aside)

        def value(number: Array) -> Array:
            return jnp.where(hidden, 1 + total(unseen[:, None] <= number[..., None]), 0)

        return value(place + least), value(place + most)

    def wide(self, cards: Array) -> Array:
        """A matrix as large as the features', whatever the colours and the highest value in this deck."""
        lacking = [(0, len(COLOURS) - self.deck.colours), (0, HIGHEST - self.highest)]
        return jnp.pad(cards, [(0, 0)] * (cards.ndim - 2) + lacking)
