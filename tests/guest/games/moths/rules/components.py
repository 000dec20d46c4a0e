"""What lies in the box of Moths, and what a table may agree on."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

NAME: Final = "moths"

VALUES: Final = (1, 2, 3, 4, 5)
COPIES: Final = 6
"""Moths of each weight."""
HAND: Final = 2
LANTERNS: Final = ("left", "right")
BEARS: Final = 7
"""The weight that a lantern bears, and at which it is taken."""


class Options(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Options of Moths."""

    turns: Literal[3, 5] = 3
    """How many turns everybody has."""

    gentle: bool = False
    """A lantern that falls costs nothing."""
