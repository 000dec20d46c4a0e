"""What lies in the box (NO-1 to NO-8), and the card values that are reconstructed."""

from collections import Counter

import pytest

from lumarium import Chance, playout
from lumarium.games.nomads.rules.components import ADVENTURERS, COPIES, KINDS, LADDERS, MOON_FIELDS, SONG_POINTS
from tests.games.nomads.builder import GAME, Seat, legal, play, position, ring, start, write


@pytest.mark.rule("NO-1")
def test_the_ring_has_eight_spaces_with_a_field_each() -> None:
    view = start(3).view(None)
    assert len(view.columns) == len(view.heights) == len(view.tops) == 8


@pytest.mark.rule("NO-1", "NO-42")
def test_a_disc_listens_to_the_stack_of_its_own_space() -> None:
    state = position(Seat("U"), Seat("R"), columns="3:[B,U] 4:[U]", stacks="3:a 4:b 5:c")
    play(state, "move 4 cw")
    assert state.view(None).seats[0].tiles == {"a": 1, "c": 1}


@pytest.mark.rule("NO-2")
def test_there_are_112_tiles() -> None:
    census = start(2).census()
    numbers = [census[f"tile {letter}"] for letter in KINDS]
    assert numbers == [14, 14, 14, 14, 14, 14, 14, 2, 12] == list(COPIES)
    assert sum(numbers) == 112


@pytest.mark.rule("NO-3")
def test_there_are_28_legend_cards_each_once() -> None:
    assert len(LADDERS) * 4 == 28
    assert all(len(set(ladder)) == 4 for ladder in LADDERS.values())
    assert sum(sum(ladder) for ladder in LADDERS.values()) == 114
    assert {legend: ladder[0] for legend, ladder in LADDERS.items()} == {
        **dict.fromkeys("abc", 2),
        **dict.fromkeys("defg", 3),
    }
    state = position(Seat("U", tiles="aaaa"), Seat("R", tiles="aaaa"), columns="0:[U] 1:[R]")
    write(state, "write a#1")
    assert "write a#1" not in legal(state)


@pytest.mark.rule("NO-4")
def test_there_are_four_songs_each_once() -> None:
    assert SONG_POINTS == (4, 5, 6, 7)
    state = position(Seat("U", tiles="abcdefg"), Seat("R", tiles="abcdefg"), columns="0:[U] 1:[R]")
    assert legal(state, "song") == ["song 4", "song 5", "song 6", "song 7"]
    write(state, "song 5", "pay abcde")
    assert legal(state, "song") == ["song 4", "song 6", "song 7"]


@pytest.mark.rule("NO-5")
def test_there_are_19_discs() -> None:
    census = start(2).census()
    assert {letter: census[f"disc {letter}"] for letter in "BUMRSN"} == {"B": 8, "U": 2, "M": 2, "R": 2, "S": 2, "N": 3}


@pytest.mark.rule("NO-6")
def test_there_are_five_adventurers_one_lys_and_four_moon_fields() -> None:
    assert ADVENTURERS == ("ulrich", "moon", "red", "siana", "nostromo")
    assert MOON_FIELDS == 4
    state = start(5)
    assert state.view(None).lys is None
    while state.view(None).lys is None:
        state.random_step(Chance(1))
    assert state.view(None).lys in range(8)


@pytest.mark.rule("NO-7")
def test_the_frog_is_a_disc_like_any_other() -> None:
    """It makes a column his, moves like a disc, and listens."""
    state = position(Seat("N"), Seat("U"), columns="0:[N3] 1:[U] 4:[N1,B] 5:[N2,B]", stacks="0:a 1:b 2:c")
    assert legal(state, "move 0") == ["move 0 cw", "move 0 ccw"]
    play(state, "move 0 cw")
    assert ring(state)[1] == "[U,N]"
    assert state.view(None).seats[0].tiles == {"b": 1}


@pytest.mark.rule("NO-8", "NO-RU-6")
def test_sleeping_discs_do_not_differ() -> None:
    """Whichever sleepers lie there, the same happens."""
    outcomes = []
    for sleepers in ("M1", "S2", "N1"):
        state = position(Seat("U"), Seat("R"), columns=f"0:[{sleepers}] 3:[U]", stacks="0:a 1:b")
        play(state, "move 3 cw")
        view = state.view(None)
        outcomes.append((view.box, view.heights, view.tops, view.scores, ring(state)))
    assert outcomes[0] == outcomes[1] == outcomes[2]


def test_the_action_space_is_small_and_fixed() -> None:
    assert len(GAME.actions) == 626
    kinds = Counter(action.notation.split()[0] for action in GAME.actions)
    assert kinds["move"] == 16
    assert kinds["lift"] == 16
    assert kinds["pay"] == 4 + 473


def test_a_random_game_ends() -> None:
    assert playout(start(4), Chance(0)).over
