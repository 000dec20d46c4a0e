"""Facts about the game Lumicora."""

from __future__ import annotations

from typing import Final

NAME: Final = "lumicora"
PLAYERS: Final = range(2, 5)
RULES_VERSION: Final = 1
