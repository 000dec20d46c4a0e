"""What is learned from the games that were played: proximal policy optimisation."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from lumarium.kernel.arrays import Array

from .network import Network, judge
from .selfplay import Lesson

CLIP = 0.2
"""How far the chance of an action may move before there is nothing more to gain."""
WORTH = 0.5
"""How much an error of the outlook counts beside what the policy gains."""
STEEPEST = 0.5
"""The longest slope that is followed as it is."""


class Learner(NamedTuple):
    """What learns, and the moments of its slopes."""

    network: Network
    critic: Network | None
    mean: Any
    square: Any
    updates: Array


class Manner(NamedTuple):
    """How boldly it learns; it changes on the way."""

    rate: Array
    entropy: Array
    """What an undecided policy is worth."""
    policy: Array
    """1, or 0 where only the outlook is learned."""


class Report(NamedTuple):
    """What the lessons say, on average."""

    entropy: Array
    error: Array
    """The square error of the outlook, beside the variance of what came."""
    moved: Array
    """How far the policy moved, as a divergence."""


def begin(network: Network, critic: Network | None) -> Learner:
    """A learner that has learned nothing yet."""
    nothing = jax.tree.map(jnp.zeros_like, (network, critic))
    return Learner(network, critic, nothing, nothing, jnp.zeros((), jnp.int32))


def loss(both: tuple[Network, Network | None], lesson: Lesson, manner: Manner) -> tuple[Array, Report]:
    """The clipped gain, the outlook's error and the entropy, over the decisions that count."""
    network, critic = both
    speaks, outlook = judge(network, lesson.seen)
    odds = jax.nn.log_softmax(jnp.where(lesson.legal, speaks, -1e9))
    share = lesson.counts.astype(jnp.float32) / jnp.maximum(lesson.counts.sum(), 1)
    better = lesson.better - (lesson.better * share).sum()
    better /= jnp.sqrt((better**2 * share).sum()) + 1e-6
    change = jnp.take_along_axis(odds, lesson.action[:, None], 1)[:, 0] - lesson.odds
    ratio = jnp.exp(change)
    gain = jnp.minimum(ratio * better, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * better)
    entropy = -jnp.where(lesson.legal, jnp.exp(odds) * odds, 0).sum(-1)
    spread = ((lesson.came - (lesson.came * share).sum()) ** 2 * share).sum() + 1e-6
    error = (share * (outlook - lesson.came) ** 2).sum() / spread
    wrong = error
    if critic is not None:
        known = judge(critic, jnp.concatenate([lesson.seen, lesson.beside], -1))[1]
        wrong += (share * (known - lesson.came) ** 2).sum() / spread
    bolder = (share * gain).sum() + manner.entropy * (share * entropy).sum()
    return WORTH * wrong - manner.policy * bolder, Report(
        (share * entropy).sum(), error, (share * (ratio - 1 - change)).sum()
    )


class Diet(NamedTuple):
    """How much is learned from so many decisions."""

    share: float
    """The share of them that is looked at: about those that count."""
    parts: int
    """In so many steps."""
    epochs: int
    """So many times."""


def learn(diet: Diet, learner: Learner, manner: Manner, lesson: Lesson, key: Array) -> tuple[Learner, Report]:
    """Goes over the decisions some times, part by part."""
    number = int(len(lesson.came) * diet.share) // diet.parts * diet.parts

    def once(learner: Learner, key: Array) -> tuple[Learner, Report]:
        choosing, mixing = jax.random.split(key)
        # Those that count come first, so that none of them is left out while others are in.
        counting = jnp.argsort(jax.random.uniform(choosing, lesson.came.shape) - lesson.counts)[:number]
        order = jax.random.permutation(mixing, counting).reshape(diet.parts, -1)

        def part(learner: Learner, places: Array) -> tuple[Learner, Report]:
            some = Lesson(*(each[places] for each in lesson))
            slope, report = jax.grad(loss, has_aux=True)((learner.network, learner.critic), some, manner)
            return step(learner, (held(slope[0], manner.policy), slope[1]), manner.rate), report

        after: tuple[Learner, Report] = jax.lax.scan(part, learner, order)
        return after

    learner, reports = jax.lax.scan(once, learner, jax.random.split(key, diet.epochs))
    return learner, jax.tree.map(jnp.mean, reports)


def held(slope: Network, policy: Array) -> Network:
    """Where only the outlook is learned, its last layer alone: all others are the policy's, too, which stays."""
    less: Network = jax.tree.map(lambda each: each * policy, slope)
    return less._replace(value=slope.value)


def step(learner: Learner, slope: Any, rate: Array) -> Learner:
    """One step of Adam."""
    number = learner.updates + 1
    length = jnp.sqrt(sum(jnp.sum(each**2) for each in jax.tree.leaves(slope)))
    slope = jax.tree.map(lambda each: each * jnp.minimum(1, STEEPEST / (length + 1e-6)), slope)
    mean = jax.tree.map(lambda old, new: 0.9 * old + 0.1 * new, learner.mean, slope)
    square = jax.tree.map(lambda old, new: 0.99 * old + 0.01 * new**2, learner.square, slope)

    def moved(weight: Array, first: Array, second: Array) -> Array:
        return weight - rate * (first / (1 - 0.9**number)) / (jnp.sqrt(second / (1 - 0.99**number)) + 1e-8)

    network, critic = jax.tree.map(moved, (learner.network, learner.critic), mean, square)
    return Learner(network, critic, mean, square, number)
