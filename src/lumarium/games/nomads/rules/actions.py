"""The decisions of Nomads: the set-up, a move with its powers, or a card and how it is paid."""

from __future__ import annotations

from typing import Final

from lumarium.games.nomads.meta import NAME
from lumarium.kernel.action import Action, ActionSpace
from lumarium.kernel.message import Message

from . import indices
from .components import ADVENTURERS, LEGENDS, MOST_JOKERS, MOST_POINTS, RUNGS, SPACES


class Adventurer(Action, frozen=True):
    """Play this adventurer."""

    game = NAME
    adventurer: str


class Frog(Action, frozen=True):
    """Put the frog on this space."""

    game = NAME
    space: int


class Sleeper(Action, frozen=True):
    """Put the next disc of a sleeping adventurer on this space."""

    game = NAME
    space: int


class Disc(Action, frozen=True):
    """Put an own disc on this space."""

    game = NAME
    space: int


class Lys(Action, frozen=True):
    """Point Lys at this field."""

    game = NAME
    space: int


class Shift(Action, frozen=True):
    """Shift Lys one field, or leave her (Moon's power)."""

    game = NAME
    shift: str


class Move(Action, frozen=True):
    """Move the column of this space, clockwise (cw) or anticlockwise (ccw)."""

    game = NAME
    space: int
    way: str


class Plain(Action, frozen=True):
    """Lay the discs without the power."""

    game = NAME


class Double(Action, frozen=True):
    """Lay two discs on this step of the way (Ulrich's power)."""

    game = NAME
    step: int


class Skip(Action, frozen=True):
    """Lay no disc on this step of the way (Siana's power)."""

    game = NAME
    step: int


class NoLift(Action, frozen=True):
    """Lift no disc."""

    game = NAME


class Lift(Action, frozen=True):
    """Lift an own disc of this space, counted from the bottom, to the top of its column (Red's power)."""

    game = NAME
    space: int
    number: int


class Write(Action, frozen=True):
    """Take this legend card."""

    game = NAME
    legend: str
    rung: int


class Song(Action, frozen=True):
    """Take the song with this value."""

    game = NAME
    song: int


class Pass(Action, frozen=True):
    """Write nothing in the last round."""

    game = NAME


class Pay(Action, frozen=True):
    """Pay for a legend card with so many jokers, and its own tiles for the rest."""

    game = NAME
    jokers: int

    def message(self) -> Message:
        return Message(NAME, "action.pay" if self.jokers else "action.pay_stories", jokers=self.jokers)


class PaySet(Action, frozen=True):
    """Pay for a song with one tile of each of these types, and jokers."""

    game = NAME
    types: str
    jokers: int

    def message(self) -> Message:
        return Message(NAME, "action.payset", tiles=self.types + "J" * self.jokers)


def _payment(types: str, jokers: int) -> str:
    return "pay " + "+".join(part for part in (types, "J" * jokers) if part)


def _all() -> list[Action]:
    spaces = range(SPACES)
    sets = [(indices.types_in(types), jokers) for types, jokers in indices.PAYMENTS]
    cards = [(legend, rung) for legend in LEGENDS for rung in range(1, RUNGS + 1)]
    return [
        *(Adventurer(indices.ADVENTURER + i, f"adventurer {name}", name) for i, name in enumerate(ADVENTURERS)),
        *(Frog(indices.PUT_FROG + space, f"frog {space}", space) for space in spaces),
        *(Sleeper(indices.SLEEPER + space, f"sleeper {space}", space) for space in spaces),
        *(Disc(indices.PUT_DISC + space, f"disc {space}", space) for space in spaces),
        *(Lys(indices.LYS + space, f"lys {space}", space) for space in spaces),
        *(Shift(indices.SHIFT + i, f"shift {shift}", shift) for i, shift in enumerate(("-1", "stay", "+1"))),
        *(
            Move(indices.MOVE + 2 * space + i, f"move {space} {way}", space, way)
            for space in spaces
            for i, way in enumerate(indices.WAYS)
        ),
        Plain(indices.PLAIN, "plain"),
        *(Double(indices.DOUBLE + i, f"double {i + 1}", i + 1) for i in range(indices.TALLEST - 1)),
        *(Skip(indices.SKIP + i, f"skip {i + 1}", i + 1) for i in range(indices.TALLEST)),
        NoLift(indices.NO_LIFT, "no lift"),
        *(
            Lift(indices.LIFT + 2 * space + i, f"lift {space}#{i + 1}", space, i + 1)
            for space in spaces
            for i in range(2)
        ),
        *(Write(indices.WRITE + i, f"write {card[0]}#{card[1]}", *card) for i, card in enumerate(cards)),
        *(Song(indices.SONG + i, f"song {i + 1}", i + 1) for i in range(MOST_POINTS)),
        Pass(indices.PASS, "pass"),
        *(Pay(indices.PAY + jokers, f"pay {jokers}J", jokers) for jokers in range(MOST_JOKERS + 1)),
        *(PaySet(indices.PAY_SET + i, _payment(*paid), *paid) for i, paid in enumerate(sets)),
    ]


ACTIONS: Final = ActionSpace(NAME, _all())
