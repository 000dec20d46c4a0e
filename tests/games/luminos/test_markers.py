"""Extra markers (LS-17 to LS-19)."""

import pytest

from lumarium import Chance, Match
from tests.games.luminos.builder import Seat, legal, play, position, refused, squares, turn_at, written


def marked(move: str, tile: str, *markers: str) -> tuple[str, str]:
    """Places the tile and adds markers; gives what lies on the tile, and the markers that are left."""
    state = position(hand=tile, display="S")
    play(state, f"place {move}", *(f"mark {symbol}" for symbol in markers))
    sky = state.view(None).skies[0]
    return sky.cells[-1].tile + "+" + sky.cells[-1].markers, sky.markers


@pytest.mark.rule("LS-17")
@pytest.mark.parametrize("symbol", ["S", "M", "T"])
@pytest.mark.parametrize("cell", ["(1,1)", "(-1,0)"])
def test_a_marker_goes_on_the_tile_just_placed_with_a_square_or_without(symbol: str, cell: str) -> None:
    left = "SMT".replace(symbol, "")
    assert marked(cell, "S", symbol) == (f"S+{symbol}", left)


@pytest.mark.rule("LS-17", "LS-R6")
def test_no_marker_need_be_added() -> None:
    state = position(hand="S", display="S")
    play(state, "place (1,1)")
    assert legal(state) == ["mark S", "mark M", "mark T", "done"]
    play(state, "done")
    assert state.view(None).skies[0].markers == "SMT"
    assert state.turn == 1


@pytest.mark.rule("LS-17", "LS-R6")
@pytest.mark.parametrize("markers", ["S", "TM", "TMS"])
def test_one_two_or_three_markers_in_any_order(markers: str) -> None:
    assert len(marked("(1,1)", "S", *markers)[1]) == 3 - len(markers)


@pytest.mark.rule("LS-17", "LS-R6", "LS-E18")
def test_a_kind_can_be_used_once_on_a_tile() -> None:
    state = position(hand="S", display="S")
    play(state, "place (1,1)", "mark M")
    assert refused(state, "mark M") == "your moon marker has been used"
    assert refused(state, "mark M", "de") == "Dein Extramarker Mond ist schon verbraucht"


@pytest.mark.rule("LS-17", "LS-E18")
def test_a_kind_can_be_used_once_in_a_game() -> None:
    sky = """
        TT   M+S
        [SS] MM
    """
    state = position(Seat(sky), hand="S", display="S")
    play(state, "place (-1,0)")
    assert legal(state) == ["mark M", "mark T", "done"]
    assert refused(state, "mark S") == "your sun marker has been used"


@pytest.mark.rule("LS-17", "LS-E18")
def test_no_marker_reaches_an_older_tile_or_a_start_cell() -> None:
    """A marker names no cell: it lies on the tile just placed, and before or after that it is refused."""
    state = position(display="S M")
    assert refused(state, "mark S").startswith("first take a tile")
    play(state, "take S")
    assert refused(state, "mark S").startswith("the tile in your hand must be placed first")
    play(state, "place (1,1)", "mark T", "done")
    assert refused(state, "mark S").startswith("first take a tile")
    assert [cell.markers for cell in state.view(None).skies[0].cells] == ["", "", "", "T"]


@pytest.mark.rule("LS-17", "LS-6")
def test_everyone_uses_their_own_markers() -> None:
    state = position(display="S M")
    play(state, "take S", "place (1,1)", "mark T", "done")
    play(state, "take M", "place (1,1)")
    assert legal(state) == ["mark S", "mark M", "mark T", "done"]


@pytest.mark.rule("LS-18", "LS-E15")
@pytest.mark.parametrize("symbol", ["S", "M", "T"])
@pytest.mark.parametrize("tile", ["SSMT", "SSSS", "SMMT"])
def test_a_tile_with_four_symbols_takes_no_marker(tile: str, symbol: str) -> None:
    state = position(hand=tile, display="S")
    play(state, "place (1,1)")
    refused(state, f"mark {symbol}")
    assert state.view(None).skies[0].markers == "SMT"


@pytest.mark.rule("LS-18", "LS-E16")
def test_a_tile_with_three_symbols_takes_one_marker_and_no_second() -> None:
    state = position(hand="SST", display="S")
    play(state, "place (1,1)", "mark M")
    refused(state, "mark S")
    sky = state.view(None).skies[0]
    assert (sky.cells[-1].markers, sky.markers) == ("M", "ST")


@pytest.mark.rule("LS-18")
def test_a_tile_with_two_symbols_takes_two_markers_and_no_third() -> None:
    state = position(hand="SS", display="S")
    play(state, "place (1,1)", "mark S")
    assert "mark M" in legal(state)
    play(state, "mark M")
    refused(state, "mark T")
    assert state.view(None).skies[0].markers == "T"


@pytest.mark.rule("LS-18", "LS-E17")
def test_a_tile_with_one_symbol_takes_all_three_markers() -> None:
    assert marked("(-1,0)", "T", "S", "M", "T") == ("T+SMT", "")


@pytest.mark.rule("LS-18")
def test_the_limit_is_per_tile_and_not_per_sky() -> None:
    sky = """
        TT   SMT+M
        [SS] MM
    """
    state = position(Seat(sky), hand="S", display="S")
    play(state, "place (-1,0)")
    assert legal(state) == ["mark S", "mark T", "done"]


@pytest.mark.rule("LS-17")
def test_without_markers_nothing_is_asked() -> None:
    state = position(Seat(used="SMT"), hand="S", display="S")
    play(state, "place (1,1)")
    assert (state.turn, written(state)) == (1, "S [] M [2] T [2]")


@pytest.mark.rule("LS-E11", "LS-19", "LS-R5")
@pytest.mark.parametrize(
    ("markers", "square", "sheet"),
    [
        ("", "3/2/2: 2 for MT", "S [] M [2] T [2]"),
        ("S", "4/2/2: 2 for MT", "S [] M [2] T [2]"),
        ("M", "3/3/2: 2 for T", "S [] M [] T [2]"),
        ("MT", "3/3/3: 3 for SMT", "S [3] M [3] T [3]"),
        ("SMT", "4/3/3: 3 for MT", "S [] M [3] T [3]"),
    ],
)
def test_markers_count_in_the_scoring_of_this_turn(markers: str, square: str, sheet: str) -> None:
    state = position(hand="S", display="S")
    events = play(state, "place (1,1)", *(f"mark {symbol}" for symbol in markers))
    events += play(state, "done") if len(markers) < 3 else []
    assert squares(events) == [square]
    assert written(state) == sheet


@pytest.mark.rule("LS-19")
def test_a_marker_counts_in_later_squares_too() -> None:
    sky = """
        TT   S+M .
        [SS] MM  T
    """
    state = position(Seat(sky), hand="T", display="S")
    events = play(state, "place (2,1)", "done")
    assert squares(events) == ["1/3/2: 1 for S"]


@pytest.mark.rule("LS-E19", "LS-19")
def test_a_marker_added_without_a_square_counts_in_each_later_one_and_costs_its_three_points() -> None:
    state = position(display="M T", bag="T " * 12)
    play(state, "take M", "place (2,0)", "mark S", "done")
    assert (written(state), state.scores[0]) == ("S [] M [] T []", 6)
    scored = []
    mine, theirs = iter(["(1,1)", "(2,1)", "(1,-1)", "(2,-1)"]), iter(["(-1,0)", "(-2,0)", "(-3,0)", "(-4,0)"])
    for seat in (1, 1, 0, 0, 1, 1, 0, 0):
        assert state.turn == seat
        events = turn_at(state, "T", next(theirs if seat else mine))
        scored += squares(events)
    assert scored == ["2/2/3: 2 for SM", "1/3/2: 1 for S", "1/3/2: 1 for S"]


@pytest.mark.rule("LS-19")
def test_a_marker_can_never_be_taken_back() -> None:
    """No action gives one back: a marker once placed stays where it is to the end of the game."""
    state = position(hand="S", display="S S", bag="S S S S")
    play(state, "place (1,1)", "mark T", "done")
    while not state.over:
        state.step(state.legal()[-1], Chance(0))
        marked_cells = [(cell.x, cell.y) for cell in state.view(None).skies[0].cells if "T" in cell.markers]
        assert marked_cells == [(1, 1)]
        assert "T" not in state.view(None).skies[0].markers


@pytest.mark.rule("LS-R18")
def test_a_marker_can_be_undone_in_the_own_turn_only() -> None:
    match = Match("luminos", players=2, seed=1)
    for move in (match.state.legal()[0], "place (2,0)", "mark M", "done"):
        match.play(move)
    match.undo()
    match.undo()
    assert match.state.view(0).skies[0].markers == "SMT"  # type: ignore[attr-defined]
    for move in ("mark M", "done", match.state.legal()[0]):
        match.play(match.state.legal()[0] if isinstance(move, int) else move)
    assert not match.can_undo(0)
