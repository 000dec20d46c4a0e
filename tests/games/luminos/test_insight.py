"""What can be known in Luminos: counted out, tried out by the rules themselves, and drawn many times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from itertools import combinations

import pytest

from lumarium import Chance
from lumarium.games.luminos.rules.components import KIND, KINDS, SYMBOLS
from lumarium.games.luminos.rules.indices import DONE, MARKING, PLACE, PLACING, SCORING, TAKE, TAKE_BAG
from lumarium.games.luminos.rules.state import State
from lumarium.kernel.insight import Odds, Points
from tests.games.chances import either, fits, odds_in, sampled, topic, with_odds
from tests.games.luminos.builder import GAME, Seat, position

SKY = """
    TT   M    S
    [SS] MM   .
    .    T    .
"""
SHEET = "S [3,2] M [2] T []"
COLUMNS = ("next", "three")


def at_table(bag: str | None = None) -> State:
    return position(Seat(SKY, SHEET), display="S MT", bag=bag)


def with_tile(state: State, tile: str) -> State:
    """The same position, with that tile drawn from the bag."""
    twin = state.clone()
    twin.hand, twin.phase = KIND[tile], PLACING
    return twin


def ends(state: State) -> Iterator[State]:
    """Every way in which the turn can end without a marker."""
    for index in state.legal():
        twin = state.clone()
        if twin.phase == MARKING and index != DONE:
            continue
        twin.step(index, Chance(0))
        if twin.turn == 0 and twin.phase in (MARKING, SCORING):
            yield from ends(twin)
        else:
            yield twin


def can(state: State, tile: str) -> dict[str, object]:
    """What the tile can do, tried on every cell: the columns it can write into, and the most points."""
    before, lengths = state.scores[0], [len(column) for column in state.columns[0]]
    tried = list(ends(with_tile(state, tile)))
    written = {
        symbol
        for end in tried
        for symbol, column, length in zip(SYMBOLS, end.columns[0], lengths, strict=True)
        if len(column) > length
    }
    return {**{symbol: symbol in written for symbol in SYMBOLS}, "most": max(end.scores[0] for end in tried) - before}


def wishes(state: State) -> list[set[str]]:
    """The tiles that each line of `needs` is about."""
    able = {tile: can(state, tile) for tile in KINDS}
    best = max(int(str(able[KINDS[kind]]["most"])) for kind in state.display if kind >= 0)
    return [
        *({tile for tile in KINDS if able[tile][symbol]} for symbol in SYMBOLS),
        {tile for tile in KINDS if int(str(able[tile]["most"])) > 0},
        {tile for tile in KINDS if int(str(able[tile]["most"])) > best},
    ]


def test_the_odds_of_a_small_bag_are_those_of_all_draws() -> None:
    state = at_table("S S M T MT SMT TTT")
    tiles = [KINDS[kind] for kind in state.bag]
    needs = topic(GAME.insight, state.view(0), "needs")
    for line, wanted in zip(needs.lines, wishes(state), strict=True):
        assert odds_in(line, 0) == Odds(sum(tile in wanted for tile in tiles), len(tiles))
        drawn = [not wanted.isdisjoint(three) for three in combinations(tiles, 3)]
        assert odds_in(line, 1) == Odds(sum(drawn), len(drawn))
    bag = topic(GAME.insight, state.view(0), "bag")
    for line, (tile, number) in zip(bag.lines, Counter(tiles).most_common(), strict=True):
        assert odds_in(line, 0) == Odds(number, len(tiles))
        drawn = [tile in three for three in combinations(tiles, 3)]
        assert odds_in(line, 1) == Odds(sum(drawn), len(drawn))


@pytest.mark.parametrize("bag", ["S", "S MT", "S S MMM"])
def test_three_draws_of_a_bag_that_holds_no_more_bring_all_of_it(bag: str) -> None:
    lines = topic(GAME.insight, at_table(bag).view(0), "bag").lines
    assert {line.cells[1] for line in lines} == {Odds(1, 1)} or all(odds_in(line, 1).share == 1 for line in lines)


def test_an_empty_bag_tells_nothing() -> None:
    keys = [each.key for each in GAME.insight.topics(at_table("").view(0))]
    assert keys == ["display"]


def test_draws_come_as_often_as_is_told(long: bool) -> None:
    view = at_table().view(0)
    draws = TAKE_BAG - TAKE

    def one(state: State, luck: Chance) -> Hashable:
        state.take(0, draws, luck, None)
        return KINDS[state.hand]

    def three(state: State, luck: Chance) -> Hashable:
        return frozenset(one(state, luck) for _ in range(3))

    lines = topic(GAME.insight, view, "bag").lines
    told: dict[Hashable, Odds] = {
        tile: odds_in(line, 0)
        for tile, line in zip(sorted(view.bag, key=lambda t: (-view.bag[t], KIND[t])), lines, strict=True)
    }
    first = sampled(GAME, view, one, long)
    fits(told, first)
    taken = sampled(GAME, view, three, long, seed=1)
    for tile, line in zip(told, lines, strict=True):
        fits(either(odds_in(line, 1)), among(taken, {str(tile)}))
    for line, wanted in zip(topic(GAME.insight, view, "needs").lines, wishes(at_table()), strict=True):
        fits(either(odds_in(line, 0)), among(Counter({frozenset([tile]): n for tile, n in first.items()}), wanted))
        fits(either(odds_in(line, 1)), among(taken, wanted))


def among(seen: Counter[Hashable], wanted: set[str]) -> Counter[Hashable]:
    """How often one of the tiles was, and was not, among those drawn."""
    counted: Counter[Hashable] = Counter()
    for tiles, number in seen.items():
        assert isinstance(tiles, frozenset)
        counted[not wanted.isdisjoint(tiles)] += number
    return counted


def test_every_question_with_odds_is_tried_here() -> None:
    state = at_table()
    assert with_odds(GAME.insight.topics(state.view(0))) == {
        (key, name) for key in ("needs", "bag") for name in COLUMNS
    }


def test_what_the_display_offers_is_what_the_best_cell_brings() -> None:
    state = at_table()
    lines = topic(GAME.insight, state.view(0), "display").lines
    for line, kind in zip(lines, state.display, strict=True):
        assert line.cells[1] == Points(int(str(can(state, KINDS[kind])["most"])))


def test_what_each_cell_would_complete_is_what_comes_of_it() -> None:
    state = with_tile(at_table(), "MT")
    view = state.view(0)
    told = {line.pieces[0]: line.cells[1] for line in topic(GAME.insight, view, "cells").lines}
    for index in state.legal():
        twin = state.clone()
        twin.step(index, Chance(0))
        piece = GAME.actions[index].touch(view)[-1]
        assert (piece in told) == bool(twin.waiting or twin.columns[0] != state.columns[0])
        if piece in told:
            ways = ends(twin) if twin.turn == 0 else [twin]
            assert told[piece] == Points(max(end.scores[0] for end in ways) - state.scores[0]), index - PLACE


def test_whoever_waits_is_told_what_the_bag_holds() -> None:
    view = at_table().view(1)
    assert [each.key for each in GAME.insight.topics(view)] == ["display", "needs", "bag"]
