"""How the facts of Nomads are said in sentences."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from lumarium.kernel.message import Message
from lumarium.kernel.stage import together

from .components import ADVENTURERS, COLOURS, KINDS, LEGENDS
from .meta import NAME

if TYPE_CHECKING:
    from .preview import Outcome
    from .view import View

NUMBERED = {
    "jokers": "jokers",
    "points": "label.points",
    "song": "label.points",
    "score": "label.points",
    "cost": "different",
}
"""Facts that are numbers of something."""


@lru_cache(maxsize=1 << 13)
def say(key: str, lang: str, **facts: str | int) -> str:
    """A sentence of the catalogue; a scene says the same few hundred over and over."""
    return Message(NAME, key, **facts).render(lang)


def words(name: str, value: object) -> object:
    """A fact of a message in words: tiles, discs, adventurers, directions and cards by name."""
    if name == "drawn":
        return Message(NAME, f"drawn.{value}")
    if name == "picture":
        return Message(NAME, f"picture.{value}" if str(value) in LEGENDS else f"tile.{value}")
    if name == "tile":
        return _tile(value)
    if name == "heard" and isinstance(value, str):
        return together([_heard(letter, value.count(letter)) for letter in KINDS if letter in value])
    if name == "kind":
        return Message(NAME, f"tile.{value}")
    if name == "tiles" and isinstance(value, str):
        return together([_several(letter, value.count(letter)) for letter in KINDS if letter in value])
    if name in ("adventurer", "way", "shift"):
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
        return ", ".join(value)
    return value


def priced(points: object, price: object) -> str:
    """What a song is worth, and what it takes where that differs: 5, or 9/7."""
    return str(points) if points == price else f"{points}/{price}"


def letter_of(adventurer: str) -> str:
    """The letter of an adventurer's discs."""
    return COLOURS[ADVENTURERS.index(adventurer) + 1]


def adventurer_label(name: str, lang: str) -> str:
    """An adventurer and the power."""
    return Message(NAME, "label.adventurer", adventurer=name, power=Message(NAME, f"power.{name}")).render(lang)


def outcome_label(view: View, move: Outcome, head: str, lang: str) -> str:
    """A move in words: how it goes, where it ends, who hears what then."""
    from .preview import ASLEEP, listeners

    parts = [say("label.ends_at_lys" if move.last == view.lys else "label.ends", lang, space=move.last)]
    heard: dict[str, str] = {}
    for space, letter in listeners(view, move.tops):
        top = view.tops[space]
        assert top is not None
        taker = "O" if top == "O" else letter
        heard[taker] = heard.get(taker, "") + top
    adventurer = view.seats[view.turn].adventurer if view.turn is not None else None
    own = letter_of(adventurer) if adventurer else ""
    for letter in sorted(heard, key=lambda letter: (letter != own, letter == ASLEEP, letter == "O", letter)):
        if letter == "O":
            parts.append(say("label.moons_rise", lang, n=len(heard[letter])))
        elif letter == ASLEEP:
            parts.append(say("label.sleeper_loses", lang, heard=heard[letter]))
        elif letter == own:
            parts.append(say("label.you_hear", lang, heard=heard[letter]))
        else:
            parts.append(say("label.hears", lang, who=letter, heard=heard[letter]))
    return f"{head}: {'; '.join(parts)}"


def _tile(letter: object) -> Message:
    return Message(NAME, "a_joker" if letter == "J" else f"tile.{letter}")


def _several(letter: str, number: int) -> Message:
    if number == 1:
        return _tile(letter)
    return Message(NAME, "jokers", n=number) if letter == "J" else Message(NAME, "several", n=number, kind=letter)


def _heard(letter: str, number: int) -> Message:
    shown = Message(NAME, f"shown.{letter}")
    return shown if number == 1 else Message(NAME, "times", n=number, what=shown)


def _card(name: str) -> Message:
    legend, _, rung = name.partition("#")
    if rung:
        return Message(NAME, "card.legend", drawn=legend, rung=rung)
    return Message(NAME, "card.song", points=name.split()[1])
