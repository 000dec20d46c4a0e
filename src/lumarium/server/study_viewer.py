"""A connection to a study: where it looks, and who else is there."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import msgspec

from lumarium.kernel.edits import Edit, Sight

from . import study_protocol as protocol
from .connections import Connection

if TYPE_CHECKING:
    from .study_room import StudyRoom


class StudyViewer(Connection):
    """Changes must all arrive; of who is here, the latest is enough."""

    most_waiting = 256

    def __init__(self, name: str, lang: str, may_edit: bool, at: str) -> None:
        super().__init__(lang)
        self.key = secrets.token_hex(4)
        self.name, self.may_edit, self.at = name, may_edit, at
        self._words: set[str] = set()
        self._people: bytes | None = None

    def person(self, at: str) -> protocol.Person:
        """As others see them, at the position that is called so outside."""
        return protocol.Person(self.key, self.name, at, self.may_edit)

    def edits(self, room: StudyRoom, edits: list[Edit]) -> None:
        """Changes that were stored; once a study is opened, all of them anew, with what the moves drew."""
        opened = any(isinstance(edit, Sight) for edit in edits)
        told = room.since(-1) if opened else edits
        self.answer(room.told(told, self.lang, self._words))

    def show_people(self, people: protocol.People) -> None:
        """Who is here now."""
        self._people = msgspec.json.encode(people)
        self._wake()

    def _next(self) -> bytes | None:
        """First the changes: people are at positions that they make."""
        message = super()._next()
        if message is None:
            message, self._people = self._people, None
        return message
