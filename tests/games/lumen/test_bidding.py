"""Bids (LU-15 to LU-18)."""

import pytest

import lumarium
from lumarium import Match
from lumarium.games.lumen.rules import scoring
from lumarium.games.lumen.rules.actions import Bid
from lumarium.games.lumen.rules.indices import bid_number
from tests.games.lumen.builder import GAME, PLAYERS, legal, play, position, refused, start, state_of

ALL_BIDS = [
    "0",
    "0+",
    "1",
    "1+",
    "2",
    "2+",
    "3",
    "3+",
    "4",
    "4+",
    "5",
    "5+",
    "6",
    "6+",
    "7",
    "7+",
    "8",
    "8+",
    "9",
    "9+",
    "10",
]


@pytest.mark.rule("LU-15", "LU-E2")
@pytest.mark.parametrize("players", PLAYERS)
def test_everyone_bids_once_clockwise_from_the_opener(players: int) -> None:
    state = start(players)
    for number in range(players):
        seat = (1 + number) % players
        assert state.turn == seat
        events = play(state, "bid 3+")
        assert [(event.kind, event.seat, event.for_seat(None)) for event in events] == [("bid", seat, events[0])]
        assert state.view(None).bids[seat] == "3+"
    assert state.view(None).phase == "play"
    assert state.turn == 1


@pytest.mark.rule("LU-16", "LU-E10", "LU-R6")
def test_there_are_21_bids() -> None:
    state = start(4)
    assert legal(state) == [f"bid {bid}" for bid in ALL_BIDS]
    bids = [action for action in GAME.actions if isinstance(action, Bid)]
    assert [(bid.base, bid.extra) for bid in bids] == [(number // 2, number % 2 == 1) for number in range(21)]


@pytest.mark.rule("LU-16", "LU-E10", "LU-R6")
@pytest.mark.parametrize("bid", ["10", "9+", "0", "0+"])
def test_the_outermost_bids_are_legal(bid: str) -> None:
    state = start(3)
    play(state, f"bid {bid}")
    assert state.view(None).bids[1] == bid


@pytest.mark.rule("LU-16", "LU-E11", "LU-R5")
@pytest.mark.parametrize("text", ["bid 10+", "bid 11", "bid -1", "bid 3++", "bid", "bid +", "bid 3 and 2"])
def test_other_bids_do_not_exist(text: str) -> None:
    match = Match("lumen", players=4, seed=0)
    with pytest.raises(lumarium.BadNotation) as caught:
        match.play(text)
    assert text in str(caught.value)
    assert match.version == 0


@pytest.mark.rule("LU-17", "LU-WE1", "LU-29", "LU-30")
@pytest.mark.parametrize("base", range(11))
def test_what_a_bid_promises(base: int) -> None:
    plain = [tricks for tricks in range(11) if scoring.bid_met(bid_number(str(base)), tricks)]
    assert plain == [base]
    if base < 10:
        extra = [tricks for tricks in range(11) if scoring.bid_met(bid_number(f"{base}+"), tricks)]
        assert extra == [base, base + 1]


@pytest.mark.rule("LU-18", "LU-E12")
def test_the_sum_of_bids_may_be_ten() -> None:
    state = start(4)
    play(state, "bid 2", "bid 3", "bid 3", "bid 2")
    assert state.view(None).bids == ("2", "2", "3", "3")


@pytest.mark.rule("LU-18", "LU-E13", "LU-R4")
def test_stones_do_not_run_short() -> None:
    state = start(5)
    for _ in range(5):
        assert len(legal(state)) == 21
        play(state, "bid 4")
    assert state.view(None).bids == ("4",) * 5
    state = start(5)
    play(state, *["bid 10"] * 4)
    assert len(legal(state)) == 21


@pytest.mark.rule("LU-15", "LU-E19")
def test_bidding_out_of_turn_is_refused() -> None:
    match = Match("lumen", players=4, seed=0, names=["Ana", "Ben", "Cleo", "Dan"])
    with pytest.raises(lumarium.NotYourTurn, match="turn of Ben, not of Cleo"):
        match.play("bid 3", seat=2)
    assert match.version == 0


@pytest.mark.rule("LU-15", "LU-R13")
def test_cards_wait_for_the_bids_and_bids_end_with_them() -> None:
    state = start(3)
    assert "bids come first" in refused(state, "Y#1")
    assert refused(state, "Y#1", "de").startswith("Zuerst wird getippt")
    play(state, "bid 1", "bid 1", "bid 1")
    assert "final" in refused(state, "bid 2")
    assert refused(state, "bid 2", "de").startswith("Die Tipps sind abgegeben")


@pytest.mark.rule("LU-15", "LU-R13")
def test_a_bid_is_final() -> None:
    """It shows its player nothing, but taking it back would be talking to the others."""
    match = Match("lumen", players=3, seed=0)
    match.play("bid 3")
    assert not match.can_undo()
    with pytest.raises(lumarium.IllegalAction, match="nothing can be taken back"):
        match.undo(seat=1)
    assert state_of(match).view(None).bids == (None, "3", None)


@pytest.mark.rule("LU-15")
def test_bids_in_words() -> None:
    parse = GAME.actions.parse
    assert parse("bid 3+").describe() == "bid 3 or 4 tricks"
    assert parse("bid 1").describe() == "bid exactly 1 trick"
    assert parse("bid 3+").describe("de") == "auf 3 oder 4 Stiche tippen"
    assert parse("BID 3 +") is parse("bid 3+")


@pytest.mark.rule("LU-15", "LU-42")
def test_bids_are_public_and_stay_for_the_deal() -> None:
    state = position("R1 R2", "R3 R4", "R5 R6", bids="3+ 0 10")
    for seat in (None, 0, 1, 2):
        assert state.view(seat).bids == ("3+", "0", "10")
    play(state, "R#1", "R#1", "R#1")
    assert state.view(None).bids == ("3+", "0", "10")
