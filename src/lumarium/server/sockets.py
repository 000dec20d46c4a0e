"""One WebSocket per viewer and table: hello, then requests one after the other."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import msgspec
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from lumarium.kernel.errors import LumariumError
from lumarium.kernel.given import shortened

from . import protocol
from .config import PROTOCOL
from .errors import CLOSE, FLOOD, MALFORMED, MISTAKE, NO_HELLO, Refused, code_of
from .following import follow
from .house import House
from .limits import REFUSAL, Bucket, household
from .lobby import sit, start_when_full
from .logs import mistake
from .play import nudge
from .requests import HANDLERS
from .seats import rights
from .security import DEVICE_COOKIE, digest, known_host, same_origin
from .tables import Table, insisting
from .timing import now
from .viewers import Viewer
from .wires import TableSocket

PATIENCE_MALFORMED = 8
PATIENCE_FLOOD = 40
THOUGHT_ABOUT = (protocol.Hint, protocol.Know)
"""What is answered when it was thought about; meanwhile other things may be asked, and one of each kind."""
PAUSE = 0.05
"""Meanwhile nothing is read from whoever sends too much or nonsense, or does not take the answers."""


async def serve_socket(socket: WebSocket) -> None:
    """The route /ws/<table>."""
    await admitted(socket, _converse)


async def admitted(socket: WebSocket, converse: Callable[[WebSocket, House], Awaitable[None]]) -> None:
    """Lets somebody in who may come in at all, for as long as they talk."""
    house: House = socket.app.state.house
    address = household(socket.client.host) if socket.client else ""
    host = socket.headers.get("host")
    if not known_host(host, house.config.hosts):
        await _deny(socket, Refused("host", host=shortened(host or "")))
    elif not same_origin(socket.headers.get("origin"), host, house.config.origins):
        await _deny(socket, Refused("origin"))
    elif not house.addresses.may("request", address):
        await asyncio.sleep(REFUSAL)
        await _deny(socket, Refused("too_fast"))
    elif not house.addresses.connect(address):
        await _deny(socket, Refused("too_many", "too_many_connections"))
    else:
        house.connections += 1
        try:
            await socket.accept()
            wire_of(socket).patience = house.config.send_patience
            await converse(socket, house)
        except (WebSocketDisconnect, OSError):
            pass
        finally:
            house.connections -= 1
            house.addresses.disconnect(address)


async def _deny(socket: WebSocket, error: Refused) -> None:
    body = protocol.packed(protocol.Error(code=error.code, text=error.describe()))
    await socket.send_denial_response(Response(body, error.status, media_type="application/json"))
    wire_of(socket).handshake_complete = True  # uvicorn would call the refusal an error


async def _converse(socket: WebSocket, house: House) -> None:
    try:
        async with asyncio.timeout(house.config.hello_patience):
            hello = await _hello(socket)
    except TimeoutError:
        wire_of(socket).finish(NO_HELLO)
        return
    except Refused as error:
        refuse(socket, _error(error, error.id, "en"), MALFORMED)
        return
    try:
        table, viewer = await _greet(socket, house, hello)
    except LumariumError as error:
        refuse(socket, _error(error, hello.id, hello.lang), CLOSE.get(code_of(error), MISTAKE))
        return
    except Exception:  # noqa: BLE001  # our mistake; its traceback stays here
        mistake("hello_failed", table=socket.path_params["table"][:32])
        refuse(socket, _error(Refused("internal"), hello.id, hello.lang), MISTAKE)
        return
    # Headers are a tenth of what a connection takes.
    socket.scope["headers"].clear()
    wire_of(socket).settle()
    viewer.attach(wire_of(socket))
    try:
        start_when_full(table)
        nudge(table)
        await _listen(socket, house, table, viewer)
    finally:
        table.part(viewer)
    # What waits is still sent, and the connection closed, or cut if that takes too long.
    while viewer.closing is not None and not wire_of(socket).close_sent and not wire_of(socket).disconnected:
        await asyncio.sleep(PAUSE)


async def _hello(socket: WebSocket) -> protocol.Hello:
    request = protocol.parse(await received(socket))
    if not isinstance(request, protocol.Hello):
        refused = Refused("hello_first")
        refused.id = request.id
        raise refused
    return request


async def received(socket: WebSocket) -> str:
    """The next message; WebSocketDisconnect where none comes any more."""
    message: Any = await wire_of(socket).receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1006))
    text = message.get("text")
    if text is None:
        raise Refused("malformed", problem="a text frame is expected")
    return str(text)


async def _greet(socket: WebSocket, house: House, hello: protocol.Hello) -> tuple[Table, Viewer]:
    table = await house.find(socket.path_params["table"])
    is_bot = hello.as_ == "bot"
    cookie = "" if is_bot else socket.cookies.get(DEVICE_COOKIE, "")
    who = await house.who(digest(cookie) if cookie else "")
    digests = tuple(digest(token) for token in hello.tokens)
    async with table.holding():
        allowed = rights(table.head, table.seats, digests, who.keys)
        if table.game.private and len(allowed.seats) > 1:
            raise Refused("private")
        viewer = Viewer(digests, who, allowed, hello.lang, hello.prefs.auto and not is_bot, is_bot)
        viewer.changes = hello.protocol == PROTOCOL
        viewer.chair = hello.prefs.chair
        viewer.hidden = hello.prefs.hidden
        viewer.address = household(socket.client.host) if socket.client else ""
    sits = is_bot and not allowed.seats and allowed.invited
    tokens = await insisting(lambda: _sit_down(table, viewer)) if sits else None
    await insisting(lambda: _enter(table, viewer, hello, tokens))
    if who.person and not viewer.rights.seats:
        house.soon(house.store.people.visit(who.person, table.head.id))
    return table, viewer


async def _enter(table: Table, viewer: Viewer, hello: protocol.Hello, tokens: dict[str, str] | None) -> None:
    async with table.changing():
        viewer.greet(
            protocol.Welcome(
                id=hello.id,
                protocol=PROTOCOL,
                table=table.head.id,
                game=table.head.game,
                you=viewer.rights.you(),
                tokens=tokens,
            )
        )
        table.enter(viewer)
        try:
            await _arrive(table, viewer)
        except BaseException:
            table.viewers.discard(viewer)
            raise
        table.show_table()
        viewer.came = table.version or 0
        table.show_scene_to(viewer, hello.since)


async def _keep_pace(table: Table, version: int | None) -> None:
    """Whoever came from another process may have seen more than is known here."""
    if version is not None and version > (table.version or -1) and table.house.store.neighbours.process:
        await follow(table)


async def _sit_down(table: Table, viewer: Viewer) -> dict[str, str]:
    """A program takes its invitation at once."""
    seated = await sit(table, viewer, protocol.Sit(name="Bot"))
    viewer.rights = rights(table.head, table.seats, viewer.digests[-1:], viewer.who.keys)
    return {str(seated.seat): seated.token or ""}


async def _arrive(table: Table, viewer: Viewer) -> None:
    """Whoever was awaited is here; a stand-in stays until its player takes the seat back."""
    if table.head.phase == "waiting":
        late = [number for number in viewer.rights.seats if not table.seats[number].ready]
        for number in late:
            table.seats[number].ready = True
        if late:
            await table.save()


async def _listen(socket: WebSocket, house: House, table: Table, viewer: Viewer) -> None:
    bucket = Bucket(house.config.messages_per_second, house.config.messages_burst)

    def may_ask() -> bool:
        return bucket.take() and house.addresses.may("message", viewer.address)

    malformed = floods = 0
    advice: dict[type[protocol.Request], asyncio.Task[None]] = {}
    try:
        while viewer.closing is None and not wire_of(socket).is_cut:
            if viewer.behind and not wire_of(socket).disconnected:
                await asyncio.sleep(PAUSE)
                continue
            try:
                request = protocol.parse(await received(socket))
                viewer.heard = None if table.head.clock is None else now(table)
            except Refused as error:
                malformed += 1
                viewer.answer(_error(error, error.id, viewer.lang))
                if malformed > PATIENCE_MALFORMED:
                    viewer.close(MALFORMED)
                await asyncio.sleep(PAUSE)
                continue
            if not may_ask() and not await _slowed(socket, may_ask, 1 / bucket.rate):
                floods += 1
                viewer.answer(_error(Refused("too_fast"), request.id, viewer.lang))
                if floods > PATIENCE_FLOOD:
                    viewer.close(FLOOD)
                await asyncio.sleep(PAUSE)
                continue
            if isinstance(request, THOUGHT_ABOUT):
                if type(request) not in advice or advice[type(request)].done():
                    advice[type(request)] = asyncio.create_task(_do(table, viewer, request))
                else:
                    viewer.answer(_error(Refused("too_fast"), request.id, viewer.lang))
            else:
                await _do(table, viewer, request)
    except WebSocketDisconnect:
        pass
    finally:
        for task in advice.values():
            task.cancel()


async def _slowed(socket: WebSocket, may_ask: Callable[[], bool], pause: float) -> bool:
    """Whoever waits for every answer is just slowed down; whoever sends more meanwhile is refused."""
    if wire_of(socket).more_waits:
        return False
    await asyncio.sleep(pause)
    return may_ask() or not wire_of(socket).more_waits


async def _do(table: Table, viewer: Viewer, request: protocol.Request) -> None:
    """Does what is asked and answers, whatever happens."""
    begun = time.perf_counter()
    await _keep_pace(table, getattr(request, "v", None))
    try:
        answer = await insisting(lambda: HANDLERS[type(request)](table, viewer, request))
    except LumariumError as error:
        table.house.counts.refused[code_of(error)] += 1
        viewer.answer(_error(error, request.id, viewer.lang))
        if code_of(error) == "stale":
            with suppress(LumariumError):
                async with table.holding():
                    table.show_scene_to(viewer)
    except Exception:  # noqa: BLE001  # our mistake; its traceback stays here
        mistake("request_failed", table=table.head.id, request=type(request).__name__)
        table.house.counts.refused["internal"] += 1
        viewer.answer(_error(Refused("internal"), request.id, viewer.lang))
    else:
        if isinstance(request, protocol.Move):
            table.house.counts.moved(time.perf_counter() - begun)
        if request.id is not None or not isinstance(answer, protocol.Ok):
            viewer.answer(answer)


def _error(error: LumariumError, asked: protocol.Id | None, lang: str) -> protocol.Error:
    version = error.v if isinstance(error, Refused) else None
    text = error.describe(lang)
    return protocol.Error(id=asked, code=code_of(error), text=text[:1].upper() + text[1:], v=version)


def refuse(socket: WebSocket, error: msgspec.Struct, code: int) -> None:
    """Says why, and ends it."""
    wire = wire_of(socket)
    if wire.free:
        wire.tell([msgspec.json.encode(error)])
    wire.finish(code)


def wire_of(socket: WebSocket) -> TableSocket:
    """The connection itself."""
    wire: TableSocket = socket.scope["state"]["wire"]
    return wire
