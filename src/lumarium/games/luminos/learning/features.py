"""Luminos for learners: the skies as planes of symbols, the tiles at hand, the sheets."""

from __future__ import annotations

from typing import Any, Final

from lumarium.games.luminos.meta import NAME, PLAYERS
from lumarium.games.luminos.options import Options
from lumarium.games.luminos.rules import imagine, scoring
from lumarium.games.luminos.rules.components import KIND, KINDS, START_CELLS, START_TILES, SYMBOLS
from lumarium.games.luminos.rules.indices import CELLS, DIRECTIONS, OVER, PHASES, WIDTH
from lumarium.games.luminos.rules.state import NOTHING, State
from lumarium.kernel.features import ONE, Features, away, shares, single, soft, tally
from lumarium.kernel.native import i32, i64, vec
from lumarium.kernel.parts import Part, scores_part, turn_part
from lumarium.kernel.state import State as KernelState

ROWS: Final = 24
"""No column gets longer: a sky of half the bag and the start tile, 35 cells, has at most 24 squares."""
MOST_ROWS: Final = 30
"""The farthest target row that an options file may name."""
SHAPES: Final = len(SYMBOLS)
MOST_COPIES: Final = 64
FULL: Final = 4
"""The most symbols on a cell."""
MOST_ENTERED: Final = FULL * FULL
"""The most symbols on the four cells of a square."""
QUARTERS: Final = shares(FULL, MOST_ENTERED)
TWENTY_FOURTHS: Final = shares(ROWS, ROWS)


class Starts:
    """Where the parts of the vector begin that a position fills."""

    def __init__(self, features: Features, players: int) -> None:
        self.turn: i64 = features.start(players, "turn")
        self.phase: i64 = features.start(players, "phase")
        self.telescope: i64 = features.start(players, "telescope")
        self.last_round: i64 = features.start(players, "last round")
        self.display: i64 = features.start(players, "display")
        self.bag: i64 = features.start(players, "bag")
        self.hand: i64 = features.start(players, "hand")
        self.placed: i64 = features.start(players, "placed")
        self.squares: i64 = features.start(players, "squares")
        self.start_tiles: i64 = features.start(players, "start tiles")
        self.skies: i64 = features.start(players, "skies")
        self.markers: i64 = features.start(players, "markers")
        self.sheet: i64 = features.start(players, "sheet")
        self.entries: i64 = features.start(players, "entries")
        self.scores: i64 = features.start(players, "scores")


class LuminosFeatures(Features):
    """What a seat of Luminos knows, as a vector."""

    def __init__(self) -> None:
        super().__init__(NAME)
        self.at = {players: Starts(self, players) for players in PLAYERS}

    def parts(self, players: int) -> list[Part]:
        kinds, most, tiles, ways = len(KINDS), PLAYERS[-1], len(START_TILES), len(DIRECTIONS)
        return [
            turn_part(players),
            Part(
                "phase",
                (len(PHASES) - 1,),
                0,
                1,
                "Start tile, take, place, mark, score; all zero when the game is over.",
            ),
            Part("telescope", (players,), 0, 1, "Who has the telescope."),
            Part(
                "last round",
                (1,),
                0,
                1,
                "Has somebody reached the target row? Not set where only the bag ends the game.",
            ),
            Part("display", (kinds,), 0, most, "How many tiles of each kind the display shows."),
            Part("bag", (kinds,), 0, MOST_COPIES, "How many tiles of each kind are in the bag."),
            Part("hand", (kinds,), 0, 1, "The tile in hand."),
            Part("placed", (WIDTH, WIDTH), 0, 1, "The cell of the tile just placed, the lowest row first."),
            Part(
                "squares",
                (ways,),
                0,
                1,
                "The completed squares that are not written yet: upper right, upper left, lower right, lower left.",
            ),
            Part("start tiles", (tiles,), 0, 1, "The start tiles that nobody has."),
            Part(
                "skies",
                (players, SHAPES, WIDTH, WIDTH),
                0,
                1,
                "The suns, moons and stars on each cell with the markers, in quarters; the lowest row first.",
            ),
            Part("markers", (players, SHAPES), 0, 1, "The unused markers: sun, moon, star."),
            Part("sheet", (players, SHAPES, ROWS), 0, FULL, "The entries of each column by row, in quarters."),
            Part("entries", (players, SHAPES), 0, 1, "How many entries each column has, in twenty-fourths."),
            scores_part(players),
            Part("target", (1,), 0, 1, "The target row, in thirtieths."),
            Part(
                "start shapes",
                (tiles, len(START_CELLS), SHAPES),
                0,
                1,
                "What each start tile shows, in quarters: by tile, by cell (corner, right, upper), by symbol.",
            ),
        ]

    def settle(self, players: int, options: Options, values: vec[i32]) -> None:
        shapes = self.start(players, "start shapes")
        values[self.start(players, "target")] = single(options.target_row(players) / MOST_ROWS)
        for number, tile in enumerate(options.start_tiles):
            for cell, kind in enumerate(tile):
                for symbol in range(SHAPES):
                    at = shapes + (number * len(START_CELLS) + cell) * SHAPES + symbol
                    values[at] = QUARTERS[scoring.count(scoring.SHOWN[KIND[kind]], symbol)]

    def fill(self, view: Any, values: vec[i32]) -> None:
        self.fill_from(imagine.complete(view), view.seat, values, 0)

    def fill_from(self, state: KernelState, seat: int, values: vec[i32], start: i64) -> None:
        assert isinstance(state, State)
        players: i64 = state.players
        own: i64 = seat
        at = self.at[state.players]
        turn = state.turn
        if turn is not None:
            values[start + at.turn + away(turn, own, players)] = ONE
        if state.phase != OVER:
            values[start + at.phase + state.phase] = ONE
        values[start + at.telescope + away(state.telescope, own, players)] = ONE
        if state.last_round:
            values[start + at.last_round] = ONE
        tally(state.display, len(KINDS), values, start + at.display)
        tally(state.bag, len(KINDS), values, start + at.bag)
        if state.hand != NOTHING:
            values[start + at.hand + state.hand] = ONE
        if state.cell != NOTHING:
            values[start + at.placed + state.cell] = ONE
        for direction in state.waiting:
            values[start + at.squares + direction] = ONE
        for tile in state.start_tiles:
            values[start + at.start_tiles + tile] = ONE
        other: i64
        for other in range(players):
            fill_sky(state, other, values, away(other, own, players), start, at)


def fill_sky(state: State, seat: i64, values: vec[i32], place: i64, start: i64, at: Starts) -> None:
    """What lies before one seat."""
    sky = state.skies[seat]
    cells: i64 = CELLS
    plane: i64 = start + at.skies + place * SHAPES * CELLS
    cell: i64
    for cell in state.filled[seat]:
        fill_cell(sky[cell], values, plane + cell, cells)
    symbol: i64
    value: i64
    for symbol in range(SHAPES):
        column_at = place * SHAPES + symbol
        if state.markers[seat][symbol] == NOTHING:
            values[start + at.markers + column_at] = ONE
        column = state.columns[seat][symbol]
        if column:
            values[start + at.entries + column_at] = TWENTY_FOURTHS[len(column)]
        row = start + at.sheet + column_at * ROWS
        for value in column:
            values[row] = QUARTERS[value]
            row += 1
    score = scoring.total(state.columns[seat], state.unused_markers(seat), state.target)
    values[start + at.scores + place] = soft(score)


def fill_cell(shown: i64, values: vec[i32], at: i64, cells: i64) -> None:
    """The symbols of one cell, each in its plane."""
    while shown:
        number = shown & scoring.MASK
        if number:
            values[at] = QUARTERS[number]
        shown >>= scoring.FIELD
        at += cells
