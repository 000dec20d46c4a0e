"""Reefs as arrays: heights, what lies on top, and where a Lumino may be laid (LC-37 to LC-52); see rules/reef.py."""

from __future__ import annotations

from typing import NamedTuple

import jax.numpy as jnp
import numpy as np

from lumarium.games.lumicora.rules.indices import NEIGHBOURS, NOTHING, PAIRS, PLACEMENTS, SPACES
from lumarium.kernel.arrays import Array, any_of

SPACE = jnp.arange(SPACES, dtype=jnp.int8)
FIRST, SECOND = np.transpose(PAIRS)
"""By pair of spaces that share an edge, the two of them."""
NUMBER_SPACE, OTHER_SPACE = np.transpose(PLACEMENTS).astype(np.int8)
"""By placement the space of the number half, and that of the other half."""
BESIDE = np.array([beside + [SPACES] * (6 - len(beside)) for beside in NEIGHBOURS])
"""By space its neighbours; where the board ends, one that is not there."""


class Reef(NamedTuple):
    """A reef, or with the seats as first dimension all reefs; by space what is seen from above."""

    heights: Array
    colours: Array
    faces: Array
    """Plain coral, a number or an animal, as rules/indices.py counts them. Bare spaces have NOTHING for both."""
    mates: Array
    """Where the other half of the Lumino was laid. If no half is covered, this space is in turn the mate of that."""


def bare(players: int) -> Reef:
    """The reefs before the starting Luminos lie."""
    nothing = jnp.full((players, SPACES), NOTHING, jnp.int8)
    return Reef(jnp.zeros((players, SPACES), jnp.int8), nothing, nothing, nothing)


def put(reefs: Reef, mine: Array, placement: Array, first: tuple[Array, Array], second: tuple[Array, Array]) -> Reef:
    """A Lumino goes to a place of one reef; each half is a colour and a face (LC-31, LC-50)."""
    a, b = jnp.asarray(NUMBER_SPACE)[placement], jnp.asarray(OTHER_SPACE)[placement]
    on_a, on_b = mine[:, None] & (a == SPACE), mine[:, None] & (b == SPACE)

    def laid(one: Array, other: Array, before: Array) -> Array:
        return jnp.where(on_a, one, jnp.where(on_b, other, before)).astype(jnp.int8)

    return Reef(
        reefs.heights + (on_a | on_b),
        laid(first[0], second[0], reefs.colours),
        laid(first[1], second[1], reefs.faces),
        laid(b, a, reefs.mates),
    )


def around(values: Array) -> Array:
    """By space what its six neighbours have, NOTHING beyond the edge of the board."""
    edge = [(0, 0)] * (values.ndim - 1) + [(0, 1)]
    return jnp.pad(values, edge, constant_values=NOTHING)[..., BESIDE]


def touching(reef: Reef, colour: Array) -> Array:
    """The spaces on which one half is enough for the Lumino to touch its colour (LC-40 to LC-46)."""
    heights, above = reef.heights, around(reef.heights)
    beside = any_of((above == heights[:, None] + 1) & (around(reef.colours) == colour), -1)
    free = heights == 0
    # Exceptions A (no such coral is visible in level 1) and B (no two free spaces touch it): any Lumino will do.
    excepted = ~any_of(free & beside & any_of(above == 0, -1))
    on_ground = jnp.where(excepted, any_of(above > 0, -1), beside)
    return jnp.where(free, on_ground, beside | (reef.colours == colour))


def legal_pairs(reef: Reef, colour: Array, limestone: Array, water: Array, board: Array | None) -> Array:
    """By pair of spaces: may a Lumino of the colour lie there, either way round, with so much limestone? `board` tells
    which spaces a small reef has."""
    if board is not None:
        reef = reef._replace(heights=jnp.where(board, reef.heights, jnp.int8(NOTHING)))
    heights, touched = reef.heights, touching(reef, colour)
    level = heights[FIRST] == heights[SECOND]
    if board is not None:
        level &= board[FIRST]
    reached = touched[FIRST] | touched[SECOND]
    # On the ground water has to be paid for (LC-48, LC-49); above it two Luminos must be beneath (LC-44).
    paid = limestone >= water[FIRST].astype(np.int8) + water[SECOND].astype(np.int8)
    return level & reached & jnp.where(heights[FIRST] == 0, paid, ~whole(reef, FIRST, SECOND))


def whole(reef: Reef, first: Array, second: Array) -> Array:
    """Do both spaces show the halves of one Lumino? (LC-44)"""
    return (reef.mates[..., first] == second) & (reef.mates[..., second] == first)
