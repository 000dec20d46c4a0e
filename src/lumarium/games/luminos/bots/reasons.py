"""What speaks for a decision in Luminos, in a few words."""

from __future__ import annotations

from lumarium.games.luminos.meta import NAME
from lumarium.games.luminos.rules import scoring
from lumarium.games.luminos.rules.components import MARKER_POINTS, SYMBOLS, TARGET_POINTS
from lumarium.games.luminos.rules.indices import DONE, MARK, PLACE, SCORE, SQUARES, START, TAKE, TAKE_BAG, TAKING
from lumarium.games.luminos.rules.state import NOTHING, State
from lumarium.kernel.message import Message

from .prospects import AROUND, ENTRIES, Weights, completed, largest_first, written
from .turnplan import TurnPlan

WANTED = 2.0
"""By how many points the next player must want a tile more than any other, to speak of it."""


def reason(state: State, index: int) -> Message:
    """The reason for a decision."""
    if state.phase < TAKING:
        return _start(state, index - START)
    turn = TurnPlan(state, Weights())
    if index >= PLACE:
        return _place(state, index - PLACE, scoring.SHOWN[state.hand])
    if index >= SCORE:
        return _score(state, index - SCORE)
    if index == DONE:
        return Message(NAME, "reason.keep", n=turn.unused, points=MARKER_POINTS * turn.unused)
    if index >= MARK:
        return _mark(state, index - MARK, turn)
    if index == TAKE_BAG:
        return _bag(state, turn)
    return _take(state, index - TAKE, turn)


def _start(state: State, tile: int) -> Message:
    corner, right, above = state.options.start_tiles[tile]
    symbols = corner + right + above
    shown = sum(scoring.ONE[SYMBOLS.index(letter)] for letter in symbols)
    best = max((ENTRIES[shown + one] for one in scoring.ONE), key=_points)
    return Message(NAME, "reason.start", value=best >> 3, symbols=_letters(best))


def _take(state: State, kind: int, turn: TurnPlan) -> Message:
    cell = turn.best_cell(scoring.SHOWN[kind])
    squares = completed(turn.sky, cell, scoring.SHOWN[kind])
    if not squares and _wanted_next(state, kind, turn):
        return Message(NAME, "reason.wanted")
    return _place(state, cell, scoring.SHOWN[kind])


def _wanted_next(state: State, kind: int, turn: TurnPlan) -> bool:
    """Would the next player of this round rather have this tile than any other of the display?"""
    follower = (turn.seat + 1) % state.players
    if follower == state.telescope:
        return False
    theirs = state.clone()
    theirs.turn = follower
    theirs.phase = TAKING
    other = TurnPlan(theirs, turn.weights)
    rest = [other.best_glance(scoring.SHOWN[tile]) for tile in state.display if tile not in (kind, NOTHING)]
    return bool(rest) and state.display.count(kind) == 1 and other.best_glance(scoring.SHOWN[kind]) > max(rest) + WANTED


def _bag(state: State, turn: TurnPlan) -> Message:
    shown = [turn.best_glance(scoring.SHOWN[kind]) for kind in state.display if kind != NOTHING]
    if not shown:
        return Message(NAME, "reason.only_bag")
    better = sum(1 for kind in state.bag if turn.best_glance(scoring.SHOWN[kind]) > max(shown))
    return Message(NAME, "reason.bag", better=better, all=len(state.bag))


def _place(state: State, cell: int, shown: int) -> Message:
    seat = state.turn
    assert seat is not None
    sky, columns = state.skies[seat], state.columns[seat]
    squares = largest_first(completed(sky, cell, shown))
    if not squares:
        return _unfinished(sky, cell, shown)
    after = written(columns, squares)
    if scoring.reached(after, state.target) and not scoring.reached(columns, state.target):
        return _target(state, seat, after)
    rows = scoring.complete_rows(after)
    if rows > scoring.complete_rows(columns):
        gained = scoring.row_points(after) - scoring.row_points(columns)
        return Message(NAME, "reason.row", row=rows, n=gained)
    if len(squares) > 1:
        return Message(NAME, "reason.squares", number=len(squares))
    return _entry(columns, squares[0])


def _target(state: State, seat: int, after: list[list[int]]) -> Message:
    own = scoring.total(after, state.unused_markers(seat), state.target)
    others = [score for other, score in enumerate(state.scores) if other != seat]
    if own > max(others):
        return Message(NAME, "reason.end", row=state.target, ahead=own - max(others))
    return Message(NAME, "reason.target", row=state.target, points=TARGET_POINTS)


def _entry(columns: list[list[int]], square: int) -> Message:
    entry = ENTRIES[square]
    letters = _letters(entry)
    lengths = [len(column) for column in columns]
    present = [symbol for symbol in range(3) if scoring.count(square, symbol)]
    if len(present) == 1:
        return Message(NAME, "reason.pure", value=entry >> 3, symbols=letters)
    shortest = [SYMBOLS[symbol] for symbol in range(3) if lengths[symbol] == min(lengths)]
    if len(shortest) < 3 and any(letter in letters for letter in shortest):
        needed = "".join(letter for letter in shortest if letter in letters)
        return Message(NAME, "reason.short", value=entry >> 3, symbols=needed)
    return Message(NAME, "reason.entry", value=entry >> 3, symbols=letters)


def _unfinished(sky: list[int], cell: int, shown: int) -> Message:
    """A tile that completes nothing: which squares does it bring within one tile?"""
    laid = sky.copy()
    laid[cell] = shown
    prepared = 0
    for near in AROUND[cell]:
        if not laid[near]:
            prepared += len(completed(laid, near, 0)) - len(completed(sky, near, 0))
    if prepared:
        return Message(NAME, "reason.prepares", n=prepared)
    return Message(NAME, "reason.room")


def _mark(state: State, symbol: int, turn: TurnPlan) -> Message:
    seat, cell = turn.seat, state.cell
    columns = state.columns[seat]
    shown = state.skies[seat][cell]
    sky = state.skies[seat].copy()
    sky[cell] = 0
    without = _sum(columns, completed(sky, cell, shown))
    gained = _sum(columns, completed(sky, cell, shown + scoring.ONE[symbol])) - without
    if gained > 0:
        return Message(NAME, "reason.marker", n=gained, symbol=SYMBOLS[symbol])
    if len(turn.extras(shown)) > 1 and state.waiting:
        return Message(NAME, "reason.marker_with", symbol=SYMBOLS[symbol])
    return Message(NAME, "reason.marker_later", symbol=SYMBOLS[symbol])


def _score(state: State, direction: int) -> Message:
    seat = state.turn
    assert seat is not None
    sky, others = state.skies[seat], SQUARES[state.cell][direction]
    entry = ENTRIES[sky[state.cell] + sky[others[0]] + sky[others[1]] + sky[others[2]]]
    lengths = [len(column) for symbol, column in enumerate(state.columns[seat]) if entry >> symbol & 1]
    return Message(NAME, "reason.order", value=entry >> 3, row=min(lengths) + 1, symbols=_letters(entry))


def _sum(columns: list[list[int]], squares: list[int]) -> int:
    """All that these squares write."""
    return sum(sum(column) for column in written(columns, squares)) - sum(sum(column) for column in columns)


def _points(entry: int) -> int:
    return (entry >> 3) * (entry & 7).bit_count()


def _letters(entry: int) -> str:
    return "".join(SYMBOLS[symbol] for symbol in range(3) if entry >> symbol & 1)
