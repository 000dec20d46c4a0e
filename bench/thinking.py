"""How long the levels think: decisions of whole games, on one core.

    python bench/thinking.py              every game, its largest player count
    python bench/thinking.py nomads --strong 0.2s

Prints per game and level the median, the 99th percentile and the longest decision, and for `strong` the share of
decisions that kept the budget within 10 %. Decisions with one legal action are not counted.
"""

from __future__ import annotations

import argparse
from time import perf_counter

import lumarium
from lumarium import Chance
from lumarium.arena.players import new_bot
from lumarium.bots.search.budget import Budget


def times(name: str, players: int, level: str, decisions: int) -> list[float]:
    """The seconds that so many decisions of one level took, in games of that level against itself."""
    game = lumarium.game(name)
    found: list[float] = []
    number = 0
    while len(found) < decisions:
        chance, luck = Chance(f"thinking {number}"), Chance(f"luck {number}")
        state = game.start(players, chance)
        bots = [new_bot(level if seat == number % players else "easy") for seat in range(players)]
        number += 1
        while state.turn is not None and len(found) < decisions:
            view = state.view(state.turn)
            legal = [game.actions[index] for index in view.legal]
            begun = perf_counter()
            action = bots[state.turn].choose(view, legal, luck)
            if len(legal) > 1 and state.turn == (number - 1) % players:
                found.append(perf_counter() - begun)
            state.apply(action, chance)
    return sorted(found)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=list(lumarium.games()))
    parser.add_argument("--strong", default="1s")
    parser.add_argument("--decisions", type=int, default=1000, help="of easy and medium; strong takes a tenth")
    given = parser.parse_args()
    budget = Budget.parse(given.strong).seconds or 1.0
    print("compiled engine" if lumarium.compiled else "interpreted engine")
    print("| game | seats | level | median ms | 99 % ms | longest ms | within 10 % of the budget |")
    print("|---|---|---|---|---|---|---|")
    for name in given.game:
        players = lumarium.game(name).players[-1]
        for level in ("easy", "medium", f"strong@{given.strong}"):
            thinks = level.startswith("strong")
            taken = times(name, players, level, given.decisions // 10 if thinks else given.decisions)
            kept = f"{100 * sum(each <= 1.1 * budget for each in taken) / len(taken):.1f} %" if thinks else "-"
            middle, late, last = (1000 * taken[int(share * (len(taken) - 1))] for share in (0.5, 0.99, 1.0))
            print(f"| {name} | {players} | {level} | {middle:.1f} | {late:.1f} | {last:.1f} | {kept} |", flush=True)


if __name__ == "__main__":
    main()
