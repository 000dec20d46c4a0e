"""First-game guides: what each game brings fits together, and fits its rules."""

from __future__ import annotations

from pathlib import Path

import pytest

import lumarium
from lumarium.kernel.catalogue import LANGUAGES
from lumarium.kernel.errors import LumariumError
from lumarium.kernel.game import Game
from lumarium.kernel.guide import Guide, has_guide, load_guide
from lumarium.kernel.record import Move
from lumarium.kernel.touch import TouchTree, action_at, paths, towards
from tests.house import HOUSE

GUIDED = [name for name in lumarium.games() if has_guide(lumarium.game(name))]
LONGEST_TEXT = 290
LONGEST_ASK = 110


@pytest.fixture(params=GUIDED)
def guide(request: pytest.FixtureRequest) -> Guide:
    return load_guide(lumarium.game(request.param))


def test_every_game_of_the_house_has_one() -> None:
    assert set(HOUSE) <= set(GUIDED)


def test_the_record_is_whole_and_of_the_current_rules(guide: Guide) -> None:
    game = lumarium.game(guide.record.header.game)
    assert guide.record.header.rules_version == game.rules_version
    match = guide.record.replay()
    assert match.record.dump() == guide.record.dump()
    assert all(isinstance(entry, Move) for entry in guide.record.entries)
    assert match.names
    assert 0 <= guide.seat < match.state.players


def test_steps_go_forward_and_every_move_is_the_learners(guide: Guide) -> None:
    moves = [step.at for step in guide.steps if step.move]
    assert [step.at for step in guide.steps] == sorted(step.at for step in guide.steps)
    assert len(set(moves)) == len(moves)
    assert all(guide.record.entries[at].seat == guide.seat for at in moves)
    assert 10 <= len(moves) <= 16 or guide.record.header.game not in HOUSE
    assert not guide.steps[0].move
    assert not guide.steps[-1].move
    for step, following in zip(guide.steps, guide.steps[1:], strict=False):
        assert not step.move or following.at > step.at, f"{step.name} would not be played"


def test_both_languages_say_the_same_steps(guide: Guide) -> None:
    names = [step.name for step in guide.steps]
    assert len(set(names)) == len(names)
    for lang in LANGUAGES:
        assert list(guide.words[lang]) == names
        for step in guide.steps:
            words = guide.words[lang][step.name]
            assert words.title
            assert 0 < len(words.text) <= LONGEST_TEXT, (lang, step.name, len(words.text))
            assert bool(words.do) == bool(words.instead) == step.move, (lang, step.name)
            assert len(words.do) <= LONGEST_ASK, (lang, step.name)


def test_every_wanted_path_is_in_the_scene_and_plays_the_move(guide: Guide) -> None:
    for step in guide.steps:
        match = guide.record.replay(at=step.at)
        if not step.move:
            continue
        view = match.view(guide.seat)
        action = match.game.actions.parse(guide.record.moves[step.at])
        tree = match.game.touch(view)
        wanted = list(paths(towards(tree, action.index)))
        pieces = {piece.id for piece in match.game.scene(view).pieces}
        assert wanted
        for path, index in wanted:
            assert index == action.index == action_at(tree, path)
            assert set(path) <= pieces


def test_towards_keeps_all_ways_to_one_action_and_nothing_else() -> None:
    tree: TouchTree = {"a": {"": 1, "b": 2}, "c": {"d": 3, "e": {"f": 2}}, "g": 2}
    assert towards(tree, 2) == {"a": {"b": 2}, "c": {"e": {"f": 2}}, "g": 2}
    assert towards(tree, 1) == {"a": {"": 1}}
    assert towards(tree, 9) == {}


class _Elsewhere:
    """A game of which only the folder matters."""

    name = "elsewhere"
    file = Game.file

    def __init__(self, folder: Path) -> None:
        self.folder = folder


def test_a_game_without_a_guide_says_so(tmp_path: Path) -> None:
    game = _Elsewhere(tmp_path)
    assert not has_guide(game)  # type: ignore[arg-type]
    with pytest.raises(LumariumError, match="elsewhere has no first-game guide"):
        load_guide(game)  # type: ignore[arg-type]


@pytest.mark.parametrize("plan", ["seat = 0", "seat = 0\nsteps = [{ name = 'a', at = 0, mvoe = true }]", "steps = ["])
def test_a_broken_plan_names_its_file(tmp_path: Path, plan: str) -> None:
    (tmp_path / "guide.toml").write_text(plan)
    with pytest.raises(LumariumError, match=r"guide\.toml of elsewhere cannot be used: ."):
        load_guide(_Elsewhere(tmp_path))  # type: ignore[arg-type]
