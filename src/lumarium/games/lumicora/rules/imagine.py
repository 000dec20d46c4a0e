"""From a view back to a position. In Lumicora nothing hidden is decided early, so there is exactly one (LC-R-22)."""

from __future__ import annotations

from .components import COLOURS, KIND, LETTERS
from .indices import NOTHING, PHASES, ZONES
from .state import State
from .view import Lumino, Shore, View, rebuilt


def complete(view: View) -> State:
    """The position that the view describes."""
    state = State(view.players, view.options)
    state.turn = view.turn
    state.phase = PHASES.index(view.phase)
    state.round = view.round
    state.octopus = view.octopus
    state.bag.unseen = _kinds(view.unseen)
    state.bag.returned = _kinds(view.returned)
    state.bag.emergency = view.emergency
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
