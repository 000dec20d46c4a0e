"""HTTP for studies: they are made, taken along as a file, and worked on by processes of their own."""

from __future__ import annotations

import gzip
from typing import Annotated, Any, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from lumarium.kernel.edits import NodeId
from lumarium.kernel.study import Study

from . import replay_worker, review_worker
from .answers import MadeStudy
from .api import address_of, bearer, body_of, device_of, drawing, house_of, language, reply
from .errors import Refused
from .packed import sent_once
from .replay_api import Body
from .seats import rights
from .study_room import StudyRoom

MOST_EFFORT = 8


class NewStudy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/studies: of a `file`, of a finished `table`, of a `drill` of a `game`, or empty, of a `game`."""

    file: str = ""
    table: str = ""
    drill: str = ""
    """Of the game's own set: seen as its seat sees it until it is opened."""
    game: str = ""
    players: int = 0
    options: dict[str, Any] | str | None = None
    seed: int | str | None = None
    seat: int | None = None
    """Of a file or a table: as whom it is seen until it is opened."""


class _AtNode(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    at: NodeId


class ChanceBody(_AtNode, frozen=True, kw_only=True):
    """POST /api/studies/{study}/chances."""

    move: str
    picks: tuple[int, ...] = ()


class ThinkBody(_AtNode, frozen=True, kw_only=True):
    """POST /api/studies/{study}/think."""

    effort: Annotated[int, msgspec.Meta(ge=1, le=MOST_EFFORT)] = 1


class StudyKnowBody(_AtNode, frozen=True, kw_only=True):
    """POST /api/studies/{study}/know."""

    seat: int
    about: int | None = None
    topic: str | None = None
    step: int = 0


class StudyPictureBody(_AtNode, frozen=True, kw_only=True):
    """POST /api/studies/{study}/svg."""

    seat: int | None = None
    layout: Literal["wide", "tall"] = "wide"
    theme: Literal["dark", "light"] = "dark"


async def make(request: Request) -> Response:
    """POST /api/studies."""
    wanted = await _wanted(request, NewStudy, house_of(request).config.study_limit)
    if sum(map(bool, (wanted.file, wanted.table, wanted.game))) != 1 or (wanted.drill and not wanted.game):
        raise Refused("malformed", problem="one of file, table and game")
    if wanted.drill:
        study = await _of_drill(request, wanted)
    elif wanted.game:
        study = Study(wanted.game, wanted.players, wanted.seed, wanted.options)
    else:
        study = await _of_file(request, wanted)
    made: MadeStudy = await house_of(request).studies.create(study, study.edits, address_of(request))
    return reply(made, 201)


async def _of_file(request: Request, wanted: NewStudy) -> Study:
    text = wanted.file or await _finished(request, wanted.table)
    question = replay_worker.Branch(record=text, seat=wanted.seat, lang=language(request))
    packed = await house_of(request).replays.ask(question, address_of(request))
    found = msgspec.json.decode(gzip.decompress(packed), type=replay_worker.Studied)
    return Study.trusted(found.file.encode())


async def _of_drill(request: Request, wanted: NewStudy) -> Study:
    question = review_worker.Branch(game=wanted.game, drill=wanted.drill, lang=language(request))
    answer = await house_of(request).replays.review(question, address_of(request))
    return Study.trusted(msgspec.json.decode(answer, type=replay_worker.Studied).file.encode())


async def _finished(request: Request, name: str) -> str:
    """The record of a finished table; that of a running one can be had by nobody."""
    house = house_of(request)
    table = await house.find(name)
    if not (table.head.settings.shared and table.head.phase == "over"):
        rights(table.head, table.seats, bearer(request), device_of(request))
    return (await house.record(table)).decode()


async def file(request: Request) -> Response:
    """GET /api/studies/<study>: the study as a file, once it is open."""
    room = await _room(request)
    room.study.check_open(None)
    named = f'attachment; filename="{room.head.game}-{room.head.id}.jsonl"'
    return sent_once(request, room.study.dump(), "application/x-ndjson", content_disposition=named)


async def chances(request: Request) -> Response:
    """What a move can draw."""
    wanted, room = await _wanted(request, ChanceBody), await _room(request)
    question = replay_worker.Chances(
        record=room.record(wanted.at, None), move=wanted.move, picks=wanted.picks, lang=language(request)
    )
    return await _passed_on(request, question)


async def know(request: Request) -> Response:
    """What a seat can know at a position."""
    wanted, room = await _wanted(request, StudyKnowBody), await _room(request)
    question = replay_worker.Know(
        record=room.record(wanted.at, wanted.seat),
        seat=wanted.seat,
        at=room.node(wanted.at).depth,
        about=wanted.about,
        topic=wanted.topic,
        step=wanted.step,
        lang=language(request),
    )
    return await _passed_on(request, question)


async def draw(request: Request) -> Response:
    """A position as a picture."""
    wanted, room = await _wanted(request, StudyPictureBody), await _room(request)
    seat = wanted.seat if room.study.seat is None else room.study.seat
    question = replay_worker.Draw(
        record=room.record(wanted.at, seat),
        seat=seat,
        at=room.node(wanted.at).depth,
        layout=wanted.layout,
        theme=wanted.theme,
        lang=language(request),
    )
    return await drawing(request, question)


async def think(request: Request) -> Response:
    """What a strong bot thinks of a position: it sees what the seat sees that decides there."""
    wanted, room = await _wanted(request, ThinkBody), await _room(request)
    turn = room.study.turn(room.node(wanted.at))
    question = review_worker.Think(record=room.record(wanted.at, turn), effort=wanted.effort, lang=language(request))
    answer = await house_of(request).replays.review(question, address_of(request))
    return sent_once(request, answer, "application/json")


async def _room(request: Request) -> StudyRoom:
    studies = house_of(request).studies
    room = await studies.find(request.path_params["study"])
    studies.rights(room, bearer(request))
    return room


async def _wanted(request: Request, kind: type[Body], limit: int = 0) -> Body:
    try:
        return msgspec.json.decode(await body_of(request, limit), type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refused("malformed", problem=str(error)[:200]) from error


async def _passed_on(request: Request, question: replay_worker.Question) -> Response:
    packed = await house_of(request).replays.ask(question, address_of(request))
    return sent_once(request, b"", "application/json", packed)


ROUTES: list[BaseRoute] = [
    Route("/api/studies", make, methods=["POST"]),
    Route("/api/studies/{study}", file, methods=["GET"]),
    Route("/api/studies/{study}/chances", chances, methods=["POST"]),
    Route("/api/studies/{study}/know", know, methods=["POST"]),
    Route("/api/studies/{study}/svg", draw, methods=["POST"]),
    Route("/api/studies/{study}/think", think, methods=["POST"]),
]
