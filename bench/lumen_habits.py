"""The odds by which everybody plays in Lumen's playouts (games/lumen/bots/playouts.py), fitted to what a bot plays.

    python bench/lumen_habits.py --bot strong@5000n --games 200

The bot plays itself, at every number of players; each card that it chose among several is explained by the facts that
the playouts know of it, as a softmax for each kind of situation. Prints the table HABITS, and how likely it makes what
was played in games that it was not fitted to, beside the table that is there.
"""

from __future__ import annotations

import argparse
import os
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np

from lumarium import Chance
from lumarium.arena.players import bot_luck, new_bot
from lumarium.games.lumen import GAME
from lumarium.games.lumen.bots.knowledge import card_in, read
from lumarium.games.lumen.bots.playouts import FACTS, HABITS, Playouts
from lumarium.games.lumen.rules.indices import BIDDING

LOT = 5
"""Games that one process plays before it tells of them."""
HELD_OUT = 5
"""One game in so many is not fitted to."""
PENALTY = 2.0
"""How strongly numbers are drawn to zero where few decisions speak."""

Choice = tuple[Any, int]
"""The facts of the legal cards, a row each, and which was played."""
Found = dict[int, list[Choice]]
"""By where the habits of the situation begin."""


def watch(work: tuple[str, int, int]) -> tuple[Found, Found]:
    """Some games of the bot against itself: to be fitted to, and to be held against."""
    bot, players, lot = work
    fitted: Found = defaultdict(list)
    held_out: Found = defaultdict(list)
    for number in range(lot * LOT, (lot + 1) * LOT):
        chance = Chance(f"habits {players} {number}")
        state = GAME.start(players, chance)
        bots, lucks = [new_bot(bot) for _ in range(players)], [bot_luck(number, seat) for seat in range(players)]
        found = held_out if number % HELD_OUT == 0 else fitted
        while (seat := state.turn) is not None:
            legal = state.legal()
            action = legal[0]
            if len(legal) > 1:
                action = bots[seat].choose(state.view(seat), state.legal_actions(), lucks[seat]).index
                if state.phase != BIDDING:
                    first, facts = situation(state, legal)
                    found[first].append((facts, legal.index(action)))
            state.step(action, chance)
    return dict(fitted), dict(held_out)


def situation(state: Any, legal: list[int]) -> tuple[int, Any]:
    """Where the habits of the seat on turn begin, and the facts of its cards."""
    table, playouts = read(state), Playouts()
    first = playouts.prepare(table)
    rows = []
    for index in legal:
        playouts.consider(table, card_in(table, table.turn, index, state.held[table.turn]))
        rows.append([playouts.facts[fact] for fact in range(FACTS)])
    return int(first), np.array(rows)


def likelihood(choices: list[Choice], habits: Any) -> tuple[float, Any, Any]:
    """The logarithm of how likely the habits make what was played, its slope and its curvature."""
    told, slope, curve = 0.0, np.zeros(FACTS), np.zeros((FACTS, FACTS))
    for facts, played in choices:
        appeal = facts @ habits
        odds = np.exp(appeal - appeal.max())
        odds /= odds.sum()
        mean = odds @ facts
        told += float(np.log(odds[played]))
        slope += facts[played] - mean
        curve += (facts * odds[:, None]).T @ facts - np.outer(mean, mean)
    return told, slope, curve


def fit(choices: list[Choice]) -> Any:
    """The habits that make it most likely, by Newton's method."""
    habits = np.zeros(FACTS)
    for _ in range(30):
        _, slope, curve = likelihood(choices, habits)
        step = np.linalg.solve(curve + PENALTY * np.eye(FACTS), slope - PENALTY * habits)
        habits = habits + step * min(1.0, 2.0 / float(np.abs(step).max() + 1e-9))
        if np.abs(step).max() < 1e-4:
            break
    return habits


def main() -> None:
    """Watches, fits and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="strong@5000n")
    parser.add_argument("--games", type=int, default=200, help="at each number of players")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    work = [(given.bot, players, lot) for lot in range(-(-given.games // LOT)) for players in GAME.players]
    fitted: Found = defaultdict(list)
    held_out: Found = defaultdict(list)
    with ProcessPoolExecutor(given.jobs, get_context("spawn")) as pool:
        for told in pool.map(watch, work):
            for whole, part in zip((fitted, held_out), told, strict=True):
                for first, choices in part.items():
                    whole[first] += choices
    there = np.array([HABITS[place] for place in range(len(HABITS))])
    print("| situation | decisions | held out | cards | now | fitted |\n|---|---|---|---|---|---|")
    lines, sums = [], np.zeros(2)
    for first in range(0, len(there), FACTS):
        habits = fit(fitted[first])
        lines.append("    " + ", ".join(f"{each:.2f}" for each in habits) + ",")
        tried = held_out[first]
        old, new = (likelihood(tried, each)[0] for each in (there[first : first + FACTS], habits))
        sums += (old, new)
        cards = np.mean([len(facts) for facts, _ in tried])
        print(
            f"| {first // FACTS} | {len(fitted[first])} | {len(tried)} | {cards:.1f} "
            f"| {np.exp(old / len(tried)):.3f} | {np.exp(new / len(tried)):.3f} |"
        )
    number = sum(map(len, held_out.values()))
    blind = -sum(np.log(len(facts)) for choices in held_out.values() for facts, _ in choices)
    likely = (f"{np.exp(each / number):.3f}" for each in (blind, *sums))
    print("of {} decisions held out, on geometric average: blindly {}, now {}, fitted {}\n".format(number, *likely))
    print(*lines, sep="\n")


if __name__ == "__main__":
    main()
