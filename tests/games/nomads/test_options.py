"""Options: presets, LUMARATHON, and the numbers that a file may replace (NO-3, NO-4, NO-13, NO-RU-34)."""

from typing import Any

import pytest

from lumarium import BadOptions, Chance, playout
from lumarium.games.nomads.options import Options
from tests.games.nomads.builder import GAME, Seat, legal, phase, play, position, start, tiles, write
from tests.games.printed import printed

FIVE = ["ulrich", "moon", "red", "siana", "nostromo"]


@pytest.mark.rule("NO-RU-34", "NO-13")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("first", [0, 1])
def test_the_starting_seat_can_be_given(players: int, first: int) -> None:
    state = start(players, start=first, adventurers=FIVE)
    chance = Chance(0)
    while phase(state) != "disc":
        state.random_step(chance)
    order = []
    while phase(state) == "disc":
        order.append(state.turn)
        state.random_step(chance)
    assert order == [(first + i) % players for i in range(players)] * 2
    assert (phase(state), state.turn) == ("lys", (first - 1) % players)
    play(state, "lys 0")
    assert state.turn == first


@pytest.mark.rule("NO-RU-34", "NO-13")
def test_adventurers_are_then_chosen_from_that_seat() -> None:
    state = start(3, start=2)
    order = []
    for name in ("red", "siana", "ulrich"):
        order.append(state.turn)
        play(state, f"adventurer {name}")
    assert order == [2, 0, 1]


@pytest.mark.rule("NO-RU-34", "NO-17", "NO-21")
def test_another_seat_can_place_the_sleepers() -> None:
    state = start(3, sleepers=1, adventurers=FIVE)
    assert (phase(state), state.turn) == ("sleeper", 1)
    state = start(3, start=1, adventurers=FIVE)
    assert state.turn == 0
    state = start(3, sleepers=0, adventurers=FIVE)
    for _ in range(4):
        assert (phase(state), state.turn) == ("sleeper", 0)
        state.random_step(Chance(0))
    while phase(state) == "disc":
        state.random_step(Chance(0))
    assert (phase(state), state.turn) == ("lys", 2)


@pytest.mark.rule("NO-RU-34", "NO-60")
def test_the_coin_is_a_third_joker() -> None:
    state = start(2, coin=1)
    assert [tiles(state, seat) for seat in (0, 1)] == ["", "J"]
    assert state.census()["tile J"] == 3
    assert state.scores == [0, -1]
    ring = "0:[N] 4:[U]"
    rich = position(Seat("N", tiles="aJJJ"), Seat("U"), columns=ring, options=Options(coin=0))
    play(rich, "write d#1")
    assert legal(rich) == ["pay 3J"]
    rich = position(Seat("N", tiles="abcdefgJJJ"), Seat("U"), columns=ring, options=Options(coin=0))
    play(rich, "song 4")
    assert len(legal(rich)) == 35 + 35 + 21 + 7
    play(rich, "pay a+JJJ")
    assert tiles(rich, 0) == "bcdefg"


@pytest.mark.rule("NO-3", "NO-54")
def test_legend_values_can_be_replaced() -> None:
    options = Options(legends={"a": (1, 2, 4, 8)})
    state = position(Seat("N", tiles="aaaaaaaabb"), Seat("U"), columns="0:[N] 4:[U]", options=options)
    assert legal(state, "write") == ["write a#1", "write a#2", "write a#3", "write a#4", "write b#1"]
    write(state, "write a#4")
    assert (tiles(state, 0), state.scores[0]) == ("bb", 6)


@pytest.mark.rule("NO-4", "NO-52")
def test_songs_can_be_replaced() -> None:
    options = Options(songs=(2, 5, 6, 9), song_tiles=(3, 5, 5, 7))
    state = position(Seat("N", tiles="abcde"), Seat("U"), columns="0:[N] 4:[U]", options=options)
    assert legal(state, "song") == ["song 2", "song 5", "song 6"]
    write(state, "song 6", "pay abcde")
    assert state.scores[0] == 6


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"adventurers": ["red"]}, "“adventurers” names 1, but there are 2 players; name all or none"),
        ({"adventurers": ["red", "red"]}, "“red” stands twice in “adventurers”"),
        ({"adventurers": ["red", "blue"]}, "Invalid enum value 'blue'"),
        ({"start": 2}, "“start” is seat 2, but seats run from 0 to 1"),
        ({"coin": 4}, "“coin” is seat 4, but seats run from 0 to 1"),
        ({"sleepers": 3}, "“sleepers” is seat 3, but seats run from 0 to 1"),
        ({"start": -1}, "`int` >= 0"),
        ({"start": 5}, "`int` <= 4"),
        ({"legends": {"h": [1, 2, 3, 4]}}, "there is no legend “h” in “legends”"),
        ({"legends": {"a": [2, 3, 3, 4]}}, "“legends.a” must rise from card to card, not 2, 3, 3, 4"),
        ({"legends": {"a": [2, 3, 4]}}, "length 4"),
        ({"legends": {"a": [0, 3, 4, 5]}}, "`int` >= 1"),
        ({"songs": [5, 4, 6, 7]}, "“songs” must rise from card to card, not 5, 4, 6, 7"),
        ({"songs": [5, 6, 7, 8]}, "no song takes more than 7 different tiles; a song for 8 points needs “song_tiles”"),
        ({"song_tiles": [4, 5, 6, 8]}, "`int` <= 7"),
        ({"songs": [4, 5, 6, 10]}, "`int` <= 9"),
        ({"song": [4, 5, 6, 7]}, "no option “song”; did you mean “songs”"),
    ],
)
def test_a_bad_option_is_refused_by_name(options: Any, reason: str) -> None:
    with pytest.raises(BadOptions) as caught:
        GAME.start(2, Chance(0), options)
    assert reason in str(caught.value)


def test_a_bad_option_is_refused_in_german_too() -> None:
    with pytest.raises(BadOptions) as caught:
        GAME.start(2, Chance(0), {"start": 3})
    expected = "Eine Option von nomads passt nicht: „start“ ist Sitz 3, aber die Sitze gehen von 0 bis 1"
    assert caught.value.describe("de") == expected


@pytest.mark.parametrize(
    "options",
    [
        {"adventurers": 5},
        {"adventurers": [["red"]]},
        {"legends": [1]},
        {"legends": {"a": None}},
        {"legends": {1: (2, 3, 4, 5)}},
        {"songs": None},
        {"songs": ("4", 5, 6, 7)},
        {"songs": ()},
        {"song_tiles": 4},
    ],
)
def test_a_value_of_a_wrong_type_is_a_bad_option_by_either_door(options: Any) -> None:
    for given in (lambda: options, lambda: Options(**options)):
        with pytest.raises(BadOptions):
            GAME.start(2, Chance(0), given())


@pytest.mark.parametrize("name", list(printed(GAME)))
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_presets_can_be_played(name: str, players: int) -> None:
    assert playout(GAME.start(players, Chance(1), GAME.presets[name]), Chance(1)).over
