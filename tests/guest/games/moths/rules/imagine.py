"""From a view back to a state: all moths that the seat has not seen are dealt anew."""

from __future__ import annotations

from lumarium.kernel.chance import Chance

from .components import COPIES, VALUES
from .state import State, drawn
from .view import View


def imagined(view: View, chance: Chance) -> State:
    """Which moth somebody lifted tells nothing about its weight, so every unseen one has the same odds everywhere."""
    state = State(view.players, view.options)
    state.turn, state.played, state.lifted = view.turn, view.played, view.lifted
    state.lanterns = [list(lantern) for lantern in view.lanterns]
    state.gone = list(view.gone)
    state.caught, state.fallen = list(view.caught), list(view.fallen)
    known = [weight for place in (*view.hands, *view.lanterns) for weight in place]
    state.deck = [COPIES - state.gone[value - 1] - known.count(value) for value in VALUES]
    state.hands = [[drawn(state.deck, chance) if weight is None else weight for weight in hand] for hand in view.hands]
    return state
