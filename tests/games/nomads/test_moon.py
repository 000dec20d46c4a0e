"""Moon scorings (NO-64 to NO-72)."""

import pytest

from lumarium.games.nomads.rules.scoring import shares
from tests.games.nomads.builder import Seat, box, play, position, told, write

TIES = [
    ([5, 2, -7], [3, 1, 0], 0),
    ([5, 5, 2], [2, 2, 0], 0),
    ([5, 5, 5, 1], [1, 1, 1, 0], 1),
    ([5, 3, 3], [3, 0, 0], 1),
    ([4, 4, 3, 3], [2, 2, 0, 0], 0),
    ([2, 2, 2, 2], [1, 1, 1, 1], 0),
    ([1, 1, 1, 1, 1], [0, 0, 0, 0, 0], 4),
    ([6, 1, 1, 1, 1], [3, 0, 0, 0, 0], 1),
    ([0, 0], [2, 2], 0),
    ([-1, -4], [3, 1], 0),
]


@pytest.mark.rule("NO-66", "NO-67", "NO-WE-2")
def test_the_example_of_the_rulebook() -> None:
    seats = Seat("U", tiles="de", cards="d#2 a#2"), Seat("R", tiles="de", cards="e#2"), Seat("S", tiles="abcdefg")
    state = position(*seats, columns="0:[U] 1:[B]", stacks="1:O", moon_fields=3)
    events = play(state, "move 0 cw")
    assert state.moon_tiles == [3, 1, 0]
    assert (state.view(None).moon_fields, box(state)["O"]) == (0, 8)
    assert told(events, "full_moon", "moon_share", "moon_rest") == [
        "Moon scoring: four moon tiles are to be won.",
        "Player 1 has 5 points and wins 3 moon tiles.",
        "Player 2 has 2 points and wins 1 moon tile.",
    ]


@pytest.mark.rule("NO-68", "NO-WE-8", "NO-EC-53", "NO-RU-22")
@pytest.mark.parametrize(("scores", "won", "boxed"), TIES)
def test_ties_pool_the_prizes_of_their_ranks(scores: list[int], won: list[int], boxed: int) -> None:
    assert shares(scores) == won
    assert shares(scores[::-1]) == won[::-1]
    assert 4 - sum(won) == boxed


@pytest.mark.rule("NO-64", "NO-65", "NO-EC-52", "NO-IN-3")
@pytest.mark.parametrize(
    ("before", "scorings", "left"), [(2, 0, 3), (3, 1, 0), (5, 1, 2), (7, 2, 0), (8, 2, 1), (11, 3, 0)]
)
def test_four_moon_tiles_are_scored_as_often_as_they_lie_there(before: int, scorings: int, left: int) -> None:
    """One more is heard in the turn. Nostromo leads; so he wins 3 each time, the second player 1."""
    state = position(Seat("N", cards="a#1"), Seat("U"), columns="0:[N]", stacks="1:O", moon_fields=before)
    play(state, "move 0 cw")
    assert state.view(None).moon_fields == left
    assert state.moon_tiles == [3 * scorings, scorings]
    assert state.moon_scorings == scorings


@pytest.mark.rule("NO-65")
def test_the_surplus_returns_to_the_moon_fields() -> None:
    state = position(
        Seat("N", cards="a#1"), Seat("U"), columns="0:[N] 3:[U] 4:[z] 5:[z]", stacks="1:O 3:O 4:O 5:O", moon_fields=2
    )
    play(state, "move 0 cw")
    assert (state.view(None).moon_fields, state.moon_tiles) == (2, [3, 1])


@pytest.mark.rule("NO-70", "NO-71", "NO-RU-23", "NO-EC-52")
def test_eight_moon_tiles_are_scored_twice_with_the_same_result() -> None:
    state = position(Seat("N", cards="a#1"), Seat("U"), columns="0:[N]", stacks="1:O", moon_fields=7)
    events = play(state, "move 0 cw")
    scored = [event.facts for event in events if event.kind == "full_moon"]
    assert len(scored) == 2
    assert scored[0] == scored[1]
    assert state.moon_tiles == [6, 2]


@pytest.mark.rule("NO-66", "NO-69", "NO-EC-54")
def test_moon_tiles_won_before_do_not_count() -> None:
    seats = Seat("N", tiles="a", moon_tiles=6), Seat("U", cards="a#1")
    state = position(*seats, columns="0:[N]", stacks="1:O", moon_fields=3)
    play(state, "move 0 cw")
    assert state.moon_tiles == [7, 3]
    assert state.scores == [6, 5]


@pytest.mark.rule("NO-66", "NO-EC-55", "NO-EC-56")
def test_scores_may_be_negative() -> None:
    seats = Seat("N", tiles="aabb"), Seat("U", tiles="abcdefg" * 2 + "cdefgc")
    state = position(*seats, columns="0:[N]", stacks="1:O", moon_fields=3)
    play(state, "move 0 cw")
    assert [state.interim_score(seat) for seat in (0, 1)] == [-4, -20]
    assert state.moon_tiles == [3, 1]


@pytest.mark.rule("NO-66", "NO-EC-57")
def test_a_joker_counts_like_a_story_tile() -> None:
    state = position(Seat("N", tiles="aJJ"), Seat("U", tiles="aa"), columns="0:[N]")
    assert [state.interim_score(seat) for seat in (0, 1)] == [-3, -2]


@pytest.mark.rule("NO-69")
def test_sleepers_take_no_part() -> None:
    """Two players, three sleepers: the lower score is second, whatever lies on the tops."""
    state = position(Seat("N", cards="a#1"), Seat("U"), columns="0:[N] 3:[z] 4:[z] 5:[z]", stacks="1:O", moon_fields=3)
    play(state, "move 0 cw")
    assert state.moon_tiles == [3, 1]


@pytest.mark.rule("NO-68", "NO-72")
def test_unshared_moon_tiles_stay_in_the_box() -> None:
    seats = [Seat(letter) for letter in "NUSRM"]
    state = position(*seats, columns="0:[N]", stacks="1:O", moon_fields=3)
    before = box(state)["O"]
    events = play(state, "move 0 cw")
    assert box(state)["O"] == before + 4
    assert (state.moon_tiles, state.view(None).moon_fields) == ([0] * 5, 0)
    assert told(events, "full_moon", "moon_share", "moon_rest") == [
        "Moon scoring: four moon tiles are to be won.",
        "4 moon tiles cannot be shared out and go to the box.",
    ]


@pytest.mark.rule("NO-68")
def test_a_moon_tile_that_two_cannot_share_is_told() -> None:
    seats = Seat("N", cards="a#1"), Seat("U"), Seat("R")
    state = position(*seats, columns="0:[N]", stacks="1:O", moon_fields=3)
    events = play(state, "move 0 cw")
    kinds = "full_moon", "moon_share", "moon_rest"
    assert [event.describe("de", ["Ada", "Bo", "Cem"]) for event in events if event.kind in kinds] == [
        "Mondwertung: Vier Mondplättchen sind zu vergeben.",
        "Ada hat 2 Punkte und gewinnt 3 Mondplättchen.",
        "1 Mondplättchen lässt sich nicht aufteilen und kommt in die Schachtel.",
    ]


@pytest.mark.rule("NO-64", "NO-RU-24")
def test_the_check_is_made_after_turn_b_too() -> None:
    state = position(Seat("N", tiles="aa"), Seat("U"), columns="0:[N]", moon_fields=3)
    write(state, "write a#1")
    assert state.view(None).moon_fields == 3
    # Four cannot lie there at the start of a turn; if they did, they would be scored.
    state = position(Seat("N", tiles="aa"), Seat("U"), columns="0:[N]", moon_fields=4)
    write(state, "write a#1")
    assert (state.view(None).moon_fields, state.moon_tiles) == (0, [3, 1])


@pytest.mark.rule("NO-64")
def test_the_scoring_comes_after_listening() -> None:
    """The tile heard in this turn counts: Nostromo hears a story, and the players are level."""
    seats = Seat("N", cards="a#1"), Seat("U", cards="a#2", tiles="aa")
    state = position(*seats, columns="0:[N] 3:[z]", stacks="1:a 3:O", moon_fields=3)
    play(state, "move 0 cw")
    assert state.moon_tiles == [2, 2]
