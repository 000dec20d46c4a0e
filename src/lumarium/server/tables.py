"""A table: seats, viewers and a match. Everything that changes it happens one after the other, under its lock."""

from __future__ import annotations

import asyncio
import copy
import random
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Literal, TypeVar

import msgspec

from lumarium.kernel.errors import LumariumError
from lumarium.kernel.game import Game
from lumarium.kernel.match import Match
from lumarium.kernel.message import Message
from lumarium.kernel.registry import game as find_game

from . import protocol, says
from .describing import described
from .errors import GONE, Overtaken, Refused
from .following import HERE, Here
from .logs import mistake, warn
from .neighbours import Spoken, Thinking
from .restore import replayed
from .seats import rights_left
from .store import Call, Head, Seat, StorageFailed, Stored, StoredEntry, VersionTaken
from .store.rows import following
from .story import Sight, Story
from .viewers import Viewer
from .ways import way_back

if TYPE_CHECKING:
    from .house import House

UNTOLD = 2.0
"""Seconds that a bot may take without a word."""
SIGN = 0.7
"""Seconds between two signs that a bot still thinks here."""
ELSEWHERE = 2.2
"""Seconds for which others are left to decide for a bot, after the last sign of theirs."""
TRIES = 8
T = TypeVar("T")


class Knock(msgspec.Struct):
    """Somebody without a link asks to be let in."""

    token: str
    """The digest of what they come back with."""
    address: str
    name: str
    since: float
    state: Literal["waiting", "refused", "welcome"] = "waiting"
    link: str = ""
    """What the host passed on."""


async def insisting(attempt: Callable[[], Awaitable[T]]) -> T:
    """Tries again while others are quicker."""
    for number in range(TRIES):
        try:
            return await attempt()
        except Overtaken:
            await asyncio.sleep(random.random() * 0.01 * number)
    return await attempt()


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
        self.asking: says.Asking | None = None
        """Who wants to take a move back, and waits for the others' leave."""
        self.waits: says.Waits | None = None
        self.allowed: set[tuple[int, int]] = set()
        """Who may take moves back, and who let them."""
        self.driver: asyncio.Task[None] | None = None
        self.starter: asyncio.Task[None] | None = None
        self.alarm: asyncio.TimerHandle | None = None
        """When somebody's time is up."""
        self.idle_since = time.monotonic()
        self.away: dict[int, float] = {}
        """By seat, since when nobody of it was here."""
        self.others: dict[str, Here] = {}
        """Who is here at other processes."""
        self._here = Here()
        """What they know of this one."""
        self._left_until = 0.0
        """Until then bots' decisions are left to others."""
        self._stale = False
        self._owed = False
        if stored.keeper != house.store.neighbours.process and house.store.neighbours.is_alive(stored.keeper):
            self.elsewhere()
        self._adopt(stored, played)

    def _adopt(self, stored: Stored, played: tuple[Match, Story] | None) -> None:
        self.head: Head = stored.head
        self.seats: list[Seat] = stored.seats
        self._before = (self.head, self.seats)
        self.match: Match | None = None
        self.story: Story | None = None
        self.keys: dict[tuple[int | None, str], int] = {}
        self._last = stored.entries[-1].check if stored.entries else ""
        if played is not None:
            self.match, self.story = played
            self.keys = {(entry.seat, entry.key): entry.version for entry in stored.entries if entry.key}
        # Nobody is away for longer than this server has been there to see it.
        now = time.monotonic()
        away = min(now - self.house.started, max(0.0, time.time() - stored.touched))
        self.away = dict.fromkeys(range(len(self.seats)), now - away)

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

    @property
    def known(self) -> tuple[int | None, int]:
        """What of the stored table is known here."""
        return self.version, self.head.revision

    @property
    def anybody(self) -> bool:
        """Is anybody at this table, at whatever process?"""
        return bool(self.viewers) or any(other.anybody for other in self.others.values())

    @asynccontextmanager
    async def still(self) -> AsyncIterator[None]:
        """Holds the table still, whatever is known of it."""
        async with self._held():
            yield

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
            self._before = copy.deepcopy((self.head, self.seats)) if seats else (self.head, self.seats)
            try:
                yield
            except VersionTaken as error:
                self._stale = True
                raise Overtaken from error
            except StorageFailed as error:
                self._stale = True
                warn("storage_failed", table=self.head.id, problem=str(error))
                raise Refused("storage") from error
            except LumariumError:
                self.head, self.seats = self._before
                raise
            except BaseException:
                self._stale = True
                raise

    def stands(self) -> None:
        """What was stored on the way stays, even if what comes next is refused."""
        self._before = copy.deepcopy((self.head, self.seats))

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
            before = self.known
            await self.reread()
            if self.known != before:
                self.show_table()
                self.show_scene()

    async def reread(self) -> None:
        """Everything from the store."""
        stored = await self.house.read(self.head.id)
        away = self.away
        self._adopt(stored, await replayed(stored))
        self.away = away
        self._stale = False

    @property
    def is_doubtful(self) -> bool:
        """May memory and store differ?"""
        return self._stale

    def doubt(self) -> None:
        """What is in memory is not to be trusted until it is read again."""
        self._stale = True

    def trust(self) -> None:
        """It is as it is stored."""
        self._stale = False

    # Bots think at one process

    def elsewhere(self) -> None:
        """Others were the last to change it: they go on."""
        self._left_until = time.monotonic() + ELSEWHERE

    @property
    def left_to_others(self) -> float:
        """Seconds for which bots' decisions are."""
        return max(0.0, self._left_until - time.monotonic())

    def take_on(self) -> None:
        """Nobody else goes on."""
        self._left_until = 0.0

    # Viewers

    def connected(self, seat: int) -> bool:
        """Is a device of this seat here?"""
        here = any(seat in viewer.rights.seats for viewer in self.viewers)
        return here or any(seat in other.seats for other in self.others.values())

    @property
    def looking(self) -> set[int]:
        """The seats of whoever has the table before their eyes, at this process."""
        return {seat for viewer in self.viewers if not viewer.hidden for seat in viewer.rights.seats}

    def away_since(self, seat: int) -> float | None:
        """Since when nobody of this seat is here, by the clock that only goes forward."""
        return None if self.connected(seat) else self.away.get(seat, self.house.started)

    def enter(self, viewer: Viewer) -> None:
        """Somebody comes."""
        self.viewers.add(viewer)

    def part(self, viewer: Viewer) -> None:
        """Somebody goes."""
        self.viewers.discard(viewer)
        self.idle_since = time.monotonic()
        for seat in viewer.rights.seats:
            self.away[seat] = self.idle_since
        self._show_table_soon()

    def _show_table_soon(self) -> None:
        # What is being changed is not shown before it is stored.
        if self.lock.locked():
            self._owed = True
        else:
            self.show_table()

    def who_waits(self, others: Callable[[str], int]) -> tuple[str, int]:
        """On whose account a bot thinks, and how urgently: for somebody who plays and is here, for somebody who looks
        on, or for those who will come back. Of several, the one who asks for least, by `others`."""
        playing = [viewer for viewer in self.viewers if viewer.rights.seats]
        address = min((viewer.address for viewer in playing or self.viewers), key=others, default="")
        return address, 0 if playing else 1 if self.viewers else 2

    @contextmanager
    def thinking(self, seat: int) -> Iterator[None]:
        """Others know that somebody sees to it."""
        loop = asyncio.get_running_loop()

        def tell() -> None:
            most = 0 if self.waits is None else self.waits.most
            self.house.store.neighbours.tell(Thinking(self.head.id, seat, most))
            signs.append(loop.call_later(SIGN, tell))

        signs = deque([loop.call_later(SIGN, tell)], maxlen=1)
        try:
            yield
        finally:
            signs[-1].cancel()

    @contextmanager
    def told_of_wait(self, seat: int) -> Iterator[None]:
        """If a bot keeps everybody waiting, they are told."""

        def tell() -> None:
            self.waits = says.Waits(seat=seat, most=int(2 * self.house.config.bot_patience - UNTOLD))
            self._show_table_soon()

        notice = asyncio.get_running_loop().call_later(UNTOLD, tell)
        try:
            yield
        finally:
            notice.cancel()
            if self.waits is not None:
                self.waits = None
                self._show_table_soon()

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

    def chair_of(self, viewer: Viewer) -> int | None:
        """From whose place a spectator looks, where all know the same."""
        fits = viewer.chair is not None and viewer.chair < len(self.seats)
        return viewer.chair if fits and not viewer.rights.seats and not self.game.private else None

    def plays_forced(self, seat: int) -> bool:
        """Does somebody of this seat want decisions without a choice to be played by themselves?"""
        here = any(viewer.auto and seat in viewer.rights.seats for viewer in self.viewers)
        return here or self.seats[seat].auto

    # What everybody sees

    def share_presence(self, again: bool = False) -> None:
        """Others know who is here."""
        seats = {seat for viewer in self.viewers for seat in viewer.rights.seats}
        now = time.monotonic()
        here = Here(
            seats=sorted(seats),
            looking=sorted(self.looking),
            watchers=sum(not viewer.rights.seats for viewer in self.viewers),
            host=any(viewer.rights.host for viewer in self.viewers),
            away={seat: now - since for seat, since in self.away.items() if seat in self._here.seats},
        )
        if again or here.who != self._here.who:
            self._here = here
            self.share(f"{HERE}{self.house.store.neighbours.process}", msgspec.json.encode(here))

    def share(self, key: str, data: bytes | None) -> None:
        """Leaves something for other processes that is not stored."""
        self.house.store.neighbours.share(self.head.id, key, data)

    def show_table(self) -> None:
        """Tells everybody how the table is, and nobody more rights than they have now."""
        states: dict[str, says.TableState] = {}
        for viewer in self.viewers:
            viewer.rights = rights_left(self.head, self.seats, viewer.digests, viewer.who.keys)
            if viewer.lang not in states:
                states[viewer.lang] = described(self, viewer.lang)
            knocks = self._knocks() if viewer.rights.host else []
            shown = says.TableShown(you=viewer.rights.you(), knocks=knocks, table=states[viewer.lang])
            viewer.show_table(says.packed(shown))
        self.share_presence()
        self.house.alarms.wind(self)

    def _knocks(self) -> list[says.KnockShown]:
        return [says.KnockShown(name, made.name) for name, made in self.knocks.items() if made.state == "waiting"]

    def show_scene(self) -> None:
        """Tells everybody what lies on the table."""
        for viewer in self.viewers:
            self.show_scene_to(viewer)
        if self.story is not None:
            self.story.keep({viewer.held for viewer in self.viewers if viewer.held is not None})

    def show_scene_to(self, viewer: Viewer, since: int | None = None) -> None:
        """The scene for one viewer."""
        if self.match is None or self.story is None:
            return
        sight = Sight(self.seat_of(viewer), viewer.lang, self.match.version, self.chair_of(viewer))
        seen = viewer.seen if since is None else since
        # If the next scene comes before this one is sent, it tells what happened from here on.
        viewer.seen = seen = sight.version if seen is None else min(seen, sight.version)
        try:
            shown = self._told(viewer, sight, seen)
        except Exception:  # noqa: BLE001  # a scene that cannot be drawn must not stop the table
            mistake("scene_failed", table=self.head.id, seat=sight.seat)
            return
        viewer.show_scene(shown, sight)

    def _told(self, viewer: Viewer, sight: Sight, since: int) -> bytes:
        assert self.match is not None
        assert self.story is not None
        # What happened before somebody came is told as far as it may be looked up.
        again = since < viewer.came
        if viewer.bot and sight.seat is not None:
            return self.story.view(sight.seat, since, again)
        practice, own = self.head.settings.practice, viewer.rights.seats
        way = way_back(self.match, self.seats, practice, own, sight.seat)
        held = viewer.held
        if held is not None and viewer.changes and held._replace(version=sight.version) == sight:
            changed = self.story.changed(held, since, way)
            if changed is not None:
                return changed
        return self.story.scene(sight, since, again, way)

    @property
    def is_quiet(self) -> bool:
        """May players not talk?"""
        return self.game.private and self.head.phase == "playing"

    def hear(self, spoken: Spoken) -> None:
        """Everybody here hears what somebody said."""
        if spoken.phrase not in protocol.PHRASES:
            return
        for viewer in self.viewers:
            # Whoever watches sees more hands than one: while it is played no player hears them.
            if self.is_quiet and viewer.rights.seats:
                continue
            text = Message("server", f"phrase.{spoken.phrase}").render(viewer.lang)
            viewer.hear(says.Said(seat=spoken.seat, name=spoken.name, phrase=spoken.phrase, text=text))

    def close_all(self, code: int = GONE) -> None:
        """Everybody has to go."""
        for viewer in self.viewers:
            viewer.close(code)

    @property
    def watchers(self) -> int:
        """How many look on, at any process."""
        here = sum(not viewer.rights.seats for viewer in self.viewers)
        return here + sum(other.watchers for other in self.others.values())

    def name_of(self, number: int) -> str:
        """What a seat is called."""
        return self.head.names[number] if self.head.names else self.seats[number].name

    # Storing

    async def save(self, calls: Sequence[Call] = ()) -> None:
        """Head and seats, durably, and whom that concerns."""
        await self.house.store.save(self.head, self.seats, calls)

    async def append(self, entry: StoredEntry, whole: bool, calls: Sequence[Call] = ()) -> None:
        """The match's latest entry, durably, and whom it concerns; with `whole`, head and seats too."""
        entry = following(entry, self.head.id, self._last)
        await self.house.store.append(entry, self.head, self.seats if whole else None, calls)
        self.take_on()
        self.noted(entry)

    def noted(self, entry: StoredEntry) -> None:
        """It is stored."""
        self._last = entry.check
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
        away = self.away
        self.away = {number: away[before] for number, before in enumerate(order) if before in away}
