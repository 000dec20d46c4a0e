"""Facts about the game Lumicora."""

from __future__ import annotations

from typing import Final

NAME: Final = "lumicora"
PLAYERS: Final = range(2, 5)
RULES_VERSION: Final = 1
ENGINE: Final = (
    "rules/components",
    "rules/indices",
    "rules/terrain",
    "rules/bag",
    "rules/reef",
    "rules/scoring",
    "rules/table",
    "rules/rounds",
    "rules/setup",
    "rules/swaps",
    "rules/laying",
    "rules/turn",
    "rules/state",
    "rules/imagine",
    "bots/prospects",
    "bots/turnplan",
    "bots/glance",
    "bots/futures",
    "bots/judgement",
    "learning/features",
)
"""The modules that are compiled where a C compiler is at hand."""
