"""Scoring a deal (LU-29 to LU-33)."""

import pytest

from lumarium import Chance
from lumarium.games.lumen.rules import components, scoring
from lumarium.games.lumen.rules.indices import bid_number
from tests.games.lumen.builder import PLAYERS, before_last_trick, play_last, play_on, scored, start


def points(deal: int, bid: str, tricks: int) -> int:
    return scoring.deal_points(deal, bid_number(bid), tricks)


@pytest.mark.rule("LU-29", "LU-31")
@pytest.mark.parametrize("base", range(11))
def test_a_plain_bid_succeeds_with_exactly_its_tricks(base: int) -> None:
    assert [tricks for tricks in range(11) if points(1, str(base), tricks) > 0] == [base]


@pytest.mark.rule("LU-30", "LU-31", "LU-WE1")
@pytest.mark.parametrize("base", range(10))
def test_a_bid_with_extra_stone_succeeds_with_one_more_too(base: int) -> None:
    assert [tricks for tricks in range(11) if points(1, f"{base}+", tricks) > 0] == [base, base + 1]


@pytest.mark.rule("LU-31", "LU-32", "LU-WE6")
@pytest.mark.parametrize(("deal", "plain", "extra"), [(1, 10, 5), (2, 20, 10), (3, 30, 15), (4, 40, 20)])
def test_the_score_pad(deal: int, plain: int, extra: int) -> None:
    assert components.REWARD[deal - 1] == plain
    assert components.REWARD_WITH_EXTRA[deal - 1] == extra
    for base in range(10):
        assert points(deal, str(base), base) == plain
        assert points(deal, f"{base}+", base) == points(deal, f"{base}+", base + 1) == extra
    assert points(deal, "10", 10) == plain
    assert points(deal, "3", 4) == points(deal, "3", 2) == -5


@pytest.mark.rule("LU-WE4", "LU-30", "LU-31", "LU-32")
@pytest.mark.parametrize(("tricks", "expected"), [(3, 5), (6, -15), (2, -5), (4, 5), (5, -10)])
def test_the_worked_example(tricks: int, expected: int) -> None:
    assert points(1, "3+", tricks) == expected


@pytest.mark.rule("LU-32", "LU-R7")
@pytest.mark.parametrize("deal", [1, 2, 3, 4])
def test_a_failed_bid_costs_5_per_trick_of_difference_from_the_base(deal: int) -> None:
    for base in range(10):
        for tricks in range(11):
            if tricks != base:
                assert points(deal, str(base), tricks) == -5 * abs(tricks - base)
            if tricks not in (base, base + 1):
                assert points(deal, f"{base}+", tricks) == -5 * abs(tricks - base)
    assert points(deal, "4+", 6) == -10
    assert points(deal, "4+", 3) == -5


@pytest.mark.parametrize(
    ("deal", "bid", "tricks", "expected"),
    [
        pytest.param(4, "0", 0, 40, marks=pytest.mark.rule("LU-E20")),
        pytest.param(4, "0+", 1, 20, marks=pytest.mark.rule("LU-E21")),
        pytest.param(4, "0+", 2, -10, marks=pytest.mark.rule("LU-E21")),
        pytest.param(1, "3+", 5, -10, marks=pytest.mark.rule("LU-E22", "LU-R7")),
        pytest.param(4, "2+", 1, -5, marks=pytest.mark.rule("LU-E23")),
        pytest.param(2, "10", 10, 20, marks=pytest.mark.rule("LU-E24")),
        pytest.param(3, "9+", 10, 15, marks=pytest.mark.rule("LU-E24")),
        pytest.param(4, "10", 0, -50, marks=pytest.mark.rule("LU-E25")),
        pytest.param(4, "0", 10, -50, marks=pytest.mark.rule("LU-E25")),
    ],
)
def test_edge_cases(deal: int, bid: str, tricks: int, expected: int) -> None:
    assert points(deal, bid, tricks) == expected


@pytest.mark.rule("LU-29", "LU-31", "LU-32", "LU-33")
def test_a_finished_deal_is_scored_for_everyone() -> None:
    state = before_last_trick("R9", "R2", "R3", "R4", won="0 0 0 0 0 1 1 2 2", deal=2, bids="6 2 0+ 1")
    state.sheet_bids, state.sheet_tricks = [0, 0, 0, 0], [0, 1, 2, 3]
    events = play_last(state)
    told = [(event.seat, *event.facts.values()) for event in events if event.kind == "score"]
    assert told == [
        (0, 2, "6", 6, 20, 30),
        (1, 2, "2", 2, 20, 15),
        (2, 2, "0+", 2, -10, -20),
        (3, 2, "1", 0, -5, -20),
    ]
    assert state.scores == [30, 15, -20, -20]
    view = state.view(None)
    assert view.scores == (30, 15, -20, -20)
    assert (view.deals[1].bids, view.deals[1].tricks, view.deals[1].points) == (
        ("6", "2", "0+", "1"),
        (6, 2, 2, 0),
        (20, 20, -10, -5),
    )


@pytest.mark.rule("LU-33")
def test_the_score_sheet_says_where_points_come_from() -> None:
    state = scored(3, "10 5 -10", "-15 -5 20")
    assert state.score_sheet(0) == [
        ("Deal 1: bid exactly 0 tricks, won 0", 10),
        ("Deal 2: bid exactly 0 tricks, won 3", -15),
    ]
    assert state.score_sheet(1, "de") == [
        ("Durchgang 1: auf 0 oder 1 Stich getippt, 0 gewonnen", 5),
        ("Durchgang 2: auf genau 0 Stiche getippt, 1 gewonnen", -5),
    ]
    assert state.scores == [-5, 0, 10]


@pytest.mark.rule("LU-33", "LU-32")
@pytest.mark.parametrize("players", PLAYERS)
def test_totals_of_whole_games_by_hand(players: int) -> None:
    """Adds up what the events tell, by the words of the rulebook."""
    rewards = {"": (10, 20, 30, 40), "+": (5, 10, 15, 20)}
    for seed in range(5):
        state, chance = start(players, seed), Chance(seed)
        totals = [0] * players
        won: list[int] = []
        bids: dict[int | None, str] = {}
        deal = 0
        for event in play_on(state, chance):
            if event.kind == "bid":
                bids[event.seat] = str(event.facts["bid"])
            elif event.kind == "trick":
                won.append(event.seat if event.seat is not None else -1)
            if len(won) == 10:
                for seat in range(players):
                    base, extra, tricks = int(bids[seat].rstrip("+")), bids[seat][-1] == "+", won.count(seat)
                    met = tricks == base or (extra and tricks == base + 1)
                    totals[seat] += rewards["+" if extra else ""][deal] if met else -5 * abs(tricks - base)
                deal, won = deal + 1, []
        assert deal == 4
        assert state.scores == totals


@pytest.mark.rule("LU-31", "LU-26")
def test_figures_for_simulations() -> None:
    state, chance = start(4, 3), Chance(3)
    play_on(state, chance)
    figures = state.figures()
    assert [len(row) for row in figures["tricks"]] == [4] * 4
    assert [sum(row[deal] for row in figures["tricks"]) for deal in range(4)] == [10] * 4
    met = [sum(deal.points[seat] > 0 for deal in state.view(None).deals) for seat in range(4)]
    assert figures["bids met"] == [[number] for number in met]
