"""HTTP for programs and pages: games, tables, records."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from functools import cache
from typing import Annotated

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

import lumarium
from lumarium.kernel import registry
from lumarium.kernel.catalogue import LANGUAGES, catalogue
from lumarium.kernel.errors import LumariumError, UnknownGame
from lumarium.kernel.form import form
from lumarium.kernel.game import Game
from lumarium.kernel.guide import has_guide
from lumarium.kernel.insight import Insight
from lumarium.kernel.message import Message

from . import answers, protocol, replay_worker
from .bots import levels
from .config import PROTOCOL
from .describing import described
from .errors import Refused
from .house import House
from .limits import household
from .logs import warn
from .packed import NEVER, Packed, answer, pack, sent_once, takes_gzip
from .protocol import PHRASES
from .seats import rights
from .security import DEVICE_COOKIE, digest, same_origin
from .store import Listing, StorageFailed, Who

LOBBY_ROWS = 100
QR_LENGTH = 512


async def health(request: Request) -> Response:
    """GET /healthz."""
    house = house_of(request)
    return reply(
        answers.Health(
            ok=True,
            version=lumarium.__version__,
            tables=house.tables,
            connections=house.connections,
            uptime=int(time.monotonic() - house.started),
        )
    )


async def ready(request: Request) -> Response:
    """GET /readyz: can it store?"""
    try:
        await house_of(request).check()
    except StorageFailed as error:
        warn("not_ready", problem=str(error))
        raise Refused("storage", "no_storage") from error
    return reply(answers.Ready(ok=True))


async def server(request: Request) -> Response:
    """GET /api/server."""
    addresses = house_of(request).config.addresses
    return answer(request, await asyncio.to_thread(_server, language(request), addresses), "application/json")


@cache
def _server(lang: str, addresses: tuple[str, ...]) -> Packed:
    return pack(
        msgspec.json.encode(
            answers.ServerFacts(
                version=lumarium.__version__,
                protocol=PROTOCOL,
                compiled=lumarium.compiled,
                addresses=addresses,
                phrases={phrase: Message("server", f"phrase.{phrase}").render(lang) for phrase in PHRASES},
                games=tuple(_game(game, lang) for game in _games()),
            )
        )
    )


def _games() -> Iterable[Game]:
    for name in lumarium.games():
        try:
            yield registry.game(name)
        except UnknownGame as error:  # a broken one does not take the others with it
            warn("game_broken", game=name, problem=str(error))


def _game(game: Game, lang: str) -> answers.GameFacts:
    return answers.GameFacts(
        name=game.name,
        title=game.title(lang),
        summary=game.summary(lang),
        players=tuple(game.players),
        minutes=game.minutes,
        age=game.age,
        complexity=game.complexity,
        rules_version=game.rules_version,
        private=game.private,
        levels=tuple(levels(game)),
        guide=has_guide(game),
        aid=bool(game.aid(lang)),
        insight=type(game.insight) is not Insight,
        actions=len(game.actions),
        sheet=f"/sheet/{game.name}.svg?v={sheet(game.name).checksum[:12]}",
        presets={name: msgspec.to_builtins(options) for name, options in game.presets.items()},
        options=msgspec.json.schema(game.Options),
        form=form(game, lang),
    )


@cache
def sheet(name: str) -> Packed:
    """A game's symbols."""
    return pack(registry.game(name).file("picture", "symbols.svg").read_bytes())


async def texts(request: Request) -> Response:
    """GET /api/texts/<lang>."""
    lang = request.path_params["lang"]
    if lang not in LANGUAGES:
        raise Refused("unknown")
    return answer(request, _texts(lang), "application/json")


@cache
def _texts(lang: str) -> Packed:
    return pack(msgspec.json.encode({name: part for name, part in catalogue("server", lang).items() if name != "run"}))


async def make_table(request: Request) -> Response:
    """POST /api/tables."""
    house = house_of(request)
    new = protocol.parse_table(await body_of(request))
    return reply(await house.create(new, address_of(request), await who_of(request)), 201)


async def lobby(request: Request) -> Response:
    """GET /api/tables."""
    store = house_of(request).store
    who = await who_of(request)
    try:
        if request.query_params.get("mine", "") in ("", "0"):
            found = await store.listed(LOBBY_ROWS)
        else:
            found = await store.own(who, LOBBY_ROWS) if who.keys else []
    except StorageFailed as error:
        raise Refused("storage", "no_storage") from error
    rows = msgspec.json.encode(answers.Lobby(tuple(_row(listing, who) for listing in found)))
    return sent_once(request, rows, "application/json")


def _row(listing: Listing, who: Who) -> answers.Listed:
    head, seats = listing.head, listing.seats
    turn = listing.turn if head.phase == "playing" else None
    paused = turn is not None and head.clock is not None and head.clock.paused
    own = tuple(number for number, seat in enumerate(seats) if seat.kind == "person" and seat.device in who.keys)
    return answers.Listed(
        id=head.id,
        game=head.game,
        phase=head.phase,
        listed=head.settings.listed,
        created=int(head.created),
        touched=int(listing.touched),
        seats=tuple(
            answers.ListedSeat(number, seat.kind, head.names[number] if head.names else seat.name, seat.level)
            for number, seat in enumerate(seats)
        ),
        open=sum(seat.kind == "open" for seat in seats),
        result=answers.ListedResult(listing.scores, listing.ranking) if head.phase == "over" else None,
        turn=turn,
        your_turn=turn in own and not paused,
        paused=paused,
        since=None if listing.moved is None else int(listing.moved),
        own=own,
    )


async def show_table(request: Request) -> Response:
    """GET /api/tables/<table>."""
    who = await who_of(request)
    table = await house_of(request).find(request.path_params["table"])
    async with table.holding():
        rights(table.head, table.seats, bearer(request), who.keys)
        return reply(described(table, language(request)))


async def record(request: Request) -> Response:
    """GET /api/tables/<table>/record."""
    house = house_of(request)
    table = await house.find(request.path_params["table"])
    if not (table.head.settings.shared and table.head.phase == "over"):
        rights(table.head, table.seats, bearer(request), (await who_of(request)).keys)
    written = await house.record(table, plain=request.query_params.get("format") == "1")
    packed = (await asyncio.to_thread(pack, written)).packed if takes_gzip(request) else b""
    named = f'attachment; filename="{table.head.game}-{table.head.id}.jsonl"'
    return sent_once(request, written, "application/x-ndjson", packed, content_disposition=named)


class QrBody(msgspec.Struct, forbid_unknown_fields=True):
    """POST /api/qr."""

    text: Annotated[str, msgspec.Meta(extra_json_schema={"minLength": 1, "maxLength": QR_LENGTH})]


async def qr(request: Request) -> Response:
    """POST /api/qr."""
    try:
        wanted = msgspec.json.decode(await body_of(request), type=QrBody)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refused("malformed", problem=str(error)[:200]) from error
    if not 0 < len(wanted.text) <= QR_LENGTH:
        raise Refused("malformed", "too_long", limit=QR_LENGTH)
    return await drawing(request, replay_worker.Code(text=wanted.text, lang=language(request)))


async def drawing(request: Request, question: replay_worker.Code | replay_worker.Draw) -> Response:
    """An SVG that a process of its own draws."""
    packed = await house_of(request).replays.ask(question, address_of(request))
    return sent_once(request, b"", "image/svg+xml", packed)


def reply(data: object, status: int = 200) -> Response:
    """JSON that nobody keeps."""
    headers = {"cache-control": NEVER}
    return Response(msgspec.json.encode(data), status, headers, media_type="application/json")


def refusal(error: LumariumError, code: str, status: int, lang: str) -> Response:
    """An error as JSON."""
    text = error.describe(lang)
    return reply(replay_worker.Problem(code, text[:1].upper() + text[1:]), status)


def language(request: Request) -> str:
    """The language that was asked for."""
    asked = request.query_params.get("lang", "")
    if asked in LANGUAGES:
        return asked
    for part in request.headers.get("accept-language", "").split(","):
        lang = part.split(";")[0].strip()[:2].lower()
        if lang in LANGUAGES:
            return lang
    return "en"


def address_of(request: Request) -> str:
    """Where the request comes from; a trusted proxy has told us."""
    return household(request.client.host) if request.client else ""


def device_of(request: Request) -> str:
    """The digest of the device's cookie, "" without one."""
    cookie = request.cookies.get(DEVICE_COOKIE, "")
    return digest(cookie) if cookie else ""


async def who_of(request: Request) -> Who:
    """Whoever has the device."""
    return await house_of(request).who(device_of(request))


def house_of(request: Request) -> House:
    """The house that the request came to."""
    house: House = request.app.state.house
    return house


def bearer(request: Request) -> list[str]:
    """The digests of the tokens that were sent along."""
    scheme, _, tokens = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        return []
    return [digest(token.strip()) for token in tokens.split(",")[:8] if token.strip()]


async def body_of(request: Request, limit: int = 0) -> bytes:
    """The body of a POST from a page of ours or a program, of the usual size if no other limit is given."""
    config = house_of(request).config
    limit = limit or config.body_limit
    if not same_origin(request.headers.get("origin"), request.headers.get("host"), config.origins):
        raise Refused("origin")
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refused("malformed", problem="Content-Type must be application/json")
    body = b""
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > limit:
                raise Refused("too_big", limit=limit)
    except ClientDisconnect as error:
        raise Refused("malformed", problem="it broke off") from error
    return body
