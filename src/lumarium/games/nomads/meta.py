"""Facts about the game Nomads."""

from __future__ import annotations

from typing import Final

NAME: Final = "nomads"
PLAYERS: Final = range(2, 6)
RULES_VERSION: Final = 1
ENGINE: Final = (
    "rules/components",
    "rules/indices",
    "rules/scoring",
    "rules/table",
    "rules/moon",
    "rules/rounds",
    "rules/setup",
    "rules/moving",
    "rules/writing",
    "rules/state",
    "rules/imagine",
    "rules/symmetry",
    "bots/prospects",
    "bots/glance",
    "bots/turnplan",
    "bots/futures",
    "bots/judgement",
    "learning/features",
)
"""The modules that are compiled where a C compiler is at hand."""
