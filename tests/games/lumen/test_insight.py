"""What can be known in Lumen, held against all worlds one by one, and against many imagined ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from fractions import Fraction

import msgspec
import pytest

from lumarium import Chance
from lumarium.games.lumen.bots.knowledge import Own, own_hands
from lumarium.games.lumen.rules.indices import BIDS
from lumarium.games.lumen.rules.scoring import deal_points
from lumarium.games.lumen.rules.state import State
from lumarium.games.lumen.rules.view import View
from lumarium.kernel.insight import STEPS, Likely, Line, Points, Spread, Topic
from tests.games.chances import LONG, SHORT, fits, spread_in, topic, with_odds
from tests.games.lumen.builder import GAME, positions

FEW = 400
"""So many worlds are gone through one by one."""
INSIGHT = GAME.insight


def narrow(players: int, count: int = 12) -> Iterator[tuple[State, int]]:
    """Positions of a game in which a seat holds only some worlds possible, with that seat."""
    for state, _ in positions(players, count):
        for seat in range(players):
            if state.turn is not None and state.hands[seat] and GAME.worlds(state.view(seat)).count <= FEW:
                yield state, seat
                break


def slot_of(line: Line) -> str:
    """The slot that a line is about, from the piece that it names."""
    slot = line.pieces[0].partition("-")[2]
    return f"{slot[0]}#{slot[1:]}"


def told(found: Topic) -> dict[str, dict[Hashable, Fraction]]:
    return {
        slot_of(line): {value: Fraction(odds.ways, odds.of) for value, odds in spread_in(line).items()}
        for line in found.lines
    }


def shares(view: View) -> dict[str, dict[Hashable, Fraction]]:
    """By slot how likely each value is, over all worlds one by one."""
    worlds = list(GAME.worlds(view))
    counts: dict[str, Counter[Hashable]] = {card.slot: Counter() for card in view.hands[view.seat or 0]}
    for world in worlds:
        for slot, value in world.items():
            counts[slot][value] += 1
    return {slot: {value: Fraction(n, len(worlds)) for value, n in each.items()} for slot, each in counts.items()}


@pytest.mark.parametrize("players", GAME.players)
def test_beliefs_are_the_shares_of_all_worlds(players: int) -> None:
    seen = 0
    for state, seat in narrow(players):
        view = state.view(seat)
        found = topic(INSIGHT, view, "cards")
        assert told(found) == shares(view)
        assert found.facts == {"n": GAME.worlds(view).count}
        seen += 1
    assert seen >= 3


@pytest.mark.parametrize("players", GAME.players)
def test_what_they_know_is_the_mean_over_all_worlds_of_the_viewer(players: int) -> None:
    """For each hand that the viewer could hold: what the other could know then, world by world."""
    seen = 0
    for state, seat in narrow(players):
        view = state.view(seat)
        for other in list(INSIGHT.minds(view))[:1]:
            mean: dict[str, dict[Hashable, Fraction]] = {}
            worlds = list(GAME.worlds(view))
            for world in worlds:
                theirs = GAME.worlds(GAME.suppose(view, world).view(other)).probabilities()
                for slot, values in theirs.items():
                    for value, chance in values.items():
                        row = mean.setdefault(slot, {})
                        row[value] = row.get(value, Fraction(0)) + chance / len(worlds)
            (found,) = INSIGHT.mind(view, other)
            assert told(found) == mean
            for line, card in zip(found.lines, view.hands[other], strict=True):
                (cell,) = line.cells
                assert isinstance(cell, Spread)
                assert cell.truth is not None
                assert cell.parts[cell.truth][0] == card.value
            seen += 1
    assert seen >= 3


@pytest.mark.parametrize("players", GAME.players)
def test_what_they_know_comes_as_often_as_is_told(players: int, long: bool) -> None:
    """A world of the viewer, and in it a world of the other: their card has its values as often as was told."""
    luck = Chance(players)
    state = GAME.start(players, luck)
    view, other, mine = state.view(0), 1, Counter[tuple[str, Hashable]]()
    theirs: Counter[tuple[str, Hashable]] = Counter()
    number = LONG if long else SHORT
    for _ in range(number):
        imagined = GAME.imagine(view, luck)
        mine.update(values(imagined, 0))
        theirs.update(values(GAME.imagine(imagined.view(other), luck), other))
    (found,) = INSIGHT.mind(view, other)
    for each, counted in ((topic(INSIGHT, view, "cards"), mine), (found, theirs)):
        for line in each.lines:
            slot = slot_of(line)
            chances = spread_in(line)
            fits(chances, {value: counted[slot, value] for value in chances if counted[slot, value]})
            assert sum(counted[slot, value] for value in chances) == number


def values(state: State, seat: int) -> Iterator[tuple[str, int]]:
    """The cards that the seat holds in truth."""
    for card in state.view((seat + 1) % state.players).hands[seat]:
        assert card.value is not None
        yield card.slot, card.value


@pytest.mark.parametrize("players", GAME.players)
def test_what_they_know_does_not_hang_on_what_a_third_seat_knows(players: int) -> None:
    """Two truths that the viewer cannot tell apart, and a third seat can: not a byte differs."""
    luck, differed = Chance(0), 0
    for state, _ in positions(players, 12):
        if state.turn is None:
            continue
        for seat in range(players):
            view, imagined = state.view(seat), GAME.imagine(state.view(seat), luck)
            third = (seat + 2) % players
            differed += state.view(third) != imagined.view(third)
            for other in INSIGHT.minds(view):
                truth, swapped = (GAME.know(each.view(seat), "de", about=other) for each in (state, imagined))
                assert msgspec.json.encode(truth) == msgspec.json.encode(swapped)
    assert differed > players


def test_hands_that_explain_the_bids_better_count_more() -> None:
    for state, seat in narrow(4, 40):
        view = state.view(seat)
        if sum(bid is not None for bid in view.bids) < 2:
            continue
        twin = state.clone()
        twin.turn = seat
        hands = own_hands(twin, 1 << 30, Chance(0))
        weights = []
        for hand in hands:
            alone = Own(twin, [hand])
            alone.heed_bids(twin)
            weights.append(alone.odds[0])
        for place, line in enumerate(topic(INSIGHT, view, "weighed").lines):
            expected: dict[object, float] = {}
            for hand, weight in zip(hands, weights, strict=True):
                value = nth_value(hand, place)
                expected[value] = expected.get(value, 0.0) + weight / sum(weights)
            (cell,) = line.cells
            assert isinstance(cell, Spread)
            assert {value: chance.share for value, chance in cell.parts} == pytest.approx(expected)
        return
    pytest.fail("no such position")


def nth_value(hand: int, place: int) -> int:
    """The value of a card of a hand on bits, counted from the lowest slot."""
    for _ in range(place):
        hand &= hand - 1
    return ((hand & -hand).bit_length() - 1) % 12 + 1


@pytest.mark.parametrize("players", GAME.players)
def test_every_bid_is_told_with_its_tricks_and_points(players: int) -> None:
    state = GAME.start(players, Chance(players))
    view = state.view(state.turn)
    first, last = (INSIGHT.estimate(view, "bids", step, Chance(7)) for step in (0, STEPS - 1))
    assert first.facts["n"] * 2 ** (STEPS - 1) == last.facts["n"]
    assert sorted(line.pieces for line in last.lines) == sorted((f"bid-{bid}",) for bid in bids())
    expected = []
    for line in last.lines:
        points, kept, tricks = line.cells
        assert isinstance(points, Points)
        assert isinstance(kept, Likely)
        assert isinstance(tricks, Spread)
        bid = bids().index(line.pieces[0].removeprefix("bid-"))
        rewards = {won: float(deal_points(view.deal, bid, won)) for won in range(11)}
        of = [(rewards[won], chance.share) for won, chance in tricks.parts if isinstance(won, int)]
        assert points.points == pytest.approx(sum(reward * share for reward, share in of))
        assert kept.share == pytest.approx(sum(share for reward, share in of if reward > 0))
        expected.append(points.points)
    assert expected == sorted(expected, reverse=True)


def bids() -> list[str]:
    return [GAME.actions[bid].notation.removeprefix("bid ") for bid in range(BIDS)]


def test_the_coach_is_there_for_whoever_bids_and_for_nobody_else() -> None:
    state = GAME.start(3, Chance(0))
    for _ in range(3):
        told = [list(INSIGHT.estimates(state.view(seat))) for seat in range(3)]
        assert told == [["bids"] if seat == state.turn else [] for seat in range(3)]
        state.step(0, Chance(0))
    assert all(not list(INSIGHT.estimates(state.view(seat))) for seat in range(3))


def test_every_question_with_odds_is_tried_here() -> None:
    keys = set()
    for state, _ in positions(4, 30):
        if state.turn is not None:
            view = state.view(state.turn)
            keys |= with_odds(INSIGHT.topics(view))
            keys |= with_odds(each for seat in INSIGHT.minds(view) for each in INSIGHT.mind(view, seat))
    assert keys == {("cards", "values"), ("weighed", "values"), ("theirs", "values")}


def test_what_is_certain_stays_certain_when_it_is_weighed() -> None:
    """Weights of many hands add up to 1 but for a trifle."""
    sure = 0
    for state, _ in positions(4, 24):
        for seat in range(4):
            topics = INSIGHT.topics(state.view(seat)) if state.hands[seat] and state.turn is not None else ()
            for line in (line for each in topics if each.key == "weighed" for line in each.lines):
                (spread,) = line.cells
                assert isinstance(spread, Spread)
                chances = [chance.share for _, chance in spread.parts]
                assert sum(chances) == pytest.approx(1)
                assert (max(chances) == 1) is (len(chances) == 1)
                sure += len(chances) == 1
    assert sure > 20
