"""The end test, the last round, and the final score (NO-73 to NO-81)."""

import pytest

from lumarium import Chance, GameOver
from tests.games.nomads.builder import Seat, legal, phase, play, position, refused, stack, start, told, write

# Nostromo moves from 0 to 1, where no tile lies; the stacks 2, 3, 4, ... are what is left.
FIRST = "0:[N] 6:[U,B]"


def stacks_left(number: int) -> str:
    return " ".join(f"{space}:{'a' if space in range(2, 2 + number) else '-'}" for space in range(8))


@pytest.mark.rule("NO-73", "NO-EC-58", "NO-IN-7")
@pytest.mark.parametrize(("left", "next_phase"), [(6, "act"), (3, "act"), (2, "last"), (1, "last"), (0, "last")])
def test_the_game_ends_with_two_stacks_or_fewer(left: int, next_phase: str) -> None:
    state = position(Seat("N"), Seat("U"), columns=FIRST, stacks=stacks_left(left))
    play(state, "move 0 cw")
    assert (phase(state), state.turn) == (next_phase, 1)


@pytest.mark.rule("NO-73", "NO-23")
def test_that_turn_is_not_played() -> None:
    state = position(Seat("N"), Seat("U"), columns=FIRST, stacks=stacks_left(2))
    events = play(state, "move 0 cw")
    assert legal(state) == ["pass"]
    assert refused(state, "move 6 cw") == "this is the last round: write one card, or “pass”"
    sentence = "Only two stacks or fewer are left. Everyone may write one last card, player 2 first."
    assert told(events, "last_round_stacks") == [sentence]


@pytest.mark.rule("NO-74", "NO-RU-25", "NO-EC-62")
def test_everyone_may_write_one_last_card_or_pass() -> None:
    seats = Seat("N", tiles="aa"), Seat("U", tiles="bbcc"), Seat("R", tiles="abcd")
    state = position(*seats, columns=FIRST, stacks=stacks_left(2))
    play(state, "move 0 cw")
    assert state.turn == 1
    assert legal(state) == ["write b#1", "write c#1", "pass"]
    write(state, "write b#1")
    assert (state.turn, phase(state), legal(state)) == (2, "last", ["song 4", "pass"])
    play(state, "pass")
    assert state.turn == 0
    write(state, "write a#1")
    assert state.over
    assert state.scores == [2, 0, -4]


@pytest.mark.rule("NO-75", "NO-EC-62")
def test_a_card_given_back_is_free_for_later_writers() -> None:
    seats = Seat("N", tiles="a", cards="a#1"), Seat("U", tiles="aa")
    state = position(*seats, columns=FIRST, last_round=True)
    write(state, "write a#2")
    assert legal(state) == ["write a#1", "pass"]


@pytest.mark.rule("NO-75", "NO-RU-26", "NO-EC-61", "NO-83")
def test_no_power_works_in_the_last_round() -> None:
    state = position(Seat("N"), Seat("M"), columns="0:[N] 6:[M,B]", stacks=stacks_left(2))
    play(state, "move 0 cw")
    assert (phase(state), legal(state)) == ("last", ["pass"])
    assert refused(state, "shift +1") == "this is the last round: write one card, or “pass”"


@pytest.mark.rule("NO-75", "NO-79", "NO-EC-63")
def test_no_moon_is_scored_in_the_last_round() -> None:
    state = position(Seat("N", tiles="aa"), Seat("U"), columns=FIRST, last_round=True, moon_fields=3)
    write(state, "write a#1")
    play(state, "pass")
    assert state.over
    assert (state.view(None).moon_fields, state.moon_tiles, state.scores) == (3, [0, 0], [2, 0])


@pytest.mark.rule("NO-76", "NO-EC-59")
def test_a_full_moon_comes_before_the_end() -> None:
    stacks = stacks_left(2).replace("1:-", "1:O")
    state = position(Seat("N", cards="a#1"), Seat("U"), columns=FIRST, stacks=stacks, moon_fields=3)
    events = play(state, "move 0 cw")
    assert state.moon_tiles == [3, 1]
    assert phase(state) == "last"
    assert [event.kind for event in events if event.kind in ("full_moon", "last_round_stacks")] == [
        "full_moon",
        "last_round_stacks",
    ]


@pytest.mark.rule("NO-76", "NO-EC-60")
def test_listening_is_carried_out_in_full_when_lys_empties_a_stack() -> None:
    """Three stacks; Lys takes the last tile of one, and the others are still heard."""
    state = position(Seat("N"), Seat("U"), columns="0:[N] 3:[U] 4:[N,B]", stacks=stacks_left(3), lys=1)
    play(state, "move 0 cw", "lys 2")
    assert stack(state, 3) == (None, 0)
    assert [player.tiles for player in state.view(None).seats] == [{"a": 1}, {"a": 1}]
    assert phase(state) == "last"


@pytest.mark.rule("NO-77", "NO-RU-29", "NO-EC-66")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_turns_without_news_end_the_game(players: int) -> None:
    seats = [Seat(letter) for letter in "NUSRM"[:players]]
    for dry, ends in ((10 * players - 2, False), (10 * players - 1, True)):
        state = position(*seats, columns="0:[N] 6:[U,B]", stacks="1:-", turns=60, last_news=60 - dry - 1)
        events = play(state, "move 0 cw")
        assert (phase(state) == "last") == ends
        assert bool(told(events, "last_round_safeguard")) == ends


@pytest.mark.rule("NO-77", "NO-RU-29")
def test_the_safeguard_names_itself() -> None:
    state = position(Seat("N"), Seat("U"), columns=FIRST, stacks="1:-", turns=60, last_news=40)
    play(state, "move 0 cw", "pass", "pass")
    assert state.ending == "safeguard"


@pytest.mark.rule("NO-77", "NO-EC-66")
@pytest.mark.parametrize("news", ["tile", "card", "sleeper", "lys"])
def test_a_tile_or_a_card_is_news(news: str) -> None:
    columns = {"tile": "0:[N]", "card": "0:[N]", "sleeper": "0:[N] 4:[z]", "lys": "0:[N,B]"}[news]
    lys = 2 if news == "lys" else 7
    stacks = "" if news == "tile" else "1:-"
    state = position(Seat("N", tiles="aa"), Seat("U"), columns=columns, stacks=stacks, turns=60, last_news=40, lys=lys)
    if news == "card":
        write(state, "write a#1")
    else:
        play(state, "move 0 cw", *(["lys 5"] if news == "lys" else []))
    assert (phase(state), state.last_news) == ("act", 60)


@pytest.mark.rule("NO-78", "NO-WE-10")
def test_the_final_score() -> None:
    winner = Seat("N", tiles="abc", cards="d#4 a#3 b#2", song=5, moon_tiles=4)
    state = position(winner, Seat("U"), columns=FIRST, last_round=True)
    play(state, "pass", "pass")
    assert state.scores[0] == 19
    assert state.legend_cards(0) == 3
    assert state.score_sheet(0) == [
        ("Legend flame, third card", 4),
        ("Legend fish, second card", 3),
        ("Legend tree, highest card", 6),
        ("Song", 5),
        ("4 moon tiles", 4),
        ("3 tiles left over", -3),
    ]


@pytest.mark.rule("NO-78", "NO-EC-65")
def test_a_player_without_cards_can_be_below_zero() -> None:
    state = position(Seat("N", tiles="aabbccddJ", moon_tiles=1), Seat("U"), columns=FIRST, last_round=True)
    assert state.scores[0] == -8


@pytest.mark.rule("NO-79")
def test_moon_tiles_elsewhere_score_for_nobody() -> None:
    state = position(Seat("N"), Seat("U"), columns=FIRST, stacks="0:O,O,O 1:O", moon_fields=3)
    assert state.scores == [0, 0]


@pytest.mark.rule("NO-80", "NO-RU-30", "NO-EC-64")
def test_points_decide_then_legend_cards() -> None:
    """8 points each: three legend cards beat two legends and a song; nine points beat both."""
    three = Seat("N", cards="a#1 b#1 d#2")
    two = Seat("U", cards="a#2 b#2", tiles="ab", song=4)
    nine = Seat("R", cards="d#3 e#2")
    state = position(two, three, nine, columns=FIRST, last_round=True)
    assert state.scores == [8, 8, 9]
    assert state.ranking == [3, 2, 1]


@pytest.mark.rule("NO-81", "NO-RU-27", "NO-EC-64")
def test_a_full_tie_is_shared() -> None:
    seats = Seat("N", cards="a#1 b#1"), Seat("U", cards="c#1 a#2", tiles="d"), Seat("R", cards="d#1")
    state = position(*seats, columns=FIRST, last_round=True)
    assert state.scores == [4, 4, 3]
    assert state.ranking == [1, 1, 3]


@pytest.mark.rule("NO-74")
def test_after_the_last_round_it_is_over() -> None:
    state = position(Seat("N"), Seat("U"), columns=FIRST, stacks=stacks_left(2))
    events = play(state, "move 0 cw", "pass", "pass")
    assert (state.over, state.turn, state.ending, legal(state)) == (True, None, "stacks", [])
    assert events[-1].describe() == "The game is over."
    with pytest.raises(GameOver):
        play(state, "pass")


@pytest.mark.rule("NO-76")
def test_the_end_test_is_not_made_during_a_turn() -> None:
    """The third-last stack is emptied, and Red still decides about his lift."""
    state = position(Seat("R"), Seat("U"), columns="0:[R,B] 4:[R,B] 5:[U]", stacks=stacks_left(3), lys=2)
    play(state, "move 0 cw", "lys 3")
    assert (phase(state), state.stacks_left()) == ("lift", 2)
    play(state, "lift 4#1")
    assert phase(state) == "last"


@pytest.mark.rule("NO-73", "NO-IN-7")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_no_normal_turn_begins_with_fewer_than_three_stacks(players: int) -> None:
    for seed in range(8):
        state, chance = start(players, seed), Chance(seed)
        turns = 0
        while not state.over:
            if state.turns != turns:
                turns = state.turns
                assert state.stacks_left() >= 3
            state.random_step(chance)
        assert state.ending == "stacks"
        assert state.stacks_left() <= 2
