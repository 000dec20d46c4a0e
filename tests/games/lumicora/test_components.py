"""What lies in the box (LC-1 to LC-11)."""

from collections import Counter

import pytest

from lumarium.games.lumicora.options import Options
from lumarium.games.lumicora.rules import components
from lumarium.games.lumicora.rules.components import COLOURS, CONTENTS, KINDS, NUMBERS, SIDES, SPECIES
from lumarium.games.lumicora.rules.indices import (
    BIT,
    COORDINATES,
    DIVISOR,
    FACES,
    FIRST_ANIMAL,
    NEIGHBOURS,
    PAIRS,
    PLACEMENTS,
    SPACE_AT,
    SPACES,
    around,
)
from lumarium.games.lumicora.rules.table import names_of
from tests.games.lumicora.builder import GAME, A, B, Seat, dealt, legal, play, position, scoring_phase, start

SIX = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
SPACE_TABLE = """
0,-3 w R1 | 1,-3 w w | 2,-3 w w | 3,-3 w w | 4,-3 w R3
-1,-2 w w | 0,-2 w w | 1,-2 L w | 2,-2 L w | 3,-2 w w | 4,-2 w w
-2,-1 w w | -1,-1 w w | 0,-1 L L | 1,-1 L w | 2,-1 L w | 3,-1 w w | 4,-1 w w
-3,0 w R2 | -2,0 L w | -1,0 L L | 0,0 S S | 1,0 S S | 2,0 L L | 3,0 L w | 4,0 w R2
-3,1 w w | -2,1 w w | -1,1 L w | 0,1 L w | 1,1 L L | 2,1 w w | 3,1 w w
-3,2 w w | -2,2 w w | -1,2 L w | 0,2 L w | 1,2 w w | 2,2 w w
-3,3 w R3 | -2,3 w w | -1,3 w w | 0,3 w w | 1,3 w R1
"""


@pytest.mark.rule("LC-1")
def test_two_to_four_players_four_colours_four_species() -> None:
    assert list(GAME.players) == [2, 3, 4]
    assert COLOURS == ("green", "pink", "blue", "yellow")
    assert SPECIES == ("shellfish", "crab", "seahorse", "starfish")


def test_the_plain_numbers_of_the_engine_are_those_of_the_box() -> None:
    assert len(NUMBERS) + 1 == FIRST_ANIMAL
    assert FIRST_ANIMAL + len(CONTENTS) - 1 == FACES
    assert len({bit % DIVISOR for bit in BIT}) == len(BIT)


@pytest.mark.rule("LC-2", "LC-EC-1")
def test_the_board_has_44_spaces_and_109_pairs() -> None:
    assert len(COORDINATES) == len(set(COORDINATES)) == SPACES == 44
    assert set(COORDINATES) == {(q, r) for q in range(-3, 5) for r in range(-3, 4) if -3 <= q + r <= 4}
    assert (len(PAIRS), len(PLACEMENTS), len(set(PLACEMENTS))) == (109, 218, 218)
    start_pair = {SPACE_AT[0, 0], SPACE_AT[1, 0]}
    assert sum(not start_pair & {a, b} for a, b in PAIRS) == 98
    assert len({space for own in start_pair for space in NEIGHBOURS[own]} - start_pair) == 8
    assert Counter(map(len, NEIGHBOURS)) == {6: 24, 4: 14, 3: 6}


@pytest.mark.rule("LC-2", "LC-37", "LC-EC-1")
def test_neighbours_share_an_edge_and_the_relation_is_symmetric() -> None:
    for space, (q, r) in enumerate(COORDINATES):
        expected = {SPACE_AT[q + p, r + s] for p, s in SIX if (q + p, r + s) in SPACE_AT}
        assert set(NEIGHBOURS[space]) == expected
        assert all(space in NEIGHBOURS[other] for other in expected)
        assert around(BIT[space]) == sum(BIT[other] for other in expected)


@pytest.mark.rule("LC-3", "LC-76")
def test_terrain_is_that_of_the_space_table() -> None:
    table = [cell.split() for row in SPACE_TABLE.strip().splitlines() for cell in row.split("|")]
    for column, options in ((1, A), (2, B)):
        codes = options.ground().codes
        assert [f"{q},{r}" for q, r in COORDINATES] == [cell[0] for cell in table]
        assert codes == [cell[column] for cell in table]
    counts = {side: Counter(code[0] for row in rows for code in row.split()) for side, rows in SIDES.items()}
    assert counts == {"A": {"w": 28, "L": 14, "S": 2}, "B": {"w": 32, "L": 4, "R": 6, "S": 2}}


@pytest.mark.rule("LC-78", "LC-3")
def test_penalties_of_side_b_sum_to_12() -> None:
    penalties = {COORDINATES[space]: n for space, n in enumerate(B.ground().penalties) if n}
    assert penalties == {(0, -3): 1, (1, 3): 1, (-3, 0): 2, (4, 0): 2, (4, -3): 3, (-3, 3): 3}
    assert not any(A.ground().penalties)


@pytest.mark.rule("LC-76", "LC-R-1")
@pytest.mark.parametrize("options", [A, B])
def test_both_sides_look_the_same_after_a_half_turn(options: Options) -> None:
    codes = options.ground().codes
    assert all(codes[SPACE_AT[1 - q, -r]] == code for (q, r), code in zip(COORDINATES, codes, strict=True))


@pytest.mark.rule("LC-4", "LC-5")
def test_104_luminos_26_per_colour_by_back() -> None:
    backs = [Options().copies(back) for back in range(3)]
    assert [len(back) for back in backs] == [72, 16, 16]
    for letter in "GPBY":
        assert [sum(name[0] == letter for name in back) for back in backs] == [18, 4, 4]
    per_number = Counter(name[1] for back in backs for name in back if name[0] == "Y")
    assert per_number == {"1": 4, "2": 4, "3": 5, "4": 5, "5": 4, "6": 4}


@pytest.mark.rule("LC-4", "LC-5")
@pytest.mark.parametrize(("players", "animals"), [(2, (2, 3, 4, 3, 6)), (3, (2, 4, 5, 4, 7)), (4, (3, 4, 6, 5, 8))])
def test_animals_per_colour(players: int, animals: tuple[int, ...]) -> None:
    in_play = [KINDS[kind] for kind in Options().in_play(players)]
    for letter in "GPBY":
        contents = Counter(name[2:] for name in in_play if name[0] == letter)
        expected = dict(zip(("starfish", "seahorse", "shellfish", "crab", ""), animals, strict=True))
        assert contents == expected


@pytest.mark.rule("LC-4", "LC-5")
def test_the_luminos_of_a_colour_one_by_one() -> None:
    no_fish = "1starfish 1seahorse 1shellfish 2starfish 2crab 2shellfish 3seahorse 3crab 3shellfish 4crab 4shellfish"
    expected = (f"{no_fish} 4 5seahorse 5 5 6 6 6", "2shellfish 3crab 4seahorse 5", "1starfish 3shellfish 4crab 6")
    for back, names in enumerate(expected):
        blue = [name[1:] for name in Options().copies(back) if name[0] == "B"]
        assert sorted(blue) == sorted(names.split())


@pytest.mark.rule("LC-6")
def test_six_starting_luminos_one_for_each_pair_of_colours() -> None:
    pairs = {frozenset(pair) for pair in components.START_LUMINOS}
    assert len(pairs) == len(components.START_LUMINOS) == 6
    assert all(len(pair) == 2 for pair in pairs)
    state = position(Seat(start="BY"))
    assert [half % 11 for half in state.reefs[0].tops if half >= 0] == [0, 0]


@pytest.mark.rule("LC-7")
def test_a_scoring_tile_is_coral_then_jellyfish_then_spent() -> None:
    state = scoring_phase(Seat(), Seat())
    assert (state.has_scored(0, 1), state.jellyfish(0), state.spent[0]) == (False, 0, 0)
    play(state, "score pink", "pass")
    assert (state.has_scored(0, 1), state.jellyfish(0), state.spent[0]) == (True, 1, 0)
    play(state, "swap atoll")
    assert (state.has_scored(0, 1), state.jellyfish(0), state.spent[0]) == (True, 0, 1)
    assert state.view(None).shores[0].scored == {"pink": (0,)}


@pytest.mark.rule("LC-8")
def test_40_limestone_markers_10_per_board() -> None:
    state = start(4)
    assert (components.LIMESTONE, components.STORAGE, state.supply()) == (40, 10, 40)
    for seat in range(4):
        assert state.gain(seat, 25) == 10
    assert (state.supply(), state.stores) == (0, [10] * 4)


@pytest.mark.rule("LC-9", "LC-R-13", "LC-EC-54")
def test_scores_are_not_limited_and_the_track_is_only_a_display() -> None:
    state = position(Seat(), Seat(), turn=None, options=B)
    state.corals[0][0] = (60, 0, 51)
    assert state.track == [111, 0]
    assert state.scores[0] == 111 + 2 + 3 + 3 - 12


@pytest.mark.rule("LC-10")
def test_the_zones_of_luminos() -> None:
    state = position(atoll="B5 B5 Y1crab", hand="G1starfish G2crab")
    view = state.view(1)
    assert [lumino.tile for lumino in view.atoll] == ["B5", "B5", "Y1crab"]
    assert [lumino.tile for lumino in view.hand] == ["G1starfish", "G2crab"]
    assert len(view.shores[0].display) == 4
    assert (view.bag, view.emergency) == (state.bag.size(), 0)


@pytest.mark.rule("LC-11", "LC-R-2", "LC-19")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_octopus_at_seat_0_one_turtle_on_space_1(players: int) -> None:
    view = dealt(players).view(None)
    assert (view.octopus, view.round, view.turn) == (0, 1, 0)


@pytest.mark.rule("LC-WE-5", "LC-61")
def test_limestone_by_round() -> None:
    assert components.ROUND_LIMESTONE == (4, 4, 4, 4, 2, 2, 2, 1, 1, 0)


@pytest.mark.rule("LC-4")
def test_names_of_luminos_are_the_notation() -> None:
    state = position(Seat(display="G3crab B5 Y1starfish P6"))
    assert names_of(state.displays[0]) == ["G3crab", "B5", "Y1starfish", "P6"]
    assert legal(state, "feed") == ["feed G3crab", "feed P6", "feed B5", "feed Y1starfish"]
