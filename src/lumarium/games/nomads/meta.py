"""Facts about the game Nomads."""

from __future__ import annotations

from typing import Final

NAME: Final = "nomads"
PLAYERS: Final = range(2, 6)
RULES_VERSION: Final = 1
