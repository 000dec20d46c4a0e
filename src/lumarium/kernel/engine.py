"""Which engine runs: this module is compiled with the others, or it is not."""

from __future__ import annotations

from typing import Final

compiled: Final = not __file__.endswith(".py")
"""Does the compiled engine run?"""
