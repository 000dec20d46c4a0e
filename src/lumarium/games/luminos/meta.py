"""Facts about the game Luminos."""

from __future__ import annotations

from typing import Final

NAME: Final = "luminos"
PLAYERS: Final = range(2, 5)
RULES_VERSION: Final = 1
MINUTES: Final = 30
AGE: Final = 8
COMPLEXITY: Final = 2
"""For the first page: about how long it takes, from which age, and how much there is to learn, from 1 to 5. Our own
estimates, not those of a box."""
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
