"""The final score and who wins (LS-30 to LS-33)."""

import pytest

from lumarium.games.luminos.rules import scoring
from tests.games.luminos.builder import Seat, columns, play, position, turn_at


def entries(number: int, value: int = 1) -> str:
    return "[" + ",".join([str(value)] * number) + "]"


def result(*seats: Seat, players: int = 2) -> tuple[list[int], list[int]]:
    """Scores and places of a game that has ended like this."""
    state = position(*seats, players=players, turn=None)
    return state.scores, state.ranking


def score(sheet: str, used: str = "") -> int:
    return result(Seat(sheet=sheet, used=used))[0][0]


@pytest.mark.rule("LS-30")
@pytest.mark.parametrize(
    ("sheet", "rows"),
    [("", 0), ("S [1] M [1]", 0), ("S [1,1] M [1] T [1,1,1]", 1), ("S [1,1] M [1,1] T [1,1]", 2), ("M [1,1,1]", 0)],
)
def test_complete_rows_are_the_length_of_the_shortest_column(sheet: str, rows: int) -> None:
    assert scoring.complete_rows([list(column) for column in columns(sheet)]) == rows


@pytest.mark.rule("LS-30", "LS-31")
@pytest.mark.parametrize("missing", ["S", "M", "T"])
def test_a_row_without_an_entry_in_one_column_is_struck_out(missing: str) -> None:
    sheet = " ".join(f"{symbol} {'[2]' if symbol == missing else '[2,5]'}" for symbol in "SMT")
    assert score(sheet, "SMT") == 6


@pytest.mark.rule("LS-31", "LS-E29", "LS-WE4")
def test_the_worked_example() -> None:
    state = position(Seat(sheet="S [3,2,4] M [2,2] T [1,5,2,2]", used="SM"), turn=None)
    assert state.score_sheet(0) == [
        ("Row 1: sun 3, moon 2, star 1", 6),
        ("Row 2: sun 2, moon 2, star 5", 9),
        ("1 unused marker", 3),
        ("Target row 8", 0),
    ]
    assert state.scores[0] == 18


@pytest.mark.rule("LS-31", "LS-WE2")
@pytest.mark.parametrize(("used", "points"), [("", 9), ("S", 6), ("SM", 3), ("MT", 3), ("SMT", 0)])
def test_an_unused_marker_is_worth_3_points(used: str, points: int) -> None:
    assert score("", used) == points


@pytest.mark.rule("LS-31", "LS-WE3")
@pytest.mark.parametrize("column", ["S", "M", "T"])
@pytest.mark.parametrize(("players", "row"), [(2, 8), (3, 7), (4, 6)])
def test_reaching_the_target_row_is_worth_6_points(players: int, row: int, column: str) -> None:
    almost, reached = Seat(sheet=f"{column} {entries(row - 1)}"), Seat(sheet=f"{column} {entries(row)}")
    assert result(almost, reached, players=players)[0][:2] == [9, 15]


@pytest.mark.rule("LS-31", "LS-E28")
def test_the_six_points_need_no_complete_row() -> None:
    assert score(f"S {entries(8)} T [1,1]", "T") == 0 + 6 + 6


@pytest.mark.rule("LS-32", "LS-E26", "LS-R13")
def test_every_player_who_reached_the_target_row_gets_the_six_points() -> None:
    """Both reach it by play in the same round; only the first of them triggered the end."""
    almost = Seat(sheet=f"M {entries(7)}")
    state = position(almost, almost, display="S S")
    turn_at(state, "S", "(1,1)")
    turn_at(state, "S", "(1,1)")
    assert (state.over, state.scores) == (True, [15, 15])


@pytest.mark.rule("LS-32", "LS-E26", "LS-R13")
@pytest.mark.parametrize("sheet", [f"S {entries(8)} M {entries(8)}", f"S {entries(8)} T {entries(10)}"])
def test_the_six_points_are_given_once(sheet: str) -> None:
    assert score(sheet) == 9 + 6


@pytest.mark.rule("LS-32")
def test_two_columns_reached_by_one_placement_give_the_six_points_once() -> None:
    state = position(Seat(sheet=f"M {entries(7)} T {entries(7)}"), opened_by=1, hand="S")
    play(state, "place (1,1)", "done")
    assert state.scores == [15, 9]


@pytest.mark.rule("LS-31", "LS-E27", "LS-R10")
def test_rows_beyond_the_target_count_if_they_are_complete() -> None:
    assert score(f"S {entries(10)} M {entries(12)} T {entries(11)}", "SMT") == 30 + 6


@pytest.mark.rule("LS-33")
def test_most_points_win() -> None:
    assert result(Seat(used="S"), Seat(), Seat(used="SM"), players=3) == ([6, 9, 3], [2, 1, 3])


@pytest.mark.rule("LS-33", "LS-E31")
def test_among_equal_points_more_complete_rows_win() -> None:
    five = Seat(sheet="S [3,3,3,3,3] M [2,2,2,2,2] T [1,1,2,1,1]")
    four = Seat(sheet="S [3,3,3,3] M [3,3,3,3] T [2,2,2,1]")
    assert result(five, four) == ([40, 40], [1, 2])
    assert result(four, five) == ([40, 40], [2, 1])


@pytest.mark.rule("LS-33", "LS-E32")
def test_with_equal_points_and_rows_the_win_is_shared() -> None:
    one = Seat(sheet="S [3] M [1] T [2]")
    two = Seat(sheet="S [2] M [2] T [2]")
    assert result(one, two, Seat(), players=3) == ([15, 15, 9], [1, 1, 3])


@pytest.mark.rule("LS-33", "LS-R16")
def test_the_tie_break_counts_complete_rows_and_not_entries() -> None:
    many = Seat(sheet="S [2,5,5,5] M [2] T [2,1]")
    few = Seat(sheet="S [2] M [2] T [2]")
    assert result(many, few) == ([15, 15], [1, 1])


@pytest.mark.rule("LS-33")
def test_more_rows_do_not_beat_more_points() -> None:
    rich = Seat(sheet="S [4] M [4] T [4]")
    many = Seat(sheet="S [1,1,1] M [1,1,1] T [1,1,1]")
    assert result(many, rich)[1] == [2, 1]


@pytest.mark.rule("LS-33", "LS-E30")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_when_nobody_scored_everybody_wins(players: int) -> None:
    state = position(players=players, turn=players - 1, display="S", bag="M")
    turn_at(state, "S", "(-1,0)")
    assert (state.ending, state.scores, state.ranking) == ("bag", [9] * players, [1] * players)
