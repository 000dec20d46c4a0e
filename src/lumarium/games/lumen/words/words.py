"""How the facts of Lumen are said in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from lumarium.games.lumen.meta import NAME
from lumarium.kernel import catalogue
from lumarium.kernel.message import Message

say = partial(catalogue.say, NAME)
"""A text of the game's catalogue."""


def words(name: str, value: object) -> object:
    """A fact of a message in words: colours by name, a bid by what it promises, points with their sign."""
    if name in ("colour", "coloured"):
        return Message(NAME, f"{name}.{value}")
    if name == "bid" and isinstance(value, str):
        base = int(value.rstrip("+"))
        extra = "bid.extra" if base else "bid.extra_none"
        return Message(NAME, extra if value.endswith("+") else "bid.plain", n=base, more=base + 1)
    if name == "points" and isinstance(value, int):
        return signed(value)
    if name == "total" and isinstance(value, int):
        return plain(value)
    return value


def signed(points: int) -> str:
    """Points as they are won and lost: +10, 0, −5."""
    return f"+{points}" if points > 0 else plain(points)


def plain(points: int) -> str:
    """A total, which may be negative."""
    return str(points).replace("-", "−")


def initials(names: Sequence[str]) -> list[str]:
    """What stands for the players where there is no room for names: a letter, with a number or another where needed."""
    trimmed = [name.strip() or "?" for name in names]
    first = [name[0].upper() + (name[-1] if name[-1].isdigit() else "") for name in trimmed]
    marks = [
        mark if first.count(mark) == 1 else name[:2].capitalize() for mark, name in zip(first, trimmed, strict=True)
    ]
    return [mark if marks.count(mark) == 1 else f"{mark[0]}{seat + 1}" for seat, mark in enumerate(marks)]
