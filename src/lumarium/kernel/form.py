"""What people can agree on before a game by a few touches: a game's options and presets, in its own words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from .catalogue import has
from .game import Game
from .message import Message

MOST_VALUES = 6
"""Options with more values than this are left to files."""


class Choice(msgspec.Struct, frozen=True):
    """A value of an option, or a preset."""

    value: Any
    text: str


class Field(msgspec.Struct, frozen=True):
    """An option to agree on: one of a few values, or a switch where there are none."""

    name: str
    title: str
    help: str
    default: Any
    values: tuple[Choice, ...]


class Form(msgspec.Struct, frozen=True):
    """Everything that a table is asked. Presets are offered where no option can be asked simply."""

    options: tuple[Field, ...]
    presets: tuple[Choice, ...]
    help: str
    """What the presets are about."""


def form(game: Game, lang: str) -> Form:
    """The form in that language."""
    options = tuple(
        Field(
            name,
            _said(game, f"option.{name}.title", lang),
            _said(game, f"option.{name}.help", lang, ""),
            default,
            tuple(Choice(value, _said(game, f"option.{name}.value.{value}", lang)) for value in values),
        )
        for name, default, values in _simple(game)
    )
    offered = game.presets if not options and len(game.presets) > 1 else ()
    presets = tuple(Choice(name, _said(game, f"preset.{name}", lang)) for name in offered)
    return Form(options, presets, _said(game, "presets.help", lang, "") if presets else "")


def wordless(game: Game, lang: str) -> list[str]:
    """The keys that the game's own catalogue lacks for its form."""
    shown = form(game, lang)
    keys = [f"option.{field.name}.title" for field in shown.options]
    keys += [f"option.{field.name}.value.{choice.value}" for field in shown.options for choice in field.values]
    keys += [f"preset.{choice.value}" for choice in shown.presets]
    return [key for key in keys if not has(game.name, key, lang)]


def _simple(game: Game) -> Iterator[tuple[str, Any, list[Any]]]:
    """The options with a simple form: name, default, and the values unless it is a switch."""
    schema = msgspec.json.schema(game.Options)
    for name, field in schema["$defs"][game.Options.__name__]["properties"].items():
        listed = [part["enum"] for part in (field, *field.get("anyOf", ())) if "enum" in part]
        if field.get("type") == "boolean":
            yield name, field["default"], []
        elif listed and len(listed[0]) <= MOST_VALUES:
            yield name, field["default"], listed[0]


def _said(game: Game, key: str, lang: str, without: str | None = None) -> str:
    """The game's words; where it has none, the last part of the key or what is said instead."""
    if has(game.name, key, lang) or has(game.name, key, "en"):
        return Message(game.name, key).render(lang)
    if without is not None:
        return without
    parts = key.split(".")
    return (parts[1] if parts[-1] == "title" else parts[-1]).replace("_", " ")
