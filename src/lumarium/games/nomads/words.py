"""How the facts of Nomads are said in sentences."""

from __future__ import annotations

from lumarium.kernel.message import Message
from lumarium.kernel.stage import together

from .components import ADVENTURERS, COLOURS, KINDS
from .meta import NAME

NUMBERED = {
    "jokers": "jokers",
    "points": "label.points",
    "song": "label.points",
    "score": "label.points",
    "cost": "different",
}
"""Facts that are numbers of something."""


def words(name: str, value: object) -> object:
    """A fact of a message in words: tiles, discs, adventurers, directions and cards by name."""
    if name == "tile":
        return _tile(value)
    if name == "kind":
        return Message(NAME, f"tile.{value}")
    if name == "tiles" and isinstance(value, str):
        return together([_several(letter, value.count(letter)) for letter in KINDS if letter in value])
    if name in ("adventurer", "way", "shift"):
        return Message(NAME, f"{name}.{value}")
    if name == "disc" and isinstance(value, str):
        return Message(NAME, "a_nomad" if value[0] == "B" else f"disc.{value[0]}")
    if name == "discs" and isinstance(value, str):
        return [Message(NAME, f"disc.{letter}") for letter in value]
    if name == "tops" and isinstance(value, str):
        return Message(NAME, "label.top", kind=value[1], space=int(value[0]))
    if name in ("card", "old") and isinstance(value, str):
        return _card(value)
    if name in NUMBERED:
        return Message(NAME, NUMBERED[name], n=value)
    if name == "types" and isinstance(value, str):
        return ", ".join(value)
    return value


def priced(points: object, price: object) -> str:
    """What a song is worth, and what it takes where that differs: 5, or 9/7."""
    return str(points) if points == price else f"{points}/{price}"


def letter_of(adventurer: str) -> str:
    """The letter of an adventurer's discs."""
    return COLOURS[ADVENTURERS.index(adventurer) + 1]


def _tile(letter: object) -> Message:
    return Message(NAME, "a_joker" if letter == "J" else f"tile.{letter}")


def _several(letter: str, number: int) -> Message:
    if number == 1:
        return _tile(letter)
    return Message(NAME, "jokers", n=number) if letter == "J" else Message(NAME, "several", n=number, kind=letter)


def _card(name: str) -> Message:
    legend, _, rung = name.partition("#")
    if rung:
        return Message(NAME, "card.legend", legend=legend, rung=rung)
    return Message(NAME, "card.song", points=name.split()[1])
