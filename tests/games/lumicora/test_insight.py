"""What can be known in Lumicora: all sequences of draws for small bags, many draws for large ones, and the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from fractions import Fraction

import pytest

from lumarium import Chance
from lumarium.games.lumicora.rules.components import COLOURS, KINDS, LETTERS, SPECIES
from lumarium.games.lumicora.rules.indices import NOTHING
from lumarium.games.lumicora.rules.scoring import visible_spaces
from lumarium.games.lumicora.rules.state import State
from lumarium.games.lumicora.rules.table import kind_of
from lumarium.kernel.insight import Points
from tests.games.chances import either, fits, odds_in, sampled, topic, with_odds
from tests.games.lumicora.builder import GAME, Seat, distribution, play, position, scoring_phase, start
from tests.games.lumicora.test_doubts import DOUBTFUL, doubtful, engine, imagined

NEXT, FOUR = 2, 3
Draws = tuple[str, ...]


def matches(kind: str, line: int) -> bool:
    """Is the Lumino one that this line of the topic `draws` is about?"""
    return kind[0] == LETTERS[line] if line < len(COLOURS) else kind[2:] == SPECIES[line - len(COLOURS)]


def draws(state: State, number: int, luck: Chance) -> Draws:
    """What the next draws bring, by the rules."""
    tiles = (state.draw(luck, None) for _ in range(number))
    return tuple(KINDS[kind_of(tile)] for tile in tiles if tile != NOTHING)


def told(state: State) -> list[list[Fraction]]:
    """By line the odds of the next draw and of the next four."""
    lines = topic(GAME.insight, state.view(0), "draws").lines
    return [[Fraction(*odds_in(line, column)[:2]) for column in (NEXT, FOUR)] for line in lines]


@pytest.mark.parametrize(
    ("luminos", "emergency", "script"),
    [*DOUBTFUL, ("G6 B6crab P6 Y1", 0, "draw"), ("G6 G6 B6crab", 2, ""), ("G6 B6crab", 2, ""), ("G1 B2 P3", 2, "draw")],
)
def test_the_odds_of_a_small_bag_are_those_of_all_draws(luminos: str, emergency: int, script: str) -> None:
    """Whatever was drawn before: with a stack, in doubt, and where the stack joins the bag before the fourth draw."""
    said: dict[Draws, list[list[Fraction]]] = {}

    def experiment(chance: Chance) -> tuple[Draws, Draws]:
        seen, state = engine(luminos, emergency, script, chance)
        if seen not in said and state.bag.size() + state.bag.emergency:
            said[seen] = told(state)
        return seen, draws(imagined(state, chance), 4, chance)

    found = distribution(experiment)
    for seen, lines in said.items():
        odds = {drawn: chance for (before, drawn), chance in found.items() if before == seen}
        for line, (first, four) in enumerate(lines):
            assert first * sum(odds.values()) == sum(odds[drawn] for drawn in odds if matches(drawn[0], line))
            some = [drawn for drawn in odds if any(matches(kind, line) for kind in drawn)]
            assert four * sum(odds.values()) == sum(odds[drawn] for drawn in some)


def wide() -> State:
    """A table of four in the middle of a game, with something in doubt."""
    return next(state for state in doubtful(4) if state.round > 3 and state.bag.size() > 8)


def test_draws_come_as_often_as_is_told(long: bool) -> None:
    state = wide()
    view = state.view(0)
    lines = topic(GAME.insight, view, "draws").lines
    assert view.doubts
    seen = sampled(GAME, view, lambda world, luck: draws(world, 4, luck), long)
    for place, line in enumerate(lines):
        for column, number in ((NEXT, 1), (FOUR, 4)):
            counted: Counter[Hashable] = Counter()
            for kinds, times in seen.items():
                assert isinstance(kinds, tuple)
                counted[any(matches(kind, place) for kind in kinds[:number])] += times
            fits(either(odds_in(line, column)), counted)


def test_every_question_with_odds_is_tried_here() -> None:
    found = with_odds(GAME.insight.topics(wide().view(0)))
    assert found == {("draws", "next"), ("draws", "four")}


def test_what_a_scoring_would_bring_is_what_it_brings() -> None:
    state = scoring_phase(Seat("G[(0,-1)(1,-1)] B[(0,1)(-1,1)]", display="G6"))
    before = state.track[0]
    lines = topic(GAME.insight, state.view(0), "corals").lines
    assert len(lines) == len(COLOURS)
    for line in lines:
        twin = state.clone()
        colour = line.pieces[0].partition("-")[2]
        play(twin, f"score {colour}")
        assert line.cells[0] == Points(twin.track[0] - before)
        assert line.cells[2] == twin.stores[0] - state.stores[0]


def test_a_colour_that_was_scored_brings_nothing_more() -> None:
    state = scoring_phase(Seat(scored="G"))
    named = [line.pieces[0] for line in topic(GAME.insight, state.view(0), "corals").lines]
    assert sorted(named) == ["v0-blue", "v0-pink", "v0-yellow"]


def test_majorities_are_those_of_the_reefs() -> None:
    state = wide()
    view = state.view(1)
    for number, line in enumerate(topic(GAME.insight, view, "majorities").lines):
        counts = [visible_spaces(reef, number) for reef in state.reefs]
        assert line.cells[:2] == (counts[1], max(counts[0], *counts[2:]))


@pytest.mark.parametrize(
    ("round_number", "bag", "words", "other"),
    [
        (10, "G6", "1 Lumino of this colour can catch up", "first place is out of reach"),
        (10, "B6", "safe: nobody can catch up", "first place is out of reach"),
        (3, "G6 G5", "1 Lumino of this colour can catch up", "2 Luminos of this colour can put you ahead"),
    ],
)
def test_a_majority_is_safe_when_too_few_luminos_are_left(round_number: int, bag: str, words: str, other: str) -> None:
    reef = "G6[(0,-1)(1,-1)]"
    mine, theirs = Seat(reef, start="BY", display=""), Seat(start="BY", display="")
    state = position(mine, theirs, atoll="P6 P5 B5 Y6", bag=bag, round_number=round_number)
    line = topic(GAME.insight, state.view(0), "majorities").lines[0]
    assert line.cells[:2] == (2, 0)
    assert str(line.cells[3]) == words
    behind = topic(GAME.insight, state.view(1), "majorities").lines[0]
    assert str(behind.cells[3]) == other


def test_before_the_first_round_nothing_is_told() -> None:
    state = start(3)
    assert state.view(0).phase == "start"
    assert list(GAME.insight.topics(state.view(0))) == []


@pytest.mark.parametrize(("players", "stack"), [(2, False), (4, True)])
def test_only_a_stack_that_is_there_is_spoken_of(players: int, stack: bool) -> None:
    state, luck = start(players), Chance(1)
    while state.view(0).phase == "start":
        state.random_step(luck)
    (draws,) = [each for each in GAME.know(state.view(0), "de").topics if each.id == "draws"]
    assert ("Notfallstapel" in draws.note) is stack
