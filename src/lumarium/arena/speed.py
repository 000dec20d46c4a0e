"""How fast a game runs here, and how large its states are."""

from __future__ import annotations

import platform
import tracemalloc
from collections.abc import Callable
from time import perf_counter

import msgspec

import lumarium
from lumarium.kernel.chance import Chance
from lumarium.kernel.game import Game
from lumarium.kernel.state import State, playout

COPIES = 200


class Speed(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of one game with one number of players."""

    game: str
    players: int
    playout: float
    """Decisions per second of random games inside the engine, by `random_step`."""
    stepped: float
    """The same from outside, by `legal` and `step`."""
    clone_us: float
    """Microseconds to copy a state in the middle of a game."""
    state_bytes: int
    """Memory of such a copy."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of a machine."""

    lumarium: str
    engine: str
    python: str
    machine: str
    speeds: list[Speed]


def report(games: list[Game], seconds: float, progress: Callable[[], None] = lambda: None) -> Report:
    """Measures every game with every number of players, each figure for so many seconds."""
    speeds = []
    for game in games:
        for players in game.players:
            speeds.append(measure(game, players, seconds))
            progress()
    return Report(
        lumarium=lumarium.__version__,
        engine="compiled" if lumarium.compiled else "interpreted",
        python=f"{platform.python_implementation()} {platform.python_version()}",
        machine=f"{platform.system()} {platform.machine()}",
        speeds=speeds,
    )


def measure(game: Game, players: int, seconds: float) -> Speed:
    """The figures of a game with so many players."""
    middle = _middle(game, players)
    return Speed(
        game=game.name,
        players=players,
        playout=_playout_speed(game, players, seconds),
        stepped=_stepped_speed(game, players, seconds),
        clone_us=_clone_time(middle, seconds) * 1e6,
        state_bytes=_size(middle),
    )


def _middle(game: Game, players: int) -> State:
    length = _count(game.start(players, Chance(0)), Chance(1))
    state, chance = game.start(players, Chance(0)), Chance(1)
    for _ in range(length // 2):
        state.random_step(chance)
    return state


def _count(state: State, chance: Chance) -> int:
    decisions = 0
    while state.turn is not None:
        state.random_step(chance)
        decisions += 1
    return decisions


def _playout_speed(game: Game, players: int, seconds: float) -> float:
    """The loop runs inside the engine and does not count; the same games are played again to do that."""
    decisions, elapsed, seed = 0, 0.0, 0
    while elapsed < seconds:
        state, chance = game.start(players, Chance(seed)), Chance(-seed)
        begun = perf_counter()
        playout(state, chance)
        elapsed += perf_counter() - begun
        decisions += _count(game.start(players, Chance(seed)), Chance(-seed))
        seed += 1
    return decisions / elapsed


def _stepped_speed(game: Game, players: int, seconds: float) -> float:
    decisions, elapsed, seed = 0, 0.0, 0
    while elapsed < seconds:
        state, chance = game.start(players, Chance(seed)), Chance(-seed)
        begun = perf_counter()
        while state.turn is not None:
            legal = state.legal()
            state.step(legal[chance.pick(len(legal))], chance)
            decisions += 1
        elapsed += perf_counter() - begun
        seed += 1
    return decisions / elapsed


def _clone_time(state: State, seconds: float) -> float:
    copies = 0
    begun = perf_counter()
    while (elapsed := perf_counter() - begun) < seconds:
        for _ in range(COPIES):
            state.clone()
        copies += COPIES
    return elapsed / copies


def _size(state: State) -> int:
    copies: list[State | None] = [None] * COPIES
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for number in range(COPIES):
            copies[number] = state.clone()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return (after - before) // COPIES
