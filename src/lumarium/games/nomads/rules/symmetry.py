"""Exchanges that the rules of Nomads do not notice: turning and mirroring the ring, seats, legends of equal cards."""

from __future__ import annotations

from typing import Final

from lumarium.kernel.game import Symmetry
from lumarium.kernel.native import i64, vec

from .components import LEGENDS, RUNGS, SPACES, STORIES
from .indices import LIFT, MOVE, PAY_SET, PAYMENTS, PLACING_FROG, PLAIN, PUT_FROG, SHIFT, SONG, TYPE, WRITE
from .state import State
from .table import NOTHING
from .writing import FIRST_SONG


def _redrawn(state: State, space_to: list[int], turn_by: int, legend_to: list[int]) -> State | None:
    """The position with spaces, seats and legends exchanged; None where that is not the same game."""
    if state.phase <= PLACING_FROG:  # the nomads are still to come, and they are told apart by their spaces
        return None
    twin = state.clone()
    players = state.players
    for legend, other in enumerate(legend_to):
        if state.values[legend * RUNGS : (legend + 1) * RUNGS] != state.values[other * RUNGS : (other + 1) * RUNGS]:
            return None
        for before, after in ((state.hidden, twin.hidden), (state.box, twin.box)):
            after[other] = before[legend]
    for space, other in enumerate(space_to):
        top = state.tops[space]
        twin.heights[other] = state.heights[space]
        twin.tops[other] = legend_to[top] if 0 <= top < STORIES else top
    twin.set_out([state.columns[space_to.index(space)].copy() for space in range(SPACES)])
    twin.lys = NOTHING if state.lys == NOTHING else space_to[state.lys]
    twin.origin = NOTHING if state.origin == NOTHING else space_to[state.origin]
    if state.way != NOTHING and _is_mirrored(space_to):
        twin.way = 1 - state.way
    if 0 <= state.card < FIRST_SONG:
        twin.card = legend_to[state.card // RUNGS] * RUNGS + state.card % RUNGS
    twin.turn = None if state.turn is None else (state.turn + turn_by) % players
    twin.start = (state.start + turn_by) % players
    twin.owners = vec[i64]([owner if owner < 0 else (owner + turn_by) % players for owner in state.owners])
    for seat in range(players):
        _reseat(state, twin, seat, (seat + turn_by) % players, legend_to)
    return twin


def _reseat(state: State, twin: State, seat: int, to: int, legend_to: list[int]) -> None:
    twin.adventurers[to] = state.adventurers[seat]
    twin.singing[to] = state.singing[seat]
    twin.moon_tiles[to] = state.moon_tiles[seat]
    twin.tiles[to] = state.tiles[seat][:]
    for legend, other in enumerate(legend_to):
        twin.tiles[to][other] = state.tiles[seat][legend]
        twin.rungs[to][other] = state.rungs[seat][legend]


def _is_mirrored(space_to: list[int]) -> bool:
    return (space_to[1] - space_to[0]) % SPACES != 1


def _symmetry(name: str, space_to: list[int], turn_by: int, legend_to: list[int]) -> Symmetry:
    mirrored = _is_mirrored(space_to)
    types_to = [sum(TYPE[legend_to[i]] for i in range(STORIES) if types & TYPE[i]) for types, _ in PAYMENTS]

    def action(index: int) -> int:
        if PUT_FROG <= index < SHIFT:
            first = index - (index - PUT_FROG) % SPACES
            return first + space_to[index - first]
        if SHIFT <= index < MOVE:
            return 2 * SHIFT + 2 - index if mirrored else index
        if MOVE <= index < PLAIN:
            space, way = divmod(index - MOVE, 2)
            return MOVE + 2 * space_to[space] + (1 - way if mirrored else way)
        if LIFT <= index < WRITE:
            space, number = divmod(index - LIFT, 2)
            return LIFT + 2 * space_to[space] + number
        if WRITE <= index < SONG:
            legend, rung = divmod(index - WRITE, RUNGS)
            return WRITE + legend_to[legend] * RUNGS + rung
        if index >= PAY_SET:
            return PAY_SET + PAYMENTS.index((types_to[index - PAY_SET], PAYMENTS[index - PAY_SET][1]))
        return index

    def redrawn(state: State) -> State | None:
        return _redrawn(state, space_to, turn_by, legend_to)

    return Symmetry(name, redrawn, action, lambda seat, players: (seat + turn_by) % players)


_SAME_SPACES: Final = list(range(SPACES))
_SAME_LEGENDS: Final = list(range(len(LEGENDS)))
_TURNED: Final = [(space + 1) % SPACES for space in range(SPACES)]
_MIRRORED: Final = [-space % SPACES for space in range(SPACES)]
_OTHER_LEGENDS: Final = [LEGENDS.index(letter) for letter in "bcaefgd"]

SYMMETRIES: Final = (
    _symmetry("turned ring", _TURNED, 0, _SAME_LEGENDS),
    _symmetry("mirrored ring", _MIRRORED, 0, _SAME_LEGENDS),
    _symmetry("seats", _SAME_SPACES, 1, _SAME_LEGENDS),
    _symmetry("legends", _SAME_SPACES, 0, _OTHER_LEGENDS),
)
