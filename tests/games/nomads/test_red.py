"""Red's lift (NO-91 to NO-93)."""

import pytest

from tests.games.nomads.builder import Seat, column, legal, phase, play, position, refused, tiles


def lifts(columns: str) -> list[str]:
    """What Red may lift after a move of one disc somewhere else."""
    state = position(Seat("R"), Seat("U"), columns=f"{columns} 4:[U]", phase="lift")
    return legal(state, "lift")


@pytest.mark.rule("NO-91", "NO-EC-31", "NO-RU-17")
def test_red_lifts_in_a_column_that_was_not_moved_and_listens_there() -> None:
    state = position(Seat("R"), Seat("U"), columns="0:[R] 5:[R,B] 4:[U]", stacks="5:a 1:b")
    play(state, "move 0 cw")
    assert legal(state) == ["no lift", "lift 5#1"]
    play(state, "lift 5#1")
    assert column(state, 5) == "[B,R]"
    assert tiles(state, 0) == "ab"


@pytest.mark.rule("NO-85", "NO-91")
def test_red_need_not_lift_and_lifts_once() -> None:
    state = position(Seat("R"), Seat("U"), columns="0:[R,B] 5:[R,B] 4:[U]")
    twin = state.clone()
    play(state, "move 0 cw", "no lift")
    assert (column(state, 5), state.turn) == ("[R,B]", 1)
    play(twin, "move 0 cw", "lift 5#1")
    assert twin.turn == 1


@pytest.mark.rule("NO-91")
def test_the_lifted_disc_stays_in_its_column() -> None:
    state = position(Seat("R"), Seat("U"), columns="0:[R] 5:[B,R,U,B] 4:[U]")
    play(state, "move 0 cw", "lift 5#1")
    assert column(state, 5) == "[B,U,B,R]"


@pytest.mark.rule("NO-92", "NO-EC-32", "NO-38")
def test_a_lift_before_lys_does_not_turn_her() -> None:
    state = position(Seat("R"), Seat("U"), columns="0:[R] 5:[R,B] 4:[U]", lys=5)
    play(state, "move 0 cw", "lift 5#1")
    assert (phase(state), state.turn) == ("act", 1)


@pytest.mark.rule("NO-92", "NO-EC-34", "NO-RU-17")
def test_there_is_no_lift_after_writing() -> None:
    state = position(Seat("R", tiles="aa"), Seat("U"), columns="0:[R,B] 4:[U]")
    play(state, "write a#1", "pay 0J")
    assert (state.turn, column(state, 0)) == (1, "[R,B]")


@pytest.mark.rule("NO-93", "NO-RU-18", "NO-EC-33")
@pytest.mark.parametrize(
    ("columns", "offered"),
    [
        ("0:[B,R] 1:[R]", []),
        ("0:[B,R,R]", []),
        ("0:[R,B,R]", ["lift 0#1"]),
        ("0:[R,R,B]", ["lift 0#1"]),
        ("0:[R,U,R,B]", ["lift 0#1", "lift 0#2"]),
        ("0:[B,R,B] 3:[R,B]", ["lift 0#1", "lift 3#1"]),
        ("0:[R]", []),
    ],
)
def test_only_lifts_that_change_a_column_are_offered(columns: str, offered: list[str]) -> None:
    assert lifts(columns) == offered


@pytest.mark.rule("NO-93", "NO-EC-33")
@pytest.mark.parametrize(
    ("before", "lift", "after"),
    [
        ("[R,B,R]", "lift 0#1", "[B,R,R]"),
        ("[R,R,B]", "lift 0#1", "[R,B,R]"),
        ("[R,U,R,B]", "lift 0#1", "[U,R,B,R]"),
        ("[R,U,R,B]", "lift 0#2", "[R,U,B,R]"),
    ],
)
def test_which_disc_is_lifted(before: str, lift: str, after: str) -> None:
    state = position(Seat("R"), Seat("U"), columns=f"0:{before} 4:[U]", phase="lift")
    play(state, lift)
    assert column(state, 0) == after


@pytest.mark.rule("NO-RU-18", "NO-EC-33")
def test_red_is_not_asked_where_nothing_can_be_lifted() -> None:
    state = position(Seat("R"), Seat("U"), columns="0:[R] 5:[B,R] 4:[U]")
    play(state, "move 0 cw")
    assert state.turn == 1


@pytest.mark.rule("NO-93")
def test_a_lift_is_refused_with_its_reason() -> None:
    state = position(Seat("R"), Seat("U"), columns="0:[R,R,B] 4:[U]", phase="lift")
    assert refused(state, "lift 4#1") == "no disc of yours is in the column on place 4"
    assert (
        refused(state, "lift 0#2") == "this lift on place 0 would change nothing, or the same as lifting the lower disc"
    )
    assert refused(state, "lift 4#1", "de") == "In der Säule auf Platz 4 ist keine deiner Scheiben"
    state = position(Seat("R"), Seat("U"), columns="0:[R,B] 4:[U] 5:[R]", phase="lift")
    assert refused(state, "lift 0#2") == "only one disc of yours is in the column on place 0"


@pytest.mark.rule("NO-95")
def test_nobody_else_lifts() -> None:
    state = position(Seat("U"), Seat("R"), columns="0:[U] 5:[U,B] 3:[R,B]")
    play(state, "move 0 cw")
    assert state.turn == 1
