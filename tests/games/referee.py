"""What the position builders of all games share."""

from __future__ import annotations

import pytest

from lumarium import Action, Chance, IllegalAction, State
from lumarium.conformance.case import everything as views


def refused(state: State, action: Action, lang: str = "en") -> str:
    """The action is illegal by both doors and changes nothing; gives the reason in words."""
    before = everything(state)
    assert action not in state.legal_actions()
    with pytest.raises(IllegalAction):
        state.step(action.index, Chance(0))
    with pytest.raises(IllegalAction) as caught:
        state.apply(action, Chance(0))
    assert everything(state) == before
    return caught.value.describe(lang)


def everything(state: State) -> list[object]:
    """All that anybody sees, and every piece."""
    return [*views(state), state.census()]
