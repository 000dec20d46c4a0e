"""The end and the final scoring on both sides of the score board (LC-64 to LC-78, LC-86)."""

import pytest

from lumarium.games.lumicora.options import Options
from lumarium.games.lumicora.rules import scoring
from lumarium.games.lumicora.rules.components import SPECIES
from lumarium.games.lumicora.rules.indices import FACES, FIRST_ANIMAL, NEIGHBOURS, SPACE_AT
from lumarium.games.lumicora.rules.reef import Reef
from tests.games.lumicora.builder import LIGHT, A, B, Seat, play, position, reef, scoring_phase, sheet

SHELLFISH, CRAB, SEAHORSE, STARFISH = range(4)


def light(built: Reef, at: tuple[int, int]) -> int:
    """What the animal on this space scores on the light side."""
    space = SPACE_AT[at]
    face = built.tops[space] % FACES
    assert face >= FIRST_ANIMAL, f"no animal on {at}"
    return scoring.light_points(built, face - FIRST_ANIMAL, space)


@pytest.mark.rule("LC-64")
def test_the_final_scoring_is_held_once_at_the_end() -> None:
    state = scoring_phase(Seat(limestone=5, scored="GP"), Seat(limestone=10), round_number=10)
    events = play(state, "pass", "pass")
    finals = [(event.kind, event.seat, event.facts["points"]) for event in events if event.kind.startswith("final")]
    assert finals == [
        ("final_jellyfish", 0, 4),
        ("final_limestone", 0, 2),
        ("final_majority", 0, 3),
        ("final_majority", 0, 3),
        ("final_limestone", 1, 5),
        ("final_majority", 1, 3),
        ("final_majority", 1, 3),
    ]
    assert state.scores == [12, 11]


@pytest.mark.rule("LC-65")
def test_luminos_outside_the_reefs_do_not_count() -> None:
    one = position(turn=None, atoll="G6 P6 B6 Y6")
    two = position(Seat(display=""), Seat(display=""), turn=None, atoll="", bag="")
    assert one.scores == two.scores


@pytest.mark.rule("LC-66", "LC-EC-44")
@pytest.mark.parametrize(
    ("seat", "points"),
    [(Seat(), 0), (Seat(scored="G"), 2), (Seat(scored="GPBY"), 8), (Seat(scored="GPBY", spent=2), 4)],
)
def test_two_points_per_jellyfish(seat: Seat, points: int) -> None:
    state = position(seat, turn=None)
    assert sheet(state)[f"{points // 2} jellyfish"] == points


@pytest.mark.rule("LC-67", "LC-EC-41")
@pytest.mark.parametrize(("limestone", "points"), [(0, 0), (1, 0), (2, 1), (5, 2), (10, 5)])
def test_a_point_per_pair_of_limestone_markers_which_stay(limestone: int, points: int) -> None:
    state = scoring_phase(Seat(limestone=limestone), round_number=10)
    play(state, "pass", "pass")
    assert sheet(state)[f"{limestone} limestone"] == points
    assert state.stores[0] == limestone


@pytest.mark.rule("LC-68", "LC-EC-42")
@pytest.mark.parametrize(
    ("species", "points"),
    [
        ("shellfish", (0, 0, 1, 4, 8, 8, 8, 8)),
        ("crab", (0, 2, 4, 7, 10, 10, 10, 10)),
        ("seahorse", (0, 1, 6, 7, 12, 12, 12, 12)),
        ("starfish", (0, 4, 8, 11, 14, 14, 14, 14)),
    ],
)
def test_dark_side_animals_by_number(species: str, points: tuple[int, ...]) -> None:
    assert tuple(scoring.dark_points(SPECIES.index(species), number) for number in range(8)) == points


@pytest.mark.rule("LC-68", "LC-EC-42")
def test_sums_over_the_species() -> None:
    def total(number: int) -> int:
        return sum(scoring.dark_points(species, number) for species in range(4))

    assert (total(7), total(3), total(0)) == (44, 29, 0)


@pytest.mark.rule("LC-68", "LC-EC-45", "LC-50")
def test_covered_animals_do_not_count() -> None:
    fixture = "G1crab[(-1,0)(0,-1)] G1crab[(-1,1)(0,1)]"
    assert sheet(position(Seat(fixture), turn=None))["Animals: crabs 2"] == 4
    covered = f"{fixture} G6[(0,0)(0,1)]"
    assert sheet(position(Seat(covered), turn=None))["Animals: crabs 1"] == 2


@pytest.mark.rule("LC-69", "LC-EC-45")
def test_visible_halves_of_a_colour_are_counted_starting_lumino_included() -> None:
    built = reef("G1crab[(-1,0)(0,-1)] G6[(0,0)(0,-1)] P6[(2,0)(2,-1)]")
    assert [scoring.visible_spaces(built, colour) for colour in range(4)] == [3, 3, 0, 0]
    assert [scoring.visible_spaces(reef(), colour) for colour in range(4)] == [1, 1, 0, 0]


@pytest.mark.rule("LC-70", "LC-71", "LC-72", "LC-69", "LC-R-10", "LC-EC-43")
@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ((5, 5, 5, 2), (3, 3, 3, 0)),
        ((7, 6, 6, 6), (4, 1, 1, 1)),
        ((7, 6, 6, 0), (4, 1, 1, 0)),
        ((7, 6, 5, 5), (4, 2, 0, 0)),
        ((5, 0, 0), (4, 0, 0)),
        ((4, 4), (3, 3)),
        ((5, 3), (4, 2)),
        ((4, 0), (4, 0)),
        ((0, 0), (0, 0)),
        ((3, 3, 3, 3), (3, 3, 3, 3)),
        ((2, 7, 0, 2), (1, 4, 0, 1)),
    ],
)
def test_majorities(counts: tuple[int, ...], points: tuple[int, ...]) -> None:
    assert tuple(scoring.majority_points(list(counts))) == points
    assert tuple(reversed(scoring.majority_points(list(reversed(counts))))) == points


@pytest.mark.rule("LC-WE-3", "LC-66", "LC-67", "LC-68")
def test_peters_final_scoring_in_numbers() -> None:
    majorities = {
        "green": ((6, 6, 7), (1, 1, 4)),
        "pink": ((0, 5, 3), (0, 4, 2)),
        "blue": ((9, 4, 4), (4, 1, 1)),
        "yellow": ((7, 2, 7), (3, 0, 3)),
    }
    for counts, points in majorities.values():
        assert tuple(scoring.majority_points(list(counts))) == points
    animals = [scoring.dark_points(species, number) for species, number in enumerate((5, 1, 3, 0))]
    assert (animals, sum(animals)) == ([8, 2, 7, 0], 17)
    state = position(Seat(scored="GP", limestone=5), turn=None)
    assert (sheet(state)["2 jellyfish"], sheet(state)["5 limestone"]) == (4, 2)
    assert 4 + 2 + 17 + sum(points[0] for _, points in majorities.values()) == 31


@pytest.mark.rule("LC-WE-3", "LC-69", "LC-70")
def test_peters_animals_on_a_reef() -> None:
    peter = """
        G4shellfish[(-1,0)(0,-1)] G4shellfish[(-1,1)(0,1)] B4shellfish[(-2,0)(-1,-1)] B4shellfish[(1,-1)(2,-1)]
        B4shellfish[(1,1)(2,0)] B1crab[(-2,1)(-2,2)] B1seahorse[(0,-2)(1,-2)] B5seahorse[(3,0)(3,-1)]
        B3seahorse[(-1,2)(0,2)]
    """
    rows = sheet(position(Seat(peter), turn=None))
    assert rows["Animals: shellfish 5"] == 8
    assert rows["Animals: crabs 1"] == 2
    assert rows["Animals: seahorses 3"] == 7
    assert not any("starfish" in label for label in rows)
    assert rows["Majority blue: 14"] == 4


# The light side


@pytest.mark.rule("LC-73", "LC-R-11", "LC-EC-50")
def test_every_animal_scores_on_its_own_without_a_cap() -> None:
    fixture = "G1crab[(-1,0)(0,-1)] G1crab[(-1,1)(0,1)] P1crab[(2,0)(2,-1)] P1crab[(1,1)(2,1)] P1crab[(3,0)(3,-1)]"
    rows = sheet(position(Seat(fixture), turn=None, options=LIGHT))
    points = [light(reef(fixture), at) for at in ((0, -1), (0, 1), (2, -1), (2, 1), (3, -1))]
    assert rows[f"Animals: crabs 5, {points.count(3)} well placed"] == sum(points)
    assert sheet(position(Seat(fixture), turn=None))["Animals: crabs 5"] == 10


@pytest.mark.rule("LC-73", "LC-R-11", "LC-50")
def test_covered_animals_do_not_score_on_the_light_side() -> None:
    fixture = "G1crab[(-1,0)(0,-1)] G6[(0,0)(0,-1)]"
    assert not any("Animals" in label for label in sheet(position(Seat(fixture), turn=None, options=LIGHT)))


@pytest.mark.rule("LC-73")
def test_only_category_3_differs() -> None:
    fixture = "G3[(-1,0)(0,-1)]"
    dark, bright = (position(Seat(fixture, limestone=4), turn=None, options=options) for options in (A, LIGHT))
    assert dark.score_sheet(0) == bright.score_sheet(0)


@pytest.mark.rule("LC-74", "LC-EC-47")
def test_shellfish_like_bare_water() -> None:
    fixture = "G6[(-1,0)(0,-1)] G1shellfish[(-1,-1)(-1,-2)]"
    assert light(reef(fixture), (-1, -2)) == 2
    assert light(reef(f"{fixture} G6[(0,-2)(1,-2)]"), (-1, -2)) == 1


@pytest.mark.rule("LC-74", "LC-EC-47")
def test_shellfish_in_a_corner_have_two_water_spaces_at_most() -> None:
    fixture = "G6[(-1,0)(-2,0)] G1shellfish[(-3,1)(-3,0)]"
    assert light(reef(fixture), (-3, 0)) == 1


@pytest.mark.rule("LC-74", "LC-EC-47")
def test_limestone_and_covered_water_are_no_water() -> None:
    assert light(reef("G1shellfish[(-1,0)(0,-1)]"), (0, -1)) == 1
    inner = "G1shellfish[(-1,0)(0,-1)] G6[(0,-2)(0,-3)] G6[(-1,-1)(-2,-1)]"
    assert scoring.neighbours_that_count(reef(inner), SHELLFISH, SPACE_AT[0, -1]) == 0
    assert light(reef(inner), (0, -1)) == 0


@pytest.mark.rule("LC-74", "LC-EC-47")
def test_a_shellfish_high_up_sees_water_as_well() -> None:
    fixture = """
        G6[(-1,0)(-2,0)] G6[(-1,1)(-2,1)] G6[(-1,0)(-1,1)] G6[(-2,0)(-2,1)] G1shellfish[(-1,0)(-2,0)]
    """
    built = reef(fixture)
    assert built.heights[SPACE_AT[-2, 0]] == 3
    assert light(built, (-2, 0)) == 2


@pytest.mark.rule("LC-74", "LC-75", "LC-R-12", "LC-EC-48")
def test_crabs_like_coral_of_their_level_the_own_partner_included() -> None:
    assert light(reef("G1crab[(-2,0)(-3,0)]"), (-3, 0)) == 1
    four = "G1crab[(-1,0)(0,-1)] P6[(1,-1)(2,-1)] G6[(0,-2)(0,-3)]"
    assert scoring.neighbours_that_count(reef(four), CRAB, SPACE_AT[0, -1]) == 4
    assert light(reef(four), (0, -1)) == 3
    three = "G1crab[(-1,0)(0,-1)] P6[(1,-1)(2,-1)]"
    assert light(reef(three), (0, -1)) == 1


@pytest.mark.rule("LC-75", "LC-EC-48", "LC-R-12")
def test_a_covered_partner_is_no_neighbour_in_the_same_level() -> None:
    alone = "G6[(-1,0)(-1,1)] G1crab[(-2,0)(-3,0)] G6[(-1,0)(-2,0)]"
    built = reef(alone)
    assert scoring.neighbours_that_count(built, CRAB, SPACE_AT[-3, 0]) == 0
    assert light(built, (-3, 0)) == 0


@pytest.mark.rule("LC-74", "LC-75", "LC-EC-49", "LC-R-12")
def test_seahorses_like_higher_coral_all_six_for_the_large_scoring() -> None:
    built = reef("G1seahorse[(-1,0)(0,-1)]")
    space = SPACE_AT[0, -1]
    for number, points in ((6, 7), (5, 2), (1, 2), (0, 0)):
        assert number_of_higher(built, space, number) == points


def number_of_higher(built: Reef, space: int, number: int) -> int:
    """The seahorse's points if so many of its neighbours were in level 2 and the others in level 1."""
    copy = built.copy()
    for place, beside in enumerate(NEIGHBOURS[space]):
        copy.heights[beside] = 2 if place < number else 1
    return scoring.light_points(copy, SEAHORSE, space)


@pytest.mark.rule("LC-EC-49", "LC-74", "LC-R-12")
def test_a_seahorse_at_the_rim_never_scores_large() -> None:
    built = reef("G6[(-1,0)(0,-1)] G1seahorse[(-1,-1)(-1,-2)]")
    assert number_of_higher(built, SPACE_AT[-1, -2], 4) == 2


@pytest.mark.rule("LC-75", "LC-74")
def test_a_covered_partner_counts_for_the_seahorse() -> None:
    built = reef("G1seahorse[(-1,0)(0,-1)] G6[(-1,0)(0,0)]")
    assert scoring.neighbours_that_count(built, SEAHORSE, SPACE_AT[0, -1]) == 2
    assert light(built, (0, -1)) == 2


@pytest.mark.rule("LC-74", "LC-75", "LC-EC-50")
def test_starfish_like_lower_coral_but_not_bare_ground() -> None:
    assert light(reef("G1starfish[(-1,0)(0,-1)]"), (0, -1)) == 0
    assert light(reef("G1starfish[(-1,0)(0,-1)] G6[(-2,0)(-1,-1)]"), (0, -1)) == 0
    five = """
        G6[(-1,0)(0,-1)] G6[(-1,1)(0,1)] P6[(1,-1)(2,-1)] P6[(1,1)(2,0)] G1starfish[(1,-1)(0,0)]
    """
    built = reef(five)
    assert scoring.neighbours_that_count(built, STARFISH, SPACE_AT[0, 0]) == 5
    assert light(built, (0, 0)) == 4
    four = "G6[(-1,0)(0,-1)] G6[(-1,1)(-2,1)] P6[(1,-1)(2,-1)] G1starfish[(1,-1)(0,0)]"
    assert scoring.neighbours_that_count(reef(four), STARFISH, SPACE_AT[0, 0]) == 4
    assert light(reef(four), (0, 0)) == 2


@pytest.mark.rule("LC-EC-50", "LC-74")
def test_a_starfish_among_equals_scores_nothing() -> None:
    fixture = "G6[(-1,0)(-2,0)] G1starfish[(-1,0)(0,0)]"
    built = reef(fixture)
    assert built.heights[SPACE_AT[0, 0]] == 2
    assert light(built, (0, 0)) == 2
    built.heights[SPACE_AT[1, 0]] = 2
    assert light(built, (0, 0)) == 0


@pytest.mark.rule("LC-WE-4", "LC-74")
def test_peters_light_side() -> None:
    def points(species: int, number: int) -> int:
        """What an animal in level 2 scores of whose six neighbours so many are as it likes them."""
        built = reef(options=B)
        space = SPACE_AT[1, -2]
        built.heights[space] = 2
        liked, other = {SHELLFISH: (0, 4), CRAB: (2, 4), SEAHORSE: (3, 1), STARFISH: (1, 4)}[species]
        for place, beside in enumerate(NEIGHBOURS[space]):
            built.heights[beside] = liked if place < number else other
        return scoring.light_points(built, species, space)

    shellfish = [points(SHELLFISH, number) for number in (1, 1, 3)]
    crabs = [points(CRAB, 3)]
    seahorses = [points(SEAHORSE, number) for number in (2, 0)]
    starfish = [points(STARFISH, number) for number in (3, 5)]
    assert (shellfish, crabs, seahorses, starfish) == ([1, 1, 2], [1], [2, 0], [2, 4])
    assert sum(shellfish + crabs + seahorses + starfish) == 13


# Side B


@pytest.mark.rule("LC-78", "LC-EC-51")
def test_uncovered_remote_limestone_costs_points() -> None:
    assert sheet(position(turn=None, options=B))["Remote limestone not covered: 6"] == -12
    corner = Seat("P6[(2,0)(2,-1)] P6[(3,-2)(4,-3)]")
    assert sheet(position(corner, turn=None, options=B))["Remote limestone not covered: 5"] == -9
    everything = position(turn=None, options=B)
    for space, penalty in enumerate(everything.reefs[0].terrain.penalties):
        if penalty:
            everything.reefs[0].heights[space] = 1
    assert not any("Remote" in label for label in sheet(everything))


@pytest.mark.rule("LC-76", "LC-78")
def test_side_a_has_no_category_5() -> None:
    assert not any("Remote" in label for label in sheet(position(turn=None)))


@pytest.mark.rule("LC-EC-54", "LC-78", "LC-R-13")
def test_penalties_take_points_away_again() -> None:
    state = position(Seat(start="GP"), Seat(start="BY"), turn=None, options=B)
    state.corals[0][0] = (43,)
    assert sum(points for label, points in state.score_sheet(0) if "Remote" not in label) == 43 + 2 + 4 + 4
    assert state.scores[0] == 53 - 12


# The winner


@pytest.mark.rule("LC-86", "LC-EC-46")
def test_ties_are_broken_by_limestone_and_else_shared() -> None:
    state = position(Seat(limestone=3), Seat(limestone=2), turn=None)
    assert (state.scores[0], state.ranking) == (state.scores[1], [1, 2])
    state = position(Seat(limestone=3), Seat(limestone=3), turn=None)
    assert state.ranking == [1, 1]


@pytest.mark.rule("LC-86", "LC-EC-46")
def test_limestone_of_a_player_with_fewer_points_does_not_matter() -> None:
    state = position(Seat(limestone=3), Seat(limestone=2), Seat(limestone=10), turn=None)
    state.corals[0][0] = state.corals[1][0] = (30,)
    assert state.scores[2] < state.scores[0] == state.scores[1]
    assert state.ranking == [1, 2, 3]


@pytest.mark.rule("LC-86")
@pytest.mark.parametrize("options", [A, B, LIGHT, Options(side="B", board="light")])
def test_most_points_win_on_every_side(options: Options) -> None:
    state = position(Seat(limestone=0), Seat(limestone=9), turn=None, options=options)
    assert state.ranking == [2, 1]
    state.corals[0][0] = (30,)
    assert state.ranking == [1, 2]
