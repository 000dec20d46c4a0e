"""Facts about the game Lumicora."""

from __future__ import annotations

from typing import Final

NAME: Final = "lumicora"
PLAYERS: Final = range(2, 5)
RULES_VERSION: Final = 1
ENGINE: Final = (
    "components",
    "indices",
    "terrain",
    "bag",
    "reef",
    "scoring",
    "table",
    "rounds",
    "start",
    "swaps",
    "laying",
    "turn",
    "state",
    "prospects",
    "turnplan",
    "glance",
    "futures",
    "judgement",
    "features",
)
"""The modules that are compiled where a C compiler is at hand."""
