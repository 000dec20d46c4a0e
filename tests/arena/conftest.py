"""What the tests of the arena share."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from lumarium.arena import spreading
from tests.cli.conftest import command

__all__ = ("command",)


LOST = """
class Lost:
    def choose(self, view, legal, chance):
        raise ValueError("no idea")
"""


@pytest.fixture
def lost(tmp_path: Path) -> str:
    """A bot that never decides."""
    (tmp_path / "lost.py").write_text(LOST)
    return f"{tmp_path / 'lost.py'}:Lost"


@pytest.fixture
def stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody presses Ctrl-C as soon as the first games are played."""
    play_part = spreading.play_part

    def and_stop(*given: Any) -> spreading.Part:
        part = play_part(*given)
        os.kill(os.getpid(), signal.SIGINT)
        return part

    monkeypatch.setattr(spreading, "play_part", and_stop)
