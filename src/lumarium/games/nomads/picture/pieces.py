"""Everything that lies on a Nomads table, piece by piece."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lumarium.games.nomads.rules.view import View
from lumarium.kernel.scene import Piece

from . import cards, players, ring
from .choices import choices


def pieces(view: View, lang: str, names: Sequence[str]) -> Iterator[Piece]:
    """All pieces, each with an id that it keeps through its life."""
    yield from ring.pieces(view, lang)
    yield from players.pieces(view, lang, names)
    yield from cards.pieces(view, lang, names)
    if view.seat is not None and view.seat == view.turn:
        yield from choices(view, lang)
