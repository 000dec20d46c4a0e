"""Lets the toy Hush in for a while, as a game in a folder that LUMARIUM_GAMES names."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest

import lumarium
import lumarium.kernel.catalogue as catalogue
import lumarium.kernel.registry as registry
import lumarium.kernel.svg as svg

TOYS = Path(__file__).parent / "toys"


def forget(name: str) -> None:
    """As if nobody had ever asked for the game."""
    package = sys.modules["lumarium.games"]
    package.__path__ = [path for path in package.__path__ if Path(path).name == "games"]
    sys.modules.pop(f"lumarium.games.{name}", None)
    registry._loaded.pop(name, None)
    for kept in (*vars(catalogue).values(), *vars(svg).values()):
        if hasattr(kept, "cache_clear"):
            kept.cache_clear()


@contextmanager
def visiting(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The toy's module."""
    monkeypatch.setenv("LUMARIUM_GAMES", os.pathsep.join([os.environ["LUMARIUM_GAMES"], str(TOYS)]))
    assert "hush" in lumarium.games()
    lumarium.game("hush")
    yield sys.modules["lumarium.games.hush"]
    forget("hush")
