"""First-game guides over HTTP: all steps at once, with the learner's scene at each of them."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from lumarium.kernel import registry
from lumarium.kernel.guide import Guide, Step, has_guide, load_guide
from lumarium.kernel.match import Match
from lumarium.kernel.record import Move
from lumarium.kernel.touch import towards, wire

from .api import language
from .errors import Refused
from .story import Story


class _Written(NamedTuple):
    packed: bytes
    checksum: str


async def guide(request: Request) -> Response:
    """GET /api/guides/<game>."""
    game = registry.game(request.path_params["game"])
    if not has_guide(game):
        raise Refused("unknown")
    packed, checksum = await asyncio.to_thread(_written, game.name, language(request))
    headers = {"etag": f'"{checksum}"', "cache-control": "no-cache", "vary": "accept-encoding, accept-language"}
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(gzip.decompress(packed), headers=headers, media_type="application/json")
    return Response(packed, headers={**headers, "content-encoding": "gzip"}, media_type="application/json")


@cache
def _written(name: str, lang: str) -> _Written:
    """Packed once: the scenes are much alike, and together a tenth of their size."""
    data = msgspec.json.encode(told(load_guide(registry.game(name)), lang))
    return _Written(gzip.compress(data, mtime=0), sha256(data).hexdigest()[:32])


def told(guide: Guide, lang: str) -> dict[str, Any]:
    """The guide as the browser gets it."""
    header = guide.record.header
    game = registry.game(header.game)
    return {
        "game": game.name,
        "title": game.title(lang),
        "seat": guide.seat,
        "players": header.names,
        "steps": list(_steps(guide, lang)),
    }


def _steps(guide: Guide, lang: str) -> Iterator[dict[str, Any]]:
    waiting = iter(guide.steps)
    step = next(waiting, None)
    story: Story | None = None
    told_until = guide.steps[0].at
    for match in guide.record.walk():
        story = story or Story(match)
        if match.history:
            story.add(match.history[-1].events)
        while step is not None and step.at == match.version:
            since = match.version if step.leap else told_until
            yield _step(guide, step, match, story, since, lang)
            told_until = match.version
            step = next(waiting, None)


def _step(guide: Guide, step: Step, match: Match, story: Story, since: int, lang: str) -> dict[str, Any]:
    words = guide.words[lang][step.name]
    scene = story.drawn(guide.seat, lang, since)
    shown: dict[str, Any] = {"name": step.name, "leap": step.leap, **msgspec.to_builtins(words), "scene": scene}
    if step.move:
        entry = guide.record.entries[step.at]
        assert isinstance(entry, Move)
        index = match.game.actions.parse(entry.move).index
        shown["wanted"] = wire(towards(match.game.touch(match.view(guide.seat)), index))
    return shown
