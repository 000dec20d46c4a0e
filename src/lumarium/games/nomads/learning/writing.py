"""Turn B of Nomads, and its last round, as arrays: which card, and how it is paid (NO-50 to NO-63).

See rules/writing.py.
"""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np

from lumarium.games.nomads.rules.components import JOKER, MOST_JOKERS, RUNGS, SONGS, STORIES
from lumarium.games.nomads.rules.indices import (
    LAST_WRITING,
    OVER,
    PAY,
    PAY_SET,
    PAYING,
    PAYING_SONG,
    PAYMENTS,
    SONG,
    WRITE,
)
from lumarium.games.nomads.rules.table import NOTHING
from lumarium.games.nomads.rules.writing import FIRST_SONG
from lumarium.kernel.arrays import Array, any_of, at, summed, total

from .table import ENDING, HELD, RUNG, State, Table

PAID = np.array([[types >> story & 1 for story in range(STORIES)] + [jokers] for types, jokers in PAYMENTS], np.int8)
"""The tiles of each payment for a song."""


class Writing(Table):
    """Somebody writes a card and pays for it."""

    # Turn B, and the last round: which card

    def cards_to_take(self, state: State) -> Array:
        """By legend and rung: is the card in the supply, and can the player pay for it? (NO-54 to NO-58)"""
        tiles, rungs = self.own(state, state.tiles), self.own(state, state.rungs)
        cost = self.values - self.own(state, self.values_held(state))[:, None]
        held = any_of(state.rungs[..., None] == RUNG, 0)
        return (rungs[:, None] < RUNG) & ~held & (cost <= (tiles[:STORIES] + tiles[JOKER])[:, None])

    def songs_to_take(self, state: State) -> Array:
        """By song: is it in the supply, and can the player pay for it, who has none yet? (NO-52, NO-53, NO-61)"""
        tiles = self.own(state, state.tiles)
        different = total(tiles[:STORIES] > 0) + tiles[JOKER]
        free = ~any_of(state.singing[:, None] == np.arange(SONGS), 0)
        return free & (self.own(state, state.singing) == NOTHING) & (self.song_tiles <= different)

    def choose_card(self, state: State, action: Array) -> State:
        """Names the card; how it is paid comes next."""
        song = jnp.argmax(self.songs == action - SONG + 1)
        return state._replace(
            card=jnp.where(action < SONG, action - WRITE, FIRST_SONG + song),
            phase=jnp.where(action < SONG, PAYING, PAYING_SONG),
        )

    # Turn B, and the last round: how it is paid

    def cost(self, state: State) -> Array:
        """How many tiles the chosen legend card takes: its value, less that of the card which it replaces (NO-51,
        NO-54, NO-56)."""
        held = self.own(state, self.values_held(state))
        return at(jnp.array(self.values.ravel()), state.card) - at(held, state.card // RUNGS)

    def payments(self, state: State) -> Array:
        """By number of jokers: can a legend card be paid so? (NO-59, NO-60)"""
        tiles, cost, paid = self.own(state, state.tiles), self.cost(state), np.arange(MOST_JOKERS + 1)
        return (paid <= cost) & (paid <= tiles[JOKER]) & (cost - paid <= at(tiles, state.card // RUNGS))

    def song_payments(self, state: State) -> Array:
        """By types and jokers: can a song be paid so? (NO-52, NO-60, NO-61)"""
        tiles = self.own(state, state.tiles)
        missing = summed((tiles[:STORIES] == 0) << np.arange(STORIES))
        types = np.array([types for types, _ in PAYMENTS])
        fits = PAID.sum(1) == at(jnp.array(self.song_tiles), state.card - FIRST_SONG)
        return fits & (PAID[:, JOKER] <= tiles[JOKER]) & (types & missing == 0)

    def pay(self, state: State, action: Array) -> State:
        """The tiles go to the box, the card to the player, and the card it replaces back to the supply (NO-50,
        NO-57)."""
        own = self.seats == state.turn
        legend, rung, jokers = state.card // RUNGS, state.card % RUNGS, action - PAY
        for_legend = jnp.where(legend == HELD, self.cost(state) - jokers, jnp.where(HELD == JOKER, jokers, 0))
        spent = jnp.where(action < PAY_SET, for_legend, jnp.asarray(PAID)[action - PAY_SET])
        written = own[:, None] & (np.arange(STORIES) == legend)
        sung = own & (state.card >= FIRST_SONG)
        state = state._replace(
            tiles=state.tiles - own[:, None] * spent,
            rungs=jnp.where(written, rung, state.rungs),
            singing=jnp.where(sung, state.card - FIRST_SONG, state.singing),
            quiet=0,
        )
        return self.end_writing(state)

    def end_writing(self, state: State) -> State:
        """After a card, or a pass: on with the turns, or with the last round, in which everyone has one card
        (NO-74)."""
        last = state.writers > 0
        writers = state.writers - last
        phase = jnp.where(last, jnp.where(writers > 0, LAST_WRITING, OVER), ENDING)
        turn = jnp.where(last, (state.turn + 1) % self.players, state.turn)
        return state._replace(card=NOTHING, writers=writers, phase=phase, turn=turn)
