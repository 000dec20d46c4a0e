"""Drills: the position of a game of bots, and the same to try things out."""

from __future__ import annotations

import pytest

import lumarium
from lumarium import BadEdit, Chance, Study
from lumarium.review.drills import shipped
from tests.house import HOUSE


@pytest.mark.parametrize("name", HOUSE)
def test_a_drill_is_a_study_of_its_very_position_closed_to_its_seat(name: str) -> None:
    game = lumarium.game(name)
    assert shipped(name)
    for drill in shipped(name):
        luck = Chance(drill.seed)
        state = game.start(drill.players, luck)
        for index in drill.moves:
            state.step(index, luck)
        assert state.turn is not None
        study = drill.study(game)
        here = study.main_line()[-1]
        assert study.seat == state.turn
        assert here.view() == drill.view(game) == state.view(state.turn)
        assert [node.move for node in study.main_line()[1:]] == [game.actions[index].notation for index in drill.moves]
        best = next(iter(drill.outlooks))
        with pytest.raises(BadEdit):
            here.view((state.turn + 1) % drill.players)
        with pytest.raises(BadEdit):
            here.add(best)
        study.open()
        assert here.state.legal() == state.legal()
        assert here.add(best).depth == len(drill.moves) + 1
        assert Study.parse(study.dump()).dump() == study.dump()
