"""First-game guides over HTTP: all steps at once, with the learner's scene at each of them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from lumarium.kernel import registry
from lumarium.kernel.guide import Guide, Step, has_guide, load_guide
from lumarium.kernel.match import Match
from lumarium.kernel.record import Move
from lumarium.kernel.touch import towards, wire

from .answers import GuideStep, GuideTold
from .api import language
from .errors import Refused
from .packed import Packed, answer, pack
from .story import Story


async def guide(request: Request) -> Response:
    """GET /api/guides/<game>."""
    game = registry.game(request.path_params["game"])
    if not has_guide(game):
        raise Refused("unknown")
    written = await asyncio.to_thread(_written, game.name, language(request))
    return answer(request, written, "application/json")


@cache
def _written(name: str, lang: str) -> Packed:
    """Packed once: the scenes are much alike, and together a tenth of their size."""
    return pack(msgspec.json.encode(told(load_guide(registry.game(name)), lang)))


def told(guide: Guide, lang: str) -> GuideTold:
    """The guide as the browser gets it."""
    header = guide.record.header
    game = registry.game(header.game)
    return GuideTold(
        game=game.name,
        title=game.title(lang),
        seat=guide.seat,
        players=header.names,
        steps=tuple(_steps(guide, lang)),
    )


def _steps(guide: Guide, lang: str) -> Iterator[GuideStep]:
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


def _step(guide: Guide, step: Step, match: Match, story: Story, since: int, lang: str) -> GuideStep:
    words = guide.words[lang][step.name]
    scene = story.drawn(guide.seat, lang, since)
    wanted: Any = msgspec.UNSET
    if step.move:
        entry = guide.record.entries[step.at]
        assert isinstance(entry, Move)
        index = match.game.actions.parse(entry.move).index
        wanted = wire(towards(match.game.touch(match.view(guide.seat)), index))
    return GuideStep(
        name=step.name,
        title=words.title,
        text=words.text,
        do=words.do,
        instead=words.instead,
        leap=step.leap,
        scene=scene,
        wanted=wanted,
    )
