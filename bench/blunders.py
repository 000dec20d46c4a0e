"""Does a review find blunders? Games of strong bots in which one decision was replaced by the worst legal one.

    .venv/bin/python bench/blunders.py [GAME...] [--games 100] [--first 0] [--jobs 2]

Which decision it is follows from the game's number; it is the first from there on in which the worst costs something:
0.05 of the outlook, by a look with other luck and twice the effort of the review. It counts as found if it is among the
three costliest of that seat. `--first` is the number of the first game: many games can be made in lots.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from time import process_time
from typing import NamedTuple

import lumarium
from lumarium import Chance, Match
from lumarium.bots.search.budget import Budget
from lumarium.bots.search.thinker import Position
from lumarium.bots.strong import StrongBot
from lumarium.review.review import Course
from lumarium.review.weighing import EFFORT, Weighing

PLAYED = Budget(nodes=2000)
OTHER_LUCK = 7
WORTH = 0.05
PLAYERS = 4
FOUND = 3
LATEST = 80


class Planted(NamedTuple):
    """A game with a blunder: its rank among the decisions of its seat, and how long the review took."""

    rank: int
    seconds: float
    """Of CPU, for all seats."""


def blundered(name: str, number: int) -> tuple[Match, int, int] | None:
    """A game, the place of the blunder, and its seat; None where nothing could be spoiled."""
    game = lumarium.game(name)
    match = Match(game, PLAYERS, seed=number)
    mind, bot = Chance(f"blunder {number}"), StrongBot(PLAYED)
    waiting = mind.pick(LATEST)
    planted = None
    while match.state.turn is not None:
        legal, seat = match.state.legal(), match.state.turn
        choice = legal[0]
        if len(legal) > 1:
            values = bot.values(Position.seen(match.view(seat), mind), mind)
            waiting -= 1
            choice = legal[values.index(max(values))]
            if planted is None and waiting < 0 and max(values) - min(values) >= WORTH:
                outlooks = Weighing(match.view(seat), 2 * EFFORT, OTHER_LUCK).outlooks()
                worst = list(outlooks)[-1]
                if max(outlooks.values()) - outlooks[worst] >= WORTH:
                    planted, choice = (match.version, seat), worst
        match.play(choice)
    return None if planted is None else (match, *planted)


def found(name: str, number: int) -> Planted | None:
    """Reviews such a game."""
    spoiled = blundered(name, number)
    if spoiled is None:
        return None
    match, at, seat = spoiled
    begun = process_time()
    course = Course(match.record)
    own = [course.decision(made) for made in course.open if made.seat == seat]
    took = (process_time() - begun) * len(course.open) / len(own)
    lost = next(each.lost for each in own if each.at == at)
    return Planted(1 + sum(each.lost > lost for each in own), took)


def games(name: str, number: int, first: int, jobs: int) -> Iterator[Planted]:
    """So many of them."""
    with ProcessPoolExecutor(jobs) as pool:
        for planted in pool.map(found, [name] * 2 * number, range(first, first + 2 * number)):
            if planted is not None:
                yield planted
                number -= 1
            if not number:
                pool.shutdown(cancel_futures=True)
                return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--games", type=int, default=100, dest="number")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    for name in args.games or lumarium.games():
        all_of_them = []
        for planted in games(name, args.number, args.first, args.jobs):
            all_of_them.append(planted)
            hits = sum(each.rank <= FOUND for each in all_of_them)
            seconds = sum(each.seconds for each in all_of_them) / len(all_of_them)
            print(f"{name}: {hits} of {len(all_of_them)} found; {seconds:.1f} s of CPU for a whole game", flush=True)


if __name__ == "__main__":
    main()
