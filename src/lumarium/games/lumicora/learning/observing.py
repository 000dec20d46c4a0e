"""What a seat of Lumicora sees, as arrays: the parts that learning/features.py fills."""

from __future__ import annotations

from typing import TYPE_CHECKING

import jax.numpy as jnp
import numpy as np

from lumarium.games.lumicora.rules.components import COLOURS, KINDS, NUMBERS, ROUNDS, SPECIES
from lumarium.games.lumicora.rules.indices import (
    COORDINATES,
    FIRST_ANIMAL,
    NOTHING,
    ORIENTING,
    OVER,
    SPACE_AT,
    SPACES,
    START_SPACES,
    STEPS,
    ZONES,
)
from lumarium.kernel.arrays import Array, any_of, from_seat, one_hot, soft, total
from lumarium.kernel.features import as_floats

from . import bag, reef
from .features import EIGHTHS, EMERGENCIES, QUARTERS, SIXTHS, TENTHS
from .reef import Reef

if TYPE_CHECKING:
    from .arrays import LumicoraArrays, State

BY_HEIGHT, BY_NUMBER, BY_LIMESTONE, BY_JELLYFISH, BY_STACK = (
    np.array(as_floats(table)) for table in (EIGHTHS, SIXTHS, TENTHS, QUARTERS, EMERGENCIES)
)
OTHER_SPACES = np.array([[SPACE_AT.get((q + p, r + s), SPACES) for q, r in COORDINATES] for p, s in STEPS])
"""By way and space, where the other half of a Lumino is that lies this way from here."""
THESE_SPACES = np.broadcast_to(np.arange(SPACES), OTHER_SPACES.shape)


def parts(game: LumicoraArrays, state: State, seat: Array) -> dict[str, Array]:
    """The parts of the vector; what the options settled is left out."""
    players, seats = game.players, game.seats
    unseen, returned = bag.counted(state.bag, state.fewest)
    reefs = Reef(*(from_seat(values, seat) for values in state.reefs))
    lies = reefs.heights[:, START_SPACES[0]] > 0

    def away(other: Array) -> Array:
        """Truth values by seat from the own one on; none where it is nobody's."""
        return ((other - seat) % players == seats) & (other >= 0)

    return {
        "turn": away(game.turn(state)),
        "phase": one_hot(state.phase, OVER),
        "round": one_hot(state.round - 1, ROUNDS),
        "octopus": away(state.octopus),
        "last scorer": away(state.last_scorer),
        "extra scoring": state.extra_scoring,
        "emergency": jnp.asarray(BY_STACK)[state.bag.emergency],
        "needed": state.emergency_round > 0,
        "zone": one_hot(state.zone, len(ZONES)),
        "unseen": unseen,
        "returned": returned,
        "atoll": state.atoll,
        "fed": one_hot(state.fed, len(KINDS)),
        "hand": state.hand,
        "laying": one_hot(state.laying, len(KINDS)),
        "chosen": state.chosen,
        "displays": total(from_seat(state.displays, seat)[:, None] == bag.KIND[:, None]),
        "dealt": dealt(from_seat(state.starts, seat)) & ~lies[:, None] & (state.phase == ORIENTING),
        "reefs": planes(reefs),
        "limestone": jnp.asarray(BY_LIMESTONE)[from_seat(state.stores, seat)],
        "scored": from_seat(state.scored, seat),
        "jellyfish": jnp.asarray(BY_JELLYFISH)[from_seat(game.jellyfish(state), seat)],
        "track": soft(from_seat(state.track, seat).astype(jnp.int32)),
        "scores": soft(from_seat(game.scores(state), seat)),
    }


def dealt(starts: Array) -> Array:
    """By seat and colour: has the starting Lumino a half of it?"""
    return any_of(starts[..., None] == jnp.arange(len(COLOURS)), 1)


def planes(reefs: Reef) -> Array:
    """The reefs as planes of spaces, in the order of the features."""
    is_number = (reefs.faces >= NUMBERS[0]) & (reefs.faces <= NUMBERS[-1])
    mates = jnp.pad(reefs.mates, [(0, 0), (0, 1)], constant_values=NOTHING)
    return jnp.concatenate(
        [
            jnp.asarray(BY_HEIGHT)[reefs.heights][:, None],
            reefs.colours[:, None] == jnp.arange(len(COLOURS))[:, None],
            jnp.asarray(BY_NUMBER)[jnp.where(is_number, reefs.faces, 0)][:, None],
            reefs.faces[:, None] == FIRST_ANIMAL + jnp.arange(len(SPECIES))[:, None],
            reef.whole(reefs._replace(mates=mates), THESE_SPACES, OTHER_SPACES),
        ],
        1,
    )
