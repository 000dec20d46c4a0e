"""uvicorn's protocols, made strict: nobody holds a connection or memory by sending slowly, reading nothing, or both."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.http11 import Request

from .errors import FLOOD, MALFORMED
from .limits import Bucket

REQUEST_PATIENCE = 30.0
"""Seconds in which a request has been read and answered."""
FAREWELL = 3.0
"""Seconds in which a client lets a closed connection end."""
CONTROLS_PER_SECOND, CONTROLS_BURST = 5.0, 30
MOST_FRAGMENTS = 64
SIP = 1024
BAD_TEXT = 1007
DEFLATE = ServerPerMessageDeflateFactory(
    server_max_window_bits=12, client_max_window_bits=12, compress_settings={"level": 2, "memLevel": 5}
)
"""Half the time of the usual level for a fifth more bytes."""


class TableSocket(WebSocketsSansIOProtocol):
    """A WebSocket that can be cut off: a client that reads nothing would never let it close."""

    is_cut = False
    unread = b""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn.available_extensions = [DEFLATE]

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
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.cut(BAD_TEXT)
                return
        super().send_receive_event_to_app()

    def handle_parser_exception(self) -> None:
        assert self.conn.close_sent is not None
        self._farewell(self.conn.close_sent.code)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.abort_soon()

    def _farewell(self, code: int) -> None:
        self.is_cut = self.close_sent = True
        self.frames, self.unread = [], b""
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
        self.transport.write(b"".join(self.conn.data_to_send()))
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(FAREWELL, self.transport.abort)


class Http(H11Protocol):
    """HTTP in which a request has its time: headers or bodies that trickle in, and answers that nobody reads, end."""

    deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._begin()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.deadline is None:
            self._begin()
        super().data_received(data)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._end()
        super().handle_websocket_upgrade(event)

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

    def _begin(self) -> None:
        self.deadline = self.loop.call_later(REQUEST_PATIENCE, self.transport.abort)

    def _end(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None
