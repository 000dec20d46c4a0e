"""Plans one turn: all ways through it, the promising ones first, judged where it ends."""

from __future__ import annotations

from lumarium.kernel.chance import Chance
from lumarium.kernel.judgement import Judgement
from lumarium.kernel.state import State

BEAM = 6
"""How many beginnings of a turn are followed after each decision, for every first decision."""
LONGEST_TURN = 24
PATIENCE = 400
"""How many quick decisions a playout makes at most before it is judged as it stands."""


def plan(judgement: Judgement, worlds: list[State], legal: list[int], nodes: int, chance: Chance) -> list[float]:
    """The outlook of each legal decision of the seat on turn, over worlds it cannot tell apart, within some nodes."""
    own = judgement.appraise(worlds, legal, nodes, chance)
    if own is not None:
        return own
    share = max(1, nodes // (len(legal) * len(worlds)))
    values: list[float] = []
    for index in legal:
        total = 0.0
        for world in worlds:
            total += _follow(judgement, world, index, share, chance)
        values.append(total / len(worlds))
    return values


def _follow(judgement: Judgement, world: State, index: int, nodes: int, chance: Chance) -> float:
    """The best outlook that the turn can have after a first decision."""
    seat = world.turn
    assert seat is not None
    first = world.clone()
    first.step(index, chance)
    if first.turn != seat:
        return settle(judgement, first, seat, chance)
    best = -1.0
    beam = [first]
    for _ in range(LONGEST_TURN):
        ranked: list[tuple[float, int, State]] = []
        for state in beam:
            legal = state.legal()
            if nodes < len(legal):
                legal = [judgement.decide(state, chance)]
            for choice in legal:
                nodes -= 1
                child = state.clone()
                child.step(choice, chance)
                if child.turn != seat:
                    best = max(best, settle(judgement, child, seat, chance))
                else:
                    ranked.append((judgement.outlook(child)[seat], len(ranked), child))
        if not ranked:
            return best
        ranked.sort(reverse=True)
        beam = [child for _, _, child in ranked[: BEAM if nodes > 0 else 1]]
    return max(best, judgement.outlook(beam[0])[seat])


def settle(judgement: Judgement, state: State, seat: int, chance: Chance) -> float:
    """The seat's outlook once the position has come to rest."""
    for _ in range(PATIENCE):
        if state.turn is None or judgement.settled(state, seat):
            break
        state.step(judgement.decide(state, chance), chance)
    return judgement.outlook(state)[seat]
