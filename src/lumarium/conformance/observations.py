"""What learners get: vectors of the promised shape, that hold what a seat knows and nothing else."""

from __future__ import annotations

import msgspec

from lumarium.kernel.chance import Chance
from lumarium.kernel.errors import LumariumError
from lumarium.kernel.parts import Part
from lumarium.kernel.state import State

from .case import Case, encoded

LEAST = 1e-30
"""No share of anything is smaller; the bits of a small integer are."""


def observations(case: Case, seed: int) -> None:
    """Every position fits the layout; all doors agree; another truth behind the view changes nothing."""
    _layout(case)
    for state, _ in case.walk(seed):
        _fits(case, case.game.features.observe(state, state.turn or 0))
    luck = Chance(seed)
    for state in case.positions(seed):
        for seat in range(case.players):
            _doors(case, state, seat, luck)
        _turned(case, state)
        with case.refused(LumariumError, "encodes a spectator's view"):
            case.game.features.encode(state.view(None))


def _layout(case: Case) -> None:
    features, players = case.game.features, case.players
    layout = features.layout(players)
    names = [part.name for part in layout]
    case.need(len(set(names)) == len(names), f"two parts have the same name: {names}")
    case.need(features.size(players) == sum(part.size for part in layout), "the parts do not sum to the size")
    for part in layout:
        case.need(part.size > 0 and part.low < part.high, f"the part “{part.name}” has no room")
        case.need(part.meaning[-1] in ".?", f"the part “{part.name}” is not told in a sentence")


def _stretches(case: Case) -> list[tuple[Part, int, int]]:
    layout, starts = case.game.features.layout(case.players), case.game.features.starts(case.players)
    return list(zip(layout, starts[:-1], starts[1:], strict=True))


def _fits(case: Case, vector: memoryview[float]) -> None:
    size = case.game.features.size(case.players)
    case.need(len(vector) == size, f"a vector has {len(vector)} numbers instead of {size}")
    bits = any(0 < abs(value) < LEAST for value in vector)
    case.need(not bits, "a number is next to nothing: write ONE or single(1), not 1")
    for part, first, last in _stretches(case):
        low, high = min(vector[first:last]), max(vector[first:last])
        fits = part.low <= low and high <= part.high
        case.need(fits, f"the part “{part.name}” leaves its bounds: {low} to {high}")


def _doors(case: Case, state: State, seat: int, luck: Chance) -> None:
    """From a view, through JSON, straight from the state, and in another world: always the same."""
    features, view = case.game.features, state.view(seat)
    vector = features.packed(view)
    _fits(case, vector)
    case.need(features.encode(view) == vector.tolist(), "the vector as a list is another one")
    back = msgspec.json.decode(encoded(view), type=case.game.View)
    imagined = case.game.imagine(view, luck)
    for door, other in (
        ("after JSON", features.packed(back)),
        ("observed", features.observe(state, seat)),
        ("in another world", features.observe(imagined, seat)),
    ):
        wrong = [part.name for part, first, last in _stretches(case) if vector[first:last] != other[first:last]]
        case.need(not wrong, f"what seat {seat} observes is different {door}: {', '.join(wrong)}")


def _turned(case: Case, state: State) -> None:
    """Where the rules do not notice who sits where, the vector of a seat does not say it."""
    features, players = case.game.features, case.players
    for symmetry in case.game.symmetries:
        if symmetry.seat(0, players) == 0 or any(symmetry.action(i) != i for i in range(len(case.game.actions))):
            continue
        twin = symmetry.state(state)
        if twin is None:
            continue
        for seat in range(players):
            same = features.observe(state, seat) == features.observe(twin, symmetry.seat(seat, players))
            case.need(same, f"“{symmetry.name}” changes what seat {seat} observes")
