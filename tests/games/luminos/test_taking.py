"""Taking a tile, and the order of a turn (LS-10 to LS-15)."""

from collections import Counter

import pytest

from lumarium import RecordedChance
from tests.games.luminos.builder import ST1, Seat, legal, play, position, refused, start, turn_at

RING = """
    TT   .  M M M
    [SS] MM M . M
    .    .  M M M
"""


@pytest.mark.rule("LS-10")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_display_has_as_many_tiles_as_there_are_players(players: int) -> None:
    assert len(start(players).view(None).display) == players


@pytest.mark.rule("LS-10", "LS-35")
def test_the_display_is_drawn_from_the_bag_at_random() -> None:
    """Every pair of picks lays out the two tiles that it names, without replacement."""
    seen = Counter[tuple[str | None, ...]]()
    for first in range(4):
        for second in range(3):
            state = position(turn=1, display="T", bag="S S M MT")
            turn = ("take T", "place (-1,0)", "done")
            play(state, *turn, chance=RecordedChance([first, second]))
            seen[state.view(None).display] += 1
    pairs = {
        ("S", "S"): 2,
        ("S", "M"): 2,
        ("M", "S"): 2,
        ("S", "MT"): 2,
        ("MT", "S"): 2,
        ("M", "MT"): 1,
        ("MT", "M"): 1,
    }
    assert seen == pairs


@pytest.mark.rule("LS-10", "LS-28", "LS-R8")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("missing", [0, 1])
def test_a_round_begins_only_with_a_tile_for_each_player_in_the_bag(players: int, missing: int) -> None:
    state = position(players=players, turn=players - 1, display="S", bag="M " * (players - missing))
    turn_at(state, "S", "(-1,0)")
    assert state.over == bool(missing)
    assert state.view(None).display == (() if missing else ("M",) * players)


@pytest.mark.rule("LS-12")
@pytest.mark.parametrize(
    ("before", "too_early", "reason"),
    [
        ([], "place (1,1)", "first take a tile: from the display, or from the bag with “take bag”"),
        ([], "mark S", "first take a tile: from the display, or from the bag with “take bag”"),
        ([], "done", "first take a tile: from the display, or from the bag with “take bag”"),
        ([], "score ne", "first take a tile: from the display, or from the bag with “take bag”"),
        ([], "start 1", "first take a tile: from the display, or from the bag with “take bag”"),
        (["take S"], "mark S", "the tile in your hand must be placed first; it can neither be swapped nor put back"),
        (["take S"], "score ne", "the tile in your hand must be placed first; it can neither be swapped nor put back"),
        (["take S", "place (3,0)"], "score ne", "the tile is placed; now add markers to it, or go on with “done”"),
        (["take S", "place (3,0)"], "take M", "the tile is placed; now add markers to it, or go on with “done”"),
        (["take S", "place (3,0)"], "place (5,0)", "the tile is placed; now add markers to it, or go on with “done”"),
        (["take S", "place (3,0)", "done"], "mark S", "now choose which completed square is scored next"),
        (["take S", "place (3,0)", "done"], "take M", "now choose which completed square is scored next"),
    ],
)
def test_a_turn_is_take_place_mark_score(before: list[str], too_early: str, reason: str) -> None:
    state = position(Seat(RING), display="S M")
    play(state, *before)
    assert refused(state, too_early) == reason


@pytest.mark.rule("LS-12")
def test_the_refusal_is_said_in_german_too() -> None:
    state = position(display="S M")
    expected = "Nimm zuerst ein Plättchen: aus der Auslage oder mit „take bag“ aus dem Beutel"
    assert refused(state, "place (1,1)", "de") == expected


@pytest.mark.rule("LS-12", "LS-11")
def test_after_the_squares_the_turn_is_over() -> None:
    state = position(display="S M")
    play(state, "take S", "place (1,1)")
    assert state.turn == 0
    play(state, "done")
    assert (state.turn, state.view(None).phase) == (1, "take")


@pytest.mark.rule("LS-13")
def test_one_may_take_any_tile_of_the_display_or_draw_from_the_bag() -> None:
    state = position(players=4, display="SST M S SST")
    assert legal(state) == ["take S", "take M", "take SST", "take bag"]


@pytest.mark.rule("LS-13")
def test_a_tile_taken_from_the_display_leaves_it() -> None:
    state = position(players=3, display="S S M")
    play(state, "take S")
    assert Counter(state.view(None).display) == Counter(["S", "M", None])
    assert state.view(None).hand == "S"


@pytest.mark.rule("LS-13")
def test_a_tile_that_is_not_in_the_display_cannot_be_taken() -> None:
    state = position(display="S M", bag="T T T T")
    assert refused(state, "take T") == "no tile with 1 star lies in the display"
    assert refused(state, "take SST", "de") == "In der Auslage liegt kein Plättchen mit 2 Sonnen, 1 Stern"


@pytest.mark.rule("LS-13")
def test_a_tile_taken_before_is_no_longer_in_the_display() -> None:
    state = position(display="S M")
    turn_at(state, "S", "(-1,0)")
    assert refused(state, "take S") == "no tile with 1 sun lies in the display"


@pytest.mark.rule("LS-13")
def test_drawing_leaves_the_display_alone() -> None:
    state = position(display="S M", bag="T")
    play(state, "take bag")
    view = state.view(None)
    assert (view.hand, view.display, view.bag) == ("T", ("S", "M"), {})


@pytest.mark.rule("LS-13")
def test_what_the_bag_gives_is_news_to_the_player_who_draws() -> None:
    """Even with a single tile left in the bag: a player who has drawn has decided."""
    assert [event.reveals for event in play(position(display="S M", bag="T"), "take bag")] == [True]
    assert [event.reveals for event in play(position(display="S M", bag="T"), "take S")] == [False]


@pytest.mark.rule("LS-14", "LS-E38", "LS-R7")
@pytest.mark.parametrize("instead", ["take S", "take M", "take bag", "done"])
def test_a_tile_from_the_bag_must_be_placed(instead: str) -> None:
    state = position(display="S M", bag="T T T")
    play(state, "take bag")
    expected = "the tile in your hand must be placed first; it can neither be swapped nor put back"
    assert refused(state, instead) == expected


@pytest.mark.rule("LS-14")
def test_a_tile_from_the_display_must_be_placed_too() -> None:
    state = position(display="S M")
    play(state, "take S")
    assert refused(state, "take M").startswith("the tile in your hand must be placed first")
    assert all(move.startswith("place") for move in legal(state))


@pytest.mark.rule("LS-14")
def test_the_tile_taken_is_the_one_placed() -> None:
    state = position(display="SST M")
    play(state, "take SST", "place (1,1)")
    last = state.view(None).skies[0].cells[-1]
    assert (last.tile, last.x, last.y, last.start) == ("SST", 1, 1, False)
    assert state.view(None).hand is None


@pytest.mark.rule("LS-15")
def test_nobody_may_draw_from_an_empty_bag() -> None:
    state = position(display="S M", bag="")
    assert refused(state, "take bag") == "the bag is empty; take a tile from the display"
    assert refused(state, "take bag", "de") == "Der Beutel ist leer; nimm ein Plättchen aus der Auslage"


@pytest.mark.rule("LS-15")
def test_the_last_tile_of_the_bag_may_be_drawn() -> None:
    assert legal(position(display="S M", bag="T")) == ["take S", "take M", "take bag"]


@pytest.mark.rule("LS-15")
def test_the_display_is_not_refilled_during_a_round() -> None:
    state = position(players=3, display="S M T")
    turn_at(state, "S", "(-1,0)")
    assert state.view(None).display == (None, "M", "T")
    turn_at(state, "T", "(-1,0)")
    assert state.view(None).display == (None, "M", None)


@pytest.mark.rule("LS-E35", "LS-15")
def test_with_two_tiles_left_two_players_share_the_display() -> None:
    state = position(Seat(ST1), turn=1, opened_by=0, display="T", bag="S M")
    turn_at(state, "T", "(-1,0)")
    assert state.view(None).bag == {}
    assert legal(state) == ["take S", "take M"]
    assert state.turn == 1
    turn_at(state, "M", "(2,0)")
    assert legal(state) == ["take S"]


@pytest.mark.rule("LS-E34", "LS-28")
def test_the_last_round_of_four_players_takes_the_last_four_tiles() -> None:
    """Round 16 is opened by seat 3; nobody may draw, and then the game is over."""
    state = position(players=4, turn=1, opened_by=2, round_number=15, display="S", bag="S S M M")
    turn_at(state, "S", "(-1,0)")
    assert (state.round, state.turn, state.view(None).bag) == (16, 3, {})
    for tile in ("S", "M", "M", "S"):
        assert refused(state, "take bag") == "the bag is empty; take a tile from the display"
        turn_at(state, tile, "(-1,0)" if state.turn != 1 else "(-2,0)")
    assert (state.over, state.ending, state.round) == (True, "bag", 16)
