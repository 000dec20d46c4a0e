"""The frame of a turn, and the move (NO-23 to NO-31)."""

import pytest

from lumarium import Chance
from tests.games.nomads.builder import Seat, column, legal, phase, play, position, random_state, refused, ring, told

# The nine-disc columns of the digest, as discs that exist: the letters a to i of NO-WE-5 to NO-WE-7 in this order.
NINE = "B1,B2,B3,B4,B5,B6,B7,U1,R1"


def laid(state: object) -> dict[int, str]:
    """The columns by the names of their discs."""
    view = state.view(None)  # type: ignore[attr-defined]
    return {space: " ".join(discs) for space, discs in enumerate(view.columns) if discs}


@pytest.mark.rule("NO-23", "NO-40")
def test_a_turn_runs_from_moons_shift_to_the_next_player() -> None:
    state = position(Seat("M"), Seat("R"), columns="0:[M] 4:[B,R]")
    assert phase(state) == "shift"
    play(state, "shift stay")
    assert phase(state) == "act"
    play(state, "move 0 cw")
    assert (phase(state), state.turn) == ("act", 1)


@pytest.mark.rule("NO-24", "NO-50")
def test_a_turn_is_either_a_move_or_one_card() -> None:
    state = position(Seat("U", tiles="aabb"), Seat("R"), columns="0:[U] 4:[R]")
    assert legal(state) == ["move 0 cw", "move 0 ccw", "write a#1", "write b#1"]
    moved = state.clone()
    play(moved, "move 0 cw")
    assert moved.turn == 1
    play(state, "write a#1", "pay 0J")
    assert state.turn == 1


@pytest.mark.rule("NO-24")
def test_a_turn_cannot_be_passed() -> None:
    state = position(Seat("U"), Seat("R"), columns="0:[U] 4:[R]")
    assert refused(state, "pass") == "a turn cannot be passed: move a column or write a card"


@pytest.mark.rule("NO-25", "NO-EC-18", "NO-RU-28")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_move_is_always_possible(players: int) -> None:
    for seed in range(6):
        chance, state = Chance(seed), random_state(players, seed, 0)
        while not state.over:
            if phase(state) == "act":
                assert len(legal(state, "move")) >= 2
            state.random_step(chance)


@pytest.mark.rule("NO-25", "NO-EC-51")
def test_writing_is_offered_only_where_a_card_can_be_paid() -> None:
    state = position(Seat("U", tiles="abc"), Seat("R"), columns="0:[U] 4:[R]")
    assert legal(state) == ["move 0 cw", "move 0 ccw"]


@pytest.mark.rule("NO-26", "NO-EC-17")
def test_only_a_column_with_an_own_disc_can_be_moved() -> None:
    state = position(Seat("U"), Seat("R"), columns="0:[B,U] 1:[B] 4:[B,R] 5:[R,U,B]")
    assert legal(state, "move") == ["move 0 cw", "move 0 ccw", "move 5 cw", "move 5 ccw"]
    reason = "no disc of yours is in the column on place 4; only a column with one of your discs can be moved"
    assert refused(state, "move 4 cw") == reason
    assert refused(state, "move 7 ccw") == "no discs lie on place 7"


@pytest.mark.rule("NO-26", "NO-EC-8")
def test_the_own_disc_may_lie_at_the_bottom() -> None:
    state = position(Seat("U"), Seat("R"), Seat("S"), columns="2:[U,B,R,S,B]")
    play(state, "move 2 cw")
    play(state, "plain")
    assert ring(state) == {3: "[U]", 4: "[B]", 5: "[R]", 6: "[S]", 7: "[B]"}


@pytest.mark.rule("NO-26", "NO-EC-7")
def test_both_own_discs_in_one_column_give_one_origin() -> None:
    state = position(Seat("R"), Seat("U"), columns="2:[R,B,R] 3:[U]")
    assert legal(state, "move") == ["move 2 cw", "move 2 ccw"]


@pytest.mark.rule("NO-27")
def test_a_column_moves_whole_in_either_direction() -> None:
    state = position(Seat("R"), Seat("U"), columns="1:[R,B,U] 5:[R]", lys=5)
    cw, ccw = state.clone(), state.clone()
    play(cw, "move 1 cw")
    play(ccw, "move 1 ccw")
    assert ring(cw) == {2: "[R]", 3: "[B]", 4: "[U]", 5: "[R]"}
    assert ring(ccw) == {0: "[R]", 7: "[B]", 6: "[U]", 5: "[R]"}


@pytest.mark.rule("NO-28", "NO-WE-3", "NO-WE-4")
def test_the_bottom_disc_comes_first_and_lands_on_top() -> None:
    state = position(Seat("U"), Seat("R"), Seat("S"), columns="2:[B,U,S] 3:[B] 4:[B,R] 5:[]", lys=5)
    play(state, "move 2 cw", "plain")
    assert ring(state) == {3: "[B,B]", 4: "[B,R,U]", 5: "[S]"}
    assert phase(state) == "send"


@pytest.mark.rule("NO-28")
def test_the_events_tell_the_sowing_disc_by_disc() -> None:
    state = position(Seat("U"), Seat("R"), Seat("S"), columns="2:[B,U,S]", lys=0)
    events = play(state, "move 2 cw", "plain")
    assert told(events, "move", "lay") == [
        "Player 1 moves the column of place 2 clockwise: 3 discs.",
        "Player 1 lays a nomad on place 3.",
        "Player 1 lays Ulrich on place 4.",
        "Player 1 lays Siana on place 5.",
    ]


@pytest.mark.rule("NO-29", "NO-RU-8", "NO-EC-11", "NO-WE-5")
def test_the_eighth_disc_lands_on_the_origin() -> None:
    state = position(Seat("U"), Seat("R"), columns="3:[B1,B2,B3,B4,B5,B6,B7,U1]", lys=3)
    play(state, "move 3 cw", "plain")
    assert laid(state) == {4: "B1", 5: "B2", 6: "B3", 7: "B4", 0: "B5", 1: "B6", 2: "B7", 3: "U1"}
    assert phase(state) == "send"


@pytest.mark.rule("NO-29", "NO-EC-12", "NO-WE-5")
def test_the_ninth_disc_lands_on_the_first_neighbour_again() -> None:
    state = position(Seat("R"), Seat("U"), columns=f"3:[{NINE}]", lys=2)
    play(state, "move 3 ccw")
    assert laid(state) == {2: "B1 R1", 1: "B2", 0: "B3", 7: "B4", 6: "B5", 5: "B6", 4: "B7", 3: "U1"}
    assert phase(state) == "send"


@pytest.mark.rule("NO-29")
def test_a_column_of_all_discs_goes_round_more_than_twice() -> None:
    discs = [f"B{i}" for i in range(1, 9)] + ["U1", "U2", "M1", "M2", "R1", "R2", "S1", "S2", "N1", "N2", "N3"]
    state = position(Seat("N"), Seat("U"), columns=f"0:[{','.join(discs)}]", lys=0)
    play(state, "move 0 cw")
    assert [laid(state)[space] for space in (1, 2, 3)] == ["B1 U1 N1", "B2 U2 N2", "B3 M1 N3"]
    assert [laid(state)[space] for space in (4, 7, 0)] == ["B4 M2", "B7 S1", "B8 S2"]


@pytest.mark.rule("NO-30", "NO-20", "NO-EC-10")
def test_in_play_a_column_may_have_any_height() -> None:
    state = position(Seat("R"), Seat("U"), columns="1:[R] 2:[B,B,U,B] 5:[R]")
    play(state, "move 1 cw")
    assert column(state, 2) == "[B,B,U,B,R]"


@pytest.mark.rule("NO-31", "NO-85", "NO-95")
@pytest.mark.parametrize("mover", ["R", "M", "N"])
def test_only_ulrich_and_siana_change_the_route_and_only_their_own(mover: str) -> None:
    state = position(Seat(mover), Seat("U"), Seat("S"), columns=f"1:[{mover},B,B] 4:[U] 5:[S]", phase="act")
    play(state, "move 1 cw")
    assert ring(state) == {2: f"[{mover}]", 3: "[B]", 4: "[U,B]", 5: "[S]"}
    assert state.turn == 1 or phase(state) == "lift"


@pytest.mark.rule("NO-95")
def test_the_power_of_a_sleeper_does_nothing() -> None:
    """Ulrich, Moon, Siana asleep: nobody is asked for a double, a shift or a skip."""
    state = position(Seat("R"), Seat("N"), columns="1:[R,B,B] 4:[N] 6:[R]")
    seen = set()
    chance = Chance(3)
    for _ in range(200):
        if state.over:
            break
        seen.add(phase(state))
        state.random_step(chance)
    assert seen <= {"act", "send", "lift", "pay", "pay_song", "last"}
