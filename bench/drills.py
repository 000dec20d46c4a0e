"""Makes the drills that come with each game: positions of strong bots' games in which one choice is clearly best.

    .venv/bin/python bench/drills.py [GAME...] [--number 12] [--jobs 2]

It writes `words/drills.jsonl` of each game. Games are played until there are enough, at all numbers of players; every
position is weighed twice under different luck with twice the effort of a review, and both must agree clearly.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import msgspec

import lumarium
from lumarium import Chance
from lumarium.bots.search.budget import Budget
from lumarium.bots.search.thinker import Position
from lumarium.bots.strong import StrongBot
from lumarium.review.drills import FILE, Drill, clear, kind_at
from lumarium.review.weighing import EFFORT, Weighing

ROOT = Path(__file__).parents[1] / "src" / "lumarium" / "games"
PLAYED = Budget(nodes=300)
GAP = 0.06
FEWEST = 3
OPINIONS = 2
MOST_EACH = 2
"""Positions of one game."""


def found(name: str, seed: int) -> list[Drill]:
    """The drills that a game gives."""
    game = lumarium.game(name)
    players = game.players[seed % len(game.players)]
    luck, mind, bot = Chance(seed), Chance(f"drills {seed}"), StrongBot(PLAYED)
    state = game.start(players, luck)
    moves: list[int] = []
    drills: list[Drill] = []
    skip = mind.pick(30)
    while state.turn is not None:
        legal = state.legal()
        index = legal[0]
        if len(legal) > 1:
            view = state.view(state.turn)
            values = bot.values(Position.seen(view, mind), mind)
            ranked = sorted(values, reverse=True)
            index = legal[values.index(ranked[0])]
            skip -= 1
            if skip < 0 and len(drills) < MOST_EACH and len(legal) >= FEWEST and ranked[0] - ranked[1] >= GAP:
                opinions = [Weighing(view, 2 * EFFORT, again).outlooks() for again in range(OPINIONS)]
                if clear(opinions, GAP, FEWEST):
                    outlooks = {game.actions[each].notation: round(value, 3) for each, value in opinions[0].items()}
                    kind = kind_at(game, view)
                    drills.append(Drill(game.rules_version, players, seed, tuple(moves), kind, outlooks))
                    skip = 20 + mind.pick(20)
        state.step(index, luck)
        moves.append(index)
    return drills


def made(name: str, number: int, jobs: int) -> Iterator[Drill]:
    """So many, of all kinds as far as there are some."""
    seen: Counter[str] = Counter()
    with ProcessPoolExecutor(jobs) as pool:
        for first in range(1, 6 * number, jobs):
            seeds = range(first, first + jobs)
            for each in (drill for part in pool.map(found, [name] * jobs, seeds) for drill in part):
                # Kinds that come often shall not fill the set.
                if seen[each.kind] < 1 + number // 3 and seen.total() < number:
                    seen[each.kind] += 1
                    yield each
            if seen.total() >= number:
                return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--number", type=int, default=12)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    for name in args.games or lumarium.games():
        path = ROOT / name / "words" / FILE
        kinds: Counter[str] = Counter()
        with path.open("wb") as file:
            for drill in made(name, args.number, args.jobs):
                file.write(msgspec.json.encode(drill) + b"\n")
                file.flush()
                kinds[drill.kind] += 1
        print(f"{name}: {kinds.total()} drills, {path.stat().st_size / 1024:.0f} KB, {dict(kinds)}", flush=True)


if __name__ == "__main__":
    main()
