"""Facts about the game Nomads."""

from __future__ import annotations

from typing import Final

NAME: Final = "nomads"
PLAYERS: Final = range(2, 6)
RULES_VERSION: Final = 1
MINUTES: Final = 60
AGE: Final = 10
COMPLEXITY: Final = 3
"""For the first page: about how long it takes, from which age, and how much there is to learn, from 1 to 5. Our own
estimates, not those of a box."""
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
