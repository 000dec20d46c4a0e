"""The scoring phase (LC-55 to LC-63)."""

import pytest

from lumarium import GameOver, LumariumError, UnknownSeat
from tests.games.lumicora.builder import (
    Seat,
    dealt,
    legal,
    names,
    play,
    position,
    refused,
    scoring_phase,
    sheet,
    told,
)

# Level 1: two pink 3 stay visible. Above (-1,0), (-2,0), (0,-1), (-1,-1), (1,-1), (1,-2) a tower of Luminos grows:
# level 2 keeps a 5 and a 2 of pink, level 3 shows no pink number, level 4 carries a pink 6.
WE_2 = """
    P3crab[(2,0)(3,0)] P3crab[(1,1)(1,2)]
    G4[(-1,0)(-2,0)] G4[(0,-1)(-1,-1)] G4[(1,-1)(1,-2)] G4[(-1,1)(-2,1)] G4[(0,1)(-1,2)]
    P5crab[(-2,1)(-2,0)] G4[(-1,0)(0,-1)] G4[(0,0)(1,-1)]  P2crab[(0,1)(-1,1)]
    G4[(0,-1)(0,0)] G4[(-1,0)(-1,1)]
    P6crab[(-1,0)(0,-1)]
"""
COVER_THE_TWO = "G4[(0,2)(0,3)] G4[(0,2)(-1,2)] G4[(0,1)(0,2)]"


@pytest.mark.rule("LC-55")
def test_it_starts_when_everyone_has_finished() -> None:
    state = position(players=2)
    play(state, "feed G6", "take own P6", "return", "feed G6", "take own P6")
    assert state.view(None).phase == "lay"
    play(state, "return")
    assert (state.view(None).phase, state.hand, state.turn) == ("score", [], 0)


@pytest.mark.rule("LC-56", "LC-R-9")
def test_displays_are_filled_octopus_first_then_clockwise() -> None:
    state = position(players=3, octopus=1, turn=1)
    for _ in range(2):
        play(state, "feed G6", "limestone")
    events = play(state, "feed G6", "take own P6", "return")
    filled = [(event.seat, len(event.facts["tiles"])) for event in events if event.kind == "display"]  # type: ignore[arg-type]
    assert filled == [(1, 1), (2, 1), (0, 2)]
    assert all(len(names(display).split()) == 4 for display in state.displays)


@pytest.mark.rule("LC-57", "LC-EC-39")
def test_everyone_once_beginning_with_the_octopus() -> None:
    state = scoring_phase(players=4, octopus=2, turn=2)
    order = []
    for move in ("pass", "score green", "score pink", "pass"):
        order.append(state.turn)
        play(state, move)
    assert order == [2, 3, 0, 1]
    assert (state.octopus, state.turn, state.round) == (0, 0, 2)


@pytest.mark.rule("LC-57", "LC-58", "LC-EC-40")
def test_a_colour_once_per_game_and_once_per_phase() -> None:
    state = scoring_phase(Seat(scored="GP"), Seat(scored="GPBY"))
    assert legal(state) == ["score blue", "score yellow", "pass"]
    expected = "you have scored green coral already; each colour scores once per game"
    assert refused(state, "score green") == expected
    play(state, "score blue")
    assert state.turn == 1
    assert legal(state) == ["pass"]


@pytest.mark.rule("LC-58", "LC-7")
def test_the_tile_becomes_a_jellyfish() -> None:
    state = scoring_phase()
    play(state, "score yellow")
    assert (state.has_scored(0, 3), state.jellyfish(0)) == (True, 1)
    assert sheet(state)["1 jellyfish"] == 2


@pytest.mark.rule("LC-59")
def test_numbers_of_other_colours_and_covered_ones_do_not_count() -> None:
    reef = "G2[(-1,0)(-2,0)] P4[(2,0)(3,0)] P1[(2,-1)(2,-2)] P6[(2,0)(2,-1)]"
    state = scoring_phase(Seat(reef))
    assert state.preview("pink") == {2: 6}
    assert state.preview("green") == {1: 2}
    assert state.preview("blue") == {}
    events = play(state, "score pink")
    assert told(events, "score") == [{"colour": "pink", "levels": {"2": 6}, "points": 6, "n": 4}]
    assert state.track[0] == 6


@pytest.mark.rule("LC-59")
def test_adjacency_does_not_matter_and_each_level_scores_once() -> None:
    reef = "P4[(2,0)(3,0)] G5[(-1,0)(-2,0)] P3[(2,-1)(2,-2)] P2[(1,1)(1,2)]"
    assert scoring_phase(Seat(reef)).preview("pink") == {1: 2}


@pytest.mark.rule("LC-60", "LC-61", "LC-62", "LC-EC-37")
def test_a_scoring_worth_nothing_counts_in_every_respect() -> None:
    state = scoring_phase(Seat(), Seat(limestone=9), round_number=3)
    play(state, "pass", "score blue")
    assert (state.track[1], state.stores[1], state.jellyfish(1), state.octopus) == (0, 10, 1, 1)


@pytest.mark.rule("LC-61", "LC-EC-38", "LC-WE-5")
@pytest.mark.parametrize(("number", "limestone"), [(1, 4), (4, 4), (5, 2), (7, 2), (8, 1), (9, 1), (10, 0)])
def test_limestone_by_the_turtles_space(number: int, limestone: int) -> None:
    state = scoring_phase(round_number=number)
    play(state, "score green")
    assert state.stores[0] == limestone


@pytest.mark.rule("LC-62", "LC-EC-39")
@pytest.mark.parametrize(
    ("moves", "octopus"),
    [
        (("pass", "score green", "score green", "pass"), 0),
        (("score green", "pass", "pass", "pass"), 2),
        (("pass", "pass", "pass", "pass"), 2),
        (("score green", "pass", "pass", "score green"), 1),
    ],
)
def test_the_last_scorer_takes_the_octopus(moves: tuple[str, ...], octopus: int) -> None:
    state = scoring_phase(players=4, octopus=2, turn=2)
    events = play(state, *moves)
    assert (state.octopus, state.turn) == (octopus, octopus)
    assert [event.seat for event in events if event.kind == "octopus"] == ([octopus] if octopus != 2 else [])


@pytest.mark.rule("LC-63")
def test_the_turtle_advances_and_the_next_round_begins() -> None:
    state = scoring_phase(round_number=4)
    events = play(state, "pass", "pass")
    assert (state.round, state.view(None).phase) == (5, "feed")
    assert told(events, "turtle") == [{"round": 5}]


@pytest.mark.rule("LC-63", "LC-64")
def test_after_round_10_the_game_ends() -> None:
    state = scoring_phase(round_number=10)
    events = play(state, "score green", "pass")
    assert (state.over, state.round, state.ending) == (True, 10, "rounds")
    assert events[-1].kind == "over_rounds"


@pytest.mark.rule("LC-R-21")
def test_displays_are_filled_in_round_10_as_well() -> None:
    state = position(round_number=10)
    play(state, "feed G6", "limestone", "feed G6", "limestone")
    assert all(len(names(display).split()) == 4 for display in state.displays)


@pytest.mark.rule("LC-WE-2", "LC-59", "LC-R-19")
def test_annis_coral_scoring_brings_11() -> None:
    state = scoring_phase(Seat(WE_2))
    assert state.preview("pink") == {1: 3, 2: 2, 4: 6}
    events = play(state, "score pink")
    assert told(events, "score")[0]["points"] == 11
    assert sheet(state)["Coral scoring pink: level 1: 3, level 2: 2, level 4: 6"] == 11
    assert state.jellyfish(0) == 1
    assert state.view(None).preview("pink", 0) == {1: 3, 2: 2, 4: 6}


@pytest.mark.rule("LC-EC-36", "LC-50", "LC-59")
def test_a_covered_two_makes_it_14() -> None:
    covered = f"{WE_2} {COVER_THE_TWO}"
    assert scoring_phase(Seat(covered)).preview("pink") == {1: 3, 2: 5, 4: 6}
    state = scoring_phase(Seat(covered))
    play(state, "score pink")
    assert state.track[0] == 14


@pytest.mark.rule("LC-59")
def test_preview_knows_its_colours_and_seats() -> None:
    state = dealt(2)
    with pytest.raises(LumariumError, match="no coral of the colour “red”; colours are green, pink, blue, yellow"):
        state.preview("red")
    assert state.preview("green", seat=1) == {}


@pytest.mark.rule("LC-59")
@pytest.mark.parametrize("seen", [False, True])
def test_state_and_view_preview_alike(seen: bool) -> None:
    state = scoring_phase(Seat("P4[(2,0)(3,0)]"), Seat("P5[(2,0)(3,0)]"), octopus=1)
    asked = state.view(0) if seen else state
    assert (asked.preview("pink"), asked.preview("pink", 0)) == ({1: 5}, {1: 4})
    with pytest.raises(LumariumError, match="no coral of the colour “red”"):
        asked.preview("red")
    for seat in (-1, 2):
        with pytest.raises(UnknownSeat):
            asked.preview("pink", seat)
        with pytest.raises(UnknownSeat):
            asked.points(seat)
    with pytest.raises(UnknownSeat):
        state.view(None).reef(9)


@pytest.mark.rule("LC-59")
@pytest.mark.parametrize("seen", [False, True])
def test_after_the_game_a_preview_needs_a_seat(seen: bool) -> None:
    state = position(Seat("P4[(2,0)(3,0)]"), turn=None)
    asked = state.view(None) if seen else state
    with pytest.raises(GameOver, match="say for which seat"):
        asked.preview("pink")
    assert asked.preview("pink", 0) == {1: 4}


@pytest.mark.rule("LC-62")
def test_the_last_scorer_is_forgotten_when_a_round_begins() -> None:
    state = scoring_phase()
    play(state, "score pink")
    assert state.view(None).last_scorer == 0
    play(state, "pass")
    assert (state.view(None).phase, state.view(None).last_scorer) == ("feed", None)
