"""Facts about the game Luminos."""

from __future__ import annotations

from typing import Final

NAME: Final = "luminos"
PLAYERS: Final = range(2, 5)
RULES_VERSION: Final = 1
ENGINE: Final = (
    "rules/components",
    "rules/indices",
    "rules/scoring",
    "rules/state",
    "rules/imagine",
    "bots/prospects",
    "bots/turnplan",
    "bots/futures",
    "bots/judgement",
    "learning/features",
)
"""The modules that are compiled where a C compiler is at hand."""
