"""What a seat may know of a game of Luminos: all but what the bag gives next (LS-34)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, SupportsIndex

import msgspec

from lumarium.games.luminos.options import Options
from lumarium.kernel.message import Message
from lumarium.kernel.view import View as KernelView

from .components import KINDS, START_CELLS, SYMBOLS
from .indices import DIRECTIONS, PHASES, x_of, y_of
from .scoring import origins

if TYPE_CHECKING:
    from .state import State


class Cell(msgspec.Struct, frozen=True, gc=False):
    """An occupied cell of a sky: its tile, the markers on it, and whether it belongs to the start tile."""

    x: int
    y: int
    tile: str
    markers: str = ""
    start: bool = False
    slot: int | None = None
    """Where it lay in the display of its round; None if it came from the bag."""


class Sky(msgspec.Struct, frozen=True, gc=False):
    """What lies before one player: the cells in the order in which they were filled, unused markers, the sheet."""

    cells: tuple[Cell, ...]
    markers: str
    suns: tuple[int, ...]
    moons: tuple[int, ...]
    stars: tuple[int, ...]

    @property
    def columns(self) -> list[list[int]]:
        """The three columns of the sheet, in the order sun, moon, star."""
        return [list(self.suns), list(self.moons), list(self.stars)]


class View(KernelView, frozen=True, kw_only=True):
    """Luminos as one seat knows it."""

    options: Options
    phase: str
    """"start", "take", "place", "mark", "score" or "over"."""
    round: int
    telescope: int
    target: int
    last_round: bool
    display: tuple[str | None, ...]
    """By slot; None where the tile has been taken."""
    bag: dict[str, int]
    """What is in the bag, by kind: public by subtraction."""
    hand: str | None
    slot: int | None
    """Where the tile in hand lay in the display; None if it came from the bag."""
    placed: tuple[int, int] | None
    """The cell of the tile just placed, while markers or squares are decided."""
    squares: tuple[str, ...]
    """The completed squares that still wait, as directions from the tile just placed."""
    start_tiles: tuple[int, ...]
    """The start tiles that nobody has, numbered from 1."""
    skies: tuple[Sky, ...]

    def points(self, seat: SupportsIndex) -> list[tuple[Message, int]]:
        """Where a seat's points come from."""
        sky = self.skies[self.check_player(seat)]
        return origins(sky.columns, len(sky.markers), self.target)


def view_of(state: State, seat: int | None) -> View:
    """The view of a seat, or with None of a spectator."""
    bag: dict[str, int] = {}
    for kind in state.bag:
        bag[KINDS[kind]] = bag.get(KINDS[kind], 0) + 1
    return View(
        game=state.game,
        players=state.players,
        seat=seat,
        turn=state.turn,
        legal=tuple(state.legal()) if seat == state.turn else (),
        options=state.options,
        phase=PHASES[state.phase],
        round=state.round,
        telescope=state.telescope,
        target=state.target,
        last_round=state.last_round,
        display=tuple(None if kind < 0 else KINDS[kind] for kind in state.display),
        bag=bag,
        hand=None if state.hand < 0 else KINDS[state.hand],
        slot=None if state.slot < 0 else state.slot,
        placed=None if state.cell < 0 else (x_of(state.cell), y_of(state.cell)),
        squares=tuple(DIRECTIONS[direction] for direction in state.waiting),
        start_tiles=tuple(tile + 1 for tile in state.start_tiles),
        skies=tuple(_sky(state, owner) for owner in range(state.players)),
        scores=tuple(state.scores),
        ranking=tuple(state.ranking),
        ending=state.ending,
    )


@lru_cache(maxsize=1 << 14)
def _cell(cell: int, kind: int, marked: str, start: bool, slot: int) -> Cell:
    return Cell(x_of(cell), y_of(cell), KINDS[kind], marked, start, None if slot < 0 else slot)


def _sky(state: State, seat: int) -> Sky:
    markers = state.markers[seat]
    cells = []
    laid = zip(state.filled[seat], state.tiles[seat], state.slots[seat], strict=True)
    for place, (cell, kind, slot) in enumerate(laid):
        marked = "".join(SYMBOLS[symbol] for symbol in range(3) if markers[symbol] == cell) if cell in markers else ""
        cells.append(_cell(cell, kind, marked, place < len(START_CELLS), slot))
    unused = "".join(SYMBOLS[symbol] for symbol in range(3) if markers[symbol] < 0)
    suns, moons, stars = state.columns[seat]
    return Sky(tuple(cells), unused, tuple(suns), tuple(moons), tuple(stars))
