"""One WebSocket per viewer, of a table or of a study: hello, then requests one after the other."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar

import msgspec
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from lumarium.kernel.errors import LumariumError
from lumarium.kernel.given import shortened

from . import protocol, says
from .connections import Connection
from .errors import CLOSE, FLOOD, MALFORMED, MISTAKE, NO_HELLO, Refused, code_of
from .house import House
from .limits import REFUSAL, Bucket, household
from .logs import mistake
from .security import known_host, same_origin
from .wires import TableSocket

PATIENCE_MALFORMED = 8
PATIENCE_FLOOD = 40
PAUSE = 0.05
"""Meanwhile nothing is read from whoever sends too much or nonsense, or does not take the answers."""


class Conversation(ABC):
    """What is said over one connection; those below know about what."""

    place: ClassVar[str]
    """What the address names."""
    first: ClassVar[type[Any]]
    """The message that comes first, and once."""
    thought_about: ClassVar[tuple[type[Any], ...]] = ()
    """What is answered when it was thought about; meanwhile other things may be asked, and one of each kind."""
    viewer: Connection

    def __init__(self, socket: WebSocket, house: House) -> None:
        self.socket, self.house = socket, house
        self.name: str = socket.path_params[self.place]
        self.address = household(socket.client.host) if socket.client else ""
        self._advice: dict[type, asyncio.Task[None]] = {}

    @abstractmethod
    def parse(self, data: str) -> Any:
        """A client's message; Refused says what is wrong with it."""

    @abstractmethod
    def problem(self, error: LumariumError, asked: protocol.Id | None, lang: str) -> msgspec.Struct:
        """Why something is refused."""

    @abstractmethod
    async def greet(self, hello: Any) -> Connection:
        """Lets somebody in who may come in."""

    @abstractmethod
    async def done(self, request: Any) -> msgspec.Struct | None:
        """Does what is asked; gives the answer, if there is to be one."""

    @abstractmethod
    def part(self) -> None:
        """Somebody goes."""

    def begin(self) -> None:  # noqa: B027  # not everybody needs it
        """Somebody came."""

    def heard(self) -> None:  # noqa: B027  # not everybody needs it
        """A message came."""

    async def refused(self, error: LumariumError) -> None:  # noqa: B027  # not everybody needs it
        """Something was refused, and whoever asked was told."""

    @staticmethod
    def sentence(error: LumariumError, lang: str) -> str:
        """What is wrong, for people."""
        text = error.describe(lang)
        return text[:1].upper() + text[1:]

    async def run(self) -> None:
        """From hello to goodbye."""
        socket, wire = self.socket, wire_of(self.socket)
        try:
            async with asyncio.timeout(self.house.config.hello_patience):
                hello = await self._hello()
        except TimeoutError:
            wire.finish(NO_HELLO)
            return
        except Refused as error:
            _refuse(socket, self.problem(error, error.id, "en"), MALFORMED)
            return
        try:
            self.viewer = await self.greet(hello)
        except LumariumError as error:
            _refuse(socket, self.problem(error, hello.id, hello.lang), CLOSE.get(code_of(error), MISTAKE))
            return
        except Exception:  # noqa: BLE001  # our mistake; its traceback stays here
            mistake("hello_failed", table=self.name[:32])
            _refuse(socket, self.problem(Refused("internal"), hello.id, hello.lang), MISTAKE)
            return
        # Headers are a tenth of what a connection takes.
        socket.scope["headers"].clear()
        wire.settle()
        self.viewer.attach(wire)
        try:
            self.begin()
            await self._listen()
        finally:
            self.part()
        # What waits is still sent, and the connection closed, or cut if that takes too long.
        while self.viewer.closing is not None and not wire.close_sent and not wire.disconnected:
            await asyncio.sleep(PAUSE)

    async def _hello(self) -> Any:
        request: Any = self.parse(await _received(self.socket))
        if not isinstance(request, self.first):
            refused = Refused("hello_first")
            refused.id = request.id
            raise refused
        return request

    async def _listen(self) -> None:
        viewer, wire, config = self.viewer, wire_of(self.socket), self.house.config
        bucket = Bucket(config.messages_per_second, config.messages_burst)

        def may_ask() -> bool:
            return bucket.take() and self.house.addresses.may("message", self.address)

        malformed = floods = 0
        try:
            while viewer.closing is None and not wire.is_cut:
                if viewer.behind and not wire.disconnected:
                    await asyncio.sleep(PAUSE)
                    continue
                try:
                    request: Any = self.parse(await _received(self.socket))
                    self.heard()
                except Refused as error:
                    malformed += 1
                    self._deny(error, error.id)
                    if malformed > PATIENCE_MALFORMED:
                        viewer.close(MALFORMED)
                    await asyncio.sleep(PAUSE)
                    continue
                if not may_ask() and not await _slowed(self.socket, may_ask, 1 / bucket.rate):
                    floods += 1
                    self._deny(Refused("too_fast"), request.id)
                    if floods > PATIENCE_FLOOD:
                        viewer.close(FLOOD)
                    await asyncio.sleep(PAUSE)
                    continue
                if not isinstance(request, self.thought_about):
                    await self._do(request)
                elif type(request) not in self._advice or self._advice[type(request)].done():
                    self._advice[type(request)] = asyncio.create_task(self._do(request))
                else:
                    self._deny(Refused("too_fast"), request.id)
        except WebSocketDisconnect:
            pass
        finally:
            for task in self._advice.values():
                task.cancel()

    async def _do(self, request: Any) -> None:
        """Does what is asked and answers, whatever happens."""
        counts = self.house.counts
        try:
            answer = await self.done(request)
        except LumariumError as error:
            counts.refused[code_of(error)] += 1
            self._deny(error, request.id)
            await self.refused(error)
        except Exception:  # noqa: BLE001  # our mistake; its traceback stays here
            mistake("request_failed", table=self.name, request=type(request).__name__)
            counts.refused["internal"] += 1
            self._deny(Refused("internal"), request.id)
        else:
            if answer is not None:
                self.viewer.answer(answer)

    def _deny(self, error: LumariumError, asked: protocol.Id | None) -> None:
        self.viewer.answer(self.problem(error, asked, self.viewer.lang))


async def admitted(socket: WebSocket, talk: Callable[[WebSocket, House], Conversation]) -> None:
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
            await talk(socket, house).run()
        except (WebSocketDisconnect, OSError):
            pass
        finally:
            house.connections -= 1
            house.addresses.disconnect(address)


async def _deny(socket: WebSocket, error: Refused) -> None:
    body = says.packed(says.Error(code=error.code, text=error.describe()))
    await socket.send_denial_response(Response(body, error.status, media_type="application/json"))
    wire_of(socket).handshake_complete = True  # uvicorn would call the refusal an error


async def _received(socket: WebSocket) -> str:
    """The next message; WebSocketDisconnect where none comes any more."""
    message: Any = await wire_of(socket).receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1006))
    text = message.get("text")
    if text is None:
        raise Refused("malformed", problem="a text frame is expected")
    return str(text)


async def _slowed(socket: WebSocket, may_ask: Callable[[], bool], pause: float) -> bool:
    """Whoever waits for every answer is just slowed down; whoever sends more meanwhile is refused."""
    if wire_of(socket).more_waits:
        return False
    await asyncio.sleep(pause)
    return may_ask() or not wire_of(socket).more_waits


def _refuse(socket: WebSocket, error: msgspec.Struct, code: int) -> None:
    """Says why, and ends it."""
    wire = wire_of(socket)
    if wire.free:
        wire.tell([msgspec.json.encode(error)])
    wire.finish(code)


def wire_of(socket: WebSocket) -> TableSocket:
    """The connection itself."""
    wire: TableSocket = socket.scope["state"]["wire"]
    return wire
