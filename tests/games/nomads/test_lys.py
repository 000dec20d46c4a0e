"""Lys: when she is turned, what is taken, and Moon's shift (NO-32 to NO-39, NO-82 to NO-84)."""

import pytest

from tests.games.nomads.builder import Seat, box, legal, phase, play, position, refused, stack, tiles, told

# Red moves [B,R] from 0 to 1 and 2, where Lys points.
LAST = {"columns": "0:[R,B] 5:[R] 4:[U]", "lys": 2}


@pytest.mark.rule("NO-32", "NO-EC-19")
@pytest.mark.parametrize("last", ["B", "N", "U", "R"])
def test_the_last_disc_turns_lys_whatever_its_colour(last: str) -> None:
    state = position(Seat("U"), Seat("N"), Seat("R"), columns=f"0:[U,{last}]", lys=2)
    play(state, "move 0 cw", "plain")
    assert (phase(state), state.turn) == ("send", 0)
    play(state, "lys 6")
    assert tiles(state, 0)[-1] == "g"


@pytest.mark.rule("NO-32", "NO-EC-20")
def test_a_disc_before_the_last_does_not() -> None:
    state = position(Seat("U"), Seat("R"), columns="0:[U,B,B] 6:[R]", lys=2)
    play(state, "move 0 cw", "plain")
    assert (phase(state), state.turn, state.view(None).lys) == ("act", 1, 2)


@pytest.mark.rule("NO-33", "NO-RU-14")
def test_lys_must_go_to_one_of_the_seven_other_fields() -> None:
    state = position(Seat("R"), Seat("U"), **LAST)  # type: ignore[arg-type]
    play(state, "move 0 cw")
    assert legal(state) == [f"lys {space}" for space in (0, 1, 3, 4, 5, 6, 7)]
    assert refused(state, "lys 2") == "Lys points there already; she must be turned to another stack"


@pytest.mark.rule("NO-34")
@pytest.mark.parametrize("top", ["a", "J"])
def test_the_mover_takes_the_top_tile_of_the_new_field(top: str) -> None:
    state = position(Seat("N"), Seat("U"), columns="0:[N,B]", lys=2, stacks=f"6:{top},b 1:c")
    events = play(state, "move 0 cw", "lys 6")
    assert tiles(state, 0) == "".join(sorted(f"c{top}", key="abcdefgJ".index))
    assert stack(state, 6) == ("b", 1)
    assert state.view(None).lys == 6
    taken = {"a": "a flame", "J": "a joker"}[top]
    assert told(events, "lys_tile") == [f"Player 1 takes {taken} at place 6, where Lys now points."]


@pytest.mark.rule("NO-35", "NO-RU-12", "NO-EC-23")
def test_a_moon_tile_goes_to_the_moon_fields() -> None:
    state = position(Seat("N"), Seat("U"), columns="0:[N,B] 6:[B]", lys=2, stacks="6:O,a 1:-")
    play(state, "move 0 cw", "lys 6")
    assert state.view(None).moon_fields == 1
    assert tiles(state, 0) == ""
    assert stack(state, 6) == ("a", 1)


@pytest.mark.rule("NO-36", "NO-RU-14", "NO-EC-22")
def test_lys_may_be_turned_to_an_empty_field() -> None:
    state = position(Seat("N"), Seat("U"), columns="0:[N,B]", lys=2, stacks="6:- 1:-")
    before = box(state)
    events = play(state, "move 0 cw", "lys 6")
    assert (tiles(state, 0), state.view(None).lys, box(state)) == ("", 6, before)
    assert told(events, "lys_empty") == [
        "Player 1 takes nothing: the stack at place 6, where Lys now points, is used up."
    ]


@pytest.mark.rule("NO-37", "NO-RU-13", "NO-EC-21")
def test_lys_is_turned_at_an_empty_field_too() -> None:
    state = position(Seat("R"), Seat("U"), stacks="2:-", **LAST)  # type: ignore[arg-type]
    play(state, "move 0 cw")
    assert phase(state) == "send"
    assert len(legal(state)) == 7


@pytest.mark.rule("NO-38")
def test_lys_is_turned_once_in_a_turn() -> None:
    """Neither the field she is turned to, nor a lift there, asks again."""
    state = position(Seat("R"), Seat("U"), columns="0:[R,B] 5:[R,B] 4:[U]", lys=2)
    play(state, "move 0 cw", "lys 5")
    assert phase(state) == "lift"
    play(state, "lift 5#1")
    assert (phase(state), state.turn) == ("act", 1)


@pytest.mark.rule("NO-39", "NO-EC-68")
def test_the_tile_below_is_known_before_reds_lift() -> None:
    state = position(Seat("R"), Seat("U"), columns="0:[R,B] 5:[R,B] 4:[U]", lys=2, stacks="5:a,b")
    events = play(state, "move 0 cw", "lys 5")
    assert phase(state) == "lift"
    assert stack(state, 5) == ("b", 1)
    uncovered = [event for event in events if event.kind == "uncover"]
    assert [(event.describe(), event.reveals) for event in uncovered] == [("New on top: fish at place 5.", True)]


@pytest.mark.rule("NO-40", "NO-EC-24", "NO-EC-68")
def test_the_mover_can_take_twice_from_one_stack() -> None:
    state = position(Seat("N"), Seat("U"), columns="0:[N,B] 6:[N]", lys=2, stacks="6:a,b 1:-")
    play(state, "move 0 cw", "lys 6")
    assert tiles(state, 0) == "ab"
    assert stack(state, 6) == (None, 0)


@pytest.mark.rule("NO-40", "NO-EC-25")
def test_an_opponent_hears_the_tile_below_a_moon_tile() -> None:
    state = position(Seat("N"), Seat("U"), columns="0:[N,B] 6:[U]", lys=2, stacks="6:O,b 1:-")
    play(state, "move 0 cw", "lys 6")
    assert (state.view(None).moon_fields, tiles(state, 0), tiles(state, 1)) == (1, "", "b")
    assert stack(state, 6) == (None, 0)


@pytest.mark.rule("NO-45", "NO-EC-26")
def test_the_last_tile_of_a_stack_is_taken_only_once() -> None:
    state = position(Seat("N"), Seat("U"), columns="0:[N,B] 6:[N]", lys=2, stacks="6:a 1:-")
    play(state, "move 0 cw", "lys 6")
    assert tiles(state, 0) == "a"


@pytest.mark.rule("NO-82", "NO-85", "NO-RU-33")
@pytest.mark.parametrize(("shift", "lys"), [("+1", 0), ("-1", 6), ("stay", 7)])
def test_moon_may_shift_lys_one_field(shift: str, lys: int) -> None:
    state = position(Seat("M"), Seat("U"), columns="0:[M] 4:[U]", lys=7)
    assert legal(state) == ["shift -1", "shift stay", "shift +1"]
    play(state, f"shift {shift}")
    assert (phase(state), state.turn, state.view(None).lys) == ("act", 0, lys)
    assert refused(state, "shift +1").startswith("now move a column")


@pytest.mark.rule("NO-83", "NO-RU-15", "NO-EC-28")
def test_the_shift_gives_no_tile_but_may_prepare_one() -> None:
    state = position(Seat("M"), Seat("U"), columns="0:[M] 4:[U]", lys=0, stacks="1:a 6:b")
    play(state, "shift +1")
    assert (tiles(state, 0), stack(state, 1)) == ("", ("a", 1))
    play(state, "move 0 cw")
    assert phase(state) == "send"
    play(state, "lys 6")
    assert tiles(state, 0) == "ab"


@pytest.mark.rule("NO-83", "NO-RU-16", "NO-EC-29")
def test_moon_may_shift_and_write() -> None:
    state = position(Seat("M", tiles="aa"), Seat("U"), columns="0:[M] 4:[U]", lys=3)
    play(state, "shift -1", "write a#1", "pay 0J")
    assert (state.view(None).lys, state.turn, state.scores) == (2, 1, [2, 0])


@pytest.mark.rule("NO-84")
def test_lys_may_be_shifted_onto_an_empty_field() -> None:
    state = position(Seat("M"), Seat("U"), columns="0:[M] 4:[U]", lys=3, stacks="4:-")
    play(state, "shift +1")
    assert state.view(None).lys == 4


@pytest.mark.rule("NO-95", "NO-EC-30")
def test_with_moon_asleep_nobody_shifts() -> None:
    state = position(Seat("U"), Seat("R"), columns="0:[U] 4:[R]")
    for move in ("move 0 cw", "move 4 cw", "move 1 cw"):
        assert phase(state) == "act"
        play(state, move)


@pytest.mark.rule("NO-82")
def test_only_moon_shifts() -> None:
    state = position(Seat("U"), Seat("M"), columns="0:[U] 4:[M]")
    assert phase(state) == "act"
    play(state, "move 0 cw")
    assert (phase(state), state.turn) == ("shift", 1)


@pytest.mark.rule("NO-RU-11", "NO-40")
def test_lys_then_red_then_listening() -> None:
    state = position(Seat("R"), Seat("U"), columns="0:[R,B] 5:[R,B] 4:[U]", lys=2, stacks="4:a 5:b 6:c 1:-")
    order = [event.kind for event in play(state, "move 0 cw", "lys 6", "lift 5#1")]
    assert order == ["move", "lay", "lay", "lys", "lys_tile", "lift", "listen_tile", "listen_tile"]
    assert (tiles(state, 0), tiles(state, 1)) == ("bc", "a")
