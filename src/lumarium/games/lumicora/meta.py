"""Facts about the game Lumicora."""

from __future__ import annotations

from typing import Final

NAME: Final = "lumicora"
PLAYERS: Final = range(2, 5)
RULES_VERSION: Final = 1
MINUTES: Final = 60
AGE: Final = 10
COMPLEXITY: Final = 4
"""For the first page: about how long it takes, from which age, and how much there is to learn, from 1 to 5. Our own
estimates, not those of a box."""
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
