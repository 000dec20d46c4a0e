"""Luminos for learners: the skies as planes of symbols, the tiles at hand, the sheets."""

from __future__ import annotations

from typing import Any, Final

from lumarium.kernel.features import Features, Part, scores_part, soft, tally, turn_part
from lumarium.kernel.native import i64, vec
from lumarium.kernel.state import State as KernelState

from . import imagine, scoring
from .components import KIND, KINDS, START_CELLS, START_TILES, SYMBOLS
from .indices import CELLS, DIRECTIONS, OVER, PHASES, WIDTH
from .meta import NAME, PLAYERS
from .options import Options
from .state import NOTHING, State

ROWS: Final = 24
"""No column gets longer: a sky of half the bag and the start tile, 35 cells, has at most 24 squares."""
MOST_ROWS: Final = 30
"""The farthest target row that an options file may name."""
SHAPES: Final = len(SYMBOLS)
MOST_COPIES: Final = 64
FULL: Final = 4.0
"""The most symbols on a cell."""


class LuminosFeatures(Features):
    """What a seat of Luminos knows, as a vector."""

    def __init__(self) -> None:
        super().__init__(NAME)

    def parts(self, players: int) -> list[Part]:
        kinds, most, tiles, ways = len(KINDS), PLAYERS[-1], len(START_TILES), len(DIRECTIONS)
        return [
            turn_part(players),
            Part("phase", (len(PHASES) - 1,), 0, 1, "What is being decided; all zero when the game is over."),
            Part("telescope", (players,), 0, 1, "Who has the telescope."),
            Part("last round", (1,), 0, 1, "Has somebody reached the target row?"),
            Part("display", (kinds,), 0, most, "How many tiles of each kind the display shows."),
            Part("bag", (kinds,), 0, MOST_COPIES, "How many tiles of each kind are in the bag."),
            Part("hand", (kinds,), 0, 1, "The tile in hand."),
            Part("placed", (WIDTH, WIDTH), 0, 1, "The cell of the tile just placed, the lowest row first."),
            Part("squares", (ways,), 0, 1, "The squares that wait: upper right, upper left, lower right, lower left."),
            Part("start tiles", (tiles,), 0, 1, "The start tiles that nobody has."),
            Part(
                "skies",
                (players, SHAPES, WIDTH, WIDTH),
                0,
                1,
                "The suns, moons and stars on each cell with the markers, in quarters; the lowest row first.",
            ),
            Part("markers", (players, SHAPES), 0, 1, "The unused markers."),
            Part("sheet", (players, SHAPES, ROWS), 0, FULL, "The entries of each column by row, in quarters."),
            Part("entries", (players, SHAPES), 0, 1, "How many entries each column has, in twenty-fourths."),
            scores_part(players),
            Part("target", (1,), 0, 1, "The target row, in thirtieths."),
            Part("start shapes", (tiles, len(START_CELLS), SHAPES), 0, 1, "What each start tile shows, in quarters."),
        ]

    def settle(self, players: int, options: Options, values: vec[float]) -> None:
        target, shapes, _ = self.starts(players)[-3:]
        values[target] = options.target_row(players) / MOST_ROWS
        for number, tile in enumerate(options.start_tiles):
            for cell, kind in enumerate(tile):
                for symbol in range(SHAPES):
                    at = shapes + (number * len(START_CELLS) + cell) * SHAPES + symbol
                    values[at] = scoring.count(scoring.SHOWN[KIND[kind]], symbol) / FULL

    def fill(self, view: Any, values: vec[float]) -> None:
        self.fill_from(imagine.complete(view), view.seat, values)

    def fill_from(self, state: KernelState, seat: int, values: vec[float]) -> None:
        assert isinstance(state, State)
        players = state.players
        starts = self.starts(players)
        turn, phase, telescope, last_round, display, bag, hand, placed, squares, start_tiles = starts[:10]
        if state.turn is not None:
            values[turn + (state.turn - seat) % players] = 1.0
        if state.phase != OVER:
            values[phase + state.phase] = 1.0
        values[telescope + (state.telescope - seat) % players] = 1.0
        if state.last_round:
            values[last_round] = 1.0
        tally(state.display, len(KINDS), values, display)
        tally(state.bag, len(KINDS), values, bag)
        if state.hand != NOTHING:
            values[hand + state.hand] = 1.0
        if state.cell != NOTHING:
            values[placed + state.cell] = 1.0
        for direction in state.waiting:
            values[squares + direction] = 1.0
        for tile in state.start_tiles:
            values[start_tiles + tile] = 1.0
        for place in range(players):
            self.fill_sky(state, (seat + place) % players, values, place, starts[10:15])

    def fill_sky(self, state: State, seat: int, values: vec[float], place: i64, starts: list[int]) -> None:
        """What lies before one seat."""
        skies, markers, sheet, entries, scores = starts
        sky = state.skies[seat]
        cells: i64 = CELLS
        plane: i64 = skies + place * SHAPES * CELLS
        cell: i64
        for cell in state.filled[seat]:
            fill_cell(sky[cell], values, plane + cell, cells)
        symbol: i64
        for symbol in range(SHAPES):
            at: i64 = place * SHAPES + symbol
            if state.markers[seat][symbol] == NOTHING:
                values[markers + at] = 1.0
            column = state.columns[seat][symbol]
            if column:
                values[entries + at] = float(len(column)) / ROWS
            row: i64 = sheet + at * ROWS
            for value in column:
                values[row] = float(value) / FULL
                row += 1
        values[scores + place] = soft(scoring.total(state.columns[seat], state.unused_markers(seat), state.target))


def fill_cell(shown: i64, values: vec[float], at: i64, cells: i64) -> None:
    """The symbols of one cell, each in its plane."""
    while shown:
        number = shown & scoring.MASK
        if number:
            values[at] = float(number) / FULL
        shown >>= scoring.FIELD
        at += cells
