"""How playouts decide: by the rules, by odds, and by nothing that the deciding seat does not know."""

from itertools import product
from math import prod

import pytest

from lumarium import Chance
from lumarium.games.lumen.bots.deal import Deal
from lumarium.games.lumen.bots.knowledge import read
from lumarium.games.lumen.bots.playouts import Playouts, bounded
from lumarium.games.lumen.rules.components import TRICKS
from lumarium.games.lumen.rules.indices import BIDDING
from lumarium.games.lumen.rules.scoring import deal_points
from lumarium.games.lumen.rules.state import State
from tests.games.lumen.builder import GAME, PLAYERS, position, positions


def playing(players: int, number: int) -> list[State]:
    """Positions in which somebody may choose between cards."""
    found = [state for state, _ in positions(players, number)]
    return [each for each in found if each.turn is not None and each.phase != BIDDING and len(each.legal()) > 1]


def appeals(state: State) -> list[float]:
    """How much speaks for each card of the seat on turn, in the order of its slots."""
    table, playouts = read(state), Playouts()
    table.face_trick()
    playouts.foresee(table)
    playouts.look_around(table)
    first = playouts.habit(table)
    legal = int(table.legal())
    return [playouts.appeal(table, card, first) for card in range(legal.bit_length()) if legal >> card & 1]


@pytest.mark.parametrize("players", PLAYERS)
def test_odds_are_the_same_in_worlds_that_look_the_same(players: int) -> None:
    """LU-53."""
    differed = 0
    for state in playing(players, 40):
        twin = GAME.imagine(state.view(state.turn), Chance(5))
        assert isinstance(twin, State)
        differed += twin.values != state.values
        assert appeals(twin) == pytest.approx(appeals(state))
    assert differed > 5


@pytest.mark.parametrize("players", PLAYERS)
def test_a_deal_is_played_to_its_end(players: int) -> None:
    state = GAME.start(players, Chance("end"))
    assert isinstance(state, State)
    table, ends = read(state), set()
    for seed in range(8):
        end = Deal(players, state.deck)
        end.copy_from(table)
        Playouts().run(end, Chance(seed))
        assert sum(int(hand.won) for hand in end.hands) == TRICKS
        assert all(hand.held == 0 and 0 <= hand.bid <= 2 * TRICKS for hand in end.hands)
        ends.add(tuple((int(hand.bid), int(hand.won)) for hand in end.hands))
    assert len(ends) > 1


@pytest.mark.parametrize("players", PLAYERS)
def test_what_a_card_promises_is_the_mean_over_all_ways(players: int) -> None:
    checked = 0
    for state in playing(players, 30):
        table, playouts = read(state), Playouts()
        hand = table.hands[table.turn]
        held = [card for card in range(60) if int(hand.held) >> card & 1]
        if len(held) > 6:
            continue
        table.face_trick()
        playouts.foresee(table)
        reward = int(deal_points(state.deal, hand.bid, hand.bid // 2))
        for card in held:
            chances = [0.3 if each == card else bounded(table.power[each]) for each in held]
            expected = 0.0
            for way in product((0, 1), repeat=len(held)):
                odds = prod(chance if won else 1 - chance for chance, won in zip(chances, way, strict=True))
                expected += odds * int(deal_points(state.deal, hand.bid, hand.won + sum(way))) / reward
            assert playouts.promise(bounded(table.power[card]), 0.3) == pytest.approx(expected, abs=1e-6)
            checked += 1
    assert checked > 5


def test_who_wants_no_more_plays_low_more_often() -> None:
    state = position("R5 G1 B1", "R4 G2 B2", "R2 R6 R8", leads=0, bids="0 0 0")
    state.step(state.legal()[0], Chance(0))
    state.step(state.legal()[0], Chance(0))
    lowest, *_, highest = appeals(state)
    assert lowest > highest
    state.bids[2] = 2 * 3
    lowest, *_, highest = appeals(state)
    assert lowest < highest
