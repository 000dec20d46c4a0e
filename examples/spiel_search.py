"""OpenSpiel's IS-MCTS against one of our bots, in every seat in turn.

.venv/bin/pip install -c constraints.txt ".[spiel]"
.venv/bin/python examples/spiel_search.py --game luminos --bot medium --simulations 50 --games 4
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]  # a C++ module without types
from open_spiel.python.algorithms import ismcts  # type: ignore[import-untyped]  # likewise

from lumarium.adapters.openspiel import PlayoutEvaluator, SpielBot, name_of


def play(game: Any, bots: list[Any], luck: np.random.RandomState) -> list[float]:
    """One game, as OpenSpiel's own loops play it (its `evaluate_bots` asks for more than its IS-MCTS has)."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(luck.choice([outcome for outcome, _ in state.chance_outcomes()]))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    returns: list[float] = state.returns()
    return returns


def main() -> None:
    """Prints what IS-MCTS gets on average, from 1 for always first to -1 for always last."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="luminos")
    parser.add_argument("--bot", default="medium")
    parser.add_argument("--simulations", type=int, default=50)
    parser.add_argument("--games", type=int, default=4)
    options = parser.parse_args()
    game = pyspiel.load_game(name_of(options.game), {"imperfect": True})
    returns = []
    for number in range(options.games):
        luck, seat = np.random.RandomState(number), number % game.num_players()
        bots: list[Any] = [SpielBot(options.bot, other, seed=number) for other in range(game.num_players())]
        evaluator = PlayoutEvaluator(seed=number)
        bots[seat] = ismcts.ISMCTSBot(game, evaluator, 1.5, options.simulations, random_state=luck)
        returns.append(play(game, bots, luck)[seat])
        print(f"game {number + 1}: {returns[-1]:+.2f}", flush=True)
    print(f"IS-MCTS({options.simulations}) against {options.bot}: {np.mean(returns):+.2f}")


if __name__ == "__main__":
    main()
