"""How the facts of Lumicora are said in sentences."""

from __future__ import annotations

from functools import cache, partial

from lumarium.games.lumicora.meta import NAME
from lumarium.games.lumicora.rules.components import COLOURS, LETTERS, ROW_LENGTHS
from lumarium.games.lumicora.rules.indices import COORDINATES, SPACE_AT, TOP_ROW
from lumarium.kernel import catalogue
from lumarium.kernel.message import Message

say = partial(catalogue.say, NAME)
"""A text of the game's catalogue."""


def words(name: str, value: object) -> object:
    """A fact of a message in words: Luminos, colours, points, species, zones, levels of a scoring."""
    if name in ("tile", "tiles", "fed") and isinstance(value, str):
        return lumino(value)
    if name == "coloured":
        return Message(NAME, f"coloured.{value}")
    if name in ("colour", "left", "right"):
        return Message(NAME, f"colour.{value}")
    if name == "colours" and isinstance(value, str):
        return Message(NAME, "two_colours", left=_colour(value[0]), right=_colour(value[1]))
    if name == "points" and isinstance(value, int):
        return Message(NAME, "points", n=abs(value), number=value)
    if name in ("first", "second") and isinstance(value, str):
        return place(value)
    if name in ("species", "zone"):
        return Message(NAME, f"{name}.{value}")
    if name == "levels" and isinstance(value, dict):
        return [Message(NAME, "level", level=level, number=number) for level, number in value.items()] or Message(
            NAME, "no_level"
        )
    return value


def lumino(tile: str) -> Message:
    """A Lumino by name, such as "G3crab"."""
    key = "lumino_animal" if tile[2:] else "lumino_plain"
    animal = Message(NAME, f"animal.{tile[2:]}") if tile[2:] else ""
    return Message(NAME, key, colour=COLOURS[LETTERS.index(tile[0])], number=tile[1], animal=animal)


@cache
def spoken(tile: str, lang: str) -> str:
    """The name of a Lumino in words."""
    return lumino(tile).render(lang)


def place(coordinates: str) -> Message:
    """A space as moves write it, such as "(0,-1)", by its row and its number in the row."""
    q, r = (int(part) for part in coordinates.strip("()").split(","))
    return Message(NAME, "label.place", row=r - TOP_ROW + 1, space=number_in_row(SPACE_AT[q, r]))


def number_in_row(space: int) -> int:
    """Which space of its row it is, from 1 on the left."""
    return space - sum(ROW_LENGTHS[: COORDINATES[space][1] - TOP_ROW]) + 1


def _colour(letter: str) -> Message:
    return Message(NAME, f"colour.{COLOURS[LETTERS.index(letter)]}")
