"""Luminos as arrays: the rules of rules/state.py over skies of small numbers, a million games at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import jax.numpy as jnp
import numpy as np

from lumarium.games.luminos.options import Options
from lumarium.games.luminos.rules.components import (
    KIND,
    KINDS,
    MARKER_POINTS,
    MOST_SYMBOLS,
    START_CELLS,
    START_TILES,
    SYMBOLS,
    TARGET_POINTS,
)
from lumarium.games.luminos.rules.indices import (
    DIRECTIONS,
    DONE,
    MARK,
    MARKING,
    OVER,
    PICK_START,
    PLACE,
    PLACING,
    SCORE,
    SCORING,
    STEPS,
    TAKE,
    TAKE_BAG,
    TAKING,
    WIDTH,
    cell_at,
)
from lumarium.kernel.arrays import (
    NOBODY,
    Array,
    Arrays,
    Luck,
    all_of,
    any_of,
    at,
    choose,
    from_seat,
    one_hot,
    places_by,
    rarely,
    smallest,
    soft,
    summed,
    total,
    up_to,
)

from .features import ROWS

if TYPE_CHECKING:
    from lumarium.kernel.game import Game

NOTHING = -1
SHAPES = len(SYMBOLS)

# The symbols on a cell are one small number, a digit for each of them; 0 is an empty cell.
DIGIT = MOST_SYMBOLS + 1
ONES = np.array([DIGIT**symbol for symbol in range(SHAPES)])
SHOWN = np.array([sum(ONES[SYMBOLS.index(letter)] for letter in kind) for kind in KINDS])
"""By kind of tile."""

SIDES = np.array([(dx, 0) for dx, _ in STEPS] + [(0, dy) for _, dy in STEPS] + list(STEPS))
"""The cells of the four squares around one, as steps: first those beside it, then those above or below, then the
corners."""
TWENTY_FOURTHS = np.array([number / ROWS for number in range(ROWS + 1)], np.float32)


class State(NamedTuple):
    """A position; skies and sheets are by seat."""

    phase: Array
    turn: Array
    telescope: Array
    last_round: Array
    bag: Array
    """How many tiles of each kind."""
    display: Array
    """The same of the tiles laid out."""
    hand: Array
    """The kind of the tile in hand, or NOTHING."""
    cell: Array
    """Where the tile just placed lies, or NOTHING."""
    waiting: Array
    """By direction: is that square complete and not written yet?"""
    start_tiles: Array
    """Which of them nobody has."""
    skies: Array
    """The symbols on each cell, as above; the lowest row first."""
    markers: Array
    """By symbol: is that marker unused?"""
    sheets: Array
    """The entries, by column and row."""
    entries: Array
    """How many each column has."""


class LuminosArrays(Arrays[State]):
    """Luminos for so many players, with these options."""

    def __init__(self, game: Game, players: int, options: Options) -> None:
        super().__init__(game, players, options)
        self.dealt = options.start == "dealt"
        self.target = options.target_row(players)
        self.seats = np.arange(players, dtype=np.int8)
        # What each start tile puts on the sky: laid once, looked up by tile.
        skies = np.zeros((len(START_TILES), WIDTH * WIDTH), np.int8)
        for sky, tile in zip(skies, options.start_tiles, strict=True):
            for (x, y), kind in zip(START_CELLS, tile, strict=True):
                sky[cell_at(x, y)] = SHOWN[KIND[kind]]
        self.start_skies = skies.reshape(-1, WIDTH, WIDTH)
        self.sky = np.array([bool(beside) for beside in options.neighbours()]).reshape(WIDTH, WIDTH)
        self.marking = options.tiny is None or options.tiny.markers

    def begin(self, luck: Luck) -> State:
        """Set-up (LS-3 to LS-9)."""
        zero, nothing = jnp.zeros((), jnp.int8), jnp.full((), NOTHING, jnp.int8)
        state = State(
            phase=zero + PICK_START,
            turn=zero,
            telescope=zero,
            last_round=jnp.zeros((), bool),
            bag=jnp.array(self.options.copies(), jnp.int8),
            display=jnp.zeros(len(KINDS), jnp.int8),
            hand=nothing,
            cell=jnp.full((), NOTHING, jnp.int16),
            waiting=jnp.zeros(len(DIRECTIONS), bool),
            start_tiles=jnp.ones(len(START_TILES), bool),
            skies=jnp.zeros((self.players, WIDTH, WIDTH), jnp.int8),
            markers=jnp.ones((self.players, SHAPES), bool),
            sheets=jnp.zeros((self.players, SHAPES, ROWS), jnp.int8),
            entries=jnp.zeros((self.players, SHAPES), jnp.int8),
        )
        if not self.dealt:
            return state
        for seat in range(self.players):
            number, luck = luck.pick(total(state.start_tiles)) if self.options.tiny is None else (zero, luck)
            tile = total(up_to(state.start_tiles) <= number)
            state = self.lay_start_tile(state._replace(turn=zero + seat), tile)
        return self.begin_round((state, luck))[0]

    def lay_start_tile(self, state: State, tile: Array) -> State:
        """Three joined cells that count as tiles from then on (LS-4)."""
        sky = summed(jnp.where(one_hot(tile, len(START_TILES))[:, None, None], self.start_skies, 0), 0, jnp.int8)
        return state._replace(
            start_tiles=state.start_tiles & ~one_hot(tile, len(START_TILES)),
            skies=jnp.where(self.own(state)[:, None, None], sky, state.skies),
        )

    def own(self, state: State) -> Array:
        """Which seat is to decide."""
        return self.seats == state.turn

    def begin_round(self, table: tuple[State, Luck]) -> tuple[State, Luck]:
        """Lays out as many tiles as there are players, or ends the game (LS-10, LS-28)."""
        state, luck = table
        end = state._replace(phase=jnp.full((), OVER, jnp.int8))
        bag, display = state.bag, state.display
        for _ in range(self.players):
            kind, luck = self.draw(bag, luck)
            drawn = one_hot(kind, len(KINDS))
            bag, display = bag - drawn, display + drawn
        begun = state._replace(bag=bag, display=display, turn=state.telescope, phase=jnp.full((), TAKING, jnp.int8))
        return choose(total(state.bag) < self.players, end, begun), luck

    def draw(self, bag: Array, luck: Luck) -> tuple[Array, Luck]:
        """The kind of a tile that is drawn from the bag, in which the kinds lie in order."""
        so_far = up_to(bag)
        number, luck = luck.pick(so_far[-1])
        return total(so_far <= number), luck

    # Legal actions, phase by phase

    def turn(self, state: State) -> Array:
        return jnp.where(state.phase == OVER, NOBODY, state.turn).astype(jnp.int32)

    def legal_action_mask(self, state: State) -> Array:
        takes = jnp.append(state.display > 0, any_of(state.bag > 0))
        marks = jnp.append(self.can_mark(state), True)  # DONE is always possible
        phase = state.phase
        return jnp.concatenate(
            [
                state.start_tiles & (phase == PICK_START),
                takes & (phase == TAKING),
                marks & (phase == MARKING),
                state.waiting & (phase == SCORING),
                self.open_cells(state).reshape(-1) & (phase == PLACING),
            ]
        )

    def open_cells(self, state: State) -> Array:
        """The empty cells beside a tile of whoever is to decide (LS-16)."""
        filled = any_of((state.skies > 0) & self.own(state)[:, None, None], 0)
        beside = jnp.zeros_like(filled)
        beside = beside.at[1:].set(filled[:-1]) | beside.at[:-1].set(filled[1:])
        beside |= jnp.zeros_like(filled).at[:, 1:].set(filled[:, :-1])
        beside |= jnp.zeros_like(filled).at[:, :-1].set(filled[:, 1:])
        return beside & ~filled & self.sky

    def can_mark(self, state: State) -> Array:
        """Which markers are unused, if the tile just placed has room for one (LS-17, LS-18)."""
        unused = any_of(state.markers & self.own(state)[:, None], 0)
        shown = state.skies[state.turn, state.cell // WIDTH, state.cell % WIDTH]
        return self.marking & unused & (summed(digits(shown)) < MOST_SYMBOLS)

    def placed(self, state: State) -> Array:
        """Of all skies the cell of the tile just placed."""
        cells = np.arange(WIDTH * WIDTH, dtype=np.int16).reshape(WIDTH, WIDTH)
        return self.own(state)[:, None, None] & (cells == state.cell)

    # What an action does, phase by phase

    def carry_out(self, state: State, action: Array, luck: Luck) -> State:
        """The decision itself, then what follows from it: the squares are written, the turn and the round end."""
        taking, marking = (action >= TAKE) & (action < MARK), (action >= MARK) & (action < DONE)
        placing = action >= PLACE
        taken, luck = self.take(state, action - TAKE, luck)
        after = choose(taking, taken, state)
        after = choose(placing, self.place(state, action - PLACE), after)
        after = choose(marking, self.mark(state, action - MARK), after)
        # Markers are asked for only where one could be added.
        asked = any_of(self.can_mark(after)) & (placing | marking)
        scoring = (action >= MARK) & ~asked
        chosen = one_hot(action - SCORE, len(DIRECTIONS)) & ~placing
        after = self.score_squares(after, chosen, scoring)
        ended = scoring & ~any_of(after.waiting)
        after = choose(ended, self.end_turn(after), after)
        picked = action < TAKE
        after = choose(picked, self.pick_start(state, action), after)
        # A round begins where the turn came back to the telescope, or to nobody who still picks a start tile.
        begins = jnp.where(picked, after.turn == self.players, ended & (after.turn == after.telescope))
        after = choose(begins & ~picked, self.end_round(after), after)
        after, _ = rarely(begins & (after.phase != OVER), self.begin_round, (after, luck))
        return after

    def pick_start(self, state: State, tile: Array) -> State:
        """The seat begins with this start tile (LS-5, LS-R3)."""
        return self.lay_start_tile(state, tile)._replace(turn=state.turn + 1)

    def take(self, state: State, kind: Array, luck: Luck) -> tuple[State, Luck]:
        """A tile of the display, or with TAKE_BAG a random one from the bag (LS-13)."""
        blind = kind == TAKE_BAG - TAKE
        drawn, after = self.draw(state.bag, luck)
        taken = one_hot(jnp.where(blind, drawn, kind), len(KINDS))
        state = state._replace(
            bag=state.bag - (taken & blind),
            display=state.display - (taken & ~blind),
            hand=jnp.where(blind, drawn, kind).astype(jnp.int8),
            phase=jnp.full((), PLACING, jnp.int8),
        )
        return state, choose(blind, after, luck)

    def place(self, state: State, cell: Array) -> State:
        """The tile in hand goes to an open cell of the own sky; it may complete squares (LS-14, LS-16, LS-20)."""
        state = state._replace(cell=cell.astype(jnp.int16))
        _, others = self.around(state)
        return state._replace(
            skies=jnp.where(self.placed(state), at(jnp.asarray(SHOWN, jnp.int8), state.hand), state.skies),
            hand=jnp.full((), NOTHING, jnp.int8),
            waiting=all_of(others > 0, 0),
            phase=jnp.full((), MARKING, jnp.int8),
        )

    def around(self, state: State) -> tuple[Array, Array]:
        """What is on the cell of the tile just placed, and on the three others of each square, outside the window
        nothing; the squares are in the order of the directions."""
        x, y = state.cell % WIDTH, state.cell // WIDTH
        x, y = x + np.append(SIDES[:, 0], 0), y + np.append(SIDES[:, 1], 0)
        inside = (x >= 0) & (x < WIDTH) & (y >= 0) & (y < WIDTH)
        shown = jnp.where(inside, state.skies[state.turn, jnp.clip(y, 0, WIDTH - 1), jnp.clip(x, 0, WIDTH - 1)], 0)
        return shown[-1], shown[:-1].reshape(3, len(DIRECTIONS))

    def mark(self, state: State, symbol: Array) -> State:
        """A marker counts as one more symbol of the tile just placed, for good (LS-17, LS-19)."""
        return state._replace(
            skies=state.skies + jnp.where(self.placed(state), at(jnp.asarray(ONES, jnp.int8), symbol), jnp.int8(0)),
            markers=state.markers & ~(self.own(state)[:, None] & one_hot(symbol, SHAPES)),
        )

    def score_squares(self, state: State, chosen: Array, scoring: Array) -> State:
        """Where squares are written now: the one that was chosen, and a single waiting one; of several the player
        chooses the next (LS-25)."""
        middle, others = self.around(state)
        shown = digits(middle) + summed(digits(others), 0)  # by direction and symbol
        state = self.score_square(state, shown, chosen & scoring)
        single = scoring & (total(state.waiting) == 1)
        state = self.score_square(state, shown, state.waiting & single)
        many = scoring & any_of(state.waiting)
        return state._replace(phase=jnp.where(many, jnp.int8(SCORING), state.phase))

    def score_square(self, state: State, shown: Array, square: Array) -> State:
        """Every rarest symbol of the square is written into its column (LS-22 to LS-24); the target row brings the last
        round (LS-27)."""
        counts = summed(jnp.where(square[:, None], shown, 0), 0)
        value = smallest(jnp.where(counts > 0, counts, MOST_SYMBOLS * MOST_SYMBOLS))
        written = self.own(state)[:, None] & (counts == value) & any_of(square)
        entries = state.entries + written
        row = written[..., None] & (state.entries[..., None] == np.arange(ROWS))
        return state._replace(
            waiting=state.waiting & ~square,
            sheets=jnp.where(row, value.astype(jnp.int8), state.sheets),
            entries=entries,
            last_round=state.last_round | any_of(written & (entries >= self.target)),
        )

    def end_turn(self, state: State) -> State:
        """The left neighbour goes on, until everyone had a turn (LS-11)."""
        return state._replace(
            cell=jnp.full((), NOTHING, jnp.int16),
            phase=jnp.full((), TAKING, jnp.int8),
            turn=(state.turn + 1) % self.players,
        )

    def end_round(self, state: State) -> State:
        """What was not taken returns to the bag, the telescope moves on (LS-26, LS-27)."""
        return state._replace(
            bag=state.bag + state.display,
            display=jnp.zeros_like(state.display),
            telescope=(state.telescope + 1) % self.players,
            phase=jnp.where(state.last_round, jnp.int8(OVER), state.phase),
        )

    # How things stand

    def complete_rows(self, state: State) -> Array:
        """By seat, how many rows have an entry in all three columns (LS-30)."""
        return smallest(state.entries, 1)

    def scores(self, state: State) -> Array:
        """Complete rows, unused markers, and the target row (LS-31, LS-32)."""
        complete = np.arange(ROWS) < self.complete_rows(state)[:, None, None]
        rows = summed(jnp.where(complete, state.sheets, 0), (1, 2), dtype=jnp.int32)
        reached = any_of(state.entries >= self.target, 1)
        return rows + MARKER_POINTS * total(state.markers) + TARGET_POINTS * reached

    def places(self, state: State) -> Array:
        """Most points, then more complete rows, then a shared place (LS-33)."""
        return places_by(self.scores(state), self.complete_rows(state))

    def observe(self, state: State, seat: Array) -> Array:
        """What learning/features.py tells a seat, part by part."""
        on = state.phase != OVER
        shown = jnp.moveaxis(digits(from_seat(state.skies, seat)), -1, 1)
        cells = np.arange(WIDTH * WIDTH, dtype=np.int16)
        return self.vector(
            {
                "turn": ((state.turn - seat) % self.players == self.seats) & on,
                "phase": one_hot(state.phase, OVER),
                "telescope": one_hot((state.telescope - seat) % self.players, self.players),
                "last round": state.last_round,
                "display": state.display,
                "bag": state.bag,
                "hand": one_hot(state.hand, len(KINDS)),
                "placed": cells == state.cell,
                "squares": state.waiting,
                "start tiles": state.start_tiles,
                "skies": shown * np.float32(1 / MOST_SYMBOLS),
                "markers": from_seat(state.markers.astype(jnp.int8), seat),
                "sheet": from_seat(state.sheets, seat) * np.float32(1 / MOST_SYMBOLS),
                "entries": jnp.asarray(TWENTY_FOURTHS)[from_seat(state.entries, seat)],
                "scores": soft(from_seat(self.scores(state), seat)),
            }
        )


def digits(shown: Array) -> Array:
    """How often each symbol occurs, along a new last axis."""
    return jnp.stack([shown // int(one) % DIGIT for one in ONES], -1).astype(jnp.int32)
