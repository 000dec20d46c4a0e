"""How often does the edge of Luminos' window of cells hide a cell that the rules would offer?

The rules know no edge; the engine offers indices.WIDTH x WIDTH cells around the start tile. This plays games in a
window too wide to matter and counts, for several widths, the decisions in which an open cell lies outside, and the
games in which that ever happens. (Until it first happens, a game in the narrow window is the very same game.)
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import lumarium
from lumarium import Chance

WIDTHS = (13, 15, 17, 19)
UNLIMITED = 61
COPY = "luminos_unlimited"
CHUNK = 250

Policy = Callable[[Any, Any, Chance], int]


def unlimited_luminos(folder: Path) -> Any:
    """The game's own code with another WIDTH, as a game of its own."""
    target = folder / COPY
    if not target.exists():
        shutil.copytree(lumarium.game("luminos").folder, target, ignore=shutil.ignore_patterns("__pycache__"))
        path = target / "indices.py"
        text, changed = re.subn(r"WIDTH: Final = \d+", f"WIDTH: Final = {UNLIMITED}", path.read_text(encoding="utf-8"))
        assert changed == 1
        path.write_text(text, encoding="utf-8")
    os.environ["LUMARIUM_GAMES"] = str(folder)
    assert COPY in lumarium.games()
    return import_module(f"lumarium.games.{COPY}")


def random_cell(_indices: Any, state: Any, chance: Chance) -> int:
    """Any open cell."""
    return int(chance.choice(state.open[state.turn]))


def greedy_cell(indices: Any, state: Any, chance: Chance) -> int:
    """One of the cells that complete the most squares."""
    cells = state.open[state.turn]
    squares = [len(state.complete_squares(state.turn, cell - indices.PLACE)) for cell in cells]
    most = max(squares)
    return int(chance.choice([cell for cell, number in zip(cells, squares, strict=True) if number == most]))


POLICIES: dict[str, Policy] = {"random": random_cell, "greedy": greedy_cell}


def reaches(game: Any, players: int, policy: Policy, seed: int) -> Iterator[int]:
    """For every placing decision of a game: how far from the start tile the farthest open cell lies."""
    indices = import_module(f"{game.__name__}.indices")
    chance = Chance(f"window {seed}")
    state = game.GAME.start(players, chance)
    while state.turn is not None:
        if state.phase != indices.PLACING:
            state.random_step(chance)
            continue
        cells = [cell - indices.PLACE for cell in state.open[state.turn]]
        yield max(max(abs(indices.x_of(cell)), abs(indices.y_of(cell))) for cell in cells)
        state.step(policy(indices, state, chance), chance)


def count(folder: Path, players: int, policy: str, seeds: range) -> list[list[int]]:
    """For each width: games and decisions that the edge touched; and the number of decisions."""
    game = unlimited_luminos(folder)
    touched = [[0, 0, 0] for _ in WIDTHS]
    for seed in seeds:
        far = list(reaches(game, players, POLICIES[policy], seed))
        assert max(far) < UNLIMITED // 2
        for width, row in zip(WIDTHS, touched, strict=True):
            outside = sum(reach > width // 2 for reach in far)
            row[0] += outside > 0
            row[1] += outside
            row[2] += len(far)
    return touched


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000, help="games per policy and number of players")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    chunks = [range(first, min(first + CHUNK, options.games)) for first in range(0, options.games, CHUNK)]
    print(f"{options.games} games each; share of games / of placing decisions in which the edge hides an open cell")
    print(f"{'policy':<8} players " + "".join(f"{f'width {width}':>22}" for width in WIDTHS))
    with tempfile.TemporaryDirectory() as folder:
        unlimited_luminos(Path(folder))
        with ProcessPoolExecutor(options.jobs) as pool:
            for policy in POLICIES:
                for players in lumarium.game("luminos").players:
                    parts = pool.map(partial(count, Path(folder), players, policy), chunks)
                    sums = [[sum(column) for column in zip(*rows, strict=True)] for rows in zip(*parts, strict=True)]
                    shares = [f"{row[0] / options.games:.3%} / {row[1] / row[2]:.4%}" for row in sums]
                    print(f"{policy:<8} {players:>7} " + "".join(f"{share:>22}" for share in shares))
                    sys.stdout.flush()


if __name__ == "__main__":
    main()
