"""HTTP for learning from games: reviews, part by part, and drills."""

from __future__ import annotations

from datetime import date
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from lumarium.kernel import registry
from lumarium.kernel.game import Game
from lumarium.review import drills
from lumarium.review.telling import kind_word

from . import review_worker
from .answers import Daily, DrillNamed, Drills, DrillSet
from .api import address_of, house_of, language, reply
from .errors import Refused
from .packed import sent_once
from .replay_api import OpinionBody, RecordBody, wanted_body


class PartBody(RecordBody, frozen=True, kw_only=True):
    """POST /api/replay/review."""

    part: int


class DrillBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/drills/show: a drill of a game's own set, or a position of a record."""

    game: str = ""
    drill: str = ""
    record: str = ""
    at: int = 0

    def __post_init__(self) -> None:
        if bool(self.drill) == bool(self.record):
            raise ValueError("either `game` and `drill`, or `record` and `at`")


class AnswerBody(DrillBody, frozen=True, kw_only=True):
    """POST /api/drills/answer."""

    path: tuple[str, ...] | None = None


async def review(request: Request) -> Response:
    """One part of a finished game, measured. It is kept, so that it is measured once."""
    wanted = await wanted_body(request, PartBody)
    folder = str(house_of(request).config.data / "reviews")
    question = review_worker.Measure(record=wanted.record, part=wanted.part, folder=folder, lang=language(request))
    return await _asked(request, question)


async def explain(request: Request) -> Response:
    """What the best bot would have done in a position of a finished game, and what it thinks of what was done."""
    wanted = await wanted_body(request, OpinionBody)
    return await _asked(request, review_worker.Explain(record=wanted.record, at=wanted.at, lang=language(request)))


async def listed(request: Request) -> Response:
    """GET /api/drills: the sets of all games by kind, and the drill of the day (?day=2026-01-31)."""
    lang = language(request)
    try:
        day = date.fromisoformat(request.query_params.get("day", ""))
    except ValueError as error:
        raise Refused("malformed", problem="?day=2026-01-31") from error
    name, drill = drills.daily(day)
    sets = [_set(registry.game(each), lang) for each in registry.games()]
    return reply(Drills(sets, Daily(day.isoformat(), name, drill.id)))


def _set(game: Game, lang: str) -> DrillSet:
    found = [DrillNamed(each.id, each.kind, kind_word(game, each.kind, lang)) for each in drills.shipped(game.name)]
    return DrillSet(game.name, game.title(lang), found)


async def show(request: Request) -> Response:
    """A position in which something is to be decided."""
    body = await wanted_body(request, DrillBody)
    question = review_worker.Show(
        game=body.game, drill=body.drill, record=body.record, at=body.at, lang=language(request)
    )
    return await _asked(request, question)


async def answered(request: Request) -> Response:
    """What somebody would do there, compared with the best."""
    body = await wanted_body(request, AnswerBody)
    question = review_worker.Answer(
        game=body.game, drill=body.drill, record=body.record, at=body.at, path=body.path, lang=language(request)
    )
    return await _asked(request, question)


async def _asked(request: Request, question: review_worker.Question) -> Response:
    answer = await house_of(request).replays.review(question, address_of(request))
    return sent_once(request, answer, "application/json")


ROUTES: dict[str, Any] = {
    "/api/replay/review": review,
    "/api/replay/explain": explain,
    "/api/drills/show": show,
    "/api/drills/answer": answered,
}
