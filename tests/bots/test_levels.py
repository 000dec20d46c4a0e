"""The levels: legal, deterministic, within their budget, at once where nothing is to decide, blind to the truth."""

from __future__ import annotations

import ast
from pathlib import Path
from time import perf_counter

import pytest

import lumarium
from lumarium import Chance
from lumarium.arena.players import new_bot
from lumarium.arena.single import position_of
from lumarium.bots import of_the_house
from lumarium.bots.search.budget import Budget
from lumarium.bots.search.thinker import Thinker
from lumarium.bots.strong import StrongBot
from lumarium.kernel.errors import BadOptions
from lumarium.kernel.message import Message
from tests.bots.made import bring

LEVELS = ("easy", "medium@200n", "strong@300n", "swift", "master@60n")
TABLES = [
    (name, count)
    for name in lumarium.games()
    for count in (lumarium.game(name).players[0], lumarium.game(name).players[-1])
]
BOTS = Path(lumarium.__file__).parent / "bots"


@pytest.fixture(autouse=True)
def networks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Those who ask a network ask one that was made here."""
    bring(monkeypatch, tmp_path)


def positions(name: str, players: int, seed: str, every: int) -> list[lumarium.State]:
    """Positions of a random game, every so many decisions."""
    chance = Chance(seed)
    state = lumarium.game(name).start(players, chance)
    found = []
    number = 0
    while not state.over:
        if number % every == 0:
            found.append(state.clone())
        state.random_step(chance)
        number += 1
    return found


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_whole_games_are_legal_and_repeat(name: str, players: int, level: str, long: bool) -> None:
    game = lumarium.game(name)
    played: list[list[int]] = []
    for _ in range(2):
        chance, luck = Chance("level"), Chance("bot")
        state = game.start(players, chance)
        moves: list[int] = []
        bots = [new_bot(level if seat == 0 else "random") for seat in range(players)]
        while state.turn is not None and (long or len(moves) < 60):
            view = state.view(state.turn)
            action = bots[state.turn].choose(view, [game.actions[index] for index in view.legal], luck)
            state.apply(action, chance)
            moves.append(action.index)
        played.append(moves)
    assert played[0] == played[1]


def decided(level: str, state: lumarium.State, seed: int) -> int:
    """The level's decision as the arena asks for it, without a view."""
    bot, luck, seat = new_bot(level), Chance(seed), state.turn
    assert seat is not None
    assert of_the_house(bot)
    position = position_of(lumarium.game(state.game), state, seat, luck)
    position.legal = state.legal()
    return bot.decide(position, luck)


@pytest.mark.parametrize("name", lumarium.games())
@pytest.mark.parametrize("level", ["random", *LEVELS])
def test_the_truth_behind_the_view_changes_nothing(name: str, level: str) -> None:
    """And by either way, with a view or without, the decision is the same."""
    game = lumarium.game(name)
    for number, state in enumerate(positions(name, game.players[0], "truth", 17)[:8]):
        assert state.turn is not None
        other = game.imagine(state.view(state.turn), Chance(f"resampled {number}"))
        views = [each.view(state.turn) for each in (state, other)]
        choices = [
            new_bot(level).choose(view, [game.actions[index] for index in view.legal], Chance(number)) for view in views
        ]
        assert choices[0] is choices[1]
        assert [decided(level, each, number) for each in (state, other)] == [choices[0].index] * 2


def test_only_bots_of_the_house_do_without_a_view() -> None:
    class Own(StrongBot):
        """Somebody else's, whatever it inherits."""

    assert all(of_the_house(new_bot(level)) for level in ("random", *LEVELS))
    assert not of_the_house(Own())


@pytest.mark.parametrize("level", LEVELS)
def test_a_single_legal_action_needs_no_thought(level: str) -> None:
    class Blind:
        """Not even a view: it must not be looked at."""

    game = lumarium.game("luminos")
    only = [game.actions[3]]
    assert new_bot(level).choose(Blind(), only, Chance(0)) is only[0]  # type: ignore[arg-type]


@pytest.mark.parametrize("name", lumarium.games())
@pytest.mark.parametrize("level", LEVELS)
def test_candidates_explain_themselves(name: str, level: str) -> None:
    game = lumarium.game(name)
    bot = new_bot(level)
    assert isinstance(bot, Thinker)
    for state in positions(name, game.players[-1], "explained", 23)[:6]:
        assert state.turn is not None
        view = state.view(state.turn)
        candidates = bot.explain(view, Chance(1))
        assert 1 <= len(candidates) <= min(5, len(view.legal))
        assert [each.outlook for each in candidates] == sorted((each.outlook for each in candidates), reverse=True)
        for each in candidates:
            assert each.action.index in view.legal
            english, german = each.reason.render("en"), each.reason.render("de")
            assert english
            assert german
            assert "{" not in english + german


def test_time_is_kept() -> None:
    game = lumarium.game("lumen")
    state = game.start(3, Chance("time"))  # a first bid: nothing is so clear that the search would end early
    view = state.view(state.turn)
    bot = StrongBot(Budget(seconds=0.3))
    begun = perf_counter()
    bot.choose(view, [game.actions[index] for index in view.legal], Chance(0))
    assert perf_counter() - begun > 0.2  # how much more it may be is measured in bench/, not asserted


@pytest.mark.parametrize("text", ["", "1", "s", "-1s", "0s", "0n", "1.5n", "nans", "infs", "1e9s", "5x", "n"])
def test_bad_budgets_are_refused(text: str) -> None:
    with pytest.raises(BadOptions, match="no budget"):
        Budget.parse(text)


def test_a_bot_without_thoughts_takes_no_budget() -> None:
    with pytest.raises(BadOptions, match="takes no budget"):
        new_bot("random@1s")
    assert Message("kernel", "reason.best").render("de") == "sieht am besten aus"


def test_no_bot_module_gets_at_a_state_but_by_imagining() -> None:
    """`imagine` is called in one place; nothing in bots/ starts a game, replays a record, or knows a Match."""
    calls = []
    for path in sorted(BOTS.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr in ("imagine", "suppose", "start", "begin", "complete"):
                calls.append((path.stem, node.attr))
            if isinstance(node, ast.ImportFrom) and node.module:
                assert not node.module.endswith((".match", ".record", ".luck")), path
                assert not node.module.startswith(("lumarium.arena", "lumarium.server", "lumarium.games")), path
            if isinstance(node, ast.Import):
                assert not any(name.name.startswith("lumarium") for name in node.names), path
    assert calls == [("thinker", "imagine")]
