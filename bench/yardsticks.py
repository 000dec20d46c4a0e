"""Bots that know nothing but the rules: what they win is not owed to judgement, so ours must beat them clearly.

    lumarium tournament lumen --bots medium,bench/yardsticks.py:Naive@0.2s --games 60 --players 3
    python bench/yardsticks.py           what a decision, a node and a playout cost here

`Naive` imagines worlds and plays every decision in each of them to a random end of the game, under the same luck. From
time to time it gives up the worse half. `bench/strength.py` holds the levels against it, at equal time, and against the
bot `Patient` of docs/writing-a-bot.md.
"""

from __future__ import annotations

import argparse
from math import ceil, log2
from time import perf_counter, process_time

import lumarium
from lumarium import Chance, View, playout
from lumarium.arena.players import new_bot
from lumarium.bots import Bot
from lumarium.bots.search.budget import Budget
from lumarium.bots.search.thinker import Position, Thinker
from lumarium.kernel.effort import Effort
from lumarium.kernel.judgement import placing
from lumarium.kernel.state import State

POINT = 0.001
"""What a point of lead counts beside winning: playouts in which nobody else can win should still tell something."""


class Naive(Thinker):
    """Random playouts with sequential halving; a playout counts as a node."""

    budget = Budget(seconds=0.2)

    def values(self, position: Position, chance: Chance) -> list[float]:
        """The mean result after each decision; those given up come behind all that were kept longer."""
        begun = perf_counter()
        until = 0.0 if self.budget.seconds is None else begun + self.budget.seconds * 0.97
        effort = Effort(self.budget.nodes or 1, until)
        legal = position.legal
        alive = list(range(len(legal)))
        totals, values = [0.0] * len(legal), [0.0] * len(legal)
        rounds = ceil(log2(len(legal)))
        spent = seen = 0
        for number in range(1, rounds + 1):
            while True:
                (world,) = position.worlds(1)
                luck = chance.pick(1 << 30)
                for place in alive:
                    totals[place] += result(world.clone(), legal[place], Chance(luck))
                spent, seen = spent + len(alive), seen + 1
                if effort.share(spent) >= number / rounds:
                    break
            alive.sort(key=totals.__getitem__, reverse=True)
            for place in alive:
                values[place] = (number - 1 + totals[place] / seen) / rounds
            del alive[(len(alive) + 1) // 2 :]
        return values


def result(world: State, index: int, luck: Chance) -> float:
    """What one random end of the game is worth to the seat on turn, from 0 to 1."""
    seat = world.turn
    assert seat is not None
    world.step(index, luck)
    playout(world, luck)
    lead = world.players * world.scores[seat] - sum(world.scores)
    return min(1.0, max(0.0, (1.0 - POINT * 200) * placing(world.ranking)[seat] + POINT * (100 + lead / world.players)))


def views_of(name: str, games: int = 2) -> list[View]:
    """What seats of `medium` see where they have a choice, with the fewest players."""
    game, medium = lumarium.game(name), new_bot("medium")
    views: list[View] = []
    for number in range(games):
        chance, luck = Chance(f"yardsticks {number}"), Chance(number)
        state = game.start(game.players[0], chance)
        while (seat := state.turn) is not None:
            legal = state.legal_actions()
            if len(legal) > 1:
                views.append(state.view(seat))
            state.apply(medium.choose(state.view(seat), legal, luck), chance)
    return views


def seconds(bot: Bot, views: list[View]) -> float:
    """The time of one core that the bot takes for a decision."""
    game, luck = lumarium.game(views[0].game), Chance(0)
    begun = process_time()
    for view in views:
        bot.choose(view, [game.actions[index] for index in view.legal], luck)
    return (process_time() - begun) / len(views)


def main() -> None:
    """Prints what thinking costs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=list(lumarium.games()))
    parser.add_argument("--strong", default="2000n", help="the budget of strong")
    for name in parser.parse_args().game:
        views = views_of(name)
        few = views[::6]
        print(f"{name}, {lumarium.game(name).players[0]} players, ms a decision:")
        bots = ("medium", f"strong@{parser.parse_args().strong}", f"{__file__}:Naive@100n")
        for bot, seen in zip(bots, (views, few, few), strict=True):
            print(f"  {bot.rpartition(':')[2]:<16}{1000 * seconds(new_bot(bot), seen):8.2f}", flush=True)


if __name__ == "__main__":
    main()
