"""The levels on games that bring nothing of their own for bots: planner and tree go by rules and scores alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import lumarium
from lumarium import Chance
from lumarium.arena.players import new_bot
from lumarium.bots.search.planner import plan
from lumarium.bots.search.thinker import Position
from lumarium.bots.strong import WORLDS
from lumarium.kernel.effort import Effort
from lumarium.kernel.judgement import Judgement
from tests.conformance.toybox import visiting

LEVELS = ("random", "easy", "medium@100n", "strong@100n")


@pytest.fixture(params=["hush", "moths"])
def name(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    with visiting(monkeypatch):
        yield request.param


def played(name: str, levels: list[str], seed: int) -> lumarium.State:
    """A finished game of the longer kind."""
    game = lumarium.game(name)
    luck, thoughts = Chance(f"luck {seed}"), Chance(f"thoughts {seed}")
    state = game.start(len(levels), luck, game.presets["long"])
    bots = [new_bot(level) for level in levels]
    while state.turn is not None:
        view = state.view(state.turn)
        state.apply(bots[state.turn].choose(view, [game.actions[index] for index in view.legal], thoughts), luck)
    return state


def share(name: str, level: str, seeds: int) -> float:
    """Of games for two against `random`, in both seats on the same luck, how many are won; a shared win is half."""
    won = 0.0
    for seed in range(seeds):
        for seat in range(2):
            levels = ["random", "random"]
            levels[seat] = level
            ranking = played(name, levels, seed).ranking
            won += 0.5 if ranking == [1, 1] else ranking[seat] == 1
    return won / (2 * seeds)


def test_nothing_of_the_games_own_is_asked(name: str) -> None:
    game = lumarium.game(name)
    state = game.start(2, Chance(1))
    assert type(game.judgement) is Judgement
    assert game.judgement.appraise([state], state.legal(), 100, Chance(1)) is None
    assert game.judgement.search([state], state.legal(), Effort(100, 0.0), Chance(1)) is None


def test_every_level_plays_to_the_end_with_everybody(name: str) -> None:
    most = lumarium.game(name).players[-1]
    for shift in range(len(LEVELS)):
        levels = [LEVELS[(seat + shift) % len(LEVELS)] for seat in range(most)]
        assert played(name, levels, shift).over


def test_strong_beats_random(name: str) -> None:
    """In Hush there is one mistake to avoid, in Moths a plan to make."""
    assert share(name, "strong@200n", 30) > {"hush": 0.55, "moths": 0.8}[name]


@pytest.mark.parametrize("level", ["easy", "medium@200n"])
def test_a_glance_is_better_than_chance(level: str) -> None:
    assert share("moths", level, 20) > 0.65


def test_strong_does_not_pass_while_it_may_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    with visiting(monkeypatch):
        game = lumarium.game("hush")
        for seed in range(8):
            view = game.start(2, Chance(seed)).view(0)
            legal = [game.actions[index] for index in view.legal]
            assert new_bot("strong@600n").choose(view, legal, Chance(seed)).notation != "pass"


def test_a_plan_goes_through_both_decisions_of_a_turn() -> None:
    """Two and four are in hand and the left lantern bears three: lift the four, whatever is hidden."""
    game = lumarium.game("moths")
    state = game.start(2, Chance(2))
    for move in ("lift 1", "send left", "lift 2", "send left"):
        state.apply(game.actions.parse(move), Chance(2))
    held = state.view(0).hands[0]  # type: ignore[attr-defined]
    lantern = state.view(0).lanterns[0]  # type: ignore[attr-defined]
    (best,) = [slot for slot in range(2) if held[slot] + sum(lantern) == 7]
    position = Position.seen(state.view(0), Chance(3))
    values = plan(position.judgement, position.worlds(8), position.legal, 200, Chance(4))
    assert values[best] > values[1 - best]


def test_many_worlds_where_somebody_has_a_secret_and_one_where_nobody_has() -> None:
    worlds = Position.seen(lumarium.game("moths").start(2, Chance(1)).view(0), Chance(1)).worlds(WORLDS)
    hands = {world.view(1).hands[1] for world in worlds}  # type: ignore[attr-defined]
    assert len(worlds) == WORLDS
    assert len(hands) > 10
    assert len(Position.seen(lumarium.game("luminos").start(2, Chance(1)).view(0), Chance(1)).worlds(WORLDS)) == 1
