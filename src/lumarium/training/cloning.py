"""Networks that copy another bot: a beginning for one that learns, and opponents of another kind.

python -m lumarium.training.cloning lumen --bot medium --decisions 300000 --folder training/clones
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

import lumarium
from lumarium.arena.players import bot_luck, new_bot
from lumarium.bots import of_the_house
from lumarium.bots.search.network import SEEN, inputs, observe
from lumarium.bots.search.thinker import Position
from lumarium.kernel.arrays import Array
from lumarium.kernel.chance import Chance
from lumarium.kernel.game import Game
from lumarium.kernel.judgement import placing

from .checkpoint import save
from .learning import Learner, begin, step
from .network import Network, Shape, fresh, judge

LOT = 20
"""Games that one process plays before it tells of them."""
PART = 1024
"""Decisions to a step."""
OUTLOOK = 2.0
"""How much an error of the outlook counts beside a decision that is not the same."""


class Seen(NamedTuple):
    """Decisions of a bot where it had a choice."""

    rows: Any
    legal: Any
    actions: Any
    came: Any
    """What the game came to for whoever decided."""


def watch(work: tuple[str, int, str, int]) -> tuple[int, Seen]:
    """Some games of the bot against itself, and how many players they had."""
    name, players, bot, seed = work
    game = lumarium.game(name)
    rows, legals, actions, came = [], [], [], []
    for number in range(seed * LOT, (seed + 1) * LOT):
        chance = Chance(f"clones {players} {number}")
        state = game.start(players, chance)
        lucks = [bot_luck(number, seat) for seat in range(players)]
        bots = [new_bot(bot) for _ in range(players)]
        deciders = []
        while (seat := state.turn) is not None:
            legal = state.legal()
            action = legal[0]
            if len(legal) > 1:
                position = Position(game, partial(state.view, seat), partial(worlds, game, state, seat, lucks[seat]))
                position.legal = legal
                decider = bots[seat]
                assert of_the_house(decider)
                action = decider.decide(position, lucks[seat])
                rows.append(observe(game, [state], [seat])[0].astype(np.int8))
                mask = np.zeros(len(game.actions), bool)
                mask[legal] = True
                legals.append(mask)
                actions.append(action)
                deciders.append(seat)
            state.step(action, chance)
        worth = placing(state.ranking)
        came += [worth[seat] for seat in deciders]
    return players, Seen(np.array(rows), np.array(legals), np.array(actions, np.int32), np.array(came, np.float32))


def worlds(game: Game, state: Any, seat: int, luck: Chance, number: int) -> Any:
    """What the seat cannot tell from the truth."""
    return game.resample(state, seat, number, luck)


def gather(game: Game, bot: str, decisions: int, jobs: int) -> Iterator[Seen]:
    """So many decisions for each number of players, and a few more."""
    had = dict.fromkeys(game.players, 0)
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        for seed in range(10**6):
            wanted = [players for players in game.players if had[players] < decisions]
            if not wanted:
                return
            work = [(game.name, players, bot, jobs * seed + job) for players in wanted for job in range(jobs)]
            for players, seen in pool.map(watch, work):
                had[players] += len(seen.actions)
                yield seen
            print(had, flush=True)


def copy(learner: Learner, seen: Seen, order: Array, rate: float) -> tuple[Learner, Array]:
    """Goes over decisions once, part by part; gives the share in which the copy agreed."""

    def wrong(network: Network, rows: Array, legal: Array, actions: Array, came: Array) -> tuple[Array, Array]:
        speaks, outlook = judge(network, rows.astype(jnp.float32) / SEEN)
        odds = jax.nn.log_softmax(jnp.where(legal, speaks, -1e9))
        unlike = -jnp.take_along_axis(odds, actions[:, None], 1).mean()
        same = (odds.argmax(1) == actions).mean()
        return unlike + OUTLOOK * ((outlook - came) ** 2).mean(), jnp.stack([same, ((outlook - came) ** 2).mean()])

    def part(learner: Learner, places: Array) -> tuple[Learner, Array]:
        slope, same = jax.grad(wrong, has_aux=True)(learner.network, *(each[places] for each in seen))
        return step(learner, (slope, None), jnp.asarray(rate)), same

    learner, same = jax.lax.scan(part, learner, order)
    return learner, same[len(same) // 2 :].mean(0)


def main() -> None:
    """Watches and copies."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--bot", default="medium")
    parser.add_argument("--decisions", type=int, default=100_000, help="for each number of players")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--width", type=int, default=512)
    parser.add_argument("--layers", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--folder", type=Path, default=Path("training/clones"))
    given = parser.parse_args()
    game = lumarium.game(given.game)
    lots = zip(*gather(game, given.bot, given.decisions, given.jobs), strict=True)
    # There may be gigabytes of them: they are put where they are learned from once, a kind after the other.
    seen = Seen(*(jnp.asarray(np.concatenate(each)) for each in lots))
    learner = begin(fresh(jax.random.key(0), Shape(inputs(game), len(game.actions), given.width, given.layers)), None)
    going_over = jax.jit(copy)
    for epoch in range(given.epochs):
        number = len(seen.actions) // PART * PART
        order = jax.random.permutation(jax.random.key(epoch), len(seen.actions))[:number].reshape(-1, PART)
        learner, same = going_over(learner, seen, order, given.rate * (1 - epoch / given.epochs))
        told = (
            f"agrees in {float(same[0]):.1%} of {number:,} decisions, square error of the outlook {float(same[1]):.4f}"
        )
        print(f"epoch {epoch + 1}: {told}, of what came {float(seen.came.var()):.4f}", flush=True)
    given.folder.mkdir(parents=True, exist_ok=True)
    name = f"{game.name}-{given.bot.replace('@', '-')}.npz"
    facts = {"game": game.name, "bot": given.bot, "decisions": len(seen.actions)}
    save(given.folder / name, (learner.network,), {**facts, "width": given.width, "layers": given.layers})


if __name__ == "__main__":
    main()
