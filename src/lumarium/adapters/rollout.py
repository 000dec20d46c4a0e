"""Whole games in one compiled loop, for throughput: every game of a batch is moved on at once and begins anew.

    arrays = lumarium.game("lumen").arrays(players=4)
    course = rollout(arrays, jax.random.key(7), games=100_000, decisions=176)
    course.ended, course.returns / course.ended

Importing this module imports JAX (the extra `jax`). It needs no pgx.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from lumarium.kernel.arrays import Array, Arrays, at, choose, largest, once, summed, total, up_to, word_to_number

Policy = Callable[[Any, Any, Any], Any]
"""An action for each game, from what the seats to move see (or None), what they may do, and a key."""

BITS = 32


class Course(NamedTuple):
    """Where a batch of games stands, and what was played."""

    states: Any
    ended: Array
    """How many games came to their end."""
    returns: Array
    """By seat, what their places were worth in all."""
    seen: Array
    """The sum of all numbers that were observed: nobody needs it, but without it nothing would be computed."""


def rollout(
    arrays: Arrays[Any],
    key: Array,
    games: int,
    decisions: int,
    policy: Policy | None = None,
    observe: bool = False,
    states: Any = None,
) -> Course:
    """So many decisions in each of so many games, from the beginning or from given states; compiled as a whole."""
    beginning, key = jax.random.split(key)
    if states is None:
        states = _begin(arrays)(jax.random.split(beginning, games))
    return _loop(arrays, games, decisions, policy or at_random, observe)(key, states)  # type: ignore[no-any-return]


# JAX compiles a function once, so the same rollout has to be the same function.


@cache
def _begin(arrays: Arrays[Any]) -> Any:
    return jax.jit(jax.vmap(arrays.init))


@cache
def _loop(arrays: Arrays[Any], *how: Any) -> Any:
    return jax.jit(partial(_decide_all, arrays, *how), donate_argnums=1)


def _decide_all(
    arrays: Arrays[Any], games: int, decisions: int, policy: Policy, observe: bool, key: Array, states: Any
) -> Course:
    def decide(course: Course, key: Array) -> tuple[Course, None]:
        choosing, luck, again = jax.random.split(key, 3)
        seen = jax.vmap(arrays.observe)(course.states, jax.vmap(arrays.turn)(course.states)) if observe else None
        actions = policy(seen, jax.vmap(arrays.legal_action_mask)(course.states), choosing)
        states = jax.vmap(arrays.step)(course.states, actions, jax.random.split(luck, games))
        over = jax.vmap(arrays.terminated)(states)

        def renew(course: Course) -> Course:
            worth = jnp.where(over[:, None], jax.vmap(lambda each: utilities(arrays.places(each)))(states), 0)
            fresh = jax.vmap(arrays.init)(jax.random.split(again, games))
            return course._replace(
                states=jax.vmap(choose)(over, fresh, states),
                ended=course.ended + total(over),
                returns=course.returns + worth.sum(0),
            )

        course = once(jnp.any(over), renew, course._replace(states=states))
        return course if seen is None else course._replace(seen=course.seen + seen.sum()), None

    course = Course(states, jnp.zeros((), jnp.int32), jnp.zeros(arrays.players), jnp.zeros(()))
    return jax.lax.scan(decide, course, jax.random.split(key, decisions))[0]  # type: ignore[no-any-return]


def at_random(_seen: Any, legal: Array, key: Array) -> Array:
    """A uniformly random legal action for each game, with one random word each."""
    words = jax.random.bits(key, legal.shape[:1], jnp.uint32)
    return jax.vmap(nth_legal)(legal, words)


def nth_legal(legal: Array, word: Array) -> Array:
    """The legal action that a random word falls on: the mask is packed into words, of which one is chosen, and then one
    of its bits, by halves."""
    rows = jnp.pad(legal, (0, -len(legal) % BITS)).reshape(-1, BITS)
    words = summed(rows.astype(jnp.uint32) << jnp.arange(BITS, dtype=jnp.uint32), 1)
    ends = up_to(jax.lax.population_count(words))
    number = word_to_number(word, ends[-1])
    row = total(ends <= number)
    left = number - largest(jnp.where(ends <= number, ends, 0))
    chosen, place = at(words, row), row * BITS
    for half in (16, 8, 4, 2, 1):
        lower = jax.lax.population_count(chosen & ((1 << half) - 1)).astype(jnp.int32)
        upper = left >= lower
        chosen = jnp.where(upper, chosen >> half, chosen)
        left = jnp.where(upper, left - lower, left)
        place = jnp.where(upper, place + half, place)
    return place


def utilities(places: Array) -> Array:
    """What each place is worth, as in `adapters/utility.py`: from 1 for the winner to -1 for the last, shared alike."""
    last = places.shape[0] - 1
    alike = total(places[:, None] == places)
    return 1 - (2 * places + alike - 3) / last
