"""Many games at once, decided by the network that learns and, in some of them, by others."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from lumarium.bots.search.network import counted, eased, inputs
from lumarium.kernel.arrays import Array, Arrays, seldom, total
from lumarium.kernel.game import Game
from lumarium.kernel.judgement import WIN

from .network import Network, half, judge


class Steps(NamedTuple):
    """One decision in every game, and what came of it."""

    seen: Array
    beside: Array
    """What the next seat sees, where seats know different things: the critic knows it, too. Else nothing."""
    legal: Array
    seat: Array
    action: Array
    odds: Array
    """The logarithm of the chance with which it was chosen."""
    worth: Array
    """What the position seemed worth to the seat, by the critic where there is one."""
    counts: Array
    """Does the decision teach something: was there a choice, and did the learning network make it?"""
    reward: Array
    """By seat."""
    over: Array


class Lesson(NamedTuple):
    """Decisions to learn from, in no order."""

    seen: Array
    beside: Array
    legal: Array
    action: Array
    odds: Array
    better: Array
    came: Array
    counts: Array


class Tally(NamedTuple):
    """What came out of the games against others."""

    ended: Array
    """How many games ended, of all."""
    seats: Array
    """How many seats the learning network had in those against others, and what they won there in all."""
    won: Array


class Table:
    """A game for so many players and with these options, as the network sees it."""

    def __init__(self, game: Game, players: int, options: Any) -> None:
        self.arrays: Arrays[Any] = game.arrays(players, options)
        self.players = players
        self.private = game.private
        counts = [*game.players]
        self.inputs = inputs(game)
        self.pieces = pieces(game.features.spread(players, counts[-1]), game.features.size(counts[-1]))
        self.counted = counted(game, players)
        self.seated = [float(count == players) for count in counts]

    def see(self, state: Any, seat: Array) -> Array:
        """What a seat sees."""
        seen = self.arrays.observe(state, seat)
        seen = jnp.where(self.counted, eased(seen), seen).astype(half())
        parts = [jnp.zeros(-size, half()) if size < 0 else seen[start : start + size] for start, size in self.pieces]
        return jnp.concatenate([*parts, jnp.array(self.seated, half())])

    def begin(self, key: Array, games: int) -> Any:
        """So many new games."""
        return jax.vmap(self.arrays.init)(jax.random.split(key, games))


def pieces(places: list[int], size: int) -> list[tuple[int, int]]:
    """A vector of which each number has its place in a longer one, as what to copy from where, in one go each; what is
    left out between has a negative size."""
    found: list[tuple[int, int]] = []
    ends = 0
    for start, place in enumerate(places):
        if place > ends:
            found.append((0, ends - place))
        if place == ends and found and found[-1][1] > 0:
            found[-1] = (found[-1][0], found[-1][1] + 1)
        else:
            found.append((start, 1))
        ends = place + 1
    return [*found, (0, ends - size)] if ends < size else found


def outlook(places: Array) -> Array:
    """What places are worth, as in kernel/judgement.py: from 0 to 1, mostly for winning."""
    players = places.shape[0]
    first = places == 1
    alike = total(places[:, None] == places)
    others = (players - places - (alike - 1) / 2) / (players - 1)
    return WIN * first / total(first) + (1 - WIN) * others


def play(
    table: Table,
    length: int,
    network: Network,
    critic: Network | None,
    other: Network,
    theirs: Array,
    points: Array,
    states: Any,
    key: Array,
) -> tuple[Any, Steps, Tally]:
    """So many decisions in every game; games that end begin anew.

    In the first games `theirs` says which seats the other network has. `points` is what a point more than the others
    is worth on the way.
    """
    arrays, games, some = table.arrays, len(jax.tree.leaves(states)[0]), len(theirs)

    def decide(carry: tuple[Any, Tally], key: Array) -> tuple[tuple[Any, Tally], Steps]:
        states, tally = carry
        choosing, luck, again = jax.random.split(key, 3)
        seat, legal = jax.vmap(arrays.turn)(states), jax.vmap(arrays.legal_action_mask)(states)
        seen, beside = look(table, critic, states, seat)
        speaks, worth = judge(network, seen)
        if critic is not None:
            worth = judge(critic, jnp.concatenate([seen, beside], -1))[1]
        not_mine = jnp.take_along_axis(theirs, seat[:some, None], 1)[:, 0]
        speaks = speaks.at[:some].set(jnp.where(not_mine[:, None], judge(other, seen[:some])[0], speaks[:some]))
        odds = jax.nn.log_softmax(jnp.where(legal, speaks, -1e9))
        action = jax.random.categorical(choosing, odds)
        after = jax.vmap(arrays.step)(states, action, jax.random.split(luck, games))
        over = jax.vmap(arrays.terminated)(after)
        gain = (jax.vmap(arrays.scores)(after) - jax.vmap(arrays.scores)(states)).astype(jnp.float32)
        ahead = (gain - gain.mean(1, keepdims=True)) * table.players / (table.players - 1)
        worths = jnp.where(over[:, None], jax.vmap(lambda state: outlook(arrays.places(state)))(after), 0)
        steps = Steps(
            seen,
            beside,
            legal,
            seat,
            action,
            jnp.take_along_axis(odds, action[:, None], 1)[:, 0],
            worth,
            (legal.sum(1) > 1) & ~jnp.pad(not_mine, (0, games - some)),
            points * ahead + worths,
            over,
        )
        mine = over[:some, None] & ~theirs
        tally = Tally(
            tally.ended + total(over), tally.seats + total(mine, None), tally.won + (mine * worths[:some]).sum()
        )

        def renew(state: Any, over: Array, key: Array) -> Any:
            return seldom(over, lambda _: arrays.init(key), state)

        return (jax.vmap(renew)(after, over, jax.random.split(again, games)), tally), steps

    nothing = Tally(jnp.zeros((), jnp.int32), jnp.zeros((), jnp.int32), jnp.zeros(()))
    (states, tally), steps = jax.lax.scan(decide, (states, nothing), jax.random.split(key, length))
    return states, steps, tally


def look(table: Table, critic: Network | None, states: Any, seats: Array) -> tuple[Array, Array]:
    """What a seat of each game sees, and what the critic is told besides."""
    seen = jax.vmap(table.see)(states, seats)
    if critic is None:
        return seen, jnp.zeros((len(seen), 0), seen.dtype)
    return seen, jax.vmap(table.see)(states, (seats + 1) % table.players)


def lesson_of(steps: Steps, players: int, trace: float) -> Lesson:
    """What can be learned of decisions, in one row."""
    better, came, known = advantages(steps, players, trace)
    told = (steps.seen, steps.beside, steps.legal, steps.action, steps.odds, better, came, steps.counts & known)
    return Lesson(*(each.reshape(better.size, *each.shape[2:]) for each in told))


def advantages(steps: Steps, players: int, trace: float) -> tuple[Array, Array, Array]:
    """How much better each decision turned out than its seat had thought, what it came to, and whether that is known.

    A seat's decisions lead to its own next one, or to the end of its game; what is no choice leads on to where it has
    one. Of a seat that has none any more before the steps end, nobody can say how it stands: a network has learned
    what positions are worth to whoever decides, and nothing of how they look to those who wait.
    """

    def back(later: tuple[Array, ...], step: Steps) -> tuple[tuple[Array, ...], tuple[Array, ...]]:
        over, mine = step.over[:, None], (step.seat[:, None] == jnp.arange(players)) & step.counts[:, None]
        paid, worth, surplus = (jnp.where(over, 0, each) for each in later[:3])
        known = over | later[3]
        paid += step.reward

        def own(each: Array) -> Array:
            return jnp.where(mine, each, 0).sum(1)

        sure = (mine & known).any(1)
        better = jnp.where(sure, own(paid) + own(worth) - step.worth + trace * own(surplus), 0)
        now = (0, step.worth[:, None], better[:, None], True)
        before = tuple(jnp.where(mine, new, old) for new, old in zip(now, (paid, worth, surplus, known), strict=True))
        return before, (better, sure)

    # Large parts of a step are of no concern here.
    slim = steps._replace(seen=steps.seat, beside=steps.seat, legal=steps.seat)
    nothing = jnp.zeros_like(steps.reward[0])
    end = (nothing, nothing, nothing, jnp.zeros(nothing.shape, bool))
    better, known = jax.lax.scan(back, end, slim, reverse=True)[1]
    return better, better + steps.worth, known
