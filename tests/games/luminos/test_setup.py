"""What lies on the table before the first turn (LS-1 to LS-9)."""

from collections import Counter

import pytest

from lumarium import BadOptions, Chance, RecordedChance
from lumarium.games.luminos.options import Options
from lumarium.games.luminos.rules.components import START_TILES
from lumarium.games.luminos.rules.state import State
from tests.games.luminos.builder import GAME, legal, play, position, refused, start, tile_set, turn_at

ALL = (2, 3, 4)


@pytest.mark.rule("LS-1")
def test_two_three_or_four_can_play() -> None:
    assert list(GAME.players) == [2, 3, 4]


@pytest.mark.rule("LS-1")
@pytest.mark.parametrize("players", [-1, 0, 1, 5])
def test_no_other_number_can_play(players: int) -> None:
    with pytest.raises(BadOptions, match=f"2 to 4 players, not {players}"):
        GAME.start(players, Chance(0))


@pytest.mark.rule("LS-1")
@pytest.mark.parametrize("players", ALL)
def test_the_left_neighbour_is_the_next_seat(players: int) -> None:
    state = position(players=players, display="S " * players)
    order = []
    for _ in range(players):
        order.append(state.turn)
        turn_at(state, "S", "(0,-1)")
    assert order == list(range(players))


@pytest.mark.rule("LS-3", "LS-10")
@pytest.mark.parametrize("tiles", ["A", "B", "C"])
@pytest.mark.parametrize("players", ALL)
def test_all_64_tiles_are_in_the_bag_before_the_display_is_drawn(players: int, tiles: str) -> None:
    options = Options(tiles=tiles)  # type: ignore[arg-type]
    view = start(players, options=options).view(None)
    assert Counter(view.bag) + Counter(view.display) == Counter(tile_set(options))
    assert sum(view.bag.values()) == 64 - players


@pytest.mark.rule("LS-4", "LS-R2")
@pytest.mark.parametrize("players", ALL)
def test_the_start_tile_covers_the_corner_and_two_arms(players: int) -> None:
    for sky in start(players).view(None).skies:
        assert [(cell.x, cell.y) for cell in sky.cells] == [(0, 0), (1, 0), (0, 1)]
        assert all(cell.start for cell in sky.cells)


@pytest.mark.rule("LS-5")
@pytest.mark.parametrize("players", ALL)
def test_each_player_gets_a_different_start_tile_and_the_others_leave_the_game(players: int) -> None:
    for seed in range(20):
        view = start(players, seed).view(None)
        dealt = {tuple(cell.tile for cell in sky.cells) for sky in view.skies}
        assert len(dealt) == players
        left = {START_TILES[number - 1] for number in view.start_tiles}
        assert dealt | left == set(START_TILES)
        assert not dealt & left


@pytest.mark.rule("LS-R3")
def test_start_tiles_are_dealt_at_random() -> None:
    """Each of the 4 x 3 deals to two players comes from its own pair of picks."""
    deals = set()
    for first in range(4):
        for second in range(3):
            state = State.begin(2, Options(), RecordedChance([first, second, 0, 0]))
            deals.add(tuple(cell.tile for sky in state.view(None).skies for cell in sky.cells))
    assert len(deals) == 12


@pytest.mark.rule("LS-R3", "LS-5")
@pytest.mark.parametrize("players", ALL)
def test_start_tiles_can_be_picked_in_seat_order(players: int) -> None:
    state = start(players, options=Options(start="picked"))
    for seat in range(players):
        assert state.turn == seat
        assert legal(state) == [f"start {number}" for number in range(1, 5 - seat)]
        play(state, f"start {4 - seat}")
    skies = state.view(None).skies
    assert [tuple(cell.tile for cell in sky.cells) for sky in skies] == list(START_TILES[::-1][:players])
    assert (state.turn, state.round, state.view(None).phase) == (0, 1, "take")


@pytest.mark.rule("LS-5")
def test_a_start_tile_that_was_picked_is_gone() -> None:
    state = start(2, options=Options(start="picked"))
    play(state, "start 2")
    assert refused(state, "start 2") == "start tile 2 belongs to another player"
    assert refused(state, "start 2", "de") == "Startplättchen 2 gehört jemand anderem"


@pytest.mark.rule("LS-10")
def test_no_tile_is_drawn_before_every_start_tile_is_picked() -> None:
    state = start(2, options=Options(start="picked"))
    play(state, "start 1")
    assert (state.round, state.view(None).display, sum(state.view(None).bag.values())) == (0, (), 64)
    assert refused(state, "take bag") == "first choose your start tile"


@pytest.mark.rule("LS-6")
@pytest.mark.parametrize("players", ALL)
def test_each_player_has_one_marker_of_each_kind(players: int) -> None:
    state = start(players)
    assert [sky.markers for sky in state.view(None).skies] == ["SMT"] * players
    assert state.census()["markers"] == 3 * players


@pytest.mark.rule("LS-7")
@pytest.mark.parametrize("players", ALL)
def test_each_player_has_an_empty_sheet_with_three_columns(players: int) -> None:
    assert [sky.columns for sky in start(players).view(None).skies] == [[[], [], []]] * players


@pytest.mark.rule("LS-8")
@pytest.mark.parametrize(("players", "row"), [(2, 8), (3, 7), (4, 6)])
def test_the_target_row_depends_on_the_number_of_players(players: int, row: int) -> None:
    assert start(players).view(None).target == row


@pytest.mark.rule("LS-9", "LS-R4")
@pytest.mark.parametrize("start_option", ["dealt", "picked"])
@pytest.mark.parametrize("players", ALL)
def test_seat_0_has_the_telescope_and_opens_round_1(players: int, start_option: str) -> None:
    state = start(players, options=Options(start=start_option))  # type: ignore[arg-type]
    while state.view(None).phase == "start":
        state.random_step(Chance(0))
    assert (state.turn, state.telescope, state.round) == (0, 0, 1)
