"""One connection, to a table or to a study: what waits to be sent to it."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from .errors import SLOW
from .wires import TableSocket

AT_ONCE = 1 << 16
"""Bytes that are sent without asking whether they are taken."""
_encode = msgspec.json.Encoder().encode


class Connection:
    """Whoever is told something. Answers must arrive; what else there is to see, those below know."""

    most_waiting: ClassVar[int] = 64
    """With so many answers that nobody takes it ends."""

    def __init__(self, lang: str, address: str = "") -> None:
        self.lang = lang
        self.address = address
        self.closing: int | None = None
        self._answers: list[bytes] = []
        self._wire: TableSocket | None = None
        self._woken = False

    def answer(self, message: msgspec.Struct) -> None:
        """Something that must arrive."""
        if len(self._answers) >= self.most_waiting:
            self.close(SLOW)
            return
        self._answers.append(_encode(message))
        self._wake()

    @property
    def behind(self) -> bool:
        """Do many answers wait to be taken?"""
        return len(self._answers) >= self.most_waiting // 2

    def close(self, code: int) -> None:
        """Ends the connection once what waits has been sent."""
        if self.closing is None:
            self.closing = code
        self._wake()

    def attach(self, wire: TableSocket) -> None:
        """What waits is sent there, now and later."""
        self._wire = wire
        wire.freed = self._send
        self._wake()

    def _wake(self) -> None:
        """Everything that comes up until then is sent together, or replaced by what is newer."""
        if self._wire is not None and not self._woken:
            self._woken = True
            self._wire.loop.call_soon(self._send)

    def _send(self) -> None:
        self._woken = False
        wire = self._wire
        if wire is None:
            return
        while wire.free and (messages := self._some()):
            wire.tell(messages)
        if self.closing is not None and wire.free:
            wire.finish(self.closing)

    def _some(self) -> list[bytes]:
        """As much of what waits as is sent at once."""
        messages: list[bytes] = []
        size = 0
        while size < AT_ONCE and (message := self._next()) is not None:
            messages.append(message)
            size += len(message)
        return messages

    def _next(self) -> bytes | None:
        """What is sent next."""
        return self._answers.pop(0) if self._answers else None
