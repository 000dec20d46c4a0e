"""All studies of a server. They are kept as tables are: a head, and entries under growing versions, each a batch of
changes; the first is the beginning with its picks."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from lumarium.kernel import registry
from lumarium.kernel.edits import Edit
from lumarium.kernel.luck import SECRET_BYTES
from lumarium.kernel.study import Study

from .answers import MadeStudy
from .errors import GONE, Refused
from .logs import log, mistake, warn
from .seats import Rights, rights
from .security import digest, new_table_id, new_token
from .store import Damaged, Head, Limits, Seat, Settings, StorageFailed, StoredEntry, TooMany
from .store.rows import following
from .study_room import StudyRoom, check_numbers

if TYPE_CHECKING:
    from .house import House

PHASE = "study"
"""What the head of a study says in place of a table's phase."""
TOGETHER = 500
"""So many changes of a file are one entry."""


class Studies:
    """Studies made, found again, and left to rest."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._rooms: dict[str, StudyRoom] = {}
        self._loading: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    @property
    def rooms(self) -> dict[str, StudyRoom]:
        """Those in memory."""
        return self._rooms

    async def create(self, study: Study, edits: list[Edit], address: str) -> MadeStudy:
        """A new study with these changes, which were checked; gives its links, which are told this once."""
        check_numbers(edits, 0)
        edit, watch = new_token(), new_token()
        head = Head(
            id=new_table_id(),
            game=study.game.name,
            rules_version=study.game.rules_version,
            players=study.players,
            options=msgspec.to_builtins(study.options),
            settings=Settings(),
            secret=secrets.token_bytes(SECRET_BYTES),
            host=digest(edit),
            watch=digest(watch),
            join="",
            created=time.time(),
            phase=PHASE,
        )
        seats = [Seat() for _ in range(study.players)]
        config = self._house.config
        maker = digest(address) if address else ""
        try:
            await self._house.store.create(head, seats, maker, Limits(0, config.tables_per_day))
            check = ""
            for entry in _entries(study, edits):
                entry = following(entry, head.id, check)  # noqa: PLW2901  # the same, with its checksum
                await self._house.store.append(entry, head)
                check = entry.check
        except TooMany as error:
            raise Refused("too_many", f"too_many_{error.which}", limit=error.limit) from error
        except StorageFailed as error:
            warn("storage_failed", table=head.id, problem=str(error))
            raise Refused("storage") from error
        log("study_created", table=head.id, game=head.game, changes=len(edits))
        return MadeStudy(head.id, edit, watch)

    async def find(self, name: str) -> StudyRoom:
        """The study, read from the store if it is not in memory."""
        room = self._rooms.get(name)
        if room is not None:
            room.idle_since = time.monotonic()
            if self._house.store.neighbours.process:  # others may have changed it just now
                await room.follow()
            return room
        if len(name) > 32 or not name.isalnum():
            raise Refused("unknown_study")
        async with self._loading[name]:
            try:
                if name not in self._rooms:
                    self._rooms[name] = room = await self._read(name)
                    room.remember(await self._house.store.neighbours.traces([name]))
                return self._rooms[name]
            finally:
                self._loading.pop(name, None)

    async def _read(self, name: str) -> StudyRoom:
        store = self._house.store
        try:
            stored = await store.load(name)
        except Damaged as error:
            warn("table_broken", table=name, problem=str(error))
            raise Refused("broken") from error
        except StorageFailed as error:
            warn("storage_failed", table=name, problem=str(error))
            raise Refused("storage") from error
        if stored is None or stored.head.phase != PHASE or not stored.entries:
            raise Refused("unknown_study")
        if stored.aside:
            await store.bring_back(name)
            log("brought_back", table=name)
        head = stored.head
        try:
            game = registry.game(head.game)
            if game.rules_version != head.rules_version:
                raise Refused("broken", "older_study")
            study = Study(game, head.players, None, head.options, stored.entries[0].picks)
            room = StudyRoom(self._house, head, stored.seats, study)
            await room.repeat(stored.entries)
            return room
        except Refused:
            raise
        except Exception as error:
            mistake("study_broken", table=name)
            raise Refused("broken") from error

    def rights(self, room: StudyRoom, digests: Iterable[str]) -> Rights:
        """What these tokens allow: to look, and whoever is host to change something."""
        return rights(room.head, room.seats, digests, "")

    def forget_idle(self, idle: float) -> None:
        """Those at which nobody is go from memory."""
        now = time.monotonic()
        for name, room in list(self._rooms.items()):
            if not room.busy and now - room.idle_since > idle:
                del self._rooms[name]

    def forget(self, name: str) -> None:
        """The study is no more, or not for now."""
        room = self._rooms.pop(name, None)
        if room is not None:
            room.close_all(GONE)


def _entries(study: Study, edits: list[Edit]) -> Iterable[StoredEntry]:
    now = time.time()
    yield StoredEntry(version=0, seat=None, notation="", picks=study.start, time=now)
    for number, first in enumerate(range(0, len(edits), TOGETHER), 1):
        batch = msgspec.json.encode(edits[first : first + TOGETHER]).decode()
        yield StoredEntry(version=number, seat=None, notation=batch, picks=(), time=now)
