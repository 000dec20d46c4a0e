"""What a seat knows as numbers for learning: a flat vector, described part by part.

Learners want single precision, which the compiled engine does not know. So a vector is written as the bits of such
numbers: `ONE`, `single(0.25)`, or, where it has to be fast, one of a row of `shares`.
"""

from __future__ import annotations

import struct
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Final, SupportsIndex

from mypy_extensions import mypyc_attr

from .errors import LumariumError
from .message import Message
from .native import i32, i64, vec
from .parts import Part, scores_part, turn_part
from .state import State

if TYPE_CHECKING:
    from .view import View


ONE: Final = 0x3F800000
"""The bits of 1.0."""


def single(value: float) -> int:
    """The bits of a number in single precision."""
    bits: int = struct.unpack("=i", struct.pack("=f", value))[0]
    return bits


def shares(parts: int, most: int) -> vec[i32]:
    """The bits of 0 / parts, 1 / parts and so on up to most / parts."""
    return vec[i32]([single(number / parts) for number in range(most + 1)])


def as_floats(values: vec[i32]) -> memoryview[float]:
    """The numbers whose bits these are."""
    floats: memoryview[float] = memoryview(values).cast("B").cast("f")
    return floats


class Blank:
    """The vector before a position is written into it."""

    def __init__(self, options: object, values: vec[i32]) -> None:
        self.options = options
        self.values = values


@mypyc_attr(allow_interpreted_subclasses=True)
class Features(ABC):
    """Turns what a seat knows into vectors. Seats are counted from the own one, clockwise."""

    def __init__(self, game: str) -> None:
        self.game = game
        self._layouts: dict[int, tuple[Part, ...]] = {}
        self._starts: dict[int, list[int]] = {}
        self._named: dict[int, dict[str, int]] = {}
        self._blanks: dict[int, Blank] = {}

    # What a game writes

    @abstractmethod
    def parts(self, players: int) -> list[Part]:
        """The parts of the vector, in order."""

    @abstractmethod
    def fill(self, view: Any, values: vec[i32]) -> None:
        """Writes what is not zero into a blank vector; the view is a seat's of this game."""

    def fill_from(self, state: State, seat: int, values: vec[i32], start: i64) -> None:
        """The same from a state, with the vector beginning at `start`: a game in a hurry does without the view."""
        vector = self._written(state.view(seat))
        for place in range(len(vector)):
            values[start + place] = vector[place]

    def settle(self, players: int, options: Any, values: vec[i32]) -> None:  # noqa: B027  # most have nothing to say
        """Writes what the options say and no move changes; it is there before `fill` begins."""

    # What everyone gets

    def layout(self, players: int) -> tuple[Part, ...]:
        """The parts of the vector for so many players, in order."""
        if players not in self._layouts:
            self._layouts[players] = tuple(self.parts(players))
        return self._layouts[players]

    def starts(self, players: int) -> list[int]:
        """Where each part begins, and where the last one ends."""
        if players not in self._starts:
            starts = [0]
            for part in self.layout(players):
                starts.append(starts[-1] + part.size)
            self._starts[players] = starts
        return self._starts[players]

    def start(self, players: int, name: str) -> int:
        """Where the part of that name begins."""
        if players not in self._named:
            starts = self.starts(players)
            self._named[players] = {part.name: starts[place] for place, part in enumerate(self.layout(players))}
        found = self._named[players].get(name)
        if found is None:
            known = ", ".join(self._named[players])
            raise LumariumError(Message("kernel", "features.no_part", game=self.game, name=name, known=known))
        return found

    def size(self, players: int) -> int:
        """The length of the vector for so many players."""
        return self.starts(players)[-1]

    def spread(self, players: int, most: int) -> list[int]:
        """Where each number of the vector for so many players stands in the one for more of them: what is told by seat
        leaves room for those who are not there."""
        places: list[int] = []
        for start, part, wide in zip(self.starts(most), self.layout(players), self.layout(most), strict=False):
            inside = [start]
            step = wide.size
            for size, room in zip(part.shape, wide.shape, strict=True):
                step //= room
                inside = [place + step * number for place in inside for number in range(size)]
            places += inside
        return places

    def encode(self, view: View) -> list[float]:
        """What the view's seat knows, as one flat vector."""
        return list(self.packed(view))

    def packed(self, view: View) -> memoryview[float]:
        """The same in one block of memory, which `numpy.asarray` takes without a copy."""
        return as_floats(self._written(view))

    def observe(self, state: State, seat: SupportsIndex) -> memoryview[float]:
        """The fast door for whoever holds the state: what `packed` gives for the view of that seat."""
        number = state.check_seat(seat)
        self._check(state.game, number)
        assert number is not None
        values = self.blank(state.players, getattr(state, "options", None))
        self.fill_from(state, number, values, 0)
        return as_floats(values)

    def blank(self, players: int, options: object) -> vec[i32]:
        """A new vector with what `settle` writes; it is not asked again while the options stay the same."""
        blank = self._blanks.get(players)
        if blank is None or (blank.options is not options and blank.options != options):
            values = vec[i32]([0] * self.size(players))
            self.settle(players, options, values)
            blank = self._blanks[players] = Blank(options, values)
        return blank.values[:]

    def _written(self, view: View) -> vec[i32]:
        self._check(view.game, view.seat)
        values = self.blank(view.players, getattr(view, "options", None))
        self.fill(view, values)
        return values

    def _check(self, game: str, seat: int | None) -> None:
        if game != self.game:
            raise LumariumError(Message("kernel", "features.foreign", game=self.game, other=game))
        if seat is None:
            raise LumariumError(Message("kernel", "features.spectator"))


class PlainFeatures(Features):
    """What can be told of any game: whose turn it is or that it is over, how the scores stand, and what may be done."""

    def __init__(self, game: str, actions: int) -> None:
        super().__init__(game)
        self._actions = actions

    def parts(self, players: int) -> list[Part]:
        return [
            turn_part(players),
            scores_part(players),
            Part("legal", (self._actions,), 0, 1, "The legal actions of the own seat, by index."),
            Part("over", (1,), 0, 1, "1 when the game is over."),
        ]

    def fill(self, view: Any, values: vec[i32]) -> None:
        players = view.players
        turn, scores, legal = self.start(players, "turn"), self.start(players, "scores"), self.start(players, "legal")
        if view.turn is not None:
            values[turn + (view.turn - view.seat) % players] = ONE
        else:
            values[self.start(players, "over")] = ONE
        for seat in range(players):
            values[scores + seat] = soft(view.scores[(view.seat + seat) % players])
        for index in view.legal:
            values[legal + index] = ONE


FAR: Final = 500
"""Scores up to here, either way, are looked up."""
SOFT: Final = vec[i32]([single(score / (50 + abs(score))) for score in range(-FAR, FAR + 1)])
COUNTS: Final = shares(1, 255)
NO_COUNTS: Final = vec[i64]([0] * 256)
"""By kind; a part of it is a fresh copy."""


def soft(score: i64) -> i32:
    """A score that knows no bounds as the bits of a number between -1 and 1."""
    if -FAR <= score <= FAR:
        return SOFT[score + FAR]
    far: int = score
    bits: i32 = single(far / (50 + abs(far)))
    return bits


def away(seat: i64, own: i64, players: i64) -> i64:
    """How many seats clockwise of the own one."""
    return seat - own if seat >= own else seat - own + players


def tally(tiles: list[int], kinds: i64, values: vec[i32], start: i64) -> None:
    """Writes how many tiles there are of each kind, their number modulo that of the kinds; negative ones are none.

    There are at most 256 kinds, and 255 tiles of a kind.
    """
    if not tiles:
        return
    counts = NO_COUNTS[:kinds]
    tile: i64
    for tile in tiles:
        if tile >= 0:
            # Most need no division, which takes longer than all the rest.
            kind = tile if tile < kinds else tile % kinds
            counts[kind] += 1
            values[start + kind] = COUNTS[counts[kind]]
