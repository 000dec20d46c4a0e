"""One measurement of bench/arena.py, in a process of its own: ours or a peer's, by whichever Python runs this file.

Takes a job as JSON on the command line and prints the result as JSON. Every side plays whole games of bots by the call
that its users make for that, and nothing is measured but that call.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

Job = dict[str, Any]

BATCH = 50
"""So many games are played between two looks at the clock, where they are short."""


def simulated(job: Job) -> Callable[[int, int], None]:
    """`lumarium simulate GAME --seats LEVEL,... --jobs 1`, without the start of the program."""
    from lumarium.arena.simulate import simulate

    seats = [job["level"]] * job["players"]
    scratch = tempfile.TemporaryDirectory() if job["recorded"] else None

    def play(games: int, seed: int) -> None:
        folder = None if scratch is None else Path(scratch.name) / str(seed)
        simulate(job["game"], seats, games, seed, records=folder)

    return play


def ours(job: Job) -> dict[str, float]:
    """Games in turn by `simulate` and inside the engine, and how much of the time the bots think."""
    from lumarium import Chance, game, playout

    play, start, chance = simulated(job), game(job["game"]).start, Chance(job["seed"])
    spent = timed_thoughts()
    found = {"games": 0.0, "seconds": 0.0, "engine_games": 0.0, "engine_seconds": 0.0}
    batch, seed = 1, job["seed"] * 1_000_000
    play(1, seed)
    spent[0], wall = 0.0, 0.0
    while found["seconds"] < job["seconds"]:
        seed += 1
        begun, clock = process_time(), perf_counter()
        play(batch, seed)
        found["seconds"] += process_time() - begun
        wall += perf_counter() - clock
        found["games"] += batch
        begun = process_time()
        while process_time() - begun < found["seconds"] / found["games"] * batch / 4:
            for _ in range(BATCH):
                playout(start(job["players"], chance), chance)
            found["engine_games"] += BATCH
        found["engine_seconds"] += process_time() - begun
        if found["seconds"] < job["seconds"] / 4:
            batch *= 2
    return found | {"thinking": spent[0] / wall}


def timed_thoughts() -> list[float]:
    """Where the time is summed up that bots of the house spend on their decisions."""
    from lumarium.bots.search.thinker import Thinker

    spent, decide = [0.0], Thinker.decide

    def timed(self: Any, position: Any, chance: Any) -> int:
        begun = perf_counter()
        index = decide(self, position, chance)
        spent[0] += perf_counter() - begun
        return index

    Thinker.decide = timed  # type: ignore[method-assign]
    return spent


def open_spiel(job: Job) -> dict[str, float]:
    """`evaluate_bots` of OpenSpiel with its uniformly random bots in C++."""
    pyspiel = import_module("pyspiel")
    game = pyspiel.load_game(job["game"])
    bots = [pyspiel.make_uniform_random_bot(seat, job["seed"] + seat) for seat in range(game.num_players())]
    seed = job["seed"] * 1_000_000

    def play() -> int:
        nonlocal seed
        for _ in range(BATCH):
            seed += 1
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        return 0

    found = measured(play, job["seconds"])
    return found | {"games": found["games"] * BATCH}


def catanatron(job: Job) -> dict[str, float]:
    """Catan by catanatron's own `Game.play` with its random players, which is what its simulator repeats."""
    library = import_module("catanatron")
    seats = [library.RandomPlayer(colour) for colour in library.Color]
    seed = job["seed"] * 1_000_000

    def play() -> int:
        nonlocal seed
        seed += 1
        library.Game(seats, seed=seed).play()
        return 0

    return measured(play, job["seconds"])


def measured(play: Callable[[], int], seconds: float) -> dict[str, float]:
    """Plays for so many seconds of CPU time."""
    found: dict[str, float] = import_module("peers_worker").measure(play, seconds)
    return found


def counted(job: Job) -> dict[str, float]:
    """Decisions with a choice in a game of random players."""
    play = import_module("peers_worker").STEPPED[job["stepped"]](job)
    return {"decisions": sum(play() for _ in range(job["counted"])) / job["counted"]}


TASKS = {"ours": ours, "open_spiel": open_spiel, "catan": catanatron, "counted": counted}


if __name__ == "__main__":
    import_module("peers_worker").main(TASKS)
