"""What can be known in Nomads: drawn many times, counted out, and tried by the rules themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from itertools import combinations

import pytest

from lumarium import Chance
from lumarium.games.nomads.rules.components import KINDS
from lumarium.games.nomads.rules.moon import score_full_moons
from lumarium.games.nomads.rules.state import State
from lumarium.games.nomads.rules.table import NOTHING
from lumarium.kernel.insight import Line, Odds
from lumarium.kernel.message import Message
from tests.games.chances import either, fits, odds_in, sampled, topic, with_odds
from tests.games.nomads.builder import GAME


def walk(players: int, seed: int) -> Iterator[State]:
    """The positions of a random game."""
    luck = Chance(seed)
    state = GAME.start(players, luck)
    while not state.over:
        assert isinstance(state, State)
        yield state
        state.random_step(luck)


def middle(players: int = 3, seed: int = 0) -> State:
    """A position in which somebody may move a column."""
    found = [state.clone() for state in walk(players, seed) if state.view(None).phase == "act"]
    return found[len(found) // 2]


def late(players: int = 3) -> State:
    """The same near the end, with few tiles below the tops."""
    positions = (state.clone() for state in walk(players, 5) if state.view(None).phase == "act")
    return min(positions, key=lambda state: (sum(state.hidden) < 4, sum(state.hidden)))


def kinds_of(lines: tuple[Line, ...]) -> list[str]:
    labels = [line.label for line in lines]
    return [str(label.facts["kind"]) for label in labels if isinstance(label, Message)]


def test_the_odds_of_the_next_tiles_are_those_of_all_draws() -> None:
    state = late()
    tiles = [letter for letter, number in zip(KINDS, state.hidden, strict=True) for _ in range(number)]
    assert 3 < len(tiles) < 30
    lines = topic(GAME.insight, state.view(0), "below").lines
    assert sorted(kinds_of(lines)) == sorted(set(tiles))
    for kind, line in zip(kinds_of(lines), lines, strict=True):
        assert odds_in(line, 0) == Odds(tiles.count(kind), len(tiles))
        drawn = [kind in three for three in combinations(tiles, 3)]
        assert odds_in(line, 1) == Odds(sum(drawn), len(drawn))


def test_tiles_are_uncovered_as_often_as_is_told(long: bool) -> None:
    view = middle().view(0)

    def uncovered(state: State, luck: Chance) -> Hashable:
        """Three stacks lose their top; what lies below is uncovered by the rules, one after the other."""
        seen = []
        for space in [space for space in range(8) if state.heights[space] > 1][:3]:
            state.take_top(space)
            assert state.tops[space] == NOTHING
            state.uncover(space, luck)
            seen.append(KINDS[state.tops[space]])
        return tuple(seen)

    seen = sampled(GAME, view, uncovered, long)
    lines = topic(GAME.insight, view, "below").lines
    first: Counter[Hashable] = Counter()
    for tiles, times in seen.items():
        assert isinstance(tiles, tuple)
        assert len(tiles) == 3
        first[tiles[0]] += times
    told: dict[Hashable, Odds] = {kind: odds_in(line, 0) for kind, line in zip(kinds_of(lines), lines, strict=True)}
    fits(told, first)
    for kind, line in zip(kinds_of(lines), lines, strict=True):
        counted: Counter[Hashable] = Counter()
        for tiles, times in seen.items():
            counted[kind in tuple(tiles)] += times  # type: ignore[arg-type]
        fits(either(odds_in(line, 1)), counted)


def test_every_question_with_odds_is_tried_here() -> None:
    assert with_odds(GAME.insight.topics(middle().view(0))) == {("below", "next"), ("below", "three")}


@pytest.mark.parametrize("players", GAME.players)
def test_who_leads_gets_what_is_told_when_the_moon_is_full(players: int) -> None:
    for seed in range(3):
        state = middle(players, seed)
        twin = state.clone()
        twin.moon_fields = 4
        score_full_moons(twin, None)
        won = [after - before for after, before in zip(twin.moon_tiles, state.moon_tiles, strict=True)]
        lines = topic(GAME.insight, state.view(0), "moon").lines
        told = {line.label: line.cells[1] for line in lines}
        assert sorted(told, key=str) == list(range(players))
        for seat, tiles in enumerate(won):
            cell = told[seat]
            assert isinstance(cell, Message)
            assert cell.facts == {"n": tiles}


@pytest.mark.parametrize("players", [2, 4])
def test_what_a_move_would_bring_is_what_comes_of_it(players: int) -> None:
    """Every move in many positions: where the last disc lies, and which tiles the viewer then has more."""
    tried = 0
    for state in walk(players, 3):
        view = state.view(state.turn)
        if view.phase not in ("act", "double", "skip", "lift") or state.turn is None:
            continue
        seat = state.turn
        topics = {each.key: each for each in GAME.insight.topics(view)}
        lines = (topics.get("moves") or topics["lifts"]).lines if topics.keys() & {"moves", "lifts"} else ()
        for line in lines:
            legal = [GAME.actions[index] for index in view.legal]
            (action,) = [each for each in legal if each.touch(view)[-1] == line.pieces[0]]
            twin = state.clone()
            events = twin.apply(action, Chance(0))
            if twin.view(None).phase in ("double", "skip", "send", "lift"):
                continue  # something is still to be decided before anybody listens
            mine = [str(e.facts["tile"]) for e in events if e.kind == "listen_tile" and e.seat == seat]
            cell = line.cells[-2]
            assert isinstance(cell, Message)
            assert sorted(str(cell.facts.get("heard", ""))) == sorted(mine), action
            laid = [e.facts["space"] for e in events if e.kind.startswith("lay")]
            ends = line.cells[0]
            if laid and isinstance(ends, Message) and "space" in ends.facts:
                assert ends.facts["space"] == laid[-1]
            tried += 1
    assert tried > 50


def test_moon_tiles_and_scorings_to_come_are_counted() -> None:
    state = middle()
    facts = topic(GAME.insight, state.view(0), "moon").facts
    moons = state.hidden[KINDS.index("O")] + sum(top == KINDS.index("O") for top in state.tops)
    assert facts == {"lie": state.moon_fields, "left": moons, "n": (state.moon_fields + moons) // 4}


def test_before_the_first_turn_and_in_the_last_round_nothing_is_open() -> None:
    assert list(GAME.insight.topics(GAME.start(3, Chance(0)).view(0))) == []
    last = [state.clone() for state in walk(3, 0) if state.last_round][-1]
    assert list(GAME.insight.topics(last.view(last.turn))) == []
