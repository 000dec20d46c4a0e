"""Pictures come from our own scene code: each one is what its record draws today."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bench import pictures
from tests.house import HOUSE

ROOT = Path(__file__).parents[2]
AGAIN = "python -m bench.pictures, and look at what it draws"


@pytest.mark.parametrize("name", pictures.WORKED)
def test_the_pictures_are_current(name: str) -> None:
    for file, text in pictures.boards(name).items():
        assert (pictures.IMAGES / file).read_text(encoding="utf-8") == text, AGAIN


@pytest.mark.parametrize("name", pictures.WORKED)
def test_the_worked_move_is_what_the_record_says(name: str) -> None:
    assert f"{pictures.BEGIN}\n{pictures.table(name)}\n{pictures.END}" in pictures.page(name).read_text("utf-8"), AGAIN


def test_every_game_of_the_house_has_its_pictures() -> None:
    drawn = {path.name for path in pictures.IMAGES.glob("*.svg")}
    assert drawn == {f"{name}{part}.svg" for name in HOUSE for part in ("", "-after")}
    assert set(pictures.WORKED) == set(HOUSE)


def test_pictures_are_there_and_small() -> None:
    shown = set()
    for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        text = re.sub(r"`[^`\n]*`", "", page.read_text(encoding="utf-8"))
        for link in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text):
            picture = (page.parent / link).resolve()
            assert picture.is_file(), f"{page.name}: {link}"
            assert picture.stat().st_size < 170_000, picture.name
            shown.add(picture.name)
    kept = {path.name for path in pictures.IMAGES.iterdir() if path.suffix != ".jsonl"}
    assert kept == shown
