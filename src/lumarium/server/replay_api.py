"""HTTP for looking back: everything is asked with the record itself, and nothing of it is kept."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from lumarium.kernel.registry import game as find_game

from . import replay_worker
from .api import address_of, body_of, house_of, language, reply
from .bots import adviser
from .errors import Refused

MOST_POSITIONS = 16
Body = TypeVar("Body", bound="RecordBody")


class RecordBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/replay."""

    record: str


class ScenesBody(RecordBody, frozen=True, kw_only=True):
    """POST /api/replay/scenes."""

    seat: int | None = None
    first: int
    end: int


class PictureBody(RecordBody, frozen=True, kw_only=True):
    """POST /api/replay/svg."""

    at: int
    seat: int | None = None
    layout: Literal["wide", "tall"] = "wide"
    theme: Literal["dark", "light"] = "dark"


class OpinionBody(RecordBody, frozen=True, kw_only=True):
    """POST /api/replay/explain."""

    at: int


async def tell(request: Request) -> Response:
    """What a record is about."""
    wanted = await _wanted(request, RecordBody)
    return await _passed_on(request, replay_worker.Tell(record=wanted.record, lang=language(request)))


async def show(request: Request) -> Response:
    """Some of its positions."""
    wanted = await _wanted(request, ScenesBody)
    if not 0 <= wanted.first < wanted.end <= wanted.first + MOST_POSITIONS:
        raise Refused("malformed", problem=f"0 <= first < end <= first + {MOST_POSITIONS}")
    question = replay_worker.Show(
        record=wanted.record, lang=language(request), seat=wanted.seat, first=wanted.first, end=wanted.end
    )
    return await _passed_on(request, question)


async def draw(request: Request) -> Response:
    """A position as a picture."""
    wanted = await _wanted(request, PictureBody)
    question = replay_worker.Draw(
        record=wanted.record,
        lang=language(request),
        seat=wanted.seat,
        at=wanted.at,
        layout=wanted.layout,
        theme=wanted.theme,
    )
    answer = await house_of(request).replays.ask(question, address_of(request))
    drawn = msgspec.json.decode(answer, type=replay_worker.Drawn)
    return Response(drawn.svg, media_type="image/svg+xml", headers={"cache-control": "no-store"})


class _Decision(msgspec.Struct):
    seat: int
    view: msgspec.Raw
    played: str | None


async def explain(request: Request) -> Response:
    """What the best bot would have done in a position of a finished game, and what it thinks of what was done."""
    wanted = await _wanted(request, OpinionBody)
    replays, lang, address = house_of(request).replays, language(request), address_of(request)
    answer = await replays.ask(replay_worker.Ask(record=wanted.record, lang=lang, at=wanted.at), address)
    asked = msgspec.json.decode(answer, type=_Decision)
    level = adviser()
    if level is None:
        raise Refused("no_hint", "no_adviser")
    named = msgspec.json.decode(asked.view, type=_Named)
    view = msgspec.json.decode(asked.view, type=find_game(named.game).View)
    choice = await replays.review(level, view, lang, asked.played, address)
    return reply(
        {"at": wanted.at, "seat": asked.seat, "level": level, "played": asked.played, "thoughts": choice.thoughts}
    )


class _Named(msgspec.Struct):
    game: str


async def _wanted(request: Request, kind: type[Body]) -> Body:
    body = await body_of(request, house_of(request).config.record_limit)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refused("malformed", problem=str(error)[:200]) from error


async def _passed_on(request: Request, question: replay_worker.Question) -> Response:
    answer = await house_of(request).replays.ask(question, address_of(request))
    return Response(answer, headers={"cache-control": "no-store"}, media_type="application/json")


ROUTES: dict[str, Any] = {
    "/api/replay": tell,
    "/api/replay/scenes": show,
    "/api/replay/svg": draw,
    "/api/replay/explain": explain,
}
