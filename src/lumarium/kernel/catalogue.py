"""Turns messages into sentences, from the `messages.<lang>.toml` catalogue of each game."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from .message import Message

LANGUAGES = ("en", "de")
OF_THE_HOUSE = ("kernel", "server")
"""Catalogues that belong to no game."""


def render(message: Message, lang: str) -> str:
    """The message as a sentence. A key that a language lacks is said in English."""
    facts = message.facts
    if all(type(value) is str or type(value) is int for value in facts.values()):
        return _plain(message.domain, message.key, lang, *facts.items())
    return _rendered(message.domain, message.key, lang, facts)


@lru_cache(maxsize=1 << 14)
def _plain(domain: str, key: str, lang: str, *facts: tuple[str, object]) -> str:
    """A scene says the same few hundred sentences over and over."""
    return _rendered(domain, key, lang, dict(facts))


def _rendered(domain: str, key: str, lang: str, facts: dict[str, object]) -> str:
    spoken = {name: _spoken(domain, name, value, lang) for name, value in facts.items()}
    template = find(domain, key, lang)
    if isinstance(template, dict):
        template = template["one" if str(facts.get("n")) == "1" else "other"]
    return str(template).format_map(spoken)


@lru_cache(maxsize=1 << 14)
def say(domain: str, key: str, lang: str, **facts: str | int) -> str:
    """A text of a catalogue; a scene says the same few hundred over and over."""
    return Message(domain, key, **facts).render(lang)


def written(value: object) -> object:
    """A value as people read it: a number below zero has a minus sign, not a hyphen."""
    return f"−{-value}" if type(value) is int and value < 0 else value


def has(domain: str, key: str, lang: str) -> bool:
    """Does this language's own catalogue hold the key?"""
    return _lookup(catalogue(domain, lang), key) is not None


@cache
def catalogue(domain: str, lang: str) -> dict[str, Any]:
    """The parsed catalogue of a game, of the kernel, or of the server."""
    path = _file(domain, f"messages.{lang}.toml")
    if lang not in LANGUAGES or not path.is_file():
        return {}
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _file(domain: str, name: str) -> Path:
    if domain in OF_THE_HOUSE:
        return Path(__file__).parents[1] / domain / name
    from .registry import game

    return game(domain).file("words", name)


def _spoken(domain: str, name: str, value: object, lang: str) -> object:
    if isinstance(value, Message):
        return render(value, lang)
    if isinstance(value, list):
        return ", ".join(str(_spoken(domain, name, item, lang)) for item in value)
    if domain in OF_THE_HOUSE:
        return value
    if isinstance(value, str | int):
        return _word(domain, name, value, lang)
    return _in_words(domain, name, value, lang)


@lru_cache(maxsize=1 << 14, typed=True)
def _word(domain: str, name: str, value: str | int, lang: str) -> object:
    """A scene says the same few hundred facts over and over."""
    return _in_words(domain, name, value, lang)


def _in_words(domain: str, name: str, value: object, lang: str) -> object:
    from .registry import game

    value = game(domain).words(name, value)
    return _spoken(domain, name, value, lang) if isinstance(value, Message | list) else written(value)


@cache
def find(domain: str, key: str, lang: str) -> Any:
    """The text behind a key, or its forms for one and many; in English where the language lacks it."""
    for found in (
        _lookup(catalogue(domain, lang), key),
        _lookup(catalogue("kernel", lang), key),
        _lookup(catalogue(domain, "en"), key),
        _lookup(catalogue("kernel", "en"), key),
    ):
        if found is not None:
            return found
    return key


def _lookup(table: Mapping[str, Any], key: str) -> Any:
    node: Any = table
    for part in key.split("."):
        if not isinstance(node, dict) or part not in node:
            return None
        node = node[part]
    return node
