"""Listening (NO-41 to NO-49)."""

import pytest

from lumarium.games.nomads.rules.state import State
from tests.games.nomads.builder import Seat, box, play, position, random_state, stack, tiles, told


@pytest.mark.rule("NO-42", "NO-44", "NO-46", "NO-WE-1")
def test_the_example_of_the_rulebook() -> None:
    """Ulrich and Siana hear a story each, Red a moon tile, a sleeper (Moon) removes one, Nostromo is on no top."""
    state = position(
        Seat("U"), Seat("S"), Seat("R"), Seat("N"),
        columns="0:[N,U] 2:[B,S] 3:[R] 4:[N,M] 6:[U,N,B]",
        stacks="1:a 2:b 3:O 4:c",
    )  # fmt: skip
    in_box = box(state).total()
    events = play(state, "move 0 cw", "double 1")
    assert [tiles(state, seat) for seat in range(4)] == ["a", "b", "", ""]
    assert state.view(None).moon_fields == 1
    assert box(state).total() == in_box + 1
    assert sum(state.heights) == 8 - 4
    assert told(events, "listen_tile", "listen_moon", "sleeper_tile") == [
        "Player 1 listens at place 1 and takes a flame.",
        "Player 2 listens at place 2 and takes a fish.",
        "Player 3 listens at place 3; the moon tile goes to the moon fields.",
        "A sleeper on place 4 misses mountains; it goes to the box.",
    ]


@pytest.mark.rule("NO-41")
def test_positions_that_the_move_did_not_touch_are_heard_too() -> None:
    state = position(Seat("N"), Seat("U"), columns="0:[N] 4:[U]", stacks="4:a")
    play(state, "move 0 cw")
    assert tiles(state, 1) == "a"


@pytest.mark.rule("NO-41", "NO-EC-39")
def test_a_passive_player_takes_again_and_again() -> None:
    state = position(Seat("N"), Seat("R"), Seat("U"), columns="0:[N] 2:[R] 4:[U]", stacks="4:a,b", lys=7)
    play(state, "move 0 cw", "move 2 cw")
    assert tiles(state, 2) == "ab"


@pytest.mark.rule("NO-42")
def test_the_active_player_is_told_first_then_the_others_clockwise() -> None:
    state = position(
        Seat("U"), Seat("S"), Seat("N"), columns="0:[U] 2:[S] 3:[N] 5:[z]", stacks="0:a 2:b 4:c 5:d", turn=2
    )
    events = play(state, "move 3 cw")
    assert told(events, "listen_tile", "sleeper_tile") == [
        "Player 3 listens at place 4 and takes mountains.",
        "Player 1 listens at place 0 and takes a flame.",
        "Player 2 listens at place 2 and takes a fish.",
        "A sleeper on place 5 misses a tree; it goes to the box.",
    ]


@pytest.mark.rule("NO-42", "NO-EC-38", "NO-94")
def test_listening_is_compulsory_for_every_top_disc() -> None:
    state = position(Seat("N"), Seat("U"), columns="0:[N] 2:[N] 5:[B,N]", stacks="1:a 2:b 5:c")
    play(state, "move 0 cw")
    assert tiles(state, 0) == "abc"
    assert state.scores[0] == -3


@pytest.mark.rule("NO-43")
def test_only_one_tile_is_taken_from_a_stack() -> None:
    state = position(Seat("N"), Seat("U"), columns="0:[N]", stacks="1:a,b,c")
    play(state, "move 0 cw")
    assert (tiles(state, 0), stack(state, 1)[1]) == ("a", 2)


@pytest.mark.rule("NO-44")
def test_a_moon_tile_is_not_replaced() -> None:
    state = position(Seat("N"), Seat("U"), columns="0:[N]", stacks="1:O,a")
    play(state, "move 0 cw")
    assert (tiles(state, 0), state.view(None).moon_fields, stack(state, 1)) == ("", 1, ("a", 1))


@pytest.mark.rule("NO-44")
def test_a_joker_goes_to_the_listener() -> None:
    state = position(Seat("N"), Seat("U"), columns="0:[N]", stacks="1:J")
    play(state, "move 0 cw")
    assert tiles(state, 0) == "J"


@pytest.mark.rule("NO-45", "NO-EC-37")
def test_over_an_empty_field_nothing_is_heard() -> None:
    state = position(Seat("N"), Seat("U"), columns="0:[N] 3:[U,B]", stacks="1:-")
    play(state, "move 0 cw")
    assert (tiles(state, 0), tiles(state, 1), sum(state.heights)) == ("", "", 7)


@pytest.mark.rule("NO-46", "NO-EC-35", "NO-RU-32")
@pytest.mark.parametrize(("top", "moon_fields", "in_box"), [("O", 1, 0), ("J", 0, 1), ("a", 0, 1)])
def test_a_sleeper_removes_the_tile(top: str, moon_fields: int, in_box: int) -> None:
    state = position(Seat("N"), Seat("U"), columns="0:[N,B] 4:[B,z]", stacks=f"1:- 4:{top}")
    before = box(state)
    play(state, "move 0 cw")
    assert state.view(None).moon_fields == moon_fields
    assert box(state).total() - before.total() == in_box
    assert box(state)[top] == before[top] + in_box
    assert [tiles(state, seat) for seat in (0, 1)] == ["", ""]
    assert state.turn == 1


@pytest.mark.rule("NO-47", "NO-48", "NO-EC-36")
def test_nomads_and_empty_spaces_leave_the_tile() -> None:
    state = position(Seat("N"), Seat("U"), columns="0:[N,B] 4:[U,B]", stacks="1:-")
    before = [stack(state, space) for space in range(8)]
    play(state, "move 0 cw")
    assert [stack(state, space) for space in range(8)] == before


def heard_in_order(state: State, order: list[tuple[int, int]]) -> tuple[object, ...]:
    """Listening step by step: pairs of listener and space, in any order."""
    twin = state.clone()
    for listener, space in order:
        if twin.heights[space] and twin.listener(space) == listener:
            twin.put_down(twin.take_top(space), listener)
    return twin.tiles, twin.box, twin.moon_fields, twin.heights, twin.tops


@pytest.mark.rule("NO-49", "NO-EC-40")
def test_the_order_of_listening_does_not_matter() -> None:
    for seed in range(30):
        state = random_state(4, seed, 40 + seed)
        pairs = [(listener, space) for listener in (0, 1, 2, 3, -2) for space in range(8)]
        by_players = heard_in_order(state, pairs)
        assert heard_in_order(state, pairs[::-1]) == by_players
        assert heard_in_order(state, sorted(pairs, key=lambda pair: pair[1])) == by_players


@pytest.mark.rule("NO-50", "NO-EC-41")
def test_nobody_listens_in_a_turn_b() -> None:
    state = position(Seat("N", tiles="aa"), Seat("U"), columns="0:[N] 4:[U]")
    play(state, "write a#1", "pay 0J")
    assert sum(state.heights) == 8
    assert [tiles(state, seat) for seat in (0, 1)] == ["", ""]
