"""Pictures come from our own scene code: each one is what its record draws today."""

from __future__ import annotations

from pathlib import Path

import pytest

import lumarium
from lumarium import Record

ROOT = Path(__file__).parents[2]
IMAGES = ROOT / "docs" / "images"
SHOWN = {
    "lumen": ("tests/golden/lumen-4.jsonl", 30),
    "lumicora": ("tests/golden/lumicora-A-dark.jsonl", 120),
    "luminos": ("docs/images/luminos.jsonl", 60),
    "nomads": ("tests/golden/nomads-red.jsonl", 70),
}
"""The record behind each picture, and after how many moves it was taken, as the seat to move sees it."""


@pytest.mark.parametrize("name", SHOWN)
def test_the_picture_is_current(name: str) -> None:
    """If this fails: lumarium replay RECORD --at N --seat S --svg docs/images/NAME.svg, and look at it."""
    record, at = SHOWN[name]
    match = Record.load(ROOT / record).replay(at)
    scene = match.game.scene(match.view(match.state.turn), "en", match.names)
    assert (IMAGES / f"{name}.svg").read_text(encoding="utf-8") == scene.svg()


def test_every_game_has_its_picture() -> None:
    assert {path.stem for path in IMAGES.glob("*.svg")} == set(SHOWN) == set(lumarium.games())
