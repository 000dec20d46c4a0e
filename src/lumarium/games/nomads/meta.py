"""Facts about the game Nomads."""

from __future__ import annotations

from typing import Final

NAME: Final = "nomads"
PLAYERS: Final = range(2, 6)
RULES_VERSION: Final = 1
ENGINE: Final = (
    "components",
    "indices",
    "scoring",
    "table",
    "moon",
    "turns",
    "setup",
    "moving",
    "writing",
    "state",
    "prospects",
    "glance",
    "turnplan",
    "futures",
    "judgement",
    "features",
)
"""The modules that are compiled where a C compiler is at hand."""
