"""What looks as it did is not drawn again: parts of a picture, each made of nothing but the facts that it shows.

    @part
    def stack(space: int, height: int, top: str, lang: str) -> Iterable[Piece]: ...     the first fact says which one

    with sketchbook:                       one for each table
        game.scene(view, lang, names)      parts with the facts of the last drawings are taken from there

A part sees no view, only its facts: what was drawn for one seat can be shown to another that has the same facts, and
tells it nothing else. Without a sketchbook everything is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextvars import ContextVar, Token
from functools import wraps
from typing import Any, TypeVar, TypeVarTuple

Facts = TypeVarTuple("Facts")
Drawn = TypeVar("Drawn")
Sketches = dict[tuple[Callable[..., Any], Any], list[tuple[tuple[Any, ...], Any]]]
"""By what draws it and the first fact: all facts, and what they look like."""


class Sketchbook:
    """What was drawn of one table, for this version and the one before."""

    __slots__ = ("_before", "_now", "_opened")

    def __init__(self) -> None:
        self._now: Sketches = {}
        self._before: Sketches = {}
        self._opened: list[Token[Sketchbook | None]] = []

    def turn(self) -> None:
        """The table has moved on: what was not drawn since the last time is forgotten."""
        self._now, self._before = {}, self._now

    def find(self, draw: Callable[..., Drawn], facts: tuple[Any, ...]) -> Drawn:
        """What these facts look like. They are often the very same objects, so that comparing them takes no time."""
        key = (draw, facts[0])
        now = self._now.get(key)
        if now is None:
            now = self._now[key] = []
        found: Drawn
        for known, found in now:
            if known == facts:
                return found
        for sketch in self._before.get(key, ()):
            if sketch[0] == facts:
                now.append(sketch)
                found = sketch[1]
                return found
        found = draw(*facts)
        now.append((facts, found))
        return found

    def __enter__(self) -> None:
        self._opened.append(_open.set(self))

    def __exit__(self, *error: object) -> None:
        _open.reset(self._opened.pop())


_open: ContextVar[Sketchbook | None] = ContextVar("sketchbook", default=None)


def once(draw: Callable[[*Facts], Drawn]) -> Callable[[*Facts], Drawn]:
    """Something that is worked out once for the same facts. What it gives is shared: nobody changes it."""

    @wraps(draw)
    def drawn(*facts: *Facts) -> Drawn:
        book = _open.get()
        return draw(*facts) if book is None else book.find(draw, facts)

    return drawn


def part(draw: Callable[[*Facts], Iterable[Drawn]]) -> Callable[[*Facts], tuple[Drawn, ...]]:
    """The same for things one after the other, such as the pieces of a part of the table."""

    @wraps(draw)
    def drawn(*facts: *Facts) -> tuple[Drawn, ...]:
        return tuple(draw(*facts))

    return once(drawn)
