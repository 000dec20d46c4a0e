"""How a turn and a scoring phase are played with a short look: quickly, and well enough to trust a future.

Players who look at nothing but the next Lumino lose 13 points to those who plan: futures among them tell nothing.
"""

from __future__ import annotations

from typing import Final

from lumarium.games.lumicora.rules.components import COLOURS, JELLYFISH_POINTS, RETURN_POINTS, ROUND_LIMESTONE, STORAGE
from lumarium.games.lumicora.rules.indices import CHOOSING, HAND, LAY, PASS, RETURN, SCORE
from lumarium.games.lumicora.rules.scoring import coral_numbers
from lumarium.games.lumicora.rules.state import State
from lumarium.kernel.chance import Chance

from .prospects import GROWTH, SPROUT, Prospects, scorings_left, turns_left
from .turnplan import NEVER, Plan, TurnPlan, without

WIDTH: Final = 2
WIDTH_LIGHT: Final = 3
"""How many placements a plan follows; on the light side it halves that itself."""
HANDS: Final = 5
"""How many hands are laid out in thought."""
LAY_WIDTH: Final = 8
LAY_WIDTH_LIGHT: Final = 4
"""How many placements are followed once the hand is taken."""


def play_turn(state: State, luck: Chance) -> int:
    """Plays a turn from feeding to the last Lumino laid; gives the number of decisions."""
    seat = state.turn
    assert seat is not None
    dark = state.options.board == "dark"
    turn = TurnPlan(state, seat, WIDTH if dark else WIDTH_LIGHT, True)
    turn.most_hands = HANDS
    plan = best_plan(state, turn)
    for index in plan.steps:
        state.step(index, luck)
    number = len(plan.steps)
    if plan.hand:
        for index in lay_order(turn, turn.own, plan.hand, LAY_WIDTH if dark else LAY_WIDTH_LIGHT)[1]:
            if index >= LAY or index == RETURN or state.phase == CHOOSING:
                state.step(index, luck)
                number += 1
    return number


def best_plan(state: State, turn: TurnPlan) -> Plan:
    """The best whole turn, from feeding on."""
    if not state.ends_early():
        turn.look_at_rival()
    turn.plan_turn()
    turn.best_plans([])
    best = turn.plans[0]
    for plan in turn.plans:
        if plan.value > best.value:
            best = plan
    return best


def lay_order(turn: TurnPlan, prospects: Prospects, hand: list[int], beam: int) -> tuple[float, list[int]]:
    """What a hand is worth in the best order and places found, and the decisions that lead there."""
    ways: list[tuple[float, int, int]] = []
    kinds = sorted(set(hand))
    for kind in kinds:
        placements = prospects.lays(kind)
        gains = prospects.gains(kind, placements)
        ways += [(-gains[place], kind, placements[place]) for place in range(len(placements))]
    ways.sort()
    best, order = NEVER, [HAND + kinds[0], RETURN]
    if len(hand) == 1:
        if ways and -ways[0][0] > RETURN_POINTS:
            return -ways[0][0], [HAND + kinds[0], LAY + ways[0][2]]
        return float(RETURN_POINTS), order
    for loss, kind, placement in ways[:beam]:
        after = prospects.after(turn.table, kind, placement)
        value, others = lay_order(turn, after, without(hand, kind), max(1, beam // 2))
        if value - loss > best:
            best, order = value - loss, [HAND + kind, LAY + placement, *others]
    for kind in kinds:
        rest = without(hand, kind)
        if RETURN_POINTS + turn.best_laying(prospects, rest, 1) > best:
            value, others = lay_order(turn, prospects, rest, 1)
            best, order = RETURN_POINTS + value, [HAND + kind, RETURN, *others]
    return best, order


def best_scoring(state: State) -> int:
    """Which colour to score now, if any: what it brings against what it may still become."""
    seat = state.turn
    assert seat is not None
    prospects = Prospects(state, seat, turns_left(state, seat))
    unscored = [colour for colour in range(len(COLOURS)) if not state.has_scored(seat, colour)]
    corals = [prospects.coral(colour) for colour in range(len(COLOURS))]
    left = scorings_left(state, seat) - 1
    best = PASS
    highest = prospects.limestone(prospects.stored) + _still_open(prospects, [corals[each] for each in unscored], left)
    stored = min(STORAGE, prospects.stored + ROUND_LIMESTONE[state.round - 1])
    gained = prospects.limestone(stored) + JELLYFISH_POINTS
    for colour in unscored:
        value = gained + sum(coral_numbers(state.reefs[seat], colour))
        value += _still_open(prospects, [corals[each] for each in unscored if each != colour], left)
        if value > highest:
            best, highest = SCORE + colour, value
    return best


def _still_open(prospects: Prospects, corals: list[float], left: int) -> float:
    """What the colours not scored yet are worth, with so many scoring phases to come."""
    worth = sorted(corals, reverse=True)[:left]
    growth = SPROUT + GROWTH * prospects.turns if prospects.turns else 0.0
    return prospects.worth * sum(worth) + len(worth) * (JELLYFISH_POINTS + growth)
