"""From a view back to a position, and to one that may be behind it.

What the bag gives next and what the stack holds is decided when it is drawn (LC-R-22). Only which of two like Luminos a
draw has brought is decided and open to nobody; its exact odds are derived in docs/games/lumicora.md (LC-R-24).
"""

from __future__ import annotations

from bisect import insort
from math import comb, prod
from typing import Final

from lumarium.kernel.chance import Chance

from .bag import Bag, known_bag
from .components import COLOURS, KIND, LETTERS
from .indices import NOTHING, PHASES, ZONES
from .state import State
from .view import Lumino, Shore, View, rebuilt

DIGIT: Final = 1 << 30
"""Larger numbers are picked digit by digit."""


def complete(view: View, chance: Chance) -> State:
    """A position that may be behind the view, with the odds that all draws so far leave."""
    state = described(view)
    settle(state.bag, chance)
    return state


def resample(state: State, number: int, chance: Chance) -> list[State]:
    """So many positions that nobody at the table can tell from this one, of which only what all can count is read."""
    hidden = state.bag.account()
    unseen, returned = sorted(hidden.unseen), sorted(hidden.returned)
    doubts = {kind: hidden.doubts[kind] for kind in sorted(hidden.doubts)}
    states: list[State] = []
    for _ in range(number):
        twin = state.clone()
        twin.bag = known_bag(unseen.copy(), returned.copy(), state.bag.emergency, doubts)
        settle(twin.bag, chance)
        states.append(twin)
    return states


def described(view: View) -> State:
    """The position that the view describes, in which a draw brought what had come back wherever that can be."""
    state = State(view.players, view.options)
    state.turn = view.turn
    state.phase = PHASES.index(view.phase)
    state.round = view.round
    state.octopus = view.octopus
    doubts = {KIND[tile]: seen for tile, seen in view.doubts.items()}
    state.bag = known_bag(_kinds(view.unseen), _kinds(view.returned), view.emergency, doubts)
    state.drawn = view.drawn
    state.emergency_round = view.emergency_round or 0
    state.extra_scoring = view.extra_scoring
    state.last_scorer = NOTHING if view.last_scorer is None else view.last_scorer
    state.atoll = [lumino.number() for lumino in view.atoll]
    state.fed = _number(view.fed)
    state.hand = [lumino.number() for lumino in view.hand]
    state.laying = _number(view.laying)
    state.zone = NOTHING if view.zone is None else ZONES.index(view.zone)
    state.chosen = [lumino.number() for lumino in view.chosen]
    for seat, shore in enumerate(view.shores):
        _lay_out(state, seat, shore)
    return state


def _lay_out(state: State, seat: int, shore: Shore) -> None:
    state.starts[seat] = (LETTERS.index(shore.start[0]), LETTERS.index(shore.start[1]))
    state.reefs[seat] = rebuilt(shore, state.options)
    state.displays[seat] = [_number(lumino) for lumino in shore.display]
    state.stores[seat] = shore.limestone
    state.spent[seat] = shore.spent
    state.returns[seat] = shore.returned
    for colour, numbers in shore.scored.items():
        state.corals[seat][COLOURS.index(colour)] = numbers
    state.order[seat] = tuple(COLOURS.index(colour) for colour in shore.order)


def _number(lumino: Lumino | None) -> int:
    return NOTHING if lumino is None else lumino.number()


def _kinds(counts: dict[str, int]) -> list[int]:
    return sorted(KIND[tile] for tile, number in counts.items() for _ in range(number))


def settle(bag: Bag, chance: Chance) -> None:
    """Decides how many of each kind in doubt nobody has seen.

    First how many of them the stack holds, kind by kind; then draw by draw whether a Lumino had come back, which hangs
    on nothing else any more. What the stack holds is forgotten again: among the unseen it can be anything.
    """
    doubts = bag.account().doubts
    weights = {kind: stack_weights(seen) for kind, seen in doubts.items()}
    sure = len(bag.unseen) - sum(len(each) - 1 for each in weights.values())
    ways = [[comb(sure, size) for size in range(bag.emergency + 1)]]
    for each in reversed(weights.values()):
        ways.append([sum(_ways(each, ways[-1], size)) for size in range(bag.emergency + 1)])
    left = bag.emergency
    for kind, each in weights.items():
        ways.pop()
        stacked = _weighed(_ways(each, ways[-1], left), chance)
        left -= stacked
        unseen, *draws = doubts[kind]
        for hidden in draws:
            if chance.pick(hidden - stacked) < unseen - stacked:
                unseen -= 1
        for _ in range(fewest(doubts[kind]) - unseen):
            bag.unseen.remove(kind)
            insort(bag.returned, kind)


def stack_weights(seen: tuple[int, ...]) -> list[int]:
    """How well what was seen of a kind in doubt fits 0, 1, 2, ... of them in the stack."""
    return [
        comb(seen[0], stacked) * prod(hidden - stacked for hidden in seen[1:]) for stacked in range(fewest(seen) + 1)
    ]


def fewest(seen: tuple[int, ...]) -> int:
    """How many of a kind in doubt were hidden at least, at any time: no more can be in the stack."""
    least = seen[0]
    for hidden in seen[1:]:
        if hidden == least:
            least -= 1
    return least


def _ways(weights: list[int], others: list[int], size: int) -> list[int]:
    """The weights of 0, 1, 2, ... of a kind in a stack of this size, given in how many ways others fill the rest."""
    return [weight * others[size - stacked] for stacked, weight in enumerate(weights[: size + 1])]


def _weighed(weights: list[int], chance: Chance) -> int:
    """A place, as likely as its weight among all."""
    rest = picked_below(sum(weights), chance)
    place = 0
    while rest >= weights[place]:
        rest -= weights[place]
        place += 1
    return place


def picked_below(number: int, chance: Chance, digit: int = DIGIT) -> int:
    """`chance.pick` for numbers of any size: exactly uniform, too. What would favour some numbers is picked again."""
    if number <= digit:
        return chance.pick(number)
    while True:
        picked, span = 0, 1
        while span < number:
            picked, span = picked * digit + chance.pick(digit), span * digit
        if picked < span // number * number:
            return picked % number
