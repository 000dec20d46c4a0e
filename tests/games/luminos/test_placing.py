"""Where a tile may go (LS-16)."""

import pytest

from lumarium import BadNotation
from lumarium.games.luminos.rules.indices import HALF
from tests.games.luminos.builder import GAME, Seat, legal_cells, play, position, refused, start_picture

FIRST_CELLS = {(-1, 0), (0, -1), (1, -1), (2, 0), (1, 1), (0, 2), (-1, 1)}


def worded(cell: str) -> str:
    """A cell as people read it."""
    column, row = cell.strip("()").replace("-", "−").split(",")
    return f"column {column}, row {row}"


@pytest.mark.rule("LS-16", "LS-E13", "LS-R1", "LS-R2")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_the_first_tile_has_seven_cells(number: int) -> None:
    assert legal_cells(position(Seat(start_picture(number)), hand="S")) == FIRST_CELLS


@pytest.mark.rule("LS-16")
@pytest.mark.parametrize("cell", sorted(FIRST_CELLS))
def test_a_tile_lies_where_it_was_placed(cell: tuple[int, int]) -> None:
    state = position(hand="ST")
    play(state, f"place {cell}")
    placed = state.view(None).skies[0].cells[-1]
    assert (placed.x, placed.y, placed.tile) == (*cell, "ST")


@pytest.mark.rule("LS-16", "LS-E12")
@pytest.mark.parametrize("cell", ["(-1,-1)", "(2,1)", "(1,2)", "(2,-1)", "(-1,2)"])
def test_touching_at_a_corner_is_not_enough(cell: str) -> None:
    reason = refused(position(hand="S"), f"place {cell}")
    assert reason == f"{worded(cell)} does not share an edge with a tile of your sky"


@pytest.mark.rule("LS-16")
@pytest.mark.parametrize("cell", ["(3,0)", "(0,3)", "(5,5)", "(-2,0)", "(-8,-8)", "(8,8)"])
def test_a_tile_needs_a_neighbour(cell: str) -> None:
    reason = refused(position(hand="S"), f"place {cell}")
    assert reason == f"{worded(cell)} does not share an edge with a tile of your sky"


@pytest.mark.rule("LS-16", "LS-E14", "LS-4")
@pytest.mark.parametrize("cell", ["(0,0)", "(1,0)", "(0,1)", "(1,1)", "(2,1)"])
def test_nothing_may_be_covered(cell: str) -> None:
    sky = """
        TT   S  M
        [SS] MM .
    """
    reason = refused(position(Seat(sky), hand="S"), f"place {cell}")
    assert reason == f"{worded(cell)} is occupied; nothing may be covered"


@pytest.mark.rule("LS-16", "LS-E14")
def test_nothing_may_be_covered_in_german() -> None:
    assert (
        refused(position(hand="S"), "place (0,0)", "de") == "Spalte 0, Reihe 0 ist belegt; nichts darf überdeckt werden"
    )


@pytest.mark.rule("LS-16")
def test_tiles_open_the_cells_beside_them() -> None:
    sky = """
        TT   .  .
        [SS] MM T
    """
    assert legal_cells(position(Seat(sky), hand="S")) == FIRST_CELLS - {(2, 0)} | {(3, 0), (2, -1), (2, 1)}


@pytest.mark.rule("LS-16")
def test_a_hole_may_be_filled() -> None:
    sky = """
        TT   S  M
        [SS] MM .
        S    .  M
        S    S  M
    """
    assert {(2, 0), (1, -1)} <= legal_cells(position(Seat(sky), hand="S"))


@pytest.mark.rule("LS-16")
def test_only_the_own_sky_counts() -> None:
    """What seat 0 has built neither opens nor blocks a cell of seat 1."""
    mine = """
        TT   S  M
        [SS] MM .
    """
    assert legal_cells(position(Seat(mine), Seat(), turn=1, hand="S")) == FIRST_CELLS


@pytest.mark.rule("LS-16")
def test_a_tile_goes_to_the_sky_of_the_player_who_placed_it() -> None:
    state = position(players=3, turn=1, hand="S", display="S")
    others = [state.view(None).skies[seat] for seat in (0, 2)]
    play(state, "place (1,1)")
    assert [state.view(None).skies[seat] for seat in (0, 2)] == others


@pytest.mark.rule("LS-16")
def test_placing_moves_nothing() -> None:
    state = position(hand="S")
    before = state.view(None).skies[0].cells
    play(state, "place (1,1)")
    assert state.view(None).skies[0].cells[:-1] == before


@pytest.mark.rule("LS-4", "LS-R17")
@pytest.mark.parametrize("step", [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_a_straight_line_may_run_to_the_rim_of_the_window(step: tuple[int, int]) -> None:
    """The rules know no rim; the action space does, and beyond it there is no notation."""
    dx, dy = step
    state = position(bag="S " * 40, display="S S")
    first = 2 if dx + dy > 0 else 1
    for far in range(first, HALF + 1):
        play(state, "take bag", f"place ({dx * far},{dy * far})", "done")
        play(state, "take bag", f"place ({dx * far},{dy * far})", "done")
    play(state, "take bag")
    cells = legal_cells(state)
    assert all(max(abs(x), abs(y)) <= HALF for x, y in cells)
    beside = {(HALF * dx + dy, HALF * dy + dx), (HALF * dx - dy, HALF * dy - dx)}
    assert beside <= cells
    with pytest.raises(BadNotation):
        GAME.actions.parse(f"place ({dx * (HALF + 1)},{dy * (HALF + 1)})")


@pytest.mark.rule("LS-16", "LS-21")
def test_the_window_does_not_wrap_around() -> None:
    """Cells at the two ends of neighbouring rows are no neighbours."""
    row = " ".join(["S"] * 7)
    sky = f"""
        TT   .  {". " * 7}
        [SS] MM {row}
    """
    cells = legal_cells(position(Seat(sky), hand="S"))
    assert {(8, 1), (8, -1)} <= cells
    assert not {(-8, 0), (-8, 1), (-8, 2), (-8, -1)} & cells
