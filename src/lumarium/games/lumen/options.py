"""What a table may agree on before a game of Lumen."""

from __future__ import annotations

import msgspec


class Options(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Options of Lumen."""

    last_trick: bool = False
    """Show the trick before the current one. The rules forbid looking at finished tricks, so this is an aid."""
