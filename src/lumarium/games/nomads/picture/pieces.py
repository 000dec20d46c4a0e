"""Everything that lies on a Nomads table, piece by piece."""

from __future__ import annotations

from collections.abc import Sequence

from lumarium.games.nomads.rules.view import View
from lumarium.kernel.scene import Piece

from . import cards, players, ring
from .choices import choices


def pieces(view: View, lang: str, names: Sequence[str]) -> list[Piece]:
    """All pieces, each with an id that it keeps through its life."""
    found: list[Piece] = []
    found += ring.pieces(view, lang)
    found += players.pieces(view, lang, names)
    found += cards.pieces(view, lang, names)
    if view.seat is not None and view.seat == view.turn:
        found += choices(view, lang)
    return found
