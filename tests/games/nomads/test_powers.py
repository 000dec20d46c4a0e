"""Ulrich's double and Siana's skip (NO-85 to NO-90), and Nostromo (NO-94)."""

import pytest

from tests.games.nomads.builder import Seat, column, legal, phase, play, position, refused, ring, told

EIGHT = "B1,B2,B3,B4,B5,B6,B7,B8"


@pytest.mark.rule("NO-86", "NO-87", "NO-RU-9", "NO-WE-6")
def test_ulrich_lays_the_two_lowest_discs_together() -> None:
    state = position(Seat("U"), Seat("S"), Seat("R"), columns="6:[B,U,S,R]", lys=1)
    play(state, "move 6 cw", "double 2")
    assert ring(state) == {7: "[B]", 0: "[U,S]", 1: "[R]"}
    assert phase(state) == "send"


@pytest.mark.rule("NO-87", "NO-WE-6")
def test_ulrich_doubles_on_a_long_way() -> None:
    state = position(Seat("U"), Seat("R"), columns=f"1:[{EIGHT},U1]", lys=1)
    play(state, "move 1 cw", "double 1")
    names = {space: " ".join(discs) for space, discs in enumerate(state.view(None).columns)}
    assert names == {2: "B1 B2", 3: "B3", 4: "B4", 5: "B5", 6: "B6", 7: "B7", 0: "B8", 1: "U1"}
    assert phase(state) == "send"


@pytest.mark.rule("NO-87", "NO-EC-13")
def test_two_discs_and_a_double_stay_together() -> None:
    state = position(Seat("U"), Seat("R"), columns="2:[B,U] 3:[B] 4:[R]")
    play(state, "move 2 cw", "double 1")
    assert ring(state) == {3: "[B,B,U]", 4: "[R]"}


@pytest.mark.rule("NO-85", "NO-87", "NO-EC-14")
def test_any_step_but_the_last_can_be_doubled() -> None:
    state = position(Seat("U"), Seat("R"), columns="2:[B,U,B,R]")
    play(state, "move 2 cw")
    assert legal(state) == ["plain", "double 1", "double 2", "double 3"]
    reason = "you have 4 discs in hand: two of them can only be laid together on a step before the last"
    assert refused(state, "double 4") == reason
    assert refused(state, "skip 1").startswith("the column is in your hand: say on which step you lay two discs")


@pytest.mark.rule("NO-87", "NO-EC-27")
def test_after_a_double_on_the_last_step_lys_is_tested_there() -> None:
    state = position(Seat("U"), Seat("R"), columns="2:[B,U,R] 0:[U]", lys=4)
    plain, double = state.clone(), state.clone()
    play(plain, "move 2 cw", "plain")
    play(double, "move 2 cw", "double 2")
    assert (phase(plain), phase(double)) == ("act", "send")
    assert column(double, 4) == "[U,R]"


@pytest.mark.rule("NO-88", "NO-EC-9")
def test_a_single_disc_cannot_be_doubled() -> None:
    state = position(Seat("U"), Seat("R"), columns="2:[U] 5:[R]")
    play(state, "move 2 cw")
    assert ring(state) == {3: "[U]", 5: "[R]"}
    assert state.turn == 1


@pytest.mark.rule("NO-85", "NO-86")
def test_ulrich_may_go_without() -> None:
    state = position(Seat("U"), Seat("R"), columns="2:[B,U]")
    play(state, "move 2 cw", "plain")
    assert ring(state) == {3: "[B]", 4: "[U]"}


@pytest.mark.rule("NO-89", "NO-90", "NO-WE-7", "NO-RU-10")
def test_siana_passes_one_space() -> None:
    state = position(Seat("S"), Seat("R"), columns="0:[B,S,R] 2:[B]", lys=4)
    events = play(state, "move 0 cw", "skip 2")
    assert ring(state) == {1: "[B]", 2: "[B]", 3: "[S]", 4: "[R]"}
    assert phase(state) == "send"
    assert told(events, "skip") == ["Player 1 skips place 2."]


@pytest.mark.rule("NO-90", "NO-EC-15", "NO-WE-7")
def test_siana_skips_with_a_single_disc() -> None:
    state = position(Seat("S"), Seat("R"), columns="0:[S] 3:[S]")
    play(state, "move 0 ccw")
    assert legal(state) == ["plain", "skip 1"]
    play(state, "skip 1")
    assert ring(state) == {6: "[S]", 3: "[S]"}


@pytest.mark.rule("NO-90", "NO-EC-16", "NO-WE-7")
def test_a_skip_can_lead_back_to_the_origin() -> None:
    state = position(Seat("S"), Seat("R"), columns="5:[B1,B2,B3,B4,B5,B6,S1]", lys=5)
    play(state, "move 5 cw", "skip 3")
    names = {space: " ".join(discs) for space, discs in enumerate(state.view(None).columns) if discs}
    assert names == {6: "B1", 7: "B2", 1: "B3", 2: "B4", 3: "B5", 4: "B6", 5: "S1"}
    assert phase(state) == "send"


@pytest.mark.rule("NO-90")
def test_the_origin_itself_may_be_skipped() -> None:
    state = position(Seat("S"), Seat("R"), columns=f"5:[{EIGHT},S1]", lys=0)
    play(state, "move 5 cw", "skip 8")
    names = [" ".join(discs) for discs in state.view(None).columns]
    assert (names[5], names[6], names[7]) == ("", "B1 B8", "B2 S1")


@pytest.mark.rule("NO-85", "NO-89", "NO-90", "NO-EC-15")
def test_siana_skips_once_and_not_after_the_last_disc() -> None:
    state = position(Seat("S"), Seat("R"), columns="0:[B,S,R]")
    play(state, "move 0 cw")
    assert legal(state) == ["plain", "skip 1", "skip 2", "skip 3"]
    assert refused(state, "skip 4") == "you have only 3 discs in hand: there is no such step"
    assert refused(state, "double 1").startswith("the column is in your hand: say which step you skip")
    play(state, "skip 1")
    assert state.turn == 1


@pytest.mark.rule("NO-94")
def test_nostromo_plays_with_three_discs_and_without_another_power() -> None:
    state = position(Seat("N"), Seat("U"), columns="0:[N,B] 2:[N,B] 4:[N,B] 6:[U]")
    assert legal(state) == [f"move {space} {way}" for space in (0, 2, 4) for way in ("cw", "ccw")]
    play(state, "move 0 cw")
    assert state.turn == 1
