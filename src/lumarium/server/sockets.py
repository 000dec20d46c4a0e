"""One WebSocket per viewer and table: hello, then requests one after the other."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from lumarium.kernel.errors import LumariumError

from . import protocol
from .config import PROTOCOL
from .errors import CLOSE, FLOOD, MALFORMED, MISTAKE, NO_HELLO, SLOW, Refused, code_of
from .house import House
from .limits import Bucket, household
from .lobby import sit, start_when_full
from .logs import log, mistake
from .play import nudge
from .requests import HANDLERS
from .seats import rights
from .security import DEVICE_COOKIE, digest, same_origin
from .tables import Table
from .viewers import Viewer
from .wires import TableSocket

PATIENCE_MALFORMED = 8
PATIENCE_FLOOD = 40
PAUSE = 0.05
"""Meanwhile nothing is read from whoever sends too much or nonsense, or does not take the answers."""


async def serve_socket(socket: WebSocket) -> None:
    """The route /ws/<table>."""
    house: House = socket.app.state.house
    address = household(socket.client.host) if socket.client else ""
    if not same_origin(socket.headers.get("origin"), socket.headers.get("host"), house.config.origins):
        await _deny(socket, Refused("origin"))
    elif not house.addresses.request(address):
        await _deny(socket, Refused("too_fast"))
    elif not house.addresses.connect(address):
        await _deny(socket, Refused("too_many", "too_many_connections"))
    else:
        house.connections += 1
        try:
            await socket.accept()
            await _converse(socket, house)
        except (WebSocketDisconnect, OSError):
            pass
        finally:
            house.connections -= 1
            house.addresses.disconnect(address)


async def _deny(socket: WebSocket, error: Refused) -> None:
    body = protocol.text(protocol.Error(code=error.code, text=error.describe()))
    await socket.send_denial_response(Response(body, error.status, media_type="application/json"))


async def _converse(socket: WebSocket, house: House) -> None:
    try:
        async with asyncio.timeout(house.config.hello_patience):
            hello = await _hello(socket)
    except TimeoutError:
        await _close(socket, NO_HELLO)
        return
    except Refused as error:
        await socket.send_text(protocol.text(_error(error, None, "en")))
        await _close(socket, MALFORMED)
        return
    try:
        table, viewer = await _greet(socket, house, hello)
    except LumariumError as error:
        await socket.send_text(protocol.text(_error(error, hello.id, hello.lang)))
        await _close(socket, CLOSE.get(code_of(error), MISTAKE))
        return
    except Exception:  # noqa: BLE001  # our mistake; its traceback stays here
        mistake("hello_failed", table=socket.path_params["table"][:32])
        await socket.send_text(protocol.text(_error(Refused("internal"), hello.id, hello.lang)))
        await _close(socket, MISTAKE)
        return
    writer = asyncio.create_task(_write(socket, viewer, house.config.send_patience))
    try:
        start_when_full(table)
        nudge(table)
        await _listen(socket, house, table, viewer)
        if viewer.closing is not None:
            await asyncio.wait([writer], timeout=house.config.send_patience)
    finally:
        table.part(viewer)
        writer.cancel()
        with suppress(asyncio.CancelledError):
            await writer


async def _hello(socket: WebSocket) -> protocol.Hello:
    request = protocol.parse(await _received(socket))
    if not isinstance(request, protocol.Hello):
        raise Refused("hello_first")
    return request


async def _received(socket: WebSocket) -> str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1006))
    text = message.get("text")
    if text is None:
        raise Refused("malformed", problem="a text frame is expected")
    return str(text)


async def _greet(socket: WebSocket, house: House, hello: protocol.Hello) -> tuple[Table, Viewer]:
    table = await house.find(socket.path_params["table"])
    cookie = socket.cookies.get(DEVICE_COOKIE, "")
    device = digest(cookie) if cookie else ""
    digests = tuple(digest(token) for token in hello.tokens)
    is_bot = hello.as_ == "bot"
    async with table.holding():
        allowed = rights(table.head, table.seats, digests, device)
        if table.game.private and len(allowed.seats) > 1:
            raise Refused("private")
        viewer = Viewer(digests, device, allowed, hello.lang, hello.prefs.auto and not is_bot, is_bot)
        viewer.changes = hello.protocol == PROTOCOL
        viewer.address = household(socket.client.host) if socket.client else ""
    tokens = await _sit_down(table, viewer) if is_bot and not allowed.seats and allowed.invited else None
    async with table.holding():
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
        table.show_scene_to(viewer, hello.since, again=True)
    return table, viewer


async def _sit_down(table: Table, viewer: Viewer) -> dict[str, str]:
    """A program takes its invitation at once."""
    seated = await sit(table, viewer, protocol.Sit(name="Bot"))
    viewer.rights = rights(table.head, table.seats, viewer.digests[-1:], viewer.device)
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
    malformed = floods = 0
    advice: asyncio.Task[None] | None = None
    try:
        while viewer.closing is None and not _wire(socket).is_cut:
            if viewer.behind and not _wire(socket).disconnected:
                await asyncio.sleep(PAUSE)
                continue
            try:
                request = protocol.parse(await _received(socket))
            except Refused as error:
                malformed += 1
                viewer.answer(_error(error, None, viewer.lang))
                if malformed > PATIENCE_MALFORMED:
                    viewer.close(MALFORMED)
                await asyncio.sleep(PAUSE)
                continue
            if not bucket.take() and not await _slowed(socket, bucket):
                floods += 1
                viewer.answer(_error(Refused("too_fast"), request.id, viewer.lang))
                if floods > PATIENCE_FLOOD:
                    viewer.close(FLOOD)
                await asyncio.sleep(PAUSE)
                continue
            if isinstance(request, protocol.Hint):
                if advice is None or advice.done():
                    advice = asyncio.create_task(_do(table, viewer, request))
                else:
                    viewer.answer(_error(Refused("too_fast"), request.id, viewer.lang))
            else:
                await _do(table, viewer, request)
    except WebSocketDisconnect:
        pass
    finally:
        if advice is not None:
            advice.cancel()


async def _slowed(socket: WebSocket, bucket: Bucket) -> bool:
    """Whoever waits for every answer is just slowed down; whoever sends more meanwhile is refused."""
    if _wire(socket).more_waits:
        return False
    await asyncio.sleep(1 / bucket.rate)
    return bucket.take() or not _wire(socket).more_waits


async def _do(table: Table, viewer: Viewer, request: protocol.Request) -> None:
    """Does what is asked and answers, whatever happens."""
    try:
        answer = await HANDLERS[type(request)](table, viewer, request)
    except LumariumError as error:
        viewer.answer(_error(error, request.id, viewer.lang))
        if code_of(error) == "stale":
            with suppress(LumariumError):
                async with table.holding():
                    table.show_scene_to(viewer)
    except Exception:  # noqa: BLE001  # our mistake; its traceback stays here
        mistake("request_failed", table=table.head.id, request=type(request).__name__)
        viewer.answer(_error(Refused("internal"), request.id, viewer.lang))
    else:
        if request.id is not None or not isinstance(answer, protocol.Ok):
            viewer.answer(answer)


def _error(error: LumariumError, asked: protocol.Id | None, lang: str) -> protocol.Error:
    version = error.v if isinstance(error, Refused) else None
    text = error.describe(lang)
    return protocol.Error(id=asked, code=code_of(error), text=text[:1].upper() + text[1:], v=version)


async def _write(socket: WebSocket, viewer: Viewer, patience: float) -> None:
    try:
        code = await viewer.send_all(socket.send_text, patience)
        await _close(socket, code)
    except TimeoutError:
        log("slow_reader")
        _wire(socket).cut(SLOW)
    except (WebSocketDisconnect, RuntimeError, OSError):  # they are gone already
        pass


async def _close(socket: WebSocket, code: int) -> None:
    await socket.close(code)
    _wire(socket).abort_soon()


def _wire(socket: WebSocket) -> TableSocket:
    wire: TableSocket = socket.scope["state"]["wire"]
    return wire
