"""The protocol as machines read it: an OpenAPI document, made of the very structs that are sent and read."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple, get_args

import msgspec
from starlette.requests import Request
from starlette.responses import Response

import lumarium
from lumarium.kernel.known import Known, KnownTopic

from . import (
    answers,
    api,
    knocks,
    passkeys_api,
    people_api,
    protocol,
    replay_api,
    replay_worker,
    review_api,
    review_worker,
    says,
    study_api,
    study_protocol,
)
from .config import PROTOCOL
from .packed import Packed, answer, pack

WHERE = "#/components/schemas/"


class Told(NamedTuple):
    """What one address takes and gives; a text is the media type of what is no JSON."""

    method: str
    path: str
    gives: Any
    takes: Any = None
    status: int = 200
    query: tuple[str, ...] = ("lang",)


ADDRESSES = (
    Told("get", "/healthz", answers.Health, query=()),
    Told("get", "/readyz", answers.Ready, query=()),
    Told("get", "/api/server", answers.ServerFacts),
    Told("get", "/api/schema", dict[str, Any], query=()),
    Told("get", "/api/rules/{game}", "text/markdown"),
    Told("get", "/api/aids/{game}", "text/markdown"),
    Told("get", "/api/guides/{game}", answers.GuideTold),
    Told("get", "/api/texts/{lang}", dict[str, Any], query=()),
    Told("post", "/api/tables", answers.Made, protocol.NewTable, 201),
    Told("get", "/api/tables", answers.Lobby, query=("lang", "mine")),
    Told("get", "/api/tables/{table}", says.TableState),
    Told("get", "/api/tables/{table}/record", "application/x-ndjson", query=("lang", "format")),
    Told("post", "/api/tables/{table}/knock", answers.Knocked, knocks.KnockBody, 201),
    Told("get", "/api/tables/{table}/knock", answers.KnockAnswer),
    Told("post", "/api/replay", replay_worker.Told, replay_api.RecordBody),
    Told("post", "/api/replay/scenes", replay_worker.Shown, replay_api.ScenesBody),
    Told("post", "/api/replay/svg", "image/svg+xml", replay_api.PictureBody),
    Told("post", "/api/replay/explain", review_worker.Explained, replay_api.OpinionBody),
    Told("post", "/api/replay/review", review_worker.Measured, review_api.PartBody),
    Told("post", "/api/replay/know", Known | KnownTopic, replay_api.KnowBody),
    Told("get", "/api/drills", answers.Drills, query=("lang", "day")),
    Told("post", "/api/drills/show", review_worker.DrillShown, review_api.DrillBody),
    Told("post", "/api/drills/answer", review_worker.DrillJudged, review_api.AnswerBody),
    Told("post", "/api/studies", answers.MadeStudy, study_api.NewStudy, 201),
    Told("get", "/api/studies/{study}", "application/x-ndjson"),
    Told("post", "/api/studies/{study}/chances", replay_worker.Drawable, study_api.ChanceBody),
    Told("post", "/api/studies/{study}/know", Known | KnownTopic, study_api.StudyKnowBody),
    Told("post", "/api/studies/{study}/svg", "image/svg+xml", study_api.StudyPictureBody),
    Told("post", "/api/studies/{study}/think", review_worker.Thoughts, study_api.ThinkBody),
    Told("get", "/api/me", answers.Me),
    Told("post", "/api/me", answers.Me, people_api.MeBody),
    Told("post", "/api/me/link", answers.JoinLink, people_api.Nothing, 201),
    Told("post", "/api/me/join", answers.Me, people_api.JoinBody),
    Told("post", "/api/me/devices/{device}", answers.Me, people_api.DeviceBody),
    Told("post", "/api/me/devices/{device}/revoke", answers.Me, people_api.Nothing),
    Told("post", "/api/me/channels", answers.Me, people_api.ChannelBody, 201),
    Told("post", "/api/me/channels/{channel}/remove", answers.Me, people_api.Nothing),
    Told("post", "/api/me/confirm", answers.Me, people_api.CodeBody),
    Told("post", "/api/me/passkeys/options", dict[str, Any], passkeys_api.NewPasskeyBody),
    Told("post", "/api/me/passkeys", answers.Me, passkeys_api.PasskeyBody, 201),
    Told("post", "/api/me/passkeys/{passkey}", answers.Me, people_api.DeviceBody),
    Told("post", "/api/me/passkeys/{passkey}/remove", answers.Me, people_api.Nothing),
    Told("post", "/api/me/enter/options", dict[str, Any], people_api.Nothing),
    Told("post", "/api/me/enter", answers.Me, passkeys_api.EnterBody),
    Told("post", "/api/me/forget", answers.Me, people_api.TableBody),
    Told("post", "/api/me/delete", answers.Ready, people_api.Nothing),
    Told("get", "/api/me/records", "application/zip"),
    Told("post", "/api/qr", "image/svg+xml", api.QrBody),
)
PASSED_ON = {("KnownShown", "known"): "Known", ("Estimated", "topic"): "KnownTopic"}
"""What a message holds as it came from elsewhere."""


async def schema(request: Request) -> Response:
    """GET /api/schema."""
    return answer(request, _packed(), "application/json")


@cache
def _packed() -> Packed:
    return pack(msgspec.json.encode(document()))


def document() -> dict[str, Any]:
    """All of it. `Request` is what a client may send over the socket, `Message` what the server sends."""
    shapes = {
        "Request": get_args(protocol.AnyRequest),
        "Message": tuple(says.Answer.__subclasses__()),
        "StudyRequest": get_args(study_protocol.AnyStudyRequest),
        "StudyMessage": tuple(study_protocol.StudyAnswer.__subclasses__()),
    }
    spoken = [struct for structs in shapes.values() for struct in structs]
    structs = [each for told in ADDRESSES for each in (told.takes, *_parts(told.gives)) if isinstance(each, type)]
    kinds = [each for each in structs if issubclass(each, msgspec.Struct)]
    every = list(dict.fromkeys([replay_worker.Problem, *spoken, *kinds]))
    written, schemas = msgspec.json.schema_components(every, schema_hook=_anything, ref_template=WHERE + "{name}")
    named = dict(zip(every, written, strict=True))
    for (struct, field), kind in PASSED_ON.items():
        schemas[struct]["properties"][field] = {"$ref": WHERE + kind}
    schemas |= {name: {"anyOf": [named[struct] for struct in structs]} for name, structs in shapes.items()}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Lumarium",
            "version": str(PROTOCOL),
            "description": f"The table server's protocol, of Lumarium {lumarium.__version__}: docs/protocol.md",
        },
        "paths": {**_paths(named), "/ws/{table}": {"get": _socket("/ws/{table}", "")}, **_study_socket()},
        "components": {"schemas": schemas, "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    }


def _paths(named: dict[Any, Any]) -> dict[str, Any]:
    paths: dict[str, Any] = {}
    for told in ADDRESSES:
        problem = {"application/json": {"schema": named[replay_worker.Problem]}}
        operation: dict[str, Any] = {
            "parameters": _places(told.path) + [_parameter(name, "query") for name in told.query],
            "security": [{}, {"token": []}],
            "responses": {
                str(told.status): {"description": "as asked", "content": _content(told.gives, named)},
                "default": {"description": "refused", "content": problem},
            },
        }
        if told.takes is not None:
            operation["requestBody"] = {"required": True, "content": _content(told.takes, named)}
        paths.setdefault(told.path, {})[told.method] = operation
    return paths


def _socket(path: str, kind: str) -> dict[str, Any]:
    """Of sockets OpenAPI knows nothing; the messages stand among the schemas."""
    return {
        "description": "A WebSocket; every message is one JSON object.",
        "parameters": _places(path),
        "responses": {"101": {"description": "a WebSocket"}},
        "x-client": {"$ref": f"{WHERE}{kind}Request"},
        "x-server": {"$ref": f"{WHERE}{kind}Message"},
    }


def _study_socket() -> dict[str, Any]:
    return {"/ws/study/{study}": {"get": _socket("/ws/study/{study}", "Study")}}


def _content(kind: Any, named: dict[Any, Any]) -> dict[str, Any]:
    if isinstance(kind, str):
        return {kind: {"schema": {"type": "string"}}}
    choices = [named.get(each, {"type": "object"}) for each in _parts(kind)]
    return {"application/json": {"schema": choices[0] if len(choices) == 1 else {"anyOf": choices}}}


def _parts(kind: Any) -> tuple[Any, ...]:
    return get_args(kind) if kind == Known | KnownTopic else (kind,)


def _places(path: str) -> list[dict[str, Any]]:
    return [_parameter(part[1:-1], "path") for part in path.split("/") if part.startswith("{")]


def _parameter(name: str, where: str) -> dict[str, Any]:
    return {"name": name, "in": where, "required": where == "path", "schema": {"type": "string"}}


def _anything(kind: type) -> dict[str, Any]:
    """Values that a game or an event brings along."""
    if kind is object:
        return {"description": "Anything."}
    raise NotImplementedError(kind)
