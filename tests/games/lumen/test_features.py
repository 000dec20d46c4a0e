"""The vector of Lumen, read back and compared with what the view says."""

from __future__ import annotations

from typing import Any

import pytest

from lumarium.games.lumen.learning import features as lumen_features
from lumarium.games.lumen.rules.components import COLOURS, HIGHEST_VALUE, TRICKS
from lumarium.games.lumen.rules.indices import SLOT, SLOTS
from lumarium.games.lumen.rules.view import Card, Played
from tests.games.lumen.builder import GAME, PLAYERS
from tests.games.vectors import Reading, positions


def at(card: Card | Played) -> tuple[int, int]:
    assert card.value is not None
    return COLOURS.index(card.colour), card.value - 1


def views(players: int) -> Any:
    for state in positions("lumen", players, seed=players):
        for seat in range(players):
            yield state.view(seat)


def test_the_numbers_are_those_of_the_box() -> None:
    assert len(COLOURS) == lumen_features.SUITS
    assert max(HIGHEST_VALUE.values()) == lumen_features.HIGHEST


@pytest.mark.parametrize("players", PLAYERS)
def test_table_and_seats(players: int) -> None:
    for view in views(players):
        reading = Reading(view)
        around = [(view.seat + place) % players for place in range(players)]
        assert reading.only("turn") == (None if view.turn is None else around.index(view.turn))
        assert reading.only("phase") == {"bid": 0, "play": 1, "over": None}[view.phase]
        assert reading.only("deal") == view.deal - 1
        assert reading.only("dark plus") == around.index(view.dark_plus)
        assert reading.only("opener") == around.index(view.opener)
        assert reading.only("led") == (None if view.led is None else COLOURS.index(view.led))
        assert reading.times("aside", 12) == {(COLOURS.index(c),): n for c, n in view.aside.items() if n}
        bids = {place: view.bids[seat] for place, seat in enumerate(around) if view.bids[seat] is not None}
        assert set(reading["bids"]) == {(place, int(bid.rstrip("+"))) for place, bid in bids.items()}
        assert set(reading["extra"]) == {(place,) for place, bid in bids.items() if bid.endswith("+")}
        assert reading.times("tricks", TRICKS) == {
            (place,): view.tricks[seat] for place, seat in enumerate(around) if view.tricks[seat]
        }
        assert reading.times("scores", 200) == {
            (place,): view.scores[seat] for place, seat in enumerate(around) if view.scores[seat]
        }


@pytest.mark.parametrize("players", PLAYERS)
def test_cards(players: int) -> None:
    for view in views(players):
        reading = Reading(view)
        shown = {(owner, card) for owner, hand in enumerate(view.hands) for card in hand if owner != view.seat}
        assert set(reading["hands"]) == {((owner - view.seat) % players, *at(card)) for owner, card in shown}
        played = {((play.seat - view.seat) % players, *at(play)): number for number, play in enumerate(view.plays)}
        assert reading.times("played", TRICKS) == {place: 1 + n // players for place, n in played.items()}
        running = view.trick if view.trick is not None and view.trick.winner is None else None
        on_table = running.plays if running is not None else ()
        assert set(reading["table"]) == {((play.seat - view.seat) % players, *at(play)) for play in on_table}
        assert reading.only("ahead") == (None if running is None else (running.ahead - view.seat) % players)
        deck = {(colour, value) for colour in range(len(COLOURS)) for value in range(view.highest)}
        seen = {at(card) for _, card in shown} | {at(play) for play in view.plays}
        assert set(reading["unseen"]) == deck - seen


@pytest.mark.parametrize("players", PLAYERS)
def test_own_slots_have_the_bounds_of_the_worlds(players: int) -> None:
    """The exact worlds are counted by other code."""
    for view in views(players):
        reading = Reading(view)
        possible = GAME.worlds(view).probabilities()
        slots = {(COLOURS.index(slot[0]), int(slot[2:]) - 1): values for slot, values in possible.items()}
        assert set(reading["slots"]) == set(slots)
        assert reading.times("lowest", 12) == {place: min(values) for place, values in slots.items()}
        assert reading.times("highest", 12) == {place: max(values) for place, values in slots.items()}


@pytest.mark.parametrize("players", PLAYERS)
def test_the_own_values_are_not_even_read(players: int) -> None:
    """The values of the slots that the seat holds are exchanged for nonsense."""
    state: Any
    for state in positions("lumen", players, seed=11, every=5):
        for seat in range(players):
            nonsense = state.clone()
            nonsense.values = state.values[:]
            for index in state.hands[seat]:
                nonsense.values[seat * SLOTS + index - SLOT] = 9999
            assert GAME.features.observe(nonsense, seat) == GAME.features.observe(state, seat)
