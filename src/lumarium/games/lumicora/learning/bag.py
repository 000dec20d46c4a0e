"""Bag and emergency stack as arrays (LC-15 to LC-18, LC-79 to LC-84); see rules/bag.py."""

from __future__ import annotations

from typing import NamedTuple

import jax.numpy as jnp

from lumarium.games.lumicora.rules.components import COLOURS, CONTENTS, KINDS, NUMBERS
from lumarium.kernel.arrays import Array, Luck, largest, summed, up_to
from lumarium.kernel.arrays import total as how_many_true

KIND = jnp.arange(len(KINDS))


class Bag(NamedTuple):
    """What nobody can see. Luminos are counts by kind."""

    unseen: Array
    """Those that were never seen; `emergency` of them are in the stack, and nobody knows which."""
    returned: Array
    """Those that came back, and so are in the bag."""
    emergency: Array


def total(luminos: Array) -> Array:
    """How many Luminos there are of all kinds."""
    return summed(luminos, -1, dtype=jnp.int32)


def size(bag: Bag) -> Array:
    """How many Luminos are in the bag."""
    return total(bag.unseen) - bag.emergency + total(bag.returned)


def draw(bag: Bag, luck: Luck) -> tuple[Array, Bag, Luck]:
    """The kind of a uniformly random Lumino of the bag, which must not be empty, and what is left."""
    unseen, returned = total(bag.unseen), total(bag.returned)
    # Where nothing came back there is nothing to decide.
    place, luck = luck.pick(jnp.where(returned > 0, unseen - bag.emergency + returned, 1))
    again = place < returned
    place, luck = luck.pick(jnp.where(again, returned, unseen))
    kind = kind_at(jnp.where(again, bag.returned, bag.unseen), place)
    drawn = kind == KIND
    bag = bag._replace(unseen=bag.unseen - (drawn & ~again), returned=bag.returned - (drawn & again))
    return kind, bag, luck


def kind_at(luminos: Array, place: Array) -> Array:
    """The kind of the Lumino at a place when all lie in the order of their kinds: first its colour is found, then its
    number, then its animal, which is faster than to go along all kinds."""
    kind = jnp.zeros((), jnp.int32)
    for size in (len(COLOURS), len(NUMBERS), len(CONTENTS)):
        rows = luminos.reshape(size, -1)
        ends = up_to(total(rows))
        row = how_many_true(ends <= place)
        place = place - largest(jnp.where(ends <= place, ends, 0))
        luminos = summed(jnp.where((jnp.arange(size) == row)[:, None], rows, 0), 0, dtype=luminos.dtype)
        kind = kind * size + row
    return kind


def counted(bag: Bag, fewest: Array) -> tuple[Array, Array]:
    """By kind, how many were never seen and how many came back, as everybody counts them: without a stack there is
    nothing to tell apart."""
    hidden = bag.unseen + bag.returned
    unseen = jnp.where(bag.emergency > 0, fewest, hidden)
    return unseen, hidden - unseen
