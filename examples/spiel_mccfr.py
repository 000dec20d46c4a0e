"""OpenSpiel's MCCFR learns a tiny variant, and OpenSpiel tells how much a best response still wins of it.

.venv/bin/pip install -c constraints.txt ".[spiel]"
.venv/bin/python examples/spiel_mccfr.py --game lumen --iterations 100000
"""

from __future__ import annotations

import argparse

import pyspiel  # type: ignore[import-not-found]  # a C++ module without types

from lumarium.adapters.efg import unfolded
from lumarium.adapters.openspiel import name_of

LOOKS = 5
"""How often on the way the policy is measured."""


def main() -> None:
    """Prints the NashConv as it falls: what best responses win of both seats together, from 4 to 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="lumen")
    parser.add_argument("--iterations", type=int, default=100_000)
    options = parser.parse_args()
    game = pyspiel.load_game(name_of(options.game), {"players": 2, "preset": "tiny"})
    tree = unfolded(game)  # the same game inside OpenSpiel's own engine
    print(f"{options.game}: {tree.nodes} nodes, {len(tree.sets)} information sets", flush=True)
    print(f"uniform play: NashConv {pyspiel.nash_conv(tree.game, pyspiel.UniformRandomPolicy(tree.game), True):.3f}")
    solver = pyspiel.ExternalSamplingMCCFRSolver(tree.game, seed=7)
    for look in range(1, LOOKS + 1):
        for _ in range(options.iterations // LOOKS):
            solver.run_iteration()
        conv = pyspiel.nash_conv(tree.game, solver.average_policy(), True)
        print(f"{options.iterations // LOOKS * look} iterations: NashConv {conv:.3f}", flush=True)


if __name__ == "__main__":
    main()
