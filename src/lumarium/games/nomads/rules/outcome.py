"""What a move would bring, from what everyone sees: where each disc lands, who listens to what, where it ends."""

from __future__ import annotations

from typing import NamedTuple

from .components import COLOURS, SPACES, letter_of
from .view import View

NOMAD = COLOURS[0]
ASLEEP = "z"
MOONS = "O"


class Landing(NamedTuple):
    """A disc that is laid: where, and how many discs lie below it then."""

    disc: str
    space: int
    level: int


class Outcome(NamedTuple):
    """A move laid out to its end, before Lys turns and before anybody listens."""

    landings: list[Landing]
    skipped: int | None
    tops: list[str]
    """The letter of the top disc on each space; "" where there is none."""
    last: int
    """The space of the last disc."""


def outcome(view: View, origin: int, way: str, double: int = 0, skip: int = 0) -> Outcome:
    """The move of a column, with Ulrich's or Siana's power on a step, counted from 1."""
    columns = [list(column) for column in view.columns]
    hand, columns[origin] = columns[origin], []
    step = 1 if way == "cw" else -1
    space, skipped, landings = origin, None, []
    for number, disc in enumerate(hand, 1):
        if number != double + 1 or not double:
            space = (space + step) % SPACES
        if number == skip:
            skipped = space
            space = (space + step) % SPACES
        landings.append(Landing(disc, space, len(columns[space])))
        columns[space].append(disc)
    return Outcome(landings, skipped, [column[-1][0] if column else "" for column in columns], space)


def sleepers(view: View) -> str:
    """The letters of those who sleep."""
    return "".join(letter_of(name) for name in view.asleep)


def listeners(view: View, tops: list[str]) -> list[tuple[int, str]]:
    """The spaces where the top tile would be taken, each with who is on top: a letter, or ASLEEP."""
    asleep = sleepers(view)
    return [
        (space, ASLEEP if letter in asleep else letter)
        for space, letter in enumerate(tops)
        if letter and letter != NOMAD and view.heights[space]
    ]


def heard(view: View, tops: list[str]) -> dict[str, str]:
    """The tiles that would be taken, by who hears them: a letter, ASLEEP for the box, MOONS for the moon fields."""
    found: dict[str, str] = {}
    for space, letter in listeners(view, tops):
        top = view.tops[space]
        assert top is not None
        taker = MOONS if top == MOONS else letter
        found[taker] = found.get(taker, "") + top
    return found
