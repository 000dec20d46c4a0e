"""Rounds, and how the game ends (LS-11, LS-26 to LS-29)."""

from collections import Counter

import pytest

from lumarium import Chance, GameOver, playout
from lumarium.games.luminos.options import Options
from tests.games.luminos.builder import GAME, Seat, play, position, start, turn_at, written
from tests.games.referee import everything

TARGET = {2: 8, 3: 7, 4: 6}


def entries(number: int) -> str:
    return "[" + ",".join("1" * number) + "]"


def order_of_round(players: int, wanted: int) -> list[int | None]:
    """Who has a turn in that round of a random game."""
    state = start(players, 5)
    chance = Chance(5)
    order = []
    while state.round < wanted:
        state.random_step(chance)
    while state.round == wanted and not state.over:
        if state.view(None).phase == "take":
            order.append(state.turn)
        state.random_step(chance)
    return order


@pytest.mark.rule("LS-11", "LS-1")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_the_opening_seat_moves_on_and_everyone_has_one_turn(players: int, number: int) -> None:
    first = (number - 1) % players
    assert order_of_round(players, number) == [(first + place) % players for place in range(players)]


@pytest.mark.rule("LS-E39", "LS-11")
def test_round_6_of_four_players_is_opened_by_seat_1() -> None:
    assert order_of_round(4, 6) == [1, 2, 3, 0]


@pytest.mark.rule("LS-26", "LS-11")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_telescope_moves_to_the_left_neighbour(players: int) -> None:
    for opened_by in range(players):
        last = (opened_by - 1) % players
        state = position(players=players, opened_by=opened_by, turn=last, display="S")
        turn_at(state, "S", "(-1,0)")
        assert state.telescope == state.turn == (opened_by + 1) % players


@pytest.mark.rule("LS-26", "LS-E36", "LS-R9")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_tile_that_is_left_when_one_player_draws_returns_to_the_bag(players: int) -> None:
    """The bag holds n + 1 suns; the only tile left in the display is a moon."""
    last = players - 1
    state = position(players=players, turn=last, display="M " + ". " * last, bag="S " * (players + 1))
    chance = Chance(3)
    returned = play(state, "take bag", "place (-1,0)", "done", chance=chance)
    assert {"kind": "return", "seat": None, "tiles": ["M"]} in [event.data() for event in returned]
    view = state.view(None)
    assert Counter(view.bag) + Counter(view.display) == Counter({"S": players, "M": 1})


@pytest.mark.rule("LS-26", "LS-E36", "LS-E37")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("drawing", ["nobody", "the first", "everybody"])
def test_the_bag_loses_as_many_tiles_as_there_are_players(players: int, drawing: str) -> None:
    state = start(players, 11)
    before = Counter(state.view(None).bag) + Counter(state.view(None).display)
    taken = []
    for place in range(players):
        draws = drawing == "everybody" or (drawing == "the first" and place == 0)
        tile = next(tile for tile in state.view(None).display if tile is not None)
        play(state, "take bag" if draws else f"take {tile}")
        taken.append(state.view(None).hand)
        play(state, "place (-1,0)")
        if state.view(None).phase == "mark":
            play(state, "done")
    after = Counter(state.view(None).bag) + Counter(state.view(None).display)
    assert state.round == 2
    assert after == before - Counter(taken)
    assert after.total() == 64 - players


@pytest.mark.rule("LS-26", "LS-R9", "LS-35")
def test_returned_tiles_can_be_drawn_again_at_once() -> None:
    """Two players draw both suns; the display's moons return and make the whole next display."""
    state = position(display="M M", bag="S S")
    play(state, "take bag", "place (-1,0)", "done", "take bag", "place (-1,0)", "done")
    assert (state.round, state.view(None).display, state.view(None).bag) == (2, ("M", "M"), {})


@pytest.mark.rule("LS-27")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("column", "tile"), [("S", "M"), ("M", "S"), ("T", "S")])
@pytest.mark.parametrize("short", [0, 1])
def test_an_entry_in_the_target_row_of_any_column_ends_the_game(
    players: int, column: str, tile: str, short: int
) -> None:
    sheet = f"{column} {entries(TARGET[players] - 1 - short)}"
    state = position(Seat(sheet=sheet), players=players, opened_by=1, hand=tile)
    play(state, "place (1,1)", "done")
    assert state.over == (not short)
    assert state.ending == (None if short else "target")


@pytest.mark.rule("LS-27", "LS-E24")
def test_the_round_is_completed_after_the_trigger() -> None:
    state = position(Seat(sheet=f"M {entries(6)}"), players=3, display="S S S")
    events = turn_at(state, "S", "(1,1)")
    assert {"kind": "target", "seat": 0, "row": 7} in [event.data() for event in events]
    assert (state.turn, state.view(None).last_round) == (1, True)
    turn_at(state, "S", "(-1,0)")
    assert (state.turn, state.over) == (2, False)
    turn_at(state, "S", "(1,1)")
    assert (state.over, state.ending, state.round) == (True, "target", 1)
    assert written(state, 2) == "S [] M [2] T [2]"


@pytest.mark.rule("LS-27", "LS-E25")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_game_ends_at_once_when_the_last_player_of_a_round_triggers_it(players: int) -> None:
    sheet = f"M {entries(TARGET[players] - 1)}"
    seats = [Seat()] * (players - 1) + [Seat(sheet=sheet)]
    state = position(*seats, turn=players - 1, hand="S")
    play(state, "place (1,1)", "done")
    assert (state.over, state.ending, state.round) == (True, "target", 1)


@pytest.mark.rule("LS-27", "LS-29")
def test_the_turn_of_the_trigger_is_played_to_its_end() -> None:
    """Four squares, the first of which reaches the target row."""
    ring = """
        TT   .  M M M
        [SS] MM M . M
        .    .  M M M
    """
    state = position(Seat(ring, f"S {entries(7)}"), opened_by=1, hand="S")
    play(state, "place (3,0)", "done", "score ne")
    assert (state.turn, state.view(None).last_round, state.view(None).phase) == (0, True, "score")
    play(state, "score nw", "score se")
    assert (state.over, written(state)) == (True, f"S {entries(11)} M [] T []")


@pytest.mark.rule("LS-E27", "LS-29", "LS-R10")
def test_entries_beyond_the_target_row_stand_and_count() -> None:
    """From row 7 to row 9 of two players; rows 8 and 9 are complete."""
    sky = """
        TT   .  .  S  S
        [SS] MM M  .  S
        .    .  M  M  .
    """
    state = position(Seat(sky, f"S {entries(7)} M {entries(9)} T {entries(9)}"), opened_by=1, hand="S")
    play(state, "place (3,0)", "done", "score ne")
    assert written(state) == f"S [1,1,1,1,1,1,1,4,1] M {entries(9)} T {entries(9)}"
    assert state.scores[0] == (7 + 4 + 1) + 9 + 9 + 9 + 6


@pytest.mark.rule("LS-29")
def test_the_others_go_on_writing_after_the_trigger() -> None:
    state = position(Seat(), Seat(sheet=f"M {entries(8)}"), turn=0, opened_by=1, last_round=True, hand="S")
    play(state, "place (1,1)", "done")
    assert (state.over, written(state)) == (True, "S [] M [2] T [2]")


@pytest.mark.rule("LS-28")
@pytest.mark.parametrize(("players", "rounds"), [(2, 32), (3, 21), (4, 16)])
def test_the_bag_lasts_for_32_21_or_16_rounds(players: int, rounds: int) -> None:
    state = start(players, 1, Options(target=(30, 30, 30)))
    playout(state, Chance(1))
    assert (state.ending, state.round) == ("bag", rounds)


@pytest.mark.rule("LS-E33", "LS-28")
def test_three_players_end_after_round_21_with_one_tile_in_the_bag() -> None:
    state = start(3, 1, Options(target=(30, 30, 30)))
    playout(state, Chance(1))
    view = state.view(None)
    assert (state.round, sum(view.bag.values()), view.display, view.phase) == (21, 1, (), "over")
    assert [sum(points for _, points in state.score_sheet(seat)) for seat in range(3)] == state.scores


@pytest.mark.rule("LS-R8", "LS-28")
def test_an_empty_bag_gives_nobody_the_six_points() -> None:
    state = position(Seat(sheet=f"M {entries(6)}"), opened_by=1, hand="S", bag="M")
    play(state, "place (1,1)", "done")
    assert (state.ending, written(state)) == ("bag", f"S [] M {entries(6)[:-1]},2] T [2]")
    assert state.scores == [9, 9]


@pytest.mark.rule("LS-R8", "LS-28", "LS-27")
def test_the_target_row_counts_even_if_the_bag_is_empty_as_well() -> None:
    state = position(Seat(sheet=f"M {entries(7)}"), opened_by=1, hand="S", bag="")
    play(state, "place (1,1)", "done")
    assert (state.ending, state.scores) == ("target", [15, 9])


@pytest.mark.rule("LS-27", "LS-28")
@pytest.mark.parametrize("move", ["take bag", "take S", "place (1,1)", "done", "score ne", "mark S", "start 1"])
def test_nothing_can_be_done_after_the_end(move: str) -> None:
    state = position(opened_by=1, hand="S", bag="M")
    play(state, "place (-1,0)", "done")
    before = everything(state)
    with pytest.raises(GameOver, match="the game is over"):
        state.apply(GAME.actions.parse(move), Chance(0))
    assert (state.legal(), everything(state)) == ([], before)
