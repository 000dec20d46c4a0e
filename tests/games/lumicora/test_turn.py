"""Rounds and turns: feeding, the three actions, the refill (LC-20 to LC-31)."""

from itertools import combinations

import pytest

from lumarium.games.lumicora.rules.state import State
from tests.games.lumicora.builder import Seat, dealt, legal, names, play, position, refused, told

BLUE_ATOLL = "B1starfish B2crab B3seahorse B4"


def whole_turn(state: State) -> None:
    """Feeds, takes limestone."""
    play(state, legal(state, "feed")[0], "limestone")


@pytest.mark.rule("LC-20", "LC-63", "LC-64")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_ten_rounds_of_action_phase_and_scoring_phase(players: int) -> None:
    state = dealt(players)
    for number in range(1, 11):
        for _ in range(players):
            assert (state.round, state.view(None).phase) == (number, "feed")
            whole_turn(state)
        for _ in range(players):
            assert (state.round, state.view(None).phase) == (number, "score")
            play(state, "pass")
    assert (state.over, state.ending, state.figures()["rounds"]) == (True, "rounds", [[10]])


@pytest.mark.rule("LC-21")
def test_one_turn_each_clockwise_from_the_octopus_which_stays() -> None:
    state = position(players=4, octopus=2, turn=2)
    order = []
    while state.view(None).phase == "feed":
        order.append((state.turn, state.octopus))
        whole_turn(state)
    assert order == [(2, 2), (3, 2), (0, 2), (1, 2)]


@pytest.mark.rule("LC-22", "LC-R-3", "LC-R-20")
def test_the_steps_of_a_turn_in_order() -> None:
    state = position(Seat(scored="G"), Seat(), atoll="B1starfish B2crab Y5 P5")
    phases = []
    events = []
    for move in ("swap display", "swap G6", "done", "feed P6", "take B2crab", "take B1starfish", "hand B1starfish"):
        phases.append(state.view(None).phase)
        events += play(state, move)
    phases.append(state.view(None).phase)
    assert phases == ["feed", "swap", "swap", "feed", "act", "take", "hand", "lay"]
    kinds = [event.kind for event in events]
    assert kinds.index("feed") < kinds.index("take") < kinds.index("refill") < kinds.index("hand")
    assert state.turn == 0
    play(state, "return", "return")
    assert (state.turn, state.view(None).phase) == (1, "feed")


@pytest.mark.rule("LC-23")
def test_one_of_the_four_display_luminos_is_fed() -> None:
    state = position(Seat(display="G3crab G3crab B5 Y1starfish"), atoll="P6 P6 P6 P6")
    assert legal(state) == ["feed G3crab", "feed B5", "feed Y1starfish"]
    play(state, "feed G3crab")
    assert names(state.atoll) == "P6 P6 P6 P6 G3crab"
    assert names(state.displays[0]) == "G3crab B5 Y1starfish"


@pytest.mark.rule("LC-23", "LC-24")
def test_feeding_is_compulsory_and_comes_first() -> None:
    state = position(Seat(display="G3crab P6 B5 Y6"))
    expected = "first feed the Atoll with a Lumino of your display, such as with “feed G3crab”"
    for move in ("limestone", "take own B5", "take B6", "return", "pass"):
        assert refused(state, move) == expected
    assert refused(state, "feed G1starfish") == "green 1 with starfish does not lie in your display"


@pytest.mark.rule("LC-24")
def test_exactly_one_action() -> None:
    state = position(Seat(display="G6 P6 B6 Y6"), atoll="G5 P5 B5 Y5")
    play(state, "feed G6")
    assert legal(state) == [
        *("limestone", "take own P6", "take own B6", "take own Y6"),
        *("take P5", "take B5", "take Y5"),
    ]
    play(state, "limestone")
    assert state.turn == 1


@pytest.mark.rule("LC-25")
@pytest.mark.parametrize("number", range(1, 7))
def test_action_a_brings_the_number_that_was_fed(number: int) -> None:
    tile = {1: "G1starfish", 2: "G2crab", 3: "G3crab", 4: "G4", 5: "G5", 6: "G6"}[number]
    state = position(Seat(display=f"{tile} P6 B6 Y6"))
    events = play(state, f"feed {tile}", "limestone")
    assert (state.stores[0], state.supply()) == (number, 40 - number)
    assert told(events, "limestone") == [{"number": number, "n": number}]


@pytest.mark.rule("LC-26", "LC-EC-20")
def test_surplus_limestone_stays_in_the_supply() -> None:
    state = position(Seat(limestone=8))
    supply = state.supply()
    play(state, "feed G6", "limestone")
    assert (state.stores[0], supply - state.supply()) == (10, 2)


@pytest.mark.rule("LC-26", "LC-EC-21")
def test_action_a_with_a_full_store_gains_nothing() -> None:
    state = position(Seat(limestone=10))
    assert told(play(state, "feed G6", "limestone"), "limestone") == [{"number": 6, "n": 0}]
    assert state.stores[0] == 10


@pytest.mark.rule("LC-27", "LC-EC-27", "LC-24")
def test_action_b_takes_any_colour_and_leaves_two_in_the_display() -> None:
    state = position(Seat(display="G6 G5 B6 Y6"))
    play(state, "feed G6", "take own G5")
    assert (names(state.hand), names(state.displays[0])) == ("G5", "B6 Y6")
    play(state, "return")
    assert names(state.displays[0]) == "B6 Y6"
    whole_turn(state)
    assert state.view(None).phase == "score"
    assert len(names(state.displays[0]).split()) == 4


@pytest.mark.rule("LC-27")
def test_action_b_takes_only_one_and_only_from_the_own_display() -> None:
    state = position(Seat(display="G6 P6 B6 Y6"), Seat(display="G5 P5 B5 Y5"))
    play(state, "feed G6")
    assert refused(state, "take own G6") == "green 6 does not lie in your display"
    assert refused(state, "take own P5") == "pink 5 does not lie in your display"
    play(state, "take own P6")
    assert refused(state, "take own B6") == "place the Lumino of your hand in your reef, or “return” it to the bag"


@pytest.mark.rule("LC-28")
def test_the_colour_that_was_fed_is_barred_older_luminos_included() -> None:
    state = position(Seat(display="G6 P6 B6 Y6"), atoll="G5 G4 B5 Y5")
    play(state, "feed G6")
    assert legal(state, "take") == ["take own P6", "take own B6", "take own Y6", "take B5", "take Y5"]
    expected = "you fed the Atoll with green 6, so you may not take green 5: that colour is barred this turn"
    assert refused(state, "take G5") == expected
    german = (
        "Du hast Grün 6 ins Atoll gelegt und darfst Grün 5 daher nicht nehmen: Diese Farbe ist in diesem Zug gesperrt"
    )
    assert refused(state, "take G5", "de") == german


@pytest.mark.rule("LC-28")
def test_all_luminos_taken_from_the_atoll_are_of_one_colour() -> None:
    state = position(atoll="P5 B5 B4 Y5")
    play(state, "feed G6", "take B5")
    assert legal(state) == ["take B4", "stop"]
    expected = "all Luminos that you take from the Atoll must be of one colour; yellow 5 is of another"
    assert refused(state, "take Y5") == expected
    assert refused(state, "take G6").startswith("you fed the Atoll with green 6")
    assert refused(state, "take B6") == "blue 6 does not lie in the Atoll"
    assert refused(state, "limestone").startswith("you are taking from the Atoll")


@pytest.mark.rule("LC-27", "LC-28")
def test_only_who_may_take_from_the_own_display_is_told_how() -> None:
    state = position(Seat(display="G6 P6 B6 Y6"), atoll="P5 B5 B4 Y5")
    play(state, "feed G6")
    assert refused(state, "take B6") == (
        "blue 6 does not lie in the Atoll (to take it from your display, write “take own”)"
    )
    assert refused(state, "take B1starfish") == "blue 1 with starfish does not lie in the Atoll"


@pytest.mark.rule("LC-28", "LC-EC-26")
def test_one_two_or_three_of_four_blues_fourteen_subsets_in_all() -> None:
    found = set()

    def go_on(state: State) -> None:
        for move in legal(state):
            if move.startswith("take B") or move == "stop":
                after = state.clone()
                play(after, move)
                if after.view(None).phase == "take":
                    go_on(after)
                else:
                    found.add(frozenset(names(after.hand).split()))

    state = position(atoll=BLUE_ATOLL)
    play(state, "feed G6")
    go_on(state)
    blues = BLUE_ATOLL.split()
    assert found == {frozenset(some) for size in (1, 2, 3) for some in combinations(blues, size)}
    assert len(found) == 14


@pytest.mark.rule("LC-24", "LC-28", "LC-EC-25")
def test_action_c_is_not_offered_where_only_the_fed_colour_lies() -> None:
    state = position(atoll=BLUE_ATOLL)
    play(state, "feed B6")
    assert legal(state) == ["limestone", "take own G6", "take own P6", "take own Y6"]


@pytest.mark.rule("LC-WE-1")
def test_annis_turn() -> None:
    def anni() -> State:
        return position(Seat(display="P6 G5 B6 Y6"), atoll="B5 B1starfish Y5 P5")

    state = anni()
    play(state, "feed P6")
    assert legal(state, "take own") == ["take own G5", "take own B6", "take own Y6"]
    assert [move for move in legal(state, "take") if "own" not in move] == ["take B1starfish", "take B5", "take Y5"]
    after = {}
    for name, moves in {
        "A": ("limestone",),
        "B": ("take own G5",),
        "C1": ("take B5", "stop"),
        "C2": ("take B5", "take B1starfish"),
        "C yellow": ("take Y5",),
    }.items():
        state = anni()
        play(state, "feed P6")
        before = state.drawn
        play(state, *moves)
        after[name] = (len(state.atoll), state.drawn - before, state.stores[0], len(state.hand))
    assert after == {
        "A": (5, 0, 6, 0),
        "B": (5, 0, 0, 1),
        "C1": (4, 0, 0, 1),
        "C2": (4, 1, 0, 2),
        "C yellow": (4, 0, 0, 1),
    }


@pytest.mark.rule("LC-29", "LC-EC-22")
@pytest.mark.parametrize("action", ["limestone", "take own P6"])
def test_an_atoll_of_five_draws_nothing(action: str) -> None:
    state = position()
    drawn = state.drawn
    play(state, "feed G6", action)
    assert (len(state.atoll), state.drawn) == (5, drawn)


@pytest.mark.rule("LC-29", "LC-EC-23")
@pytest.mark.parametrize(("taken", "draws"), [(1, 0), (2, 1), (3, 2)])
def test_the_atoll_is_refilled_to_four(taken: int, draws: int) -> None:
    state = position(atoll=BLUE_ATOLL)
    before = state.drawn
    play(state, "feed G6", *(f"take {name}" for name in BLUE_ATOLL.split()[:taken]), *["stop"] * (taken < 3))
    assert (len(state.hand), len(state.atoll), state.drawn - before) == (taken, 4, draws)


@pytest.mark.rule("LC-29", "LC-EC-24")
def test_a_large_atoll_is_not_refilled() -> None:
    state = position(atoll=f"{BLUE_ATOLL} Y6 Y5 Y4 Y5")
    before = state.drawn
    play(state, "feed G6", "take B4", "take B2crab", "take B3seahorse")
    assert (len(state.atoll), state.drawn) == (6, before)


@pytest.mark.rule("LC-30")
def test_hand_luminos_come_in_any_order_one_after_the_other() -> None:
    state = position(hand="G6 G5 G6", turn=0)
    assert legal(state) == ["hand G5", "hand G6"]
    assert refused(state, "hand B6") == "blue 6 is not in your hand"
    assert refused(state, "return").startswith("first choose the Lumino of your hand")
    play(state, "hand G5", "lay (-1,0)(0,-1)")
    assert (names(state.hand), state.view(None).phase) == ("G6 G6", "lay")
    play(state, "return", "lay (-1,1)(0,1)")
    assert state.turn == 1


@pytest.mark.rule("LC-30", "LC-51", "LC-EC-28")
def test_the_second_lumino_may_need_the_first() -> None:
    state = position(Seat(start="GP"), hand="G6 G6")
    assert "(-2,0)(-2,1)" not in lays_of(state)
    state.stores[0] = 1
    play(state, "lay (-1,0)(-1,1)")
    assert "(-2,0)(-2,1)" in lays_of(state)
    play(state, "lay (-2,0)(-2,1)")
    assert state.turn == 1


def lays_of(state: State) -> list[str]:
    return [move.removeprefix("lay ") for move in legal(state, "lay")]


@pytest.mark.rule("LC-31", "LC-30")
def test_a_turn_ends_with_an_empty_hand() -> None:
    state = position(players=3, hand="G6 G6 G6")
    for _ in range(3):
        assert state.turn == 0
        play(state, "return")
    assert (state.turn, state.hand, state.fed) == (1, [], -1)


@pytest.mark.rule("LC-EC-31", "LC-31")
def test_action_a_needs_no_step_4() -> None:
    state = position()
    play(state, "feed G6", "limestone")
    assert (state.turn, state.view(None).phase) == (1, "feed")


@pytest.mark.rule("LC-53", "LC-54", "LC-EC-29", "LC-R-13", "LC-R-23")
def test_returning_costs_a_point_each_even_below_zero() -> None:
    state = position(players=3, emergency=6, hand="G6 G6 G6")
    bag = state.bag.size()
    for number in (1, 2, 3):
        assert "return" in legal(state)
        assert legal(state, "lay")
        play(state, "return")
        assert (state.track[0], state.bag.size()) == (-number, bag + number)
    assert state.view(None).returned == {"G6": 3}


@pytest.mark.rule("LC-R-3", "LC-EC-30", "LC-22")
def test_a_returned_lumino_can_be_drawn_by_the_next_player_and_not_before() -> None:
    state = position(players=3, atoll=BLUE_ATOLL, bag="Y5 Y5", stack="P6", returned="")
    play(state, "feed G6", "take B4", "take B2crab", "take B3seahorse")
    assert names(state.atoll).endswith("Y5 Y5")
    play(state, "hand B4", "return", "hand B2crab", "return", "return")
    assert state.view(None).returned == {"B2crab": 1, "B3seahorse": 1, "B4": 1}
    play(state, "feed G6", "take Y5", "take Y5")
    assert names(state.atoll).split()[-1] in ("B2crab", "B3seahorse", "B4")
    assert sum(state.view(None).returned.values()) == 2


@pytest.mark.rule("LC-R-23", "LC-53")
def test_a_lumino_may_be_taken_and_returned_in_the_first_turn() -> None:
    state = dealt(2)
    play(state, legal(state, "feed")[0])
    play(state, legal(state, "take own")[0], "return")
    assert (state.track, state.turn) == ([-1, 0], 1)
