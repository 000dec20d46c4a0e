"""Facts about the game Lumen."""

from __future__ import annotations

from typing import Final

NAME: Final = "lumen"
PLAYERS: Final = range(3, 6)
RULES_VERSION: Final = 1
ENGINE: Final = (
    "rules/components",
    "rules/indices",
    "rules/scoring",
    "rules/state",
    "rules/worlds",
    "rules/imagine",
    "rules/symmetry",
    "bots/deal",
    "bots/knowledge",
    "bots/reasons",
    "bots/judgement",
    "learning/features",
)
"""The modules that are compiled where a C compiler is at hand."""
