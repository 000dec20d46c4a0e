"""Turn A of Nomads as arrays: move, Lys, Red's lift, listening (NO-24 to NO-49); see rules/moving.py."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np

from lumarium.games.nomads.rules.components import RED, SIANA, SPACES, ULRICH
from lumarium.games.nomads.rules.indices import (
    ACTING,
    DOUBLE,
    DOUBLING,
    FIRST_DISC,
    LAST_DISC,
    LIFTING,
    NO_LIFT,
    SKIP,
    SKIPPING,
    STEP,
    TALLEST,
    TURNING_LYS,
)
from lumarium.games.nomads.rules.table import NOTHING
from lumarium.kernel.arrays import NOBODY, Array, Luck, any_of, at, summed, total

from .table import ENDING, LISTENING, MOVED, RING, SOWING, TAKING, State, Table

REDS = slice(FIRST_DISC[RED], LAST_DISC[RED] + 1)


class Moving(Table):
    """Somebody lifts a column and sows it, and whoever lies on top then listens."""

    # Turn A: move

    def shift_lys(self, state: State, shift: Array) -> State:
        """Moon may move Lys one field before she acts; nobody takes a tile for it (NO-82, NO-83)."""
        return state._replace(lys=(state.lys + shift) % SPACES, phase=ACTING)

    def own_columns(self, state: State) -> Array:
        """By space: is a disc of the player there, at any height? (NO-26)"""
        own = self.disc_owners(state) == state.turn
        return any_of((state.spaces == RING[:, None]) & own, 1)

    def begin_move(self, state: State, move: Array) -> State:
        """Takes a column in hand; Ulrich and Siana say first how they use their power (NO-27, NO-31, NO-88)."""
        origin = move // 2
        doubling = (state.owners[ULRICH] == state.turn) & (total(state.spaces == origin) > 1)
        skipping = state.owners[SIANA] == state.turn
        phase = jnp.where(doubling, DOUBLING, jnp.where(skipping, SKIPPING, SOWING))
        return state._replace(origin=origin, way=move % 2, phase=phase)

    def sow(self, state: State, action: Array) -> State:
        """The bottom disc goes to the next space, and so on until the hand is empty; then Lys is looked at (NO-28,
        NO-29, NO-32)."""
        hand = state.spaces == state.origin
        # Disc `double + 1` joins the one before it; before disc number `skip` a space is passed (NO-87, NO-90).
        double = jnp.where((action >= DOUBLE) & (action < SKIP), action - DOUBLE + 1, TALLEST)
        skip = jnp.where((action >= SKIP) & (action < NO_LIFT), action - SKIP + 1, TALLEST + 1)

        def space_of(number: Array) -> Array:
            steps = number - (number > double) + (number >= skip)
            return (state.origin + at(jnp.array(list(STEP)), state.way) * steps) % SPACES

        spaces = jnp.where(hand, space_of(state.heights + 1), state.spaces)
        # Whatever was in hand lies above the rest, in its old order.
        order = state.heights + hand * TALLEST
        heights = total((spaces == spaces[:, None]) & (order < order[:, None]))
        return state._replace(
            spaces=spaces,
            heights=heights,
            origin=NOTHING,
            way=NOTHING,
            phase=jnp.where(space_of(total(hand)) == state.lys, TURNING_LYS, MOVED),
        )

    # Turn A: Lys

    def take_for_lys(self, state: State, luck: Luck) -> tuple[State, Luck]:
        """The player takes the top tile where Lys points now (NO-33 to NO-36)."""
        taking = state.phase == TAKING
        state = self.take_tops(state, jnp.where(taking & (state.lys == RING), state.turn, NOBODY))
        state, luck = self.uncover(state, luck, 1)
        return state._replace(phase=jnp.where(taking, MOVED, state.phase)), luck

    # Turn A: Red's lift

    def check_lift(self, state: State) -> State:
        """Red is asked where a lift would change something; then everyone listens (NO-40, NO-92)."""
        asked = (state.owners[RED] == state.turn) & any_of(self.lifts(state))
        return state._replace(phase=jnp.where(asked, LIFTING, LISTENING))

    def reds(self, state: State) -> tuple[Array, Array]:
        """Where Red's two discs are: their spaces, and which of his there each is, from the bottom up."""
        spaces, heights = state.spaces[REDS], state.heights[REDS]
        return spaces, (spaces[0] == spaces[1]) & (heights > heights[::-1])

    def lifts(self, state: State) -> Array:
        """By space and number: would lifting this one of Red's discs give a sequence of colours that no lower one
        gives? (NO-93)"""
        spaces, number = self.reds(state)
        heights = state.heights[REDS]
        top = heights == total(state.spaces == spaces[:, None]) - 1
        together = (spaces[0] == spaces[1]) & (jnp.abs(heights[0] - heights[1]) == 1)
        changes = ~top & ~(together & (number | top[::-1]))
        here = (spaces == RING[:, None, None]) & (number == np.arange(2)[:, None])
        return any_of(here & changes, -1)

    def lift(self, state: State, lift: Array) -> State:
        """Red puts one of his discs on top of its own column, or none (NO-91)."""
        spaces, number = self.reds(state)
        chosen = (lift >= 0) & (spaces == lift // 2) & (number == lift % 2)
        from_height = summed(jnp.where(chosen, state.heights[REDS], 0))
        column = any_of(chosen) & (state.spaces == lift // 2)
        disc = column & (state.heights == from_height)
        heights = state.heights - (column & (state.heights > from_height))
        return state._replace(heights=jnp.where(disc, total(column) - 1, heights), phase=LISTENING)

    # Turn A: listen

    def listen(self, state: State, luck: Luck) -> tuple[State, Luck]:
        """Every adventurer on top of a column takes the top tile there, all eight at once (NO-41 to NO-49)."""
        listening = state.phase == LISTENING
        state = self.take_tops(state, jnp.where(listening, self.listeners(state), NOBODY))
        state, luck = self.uncover(state, luck, SPACES)
        return state._replace(phase=jnp.where(listening, ENDING, state.phase)), luck

    def listeners(self, state: State) -> Array:
        """By space, who hears the story there: the seat whose disc lies on top, ASLEEP, or NOBODY (NO-42, NO-46 to
        NO-48)."""
        here = state.spaces == RING[:, None]
        top = here & (state.heights == total(here)[:, None] - 1)
        return NOBODY + summed(jnp.where(top, self.disc_owners(state) - NOBODY, 0), 1)
