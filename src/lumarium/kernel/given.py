"""What people hand over at a door: whole numbers of any library, seats, seeds, JSON; and how an error quotes it.

The compiled engine would refuse a wrong type before a line of ours runs, and take True for 1. So doors accept anything
(`SupportsIndex` and the like are not checked there) and ask here: both engines then give the same answers.
"""

from __future__ import annotations

import operator
from typing import Any

from .errors import BadOptions, UnknownSeat
from .message import Message


def whole(given: Any) -> int | None:
    """A whole number of Python, NumPy or another library as Python's own; None for anything else, truth values too."""
    if type(given) is int:
        return given
    if isinstance(given, bool):
        return None
    try:
        return int(operator.index(given))  # an int of a class of its own is its own index
    except TypeError:
        return None


def seat_of(players: int, given: object) -> int:
    """The seat as a plain number; UnknownSeat unless somebody sits there."""
    seat = whole(given)
    if seat is None or not 0 <= seat < players:
        key = "seat.nobody" if given is None else "seat.unknown"
        raise UnknownSeat(Message("kernel", key, seat=quoted(given), last=players - 1))
    return seat


def seed_of(given: object) -> int | str:
    """The seed as a plain number or text."""
    seed = str(given) if isinstance(given, str) else whole(given)
    if seed is None:
        raise bad_seed(given)
    return seed


def bad_seed(given: object) -> BadOptions:
    """What to raise for a seed that cannot be."""
    return BadOptions(Message("kernel", "options.seed", given=quoted(given)))


def shortened(text: str, limit: int = 60) -> str:
    """Foreign text as an error may quote it: one line, not too long."""
    line = "".join(char if char.isprintable() else "?" for char in text)
    return line if len(line) <= limit else line[: limit - 1] + "…"


def quoted(given: object) -> str:
    """Anything as an error may quote it, even what cannot be written out."""
    try:
        return shortened(repr(given))
    except Exception:  # noqa: BLE001  # it is somebody else's repr
        return type(given).__name__


class Repeated(ValueError):
    """A name stands twice in one JSON object, and nobody can tell which one is meant."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.reason = Message("kernel", "json.repeated", name=shortened(name))


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object of different names, as the hook of `json.loads`."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise Repeated(next(name for name in found if names.count(name) > 1))
    return found
