"""Self-play by policy gradient (PPO) with everything in one compiled loop: games, network and learning, on CPU or GPU.

    .venv/bin/pip install -c constraints.txt ".[jax]"
    .venv/bin/python examples/train_arrays.py --game lumen --players 3 --seconds 60
    python examples/train_arrays.py --games 16384 --hidden 512 --seconds 600 --save lumen.npz     # on a GPU, in earnest

One network plays all seats. What a seat is paid for is its place at the end and, on the way, how its score grows beside
those of the others; each seat's advantages run over its own decisions only. Decisions without a choice teach nothing.
"""

from __future__ import annotations

import argparse
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

import lumarium
from lumarium.adapters.rollout import at_random, utilities
from lumarium.kernel.arrays import Arrays, choose

TRACE, CLIP, ENTROPY, RATE, WORTH = 0.95, 0.2, 0.01, 5e-4, 0.5
EPOCHS, PARTS = 2, 8
POINTS = 1 / 50
"""What a point more than the others is worth beside a place."""


class Step(NamedTuple):
    """One decision in every game, and what came of it."""

    seen: Any
    legal: Any
    seat: Any
    action: Any
    odds: Any
    """The logarithm of the chance with which it was chosen."""
    worth: Any
    reward: Any
    """By seat."""
    over: Any


def network(key: Any, size: int, actions: int, hidden: int) -> list[Any]:
    """Weights and biases of two hidden layers, the policy and the value."""
    shapes = [(size, hidden, 1.4), (hidden, hidden, 1.4), (hidden, actions, 0.01), (hidden, 1, 0.1)]
    keys = jax.random.split(key, len(shapes))
    return [
        (jax.random.normal(each, (rows, columns)) * scale / rows**0.5, jnp.zeros(columns))
        for each, (rows, columns, scale) in zip(keys, shapes, strict=True)
    ]


def judge(weights: list[Any], seen: Any, legal: Any) -> tuple[Any, Any]:
    """The logarithms of the odds of all actions, and what the position is worth to whoever sees it."""
    layers, (policy, policy_bias), (value, value_bias) = weights[:-2], weights[-2], weights[-1]
    for layer, bias in layers:
        seen = jax.nn.relu(seen @ layer + bias)
    odds = jax.nn.log_softmax(jnp.where(legal, seen @ policy + policy_bias, -1e9))
    return odds, (seen @ value + value_bias)[..., 0]


def play(arrays: Arrays[Any], weights: list[Any], states: Any, key: Any) -> tuple[Any, Step]:
    """One decision in every game; a game that ends begins anew."""
    choosing, luck, again = jax.random.split(key, 3)
    games = jax.tree.leaves(states)[0].shape[0]
    seat, legal = jax.vmap(arrays.turn)(states), jax.vmap(arrays.legal_action_mask)(states)
    seen = jax.vmap(arrays.observe)(states, seat)
    odds, worth = judge(weights, seen, legal)
    action = jax.random.categorical(choosing, odds)
    after = jax.vmap(arrays.step)(states, action, jax.random.split(luck, games))
    over = jax.vmap(arrays.terminated)(after)
    gain = (jax.vmap(arrays.scores)(after) - jax.vmap(arrays.scores)(states)).astype(jnp.float32)
    beside = (gain - gain.mean(1, keepdims=True)) * arrays.players / (arrays.players - 1)
    place = jax.vmap(lambda state: utilities(arrays.places(state)))(after)
    reward = POINTS * beside + jnp.where(over[:, None], place, 0)
    chosen = jnp.take_along_axis(odds, action[:, None], 1)[:, 0]
    states = jax.lax.cond(
        jnp.any(over),
        lambda: jax.vmap(choose)(over, jax.vmap(arrays.init)(jax.random.split(again, games)), after),
        lambda: after,
    )
    return states, Step(seen, legal, seat, action, chosen, worth, reward, over)


def advantages(steps: Step, last: Any) -> Any:
    """How much better each decision turned out than its seat had thought; `last` is what each one thinks at the end."""
    players = last.shape[1]

    def back(later: tuple[Any, Any, Any], step: Step) -> tuple[tuple[Any, Any, Any], Any]:
        paid, worth, surplus = (jnp.where(step.over[:, None], 0, each) for each in later)
        paid += step.reward
        mine = step.seat[:, None] == jnp.arange(players)

        def own(each: Any) -> Any:
            return jnp.where(mine, each, 0).sum(1)

        better = own(paid) + own(worth) - step.worth + TRACE * own(surplus)
        now = (jnp.where(mine, 0, paid), jnp.where(mine, step.worth[:, None], worth))
        return (*now, jnp.where(mine, better[:, None], surplus)), better

    nothing = jnp.zeros_like(last)
    return jax.lax.scan(back, (nothing, last, nothing), steps, reverse=True)[1]


def loss(weights: list[Any], step: Step, better: Any, wanted: Any) -> Any:
    """PPO's: clipped gain, worth, entropy; over decisions that had a choice."""
    odds, worth = judge(weights, step.seen, step.legal)
    free = (step.legal.sum(-1) > 1).astype(jnp.float32)
    share = free / jnp.maximum(free.sum(), 1)
    better = (better - (better * share).sum()) / (jnp.sqrt((better**2 * share).sum()) + 1e-6)
    ratio = jnp.exp(jnp.take_along_axis(odds, step.action[:, None], 1)[:, 0] - step.odds)
    gain = jnp.minimum(ratio * better, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * better)
    entropy = -jnp.where(step.legal, jnp.exp(odds) * odds, 0).sum(-1)
    return (share * (-gain + WORTH * (worth - wanted) ** 2 - ENTROPY * entropy)).sum()


class Learner(NamedTuple):
    """The network, Adam's moments, and the games that go on."""

    weights: Any
    mean: Any
    square: Any
    updates: Any
    states: Any


def adam(learner: Learner, slope: Any) -> Learner:
    """One step of Adam."""
    number = learner.updates + 1
    norm = jnp.sqrt(sum(jnp.sum(each**2) for each in jax.tree.leaves(slope)))
    slope = jax.tree.map(lambda each: each * jnp.minimum(1, 0.5 / (norm + 1e-6)), slope)
    mean = jax.tree.map(lambda old, new: 0.9 * old + 0.1 * new, learner.mean, slope)
    square = jax.tree.map(lambda old, new: 0.999 * old + 0.001 * new**2, learner.square, slope)

    def moved(weight: Any, first: Any, second: Any) -> Any:
        return weight - RATE * (first / (1 - 0.9**number)) / (jnp.sqrt(second / (1 - 0.999**number)) + 1e-8)

    weights = jax.tree.map(moved, learner.weights, mean, square)
    return learner._replace(weights=weights, mean=mean, square=square, updates=number)


def improve(arrays: Arrays[Any], length: int, learner: Learner, key: Any) -> tuple[Learner, Any]:
    """Plays on for a while and learns from it; compiled as a whole."""
    playing, learning = jax.random.split(key)
    decide = partial(play, arrays, learner.weights)
    states, steps = jax.lax.scan(decide, learner.states, jax.random.split(playing, length))
    every = jnp.arange(arrays.players)
    seen = jax.vmap(lambda state: jax.vmap(lambda seat: arrays.observe(state, seat))(every))(states)
    last = judge(learner.weights, seen, jnp.ones(arrays.actions, bool))[1]
    better = advantages(steps, last)
    batch = jax.tree.map(lambda each: each.reshape(-1, *each.shape[2:]), (steps, better, better + steps.worth))
    number = batch[1].shape[0]

    def learn(learner: Learner, places: Any) -> tuple[Learner, Any]:
        worse, slope = jax.value_and_grad(loss)(learner.weights, *jax.tree.map(lambda each: each[places], batch))
        return adam(learner, slope), worse

    orders = [jax.random.permutation(each, number) for each in jax.random.split(learning, EPOCHS)]
    parts = jnp.concatenate(orders)[: EPOCHS * number // PARTS * PARTS].reshape(EPOCHS * PARTS, -1)
    learner, worse = jax.lax.scan(learn, learner._replace(states=states), parts)
    return learner, worse.mean()


def evaluate(arrays: Arrays[Any], weights: list[Any], games: int, key: Any) -> tuple[float, float]:
    """The share of games that the network wins against random players, a seat in each, and its places' mean worth."""
    own = jnp.arange(games) % arrays.players
    beginning, key = jax.random.split(key)

    def decide(carry: tuple[Any, Any]) -> tuple[Any, Any]:
        states, key = carry
        key, choosing, luck = jax.random.split(key, 3)
        seat, legal = jax.vmap(arrays.turn)(states), jax.vmap(arrays.legal_action_mask)(states)
        best = judge(weights, jax.vmap(arrays.observe)(states, own), legal)[0].argmax(1)
        action = jnp.where(seat == own, best, at_random(None, legal, choosing))
        after = jax.vmap(arrays.step)(states, action, jax.random.split(luck, games))
        return jax.vmap(choose)(seat >= 0, after, states), key

    def going_on(carry: tuple[Any, Any]) -> Any:
        return ~jax.vmap(arrays.terminated)(carry[0]).all()

    states = jax.vmap(arrays.init)(jax.random.split(beginning, games))
    places = jax.vmap(arrays.places)(jax.lax.while_loop(going_on, decide, (states, key))[0])
    first = jnp.take_along_axis(places, own[:, None], 1) == 1
    worth = jnp.take_along_axis(jax.vmap(utilities)(places), own[:, None], 1)
    return first.mean(), worth.mean()  # type: ignore[return-value]  # one number each


def main() -> None:
    """Learns for a while and tells how the network fares before and after."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="lumen")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=60, help="without compiling")
    parser.add_argument("--games", type=int, default=256, help="at once")
    parser.add_argument("--length", type=int, default=66, help="decisions between two updates")
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", help="a file .npz for the weights")
    given = parser.parse_args()
    arrays = lumarium.game(given.game).arrays(given.players)
    making, beginning, key = jax.random.split(jax.random.key(given.seed), 3)
    weights = network(making, arrays.size, arrays.actions, given.hidden)
    nothing = jax.tree.map(jnp.zeros_like, weights)
    states = jax.jit(jax.vmap(arrays.init))(jax.random.split(beginning, given.games))
    learner = Learner(weights, nothing, nothing, jnp.zeros(()), states)
    test = jax.jit(partial(evaluate, arrays), static_argnums=1)

    def report(when: str) -> None:
        won, worth = test(learner.weights, 600, jax.random.key(0))
        print(f"{when}: wins {won:.0%} of 600 games against random players, mean place {worth:+.2f}", flush=True)

    report("before")
    update = jax.jit(partial(improve, arrays, given.length)).lower(learner, key).compile()
    begun, updates = perf_counter(), 0
    while perf_counter() - begun < given.seconds:
        key, now = jax.random.split(key)
        learner, _ = jax.block_until_ready(update(learner, now))
        updates += 1
    seconds, decisions = perf_counter() - begun, updates * given.length * given.games
    report("after")
    print(f"{decisions:,} decisions in {seconds:.0f} s: {decisions / seconds:,.0f} a second")
    if given.save:
        layers = [array for layer in learner.weights for array in layer]
        np.savez(given.save, *map(np.asarray, layers))


if __name__ == "__main__":
    main()
