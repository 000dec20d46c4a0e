"""How the facts of Luminos are said in sentences."""

from __future__ import annotations

from functools import partial

from lumarium.games.luminos.meta import NAME
from lumarium.games.luminos.rules.components import SYMBOLS
from lumarium.kernel import catalogue
from lumarium.kernel.message import Message

TILES = ("tile", "corner", "right", "above")


say = partial(catalogue.say, NAME)
"""A text of the game's catalogue."""


def words(name: str, value: object) -> object:
    """A fact of a message in words: tiles by their symbols, symbols and directions by name."""
    if name in TILES and isinstance(value, str):
        return [Message(NAME, f"symbols.{letter}", n=value.count(letter)) for letter in SYMBOLS if letter in value]
    if name == "tiles":
        return Message(NAME, "tile_in_list", tile=value)
    if name in ("symbol", "direction"):
        return Message(NAME, f"{name}.{value}")
    if name == "symbols" and isinstance(value, str):
        return [Message(NAME, f"symbol.{letter}") for letter in value]
    return value
