"""uvicorn's protocols, made strict: nobody holds a connection or memory by sending slowly, reading nothing, or both."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import h11
from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import OPEN

from .deflate import PackingFactory
from .doors import Doors
from .errors import FLOOD, MALFORMED, SLOW
from .limits import Bucket, household
from .logs import log

REQUEST_PATIENCE = 30.0
"""Seconds in which a request has been read and answered."""
SILENCE_PATIENCE = 10.0
"""Seconds in which a new connection has said anything at all."""
FAREWELL = 3.0
"""Seconds in which a client lets a closed connection end."""
CONTROLS_PER_SECOND, CONTROLS_BURST = 5.0, 30
MOST_FRAGMENTS = 64
SIP = 1024
BAD_TEXT = 1007
PACKING = PackingFactory()


class TableSocket(WebSocketsSansIOProtocol):
    """A WebSocket that can be cut off: a client that reads nothing would never let it close."""

    is_cut = False
    unread = b""
    ended: Callable[[], None] | None = None
    """Called when the connection is no more."""
    freed: Callable[[], None] | None = None
    """Called when a client that did not take what it was told goes on reading."""
    patience = 20.0
    """Seconds in which it has to."""
    _clock: asyncio.TimerHandle | None = None

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn.available_extensions = [PACKING]

    @property
    def free(self) -> bool:
        """Can something be told now?"""
        return self.writable.is_set() and self.conn.state is OPEN and not self.transport.is_closing()

    def tell(self, messages: Sequence[bytes]) -> None:
        """Sends these together."""
        for message in messages:
            self.conn.send_text(message)
        self.transport.write(b"".join(self.conn.data_to_send()))

    def settle(self) -> None:
        """It stays: how it was asked for need not be kept."""
        del self.request, self.response
        self.scope["headers"] = ()

    def finish(self, code: int) -> None:
        """Ends it once what was told has been taken."""
        if self.close_sent or self.transport.is_closing():
            return
        self.conn.send_close(code)
        self._end(code)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._clock = self.loop.call_later(self.patience, self._too_slow)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_clock()
        if self.freed is not None:
            self.freed()

    def _too_slow(self) -> None:
        if not self.close_sent:
            log("slow_reader")
        self.cut(SLOW)

    def _stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    @property
    def more_waits(self) -> bool:
        """Has the client sent more than is being answered?"""
        return bool(self.unread) or not self.queue.empty()

    def cut(self, code: int) -> None:
        """Ends it from this side. What still comes is thrown away, for a moment in which the close frame may arrive."""
        if self.close_sent or self.transport.is_closing():
            return
        self.conn.fail(code)
        self._farewell(code)

    def abort_soon(self) -> None:
        """Ends it for good, after a moment."""
        self.loop.call_later(FAREWELL, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.ended is not None:
            self.ended()
        self.freed = None
        self._stop_clock()
        super().connection_lost(exc)
        # What it had sent and nobody had read yet goes with it.
        self.unread = b""
        # It holds what holds it; so nobody has to look for it later.
        self.conn.parser.close()

    def data_received(self, data: bytes) -> None:
        # A quarter of a megabyte may come at once, and each few bytes of it unpack to a message of the largest size.
        data, self.unread = self.unread + data, b""
        for at in range(0, len(data), SIP):
            if self.read_paused:
                self.unread = data[at:]
                return
            if not self.is_cut:
                super().data_received(data[at : at + SIP])

    async def receive(self) -> ASGIReceiveEvent:
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self.data_received(b"")
            if not self.read_paused:
                self.transport.resume_reading()
        return message

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        self._controls = Bucket(CONTROLS_PER_SECOND, CONTROLS_BURST)
        if hasattr(self, "scope"):
            self.scope["state"]["wire"] = self

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        self.scope["state"].pop("wire", None)

    def handle_ping(self) -> None:
        # A pong waits in memory until it is read.
        if self._controls.take():
            super().handle_ping()
        else:
            self.cut(FLOOD)

    def handle_pong(self, event: Frame) -> None:
        if self._controls.take():
            super().handle_pong(event)
        else:
            self.cut(FLOOD)

    def handle_cont(self, event: Frame) -> None:
        # Empty fragments add nothing to a message's size.
        if len(self.frames) < MOST_FRAGMENTS:
            super().handle_cont(event)
        else:
            self.cut(MALFORMED)

    def send_receive_event_to_app(self) -> None:
        data, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "text":
            try:
                text = data.decode()
            except UnicodeDecodeError:
                self.cut(BAD_TEXT)
                return
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
        else:
            self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        # Whoever waits for every answer never has two messages here.
        if not self.read_paused and self.queue.qsize() > 1:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_parser_exception(self) -> None:
        assert self.conn.close_sent is not None
        self._farewell(self.conn.close_sent.code)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.abort_soon()

    def _farewell(self, code: int) -> None:
        self.is_cut = True
        self.frames, self.unread = [], b""
        self._end(code)

    def _end(self, code: int) -> None:
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
        self.transport.write(b"".join(self.conn.data_to_send()))
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(FAREWELL, self.transport.abort)


class Http(H11Protocol):
    """HTTP in which a request has its time: headers or bodies that trickle in, and answers that nobody reads, end."""

    deadline: asyncio.TimerHandle | None = None
    peer: str | None = None
    """The address that was let in."""
    silent = True

    def __init__(self, doors: Doors, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.doors = doors

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        peer = household(self.client[0]) if self.client else ""
        if self.doors.enter(peer):
            self.peer = peer
            self._begin(SILENCE_PATIENCE)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end()
        if self.peer is not None:
            self.doors.leave(self.peer, upgraded=False)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.silent:
            self.silent = False
            self._end()
        if self.deadline is None:
            self._begin(REQUEST_PATIENCE)
        super().data_received(data)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._end()
        super().handle_websocket_upgrade(event)
        wire = self.transport.get_protocol()
        assert isinstance(wire, TableSocket)
        if self.peer is not None:
            self.doors.upgrade(self.peer)
            wire.ended = partial(self.doors.leave, self.peer, upgraded=True)

    def send_400_response(self, msg: str) -> None:
        # What breaks in the middle of a request has one answer, not the application's too.
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and not cycle.response_complete:
            cycle.disconnected = True
            cycle.message_event.set()
            if cycle.response_started:
                self.transport.abort()
                return
        super().send_400_response(msg)

    def on_response_complete(self) -> None:
        self._end()
        super().on_response_complete()

    def _begin(self, patience: float) -> None:
        self.deadline = self.loop.call_later(patience, self.transport.abort)

    def _end(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None
