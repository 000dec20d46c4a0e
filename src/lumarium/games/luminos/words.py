"""How the facts of Luminos are said in sentences."""

from __future__ import annotations

from functools import lru_cache

from lumarium.kernel.message import Message

from .components import SYMBOLS
from .meta import NAME

TILES = ("tile", "corner", "right", "above")


@lru_cache(maxsize=1 << 13)
def say(key: str, lang: str, **facts: str | int) -> str:
    """A sentence of the catalogue; a scene says the same few hundred over and over."""
    return Message(NAME, key, **facts).render(lang)


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
