"""The decisions of Lumicora: start, swap, feed, limestone, take, stop, hand, return, lay, score, pass."""

from __future__ import annotations

from typing import Final

from lumarium.games.lumicora.meta import NAME
from lumarium.kernel.action import Action, ActionSpace

from . import indices
from .components import COLOURS, KINDS, LETTERS
from .indices import COORDINATES, PLACEMENTS


class Start(Action, frozen=True):
    """Lay the starting Lumino with these colours on the left and on the right."""

    game = NAME
    left: str
    right: str


class Swap(Action, frozen=True):
    """Spend a jellyfish to swap Luminos of this zone."""

    game = NAME
    zone: str


class Exchange(Action, frozen=True):
    """Choose a Lumino of this kind to be swapped."""

    game = NAME
    tile: str


class Done(Action, frozen=True):
    """Swap the chosen Luminos."""

    game = NAME


class Feed(Action, frozen=True):
    """Move a Lumino of this kind from the own display to the Atoll."""

    game = NAME
    tile: str


class Limestone(Action, frozen=True):
    """Action A: take limestone by the number that was fed."""

    game = NAME


class Own(Action, frozen=True):
    """Action B: take a Lumino of this kind from the own display."""

    game = NAME
    tile: str


class Take(Action, frozen=True):
    """Action C: take a Lumino of this kind from the Atoll."""

    game = NAME
    tile: str


class Stop(Action, frozen=True):
    """Take no further Lumino."""

    game = NAME


class Hand(Action, frozen=True):
    """Place or return a Lumino of this kind next."""

    game = NAME
    tile: str


class Return(Action, frozen=True):
    """Return the Lumino to the bag."""

    game = NAME


class Lay(Action, frozen=True):
    """Lay the Lumino with its number on the first space and its other half on the second."""

    game = NAME
    first: str
    second: str


class Score(Action, frozen=True):
    """Perform the coral scoring of this colour."""

    game = NAME
    colour: str


class Pass(Action, frozen=True):
    """Perform no coral scoring."""

    game = NAME


def _all() -> list[Action]:
    spaces = [f"({q},{r})" for q, r in COORDINATES]
    lays = [(spaces[a], spaces[b]) for a, b in PLACEMENTS]
    starts = [(LETTERS[left] + LETTERS[right], COLOURS[left], COLOURS[right]) for left, right in indices.STARTS]
    return [
        *(Start(indices.START + i, f"start {name}", left, right) for i, (name, left, right) in enumerate(starts)),
        *(Swap(indices.SWAP + i, f"swap {zone}", zone) for i, zone in enumerate(indices.ZONES)),
        *(Exchange(indices.EXCHANGE + kind, f"swap {name}", name) for kind, name in enumerate(KINDS)),
        Done(indices.DONE, "done"),
        *(Feed(indices.FEED + kind, f"feed {name}", name) for kind, name in enumerate(KINDS)),
        Limestone(indices.TAKE_LIMESTONE, "limestone"),
        *(Own(indices.OWN + kind, f"take own {name}", name) for kind, name in enumerate(KINDS)),
        *(Take(indices.TAKE + kind, f"take {name}", name) for kind, name in enumerate(KINDS)),
        Stop(indices.STOP, "stop"),
        *(Hand(indices.HAND + kind, f"hand {name}", name) for kind, name in enumerate(KINDS)),
        Return(indices.RETURN, "return"),
        *(Lay(indices.LAY + i, f"lay {first}{second}", first, second) for i, (first, second) in enumerate(lays)),
        *(Score(indices.SCORE + i, f"score {colour}", colour) for i, colour in enumerate(COLOURS)),
        Pass(indices.PASS, "pass"),
    ]


ACTIONS: Final = ActionSpace(NAME, _all())
