"""One measurement of bench/peers.py, in a process of its own: ours or a peer's, by whichever Python runs this file.

Takes a job as JSON on the command line and prints the result as JSON. Every side is driven in the same way: the
leanest loop its interface allows, one `random.Random` choosing uniformly among the legal actions, and a count of the
decisions that had more than one. Forced decisions are played and not counted; games are begun and dealt within the
measured time, but for the rollouts of OpenSpiel, which begin from positions dealt beforehand.
"""

from __future__ import annotations

import json
import os
import platform
import sys
import tracemalloc
from collections.abc import Callable
from importlib import import_module, metadata
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

Job = dict[str, Any]
Play = Callable[[], int]
"""Plays one game (or one batch of rollouts) and tells how many decisions it counted."""

PEERS = ("open_spiel", "rlcard", "pettingzoo", "catanatron")
ROLLOUTS = 1000
DEALS = 50
COUNTED_GAMES = 300
COPIES = 200


def measure(play: Play, seconds: float) -> dict[str, float]:
    """Plays for so many seconds of CPU time; the clock is read rarely where games are short."""
    play()
    games, decisions, batch = 0, 0, 1
    begun = process_time()
    while (elapsed := process_time() - begun) < seconds:
        if elapsed < seconds / 50:
            batch *= 2
        for _ in range(batch):
            decisions += play()
        games += batch
    return {"games": games, "decisions": decisions, "seconds": elapsed}


# Ours


def ours_stepped(job: Job) -> Play:
    """Our games from outside, by `legal` and `step`."""
    from lumarium import Chance, game

    start, players = game(job["game"]).start, job["players"]
    chance, random = Chance(job["seed"]), Random(job["seed"]).random

    def play() -> int:
        decisions = 0
        state = start(players, chance)
        while legal := state.legal():
            number = len(legal)
            if number > 1:
                decisions += 1
            state.step(legal[int(random() * number)], chance)
        return decisions

    return play


def ours_playouts(job: Job) -> Play:
    """Our games inside the engine."""
    from lumarium import Chance, game, playout

    start, players, chance = game(job["game"]).start, job["players"], Chance(job["seed"])

    def play() -> int:
        playout(start(players, chance), chance)
        return 0

    return play


# OpenSpiel


def dealt(game: Any, random: Callable[[], float]) -> Any:
    """A new game after its chance nodes, whose outcomes are equally likely in the games that we measure."""
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        state.apply_action(outcomes[int(random() * len(outcomes))][0])
    return state


def open_spiel_stepped(job: Job) -> Play:
    """A game of OpenSpiel driven from Python. All its luck comes before the first decision."""
    game, random = import_module("pyspiel").load_game(job["game"]), Random(job["seed"]).random

    def play() -> int:
        decisions = 0
        state = dealt(game, random)
        while legal := state.legal_actions():
            number = len(legal)
            if number > 1:
                decisions += 1
            state.apply_action(legal[int(random() * number)])
        return decisions

    return play


def open_spiel_rollouts(job: Job) -> Play:
    """Rollouts in C++: a single simulation of its MCTS bot evaluates the root by so many random games."""
    pyspiel = import_module("pyspiel")
    game, random = pyspiel.load_game(job["game"]), Random(job["seed"]).random
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=job["seed"])
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, job["seed"], False)
    states = [dealt(game, random) for _ in range(DEALS)]

    def play() -> int:
        bot.step(states[int(random() * DEALS)])
        return 0

    return play


# Other peers


def rlcard_uno(job: Job) -> Play:
    """Uno of RLCard, which extracts an observation at every step."""
    env, random = import_module("rlcard").make("uno", config={"seed": job["seed"]}), Random(job["seed"]).random

    def play() -> int:
        decisions = 0
        state, _ = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            number = len(legal)
            if number > 1:
                decisions += 1
            state, _ = env.step(legal[int(random() * number)])
        return decisions

    return play


def pettingzoo_connect_four(job: Job) -> Play:
    """Connect Four of PettingZoo by its agent loop and action mask."""
    env, random = import_module("pettingzoo.classic.connect_four_v3").env(), Random(job["seed"]).random

    def play() -> int:
        decisions = 0
        env.reset()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0].tolist()
            number = len(legal)
            if number > 1:
                decisions += 1
            env.step(legal[int(random() * number)])
        return decisions

    return play


def catanatron_game(job: Job) -> Play:
    """A game of Catan with four random players, by catanatron's own loop."""
    catanatron, random = import_module("catanatron"), Random(job["seed"]).random
    seats = [catanatron.RandomPlayer(colour) for colour in catanatron.Color]
    decisions, seed = 0, job["seed"] * 1_000_000

    def decide(_player: Any, _game: Any, legal: list[Any]) -> Any:
        nonlocal decisions
        number = len(legal)
        if number > 1:
            decisions += 1
        return legal[int(random() * number)]

    def play() -> int:
        nonlocal decisions, seed
        decisions, seed = 0, seed + 1
        catanatron.Game(seats, seed=seed).play(decide_fn=decide)
        return decisions

    return play


STEPPED = {
    "ours": ours_stepped,
    "open_spiel": open_spiel_stepped,
    "uno": rlcard_uno,
    "connect_four": pettingzoo_connect_four,
    "catan": catanatron_game,
}
INSIDE = {"ours": (ours_playouts, 1), "open_spiel": (open_spiel_rollouts, ROLLOUTS)}


def rate(job: Job) -> dict[str, float]:
    """Games and counted decisions in so many seconds."""
    if not job["inside"]:
        adapters, side = import_module("peers_adapters"), job["side"]
        result = measure((STEPPED | adapters.SIDES)[side](job), job["seconds"])
        result["games"] *= adapters.GAMES.get(side, {}).get(job["game"], 1)
        return result
    make, games = INSIDE[job["side"]]
    result = measure(make(job), job["seconds"])
    result["games"] *= games
    result["decisions"] = result["games"] * decisions_per_game(job)
    return result


def decisions_per_game(job: Job) -> float:
    """Loops inside an engine do not count, so the same kind of game is played from outside for that."""
    play = STEPPED[job["side"]](job)
    return sum(play() for _ in range(COUNTED_GAMES)) / COUNTED_GAMES


def about(_job: Job) -> dict[str, Any]:
    """Python, and which peers it has."""
    versions = {}
    for name in PEERS:
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return {"python": f"{platform.python_implementation()} {platform.python_version()}", "versions": versions}


def about_ours(_job: Job) -> dict[str, Any]:
    """The version, the engine, and the size of the package on disk, without Python's caches."""
    import lumarium

    package = Path(lumarium.__file__).parent
    files = [path for path in package.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    files += package.parent.glob("lumarium__mypyc*")
    sizes = {path: path.stat().st_size for path in files}
    return {
        "version": lumarium.__version__,
        "compiled": lumarium.compiled,
        "counted_games": COUNTED_GAMES,
        "bytes": sum(sizes.values()),
        "binary_bytes": sum(size for path, size in sizes.items() if path.suffix in (".so", ".pyd")),
    }


def memory(job: Job) -> dict[str, float]:
    """Of one of our games: memory of a new state, memory and time of a copy in the middle of a game."""
    from lumarium import Chance, game
    from lumarium.arena import speed

    ours, chance = game(job["game"]), Chance(job["seed"])
    figures = speed.measure(ours, job["players"], job["seconds"])
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    states = [ours.start(job["players"], chance) for _ in range(COPIES)]
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return {
        "state_bytes": (after - before) // len(states),
        "clone_bytes": figures.state_bytes,
        "clone_us": figures.clone_us,
    }


TASKS: dict[str, Callable[[Job], dict[str, Any]]] = {
    "rate": rate,
    "about": about,
    "about_ours": about_ours,
    "memory": memory,
}


def main(tasks: dict[str, Callable[[Job], dict[str, Any]]] = TASKS) -> None:
    job: Job = json.loads(sys.argv[1])
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {job["core"]})
    print(json.dumps(tasks[job["task"]](job)))


if __name__ == "__main__":
    main()
