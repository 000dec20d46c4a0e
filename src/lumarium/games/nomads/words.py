"""How the facts of Nomads are said in sentences."""

from __future__ import annotations

from lumarium.kernel.message import Message

from .components import ADVENTURERS, COLOURS
from .meta import NAME


def words(name: str, value: object) -> object:
    """A fact of a message in words: tiles, discs, adventurers, directions and cards by name."""
    if name in ("tile", "tiles"):
        return Message(NAME, f"tile.{value}")
    if name in ("adventurer", "way", "shift"):
        return Message(NAME, f"{name}.{value}")
    if name == "disc" and isinstance(value, str):
        return Message(NAME, f"disc.{value[0]}")
    if name == "discs" and isinstance(value, str):
        return [Message(NAME, f"disc.{letter}") for letter in value]
    if name == "tops" and isinstance(value, str):
        return Message(NAME, "label.top", tile=value[1], space=int(value[0]))
    if name in ("card", "old") and isinstance(value, str):
        return _card(value)
    if name == "jokers":
        return Message(NAME, "jokers", n=value)
    if name == "types" and isinstance(value, str):
        return ", ".join(value)
    return value


def letter_of(adventurer: str) -> str:
    """The letter of an adventurer's discs."""
    return COLOURS[ADVENTURERS.index(adventurer) + 1]


def _card(name: str) -> Message:
    legend, _, rung = name.partition("#")
    if rung:
        return Message(NAME, "card.legend", legend=legend, rung=rung)
    return Message(NAME, "card.song", points=name.split()[1])
