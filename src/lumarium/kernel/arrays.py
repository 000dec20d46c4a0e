"""The rules told a second time, as pure functions over small arrays: for JAX, a million games at a time.

The engine is the truth; `lumarium.conformance.arrays` plays both with the same picks and compares every decision.
Importing this module imports JAX, so nobody does unless `Game.arrays` is asked for.

How a game's `learning/arrays.py` is laid out, in the order of its `rules/state.py`:

1. `State`, a NamedTuple of small integer arrays: one game, without a batch; `jax.vmap` adds that.
2. `<Game>Arrays(Arrays[State])`, made for a number of players and options, with `begin`, then the questions (`turn`,
   `legal_action_mask`), then `carry_out` and one method per kind of decision, then what follows from it, with the ids
   of the rules beside the steps, then how things stand (`scores`, `places`), and `observe` last. Where that grows, what
   a seat sees is in `learning/observing.py`, and the phases are in files named as those of `rules/`.

Shapes never depend on what happens: what does not apply is masked. What a step does only now and then, such as dealing
cards, is wrapped in `rarely`, and costs nothing while no game of the batch needs it; or in `seldom`, and costs the more
the more games do. A number at a place that is computed is found by comparing (`jnp.where(jnp.arange(n) == place, ...)`,
`at`), which in small arrays is faster on a GPU than looking it up.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import partial
from itertools import accumulate
from math import prod
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend.core import ClosedJaxpr, jaxpr_as_fun

if TYPE_CHECKING:
    from .game import Game

Array: TypeAlias = Any
"""An array of JAX, which type checkers need not have."""
Axis: TypeAlias = int | tuple[int, ...] | None
S = TypeVar("S")
T = TypeVar("T")

NOBODY = -1
"""Whose turn it is when the game is over."""
PARTS = 16
"""How many parts of a batch `seldom` makes."""
WRITTEN_OUT = 64
"""Sums of so many numbers and fewer are written out."""
FAR = 2000
"""No score is farther from zero."""
SOFT = np.array([score / (50 + abs(score)) for score in range(-FAR, FAR + 1)], np.float32)


class Keyed(NamedTuple):
    """Luck that follows from a key of JAX."""

    key: Array

    def pick(self, n: Array | int) -> tuple[Array, Keyed]:
        """A random number of 0..n-1, for n up to 65,536, and the luck that is left."""
        key, used = jax.random.split(self.key)
        return word_to_number(jax.random.bits(used, (), jnp.uint32), n), Keyed(key)

    def pick_all(self, numbers: Array) -> tuple[Array, Keyed]:
        """Several picks at once, for which it is known beforehand out of how many each is."""
        key, used = jax.random.split(self.key)
        return word_to_number(jax.random.bits(used, numbers.shape, jnp.uint32), numbers), Keyed(key)

    def shuffle(self, size: int, drawn: int) -> tuple[Array, Keyed]:
        """By card of a pack, when it is drawn, counted from 0; `drawn` or more where it stays in the pack."""
        key, used = jax.random.split(self.key)
        words = jax.random.bits(used, (size,), jnp.uint32)
        # Two cards with the same word of 32 bits keep their order: once in millions of packs.
        cards = jnp.arange(size)
        earlier = (words[None] < words[:, None]) | ((words[None] == words[:, None]) & (cards[None] < cards[:, None]))
        return total(earlier), Keyed(key)


class Given(NamedTuple):
    """Luck that is known: the picks that the engine made, in order."""

    picks: Array
    used: Array

    def pick(self, n: Array | int) -> tuple[Array, Given]:
        """The next pick; as in the engine, none is used where there is a single outcome."""
        real = jnp.asarray(n) > 1
        return jnp.where(real, self.picks[self.used], 0), Given(self.picks, self.used + real)

    def pick_all(self, numbers: Array) -> tuple[Array, Given]:
        """The next picks, in order; none is used where there is a single outcome."""
        real = numbers > 1
        return jnp.where(real, self.picks[self.used + before(real)], 0), Given(self.picks, self.used + total(real))

    def shuffle(self, size: int, drawn: int) -> tuple[Array, Given]:
        """The same as a key's: card after card is picked, and the last card of the pack fills the gap."""

        def draw(number: Array, so_far: tuple[Array, Array, Given]) -> tuple[Array, Array, Given]:
            pack, when, luck = so_far
            place, luck = luck.pick(size - number)
            return pack.at[place].set(pack[size - 1 - number]), when.at[pack[place]].set(number), luck

        beginning = (jnp.arange(size), jnp.full(size, drawn), self)
        _, when, luck = jax.lax.fori_loop(0, drawn, draw, beginning)
        return when, luck


Luck = Keyed | Given
"""The only source of luck: `picked, luck = luck.pick(n)`."""


def luck_of(given: Array | Luck) -> Luck:
    """Luck from a key of JAX; what is luck already stays as it is."""
    return given if isinstance(given, Keyed | Given) else Keyed(given)


def given(picks: Any) -> Given:
    """The luck of a recorded game."""
    return Given(jnp.asarray(picks, jnp.int32), jnp.zeros((), jnp.int32))


class Arrays(ABC, Generic[S]):
    """A game for so many players and with these options, as functions over the arrays of one position.

    Only legal actions may be given to `step`, and none once the game is over: whoever cannot be sure of that asks
    `legal_action_mask` first, as `lumarium.adapters.pgx` does.
    """

    def __init__(self, game: Game, players: int, options: Any) -> None:
        self.game = game
        self.players = players
        self.options = options
        self.actions = len(game.actions)
        self.size = game.features.size(players)

    # What everyone asks

    def init(self, luck: Array | Luck) -> S:
        """A new game; the luck is a key of JAX, or `given` picks."""
        return self.begin(luck_of(luck))

    def step(self, state: S, action: Array, luck: Array | Luck) -> S:
        """The position after a legal action, given by its index."""
        return self.carry_out(state, jnp.asarray(action, jnp.int32), luck_of(luck))

    def terminated(self, state: S) -> Array:
        """Is the game over?"""
        return self.turn(state) == NOBODY

    # What a game writes

    @abstractmethod
    def begin(self, luck: Luck) -> S:
        """The first position."""

    @abstractmethod
    def carry_out(self, state: S, action: Array, luck: Luck) -> S:
        """The position after a legal action."""

    @abstractmethod
    def turn(self, state: S) -> Array:
        """Whose decision it is, as int32; NOBODY once the game is over."""

    @abstractmethod
    def legal_action_mask(self, state: S) -> Array:
        """A truth value for each action; none is true once the game is over."""

    @abstractmethod
    def scores(self, state: S) -> Array:
        """The points of each seat, as int32, counted as if the game ended now."""

    @abstractmethod
    def places(self, state: S) -> Array:
        """The place of each seat, as int32: 1 for the winner; shared places share the number."""

    @abstractmethod
    def observe(self, state: S, seat: Array) -> Array:
        """What a seat knows: the numbers of `game.features`, in single precision."""

    def vector(self, parts: Mapping[str, Array]) -> Array:
        """The parts of `game.features`, in its order; those that are not given are what the options settled."""
        blank = np.frombuffer(bytearray(self.game.features.blank(self.players, self.options)), np.float32)
        layout, starts = self.game.features.layout(self.players), self.game.features.starts(self.players)
        assert parts.keys() <= {part.name for part in layout}
        row = []
        for part, start in zip(layout, starts, strict=False):
            values = parts.get(part.name, blank[start : start + part.size])
            row.append(jnp.reshape(values, part.size).astype(jnp.float32))
        return jnp.concatenate(row)


# What the games share


Change: TypeAlias = Callable[[list[Array], list[Array]], list[Array]]
"""What becomes of the arrays of one game, given what the change holds besides them."""
ForAll: TypeAlias = Callable[[Change, Array, list[Array], list[Array]], list[Array]]
"""The same for a batch: a change of all that it gets, who wants it, what it holds, and the arrays."""


def rarely(wanted: Array, change: Callable[[T], T], what: T) -> T:
    """`change(what)` where it is wanted, else the same. A batch of games computes it only if one of them wants it."""
    return _where_wanted(wanted, change, what, _if_any)


def seldom(wanted: Array, change: Callable[[T], T], what: T) -> T:
    """The same for what takes long and few games want at a time, but hardly ever none: those of a batch that want it
    are brought together, one of `PARTS` of it at once."""
    return _where_wanted(wanted, change, what, _brought_together)


def once(wanted: Array, change: Callable[[T], T], what: T) -> T:
    """`change(what)` if one truth value says so, for what is no batch. As a loop that turns once or not at all, since a
    condition of XLA copies what it leaves alone."""
    beginning = (jnp.asarray(wanted), what)
    after: T = jax.lax.while_loop(lambda so_far: so_far[0], lambda so_far: (False, change(so_far[1])), beginning)[1]
    return after


def _where_wanted(wanted: Array, change: Callable[[T], T], what: T, for_all: Callable[[list[bool]], ForAll]) -> T:
    # What `change` holds besides its argument is passed too: inside a condition of JAX it may be a batch as well.
    held = jax.make_jaxpr(change)(what)
    leaves, shape = jax.tree.flatten(what)

    def changed(constants: list[Array], leaves: list[Array]) -> list[Array]:
        return jaxpr_as_fun(ClosedJaxpr(held.jaxpr, constants))(*leaves)  # type: ignore[no-any-return]

    def one(wanted: Array, constants: list[Array], leaves: list[Array]) -> list[Array]:
        same: list[Array] = jax.lax.cond(wanted, changed, lambda _, leaves: leaves, constants, leaves)
        return same

    def many(games: int, batched: Any, wanted: Array, constants: list[Array], leaves: list[Array]) -> Any:
        wanted = _for_each(games, batched[0], wanted)
        leaves = [_for_each(games, *both) for both in zip(batched[2], leaves, strict=True)]
        after = for_all(batched[1])(changed, wanted, constants, leaves)
        return after, [True] * len(after)

    chosen = jax.custom_batching.custom_vmap(one)
    chosen.def_vmap(many)
    after: T = jax.tree.unflatten(shape, chosen(wanted, held.consts, leaves))
    return after


def _for_each(games: int, batched: bool, array: Array) -> Array:
    return array if batched else jnp.broadcast_to(array, (games, *jnp.shape(array)))


def _if_any(batched: list[bool]) -> ForAll:
    axes = [0 if each else None for each in batched]

    def for_all(change: Change, wanted: Array, constants: list[Array], leaves: list[Array]) -> list[Array]:
        def change_all(before: list[Array]) -> list[Array]:
            changed: list[Array] = jax.vmap(choose)(
                wanted, jax.vmap(change, in_axes=(axes, 0))(constants, before), before
            )
            return changed

        after: list[Array] = once(jnp.any(wanted), change_all, leaves)
        return after

    return for_all


def _brought_together(batched: list[bool]) -> ForAll:
    axes = [0 if each else None for each in batched]

    def for_all(change: Change, wanted: Array, constants: list[Array], leaves: list[Array]) -> list[Array]:
        size = -(-wanted.shape[0] // PARTS)
        # Among those that want it, counted from 1.
        number = jnp.cumsum(wanted, dtype=jnp.int32)

        def change_some(so_far: tuple[Array, list[Array]]) -> tuple[Array, list[Array]]:
            done, before = so_far
            theirs = wanted & (number > done) & (number <= done + size)
            who = jnp.nonzero(theirs, size=size, fill_value=0)[0]
            few = [each if axis is None else each[who] for axis, each in zip(axes, constants, strict=True)]
            after = jax.vmap(change, in_axes=(axes, 0))(few, [each[who] for each in before])
            place = jnp.clip(number - done - 1, 0, size - 1)
            return done + size, jax.vmap(choose)(theirs, [each[place] for each in after], before)

        beginning = (jnp.zeros((), jnp.int32), leaves)
        after: list[Array] = jax.lax.while_loop(lambda so_far: so_far[0] < number[-1], change_some, beginning)[1]
        return after

    return for_all


def choose(condition: Array, yes: T, no: T) -> T:
    """One of two positions, field by field."""
    chosen: T = jax.tree.map(lambda one, other: jnp.where(condition, one, other), yes, no)
    return chosen


def total(flags: Array, axis: Axis = -1) -> Array:
    """How many are true along an axis."""
    return summed(flags, axis, jnp.int32)


def summed(values: Array, axis: Axis = None, dtype: Any = None) -> Array:
    """As `jnp.sum`, but of a few numbers it is written out, as are the four that follow: what is written out becomes
    one kernel with all that it is about, which takes a half to a third of the time on a GPU."""
    if _is_short(values, axis):
        whole = jax.eval_shape(partial(jnp.sum, dtype=dtype), jax.ShapeDtypeStruct((1,), values.dtype))
        return _fold(jnp.add, values.astype(whole.dtype), axis)
    return jnp.sum(values, axis, dtype)


def any_of(flags: Array, axis: Axis = None) -> Array:
    """As `jnp.any`."""
    return _fold(jnp.logical_or, flags, axis) if _is_short(flags, axis) else jnp.any(flags, axis)


def all_of(flags: Array, axis: Axis = None) -> Array:
    """As `jnp.all`."""
    return _fold(jnp.logical_and, flags, axis) if _is_short(flags, axis) else jnp.all(flags, axis)


def largest(values: Array, axis: Axis = None) -> Array:
    """As `jnp.max`."""
    return _fold(jnp.maximum, values, axis) if _is_short(values, axis) else jnp.max(values, axis)


def smallest(values: Array, axis: Axis = None) -> Array:
    """As `jnp.min`."""
    return _fold(jnp.minimum, values, axis) if _is_short(values, axis) else jnp.min(values, axis)


def _is_short(values: Array, axis: Axis) -> bool:
    numbers: int = prod(values.shape[each] for each in _axes(values, axis))
    return 0 < numbers <= WRITTEN_OUT


def _axes(values: Array, axis: Axis) -> list[int]:
    if axis is None:
        return [*range(values.ndim)]
    return sorted(each % values.ndim for each in (axis if isinstance(axis, tuple) else (axis,)))


def _fold(combine: Callable[[Array, Array], Array], values: Array, axis: Axis) -> Array:
    parts = [values]
    for each in reversed(_axes(values, axis)):
        parts = [
            jax.lax.index_in_dim(part, at, each, keepdims=False) for part in parts for at in range(part.shape[each])
        ]
    # In pairs, for short chains.
    while len(parts) > 1:
        pairs = [combine(*pair) for pair in zip(parts[::2], parts[1::2], strict=False)]
        parts = pairs + parts[len(pairs) * 2 :]
    return parts[0]


def up_to(counts: Array) -> Array:
    """Running sums along the last axis, each with its own number."""
    size = counts.shape[-1]
    if size <= WRITTEN_OUT:
        each = [counts[..., place].astype(jnp.int32) for place in range(size)]
        return jnp.stack([*accumulate(each)], -1)
    places = jnp.arange(size)
    return jnp.sum(jnp.where(places[:, None] >= places, counts[..., None, :], 0), -1, dtype=jnp.int32)


def before(counts: Array) -> Array:
    """Running sums along the last axis, each without its own number."""
    return up_to(counts) - counts


def at(values: Array, place: Array) -> Array:
    """The number at a place of a short array; 0 beyond its ends."""
    return summed(jnp.where(jnp.arange(values.shape[0]) == place, values, 0), None, values.dtype)


def put(values: Array, place: Array, value: Array) -> Array:
    """The same short array with another number at that place."""
    return jnp.where(jnp.arange(values.shape[0]) == place, value, values).astype(values.dtype)


def one_hot(place: Array, size: int) -> Array:
    """Truth values, of which only the one at that place is true, or none beyond the ends."""
    return jnp.arange(size) == place


def from_seat(values: Array, seat: Array) -> Array:
    """What is told by seat, beginning with this one and clockwise."""
    players = values.shape[0]
    places = jnp.arange(players)
    whose = (places[:, None] + seat) % players == places
    return summed(jnp.where(whose.reshape(players, players, *[1] * (values.ndim - 1)), values, 0), 1, values.dtype)


def soft(scores: Array) -> Array:
    """Scores that know no bounds as `kernel/features.py` has them; looked up, for not every machine divides alike."""
    return jnp.asarray(SOFT)[jnp.clip(scores + FAR, 0, 2 * FAR)]


def places_by(*keys: Array) -> Array:
    """The place of each seat by these numbers, the first deciding first, the largest first; equals share a place."""
    better = jnp.zeros((), bool)
    for key in reversed(keys):
        better = (key[None] > key[:, None]) | ((key[None] == key[:, None]) & better)
    return 1 + total(better)


def word_to_number(word: Array, n: Array | int) -> Array:
    """The number of 0..n-1 that a random word of 32 bits falls on, for n up to 65,536, computed without 64 bits."""
    number = jnp.asarray(n, jnp.uint32)
    low = (word & 0xFFFF) * number >> 16
    return ((word >> 16) * number + low >> 16).astype(jnp.int32)
