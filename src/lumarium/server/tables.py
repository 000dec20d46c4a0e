"""A table: seats, viewers and a match. Everything that changes it happens one after the other, under its lock."""

from __future__ import annotations

import asyncio
import copy
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from lumarium.kernel.errors import LumariumError
from lumarium.kernel.game import Game
from lumarium.kernel.match import Match
from lumarium.kernel.message import Message
from lumarium.kernel.registry import game as find_game

from . import protocol
from .errors import GONE, Refused
from .logs import mistake, warn
from .restore import replayed
from .seats import rights_left
from .store import Head, Seat, StorageFailed, Stored, StoredEntry, VersionTaken
from .story import Sight, Story
from .viewers import Viewer
from .ways import way_back

if TYPE_CHECKING:
    from .house import House


class Knock(msgspec.Struct):
    """Somebody without a link asks to be let in."""

    token: str
    """The digest of what they come back with."""
    address: str
    name: str
    since: float
    state: str = "waiting"
    link: str = ""
    """What the host passed on."""


class Table:
    """One table in memory."""

    def __init__(self, house: House, stored: Stored, played: tuple[Match, Story] | None) -> None:
        self.house = house
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        self.nonces: dict[str, str] = {}
        """By the digest of the seat's token: seats may still change places."""
        self.nonce_came = asyncio.Event()
        self.knocks: dict[str, Knock] = {}
        self.asking: protocol.Asking | None = None
        """Who wants to take a move back, and waits for the others' leave."""
        self.allowed: set[tuple[int, int]] = set()
        """Who may take moves back, and who let them."""
        self.driver: asyncio.Task[None] | None = None
        self.starter: asyncio.Task[None] | None = None
        self.idle_since = time.monotonic()
        self._away: dict[int, float] = {}
        self._stale = False
        self._owed = False
        self._adopt(stored, played)

    def _adopt(self, stored: Stored, played: tuple[Match, Story] | None) -> None:
        self.head: Head = stored.head
        self.seats: list[Seat] = stored.seats
        self.match: Match | None = None
        self.story: Story | None = None
        self.keys: dict[tuple[int | None, str], int] = {}
        if played is not None:
            self.match, self.story = played
            self.keys = {(entry.seat, entry.key): entry.version for entry in stored.entries if entry.key}
        self._away = dict.fromkeys(range(len(self.seats)), stored.touched)

    @property
    def game(self) -> Game:
        """What is played here."""
        return find_game(self.head.game)

    @property
    def version(self) -> int | None:
        """The match's version, None before the start."""
        return None if self.match is None else self.match.version

    @property
    def busy(self) -> bool:
        """Is anybody here, or a bot at work?"""
        at_work = any(task is not None and not task.done() for task in (self.driver, self.starter))
        return bool(self.viewers) or at_work or self.lock.locked()

    @asynccontextmanager
    async def holding(self) -> AsyncIterator[None]:
        """Holds the table still for a look at it."""
        async with self._held():
            await self.freshen()
            yield

    @asynccontextmanager
    async def changing(self, seats: bool = True) -> AsyncIterator[None]:
        """Holds the table still. Head and seats go back to what they were if it is refused (where `seats` says that
        they may change at all); what may have changed without being stored is read again from the store."""
        async with self._held():
            await self.freshen()
            before = copy.deepcopy((self.head, self.seats)) if seats else (self.head, self.seats)
            try:
                yield
            except (StorageFailed, VersionTaken) as error:
                self._stale = True
                warn("storage_failed", table=self.head.id, problem=str(error))
                raise Refused("storage") from error
            except LumariumError:
                self.head, self.seats = before
                raise
            except BaseException:
                self._stale = True
                raise

    @asynccontextmanager
    async def _held(self) -> AsyncIterator[None]:
        try:
            async with self.lock:
                yield
        finally:
            if self._owed and not self.lock.locked():
                self._owed = False
                self.show_table()

    async def freshen(self) -> None:
        """Reads the table again if what is in memory cannot be trusted. The lock must be held."""
        if self._stale:
            stored = await self.house.read(self.head.id)
            away = self._away
            self._adopt(stored, await replayed(stored))
            self._away = away
            self._stale = False

    # Viewers

    def connected(self, seat: int) -> bool:
        """Is a device of this seat here?"""
        return any(seat in viewer.rights.seats for viewer in self.viewers)

    def away_since(self, seat: int) -> float | None:
        """Since when nobody of this seat is here."""
        return None if self.connected(seat) else self._away.get(seat, self.head.created)

    def enter(self, viewer: Viewer) -> None:
        """Somebody comes."""
        self.viewers.add(viewer)

    def part(self, viewer: Viewer) -> None:
        """Somebody goes."""
        self.viewers.discard(viewer)
        now = time.time()
        for seat in viewer.rights.seats:
            self._away[seat] = now
        self.idle_since = time.monotonic()
        # What is being changed is not shown before it is stored.
        if self.lock.locked():
            self._owed = True
        else:
            self.show_table()

    def seat_of(self, viewer: Viewer) -> int | None:
        """Whose view a viewer gets: the seat that decides if it is theirs, else the one shown last."""
        own = viewer.rights.seats
        if not own:
            return None
        turn = None if self.match is None else self.match.state.turn
        if turn in own:
            viewer.last_seat = turn
        elif viewer.last_seat not in own:
            viewer.last_seat = min(own)
        return viewer.last_seat

    def plays_forced(self, seat: int) -> bool:
        """Does somebody of this seat want decisions without a choice to be played by themselves?"""
        return any(viewer.auto and seat in viewer.rights.seats for viewer in self.viewers)

    # What everybody sees

    def show_table(self) -> None:
        """Tells everybody how the table is, and nobody more rights than they have now."""
        states: dict[str, protocol.TableState] = {}
        for viewer in self.viewers:
            viewer.rights = rights_left(self.head, self.seats, viewer.digests, viewer.device)
            if viewer.lang not in states:
                states[viewer.lang] = self.state(viewer.lang)
            knocks = self._knocks() if viewer.rights.host else []
            shown = protocol.TableShown(you=viewer.rights.you(), knocks=knocks, table=states[viewer.lang])
            viewer.show_table(protocol.text(shown))

    def _knocks(self) -> list[protocol.KnockShown]:
        return [protocol.KnockShown(name, made.name) for name, made in self.knocks.items() if made.state == "waiting"]

    def show_scene(self) -> None:
        """Tells everybody what lies on the table."""
        for viewer in self.viewers:
            self.show_scene_to(viewer)
        if self.story is not None:
            self.story.keep({viewer.held for viewer in self.viewers if viewer.held is not None})

    def show_scene_to(self, viewer: Viewer, since: int | None = None, again: bool = False) -> None:
        """The scene for one viewer."""
        if self.match is None or self.story is None:
            return
        sight = Sight(self.seat_of(viewer), viewer.lang, self.match.version)
        seen = viewer.seen if since is None else since
        # If the next scene comes before this one is sent, it tells what happened from here on.
        viewer.seen = seen = sight.version if seen is None else min(seen, sight.version)
        try:
            shown = self._told(viewer, sight, seen, again)
        except Exception:  # noqa: BLE001  # a scene that cannot be drawn must not stop the table
            mistake("scene_failed", table=self.head.id, seat=sight.seat)
            return
        viewer.show_scene(shown, sight)

    def _told(self, viewer: Viewer, sight: Sight, since: int, again: bool) -> str:
        assert self.match is not None
        assert self.story is not None
        if viewer.bot and sight.seat is not None:
            return self.story.view(sight.seat, since)
        practice, own = self.head.settings.practice, viewer.rights.seats
        way = way_back(self.match, self.seats, practice, own, sight.seat)
        held = viewer.held
        if held is not None and viewer.changes and held[:2] == sight[:2]:
            changed = self.story.changed(held, since, way)
            if changed is not None:
                return changed
        return self.story.scene(sight.seat, sight.lang, since, again, way)

    def close_all(self, code: int = GONE) -> None:
        """Everybody has to go."""
        for viewer in self.viewers:
            viewer.close(code)

    def state(self, lang: str) -> protocol.TableState:
        """The table as everybody may know it."""
        head, match = self.head, self.match
        over = head.phase == "over" and match is not None
        return protocol.TableState(
            id=head.id,
            game=head.game,
            players=head.players,
            options=head.options,
            settings=head.settings,
            phase=head.phase,
            created=int(head.created),
            commitment=sha256(head.secret).hexdigest(),
            seats=[self._seat_state(number) for number in range(head.players)],
            watchers=sum(not viewer.rights.seats for viewer in self.viewers),
            v=self.version,
            turn=match.state.turn if match is not None and head.phase == "playing" else None,
            result=self._result(lang) if over else None,
            asking=self.asking if self.asking is not None and self.asking.v == self.version else None,
            secret=head.secret.hex() if over else None,
            next=head.next,
            closed=head.closed,
        )

    def name_of(self, number: int) -> str:
        """What a seat is called."""
        return self.head.names[number] if self.head.names else self.seats[number].name

    def _seat_state(self, number: int) -> protocol.SeatState:
        seat = self.seats[number]
        away = None if seat.kind != "person" else self.away_since(number)
        return protocol.SeatState(
            seat=number,
            kind=seat.kind,
            name=self.name_of(number),
            level=seat.level,
            connected=seat.kind == "person" and away is None,
            away=None if away is None else int(away),
            ready=seat.ready,
        )

    def _result(self, lang: str) -> protocol.Result:
        assert self.match is not None
        state = self.match.state
        ending = Message(self.head.game, f"ending.{state.ending}").render(lang)
        return protocol.Result(tuple(state.scores), tuple(state.ranking), ending, self.match.record.practice)

    # Storing

    async def save(self) -> None:
        """Head and seats, durably."""
        await self.house.store.save(self.head, self.seats)

    async def append(self, entry: StoredEntry, whole: bool) -> None:
        """The match's latest entry, durably; with `whole`, head and seats too."""
        await self.house.store.append(entry, self.head, self.seats if whole else None)
        if entry.key:
            self.keys[entry.seat, entry.key] = entry.version

    # Who speaks for which seat

    def own_seat(self, viewer: Viewer, number: int | None) -> int:
        """The seat for which somebody speaks: the one they name, the one that decides, or the one they look from."""
        if number is not None:
            self.check_seat(number)
            if number not in viewer.rights.seats:
                raise Refused("forbidden")
            return number
        seat = self.seat_of(viewer)
        if seat is None:
            raise Refused("not_seated")
        return seat

    def check_seat(self, number: int) -> None:
        """Refuses a seat that is not there."""
        if number >= len(self.seats):
            raise Refused("malformed", "no_seat", seat=number, last=len(self.seats) - 1)

    def rearrange(self, order: list[int]) -> None:
        """Seats change places: seat i is now whoever sat at order[i]."""
        self.seats = [self.seats[number] for number in order]
        away = self._away
        self._away = {number: away[before] for number, before in enumerate(order) if before in away}
