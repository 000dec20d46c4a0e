"""A connection to PostgreSQL that comes back by itself, and of which nobody waits for ever."""

from __future__ import annotations

import asyncio
import os
import socket
import struct
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

import psycopg
from psycopg import AsyncConnection
from psycopg.pq import TransactionStatus

from . import StorageFailed

T = TypeVar("T")
Connection = AsyncConnection[tuple[Any, ...]]
PATIENCE = 1.5
"""Seconds after which whoever asked is told that nothing is known to be stored."""
SETTINGS = {
    "statement_timeout": "2s",
    "lock_timeout": "1s",
    "idle_in_transaction_session_timeout": "2s",
    "client_connection_check_interval": "1s",
    "plan_cache_mode": "force_generic_plan",
}
"""What a process that was cut off had begun is over in as long, on the other side too. And a statement is planned once:
all of them look up by key, and to plan one anew takes longer than to do it."""
TCP = {
    "connect_timeout": 2,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 5000,
    "target_session_attrs": "read-write",
}


class Session:
    """Used by one after the other. What fails, fails for whoever asked; the next one gets a new connection."""

    def __init__(self, url: str, **settings: str) -> None:
        self._url = url
        self._settings = {**SETTINGS, **settings}
        self._lock = asyncio.Lock()
        self._connection: Connection | None = None

    async def use(self, work: Callable[[Connection], Coroutine[Any, Any, T]], patience: float = PATIENCE) -> T:
        """What the work gives; StorageFailed if the database is not there, or does not answer in time."""
        async with self._lock:
            return await self._in_time(self._used(work), patience)

    async def _used(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        if self._connection is None or self._connection.closed:
            self._connection = await connected(self._url, self._settings)
        return await work(self._connection)

    async def _in_time(self, work: Coroutine[Any, Any, T], patience: float) -> T:
        task = asyncio.ensure_future(work)
        try:
            await asyncio.wait({task}, timeout=patience)
        except asyncio.CancelledError:
            self.drop()
            task.cancel()
            raise
        if not task.done():
            # Cancelling would ask the database first, and wait for it. Without a connection the work ends at once.
            self.drop()
            task.cancel()
            with suppress(Exception, asyncio.CancelledError):
                await asyncio.wait({task}, timeout=0.1)
            raise StorageFailed("the database does not answer")
        try:
            return task.result()
        except (psycopg.OperationalError, psycopg.InterfaceError, OSError) as error:
            raise StorageFailed(str(error)) from error
        except psycopg.errors.ReadOnlySqlTransaction as error:  # another one leads now
            self.drop()
            raise StorageFailed(str(error)) from error
        finally:
            # Whatever was begun and failed on the way is not left to whoever comes next.
            if self._connection is not None and self._connection.info.transaction_status != TransactionStatus.IDLE:
                self.drop()

    def drop(self) -> None:
        """Lets go of the connection. What was not sent shall not be sent later."""
        connection, self._connection = self._connection, None
        if connection is not None and not connection.closed:
            cut(connection)

    async def close(self) -> None:
        """No more."""
        async with self._lock:
            if self._connection is not None:
                await self._connection.close()


async def connected(url: str, settings: dict[str, str]) -> Connection:
    """A new connection with these settings."""
    options = " ".join(f"-c {name}={value}" for name, value in settings.items())
    more: dict[str, Any] = {**TCP, "options": options, "application_name": "lumarium"}
    return await AsyncConnection.connect(url, autocommit=True, prepare_threshold=0, **more)


def cut(connection: Connection) -> None:
    """Ends a connection without a word."""
    with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(connection.fileno())) as wire:
        if wire.family != socket.AF_UNIX:
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        wire.shutdown(socket.SHUT_RDWR)
