"""What a seat knows as numbers for learning: a flat vector, described part by part."""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from mypy_extensions import mypyc_attr

from .errors import LumariumError
from .message import Message
from .native import i64, vec
from .state import State

if TYPE_CHECKING:
    from .view import View


class Part(NamedTuple):
    """A stretch of the vector with one meaning."""

    name: str
    shape: tuple[int, ...]
    """Row by row; what is told of every seat has the seats as its first dimension."""
    low: float
    high: float
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


class Blank:
    """The vector before a position is written into it."""

    def __init__(self, options: object, values: vec[float]) -> None:
        self.options = options
        self.values = values


@mypyc_attr(allow_interpreted_subclasses=True)
class Features(ABC):
    """Turns what a seat knows into vectors. Seats are counted from the own one, clockwise."""

    def __init__(self, game: str) -> None:
        self.game = game
        self._layouts: dict[int, tuple[Part, ...]] = {}
        self._starts: dict[int, list[int]] = {}
        self._blanks: dict[int, Blank] = {}

    # What a game writes

    @abstractmethod
    def parts(self, players: int) -> list[Part]:
        """The parts of the vector, in order."""

    @abstractmethod
    def fill(self, view: Any, values: vec[float]) -> None:
        """Writes what is not zero into a blank vector; the view is a seat's of this game."""

    def fill_from(self, state: State, seat: int, values: vec[float]) -> None:
        """The same from a state: a game in a hurry does it without building the view."""
        self.fill(state.view(seat), values)

    def settle(self, players: int, options: Any, values: vec[float]) -> None:  # noqa: B027  # most have nothing to say
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

    def size(self, players: int) -> int:
        """The length of the vector for so many players."""
        return self.starts(players)[-1]

    def encode(self, view: View) -> list[float]:
        """What the view's seat knows, as one flat vector."""
        return list(self._written(view))

    def packed(self, view: View) -> memoryview[float]:
        """The same in one block of memory, in double precision: `numpy.frombuffer` takes it without a copy."""
        return memoryview(self._written(view))

    def observe(self, state: State, seat: int) -> memoryview[float]:
        """The fast door for whoever holds the state: what `packed` gives for the view of that seat."""
        self._check(state.game, seat)
        state.check_seat(seat)
        values = self._blank(state.players, getattr(state, "options", None)).values[:]
        self.fill_from(state, seat, values)
        return memoryview(values)

    def _written(self, view: View) -> vec[float]:
        self._check(view.game, view.seat)
        values = self._blank(view.players, getattr(view, "options", None)).values[:]
        self.fill(view, values)
        return values

    def _blank(self, players: int, options: object) -> Blank:
        """What `settle` writes, kept as long as games with the same options are looked at."""
        blank = self._blanks.get(players)
        if blank is None or (blank.options is not options and blank.options != options):
            values = vec[float]([0.0] * self.size(players))
            self.settle(players, options, values)
            blank = self._blanks[players] = Blank(options, values)
        return blank

    def _check(self, game: str, seat: int | None) -> None:
        if game != self.game:
            raise LumariumError(Message("kernel", "view.foreign", game=self.game, other=game))
        if seat is None:
            raise LumariumError(Message("kernel", "view.spectator"))


class PlainFeatures(Features):
    """What can be told of any game: whose turn it is, how the scores stand, and what may be done."""

    def __init__(self, game: str, actions: int) -> None:
        super().__init__(game)
        self._actions = actions

    def parts(self, players: int) -> list[Part]:
        return [
            turn_part(players),
            scores_part(players),
            Part("legal", (self._actions,), 0, 1, "The legal actions of the own seat, by index."),
        ]

    def fill(self, view: Any, values: vec[float]) -> None:
        turn, scores, legal, _ = self.starts(view.players)
        if view.turn is not None:
            values[turn + (view.turn - view.seat) % view.players] = 1.0
        for seat in range(view.players):
            values[scores + seat] = soft(view.scores[(view.seat + seat) % view.players])
        for index in view.legal:
            values[legal + index] = 1.0


def turn_part(players: int) -> Part:
    """Whose decision it is."""
    return Part("turn", (players,), 0, 1, "Whose decision it is; all zero when the game is over.")


def scores_part(players: int) -> Part:
    """Scores that know no bounds."""
    return Part("scores", (players,), -1, 1, "The score s, as if the game ended now, as s / (50 + abs s).")


def soft(score: int) -> float:
    """A score that knows no bounds as a number between -1 and 1."""
    return score / (50 + score) if score >= 0 else score / (50 - score)


def tally(tiles: list[int], kinds: i64, values: vec[float], start: i64) -> None:
    """Adds up tiles by kind, which is their number modulo that of the kinds; negative ones are none."""
    tile: i64
    for tile in tiles:
        if tile >= 0:
            values[start + tile % kinds] += 1.0
