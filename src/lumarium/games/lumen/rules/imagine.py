"""From what a seat sees back to a position: all but the own values is known, and those are drawn (LU-47 to LU-52)."""

from __future__ import annotations

from collections.abc import Mapping

from lumarium.kernel.chance import Chance
from lumarium.kernel.native import append

from .components import COLOURS
from .indices import BIT, PHASES, POSITIONS, SLOTS, bid_number, play_of, slot_at
from .scoring import standing
from .state import NO_CARD, NO_HANDS, NO_VALUES, NOTHING, State, whole_deck
from .view import Played, View
from .worlds import HIDDEN, Worlds, find_gaps


def worlds(view: View) -> Worlds:
    """All worlds that fit what the view's seat has seen in this deal."""
    unseen = whole_deck(view.options.deck(view.players))
    for card in [card for hand in view.hands for card in hand] + view.plays:
        if card.value is not None:
            unseen[COLOURS.index(card.colour)].remove(card.value)
    assert view.seat is not None
    slots = [*((card.colour, card.position, HIDDEN) for card in view.hands[view.seat])]
    slots += ((play.colour, play.position, play.value) for play in view.memory.own)
    own = [[value for colour, _, value in sorted(slots) if colour == letter] for letter in COLOURS]
    return Worlds(find_gaps(own, unseen, view.highest))


def worlds_behind(state: State, seat: int) -> Worlds:
    """The same from a position, of which only what the seat sees is read."""
    own: list[list[int]] = [[] for _ in COLOURS]
    unseen = whole_deck(state.deck)
    for place in range(len(state.values)):
        value = state.values[place]
        if value == NO_CARD:
            continue
        owner, slot = divmod(place, SLOTS)
        colour = slot // POSITIONS
        if owner == seat and state.held[seat] & BIT[slot]:
            own[colour].append(HIDDEN)
            continue
        if owner == seat:
            own[colour].append(value)
        unseen[colour].remove(value)
    return Worlds(find_gaps(own, unseen, state.highest))


def resample(state: State, seat: int, number: int, chance: Chance) -> list[State]:
    """So many positions in worlds that fit what the seat sees, each as likely as any other."""
    possible = worlds_behind(state, seat)
    gaps, count = possible.gaps, possible.count
    states: list[State] = []
    for _ in range(number):
        values = state.values[:]
        for gap, drawn in zip(gaps, possible.filled(chance.pick(count)), strict=True):
            for place, value in zip(gap.places, drawn, strict=True):
                values[seat * SLOTS + place] = value
        twin = state.clone()
        twin.values = values
        if twin.led == NOTHING:
            twin.ahead = NOTHING  # who won the last trick is among the winners, and nobody asks here
        states.append(twin)
    return states


def complete(view: View, chance: Chance) -> State:
    """The position in one of these worlds, each as likely as any other."""
    possible = worlds(view)
    return suppose(view, possible[chance.pick(possible.count)])


def suppose(view: View, world: Mapping[str, int]) -> State:
    """The position in which the own hidden slots have these values."""
    state = State(view.players, view.options)
    state.turn = view.turn
    state.phase = PHASES.index(view.phase)
    state.deal = view.deal
    state.opener = view.opener
    state.led = NOTHING if view.led is None else COLOURS.index(view.led)
    state.bids = [NOTHING if bid is None else bid_number(bid) for bid in view.bids]
    state.values = NO_VALUES[: view.players * SLOTS]
    state.held = NO_HANDS[: view.players]
    for seat, hand in enumerate(view.hands):
        for card in hand:
            slot = _slot(card.colour, card.position)
            state.values[seat * SLOTS + slot] = world[card.slot] if card.value is None else card.value
            state.held[seat] |= BIT[slot]
    for play in view.plays:
        place = play.seat * SLOTS + _slot(play.colour, play.position)
        state.values[place] = play.value
        state.played = append(state.played, place)
    state.winners = [trick.ahead for trick in view.memory.tricks]
    if view.trick is not None and view.trick.winner is None:
        state.ahead, state.best = standing([_play(play) for play in view.trick.plays])
    if view.trick is not None and view.trick.deal < view.deal:
        state.last_trick = [_play(play) for play in view.trick.plays]
    state.sheet_bids = [bid_number(bid) for deal in view.deals for bid in deal.bids]
    state.sheet_tricks = [won for deal in view.deals for won in deal.tricks]
    return state


def _slot(colour: str, position: int) -> int:
    return slot_at(COLOURS.index(colour), position)


def _play(play: Played) -> int:
    return play_of(play.seat, _slot(play.colour, play.position), play.value)
