"""What a viewer received, held against what the library draws for that seat."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

import msgspec

from lumarium import Chance, Match, Record
from lumarium.kernel.record import Move
from tests.server.harness import followed

Json = dict[str, Any]


def scenes(received: Iterable[str]) -> list[Json]:
    """The scene messages of a stream, those that came as changes put together."""
    found: list[Json] = []
    for text in received:
        if text.startswith('{"type":"scene"'):
            found.append(json.loads(text))
        elif text.startswith('{"type":"changes"'):
            found.append(followed(found[-1], json.loads(text)))
    return found


def in_words(lines: Iterable[str]) -> list[str]:
    """Sentences without the small pictures that adorn them."""
    return [re.sub(r"!\[\]\([^)]*\) ?", "", line) for line in lines]


def _plain(value: object) -> Any:
    return json.loads(msgspec.json.encode(value))


def compare(record: Record, seat: int | None, lang: str, shown: dict[int, Json]) -> None:
    """Each scene is the one that the library draws for this seat, also from a state in which all that the seat cannot
    know is drawn anew."""
    match = record.replay(at=0)
    luck = Chance(5)
    for version in range(len(record.entries) + 1):
        if version:
            _repeat(match, record, version)
        if version not in shown:
            continue
        message = shown[version]
        assert message["seat"] == seat
        views = [match.view(seat)]
        if seat is not None and not match.over and version % 7 == 0:
            views.append(match.game.imagine(views[0], luck).view(seat))
        for view in views:
            expected = _plain(match.game.scene(view, lang, match.names))
            scene = {**message["scene"], "v": 0, "events": [], "log": []}
            assert scene == expected
        assert in_words(message["scene"]["log"]) == match.log(seat, lang)[-40:]


def _repeat(match: Match, record: Record, version: int) -> None:
    entry = record.entries[version - 1]
    assert isinstance(entry, Move)
    match.play(entry.move, entry.seat)
