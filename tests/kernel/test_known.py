"""What can be known, in words: chances as people say them, and lists that hold lists."""

from __future__ import annotations

import pytest

import lumarium
from lumarium.kernel.insight import told_apart
from lumarium.kernel.known import Teller
from lumarium.kernel.message import Message


@pytest.mark.parametrize(
    ("ways", "of", "said"),
    [
        (1, 8, "13 %"),
        (3, 8, "38 %"),
        (1, 40, "3 %"),
        (57, 200, "29 %"),
        (1, 3, "33 %"),
        (1, 200, "1 %"),
        (1, 201, "unter 1 %"),
        (199, 200, "über 99 %"),
        (0, 5, "0 %"),
        (5, 5, "100 %"),
    ],
)
def test_halves_are_rounded_up_and_only_what_is_certain_is_called_so(ways: int, of: int, said: str) -> None:
    assert Teller(lumarium.game("luminos"), "de", (), pictured=False).percent(ways / of) == said


def test_several_things_that_are_lists_are_told_apart() -> None:
    parts = [Message("luminos", "reason.entry", value=value, symbols="SM") for value in (2, 1)]
    assert told_apart(parts).render("de") == "2 für Sonne, Mond; 1 für Sonne, Mond"
    assert told_apart(parts[:1]) == parts[0]
