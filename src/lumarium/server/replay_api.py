"""HTTP for looking back: everything is asked with the record itself, and nothing of it is kept."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from . import replay_worker
from .api import address_of, body_of, drawing, house_of, language
from .errors import Refused
from .packed import sent_once

MOST_POSITIONS = 16
Body = TypeVar("Body", bound=msgspec.Struct)


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


class KnowBody(RecordBody, frozen=True, kw_only=True):
    """POST /api/replay/know."""

    at: int
    seat: int
    about: int | None = None
    topic: str | None = None
    step: int = 0


async def tell(request: Request) -> Response:
    """What a record is about."""
    wanted = await wanted_body(request, RecordBody)
    return await _passed_on(request, replay_worker.Tell(record=wanted.record, lang=language(request)))


async def show(request: Request) -> Response:
    """Some of its positions."""
    wanted = await wanted_body(request, ScenesBody)
    if not 0 <= wanted.first < wanted.end <= wanted.first + MOST_POSITIONS:
        raise Refused("malformed", problem=f"0 <= first < end <= first + {MOST_POSITIONS}")
    question = replay_worker.Show(
        record=wanted.record, lang=language(request), seat=wanted.seat, first=wanted.first, end=wanted.end
    )
    return await _passed_on(request, question)


async def draw(request: Request) -> Response:
    """A position as a picture."""
    wanted = await wanted_body(request, PictureBody)
    question = replay_worker.Draw(
        record=wanted.record,
        lang=language(request),
        seat=wanted.seat,
        at=wanted.at,
        layout=wanted.layout,
        theme=wanted.theme,
    )
    return await drawing(request, question)


async def know(request: Request) -> Response:
    """What a seat could know at a position."""
    wanted = await wanted_body(request, KnowBody)
    question = replay_worker.Know(
        record=wanted.record,
        lang=language(request),
        seat=wanted.seat,
        at=wanted.at,
        about=wanted.about,
        topic=wanted.topic,
        step=wanted.step,
    )
    return await _passed_on(request, question)


async def wanted_body(request: Request, kind: type[Body]) -> Body:
    """What a page or program sent along."""
    body = await body_of(request, house_of(request).config.record_limit)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refused("malformed", problem=str(error)[:200]) from error


async def _passed_on(request: Request, question: replay_worker.Question) -> Response:
    packed = await house_of(request).replays.ask(question, address_of(request))
    return sent_once(request, b"", "application/json", packed)


ROUTES: dict[str, Any] = {
    "/api/replay": tell,
    "/api/replay/scenes": show,
    "/api/replay/svg": draw,
    "/api/replay/know": know,
}
