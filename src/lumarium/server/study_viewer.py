"""Somebody who looks at a study: what waits to be sent, and where they look."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import msgspec

from lumarium.kernel.edits import Edit, Sight

from . import study_protocol as protocol
from .errors import SLOW
from .wires import TableSocket

if TYPE_CHECKING:
    from .study_room import StudyRoom

WAITING = 256


class StudyViewer:
    """One connection. Changes must all arrive; of who is here, the latest is enough."""

    def __init__(self, name: str, lang: str, may_edit: bool, at: str) -> None:
        self.key = secrets.token_hex(4)
        self.name, self.lang, self.may_edit, self.at = name, lang, may_edit, at
        self.closing: int | None = None
        self._words: set[str] = set()
        self._waiting: list[bytes] = []
        self._people: bytes | None = None
        self._wire: TableSocket | None = None
        self._woken = False

    def person(self, at: str) -> protocol.Person:
        """As others see them, at the position that is called so outside."""
        return protocol.Person(self.key, self.name, at, self.may_edit)

    def answer(self, message: protocol.StudyAnswer) -> None:
        """Something that must arrive."""
        if len(self._waiting) >= WAITING:
            self.close(SLOW)
            return
        self._waiting.append(msgspec.json.encode(message))
        self._wake()

    def edits(self, room: StudyRoom, edits: list[Edit]) -> None:
        """Changes that were stored; once a study is opened, all of them anew, with what the moves drew."""
        opened = any(isinstance(edit, Sight) for edit in edits)
        told = room.since(-1) if opened else edits
        self.answer(room.told(told, self.lang, self._words))

    def show_people(self, people: protocol.People) -> None:
        """Who is here now."""
        self._people = msgspec.json.encode(people)
        self._wake()

    def close(self, code: int) -> None:
        """Ends the connection once what waits has been sent."""
        if self.closing is None:
            self.closing = code
        self._wake()

    @property
    def behind(self) -> bool:
        """Does much wait to be taken?"""
        return len(self._waiting) >= WAITING // 2

    def attach(self, wire: TableSocket) -> None:
        """What waits is sent there, now and later."""
        self._wire = wire
        wire.freed = self._send
        self._wake()

    def _wake(self) -> None:
        if self._wire is not None and not self._woken:
            self._woken = True
            self._wire.loop.call_soon(self._send)

    def _send(self) -> None:
        self._woken = False
        wire = self._wire
        if wire is None:
            return
        while wire.free and (self._waiting or self._people):
            if self._waiting:
                wire.tell([self._waiting.pop(0)])
            elif self._people is not None:
                people, self._people = self._people, None
                wire.tell([people])
        if self.closing is not None and wire.free:
            wire.finish(self.closing)
