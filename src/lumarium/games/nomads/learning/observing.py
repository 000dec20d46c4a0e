"""What a seat sees of a position of arrays: the parts of learning/features.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

import jax.numpy as jnp
import numpy as np

from lumarium.games.nomads.rules.components import JOKER, KINDS, MOON_TILE, NOMAD, RUNGS, SONGS, SPACES
from lumarium.games.nomads.rules.indices import FROG, OVER, PHASES, PLACING_SLEEPERS, TALLEST, WAYS
from lumarium.games.nomads.rules.table import ASLEEP
from lumarium.kernel.arrays import NOBODY, Array, from_seat, one_hot, summed, total
from lumarium.kernel.features import FAR, SOFT, as_floats

from .features import CARDS, FIFTHS, FOURTEENTHS, FROGS, HELD, NOMADS, OWNED, POWERS, SLEEPERS, STACKS, TWELFTHS, Starts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .arrays import NomadsArrays
    from .table import State


def parts(arrays: NomadsArrays, state: State, seat: Array) -> Mapping[str, Array]:
    """All parts that a position fills, by name; seats are counted from the own one."""
    players = arrays.players
    seats = np.arange(players)
    kinds = np.arange(len(KINDS))
    awake = state.owners[NOMAD + 1 :]
    before_sleepers = (state.phase < PLACING_SLEEPERS) & (players < POWERS)

    def whose(owner: Array | int) -> Array:
        return one_hot((owner - seat) % players, players)

    starts: Starts = arrays.game.features.at[players]  # type: ignore[attr-defined]
    return {
        "turn": whose(state.turn) & (state.phase != OVER),
        "phase": one_hot(state.phase, len(PHASES) - 1),
        "start": whose(arrays.start),
        "sleepers": whose(arrays.sleeper_placer) & before_sleepers,
        "last round": (state.writers > 0) | (state.phase == OVER),
        "writers": table(FIFTHS)[state.writers],
        "quiet": table(starts.patience)[state.quiet],
        "adventurers": awake == (seats[:, None] + seat) % players,
        "asleep": awake == ASLEEP,
        "columns": columns(arrays, state, seat),
        "lys": one_hot(state.lys, SPACES),
        "origin": one_hot(state.origin, SPACES),
        "way": one_hot(state.way, len(WAYS)),
        "stacks": table(STACKS)[state.stacks],
        "tops": state.tops[:, None] == kinds,
        "hidden": table(FOURTEENTHS)[state.hidden],
        "box": table(FOURTEENTHS)[box(arrays, state)],
        "moon": table(TWELFTHS)[state.moon_fields],
        "card": one_hot(state.card, CARDS),
        "tiles": table(FOURTEENTHS)[from_seat(state.tiles, seat)],
        "legends": from_seat(state.rungs, seat)[..., None] == np.arange(RUNGS),
        "songs": from_seat(state.singing, seat)[:, None] == np.arange(SONGS),
        "moon tiles": table(TWELFTHS)[from_seat(state.moon_tiles, seat)],
        "scores": table(SOFT)[from_seat(arrays.scores(state), seat) + FAR],
    }


def columns(arrays: NomadsArrays, state: State, seat: Array) -> Array:
    """By space, height and plane: nomad, sleeper, frog, of which seat; the planes of a disc first as bits."""
    owners = arrays.disc_owners(state)
    owned = OWNED + (owners - seat) % arrays.players
    plane = jnp.where(owners == NOBODY, NOMADS, jnp.where(owners == ASLEEP, SLEEPERS, owned))
    discs = np.arange(TALLEST)
    planes = (1 << plane) | ((discs == FROG) << FROGS)
    here = (state.spaces == np.arange(SPACES)[:, None, None]) & (state.heights == discs[:, None])
    found = summed(jnp.where(here, planes, 0), -1)
    return found[..., None] >> np.arange(OWNED + arrays.players) & 1


def box(arrays: NomadsArrays, state: State) -> Array:
    """By kind, the tiles that are nowhere else (NO-10)."""
    tiles = np.array(arrays.options.copies())
    if arrays.options.coin is not None:
        tiles[JOKER] += 1
    kinds = np.arange(len(KINDS))
    moons = state.moon_fields + summed(state.moon_tiles)
    in_front = jnp.append(summed(state.tiles, 0), moons)
    assert len(in_front) == HELD + 1 == MOON_TILE + 1
    return tiles - state.hidden - total(state.tops == kinds[:, None]) - in_front


def table(shares: object) -> Array:
    """A row of numbers, given by their bits, to look them up."""
    return jnp.asarray(np.asarray(as_floats(shares)))  # type: ignore[arg-type]
