"""The vector of Nomads, read back and compared with what the view says."""

from __future__ import annotations

from typing import Any

import pytest

from lumarium import Chance, State, game
from lumarium.games.nomads.rules.components import ADVENTURERS, COLOURS, KINDS, LEGENDS
from lumarium.games.nomads.rules.indices import PHASES
from lumarium.games.nomads.rules.view import View
from tests.games.vectors import Reading, positions, soft

GAME = game("nomads")
SEEDS = 4


def views(players: int) -> Any:
    for seed in range(SEEDS):
        for state in positions("nomads", players, seed, every=5):
            for seat in range(players):
                yield state.view(seat)


def plane(view: View, disc: str) -> int:
    """Which of the planes 0 nomads, 1 sleepers, 3 and more the seats a disc is on."""
    if disc[0] == "B":
        return 0
    name = ADVENTURERS[COLOURS.index(disc[0]) - 1]
    if name in view.asleep:
        return 1
    owner = [player.adventurer for player in view.seats].index(name)
    assert view.seat is not None
    return 3 + (owner - view.seat) % view.players


@pytest.mark.parametrize("players", GAME.players)
def test_ring(players: int) -> None:
    for view in views(players):
        reading = Reading(view)
        discs = {
            (space, height, plane(view, disc))
            for space, column in enumerate(view.columns)
            for height, disc in enumerate(column)
        }
        frogs = {(space, column.index("N3"), 2) for space, column in enumerate(view.columns) if "N3" in column}
        assert set(reading["columns"]) == discs | frogs
        assert reading.only("lys") == view.lys
        assert reading.only("origin") == view.origin
        assert reading.only("way") == (None if view.way is None else ("cw", "ccw").index(view.way))
        assert reading.times("stacks", 14) == {(space,): n for space, n in enumerate(view.heights) if n}
        assert set(reading["tops"]) == {
            (space, KINDS.index(top)) for space, top in enumerate(view.tops) if top is not None
        }
        for name, tiles in (("hidden", view.hidden), ("box", view.box)):
            assert reading.times(name, 14) == {(KINDS.index(letter),): number for letter, number in tiles.items()}
        assert reading.times("moon", 12) == ({(0,): view.moon_fields} if view.moon_fields else {})


@pytest.mark.parametrize("players", GAME.players)
def test_seats(players: int) -> None:
    for view in views(players):
        reading = Reading(view)
        around = [(view.seat + place) % players for place in range(players)]
        before = dict(enumerate(view.seats[seat] for seat in around))
        assert reading.only("turn") == (None if view.turn is None else around.index(view.turn))
        assert reading.only("start") == around.index(view.start)
        assert reading.only("phase") == (None if view.phase == "over" else PHASES.index(view.phase))
        assert set(reading["adventurers"]) == {
            (place, ADVENTURERS.index(player.adventurer)) for place, player in before.items() if player.adventurer
        }
        assert set(reading["asleep"]) == {(ADVENTURERS.index(name),) for name in view.asleep}
        assert reading.times("tiles", 14) == {
            (place, KINDS.index(letter)): n for place, player in before.items() for letter, n in player.tiles.items()
        }
        assert set(reading["legends"]) == {
            (place, LEGENDS.index(letter), rung - 1)
            for place, player in before.items()
            for letter, rung in player.legends.items()
        }
        assert set(reading["songs"]) == {
            (place, view.options.songs.index(player.song)) for place, player in before.items() if player.song
        }
        assert reading.times("moon tiles", 12) == {(p,): pl.moon_tiles for p, pl in before.items() if pl.moon_tiles}
        assert reading["scores"] == {(p,): soft(view.scores[s]) for p, s in enumerate(around) if view.scores[s]}


@pytest.mark.parametrize("players", GAME.players)
def test_the_card_at_hand_and_the_end(players: int) -> None:
    cards = set()
    for view in views(players):
        reading = Reading(view)
        card = reading.only("card")
        cards.add(card)
        if card is None:
            assert view.card is None
        elif card < 28:
            assert view.card == f"{LEGENDS[card // 4]}#{card % 4 + 1}"
        else:
            assert view.card == f"song {view.options.songs[card - 28]}"
        assert bool(reading["last round"]) == view.last_round
        assert reading.times("writers", 5) == ({(0,): view.writers} if view.last_round and view.writers else {})
        assert reading.times("quiet", 10 * players) == (
            {(0,): view.turns - view.last_news} if view.turns > view.last_news else {}
        )
    assert len(cards) > 1


def test_what_the_cards_cost_follows_the_options() -> None:
    options = GAME.Options(legends={"c": (1, 2, 9, 17)}, songs=(2, 3, 8, 9), song_tiles=(1, 2, 3, 4))
    reading = Reading(GAME.start(2, Chance(1), options).view(1))
    values = reading.times("values", 17)
    assert [values[2, rung] for rung in range(4)] == [1, 2, 9, 17]
    assert [values[3, rung] for rung in range(4)] == [3, 4, 5, 6]
    assert list(reading.times("song points", 9).values()) == [2, 3, 8, 9]
    assert list(reading.times("song tiles", 7).values()) == [1, 2, 3, 4]


def _phase(state: State) -> str:
    view = state.view(None)
    assert isinstance(view, View)
    return view.phase


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("options", [{}, {"start": 1}, {"sleepers": 0}, {"sleepers": 1, "start": 1}])
def test_who_will_place_the_sleepers(players: int, options: dict[str, int]) -> None:
    """NO-17, NO-RU-34: it is known from the beginning, and after that whose turn it is."""
    chance = Chance(1)
    state = GAME.start(players, chance, options)
    told: set[tuple[int | None, ...]] = set()
    while (phase := _phase(state)) in ("adventurer", "frog"):
        told.add(tuple(Reading(state.view(seat)).only("sleepers") for seat in range(players)))
        state.step(state.legal()[0], chance)
    assert all(Reading(state.view(seat)).only("sleepers") is None for seat in range(players))
    if players == 5:
        assert (phase, told) == ("disc", {(None,) * 5})
    else:
        assert state.turn is not None
        assert (phase, told) == ("sleeper", {tuple((state.turn - seat) % players for seat in range(players))})
