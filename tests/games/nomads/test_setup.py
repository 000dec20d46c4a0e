"""The set-up, decision by decision (NO-11 to NO-22)."""

import pytest

from lumarium import Chance, RecordedChance
from lumarium.games.nomads.rules.state import State
from tests.games.nomads.builder import GAME, column, legal, phase, play, refused, ring, start

SPACES = range(8)
STEPS = ["adventurer", "frog", "sleeper", "disc", "lys"]


def skip_to(state: State, wanted: str, seed: int = 0) -> State:
    """Random decisions until that step of the set-up."""
    chance = Chance(seed)
    while phase(state) != wanted:
        assert phase(state) in STEPS
        state.random_step(chance)
    return state


def choose(players: int, *adventurers: str) -> State:
    state = start(players)
    play(state, *(f"adventurer {name}" for name in adventurers))
    return state


@pytest.mark.rule("NO-11", "NO-RU-31")
def test_there_are_eight_stacks_of_exactly_14() -> None:
    view = start(4).view(None)
    assert view.heights == (14,) * 8
    assert None not in view.tops
    assert sum(view.hidden.values()) == 112 - 8


@pytest.mark.rule("NO-11")
def test_the_tops_are_drawn_from_all_tiles() -> None:
    """The tiles left lie in the order a..g, J, O; each pick says which of them comes on top."""
    state = GAME.start(2, RecordedChance([0, 12, 12, 94, 93, 93, 93, 93]))
    assert isinstance(state, State)
    assert state.view(None).tops == ("a", "a", "b", "g", "g", "J", "J", "O")


@pytest.mark.rule("NO-12")
def test_all_cards_lie_in_the_supply() -> None:
    view = start(5).view(None)
    assert all(view.holder(f"{legend}#{rung}") is None for legend in "abcdefg" for rung in (1, 2, 3, 4))
    assert all(view.holder(f"song {points}") is None for points in (4, 5, 6, 7))
    assert view.scores == (0,) * 5


@pytest.mark.rule("NO-13", "NO-RU-4")
def test_adventurers_are_chosen_clockwise_from_seat_0() -> None:
    state = start(3)
    order = []
    for name in ("siana", "red", "moon"):
        order.append(state.turn)
        play(state, f"adventurer {name}")
    assert order == [0, 1, 2]
    assert [player.adventurer for player in state.view(None).seats] == ["siana", "red", "moon"]


@pytest.mark.rule("NO-13")
def test_only_free_adventurers_can_be_chosen() -> None:
    state = choose(3, "red")
    assert legal(state) == ["adventurer ulrich", "adventurer moon", "adventurer siana", "adventurer nostromo"]
    assert refused(state, "adventurer red") == "Red has been chosen by another player"


@pytest.mark.rule("NO-13")
def test_adventurers_can_be_preset() -> None:
    state = start(2, adventurers=["red", "moon"])
    assert [player.adventurer for player in state.view(None).seats] == ["red", "moon"]
    assert phase(state) == "sleeper"


@pytest.mark.rule("NO-14")
@pytest.mark.parametrize(("players", "sleepers"), [(2, 3), (3, 2), (4, 1), (5, 0)])
def test_adventurers_whom_nobody_chose_sleep(players: int, sleepers: int) -> None:
    state = skip_to(start(players), "disc")
    awake = [player.adventurer for player in state.view(None).seats]
    assert len(state.view(None).asleep) == sleepers == 5 - len(set(awake))


@pytest.mark.rule("NO-15", "NO-16", "NO-RU-3")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_nostromo_puts_his_frog_below_the_nomads(seat: int) -> None:
    names = ["ulrich", "red"]
    names.insert(seat, "nostromo")
    state = choose(3, *names)
    assert (phase(state), state.turn) == ("frog", seat)
    assert legal(state) == [f"frog {space}" for space in SPACES]
    assert ring(state) == {}
    play(state, "frog 3")
    assert ring(state) == {space: "[N,B]" if space == 3 else "[B]" for space in SPACES}


@pytest.mark.rule("NO-16")
def test_a_nomad_lies_on_each_space() -> None:
    assert ring(choose(2, "ulrich", "red")) == dict.fromkeys(SPACES, "[B]")


@pytest.mark.rule("NO-17", "NO-RU-6")
@pytest.mark.parametrize(
    ("names", "discs"),
    [(("ulrich", "red"), 6), (("ulrich", "red", "moon"), 4), (("ulrich", "red", "moon", "siana"), 2)],
)
def test_the_last_player_places_two_discs_for_each_sleeper(names: tuple[str, ...], discs: int) -> None:
    state = choose(len(names), *names)
    for _ in range(discs):
        assert (phase(state), state.turn) == ("sleeper", len(names) - 1)
        play(state, legal(state)[0])
    assert phase(state) == "disc"
    assert "".join(ring(state).values()).count("z") == discs


@pytest.mark.rule("NO-18", "NO-RU-5", "NO-EC-1")
def test_a_sleeping_nostromo_brings_two_discs_and_no_frog() -> None:
    """Two players, Ulrich and Red: seat 1 places six sleepers and later Lys; 18 discs."""
    state = choose(2, "ulrich", "red")
    for space in (0, 1, 2, 3, 4, 5):
        assert (phase(state), state.turn) == ("sleeper", 1)
        play(state, f"sleeper {space}")
    play(state, "disc 0", "disc 1", "disc 2", "disc 3")
    assert (phase(state), state.turn) == ("lys", 1)
    assert state.view(None).reserve == ("N3",)
    assert sum(map(len, state.columns)) == 18


@pytest.mark.rule("NO-EC-2", "NO-94")
def test_with_nostromo_awake_there_are_19_discs() -> None:
    state = choose(2, "ulrich", "nostromo")
    play(state, "frog 6", *(f"sleeper {space}" for space in range(6)), *("disc 6", "disc 6", "disc 7", "disc 7"))
    assert column(state, 6) == "[N,B,U,N]"
    assert sum(map(len, state.columns)) == 19
    assert state.view(None).reserve == ()


@pytest.mark.rule("NO-EC-3", "NO-17", "NO-21")
def test_five_players_have_no_sleepers() -> None:
    state = choose(5, "ulrich", "moon", "red", "siana", "nostromo")
    play(state, "frog 0")
    assert (phase(state), state.turn) == ("disc", 0)
    play(state, *(f"disc {space}" for space in (1, 2, 3, 4, 5, 1, 2, 3, 4, 5)))
    assert (phase(state), state.turn) == ("lys", 4)
    assert sum(map(len, state.columns)) == 19


@pytest.mark.rule("NO-19", "NO-EC-6")
def test_discs_are_laid_in_two_rounds() -> None:
    state = skip_to(choose(3, "ulrich", "red", "siana"), "disc")
    order = []
    while phase(state) == "disc":
        order.append(state.turn)
        state.random_step(Chance(0))
    assert order == [0, 1, 2, 0, 1, 2]


@pytest.mark.rule("NO-19", "NO-EC-5")
def test_any_disc_may_be_covered_even_an_own_one() -> None:
    state = choose(4, "ulrich", "red", "siana", "moon")
    play(state, "sleeper 3", "sleeper 3")
    play(state, "disc 0", "disc 0", "disc 3", "disc 5")
    play(state, "disc 1", "disc 0", "disc 2", "disc 5")
    assert [column(state, space) for space in (0, 3, 5)] == ["[B,U,R,R]", "[B,z,z,S]", "[B,M,M]"]


@pytest.mark.rule("NO-20", "NO-RU-7", "NO-EC-4")
def test_no_column_exceeds_four_discs() -> None:
    state = choose(2, "ulrich", "nostromo")
    play(state, "frog 0", "sleeper 0")
    assert column(state, 0) == "[N,B,z]"
    play(state, "sleeper 0")
    assert column(state, 0) == "[N,B,z,z]"
    assert legal(state) == [f"sleeper {space}" for space in range(1, 8)]
    assert refused(state, "sleeper 0") == "4 discs lie on place 0; in the set-up no column may be higher"
    play(state, "sleeper 1", "sleeper 1")
    assert column(state, 1) == "[B,z,z]"
    play(state, "sleeper 2", "sleeper 2")
    assert legal(state) == [f"disc {space}" for space in range(1, 8)]
    play(state, "disc 1")
    assert refused(state, "disc 1") == "4 discs lie on place 1; in the set-up no column may be higher"


@pytest.mark.rule("NO-RU-7")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_at_least_five_spaces_are_always_open(players: int) -> None:
    """Even if everyone fills up columns."""
    for seed in range(20):
        state = start(players, seed)
        chance = Chance(seed)
        while phase(state) in STEPS:
            choices = legal(state)
            assert phase(state) == "adventurer" or len(choices) >= 5
            state.apply(
                state.legal_actions()[0] if phase(state) != "adventurer" else chance.choice(state.legal_actions()),
                chance,
            )


@pytest.mark.rule("NO-21")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_last_player_points_lys_at_any_field(players: int) -> None:
    state = skip_to(start(players), "lys")
    assert state.turn == players - 1
    assert legal(state) == [f"lys {space}" for space in SPACES]
    play(state, "lys 6")
    assert state.view(None).lys == 6


@pytest.mark.rule("NO-22")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_seat_0_takes_the_first_turn_and_turns_pass_clockwise(players: int) -> None:
    state = skip_to(start(players), "lys")
    play(state, "lys 0")
    order: list[int | None] = []
    chance = Chance(0)
    while len(order) < 2 * players:
        turn, number = state.turn, state.turns
        order.append(turn)
        while state.turns == number:
            assert state.turn == turn
            state.random_step(chance)
    assert order == [*range(players), *range(players)]


@pytest.mark.rule("NO-RU-3")
def test_the_set_up_has_its_order() -> None:
    for seed in range(12):
        state, seen = start(3, seed), []
        while phase(state) in STEPS:
            seen.append(phase(state))
            state.random_step(Chance(seed))
        assert seen == sorted(seen, key=STEPS.index)
