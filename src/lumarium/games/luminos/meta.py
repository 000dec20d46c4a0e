"""Facts about the game Luminos."""

from __future__ import annotations

from typing import Final

NAME: Final = "luminos"
PLAYERS: Final = range(2, 5)
RULES_VERSION: Final = 1
