"""Nomads as arrays: the rules of rules/state.py over spaces and heights of discs, a million games at a time.

In the order of the rulebook: set-up, turn A (move, Lys, Red's lift, listening), turn B (writing), and the frame of a
turn with the moon. What follows from a decision by itself goes on step by step through phases that nobody sees.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import jax
import jax.numpy as jnp
import numpy as np

from lumarium.games.nomads.rules.components import (
    ADVENTURERS,
    DISCS,
    JOKER,
    LAST_STACKS,
    MOON,
    MOON_FIELDS,
    MOST_POINTS,
    NOMAD,
    NOSTROMO,
    PRIZES,
    SETUP_HEIGHT,
    SPACES,
    STORIES,
)
from lumarium.games.nomads.rules.indices import (
    ACTING,
    ADVENTURER,
    CHOOSING,
    COUNT,
    DISC,
    DOUBLE,
    FIRST_DISC,
    FROG,
    LAST_WRITING,
    LIFT,
    LIFTING,
    LYS,
    MOVE,
    NO_LIFT,
    OFFERS,
    OVER,
    PASS,
    PAY,
    PLACING_DISCS,
    PLACING_FROG,
    PLACING_LYS,
    PLACING_SLEEPERS,
    PLAIN,
    PUT_FROG,
    SHIFT,
    SHIFTING,
    SKIP,
    TALLEST,
    TURNING_LYS,
    WRITE,
)
from lumarium.games.nomads.rules.table import ASLEEP, NOTHING
from lumarium.kernel.arrays import NOBODY, Array, Luck, any_of, choose, places_by, put, summed, total

from . import observing
from .moving import Moving
from .table import BEGINNING, COLOUR_OF, ENDING, MOVED, PIECES, RING, SOWING, TAKING, State
from .writing import Writing

if TYPE_CHECKING:
    from lumarium.games.nomads.options import Tiny

NOMADS = COLOUR_OF == NOMAD
OFFERED = np.array(list(OFFERS), bool).reshape(-1, COUNT)
"""By phase: the actions that it asks for."""


class NomadsArrays(Moving, Writing):
    """Nomads for so many players and with these options."""

    def begin(self, luck: Luck) -> State:
        """Eight stacks with their top tiles, the coin of LUMARATHON, and preset adventurers (NO-11, NO-13,
        NO-RU-34)."""
        options, zero, nothing = self.options, np.int8(0), np.int8(NOTHING)
        tiles = np.zeros((self.players, STORIES + 1), np.int8)
        if options.coin is not None:
            tiles[options.coin, JOKER] += 1
        owners = np.full(len(DISCS), NOBODY, np.int8)
        for seat, name in enumerate(options.adventurers[: self.players]):
            owners[ADVENTURERS.index(name) + 1] = seat
        empty = State(
            phase=zero + CHOOSING,
            turn=np.int8(self.start),
            quiet=zero,
            writers=zero,
            origin=nothing,
            way=nothing,
            card=nothing,
            spaces=np.full(TALLEST, NOTHING, np.int8),
            heights=np.zeros(TALLEST, np.int8),
            owners=owners,
            lys=nothing,
            stacks=np.array(options.stack_heights(), np.int8),
            tops=np.full(SPACES, NOTHING, np.int8),
            hidden=np.array(options.copies(), np.int8),
            moon_fields=zero,
            tiles=tiles,
            rungs=np.full((self.players, STORIES), NOTHING, np.int8),
            singing=np.full(self.players, NOTHING, np.int8),
            moon_tiles=np.zeros(self.players, np.int8),
        )
        empty = jax.tree.map(jnp.asarray, empty)
        state, _ = self.uncover(empty, luck, SPACES)
        if options.tiny is not None:
            state = self.lay_out(state, options.tiny)
        elif options.adventurers:
            state = self.settle_adventurers(state)
        return small(state, empty)

    # Legal actions, phase by phase

    def turn(self, state: State) -> Array:
        return jnp.where(state.phase == OVER, NOBODY, state.turn).astype(jnp.int32)

    def legal_action_mask(self, state: State) -> Array:
        """What the phase asks for, as far as it is possible; each part stands where its actions are counted."""
        room = self.sizes(state) < SETUP_HEIGHT
        others = state.lys != RING
        discs = total(state.spaces == state.origin)
        anything = np.ones(SPACES, bool)
        songs = any_of((self.songs - 1 == np.arange(MOST_POINTS)[:, None]) & self.songs_to_take(state), 1)
        possible = [
            state.owners[NOMAD + 1 :] == NOBODY,
            anything,
            room,
            room,
            others,
            anything[: MOVE - SHIFT],
            jnp.repeat(self.own_columns(state), 2),
            anything[: DOUBLE - PLAIN],
            # Ulrich doubles any step but the last, Siana skips any step (NO-87, NO-90).
            np.arange(SKIP - DOUBLE) < discs - 1,
            np.arange(NO_LIFT - SKIP) < discs,
            anything[: LIFT - NO_LIFT],
            self.lifts(state).ravel(),
            self.cards_to_take(state).ravel(),
            songs,
            anything[: PAY - PASS],
            self.payments(state),
            self.song_payments(state),
        ]
        return jnp.asarray(OFFERED)[state.phase] & jnp.concatenate(possible)

    # What an action does, phase by phase

    def carry_out(self, state: State, action: Array, luck: Luck) -> State:
        after = state
        for asked, decided in (
            (state.phase == CHOOSING, self.choose_adventurer(state, action - ADVENTURER + 1)),
            ((action >= PUT_FROG) & (action < LYS), self.place(state, (action - PUT_FROG) % SPACES)),
            (state.phase == PLACING_LYS, self.place_lys(state, action - LYS)),
            (state.phase == SHIFTING, self.shift_lys(state, action - SHIFT - 1)),
            ((action >= MOVE) & (action < PLAIN), self.begin_move(state, action - MOVE)),
            ((action >= PLAIN) & (action < NO_LIFT), state._replace(phase=SOWING)),
            (state.phase == TURNING_LYS, state._replace(lys=action - LYS, phase=TAKING)),
            (state.phase == LIFTING, self.lift(state, action - LIFT)),
            ((action >= WRITE) & (action < PASS), self.choose_card(state, action)),
            (action == PASS, self.end_writing(state)),
            (action >= PAY, self.pay(state, action)),
        ):
            after = choose(asked, decided, after)
        after = choose(after.phase == SOWING, self.sow(after, action), after)
        after, luck = self.take_for_lys(after, luck)
        after = choose(after.phase == MOVED, self.check_lift(after), after)
        after, luck = self.listen(after, luck)
        after = choose(after.phase == ENDING, self.end_turn(after), after)
        after = choose(after.phase == BEGINNING, self.begin_turn(after), after)
        return small(after, state)

    # Set-up

    def choose_adventurer(self, state: State, colour: Array) -> State:
        """Clockwise from the starting player everyone takes an adventurer who is still free (NO-13)."""
        turn = (state.turn + 1) % self.players
        state = state._replace(owners=put(state.owners, colour, state.turn), turn=turn)
        return choose(turn == self.start, self.settle_adventurers(state), state)

    def lay_out(self, state: State, tiny: Tiny) -> State:
        """A tiny game begins with all its discs on the ring; the others stay in the box."""
        spaces, heights = np.full(TALLEST, NOTHING, np.int8), np.zeros(TALLEST, np.int8)
        for space, column in enumerate(tiny.discs()):
            for height, name in enumerate(column):
                spaces[DISC[name]], heights[DISC[name]] = space, height
        laid = state._replace(spaces=spaces, heights=heights, owners=self.asleep(state), lys=tiny.lys)
        return self.begin_turn(laid)

    def asleep(self, state: State) -> Array:
        """The owners of the colours, with the adventurers whom nobody plays asleep (NO-14)."""
        free = (state.owners == NOBODY) & (np.arange(len(DISCS)) != NOMAD)
        return jnp.where(free, ASLEEP, state.owners)

    def settle_adventurers(self, state: State) -> State:
        """The others fall asleep; an awake Nostromo puts his frog down before the nomads come (NO-14, NO-15)."""
        owners = self.asleep(state)
        state = state._replace(owners=owners, turn=owners[NOSTROMO], phase=PLACING_FROG)
        return choose(owners[NOSTROMO] == ASLEEP, self.lay_nomads(state), state)

    def lay_nomads(self, state: State) -> State:
        """A nomad on each space, on the frog too; then the sleepers, if there are any (NO-16, NO-17)."""
        home = PIECES - FIRST_DISC[NOMAD]
        awake = self.players == len(ADVENTURERS)
        return state._replace(
            spaces=jnp.where(NOMADS, home, state.spaces),
            heights=jnp.where(NOMADS, state.spaces[FROG] == home, state.heights),
            turn=self.start if awake else self.sleeper_placer,
            phase=PLACING_DISCS if awake else PLACING_SLEEPERS,
        )

    def place(self, state: State, space: Array) -> State:
        """The frog, the next sleeper, or an own disc goes on top of a column (NO-15, NO-17, NO-19)."""
        owners = self.disc_owners(state)
        frog, asleep = state.phase == PLACING_FROG, state.phase == PLACING_SLEEPERS
        # A sleeping Nostromo's frog stays in the box (NO-18).
        reserve = (state.spaces == NOTHING) & (PIECES != FROG)
        waiting = reserve & (owners == jnp.where(asleep, ASLEEP, state.turn))
        disc = jnp.where(frog, FROG, jnp.argmax(waiting)) == PIECES
        state = state._replace(
            spaces=jnp.where(disc, space, state.spaces),
            heights=jnp.where(disc, total(state.spaces == space), state.heights),
        )
        # The sleepers one after the other; then a disc each, clockwise, twice around; then Lys (NO-17, NO-19, NO-21).
        following = jnp.where(asleep, state.turn, (state.turn + 1) % self.players)
        more = any_of(reserve & ~disc & (owners == jnp.where(asleep, ASLEEP, following)))
        turn = jnp.where(more, following, jnp.where(asleep, self.start, self.last_player))
        phase = jnp.where(more, state.phase, jnp.where(asleep, PLACING_DISCS, PLACING_LYS))
        return choose(frog, self.lay_nomads(state), state._replace(turn=turn, phase=phase))

    def place_lys(self, state: State, space: Array) -> State:
        """The last player points Lys at a field; then the starting player begins (NO-21, NO-22)."""
        return state._replace(lys=space, turn=self.start, phase=BEGINNING)

    # The frame of a turn

    def end_turn(self, state: State) -> State:
        """Full moons are scored, all of them alike; then the next player is on turn (NO-22, NO-64, NO-70, NO-71)."""
        moons = state.moon_fields // MOON_FIELDS
        return state._replace(
            moon_fields=state.moon_fields - moons * MOON_FIELDS,
            moon_tiles=state.moon_tiles + moons * self.shares(self.interim_scores(state)),
            turn=(state.turn + 1) % self.players,
            phase=BEGINNING,
        )

    def shares(self, scores: Array) -> Array:
        """The moon tiles that each score wins: those who tie pool the prizes of their ranks and split them evenly
        (NO-67, NO-68)."""
        better, tied = total(scores > scores[:, None]), total(scores == scores[:, None])
        rank = np.arange(len(PRIZES))
        pooled = (rank >= better[:, None]) & (rank < (better + tied)[:, None])
        return summed(jnp.where(pooled, np.array(PRIZES), 0), 1) // tied

    def begin_turn(self, state: State) -> State:
        """First the end test; then Moon may shift Lys before she acts (NO-23, NO-73, NO-77, NO-82)."""
        few = total(state.stacks > 0) <= LAST_STACKS
        last = few | (state.quiet >= self.patience)
        phase = jnp.where(state.owners[MOON] == state.turn, SHIFTING, ACTING)
        return state._replace(
            quiet=state.quiet + ~last,
            writers=jnp.where(last, self.players, 0),
            phase=jnp.where(last, LAST_WRITING, phase),
        )

    # How things stand

    def scores(self, state: State) -> Array:
        """The points of each seat, counted as if the game ended now (NO-78)."""
        return self.interim_scores(state) + state.moon_tiles

    def places(self, state: State) -> Array:
        """Most points, then more legend cards, then a shared place (NO-80, NO-81)."""
        return places_by(self.scores(state), total(state.rungs != NOTHING))

    def observe(self, state: State, seat: Array) -> Array:
        return self.vector(observing.parts(self, state, seat))


def small(state: State, like: State) -> State:
    """The position in numbers as small as those of another."""
    fields: State = jax.tree.map(lambda new, old: jnp.asarray(new, old.dtype), state, like)
    return fields
