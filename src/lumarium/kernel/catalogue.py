"""Turns messages into sentences, from the `messages.<lang>.toml` catalogue of each game."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from .message import Message

LANGUAGES = ("en", "de")
PIECE = re.compile(r"!\[\]\([^)]*\) ?")
"""A small picture of a piece in a text, as in Markdown: a symbol of the game's sheet, and how wide it is."""
OF_THE_HOUSE = ("kernel", "server")
"""Catalogues that belong to no game."""
LONG = 80
"""Letters of a fact that is not said over and over: what people sent us is not kept."""


def render(message: Message, lang: str, pictured: bool = False) -> str:
    """The message as a sentence; `pictured` leaves in the small pictures of pieces that stand beside its words. A key
    that a language lacks is said in English."""
    facts = message.facts
    if all(type(value) is int or (type(value) is str and len(value) < LONG) for value in facts.values()):
        return _plain(message.domain, message.key, lang, pictured, *facts.items())
    return _rendered(message.domain, message.key, lang, pictured, facts)


@lru_cache(maxsize=1 << 14)
def _plain(domain: str, key: str, lang: str, pictured: bool, *facts: tuple[str, object]) -> str:
    """A scene says the same few hundred sentences over and over."""
    return _rendered(domain, key, lang, pictured, dict(facts))


def _rendered(domain: str, key: str, lang: str, pictured: bool, facts: dict[str, object]) -> str:
    spoken = {name: _spoken(domain, name, value, lang, pictured) for name, value in facts.items()}
    template = (find if pictured else _found)(domain, key, lang)
    if isinstance(template, dict):
        template = template["one" if str(facts.get("n")) == "1" else "other"]
    return str(template).format_map(spoken)


@cache
def _found(domain: str, key: str, lang: str) -> Any:
    """The same as `find`, in words alone."""
    template = find(domain, key, lang)
    if isinstance(template, dict):
        return {form: unpictured(text) for form, text in template.items() if isinstance(text, str)}
    return unpictured(template) if isinstance(template, str) else template


@lru_cache(maxsize=1 << 14)
def say(domain: str, key: str, lang: str, **facts: str | int) -> str:
    """A text of a catalogue; a scene says the same few hundred over and over."""
    return Message(domain, key, **facts).render(lang)


def unpictured(text: str) -> str:
    """The words alone, without the pictures of pieces among them."""
    return PIECE.sub("", text)


def capitalised(text: str) -> str:
    """A sentence begins with a capital, also behind a small picture."""
    picture = PIECE.match(text)
    start = picture.end() if picture else 0
    return text[:start] + text[start : start + 1].upper() + text[start + 1 :]


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


def _spoken(domain: str, name: str, value: object, lang: str, pictured: bool) -> object:
    if isinstance(value, Message):
        return render(value, lang, pictured)
    if isinstance(value, list):
        return ", ".join(str(_spoken(domain, name, item, lang, pictured)) for item in value)
    if domain in OF_THE_HOUSE:
        return value
    if isinstance(value, int) or (isinstance(value, str) and len(value) < LONG):
        return _word(domain, name, value, lang, pictured)
    return _in_words(domain, name, value, lang, pictured)


@lru_cache(maxsize=1 << 14, typed=True)
def _word(domain: str, name: str, value: str | int, lang: str, pictured: bool) -> object:
    """A scene says the same few hundred facts over and over."""
    return _in_words(domain, name, value, lang, pictured)


def _in_words(domain: str, name: str, value: object, lang: str, pictured: bool) -> object:
    from .registry import game

    value = game(domain).words(name, value)
    if isinstance(value, Message | list):
        return _spoken(domain, name, value, lang, pictured)
    return written(value)


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
