"""From a view back to a position. In Luminos nothing hidden is decided early, so there is exactly one (LS-35)."""

from __future__ import annotations

from .components import KIND, SYMBOLS
from .indices import DIRECTIONS, PHASES, cell_at
from .scoring import ONE
from .state import NOTHING, State
from .view import Sky, View


def complete(view: View) -> State:
    """The position that the view describes."""
    state = State.unpack(view.players, view.options)
    state.turn = view.turn
    state.phase = PHASES.index(view.phase)
    state.round = view.round
    state.telescope = view.telescope
    state.last_round = view.last_round
    state.bag = sorted(KIND[tile] for tile, number in view.bag.items() for _ in range(number))
    state.display = [NOTHING if tile is None else KIND[tile] for tile in view.display]
    state.hand = NOTHING if view.hand is None else KIND[view.hand]
    state.slot = NOTHING if view.slot is None else view.slot
    state.cell = NOTHING if view.placed is None else cell_at(*view.placed)
    state.waiting = [DIRECTIONS.index(direction) for direction in view.squares]
    state.start_tiles = [number - 1 for number in view.start_tiles]
    for seat, sky in enumerate(view.skies):
        _lay(state, seat, sky)
    return state


def _lay(state: State, seat: int, sky: Sky) -> None:
    for cell in sky.cells:
        number = cell_at(cell.x, cell.y)
        state.fill(seat, number, KIND[cell.tile], NOTHING if cell.slot is None else cell.slot)
        for letter in cell.markers:
            symbol = SYMBOLS.index(letter)
            state.markers[seat][symbol] = number
            state.skies[seat][number] += ONE[symbol]
    state.columns[seat] = sky.columns
