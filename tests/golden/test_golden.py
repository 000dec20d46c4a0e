"""Whole games that were played under these rules. Dropping a record into this folder adds a test.

A change that breaks one of them changes the rules: raise the game's rules_version and play new ones.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from lumarium import Record
from tests.house import HOUSE

RECORDS = sorted(Path(__file__).parent.glob("*.jsonl"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_golden(path: Path) -> None:
    match = Record.load(path).replay()
    assert match.over
    assert match.record.dump() == path.read_bytes()


def test_no_game_of_the_house_lacks_a_golden_one() -> None:
    assert {Record.load(path).header.game for path in RECORDS} == set(HOUSE)
