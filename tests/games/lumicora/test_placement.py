"""Where a Lumino may be laid, and what it costs (LC-37 to LC-54)."""

import pytest

from lumarium.games.lumicora.options import Options
from lumarium.games.lumicora.rules.indices import SPACE_AT
from tests.games.lumicora.builder import (
    A,
    B,
    Seat,
    lays,
    legal,
    may_lay,
    names,
    play,
    position,
    reef,
    refused,
    told,
)

ANYTHING = 10


@pytest.mark.rule("LC-37", "LC-39", "LC-EC-2")
def test_the_first_lumino_beside_its_colour() -> None:
    assert may_lay("", "G[(-1,0)(0,-1)]", limestone=0)
    state = position(hand="G6")
    events = play(state, "lay (-1,0)(0,-1)")
    assert told(events, "lay") == [
        {"tile": "G6", "level": 1, "cost": 0, "first": "(-1,0)", "second": "(0,-1)"},
    ]


@pytest.mark.rule("LC-48", "LC-49", "LC-WE-6", "LC-EC-3")
def test_one_water_space_costs_one() -> None:
    assert not may_lay("", "G[(0,-1)(0,-2)]", limestone=0)
    assert may_lay("", "G[(0,-1)(0,-2)]", limestone=1)
    state = position(Seat(limestone=1), hand="G6")
    supply = state.supply()
    events = play(state, "lay (0,-1)(0,-2)")
    assert (state.stores[0], state.supply()) == (0, supply + 1)
    assert told(events, "lay_paid")[0]["cost"] == 1


@pytest.mark.rule("LC-48", "LC-49", "LC-WE-6", "LC-EC-4")
def test_two_water_spaces_cost_two() -> None:
    fixture = "G[(-1,0)(0,-1)]"
    assert not may_lay(fixture, "G[(-2,1)(-3,1)]", limestone=1)
    assert may_lay(fixture, "G[(-2,1)(-3,1)]", limestone=2)
    state = position(Seat(fixture, limestone=5), hand="G6")
    play(state, "lay (-2,1)(-3,1)")
    assert (state.stores[0], state.supply()) == (3, 37)
    state = position(Seat(fixture, limestone=1), hand="G6")
    assert refused(state, "lay (-2,1)(-3,1)") == "these water spaces cost 2 limestone, you have 1"
    assert refused(state, "lay (-2,1)(-3,1)", "de") == "Diese Wasserfelder kosten 2 Kalksteinmarker, du hast 1"
    state = position(Seat(fixture), hand="G6")
    assert refused(state, "lay (-1,1)(-2,1)") == "this water space costs 1 limestone, you have 0"
    assert refused(state, "lay (-1,1)(-2,1)", "de") == "Dieses Wasserfeld kostet 1 Kalksteinmarker, du hast 0"


@pytest.mark.rule("LC-40", "LC-EC-5")
def test_the_first_lumino_must_touch_its_own_colour() -> None:
    assert not may_lay("", "G[(2,0)(1,1)]", ANYTHING)
    expected = "green 6 must touch visible coral of its colour in level 1"
    assert refused(position(hand="G6"), "lay (2,0)(1,1)") == expected


@pytest.mark.rule("LC-41", "LC-43", "LC-EC-6")
def test_exception_a_a_colour_that_is_not_there_touches_any() -> None:
    assert may_lay("", "B[(2,0)(1,1)]")


@pytest.mark.rule("LC-43", "LC-EC-7", "LC-41")
def test_even_then_it_must_touch_a_lumino() -> None:
    assert not may_lay("", "B[(-3,0)(-2,0)]", ANYTHING)
    assert refused(position(hand="B6"), "lay (-3,0)(-2,0)") == "blue 6 must touch a Lumino in level 1"


@pytest.mark.rule("LC-41", "LC-50", "LC-EC-8")
def test_exception_a_counts_visible_coral_only() -> None:
    assert may_lay("P[(1,-1)(0,-1)] P[(0,0)(0,-1)]", "G[(2,0)(1,1)]")


@pytest.mark.rule("LC-40", "LC-50", "LC-R-5", "LC-EC-9")
def test_covered_coral_is_not_touched() -> None:
    fixture = "G[(-1,0)(-2,0)] P[(1,-1)(0,-1)] P[(0,0)(0,-1)]"
    assert not may_lay(fixture, "G[(0,1)(1,1)]", ANYTHING)


@pytest.mark.rule("LC-42", "LC-R-6", "LC-EC-10")
def test_exception_b_no_free_neighbour() -> None:
    fixture = "B[(-1,0)(-1,1)] B[(0,1)(1,1)] P[(1,-1)(0,-1)]"
    assert may_lay(fixture, "G[(2,0)(2,-1)]")


@pytest.mark.rule("LC-42", "LC-R-6", "LC-EC-11")
def test_inability_to_pay_is_not_exception_b() -> None:
    fixture = "B[(-1,0)(-1,1)] B[(0,1)(1,1)] P[(1,-1)(1,-2)]"
    assert not may_lay(fixture, "G[(2,0)(2,-1)]", limestone=0)
    assert may_lay(fixture, "G[(0,0)(-1,0)]", limestone=0)
    assert not may_lay(fixture, "G[(0,-1)(0,-2)]", limestone=0)
    assert may_lay(fixture, "G[(0,-1)(0,-2)]", limestone=1)


@pytest.mark.rule("LC-42", "LC-R-6", "LC-EC-12")
def test_exception_b_a_free_neighbour_without_a_free_partner() -> None:
    fixture = "B[(-1,0)(-1,-1)] P[(1,-1)(1,-2)] P[(0,-2)(0,-3)] B[(-1,1)(0,1)]"
    assert may_lay(fixture, "G[(2,0)(2,-1)]")


@pytest.mark.rule("LC-42")
def test_a_possible_placement_above_does_not_suppress_exception_b() -> None:
    fixture = "B[(-1,0)(-1,1)] B[(0,1)(1,1)] P[(1,-1)(0,-1)]"
    assert may_lay(fixture, "G[(0,0)(0,-1)]")
    assert may_lay(fixture, "G[(2,0)(2,-1)]")


@pytest.mark.rule("LC-43", "LC-R-7")
def test_exceptions_count_covered_luminos_of_level_1_as_well() -> None:
    """The only neighbour of (4,-1) and (4,0) that is not bare is (3,-1)."""
    fixture = "P[(2,0)(2,-1)] P[(3,-1)(3,-2)]"
    assert may_lay(fixture, "B[(4,-1)(4,0)]", ANYTHING)
    assert reef(f"{fixture} P[(2,-1)(3,-1)]").heights[SPACE_AT[3, -1]] == 2
    assert may_lay(f"{fixture} P[(2,-1)(3,-1)]", "B[(4,-1)(4,0)]", ANYTHING)


@pytest.mark.rule("LC-44", "LC-47", "LC-EC-13")
@pytest.mark.parametrize("colour", ["G", "P", "B", "Y"])
def test_nothing_lies_exactly_on_the_starting_lumino(colour: str) -> None:
    assert not may_lay("", f"{colour}[(0,0)(1,0)]")
    expected = "a Lumino must cover halves of two different Luminos, not one Lumino exactly"
    state = position(hand=f"{colour}6")
    assert {refused(state, "lay (0,0)(1,0)"), refused(state, "lay (1,0)(0,0)")} == {expected}


@pytest.mark.rule("LC-44")
@pytest.mark.parametrize("pair", ["(-1,0)(-2,0)", "(-1,0)(-1,1)", "(-1,0)(0,-1)", "(-1,1)(-2,2)", "(0,-1)(0,-2)"])
def test_nothing_lies_exactly_on_another_lumino_whichever_way_it_lies(pair: str) -> None:
    state = position(Seat(f"G[{pair}]", limestone=ANYTHING), hand="G6")
    assert not {pair, swapped(pair)} & lays(state)


@pytest.mark.rule("LC-45", "LC-48", "LC-EC-14")
def test_level_2_covers_its_colour_and_costs_nothing() -> None:
    fixture = "G[(-1,0)(0,-1)]"
    assert may_lay(fixture, "G[(0,0)(0,-1)]")
    assert not may_lay(fixture, "B[(0,0)(0,-1)]", ANYTHING)
    assert not may_lay(fixture, "P[(0,0)(0,-1)]", ANYTHING)
    state = position(Seat(fixture, limestone=1), hand="G6")
    events = play(state, "lay (0,0)(0,-1)")
    assert (told(events, "lay")[0]["level"], state.stores[0]) == (2, 1)
    expected = "blue 6 must cover coral of its colour or touch it in level 2"
    assert refused(position(Seat(fixture), hand="B6"), "lay (0,0)(0,-1)") == expected


@pytest.mark.rule("LC-38", "LC-EC-15")
def test_no_tilting() -> None:
    assert not may_lay("", "P[(1,0)(2,0)]", ANYTHING)
    state = position(hand="P6")
    assert refused(state, "lay (1,0)(2,0)") == "a Lumino must not tilt: one of these spaces is 1 high, the other 0"
    german = "Ein Lumino darf nicht schief liegen: Eines der Felder ist 1 hoch, das andere 0"
    assert refused(state, "lay (1,0)(2,0)", "de") == german


@pytest.mark.rule("LC-45", "LC-EC-16")
def test_level_2_may_touch_its_colour_instead() -> None:
    fixture = "G[(-1,0)(0,-1)] P[(2,0)(2,-1)] G[(0,0)(0,-1)]"
    assert may_lay(fixture, "G[(1,0)(2,0)]")
    assert not may_lay(fixture, "B[(1,0)(2,0)]")


@pytest.mark.rule("LC-45", "LC-R-5")
def test_touched_coral_above_level_1_must_be_in_the_same_level_and_visible() -> None:
    green_above = "G[(-1,0)(0,-1)] P[(2,0)(2,-1)] G[(0,0)(0,-1)]"
    assert may_lay(green_above, "G[(1,0)(2,0)]")
    covered = f"{green_above} P[(1,-1)(1,-2)] P[(-1,1)(0,1)] P[(-1,0)(-1,1)] P[(0,0)(-1,0)]"
    assert reef(covered).heights[SPACE_AT[0, 0]] == 3
    assert not may_lay(covered, "G[(1,0)(2,0)]", ANYTHING)


@pytest.mark.rule("LC-44", "LC-R-8", "LC-EC-17")
def test_exactly_above_a_lumino_two_levels_down_is_allowed() -> None:
    fixture = "G[(0,-1)(1,-1)] G[(0,0)(0,-1)] G[(1,0)(1,-1)]"
    assert may_lay(fixture, "G[(0,0)(1,0)]")
    assert reef(f"{fixture} G[(0,0)(1,0)]").heights[SPACE_AT[0, 0]] == 3


@pytest.mark.rule("LC-46", "LC-EC-18")
def test_the_own_second_half_is_no_touched_coral() -> None:
    state = position(Seat(limestone=ANYTHING), hand="G6")
    green = {(-1, 0), (-1, 1), (0, -1), (1, -1), (0, 1)}
    for placement in lays(state):
        (a, b) = pair_of(placement)
        assert a in green or b in green


@pytest.mark.rule("LC-47", "LC-14", "LC-R-1")
def test_the_starting_lumino_is_covered_and_touched_like_any_other_by_each_halfs_colour() -> None:
    fixture = "P[(2,0)(2,-1)] G[(-1,0)(0,-1)]"
    assert may_lay(fixture, "P[(1,0)(2,0)]")
    assert not may_lay(fixture, "G[(1,0)(2,0)]")
    assert may_lay(fixture, "G[(0,0)(-1,0)]")
    assert not may_lay(fixture, "P[(0,0)(-1,0)]")


@pytest.mark.rule("LC-48", "LC-77")
def test_remote_limestone_costs_nothing() -> None:
    fixture = "P[(2,0)(2,-1)]"
    assert may_lay(fixture, "P[(3,-2)(4,-3)]", limestone=1, options=B)
    assert not may_lay(fixture, "P[(3,-2)(4,-3)]", limestone=0, options=B)


@pytest.mark.rule("LC-49")
def test_limestone_is_paid_at_the_moment_of_placing() -> None:
    state = position(Seat(limestone=1), hand="G6 G6")
    play(state, "lay (0,-1)(0,-2)")
    assert state.stores[0] == 0
    assert not any("(0,-3)" in placement for placement in lays(state))


@pytest.mark.rule("LC-50", "LC-45")
def test_covered_colours_count_for_nothing_above_either() -> None:
    fixture = "G[(-1,0)(0,-1)] P[(1,-1)(2,-1)] P[(0,-1)(1,-1)]"
    assert may_lay(fixture, "P[(0,-1)(0,0)]") is False
    assert not may_lay("G[(-1,0)(0,-1)] G[(0,0)(0,-1)] P[(1,-1)(1,-2)]", "G[(0,0)(1,0)]")


@pytest.mark.rule("LC-51")
def test_a_lumino_of_this_turn_is_a_full_part_of_the_reef() -> None:
    state = position(Seat(limestone=2), hand="B6 B6 B6")
    play(state, "lay (-1,0)(0,-1)")
    assert "(2,0)(1,1)" not in lays(state)
    assert "(-2,0)(-2,1)" in lays(state)
    play(state, "lay (-2,0)(-1,-1)")
    assert "(-1,0)(-2,0)" in lays(state)


@pytest.mark.rule("LC-52")
def test_both_orientations_are_offered_and_differ() -> None:
    state = position(hand="G3crab")
    assert {"(-1,0)(0,-1)", "(0,-1)(-1,0)"} <= lays(state)
    assert all(swapped(placement) in lays(state) for placement in lays(state))
    one, two = reef("G3crab[(-1,0)(0,-1)]"), reef("G3crab[(0,-1)(-1,0)]")
    assert list(one.tops) != list(two.tops)
    assert list(one.heights) == list(two.heights)


@pytest.mark.rule("LC-53", "LC-EC-29")
def test_returning_is_offered_whether_or_not_a_placement_exists() -> None:
    state = position(hand="G6")
    assert lays(state)
    assert "return" in legal(state)
    events = play(state, "return")
    assert told(events, "return") == [{"tile": "G6"}]
    nowhere = position(Seat("G[(-1,0)(0,-1)]"), hand="P6", options=Options(side="B"))
    assert "return" in legal(nowhere)


@pytest.mark.rule("LC-EC-52", "LC-77")
def test_side_b_first_lumino_without_limestone() -> None:
    both = {"(-1,0)(0,-1)", "(0,-1)(-1,0)"}, {"(2,0)(1,1)", "(1,1)(2,0)"}
    for colour, expected in (("G", both[0]), ("P", both[1]), ("B", both[0] | both[1]), ("Y", both[0] | both[1])):
        assert lays(position(hand=f"{colour}6", options=B)) == expected


@pytest.mark.rule("LC-EC-53", "LC-77")
def test_side_b_remote_limestone_is_reached_through_the_water() -> None:
    state = position(Seat(limestone=2), hand="P6 P6", options=B)
    assert "(3,-2)(4,-3)" not in lays(state)
    play(state, "lay (2,0)(2,-1)")
    assert state.stores[0] == 1
    play(state, "lay (3,-2)(4,-3)")
    assert state.stores[0] == 0
    assert state.reefs[0].heights[SPACE_AT[4, -3]] == 1


@pytest.mark.rule("LC-EC-19")
@pytest.mark.parametrize(
    ("options", "colours", "counts"),
    [
        (A, "GP", (26, 38, 38, 38)),
        (A, "BY", (36, 60, 60, 60)),
        (B, "GP", (2, 20, 38, 38)),
        (B, "BY", (4, 36, 60, 60)),
    ],
)
def test_first_placement_counts(options: Options, colours: str, counts: tuple[int, ...]) -> None:
    for colour in colours:
        found = [len(lays(position(Seat(limestone=n), hand=f"{colour}6", options=options))) for n in (0, 1, 2, 10)]
        assert tuple(found) == counts


@pytest.mark.rule("LC-31", "LC-51")
def test_laid_luminos_never_move() -> None:
    state = position(Seat(limestone=5), hand="G6 G6")
    play(state, "lay (-1,0)(0,-1)")
    before = state.view(None).shores[0].luminos
    play(state, "lay (0,0)(0,-1)")
    assert state.view(None).shores[0].luminos[: len(before)] == before
    assert names(state.hand) == ""


def pair_of(placement: str) -> list[tuple[int, int]]:
    first, second = placement.strip("()").split(")(")
    return [(int(q), int(r)) for q, r in (at.split(",") for at in (first, second))]


def swapped(placement: str) -> str:
    first, second = placement.strip("()").split(")(")
    return f"({second})({first})"
