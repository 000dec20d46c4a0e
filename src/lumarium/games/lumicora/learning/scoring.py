"""Coral scorings and the final scoring as arrays (LC-59, LC-66 to LC-78); see rules/scoring.py."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np

from lumarium.games.lumicora.rules.components import (
    COLOURS,
    DARK_ANIMALS,
    LIGHT_ANIMALS,
    MAJORITY_FIRST,
    MAJORITY_FIRST_SHARED,
    MAJORITY_SECOND,
    MAJORITY_SECOND_SHARED,
    MOST_TAKEN,
    NUMBERS,
    ROUNDS,
    SPECIES,
)
from lumarium.games.lumicora.rules.indices import FIRST_ANIMAL
from lumarium.games.lumicora.rules.terrain import Terrain
from lumarium.kernel.arrays import Array, largest, smallest, summed, total

from .reef import BESIDE, Reef, around

HIGHEST = (MOST_TAKEN * ROUNDS + 2) // 2
"""No reef is higher: every level below the top needs two Luminos."""
LEVELS = np.arange(1, HIGHEST + 1)[:, None]
MANY = max(NUMBERS) + 1


def coral_points(reef: Reef, colour: Array) -> Array:
    """The smallest visible number of the colour in each level that has one (LC-59)."""
    shown = (reef.colours == colour) & (reef.faces >= NUMBERS[0]) & (reef.faces <= NUMBERS[-1])
    counted = smallest(jnp.where(shown & (reef.heights == LEVELS), reef.faces, MANY), -1)
    return summed(jnp.where(counted == MANY, 0, counted), -1, dtype=jnp.int32)


def visible_animals(reefs: Reef) -> Array:
    """By seat, species and space: is there one to be seen?"""
    return reefs.faces[:, None] == FIRST_ANIMAL + jnp.arange(len(SPECIES))[:, None]


def dark_points(reefs: Reef) -> Array:
    """Category 3, dark side: more animals of a species, more points (LC-68)."""
    table = np.array([DARK_ANIMALS[species] for species in SPECIES])
    most = table.shape[1] - 1
    number = jnp.minimum(total(visible_animals(reefs)), most)
    scored = number[..., None] == jnp.arange(most + 1)
    return summed(jnp.where(scored, table, 0), (-2, -1), dtype=jnp.int32)


def light_points(reefs: Reef, ground: Terrain) -> Array:
    """Category 3, light side: each animal by its neighbours, the large scoring or the small one (LC-73, LC-74)."""
    heights, other = reefs.heights[..., None], around(reefs.heights)
    water = np.array([ground.is_water(space) for space in range(len(ground.codes))] + [False])[BESIDE]
    liked = {
        "shellfish": (other == 0) & water,
        "crab": other == heights,
        "seahorse": other > heights,
        "starfish": (other >= 1) & (other < heights),
    }
    animals = visible_animals(reefs)
    points = jnp.zeros((), jnp.int32)
    for place, species in enumerate(SPECIES):
        small, needed, large = LIGHT_ANIMALS[species]
        number = total(liked[species])
        each = jnp.where(number >= needed, large, jnp.where(number > 0, small, 0))
        points = points + summed(jnp.where(animals[:, place], each, 0), -1, dtype=jnp.int32)
    return points


def majority_points(reefs: Reef) -> Array:
    """Category 4: who shows most of each colour, and second most (LC-69 to LC-72)."""
    counts = total(reefs.colours[:, None] == jnp.arange(len(COLOURS))[:, None])
    most = largest(counts, 0)
    second = largest(jnp.where(counts < most, counts, 0), 0)
    leads, follows = counts == most, counts == second
    alone = total(leads, 0) == 1
    for_first = jnp.where(alone, MAJORITY_FIRST, MAJORITY_FIRST_SHARED)
    for_second = jnp.where(total(follows, 0) == 1, MAJORITY_SECOND, MAJORITY_SECOND_SHARED)
    points = jnp.where(leads, for_first, jnp.where(follows & alone, for_second, 0))
    return summed(jnp.where(counts > 0, points, 0), -1, dtype=jnp.int32)


def penalties(reefs: Reef, ground: Terrain) -> Array:
    """Category 5: the remote limestone that can still be seen (LC-78)."""
    return summed(jnp.where(reefs.heights == 0, np.array(ground.penalties), 0), -1, dtype=jnp.int32)
