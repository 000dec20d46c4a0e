"""Exchanges that the rules of Luminos do not notice (LS-E42): of the symbols, of the two axes, of the seats."""

from __future__ import annotations

from itertools import permutations
from typing import Final

from lumarium.kernel.game import Symmetry

from .components import KIND, KINDS, SYMBOLS
from .indices import CELLS, MARK, NEIGHBOURS, PICK_START, PLACE, SCORE, SQUARES, TAKE, TAKE_BAG, cell_at, x_of, y_of
from .scoring import ONE
from .state import NOTHING, State


def _redrawn(state: State, kind_to: list[int], cell_to: list[int], symbol_to: list[int], turn_by: int) -> State | None:
    """The position with kinds, cells, symbols and seats exchanged; None while start tiles are still being picked, and
    for other cells of a small sky, which has no square shape."""
    if state.phase == PICK_START or (state.around is not NEIGHBOURS and cell_to is not _SAME_CELLS):
        return None
    players = state.players
    twin = State.unpack(players, state.options)
    twin.phase, twin.round, twin.last_round = state.phase, state.round, state.last_round
    twin.turn = None if state.turn is None else (state.turn + turn_by) % players
    twin.telescope = (state.telescope + turn_by) % players
    twin.start_tiles = state.start_tiles.copy()
    twin.bag = sorted(kind_to[kind] for kind in state.bag)
    twin.display = [NOTHING if kind == NOTHING else kind_to[kind] for kind in state.display]
    twin.hand = NOTHING if state.hand == NOTHING else kind_to[state.hand]
    twin.slot = state.slot
    twin.cell = NOTHING if state.cell == NOTHING else cell_to[state.cell]
    for seat in range(players):
        to = (seat + turn_by) % players
        for cell, kind, slot in zip(state.filled[seat], state.tiles[seat], state.slots[seat], strict=True):
            twin.fill(to, cell_to[cell], kind_to[kind], slot)
        for symbol, cell in enumerate(state.markers[seat]):
            if cell != NOTHING:
                twin.markers[to][symbol_to[symbol]] = cell_to[cell]
                twin.skies[to][cell_to[cell]] += ONE[symbol_to[symbol]]
        for symbol in range(3):
            twin.columns[to][symbol_to[symbol]] = state.columns[seat][symbol].copy()
    twin.waiting = sorted(_direction(twin.cell, cell_to[SQUARES[state.cell][way][2]]) for way in state.waiting)
    return twin


def _direction(cell: int, corner: int) -> int:
    return next(way for way in range(4) if SQUARES[cell][way][2:] == [corner])


def _symmetry(name: str, symbol_to: list[int], cell_to: list[int], turn_by: int) -> Symmetry:
    letters = str.maketrans(SYMBOLS, "".join(SYMBOLS[symbol] for symbol in symbol_to))
    kind_to = [KIND["".join(sorted(kind.translate(letters), key=SYMBOLS.index))] for kind in KINDS]
    middle = cell_at(0, 0)
    score_to = [_direction(middle, cell_to[SQUARES[middle][way][2]]) for way in range(4)]

    def action(index: int) -> int:
        if index >= PLACE:
            return PLACE + cell_to[index - PLACE]
        if index >= SCORE:
            return SCORE + score_to[index - SCORE]
        if MARK <= index < MARK + 3:
            return MARK + symbol_to[index - MARK]
        if TAKE <= index < TAKE_BAG:
            return TAKE + kind_to[index - TAKE]
        return index

    def redrawn(state: State) -> State | None:
        return _redrawn(state, kind_to, cell_to, symbol_to, turn_by)

    return Symmetry(name, redrawn, action, lambda seat, players: (seat + turn_by) % players)


_SAME_CELLS: Final = list(range(CELLS))
_AXES: Final = [cell_at(y_of(cell), x_of(cell)) for cell in range(CELLS)]

SYMMETRIES: Final = (
    *(
        _symmetry("symbols " + "".join(SYMBOLS[symbol] for symbol in order), list(order), _SAME_CELLS, 0)
        for order in list(permutations(range(3)))[1:]
    ),
    _symmetry("axes", [0, 1, 2], _AXES, 0),
    _symmetry("seats", [0, 1, 2], _SAME_CELLS, 1),
)
