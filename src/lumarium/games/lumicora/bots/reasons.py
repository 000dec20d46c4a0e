"""What speaks for a decision in Lumicora, in a few words."""

from __future__ import annotations

from lumarium.games.lumicora.meta import NAME
from lumarium.games.lumicora.rules import scoring
from lumarium.games.lumicora.rules.components import COLOURS, KINDS, RETURN_POINTS, ROUND_LIMESTONE, SPECIES, STORAGE
from lumarium.games.lumicora.rules.indices import (
    DONE,
    EXCHANGE,
    FEED,
    HAND,
    LAY,
    NUMBER_OF,
    OWN,
    PASS,
    PLACEMENTS,
    RETURN,
    SCORE,
    STOP,
    SWAP,
    TAKE,
    TAKE_LIMESTONE,
)
from lumarium.games.lumicora.rules.reef import Reef
from lumarium.games.lumicora.rules.state import State
from lumarium.games.lumicora.rules.table import kind_of
from lumarium.games.lumicora.rules.turn import takeable
from lumarium.kernel.message import Message

from .prospects import Prospects, scorings_left, turns_left
from .turnplan import Plan, TurnPlan

PATIENT = 4
"""How many placements a plan follows for a reason."""


def reason(state: State, index: int) -> Message:
    """The reason for a decision of the seat on turn."""
    seat = state.turn
    assert seat is not None
    if index == PASS:
        return _pass(state, seat)
    if index >= SCORE:
        return _score(state, seat, index - SCORE)
    if index >= LAY:
        return _lay(state, seat, kind_of(state.laying), index - LAY)
    if index == RETURN:
        return _return(state, seat)
    if index >= HAND:
        return _best_lay(state, seat, index - HAND)
    if index == STOP:
        return _stop(state, seat)
    if index >= OWN and index != TAKE_LIMESTONE:
        return _best_lay(state, seat, index - (TAKE if index >= TAKE else OWN))
    if index == TAKE_LIMESTONE:
        return _limestone(state, seat, kind_of(state.fed))
    if index >= FEED:
        return _feed(state, seat, index)
    if index == DONE:
        return _say("swap_done")
    if index >= EXCHANGE:
        return _say("exchange", tile=KINDS[index - EXCHANGE])
    return _say("swap") if index >= SWAP else _say("start")


def _say(key: str, **facts: object) -> Message:
    return Message(NAME, f"reason.{key}", **facts)


# Laying


def _best_lay(state: State, seat: int, kind: int) -> Message:
    """Why a Lumino is wanted: for what it does where it fits best."""
    prospects = Prospects(state, seat, 0)
    placements = prospects.lays(kind)
    if not placements:
        return _say("unplaceable", tile=KINDS[kind])
    return _lay(state, seat, kind, max(placements, key=lambda placement: prospects.gain(kind, placement)))


def _lay(state: State, seat: int, kind: int, placement: int) -> Message:
    """The largest of the things that laying a Lumino there brings."""
    before, after = state.reefs[seat], state.reefs[seat].copy()
    after.lay(kind, placement)
    found = [*_corals(state, seat, before, after), *_animals(state, before, after)]
    found += _majorities(state, seat, after)
    saved = scoring.penalties(before)[1] - scoring.penalties(after)[1]
    if saved:
        found.append((saved, _say("remote", points=saved)))
    best = max(found, key=lambda each: each[0], default=(0, _say("room")))
    if best[0] > 0:
        return best[1]
    level = after.heights[PLACEMENTS[placement][0]]
    return _say("higher", level=level) if level > 1 else _say("room")


def _return(state: State, seat: int) -> Message:
    kind = kind_of(state.laying)
    prospects = Prospects(state, seat, max(0, turns_left(state, seat) - 1))
    gains = [prospects.gain(kind, placement) for placement in prospects.lays(kind)]
    return _say("return_kept" if max(gains, default=RETURN_POINTS) > RETURN_POINTS else "return")


def _corals(state: State, seat: int, before: Reef, after: Reef) -> list[tuple[int, Message]]:
    found = []
    for colour, name in enumerate(COLOURS):
        if not state.has_scored(seat, colour):
            was, now = scoring.coral_numbers(before, colour), scoring.coral_numbers(after, colour)
            levels = [level for level, number in enumerate(now, 1) if number and not sum(was[level - 1 : level])]
            if sum(now) > sum(was):
                facts: dict[str, object] = {"colour": name, "before": sum(was), "points": sum(now)}
                key = "new_level" if levels else "cover"
                found.append((sum(now) - sum(was), _say(key, **facts, level=levels[0] if levels else 0)))
    return found


def _animals(state: State, before: Reef, after: Reef) -> list[tuple[int, Message]]:
    found = []
    was, now = scoring.visible_animals(before), scoring.visible_animals(after)
    for species, name in enumerate(SPECIES):
        if state.options.board == "dark":
            more = scoring.dark_points(species, len(now[species])) - scoring.dark_points(species, len(was[species]))
        else:
            more = sum(scoring.light_points(after, species, space) for space in now[species])
            more -= sum(scoring.light_points(before, species, space) for space in was[species])
        if more > 0:
            found.append((more, _say("animals", species=name, n=len(now[species]), points=more)))
    return found


def _majorities(state: State, seat: int, after: Reef) -> list[tuple[int, Message]]:
    found = []
    for colour, name in enumerate(COLOURS):
        was = [scoring.visible_spaces(reef, colour) for reef in state.reefs]
        now = was.copy()
        now[seat] = scoring.visible_spaces(after, colour)
        more = scoring.majority_points(now)[seat] - scoring.majority_points(was)[seat]
        if more > 0:
            key = "majority" if now[seat] > max(now[:seat] + now[seat + 1 :]) else "catching_up"
            found.append((more, _say(key, colour=name, n=now[seat])))
    return found


# Feeding and taking


def _stop(state: State, seat: int) -> Message:
    takes = [TAKE + kind_of(tile) for tile in takeable(state)]
    enough, *more = TurnPlan(state, seat, PATIENT, False).values([STOP, *takes])
    return _say("enough" if max(more) > enough else "stop")


def _limestone(state: State, seat: int, fed: int) -> Message:
    gained = min(NUMBER_OF[fed], STORAGE - state.stores[seat])
    return _say("limestone", n=gained)


def _feed(state: State, seat: int, index: int) -> Message:
    """The turn that it is the beginning of."""
    turn = TurnPlan(state, seat, PATIENT, True)
    turn.values(state.legal())
    plans: list[Plan] = [plan for plan in turn.plans if plan.steps[0] == index]
    best = max(plans, key=lambda plan: plan.value)
    if not best.hand:
        return _limestone(state, seat, index - FEED)
    tiles = [KINDS[kind] for kind in best.hand]
    return _say("then_own" if OWN <= best.steps[1] < TAKE else "then_take", tiles=tiles)


# Scoring


def _score(state: State, seat: int, colour: int) -> Message:
    numbers = scoring.coral_numbers(state.reefs[seat], colour)
    unscored = sum(not state.has_scored(seat, other) for other in range(len(COLOURS)))
    points, left = sum(numbers), scorings_left(state, seat)
    if unscored >= left:
        return _say("score_late", points=points, colours_left=unscored, n=left)
    gained = min(ROUND_LIMESTONE[state.round - 1], STORAGE - state.stores[seat])
    return _say("score", points=points, n=gained) if gained else _say("score_plain", points=points)


def _pass(state: State, seat: int) -> Message:
    values = {
        name: sum(scoring.coral_numbers(state.reefs[seat], colour))
        for colour, name in enumerate(COLOURS)
        if not state.has_scored(seat, colour)
    }
    if not values:
        return _say("all_scored")
    best = max(values, key=lambda name: values[name])
    return _say("pass", colour=best, points=values[best])
