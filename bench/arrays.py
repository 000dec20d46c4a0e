"""The games as arrays: random whole games on whatever JAX runs on, beside those of pgx where it is installed.

    python bench/arrays.py                                   # all games, several batch sizes
    python bench/arrays.py --games lumen:4 --batches 1048576 # one of them
    python bench/arrays.py --engine --peers ""               # beside batches of the compiled engine, for a CPU
    python bench/arrays.py --memory                          # what a step of a million Lumen or 100,000 Lumicora takes
    python bench/arrays.py --agree 250000 --jobs 16          # engine and arrays play that many games of each: equal?

Decisions per second with and without observations, compile times, bytes of a game; `--json` for programs.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib.util import find_spec
from multiprocessing import get_context
from time import perf_counter
from typing import Any, NamedTuple

import lumarium
from lumarium.kernel.game import Game

PEERS = ("sparrow_mahjong", "backgammon", "hex", "go_9x9")
LARGE = (("lumen", 1_000_000), ("lumicora", 100_000))
"""Of which games so many at once shall fit into the memory of a GPU."""
TABLES = 256
"""Games in a batch of the engine; more bring it nothing."""
SECONDS = 2.0
DECISIONS = 256
REPEATS = 3


class Row(NamedTuple):
    """One measurement."""

    game: str
    batch: int
    observed: bool
    decisions_per_second: float
    compile_seconds: float
    bytes_per_game: float
    games_ended: int


def tables(wanted: str) -> list[tuple[str, int]]:
    """`lumen:4,luminos` as games with their players; all games that have arrays, with most players, unless told."""
    if wanted:
        named = [name.partition(":") for name in wanted.split(",")]
        return [(name, int(players or lumarium.game(name).players[-1])) for name, _, players in named]
    told = [lumarium.game(name) for name in lumarium.games()]
    return [(game.name, game.players[-1]) for game in told if type(game).as_arrays is not Game.as_arrays]


def ours(name: str, players: int, batch: int, observe: bool) -> Row:
    """Random games of ours in one loop."""
    import jax

    from lumarium.adapters.rollout import rollout

    arrays = lumarium.game(name).arrays(players)

    def run(seed: int) -> Any:
        return rollout(arrays, jax.random.key(seed), batch, DECISIONS, observe=observe)

    return measured(f"{name}, {players} players", batch, observe, run, lambda course: course.states)


def theirs(name: str, batch: int, observe: bool) -> Row:
    """Random games of pgx in one loop, each begun anew by its own wrapper."""
    import jax
    import jax.numpy as jnp
    import pgx  # type: ignore[import-not-found,unused-ignore]
    from pgx.experimental.wrappers import auto_reset  # type: ignore[import-not-found,unused-ignore]

    from lumarium.adapters.rollout import at_random

    env = pgx.make(name)
    step, init = jax.vmap(auto_reset(env.step, env.init)), jax.vmap(env.init)

    def decide(course: Any, key: Any) -> Any:
        state, ended, seen = course
        choosing, luck = jax.random.split(key)
        state = step(state, at_random(None, state.legal_action_mask, choosing), jax.random.split(luck, batch))
        seen += state.observation.astype(jnp.float32).sum() if observe else 0.0
        if not observe:  # nobody looks, so nothing is computed
            state = state.replace(observation=jnp.zeros_like(state.observation))
        return (state, ended + state.terminated.sum(), seen), None

    def loop(key: Any) -> Any:
        state = init(jax.random.split(key, batch))
        return jax.lax.scan(decide, (state, jnp.int32(0), jnp.float32(0)), jax.random.split(key, DECISIONS))[0]

    compiled = jax.jit(loop)

    def run(seed: int) -> Any:
        return Ended(*compiled(jax.random.key(seed)))

    return measured(f"pgx {name}", batch, observe, run, lambda course: course.states)


def by_engine(name: str, players: int, observe: bool) -> Row:
    """Random games of ours in a batch of the engine, on one core."""
    import numpy as np

    from lumarium.adapters.batch import Batch

    batch, random = Batch(name, TABLES, players, observe=observe), np.random.default_rng(1)
    turns, ended, steps = batch.reset(seed=1), 0, 0
    firsts = np.arange(TABLES + 1) * turns.masks.shape[1]
    begun = perf_counter()
    while perf_counter() - begun < SECONDS:
        legal = turns.masks.view(bool).ravel().nonzero()[0]
        bounds = legal.searchsorted(firsts)
        chosen = bounds[:-1] + (random.random(TABLES) * np.diff(bounds)).astype(int)
        turns = batch.step(legal[chosen] - firsts[:-1])
        ended += int(np.count_nonzero(turns.over))
        steps += 1
    speed = steps * TABLES / (perf_counter() - begun)
    return Row(f"engine {name}, {players} players", TABLES, observe, speed, 0.0, 0.0, ended)


def memory(name: str, games: int) -> str:
    """What XLA sets aside for a step of so many games of the largest table, with all observations and masks."""
    import jax

    from lumarium.adapters.rollout import at_random

    game = lumarium.game(name)
    arrays = game.arrays(game.players[-1])

    def step(states: Any, key: Any) -> Any:
        seen = jax.vmap(arrays.observe)(states, jax.vmap(arrays.turn)(states))
        legal = jax.vmap(arrays.legal_action_mask)(states)
        choosing, luck = jax.random.split(key)
        actions = at_random(None, legal, choosing)
        return jax.vmap(arrays.step)(states, actions, jax.random.split(luck, games)), seen, legal

    key = jax.eval_shape(lambda: jax.random.key(0))
    states = jax.eval_shape(lambda key: jax.vmap(arrays.init)(jax.random.split(key, games)), key)
    told = jax.jit(step, donate_argnums=0).lower(states, key).compile().memory_analysis()
    own, out, between = told.argument_size_in_bytes, told.output_size_in_bytes, told.temp_size_in_bytes
    return (
        f"| {name}, {game.players[-1]} players | {games:,} | {own / 1e9:.2f} GB "
        f"| {(out - told.alias_size_in_bytes) / 1e9:.2f} GB | {between / 1e9:.2f} GB |"
    )


class Ended(NamedTuple):
    """The end of a loop over pgx's games."""

    states: Any
    ended: Any
    seen: Any


def measured(game: str, batch: int, observe: bool, run: Callable[[int], Any], states: Callable[[Any], Any]) -> Row:
    """The best of some runs; what the first one took longer was compiling."""
    import jax

    times = []
    for seed in range(1 + REPEATS):
        begun = perf_counter()
        course = jax.block_until_ready(run(seed))
        times.append(perf_counter() - begun)
    size = sum(leaf.nbytes for leaf in jax.tree.leaves(states(course))) / batch
    best = min(times[1:])
    return Row(game, batch, observe, batch * DECISIONS / best, times[0] - best, size, int(course.ended))


def measurements(wanted: list[tuple[str, int]], peers: list[str], batches: list[int], engine: bool) -> Iterator[Row]:
    """Ours, and theirs where they are installed; a batch that does not fit is left out, and said."""
    if engine:
        yield from (by_engine(*table, observe) for table in wanted for observe in (False, True))
    jobs: list[tuple[Callable[..., Row], tuple[Any, ...]]] = [(ours, table) for table in wanted]
    if find_spec("pgx"):
        jobs += [(theirs, (name,)) for name in peers]
    elif peers:
        print("pgx is not installed: its games are left out", file=sys.stderr)
    for measure, what in jobs:
        for observe in (False, True):
            for batch in batches:
                try:
                    yield measure(*what, batch, observe)
                except Exception as problem:  # noqa: BLE001  # XLA says in many ways that memory is short
                    print(f"{what}, {batch} games, {observe=}: {str(problem)[:200]}", file=sys.stderr)


def agreement(work: tuple[str, int, str, int, int, int, int]) -> tuple[str, int, int]:
    """One share of the games that both engines play; raises at the first difference."""
    from lumarium.conformance import Case
    from lumarium.conformance.arrays import agree

    name, players, preset, games, batch, every, seed = work
    game = lumarium.game(name)
    case = Case(game, players, preset, game.presets[preset])
    return str(case), games, agree(case, games, seed, batch, every)


def compare(wanted: list[tuple[str, int]], games: int, batch: int, every: int, jobs: int) -> None:
    """So many games of each, spread over all numbers of players and presets."""
    from lumarium.conformance import cases

    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    work = []
    for name in dict.fromkeys(name for name, _ in wanted):
        ways = list(cases(name))
        share = -(-games // (len(ways) * batch)) * batch
        work += [(name, case.players, case.preset, share, batch, every, 77) for case in ways]
    begun, played, positions = perf_counter(), 0, 0
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        for case, number, compared in pool.map(agreement, work):
            played, positions = played + number, positions + compared
            print(f"{case}: {number} games, {compared} positions, equal ({perf_counter() - begun:.0f} s)", flush=True)
    print(f"{played} games, {positions} positions, no difference")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default="", help="as in lumen:4,luminos; all of them with most players")
    parser.add_argument("--peers", default=",".join(PEERS), help="games of pgx to measure beside them")
    parser.add_argument("--batches", default="1024,16384,131072,1048576", help="how many games at once")
    parser.add_argument("--agree", type=int, metavar="GAMES", help="compare engine and arrays instead")
    parser.add_argument("--batch", type=int, default=500, help="games at once while comparing")
    parser.add_argument("--every", type=int, default=10, help="compare observations before one in so many decisions")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes while comparing")
    parser.add_argument("--engine", action="store_true", help="batches of the compiled engine, too")
    parser.add_argument("--memory", action="store_true", help="what large batches take, instead")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    wanted = tables(given.games)
    if given.agree:
        compare(wanted, given.agree, given.batch, given.every, given.jobs)
        return
    import jax

    device = jax.devices()[0]
    if given.memory:
        print(f"JAX {jax.__version__} on {device.device_kind}\n")
        print("| game | games at once | the games | observations and masks | between |\n|---|---|---|---|---|")
        for large in LARGE:
            print(memory(*large), flush=True)
        return
    rows = []
    if not given.json:
        print(f"JAX {jax.__version__} on {device.device_kind}\n")
        print("| game | games at once | observed | decisions/s | compile | bytes a game |\n|---|---|---|---|---|---|")
    peers = [peer for peer in given.peers.split(",") if peer]
    for row in measurements(wanted, peers, [int(batch) for batch in given.batches.split(",")], given.engine):
        rows.append(row._asdict())
        if not given.json:
            speed, observed = f"{row.decisions_per_second / 1e6:,.2f} M", "yes" if row.observed else "no"
            cost = f"{row.compile_seconds:.1f} s | {row.bytes_per_game:,.0f}"
            print(f"| {row.game} | {row.batch:,} | {observed} | {speed} | {cost} |", flush=True)
    if given.json:
        print(json.dumps({"jax": jax.__version__, "device": device.device_kind, "rows": rows}, indent=1))


if __name__ == "__main__":
    main()
