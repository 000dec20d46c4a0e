"""What can be known at a decision, for people: a game says it from a seat's view, with exact numbers.

A game writes one small class, in `bots/insight.py`, and the panel of the browser, the terminal, notebooks and the API
show it. Words come from its catalogue: `insight.<key>.title` and, if it has one, `insight.<key>.note` for a topic,
`insight.column.<name>` for a column; the kernel's catalogue knows the columns that many games have.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple, TypeAlias

from .chance import Chance
from .message import Message
from .view import View

STEPS = 4
"""In how many steps an estimate gets precise, each with twice the effort of the one before."""


class Odds(NamedTuple):
    """An exact chance: in so many of so many ways, each as likely as any other."""

    ways: int
    of: int
    counted: bool = True
    """Are the ways things that people can count, such as tiles?"""

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return self.ways / self.of


class Likely(NamedTuple):
    """A chance that was estimated: weighed by what others did, or found by playing on."""

    share: float


class Points(NamedTuple):
    """Points to win or lose: a whole number is exact, any other is what can be expected."""

    points: float


class Spread(NamedTuple):
    """All that may be, each with its chance; a small chart where it is drawn."""

    parts: tuple[tuple[Message | int, Odds | Likely], ...]
    truth: int | None = None
    """The place of what the viewer sees, where somebody else is to guess it."""


Cell: TypeAlias = Odds | Likely | Points | Spread | Message | int


class Line(NamedTuple):
    """What is known of one thing: what it is, or whose, and a cell for each column."""

    label: Message | int
    """In words; a number is a seat, called by its player's name."""
    cells: tuple[Cell, ...]
    pieces: tuple[str, ...] = ()
    """Where it lies on the board. A spread is drawn at the first of them."""


class Topic(NamedTuple):
    """One open question with its lines."""

    key: str
    columns: tuple[str, ...]
    lines: tuple[Line, ...]
    facts: Mapping[str, Any] = {}
    """For the words of title and note."""


class Insight:
    """What a seat can know, told from its view and from nothing else; without a game's own nothing is told."""

    def topics(self, view: Any) -> Iterable[Topic]:
        """What is open to the seat, and how likely each answer is; in a few milliseconds."""
        return ()

    def minds(self, view: Any) -> Iterable[int]:
        """The other seats of which `mind` can tell something."""
        return ()

    def mind(self, view: Any, seat: int) -> Iterable[Topic]:
        """What another seat can know, as far as the view's seat can tell."""
        return ()

    def estimates(self, view: Any) -> Iterable[str]:
        """The keys of the topics for which the game has to be played on."""
        return ()

    def estimate(self, view: Any, key: str, step: int, chance: Chance) -> Topic:
        """Such a topic; each step takes twice the effort of the one before, up to about half a second."""
        raise NotImplementedError


def exactly(chance: Fraction) -> Odds:
    """An exact chance that was reckoned, and not counted."""
    return Odds(*chance.as_integer_ratio(), counted=False)


def drawn(wanted: int, of: int, draws: int = 1) -> Odds:
    """The odds that at least one of some draws, without putting back, is among those wanted."""
    draws = min(draws, of)
    if draws <= 1:
        return Odds(wanted if draws else 0, max(1, of))
    return Odds(comb(of, draws) - comb(of - wanted, draws), comb(of, draws), counted=False)


def told_apart(parts: Sequence[Message]) -> Message:
    """Several things that hold lists themselves, as one."""
    *others, said = parts
    for part in reversed(others):
        said = Message("kernel", "insight.apart", part=part, others=said)
    return said


def own_seat(view: View) -> int:
    """The seat that looks; `Game.know` has refused spectators."""
    assert view.seat is not None
    return view.seat
