"""What happened since a person last decided, in as many lines as there is room for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from lumarium.kernel.event import Event
from lumarium.kernel.match import Match

from .screen import ENDLESS, height

POINTS = {"points", "score", "scores"}
"""An event with one of these facts tells who scored what, and is never left out."""
ENOUGH = 8
"""So many lines of news are worth a denser table."""


class Line(NamedTuple):
    """A sentence, and whether it must be shown."""

    text: str
    scores: bool = False


def told(match: Match, seat: int, first: int, lang: str, names: Sequence[str]) -> list[Line]:
    """What happened from a move on, as the seat may know it."""
    events = [event.for_seat(seat) for played in match.history[first:] for event in played.events]
    return [Line(event.describe(lang, names), _scores(event)) for event in events if event is not None]


def _scores(event: Event) -> bool:
    return not POINTS.isdisjoint(event.facts)


def wanted(news: Sequence[Line], console: Console) -> int:
    """How many lines of the screen the news should get."""
    lines = [height(console, Text(line.text)) for line in news]
    must = sum(number for line, number in zip(news, lines, strict=True) if line.scores)
    return min(sum(lines), max(ENOUGH, must + 1))


def cut(news: Sequence[Line], console: Console, room: int) -> tuple[int, list[str]]:
    """How many lines do not fit, and the others: all scores and the latest of the rest; at least the last line."""
    lines = [height(console, Text(line.text)) for line in news]
    room = room if console.is_terminal else ENDLESS
    if sum(lines) <= room:
        return 0, [line.text for line in news]
    kept = [line.scores for line in news]
    room -= 1 + sum(number for number, must in zip(lines, kept, strict=True) if must)  # one line says that some are cut
    others = [index for index, must in enumerate(kept) if not must]
    for index in reversed(others):
        room -= lines[index]
        if room < 0 and any(kept):
            break
        kept[index] = True
    return kept.count(False), [line.text for line, keep in zip(news, kept, strict=True) if keep]
