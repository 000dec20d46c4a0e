"""The network that learns: one for a game, whatever the number of players.

What a seat sees goes in, spread to the vector of the most players, and how many there are. Every layer but the first
changes what came before it. Out come how much speaks for each action, and what the position is worth to the seat.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from lumarium.kernel.arrays import Array


class Shape(NamedTuple):
    """How large a network is."""

    inputs: int
    actions: int
    width: int
    layers: int
    """How many come after the first one."""


class Layer(NamedTuple):
    """Weights by input and output, and a number for each output."""

    weights: Array
    bias: Array


class Network(NamedTuple):
    """A network, or what belongs to each of its numbers."""

    first: Layer
    hidden: list[Layer]
    policy: Layer
    value: Layer


def fresh(key: Array, shape: Shape) -> Network:
    """A network that knows nothing: all actions are alike to it."""
    width = shape.width
    keys = iter(jax.random.split(key, shape.layers + 3))

    def layer(rows: int, columns: int, scale: float) -> Layer:
        weights = jax.random.normal(next(keys), (rows, columns)) * (scale / rows**0.5)
        return Layer(weights, jnp.zeros(columns))

    hidden = [layer(width, width, 0.7) for _ in range(shape.layers)]
    # Of the numbers that come in, few are not zero.
    return Network(layer(shape.inputs, width, 2.5), hidden, layer(width, shape.actions, 0.01), layer(width, 1, 0.1))


def judge(network: Network, seen: Array) -> tuple[Array, Array]:
    """How much speaks for each action, and the outlook, in single precision."""
    found = jax.nn.relu(through(network.first, seen))
    for layer in network.hidden:
        found = jax.nn.relu(found + through(layer, found))
    return through(network.policy, found), through(network.value, found)[..., 0]


def through(layer: Layer, values: Array) -> Array:
    """A layer's sums."""
    sums: Array = product(values, layer.weights)
    return sums + layer.bias


def halves(values: Array, weights: Array) -> Array:
    """A product of matrices, made of halves and added up in single precision; so are its slopes, which JAX left to
    itself makes of a half and a whole, at the speed of wholes."""
    return jnp.matmul(values.astype(half()), weights.astype(half()), preferred_element_type=jnp.float32)


def _forth(values: Array, weights: Array) -> tuple[Array, tuple[Array, Array]]:
    return halves(values, weights), (values, weights)


def _back(known: tuple[Array, Array], slope: Array) -> tuple[Array, Array]:
    values, weights = known
    to_values, to_weights = halves(slope, weights.T), halves(values.T, slope)
    return to_values.astype(values.dtype), to_weights.astype(weights.dtype)


product: Any = jax.custom_vjp(halves)
product.defvjp(_forth, _back)


def half() -> Any:
    """In which precision sums are made: half of it where the machine is made for that."""
    return jnp.float32 if jax.default_backend() == "cpu" else jnp.bfloat16


def size(network: Any) -> int:
    """How many numbers it has."""
    return sum(leaf.size for leaf in jax.tree.leaves(network))
