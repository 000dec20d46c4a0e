"""Touch paths: a tree of pieces in which every legal move is spelled."""

from __future__ import annotations

import pytest

import lumarium
from lumarium import Chance, IllegalAction
from lumarium.kernel.touch import TouchTree, action_at, paths, wire

TREE: TouchTree = {"card": {"left": 1, "right": {"up": 2, "": 3}}, "bag": 4}


def test_every_path_is_listed() -> None:
    spelled = {("card", "left"): 1, ("card", "right", "up"): 2, ("card", "right"): 3, ("bag",): 4}
    assert dict(paths(TREE)) == spelled
    for path, index in spelled.items():
        assert action_at(TREE, path) == index


@pytest.mark.parametrize(
    ("path", "complaint"),
    [
        ((), "does not yet spell a whole move"),
        (("card",), "card does not yet spell"),
        (("card", "below"), "“below” .touch 2. leads to no legal move"),
        (("bag", "bag"), "“bag” .touch 2."),
        (("card", "right", ""), "“” .touch 3."),
    ],
)
def test_other_paths_are_refused(path: tuple[str, ...], complaint: str) -> None:
    with pytest.raises(IllegalAction, match=complaint):
        action_at(TREE, path)


def test_the_wire_form_lists_leaves() -> None:
    assert wire(TREE) == {"card": {"left": [], "right": ["up", ""]}, "bag": []}


def test_an_illegal_action_has_no_path() -> None:
    state = lumarium.game("luminos").start(2, Chance(1))
    with pytest.raises(IllegalAction, match="“done” cannot be played in this scene"):
        state.actions.parse("done").touch(state.view(0))
