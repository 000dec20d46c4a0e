"""What a decision would bring, as pale pieces that are seen while one touches or looks at it.

A piece with the class `if-ID` is shown while the piece ID is touched or under the pointer. The same ghost serves all
decisions that would bring it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from lumarium.games.nomads.rules.components import letter_of
from lumarium.games.nomads.rules.outcome import Outcome, listeners, sleepers
from lumarium.games.nomads.rules.view import View
from lumarium.kernel.scene import Piece
from lumarium.kernel.stage import short

from .layout import FIELD_RADIUS, SPACE_RADIUS, around
from .preview import disc_symbol
from .ring import disc_place

HEARS = 31
"""From the middle of a stack to the badge of who would hear it: the corner above the number."""


class _Ghost(NamedTuple):
    id: str
    symbol: str
    x: float
    y: float


class Ghosts:
    """Collects what decisions would bring."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.asleep = sleepers(view)
        self.causes: dict[_Ghost, list[str]] = {}

    def add_discs(self, spaces: Iterable[int]) -> None:
        """In the set-up: the next disc on top of each of these columns."""
        view = self.view
        assert view.turn is not None
        adventurer = view.seats[view.turn].adventurer
        own = letter_of(adventurer) if adventurer else ""
        theirs = self.asleep if view.phase == "sleeper" else own
        mine = [disc for disc in view.reserve if disc[0] in theirs]
        for space in spaces:
            self._add_disc(f"space{space}", mine[0], space, len(view.columns[space]))

    def add_move(self, cause: str, origin: int, move: Outcome) -> None:
        """The space left bare, each disc where it would lie, who would listen where, and Lys if it would end there."""
        self._add(cause, _Ghost(f"bare{origin}", "nomads-bare", *around(origin, SPACE_RADIUS)))
        for disc, space, level in move.landings:
            self._add_disc(cause, disc, space, level)
        if move.last == self.view.lys:
            x, y = around(move.last, FIELD_RADIUS)
            self._add(cause, _Ghost("to-lys", "nomads-halo", x, y))
        self.add_listeners(cause, move.tops)

    def add_listeners(self, cause: str, tops: list[str]) -> None:
        """A badge at every tile that would be taken."""
        for space, letter in listeners(self.view, tops):
            x, y = around(space, FIELD_RADIUS)
            place = short(x + HEARS), short(y - HEARS)
            self._add(cause, _Ghost(f"hears{space}{letter}", f"nomads-badge-{letter}", *place))

    def pieces(self) -> Iterator[Piece]:
        """All ghosts, each with the decisions that would bring it."""
        for ghost, causes in self.causes.items():
            classes = " ".join(f"if-{cause}" for cause in causes)
            yield Piece(id=ghost.id, symbol=ghost.symbol, zone="ring", x=ghost.x, y=ghost.y, classes=classes)

    def _add_disc(self, cause: str, disc: str, space: int, level: int) -> None:
        x, y = disc_place(space, level, len(self.view.columns[space]))
        self._add(cause, _Ghost(f"ghost-{disc}{space}-{level}", disc_symbol(disc, self.asleep), x, y))

    def _add(self, cause: str, ghost: _Ghost) -> None:
        self.causes.setdefault(ghost, []).append(cause)
