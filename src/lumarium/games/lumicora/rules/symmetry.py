"""Exchanges that the rules of Lumicora do not notice: of the colours, of the sides of the reef, of the seats."""

from __future__ import annotations

from typing import Final

from lumarium.kernel.game import Symmetry

from .bag import Account, Bag
from .components import COLOURS, KINDS, PER_COLOUR, START_LUMINOS
from .indices import (
    COORDINATES,
    DONE,
    EXCHANGE,
    FEED,
    HAND,
    LAY,
    NOTHING,
    ORIENTING,
    OWN,
    PASS,
    PLACEMENT,
    PLACEMENTS,
    RETURN,
    SCORE,
    SPACE_AT,
    STARTS,
    STOP,
    SWAP,
    TAKE,
    TAKE_LIMESTONE,
    start_index,
)
from .reef import START_LUMINO, Reef
from .state import State

KIND_BLOCKS: Final = ((EXCHANGE, DONE), (FEED, TAKE_LIMESTONE), (OWN, TAKE), (TAKE, STOP), (HAND, RETURN))


def _redrawn(state: State, colour_to: list[int], space_to: list[int], turn_by: int) -> State | None:
    """The position with colours, spaces and seats exchanged; None where the components or the phase notice it."""
    if not _unnoticed(state, colour_to, space_to) or (state.phase == ORIENTING and turn_by):
        return None
    players = state.players
    twin = state.clone()
    twin.turn = None if state.turn is None else (state.turn + turn_by) % players
    twin.octopus = (state.octopus + turn_by) % players
    twin.last_scorer = NOTHING if state.last_scorer == NOTHING else (state.last_scorer + turn_by) % players
    kind_to = _kinds(colour_to)
    twin.bag = _bag(state.bag, kind_to)
    twin.atoll = _tiles(state.atoll, kind_to)
    twin.hand = _tiles(state.hand, kind_to)
    twin.chosen = _tiles(state.chosen, kind_to)
    twin.fed, twin.laying = _tiles([state.fed, state.laying], kind_to)
    for seat in range(players):
        to = (seat + turn_by) % players
        one, two = (colour_to[colour] for colour in state.starts[seat])
        twin.starts[to] = (min(one, two), max(one, two))
        twin.reefs[to] = _reef(state.reefs[seat], colour_to, space_to)
        twin.displays[to] = _tiles(state.displays[seat], kind_to)
        twin.stores[to], twin.spent[to] = state.stores[seat], state.spent[seat]
        twin.returns[to] = state.returns[seat]
        for colour in range(len(COLOURS)):
            twin.corals[to][colour_to[colour]] = state.corals[seat][colour]
        twin.order[to] = tuple(colour_to[colour] for colour in state.order[seat])
    return twin


def _bag(bag: Bag, kind_to: list[int]) -> Bag:
    def turned(kinds: list[int]) -> list[int]:
        return sorted(kind_to[kind] for kind in kinds)

    known = bag.account()
    doubts = {kind_to[kind]: seen for kind, seen in known.doubts.items()}
    account = Account(turned(known.unseen), turned(known.returned), doubts)
    return Bag(turned(bag.unseen), turned(bag.returned), bag.emergency, account)


def _unnoticed(state: State, colour_to: list[int], space_to: list[int]) -> bool:
    options = state.options
    codes = options.ground().codes
    if any(codes[space] != codes[to] for space, to in enumerate(space_to)):
        return False
    own = options.luminos or options.start_luminos != START_LUMINOS or options.tiny is not None
    return colour_to == _SAME_COLOURS or not own


def _kinds(colour_to: list[int]) -> list[int]:
    return [colour_to[kind // PER_COLOUR] * PER_COLOUR + kind % PER_COLOUR for kind in range(len(KINDS))]


def _tiles(tiles: list[int], kind_to: list[int]) -> list[int]:
    size = len(KINDS)
    return [NOTHING if tile == NOTHING else tile - tile % size + kind_to[tile % size] for tile in tiles]


def _reef(reef: Reef, colour_to: list[int], space_to: list[int]) -> Reef:
    twin = Reef(reef.terrain)
    tiles = _tiles(reef.tiles, _kinds(colour_to))
    for tile, placement in zip(tiles, reef.placements, strict=True):
        a, b = PLACEMENTS[placement]
        place = (space_to[a], space_to[b])
        if tile == START_LUMINO:
            left, right = (colour_to[colour] for colour in reef.start)
            twin.lay_start(*((left, right) if place[0] < place[1] else (right, left)))
        else:
            twin.lay(tile, PLACEMENT[place])
    return twin


def _symmetry(name: str, colour_to: list[int], space_to: list[int], turn_by: int) -> Symmetry:
    kind_to = _kinds(colour_to)
    turned = space_to[SPACE_AT[0, 0]] != SPACE_AT[0, 0]

    def action(index: int) -> int:
        if SCORE <= index < PASS:
            return SCORE + colour_to[index - SCORE]
        if LAY <= index < SCORE:
            a, b = PLACEMENTS[index - LAY]
            return LAY + PLACEMENT[space_to[a], space_to[b]]
        if index < SWAP:
            left, right = (colour_to[colour] for colour in STARTS[index])
            return start_index(right, left) if turned else start_index(left, right)
        for first, last in KIND_BLOCKS:
            if first <= index < last:
                return first + kind_to[index - first]
        return index

    def redrawn(state: State) -> State | None:
        return _redrawn(state, colour_to, space_to, turn_by)

    return Symmetry(name, redrawn, action, lambda seat, players: (seat + turn_by) % players)


_SAME_COLOURS: Final = list(range(len(COLOURS)))
_SAME_SPACES: Final = list(range(len(COORDINATES)))
_HALF_TURN: Final = [SPACE_AT[1 - q, -r] for q, r in COORDINATES]
_LEFT_RIGHT: Final = [SPACE_AT[1 - q - r, r] for q, r in COORDINATES]
_TOP_BOTTOM: Final = [SPACE_AT[q + r, -r] for q, r in COORDINATES]

SYMMETRIES: Final = (
    _symmetry("green and pink", [1, 0, 2, 3], _SAME_SPACES, 0),
    _symmetry("colours in a ring", [1, 2, 3, 0], _SAME_SPACES, 0),
    _symmetry("half turn", _SAME_COLOURS, _HALF_TURN, 0),
    _symmetry("left and right", _SAME_COLOURS, _LEFT_RIGHT, 0),
    _symmetry("top and bottom", _SAME_COLOURS, _TOP_BOTTOM, 0),
    _symmetry("seats", _SAME_COLOURS, _SAME_SPACES, 1),
)
