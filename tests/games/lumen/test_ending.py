"""Who opens the last deal of three players, and who wins (LU-34 to LU-41)."""

import pytest

from lumarium import Chance
from lumarium.games.lumen.rules.indices import clockwise, dark_plus
from tests.games.lumen.builder import PLAYERS, before_last_trick, next_deal, play_last, play_on, scored, start


@pytest.mark.parametrize(
    ("deals", "totals", "opener"),
    [
        pytest.param(("10 10 10", "10 10 20", "30 15 -10"), [50, 35, 20], 0, marks=pytest.mark.rule("LU-E5")),
        pytest.param(("10 10 10", "10 10 20", "15 15 -10"), [35, 35, 20], 1, marks=pytest.mark.rule("LU-E6", "LU-R9")),
        pytest.param(("10 5 10", "10 10 10", "15 -15 15"), [35, 0, 35], 2, marks=pytest.mark.rule("LU-E7", "LU-R10")),
        pytest.param(("10 10 10", "10 10 10", "15 15 15"), [35, 35, 35], 1, marks=pytest.mark.rule("LU-E8")),
        pytest.param(("-5 -5 -5", "-5 -5 -5", "-5 -5 -5"), [-15, -15, -15], 1, marks=pytest.mark.rule("LU-E8")),
        ((("-5 -5 -5"), "-5 -10 -5", "-5 -5 -5"), [-15, -20, -15], 2),
        ((("5 10 5"), "20 10 10", "-5 -5 -5"), [20, 15, 10], 0),
    ],
)
@pytest.mark.rule("LU-37", "LU-R8")
def test_with_three_players_whoever_is_ahead_opens_the_last_deal(
    deals: tuple[str, ...], totals: list[int], opener: int
) -> None:
    state = scored(3, *deals)
    assert state.scores == totals
    next_deal(state)
    assert state.deal == 4
    assert state.turn == state.opener == opener
    chance = Chance(0)
    for number in range(3):
        assert state.turn == (opener + number) % 3
        state.random_step(chance)
    assert state.turn == opener
    assert state.view(None).phase == "play"


@pytest.mark.rule("LU-38", "LU-E5")
def test_the_dealer_and_the_dark_plus_card_do_not_change_for_it() -> None:
    view = next_deal(scored(3, "10 10 10", "10 10 20", "30 15 -10")).view(0)
    assert (view.opener, view.dealer, view.dark_plus) == (0, 0, 1)


@pytest.mark.rule("LU-37")
def test_the_log_says_why_they_open() -> None:
    state = before_last_trick("R1", "R2", "R3", won="0 0 0 1 1 1 2 2 2", deal=3, bids="3 9 9")
    state.sheet_bids, state.sheet_tricks = [0] * 6, [0] * 6
    events = play_last(state)
    names = ["Ana", "Ben", "Cleo"]
    assert events[-1].describe(names=names) == "Ana opens the last deal: nobody has more points."
    assert events[-2].describe("de", names) == "Durchgang 4: Ana teilt aus."


@pytest.mark.rule("LU-37")
@pytest.mark.parametrize("deal", [1, 2, 3])
def test_earlier_deals_of_three_players_know_no_such_rule(deal: int) -> None:
    points = ["10 -5 -5", "-5 20 -10", "-10 -10 30"]
    state = scored(3, *points[: deal - 1])
    assert next_deal(state).opener == deal % 3


@pytest.mark.rule("LU-37", "LU-E9")
def test_with_four_players_the_leader_does_not_open() -> None:
    state = scored(4, "-5 -5 10 -5", "-5 -5 20 -5", "-5 -5 30 -5")
    assert next_deal(state).turn == 0


@pytest.mark.rule("LU-37")
def test_with_five_players_the_leader_does_not_open() -> None:
    state = scored(5, "-5 -5 10 -5 -5", "-5 -5 20 -5 -5", "-5 -5 30 -5 -5")
    assert next_deal(state).turn == 4


def result(players: int, *deals: str) -> tuple[list[int], list[int]]:
    state = scored(players, *deals)
    assert state.over
    return state.scores, state.ranking


@pytest.mark.rule("LU-39")
def test_the_highest_total_wins() -> None:
    scores, ranking = result(4, "10 5 -5 -10", "20 10 -5 10", "15 30 -5 30", "-5 -5 40 -10")
    assert scores == [40, 40, 25, 20]
    assert ranking[2:] == [3, 4]
    scores, ranking = result(3, "10 5 -5", "20 10 -5", "-5 -5 -5", "-50 20 40")
    assert scores == [-25, 30, 25]
    assert ranking == [3, 1, 2]


@pytest.mark.rule("LU-40", "LU-E26")
def test_a_tie_goes_to_more_points_in_the_last_deal() -> None:
    scores, ranking = result(4, "-5 5 10 -5", "-5 20 20 -5", "-5 15 -10 -5", "-5 20 40 -5")
    assert scores[1:3] == [60, 60]
    assert ranking == [3, 2, 1, 4]


@pytest.mark.rule("LU-40")
def test_where_points_do_not_decide_it_is_said_what_does() -> None:
    tied = scored(4, "-5 5 10 -5", "-5 20 20 -5", "-5 15 -10 -5", "-5 20 40 -5")
    assert tied.ended().render("de").startswith("alle Durchgänge gespielt; bei Gleichstand entscheidet")
    clear = scored(3, "10 5 -5", "20 10 -5", "-5 -5 -5", "-50 20 40")
    assert clear.ended().render("en") == "all deals played"


@pytest.mark.rule("LU-41", "LU-E27", "LU-R8", "LU-R10")
def test_a_further_tie_goes_to_whoever_is_nearer_to_the_dark_plus_card() -> None:
    scores, ranking = result(4, "-5 5 5 -5", "-5 20 20 -5", "-5 15 15 -5", "-5 20 20 -5")
    assert scores[1:3] == [60, 60]
    assert ranking == [3, 1, 2, 4]


@pytest.mark.rule("LU-41", "LU-E28")
def test_a_further_tie_of_five_players() -> None:
    _, ranking = result(5, "10 5 5 10 5", "20 10 10 20 10", "15 -5 -5 15 -5", "20 -5 -5 20 -5")
    assert ranking[0] == 1
    assert ranking[3] == 2
    assert dark_plus(4, 5) == 4
    assert [clockwise(4, seat, 5) for seat in (0, 3)] == [1, 4]


@pytest.mark.rule("LU-41", "LU-E29")
def test_a_further_tie_of_three_players() -> None:
    _, ranking = result(3, "10 -5 10", "20 -5 20", "30 -5 30", "20 -5 20")
    assert ranking == [2, 3, 1]


@pytest.mark.rule("LU-40", "LU-E30")
def test_losing_less_in_the_last_deal_breaks_a_tie() -> None:
    scores, ranking = result(4, "10 5 -5 -5", "10 10 -5 -5", "15 15 -5 -5", "-10 -5 -5 -10")
    assert scores[:2] == [25, 25]
    assert ranking[:2] == [2, 1]


@pytest.mark.rule("LU-R11", "LU-41")
@pytest.mark.parametrize(("players", "ranking"), [(3, [3, 1, 2]), (4, [1, 2, 3, 4]), (5, [2, 3, 4, 5, 1])])
def test_everyone_equal_gives_every_place_once(players: int, ranking: list[int]) -> None:
    rows = [" ".join([points] * players) for points in ("10", "20", "30", "40")]
    assert result(players, *rows)[1] == ranking


@pytest.mark.rule("LU-39", "LU-E40")
def test_a_negative_total_can_win() -> None:
    scores, ranking = result(3, "-5 -10 -15", "-5 -10 -15", "-5 -10 -15", "-5 -10 -15")
    assert scores == [-20, -40, -60]
    assert ranking == [1, 2, 3]


@pytest.mark.rule("LU-39", "LU-41", "LU-R11")
@pytest.mark.parametrize("players", PLAYERS)
def test_every_game_has_exactly_one_winner_and_tells_it(players: int) -> None:
    for seed in range(10):
        state = start(players, seed)
        events = play_on(state, Chance(seed))
        assert sorted(state.ranking) == list(range(1, players + 1))
        assert (events[-1].kind, events[-1].seat) == ("win", state.ranking.index(1))


@pytest.mark.rule("LU-34")
def test_whoever_held_the_dark_plus_card_deals_next() -> None:
    state, chance = start(5, 1), Chance(1)
    for deal in (1, 2, 3):
        holder = state.view(0).dark_plus
        events = play_on(state, chance, until_deal=deal + 1)
        dealt = [event for event in events if event.kind == "deal"]
        assert [(event.seat, event.facts["deal"]) for event in dealt] == [(holder, deal + 1)]
        assert state.view(0).dealer == holder
