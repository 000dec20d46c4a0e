"""Facts about the game Lumen."""

from __future__ import annotations

from typing import Final

NAME: Final = "lumen"
PLAYERS: Final = range(3, 6)
RULES_VERSION: Final = 1
MINUTES: Final = 45
AGE: Final = 10
COMPLEXITY: Final = 3
"""For the first page: about how long it takes, from which age, and how much there is to learn, from 1 to 5. Our own
estimates, not those of a box."""
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
    "bots/playouts",
    "bots/reasons",
    "bots/judgement",
    "bots/coach",
    "learning/features",
)
"""The modules that are compiled where a C compiler is at hand."""
