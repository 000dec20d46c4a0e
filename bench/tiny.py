"""The tiny variants solved, and how far our bots are from perfect play there.

    .venv/bin/pip install -c constraints.txt ".[spiel]"
    .venv/bin/python -m bench.tiny                        all games, some minutes
    .venv/bin/python -m bench.tiny lumen --bots random,medium --json
    .venv/bin/python -m bench.tiny luminos --check        the same NashConv once more, on the adapter itself

Everything but the bots is OpenSpiel's: CFR+ until its NashConv is below the bound, the best responses, and where
nothing is hidden expectiminimax for the exact value. They run on the tree of the game (`lumarium.adapters.efg`). A bot
is asked once in each information set that it can get into, with luck of its own there; what it decides is its policy.
NashConv is what best responses win of both seats together: 0 is perfect play, 4 the most there is to lose.
"""

from __future__ import annotations

import argparse
import json
from importlib import import_module
from time import perf_counter
from typing import Any

import pyspiel  # type: ignore[import-not-found]

import lumarium
from lumarium.adapters.efg import Unfolded, unfolded
from lumarium.adapters.openspiel import name_of
from lumarium.adapters.policy import Policy

exploitability: Any = import_module("open_spiel.python.algorithms.exploitability")
minimax: Any = import_module("open_spiel.python.algorithms.minimax")
policies: Any = import_module("open_spiel.python.policy")

BOUND = 0.01
EVERY = 10
"""NashConv takes as long as several rounds of CFR+, so it is asked for now and then."""
BOTS = "random,easy,medium,strong@2000n"
DEEPEST = 200
"""More decisions and picks than any of these games has."""


def solved(tree: Unfolded, bound: float) -> tuple[Any, dict[str, Any]]:
    """CFR+ until its average policy is so near to an equilibrium; the policy, and how it came about."""
    solver, begun, rounds = pyspiel.CFRPlusSolver(tree.game), perf_counter(), 0
    while True:
        for _ in range(EVERY):
            solver.evaluate_and_update_policy()
        rounds += EVERY
        average = solver.tabular_average_policy()  # of its own: the other one looks into the solver
        conv = pyspiel.nash_conv(tree.game, average, True)
        if conv < bound:
            value = pyspiel.expected_returns(tree.game.new_initial_state(), average, -1, True)[0]
            took = perf_counter() - begun
            return average, {"nash_conv": conv, "rounds": rounds, "seconds": round(took, 1), "value": value}


def exact_value(tree: Unfolded) -> float:
    """What perfect play brings the first seat, where nothing is hidden."""
    value, _ = minimax.expectiminimax(tree.game.new_initial_state(), DEEPEST, None, 0)
    return float(value)


class Told(policies.Policy):  # type: ignore[misc]  # an untyped base
    """A policy of the tree, for the game itself."""

    def __init__(self, game: Any, tree: Unfolded, average: Any) -> None:
        super().__init__(game, [0, 1])
        self.told = {
            own.text: {own.legal[place]: odds for place, odds in average.get_state_policy(name)}
            for name, own in tree.sets.items()
        }

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        """The odds of each action."""
        return self.told[state.information_state_string()]


def decisions(tree: Unfolded, seat: int, bot: str) -> dict[str, int]:
    """What a bot in that seat decides, by information set, wherever it can get by its own decisions."""
    decided: dict[str, int] = {}
    waiting = [tree.game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        if state.is_terminal():
            continue
        places = state.legal_actions()
        if state.current_player() == seat:
            name = state.information_state_string()
            if name not in decided:
                own = tree.sets[name]
                decided[name] = own.legal.index(Policy(bot, own.text).decide(own.view))
            places = [decided[name]]
        waiting += [state.child(place) for place in places]
    return decided


def bot_policy(tree: Unfolded, bot: str) -> tuple[Any, int]:
    """The policy of a bot, uniform where it never gets, and in how many sets it was asked."""
    chosen = {} if bot == "random" else decisions(tree, 0, bot) | decisions(tree, 1, bot)
    table = {
        name: [
            (place, float(place == chosen[name]) if name in chosen else 1 / len(own.legal))
            for place in range(len(own.legal))
        ]
        for name, own in tree.sets.items()
    }
    return pyspiel.TabularPolicy(table), len(chosen)


def measured(tree: Unfolded, bot: str, best: Any) -> dict[str, Any]:
    """How much a best response wins of a bot, and what it brings against perfect play."""
    begun = perf_counter()
    policy, asked = bot_policy(tree, bot)
    start = tree.game.new_initial_state()
    first = pyspiel.expected_returns(start, [policy, best], -1, True)[0]
    second = pyspiel.expected_returns(start, [best, policy], -1, True)[1]
    conv = pyspiel.nash_conv(tree.game, policy, True)
    return {
        "nash_conv": conv,
        "first": first,
        "second": second,
        "asked": asked,
        "seconds": round(perf_counter() - begun, 1),
    }


def report(name: str, bots: list[str], bound: float, check: bool) -> dict[str, Any]:
    """All figures of one game."""
    game, begun = pyspiel.load_game(name_of(name), {"players": 2, "preset": "tiny"}), perf_counter()
    tree = unfolded(game)
    real = sum(len(own.legal) > 1 for own in tree.sets.values())
    found: dict[str, Any] = {"game": name, "nodes": tree.nodes, "sets": len(tree.sets), "with_choice": real}
    found["unfolding"] = round(perf_counter() - begun, 1)
    best, found["solution"] = solved(tree, bound)
    if not lumarium.game(name).private:
        found["exact"] = exact_value(tree)
    if check:
        found["checked"] = exploitability.nash_conv(game, Told(game, tree, best))
    found["bots"] = {bot: measured(tree, bot, best) for bot in bots}
    return found


def printed(found: dict[str, Any]) -> None:
    """The same for people."""
    solution = found["solution"]
    exact = f", exactly {found['exact']:.4f}" if "exact" in found else ""
    checked = f", on the adapter {found['checked']:.4f}" if "checked" in found else ""
    print(f"{found['game']}: {found['nodes']:,} nodes, {found['sets']:,} sets, {found['with_choice']:,} with a choice")
    print(f"  CFR+ {solution['rounds']} rounds, {solution['seconds']} s: NashConv {solution['nash_conv']:.4f}{checked}")
    print(f"  value {solution['value']:+.4f}{exact}")
    for bot, row in found["bots"].items():
        against = f"{row['first']:+.3f} first, {row['second']:+.3f} second against it"
        print(
            f"  {bot}: NashConv {row['nash_conv']:.3f}, {against} ({row['asked']} sets, {row['seconds']} s)", flush=True
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="all unless some are named")
    parser.add_argument("--bots", default=BOTS)
    parser.add_argument("--bound", type=float, default=BOUND)
    parser.add_argument("--check", action="store_true", help="NashConv once more, on the adapter itself (slow)")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    tiny = [name for name in lumarium.games() if "tiny" in lumarium.game(name).presets]
    rows = []
    for name in given.games or tiny:
        rows.append(report(name, given.bots.split(",") if given.bots else [], given.bound, given.check))
        if not given.json:
            printed(rows[-1])
    if given.json:
        print(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
