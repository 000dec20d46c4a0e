"""How the facts of Nomads are said in sentences."""

from __future__ import annotations

from functools import partial

from lumarium.games.nomads.meta import NAME
from lumarium.games.nomads.rules.components import KINDS, LEGENDS
from lumarium.kernel import catalogue
from lumarium.kernel.message import Message
from lumarium.kernel.stage import together

NUMBERED = {
    "jokers": "jokers",
    "points": "label.points",
    "song": "label.points",
    "score": "label.points",
    "cost": "different",
}
"""Facts that are numbers of something."""


say = partial(catalogue.say, NAME)
"""A text of the game's catalogue."""


def words(name: str, value: object) -> object:
    """A fact of a message in words: tiles, discs, adventurers, directions and cards by name."""
    if name == "kind" or (name == "legend" and isinstance(value, str) and value in LEGENDS):
        return Message(NAME, f"tile.{value}")
    if name == "tile":
        return Message(NAME, f"a_tile.{value}")
    if name == "heard" and isinstance(value, str):
        return together([_heard(letter, value.count(letter)) for letter in KINDS if letter in value])
    if name == "tiles" and isinstance(value, str):
        return together([_several(letter, value.count(letter)) for letter in KINDS if letter in value])
    if name in ("adventurer", "way", "shift", "rung"):
        return Message(NAME, f"{name}.{value}")
    if name == "disc" and isinstance(value, str):
        return Message(NAME, "a_nomad" if value[0] == "B" else f"disc.{value[0]}")
    if name == "who":
        return Message(NAME, f"disc.{value}")
    if name == "discs" and isinstance(value, str):
        return [Message(NAME, f"disc.{letter}") for letter in value]
    if name == "tops" and isinstance(value, str):
        return Message(NAME, "label.top", kind=value[1], space=int(value[0]))
    if name == "card" and isinstance(value, str):
        return _card(value)
    if name == "old" and isinstance(value, str):
        return Message(NAME, "card.old", rung=value.partition("#")[2])
    if name in NUMBERED:
        return Message(NAME, NUMBERED[name], n=value)
    if name == "types" and isinstance(value, str):
        return [Message(NAME, f"tile.{letter}") for letter in value]
    return value


def priced(points: object, price: object) -> str:
    """What a song is worth, and what it takes where that differs: 5, or 9/7."""
    return str(points) if points == price else f"{points}/{price}"


def adventurer_label(name: str, lang: str) -> str:
    """An adventurer and the power."""
    return Message(NAME, "label.adventurer", adventurer=name, power=Message(NAME, f"power.{name}")).render(lang)


def _several(letter: str, number: int) -> Message:
    if number == 1:
        return Message(NAME, f"a_tile.{letter}")
    return Message(NAME, "jokers", n=number) if letter == "J" else Message(NAME, "several", n=number, kind=letter)


def _heard(letter: str, number: int) -> Message:
    return Message(NAME, f"tile.{letter}") if number == 1 else Message(NAME, "several", n=number, kind=letter)


def _card(name: str) -> Message:
    legend, _, rung = name.partition("#")
    if rung:
        return Message(NAME, "card.legend", legend=legend, rung=rung)
    return Message(NAME, "card.song", points=name.split()[1])
