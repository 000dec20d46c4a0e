"""How large are the decisions of Lumicora? Counts legal moves, placements and heights in random games.

Two policies play: "random" takes every decision at random; "hungry" takes as many Luminos from the Atoll as it can and
lays them wherever it may, so that reefs grow large and the bag runs out.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable
from statistics import fmean
from typing import Any

import lumarium
from lumarium import Chance
from lumarium.games.lumicora.rules.components import KINDS
from lumarium.games.lumicora.rules.indices import COLOUR_OF, FEED, FEEDING, LAY, LAYING, PHASES, RETURN, TAKE
from lumarium.games.lumicora.rules.state import State

Policy = Callable[[State, list[int], Chance], int]


def random_move(_state: State, legal: list[int], chance: Chance) -> int:
    """Any legal action."""
    return chance.choice(legal)


def hungry_move(state: State, legal: list[int], chance: Chance) -> int:
    """The action that takes the most Luminos, or keeps them."""
    lying = Counter(COLOUR_OF[tile % len(KINDS)] for tile in state.atoll)
    takes = [index for index in legal if TAKE <= index < TAKE + len(KINDS)]
    if takes:
        return max(takes, key=lambda index: lying[COLOUR_OF[index - TAKE]])
    if state.phase == FEEDING:
        feeds = [index for index in legal if index >= FEED]
        return min(feeds, key=lambda index: lying[COLOUR_OF[index - FEED]])
    return chance.choice([index for index in legal if index >= LAY] or legal)


POLICIES: dict[str, Policy] = {"random": random_move, "hungry": hungry_move}


def measure(players: int, side: str, policy: Policy, games: int) -> dict[str, Any]:
    """The figures of so many games."""
    game = lumarium.game("lumicora")
    legal_by_phase: dict[str, list[int]] = {phase: [] for phase in PHASES}
    placements: list[int] = []
    heights: Counter[int] = Counter()
    emergencies: Counter[int] = Counter()
    decisions = 0
    for seed in range(games):
        chance = Chance(seed)
        state = game.start(players, chance, {"side": side})
        assert isinstance(state, State)
        while state.turn is not None:
            legal = state.legal()
            legal_by_phase[PHASES[state.phase]].append(len(legal))
            if state.phase == LAYING:
                placements.append(len(legal) - legal.count(RETURN))
            state.step(policy(state, legal, chance), chance)
            decisions += 1
        heights.update(reef.highest() for reef in state.reefs)
        emergencies[state.emergency_round] += 1
    return {
        "decisions per game": round(decisions / games, 1),
        "placements": {
            "mean": round(fmean(placements), 1),
            "largest": max(placements),
            "none": round(placements.count(0) / len(placements), 3),
        },
        "legal moves": {phase: round(fmean(counts), 1) for phase, counts in legal_by_phase.items() if counts},
        "greatest height": max(heights),
        "emergencies by round": {number: count for number, count in sorted(emergencies.items()) if number},
    }


def main() -> None:
    """Prints one JSON object per setting."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=60, help="games per setting (60)")
    games = parser.parse_args().games
    print(json.dumps({"actions": len(lumarium.game("lumicora").actions)}))
    for name, policy in POLICIES.items():
        for side in "AB":
            for players in (2, 3, 4):
                print(
                    json.dumps(
                        {"policy": name, "side": side, "players": players, **measure(players, side, policy, games)}
                    )
                )


if __name__ == "__main__":
    main()
