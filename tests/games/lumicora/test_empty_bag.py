"""The special case: an empty bag (LC-79 to LC-85)."""

import pytest

from lumarium import Chance
from lumarium.games.lumicora.rules.components import KIND, KINDS
from lumarium.games.lumicora.rules.laying import take_up_hand
from lumarium.games.lumicora.rules.state import State
from lumarium.games.lumicora.rules.table import names_of
from tests.games.lumicora.builder import Seat, dealt, hungry_step, legal, names, play, position, scoring_phase, told

BLUES = "B5 B5 B4 B6"
STACK = "Y1starfish Y2crab Y3crab Y4 Y5 Y6"


@pytest.mark.rule("LC-79", "LC-EC-55")
def test_a_bag_that_becomes_empty_triggers_nothing_the_next_draw_does() -> None:
    state = position(players=3, atoll=BLUES, bag="Y5 Y4", stack=STACK, round_number=8)
    events = play(state, "feed G6", "take B5", "take B5", "take B4")
    assert (state.bag.size(), len(state.atoll), state.emergency_round, state.bag.emergency) == (0, 4, 0, 6)
    lay_all(state)
    events += play(state, "feed G6", "take B6")
    lay_all(state)
    assert not told(events, "emergency")
    events = play(state, "feed B6", "take G6", "take G6")
    assert told(events, "emergency") == [{"n": 6, "round": 8}]
    assert (state.bag.size(), len(state.atoll), state.emergency_round) == (5, 4, 8)


def lay_all(state: State) -> None:
    """Lays the whole hand somewhere."""
    seat = state.turn
    while state.turn == seat and state.hand:
        if state.view(None).phase == "hand":
            play(state, legal(state)[0])
        play(state, legal(state, "lay")[0])


@pytest.mark.rule("LC-80", "LC-82", "LC-83", "LC-EC-56", "LC-R-17")
def test_the_stack_joins_the_bag_and_the_game_ends_early_with_an_extra_scoring_phase() -> None:
    state = position(players=3, atoll=BLUES, bag="Y5", stack=STACK, round_number=8)
    events = play(state, "feed G6", "take B5", "take B5", "take B4")
    assert told(events, "emergency") == [{"n": 6, "round": 8}]
    assert (state.bag.size(), len(state.atoll), state.bag.emergency) == (5, 4, 0)
    while state.hand:
        if state.view(None).phase == "hand":
            play(state, legal(state)[0])
        play(state, "return")
    for _ in range(2):
        play(state, "feed G6", "limestone")
    assert state.view(None).phase == "score"
    stores = state.stores.copy()
    play(state, "score green", "pass", "pass")
    assert (state.stores[0] - stores[0], state.round, state.extra_scoring) == (1, 9, True)
    assert state.view(None).phase == "score"
    play(state, "score pink", "pass")
    assert state.stores[0] - stores[0] == 2
    events = play(state, "pass")
    assert (state.over, state.ending, state.round) == (True, "bag", 9)
    assert (state.figures()["rounds"], state.figures()["emergencies"]) == ([[8]], [[1]])
    assert events[-1].kind == "over_bag"


def emergency_in_round(number: int, players: int = 4) -> State:
    """The scoring phase of a round in whose action phase the stack was needed."""
    state = position(players=players, bag="Y5 Y5 Y5 Y5 Y5 Y5 Y5 Y5", round_number=number)
    state.emergency_round = number
    for _ in range(players):
        play(state, "feed G6", "limestone")
    state.stores = [0] * players
    return state


@pytest.mark.rule("LC-82", "LC-83", "LC-EC-57", "LC-R-16", "LC-R-18")
@pytest.mark.parametrize(("number", "regular", "extra"), [(7, 2, 1), (8, 1, 1), (9, 1, 0)])
def test_bonus_of_the_regular_and_of_the_extra_phase(number: int, regular: int, extra: int) -> None:
    state = emergency_in_round(number)
    play(state, "score green", "pass", "pass", "pass")
    assert (state.stores[0], state.round, state.extra_scoring) == (regular, number + 1, True)
    play(state, "score pink", "pass", "pass", "pass")
    assert (state.stores[0], state.over, state.ending) == (regular + extra, True, "bag")


@pytest.mark.rule("LC-81", "LC-EC-58")
def test_in_round_10_the_stack_joins_without_further_consequence() -> None:
    state = position(players=3, atoll=BLUES, bag="Y5", stack=STACK, round_number=10)
    play(state, "feed G6", "take B5", "take B5", "take B4")
    assert (state.emergency_round, state.bag.size()) == (10, 5)
    while state.hand:
        if state.view(None).phase == "hand":
            play(state, legal(state)[0])
        play(state, "return")
    for _ in range(2):
        play(state, "feed G6", "limestone")
    events = play(state, "pass", "pass", "pass")
    assert (state.over, state.ending, state.extra_scoring) == (True, "rounds", False)
    assert not told(events, "extra")
    assert state.figures()["emergencies"] == [[1]]


@pytest.mark.rule("LC-82", "LC-EC-59", "LC-R-18", "LC-79")
def test_a_trigger_in_step_1_of_the_scoring_phase_of_round_9_ends_the_game_early() -> None:
    state = position(players=3, bag="Y5", stack=STACK, round_number=9)
    play(state, "feed G6", "limestone", "feed G6", "limestone")
    assert state.emergency_round == 0
    events = play(state, "feed G6", "limestone")
    assert told(events, "emergency") == [{"n": 6, "round": 9}]
    play(state, "pass", "pass", "pass")
    assert (state.round, state.extra_scoring, state.view(None).phase) == (10, True, "score")
    play(state, "pass", "pass", "pass")
    assert (state.over, state.ending) == (True, "bag")


@pytest.mark.rule("LC-84", "LC-EC-60", "LC-R-14", "LC-INV-4")
def test_a_second_emptying_skips_the_draws() -> None:
    state = position(Seat(limestone=10), players=3, atoll=BLUES, bag="", round_number=8)
    state.emergency_round = 8
    play(state, "feed G6", "take B5", "take B5", "take B4")
    assert len(state.atoll) == 2
    lay_all(state)
    play(state, "feed Y6")
    assert len(state.atoll) == 3
    assert {"limestone", "take own G6", "take B6", "take G6"} <= set(legal(state))
    play(state, "limestone")
    assert len(state.atoll) == 3


@pytest.mark.rule("LC-84", "LC-EC-60", "LC-R-14")
def test_what_was_returned_is_drawn_again() -> None:
    state = position(players=3, atoll=BLUES, bag="", round_number=8)
    state.emergency_round = 8
    play(state, "feed G6", "take B5", "take B5", "take B4")
    assert len(state.atoll) == 2
    play(state, "hand B4", "return")
    lay_all(state)
    assert state.bag.size() == 1
    play(state, "feed G6", "limestone")
    assert (names(state.atoll).split()[-1], len(state.atoll), state.bag.size()) == ("B4", 4, 0)
    assert state.emergency_round == 8


@pytest.mark.rule("LC-84", "LC-80")
def test_displays_may_stay_below_four() -> None:
    state = position(players=2, bag="Y5")
    play(state, "feed G6", "limestone", "feed G6", "limestone")
    assert [len(names(display).split()) for display in state.displays] == [4, 3]
    assert state.emergency_round == 0


@pytest.mark.rule("LC-85", "LC-R-15", "LC-EC-61")
def test_two_players_who_always_take_three_empty_the_bag_exactly() -> None:
    state = dealt(2)
    for number in range(1, 11):
        for seat in range(2):
            take_three_and_lay_them_away(state, seat)
        assert state.drawn == 12 + 6 * number
        play(state, "pass", "pass")
    assert (state.drawn, state.bag.size(), state.over, state.ending) == (72, 0, True, "rounds")


def take_three_and_lay_them_away(state: State, seat: int) -> None:
    """Feeds, takes three of an Atoll whose four Luminos are all of another colour, and has them leave the hand."""
    fed = names_of(state.displays[seat])[0]
    wanted = "B6" if fed[0] == "G" else "G6"
    state.atoll = [tile - tile % len(KINDS) + KIND[wanted] for tile in state.atoll]
    play(state, f"feed {fed}", f"take {wanted}", f"take {wanted}", f"take {wanted}")
    state.hand.clear()
    take_up_hand(state, seat, Chance(0), None)


@pytest.mark.rule("LC-EC-62", "LC-82", "LC-83", "LC-62")
def test_another_colour_may_be_scored_in_the_extra_phase_in_the_new_order() -> None:
    state = emergency_in_round(8, players=3)
    play(state, "score green", "score green", "pass")
    assert (state.octopus, state.turn, state.extra_scoring) == (1, 1, True)
    assert legal(state) == ["score pink", "score blue", "score yellow", "pass"]
    order = []
    for _ in range(3):
        order.append(state.turn)
        play(state, "pass")
    assert (order, state.over) == ([1, 2, 0], True)


@pytest.mark.rule("LC-R-17", "LC-82")
def test_the_extra_phase_says_so() -> None:
    state = emergency_in_round(8, players=3)
    events = play(state, "pass", "pass", "pass")
    assert [event.kind for event in events][-2:] == ["turtle", "extra"]
    assert state.view(None).extra_scoring


@pytest.mark.rule("LC-R-16", "LC-80", "LC-82")
@pytest.mark.parametrize(("players", "earliest"), [(3, 8), (4, 7)])
def test_emergencies_occur_and_never_too_early(players: int, earliest: int, long: bool) -> None:
    rounds = []
    for seed in range(2000 if long else 25):
        state, chance = dealt(players, seed), Chance(seed)
        while not state.over:
            hungry_step(state, chance)
        if state.emergency_round:
            rounds.append(state.emergency_round)
        assert (state.ending == "bag") == (0 < state.emergency_round < 10)
    assert rounds
    assert min(rounds) >= earliest


@pytest.mark.rule("LC-85", "LC-R-15", "LC-INV-1")
def test_two_players_never_run_out(long: bool) -> None:
    for seed in range(20_000 if long else 100):
        state, chance = dealt(2, seed), Chance(seed)
        while not state.over:
            if seed % 2:
                state.random_step(chance)
            else:
                hungry_step(state, chance)
        assert (state.emergency_round, state.round) == (0, 10)
        assert state.bag.size() >= 0
        assert all(len(names(display).split()) == 4 for display in state.displays)


@pytest.mark.rule("LC-81", "LC-82")
@pytest.mark.parametrize("number", range(1, 11))
def test_ends_early_only_before_round_10(number: int) -> None:
    state = scoring_phase(players=3, round_number=number)
    state.emergency_round = number
    play(state, "pass", "pass", "pass")
    assert state.extra_scoring == (number < 10)
    assert state.over == (number == 10)
