"""How the facts of Lumen are said in sentences."""

from __future__ import annotations

from lumarium.kernel.message import Message

from .meta import NAME


def words(name: str, value: object) -> object:
    """A fact of a message in words: colours by name, a bid by what it promises, points with their sign."""
    if name in ("colour", "coloured"):
        return Message(NAME, f"{name}.{value}")
    if name == "bid" and isinstance(value, str):
        base = int(value.rstrip("+"))
        return Message(NAME, "bid.extra" if value.endswith("+") else "bid.plain", n=base, more=base + 1)
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
