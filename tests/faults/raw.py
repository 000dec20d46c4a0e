"""A connection by hand, for what no decent client would send."""

from __future__ import annotations

import asyncio
import base64
import os
import socket
import struct
from contextlib import suppress
from typing import Self

from tests.server.harness import PATIENCE, Server

TEXT, BINARY, CLOSE, PING, CONTINUED = 1, 2, 8, 9, 0


def frame(opcode: int, data: bytes = b"", *, fin: bool = True, masked: bool = True, length: int | None = None) -> bytes:
    """A frame as a client writes it; `length` lies about its size."""
    size = len(data) if length is None else length
    first = bytes([(0x80 if fin else 0) | opcode])
    bit = 0x80 if masked else 0
    if size < 126:
        head = bytes([bit | size])
    elif size < 1 << 16:
        head = bytes([bit | 126]) + struct.pack("!H", size)
    else:
        head = bytes([bit | 127]) + struct.pack("!Q", size)
    # A mask of zeros leaves the data as it is.
    return first + head + (bytes(4) if masked else b"") + data


class Raw:
    """A socket to the server; what it receives waits unread until `rest`."""

    def __init__(self, server: Server, buffer: int | None = None, address: str = "") -> None:
        self.server, self.buffer, self.address = server, buffer, address
        self.received = b""

    async def __aenter__(self) -> Self:
        plain = socket.socket()
        if self.buffer is not None:
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self.buffer)
        if self.address:
            plain.bind((self.address, 0))
        plain.setblocking(False)
        await asyncio.get_running_loop().sock_connect(plain, (self.server.host, self.server.port))
        self.reader, self.writer = await asyncio.open_connection(sock=plain, limit=1024)
        return self

    async def __aexit__(self, *error: object) -> None:
        self.writer.transport.abort()

    async def upgrade(self, table: str, *headers: str, host: str = "") -> bytes:
        """Asks for a WebSocket; gives the first line of the answer."""
        lines = [
            f"GET /ws/{table} HTTP/1.1",
            f"Host: {host or f'{self.server.host}:{self.server.port}'}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            *headers,
        ]
        self.writer.write("\r\n".join([*lines, "", ""]).encode())
        answer = await self.reader.readuntil(b"\r\n\r\n")
        return answer.split(b"\r\n")[0]

    async def send(self, data: bytes) -> bool:
        """Sends; False once the server no longer takes it."""
        try:
            self.writer.write(data)
            async with asyncio.timeout(PATIENCE):
                await self.writer.drain()
        except ConnectionError:
            return False
        return True

    async def rest(self) -> bytes:
        """All that still comes until the server ends the connection."""
        received = b""
        with suppress(ConnectionError):
            async with asyncio.timeout(PATIENCE):
                while data := await self.reader.read(1 << 16):
                    received += data
        return received

    async def closed(self) -> int | None:
        """Reads until the server closes; gives the close code, None if the connection just ended."""
        received = b""
        with suppress(ConnectionError):
            async with asyncio.timeout(PATIENCE):
                while close_code(received) is None and (data := await self.reader.read(1 << 16)):
                    received += data
        return close_code(received)


def close_code(stream: bytes) -> int | None:
    """The code of the close frame among the server's frames."""
    at = 0
    with suppress(struct.error):  # it breaks off
        while True:
            opcode, size = struct.unpack_from("!BB", stream, at)
            at += 2
            if size == 126:
                (size,) = struct.unpack_from("!H", stream, at)
                at += 2
            elif size == 127:
                (size,) = struct.unpack_from("!Q", stream, at)
                at += 8
            if opcode & 15 == CLOSE:
                return int(struct.unpack_from("!H", stream, at)[0])
            at += size
    return None
