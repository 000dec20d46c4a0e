"""Pictures come from our own scene code: each one is what its record draws today."""

from __future__ import annotations

from pathlib import Path

import pytest

from lumarium import Record

IMAGES = Path(__file__).parents[2] / "docs" / "images"
SHOWN = {"luminos": 60}
"""After how many moves of docs/images/<name>.jsonl the picture was taken, seen by the seat to move."""


@pytest.mark.parametrize("name", SHOWN)
def test_the_picture_is_current(name: str) -> None:
    """If this fails: lumarium replay docs/images/NAME.jsonl --at N --seat S --svg docs/images/NAME.svg"""
    match = Record.load(IMAGES / f"{name}.jsonl").replay(SHOWN[name])
    scene = match.game.scene(match.view(match.state.turn), "en", match.names)
    assert (IMAGES / f"{name}.svg").read_text(encoding="utf-8") == scene.svg()


def test_every_picture_is_checked() -> None:
    assert {path.stem for path in IMAGES.glob("*.svg")} == set(SHOWN)
