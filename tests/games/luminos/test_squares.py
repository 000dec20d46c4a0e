"""Squares and what they write on the sheet (LS-20 to LS-25)."""

import pytest

from lumarium.games.luminos.options import Options
from tests.games.luminos.builder import ST1, Seat, legal, play, position, refused, squares, turn_at, written

RING = """
    TT   .  M M M
    [SS] MM M . M
    .    .  M M M
"""
TWO_SUN_SQUARES = """
    TT   .  .  S  S
    [SS] MM M  .  S
    .    .  M  M  .
"""
"""A sun on (3,0) completes S 4 to the upper right and S 1 to the lower left."""


def notch(tiles: str) -> tuple[list[str], str]:
    """Scores a square of four tiles, the last of them placed into the notch of the other three."""
    corner, right, upper, last = tiles.split()
    state = position(Seat(f"{upper} .\n[{corner}] {right}", used="SMT"), hand=last, display="S")
    events = play(state, "place (1,1)")
    return squares(events), written(state)


@pytest.mark.rule("LS-22", "LS-23")
@pytest.mark.parametrize(
    ("tiles", "square", "sheet"),
    [
        pytest.param("SS SM MT STT", "4/2/3: 2 for M", "S [] M [2] T []", marks=pytest.mark.rule("LS-E1", "LS-WE5")),
        pytest.param("SS SMM MT STT", "4/3/3: 3 for MT", "S [] M [3] T [3]", marks=pytest.mark.rule("LS-E2")),
        pytest.param("S SM MT T", "2/2/2: 2 for SMT", "S [2] M [2] T [2]", marks=pytest.mark.rule("LS-E3")),
        pytest.param("M MM T T", "0/3/2: 2 for T", "S [] M [] T [2]", marks=pytest.mark.rule("LS-E4", "LS-R11")),
        pytest.param("MM MT T T", "0/3/3: 3 for MT", "S [] M [3] T [3]", marks=pytest.mark.rule("LS-E5", "LS-R11")),
        pytest.param(
            "M MM M MMM", "0/7/0: 7 for M", "S [] M [7] T []", marks=pytest.mark.rule("LS-E6", "LS-WE1", "LS-R11")
        ),
        pytest.param("MMMM MMMM MMMM MMMM", "0/16/0: 16 for M", "S [] M [16] T []", marks=pytest.mark.rule("LS-E7")),
        pytest.param("SS MM TT S", "3/2/2: 2 for MT", "S [] M [2] T [2]", marks=pytest.mark.rule("LS-E8")),
        pytest.param("SS MM TT SMT", "3/3/3: 3 for SMT", "S [3] M [3] T [3]", marks=pytest.mark.rule("LS-E9")),
        pytest.param("SS MM TT SSMT", "4/3/3: 3 for MT", "S [] M [3] T [3]", marks=pytest.mark.rule("LS-E10")),
        pytest.param("SM MT MT SMT", "2/4/3: 2 for S", "S [2] M [] T []", marks=pytest.mark.rule("LS-WE6")),
        ("SSSS SSSS SSSS SSSS", "16/0/0: 16 for S", "S [16] M [] T []"),
        ("TTTT TTTT TTTT TTTT", "0/0/16: 16 for T", "S [] M [] T [16]"),
        ("SSSS SSSS MMMM MMMM", "8/8/0: 8 for SM", "S [8] M [8] T []"),
        ("SSST TTT TTTT STTT", "4/0/11: 4 for S", "S [4] M [] T []"),
    ],
)
def test_the_rarest_symbol_of_a_square_scores_its_number(tiles: str, square: str, sheet: str) -> None:
    assert notch(tiles) == ([square], sheet)


@pytest.mark.rule("LS-WE5", "LS-E2", "LS-R5")
def test_a_moon_marker_makes_two_moons_three() -> None:
    state = position(Seat("MT .\n[SS] SM"), hand="STT", display="S")
    assert squares(play(state, "place (1,1)", "mark M")) == ["4/3/3: 3 for MT"]
    assert written(state) == "S [] M [3] T [3]"


@pytest.mark.rule("LS-20", "LS-R1")
@pytest.mark.parametrize(
    ("sky", "cell", "completed"),
    [
        (ST1, "(1,1)", 1),
        (ST1, "(2,0)", 0),
        ("T . .\nTT . .\n[SS] MM M", "(1,1)", 1),
        ("TT S .\n[SS] MM .\n. S S", "(0,-1)", 1),
        ("TT S .\n[SS] MM S", "(2,1)", 1),
    ],
)
def test_start_cells_take_part_in_squares_like_tiles(sky: str, cell: str, completed: int) -> None:
    state = position(Seat(sky, used="SMT"), hand="S", display="S")
    assert len(squares(play(state, f"place {cell}"))) == completed


@pytest.mark.rule("LS-20")
@pytest.mark.parametrize("gap", ["right", "upper", "diagonal"])
def test_three_cells_are_no_square(gap: str) -> None:
    tiles = {"right": "M", "upper": "M", "diagonal": "M"} | {gap: "."}
    sky = f"""
        TT   .  {tiles["upper"]} {tiles["diagonal"]}
        [SS] MM .  {tiles["right"]}
    """
    state = position(Seat(sky, used="SMT"), hand="S", display="S")
    assert squares(play(state, "place (2,0)")) == []
    assert written(state) == "S [] M [] T []"


@pytest.mark.rule("LS-21")
@pytest.mark.parametrize(
    ("sky", "completed"),
    [
        ("TT . . . .\n[SS] MM M . M\n. . . . .", 0),
        ("TT . M M .\n[SS] MM M . M\n. . . . .", 1),
        ("TT . M M M\n[SS] MM M . M\n. . . . .", 2),
        ("TT . M M M\n[SS] MM M . M\n. . M M .", 3),
        (RING, 4),
    ],
)
def test_one_tile_completes_up_to_four_squares(sky: str, completed: int) -> None:
    state = position(Seat(sky, used="SMT"), hand="S", display="S")
    play(state, "place (3,0)")
    waiting = legal(state) if state.view(None).phase == "score" else []
    assert len(waiting) == (completed if completed > 1 else 0)
    while state.view(None).phase == "score":
        play(state, legal(state)[0])
    assert written(state) == f"S [{','.join('1' * completed)}] M [] T []"


@pytest.mark.rule("LS-21", "LS-E23")
def test_a_square_is_not_scored_again_when_a_neighbour_is_added() -> None:
    state = position(Seat("TT S .\n[SS] MM .", "S [] M [2] T [2]"), display="S S")
    turn_at(state, "S", "(2,0)")
    assert written(state) == "S [] M [2] T [2]"
    state = position(Seat("TT S .\n[SS] MM T", "S [] M [2] T [2]"), hand="T", display="S")
    assert squares(play(state, "place (2,1)", "done")) == ["1/2/2: 1 for S"]
    assert written(state) == "S [1] M [2] T [2]"


@pytest.mark.rule("LS-21")
def test_a_square_is_scored_in_the_turn_in_which_it_is_filled() -> None:
    state = position(hand="S", display="S")
    play(state, "place (1,1)", "done")
    assert (state.turn, written(state)) == (1, "S [] M [2] T [2]")


@pytest.mark.rule("LS-22", "LS-R11")
def test_a_missing_symbol_is_never_written_as_zero() -> None:
    assert "0" not in notch("S S S M")[1]


@pytest.mark.rule("LS-24")
def test_an_entry_goes_into_the_topmost_empty_row() -> None:
    state = position(Seat(sheet="S [1] M [4,4,4] T [5]"), hand="S", display="S")
    play(state, "place (1,1)", "done")
    assert written(state) == "S [1] M [4,4,4,2] T [5,2]"


@pytest.mark.rule("LS-24")
def test_an_entry_goes_to_the_sheet_of_the_player_who_placed() -> None:
    state = position(players=3, turn=1, hand="S", display="S")
    play(state, "place (1,1)", "done")
    assert [written(state, seat) for seat in range(3)] == ["S [] M [] T []", "S [] M [2] T [2]", "S [] M [] T []"]


@pytest.mark.rule("LS-24", "LS-25")
def test_entries_cannot_be_declined() -> None:
    state = position(Seat(RING), hand="S", display="S")
    play(state, "place (3,0)", "done")
    assert legal(state) == ["score ne", "score nw", "score se", "score sw"]
    assert refused(state, "done") == "now choose which completed square is scored next"
    assert refused(state, "done", "de") == "Wähle nun, welches fertige Quadrat als Nächstes gewertet wird"


@pytest.mark.rule("LS-E20", "LS-21")
def test_the_middle_of_a_ring_of_moons() -> None:
    state = position(Seat(RING, "S [5]"), hand="S", display="S")
    events = play(state, "place (3,0)", "done", "score sw", "score ne", "score se")
    assert squares(events) == ["1/3/0: 1 for S"] * 4
    assert written(state) == "S [5,1,1,1,1] M [] T []"


@pytest.mark.rule("LS-25", "LS-E21")
@pytest.mark.parametrize(
    ("first", "sheet", "row_points"),
    [
        ("score ne", "S [2,2,4,1] M [3,3,3] T [3,3,3]", 26),
        ("score sw", "S [2,2,1,4] M [3,3,3] T [3,3,3]", 23),
    ],
)
def test_the_order_decides_which_value_stands_in_which_row(first: str, sheet: str, row_points: int) -> None:
    state = position(Seat(TWO_SUN_SQUARES, "S [2,2] M [3,3,3] T [3,3,3]"), hand="S", display="S")
    play(state, "place (3,0)", "done", first)
    assert written(state) == sheet
    assert sum(points for label, points in state.score_sheet(0) if label.startswith("Row")) == row_points


@pytest.mark.rule("LS-25")
def test_only_completed_squares_can_be_chosen_and_each_only_once() -> None:
    state = position(Seat(RING.replace("M M M\n    [SS]", "M M .\n    [SS]")), hand="S", display="S")
    play(state, "place (3,0)", "done")
    assert legal(state) == ["score nw", "score se", "score sw"]
    assert refused(state, "score ne") == "no completed square waits to the upper right"
    play(state, "score sw")
    assert refused(state, "score sw") == "no completed square waits to the lower left"


@pytest.mark.rule("LS-25", "LS-R12")
def test_the_last_square_that_waits_leaves_nothing_to_choose() -> None:
    state = position(Seat(TWO_SUN_SQUARES), hand="S", display="S")
    play(state, "place (3,0)", "done", "score ne")
    assert (state.turn, written(state)) == (1, "S [4,1] M [] T []")


@pytest.mark.rule("LS-R12", "LS-23")
def test_inside_a_square_there_is_nothing_to_choose() -> None:
    state = position(hand="SMT", display="S")
    play(state, "place (1,1)")
    assert legal(state) == ["mark S", "mark M", "mark T", "done"]
    play(state, "done")
    assert (state.turn, written(state)) == (1, "S [3] M [3] T [3]")


@pytest.mark.rule("LS-E22")
@pytest.mark.parametrize("first", ["score ne", "score sw"])
def test_squares_with_different_columns_lead_to_the_same_sheet_in_both_orders(first: str) -> None:
    sky = """
        TT   .  .  SS M
        [SS] MM T  .  S
        .    .  SS S  .
    """
    state = position(Seat(sky, "S [] M [3] T [4,4]"), hand="S", display="S")
    play(state, "place (3,0)", "done", first)
    assert written(state) == "S [] M [3,1] T [4,4,1]"


@pytest.mark.rule("LS-20", "LS-22")
def test_the_event_names_the_lower_left_cell_of_the_square() -> None:
    state = position(Seat(RING, used="SMT"), hand="S", display="S")
    events = play(state, "place (3,0)", "score ne", "score nw", "score se")
    corners = [(event.facts["x"], event.facts["y"]) for event in events if event.kind == "square"]
    assert corners == [(3, 0), (2, 0), (3, -1), (2, -1)]


@pytest.mark.rule("LS-E42", "LS-23")
@pytest.mark.parametrize("exchange", ["TMS", "MST", "STM"])
def test_an_exchange_of_symbols_exchanges_the_columns(exchange: str) -> None:
    table = str.maketrans("SMT", exchange)

    def outcome(sky: str, tile: str, marker: str) -> tuple[list[list[int]], list[int]]:
        state = position(Seat(sky), hand=tile, display="S", options=Options(tiles="B"))
        play(state, "place (3,0)", f"mark {marker}", "done", "score ne")
        return state.view(None).skies[0].columns, state.scores

    plain, scores = outcome(TWO_SUN_SQUARES, "S", "T")
    exchanged, same_scores = outcome(TWO_SUN_SQUARES.translate(table), "S".translate(table), "T".translate(table))
    assert plain == [exchanged["SMT".index(symbol)] for symbol in exchange]
    assert plain != exchanged
    assert scores == same_scores
