"""A table of Nomads as arrays: the position, what is asked of it on the way, and tiles that leave their stacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import jax.numpy as jnp
import numpy as np

from lumarium.games.nomads.rules.components import KINDS, MOON_TILE, RUNGS, SONGS, SPACES, STORIES
from lumarium.games.nomads.rules.indices import COLOUR, OVER, TALLEST
from lumarium.games.nomads.rules.table import NOTHING
from lumarium.kernel.arrays import NOBODY, Array, Arrays, Luck, any_of, before, one_hot, summed, total, up_to

if TYPE_CHECKING:
    from lumarium.games.nomads.options import Options
    from lumarium.kernel.game import Game

# What goes on by itself within a step, in this order; a position that is asked for is in none of these phases.
SOWING, TAKING, MOVED, LISTENING, ENDING, BEGINNING = range(OVER + 1, OVER + 7)

RING = np.arange(SPACES)
PIECES = np.arange(TALLEST)
"""The discs."""
COLOUR_OF = np.array(list(COLOUR))
KIND = np.arange(len(KINDS))
HELD = np.arange(STORIES + 1)
"""The kinds of tiles that lie before a player: stories and jokers."""
RUNG = np.arange(RUNGS)


class State(NamedTuple):
    """A position."""

    phase: Array
    turn: Array
    quiet: Array
    """The turns since the last news, this one too."""
    writers: Array
    """How many may still write in the last round; 0 before it."""
    origin: Array
    way: Array
    card: Array
    spaces: Array
    """By disc, where it is; NOTHING in the reserve."""
    heights: Array
    """By disc, how many lie below it."""
    owners: Array
    """By colour, who plays it; NOBODY for the nomads, ASLEEP for the sleepers."""
    lys: Array
    stacks: Array
    """By space, how many tiles are left."""
    tops: Array
    """By space, the kind of the top tile."""
    hidden: Array
    """By kind, the tiles below the tops."""
    moon_fields: Array
    tiles: Array
    """By seat and kind, what lies before the player."""
    rungs: Array
    """By seat and legend, the rung held, or NOTHING."""
    singing: Array
    """By seat, the song held, or NOTHING."""
    moon_tiles: Array
    """By seat, the moon tiles won."""


class Table(Arrays[State]):
    """What all phases share."""

    options: Options

    def __init__(self, game: Game, players: int, options: Options) -> None:
        super().__init__(game, players, options)
        options.check(players)
        self.seats = np.arange(players)
        self.start = options.start
        self.last_player = (options.start - 1) % players
        self.sleeper_placer = self.last_player if options.sleepers is None else options.sleepers
        self.values = np.array(options.card_values()).reshape(STORIES, RUNGS)
        self.songs = np.array(options.songs)
        self.song_tiles = np.array(options.song_prices())
        self.patience = options.patience(players)

    # Tiles

    def take_tops(self, state: State, takers: Array) -> State:
        """Top tiles go to their takers by space: moon tiles to the moon fields, others to the player, or for sleepers
        to the box (NO-35, NO-44 to NO-46)."""
        taken = (takers != NOBODY) & (state.stacks > 0)
        theirs = taken & (takers == self.seats[:, None])
        return state._replace(
            tiles=state.tiles + total(theirs[:, None] & (state.tops == HELD[:, None])),
            moon_fields=state.moon_fields + total(taken & (state.tops == MOON_TILE)),
            stacks=state.stacks - taken,
            tops=jnp.where(taken, NOTHING, state.tops),
            quiet=jnp.where(any_of(taken), 0, state.quiet),
        )

    def uncover(self, state: State, luck: Luck, most: int) -> tuple[State, Luck]:
        """Decides which of the hidden tiles now lie on top, on up to so many stacks; each is equally likely (NO-10)."""
        bare = (state.stacks > 0) & (state.tops == NOTHING)
        wanted = np.arange(most) < total(bare)
        up_to_kind = up_to(state.hidden)
        picked, luck = luck.pick_all(jnp.where(wanted, up_to_kind[-1] - np.arange(most), 1))
        tops, hidden = state.tops, state.hidden
        for number in range(most):
            kind = total(up_to_kind <= picked[number])
            up_to_kind -= wanted[number] & (kind <= KIND)
            hidden -= wanted[number] & (kind == KIND)
            tops = jnp.where(bare & (before(bare) == number), kind, tops)
        return state._replace(tops=tops, hidden=hidden), luck

    # Small questions

    def interim_scores(self, state: State) -> Array:
        """By seat, cards held minus tiles in front of the player; moon tiles do not count (NO-66)."""
        songs = summed(jnp.where(state.singing[:, None] == np.arange(SONGS), self.songs, 0), 1)
        return summed(self.values_held(state), 1) + songs - summed(state.tiles, 1, dtype=jnp.int32)

    def values_held(self, state: State) -> Array:
        """By seat and legend, the value of the card held; 0 without one."""
        return summed(jnp.where(state.rungs[..., None] == RUNG, self.values, 0), -1)

    def own(self, state: State, by_seat: Array) -> Array:
        """What is told by seat, for the one to move."""
        mine = one_hot(state.turn, self.players).reshape(-1, *[1] * (by_seat.ndim - 1))
        return summed(jnp.where(mine, by_seat, 0), 0)

    def sizes(self, state: State) -> Array:
        """By space, the discs there."""
        return total(state.spaces == RING[:, None])

    def disc_owners(self, state: State) -> Array:
        """By disc, who plays its colour."""
        return state.owners[COLOUR_OF]
