"""Pixels: the rasteriser, which knows only some of CSS, draws what a browser draws."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from lumarium import Record
from lumarium.adapters.drawing import PIXELS, WIDTH, pixels
from tests.house import HOUSE

GOLDEN = Path(__file__).parents[1] / "golden"
HIDDEN = re.compile(r" (if-\S+|way|rite|flare|reward) ")
"""Classes that the sheets hide, by rules that a rasteriser cannot read, until something is touched."""


@pytest.mark.skipif(not PIXELS, reason="no rasteriser is installed")
@pytest.mark.parametrize("name", HOUSE)
def test_texts_stand_where_the_sheet_moves_them(name: str) -> None:
    match = Record.load(next(GOLDEN.glob(f"{name}*.jsonl"))).replay()
    picture = match.game.scene(match.view(0)).svg()
    unmoved, texts = re.subn(r'(<text dy=".35em") transform="[^"]*"', r"\1", picture)
    assert texts > 3
    drawn = pixels(picture)
    assert drawn.shape[1:] == (WIDTH, 3)
    assert (np.abs(drawn.astype(int) - pixels(unmoved)) > 60).any(axis=2).sum() > 10 * texts


@pytest.mark.parametrize("name", ["lumen", "lumicora", "nomads"])
def test_what_waits_for_a_touch_is_not_drawn(name: str) -> None:
    hidden = 0
    for match in Record.load(next(GOLDEN.glob(f"{name}*.jsonl"))).walk():
        scene = match.game.scene(match.view(match.state.turn or 0))
        waiting = {piece.id for piece in scene.pieces if HIDDEN.search(f" {piece.classes} ")}
        assert waiting.isdisjoint(re.findall(r'data-piece="([^"]+)"', scene.svg()))
        hidden += len(waiting)
    assert hidden
