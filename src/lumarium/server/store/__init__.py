"""Where tables are kept: one small interface, and the rows that go through it."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import msgspec

from lumarium.kernel.errors import LumariumError
from lumarium.kernel.message import Message
from lumarium.server.clock import Agreed, Clock
from lumarium.server.neighbours import Neighbours

from .calls import Call, Calls
from .passkeys import Passkeys
from .people import NOBODY, People, Person, Who

__all__ = ["NOBODY", "Call", "Person", "Who"]


class Settings(msgspec.Struct, forbid_unknown_fields=True):
    """What a host can change at a table."""

    listed: bool = False
    start: str = "full"
    draw: bool = False
    pace: str = "quick"
    hints: bool = True
    insight: bool = True
    """May players ask what can be known?"""
    practice: bool = False
    shared: bool = False
    """May whoever has the address look back at the finished game?"""
    talk: bool = False
    """May spectators say something?"""
    clock: Agreed | None = None
    """How long people may take."""


class Seat(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A place at a table. Tokens and devices are kept as digests."""

    kind: str = "open"
    """`open`, `person` or `bot`."""
    name: str = ""
    level: str | None = None
    """Of a bot, or of the bot that stands in for a person."""
    token: str = ""
    invite: str = ""
    device: str = ""
    """The key of whoever sits here: of a person, or of a device that is nobody's yet."""
    auto: bool = False
    """Are decisions without a choice played while nobody of it is here?"""
    ready: bool = False
    left: bool = False
    remote: bool = False
    """A program plays here through the protocol."""
    out: bool = False
    """Its time ran out, and a bot plays to the end."""


class Head(msgspec.Struct, kw_only=True):
    """All that is known of a table but its seats and entries."""

    id: str
    game: str
    rules_version: int
    players: int
    options: dict[str, Any]
    settings: Settings
    secret: bytes
    host: str
    watch: str
    join: str
    created: float
    phase: str = "waiting"
    nonces: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    next: str | None = None
    closed: str | None = None
    owner: str = ""
    """The key of whoever made it."""
    revision: int = 0
    """How often head and seats were stored anew; the store counts it."""
    clock: Clock | None = None
    """What everybody has left, from the start on."""

    @property
    def due(self) -> float | None:
        """When, by the time of the house, somebody has to look at it even if nobody is there."""
        return self.clock.due if self.clock is not None and self.phase == "playing" else None


class StoredEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A move, an undo or a time that ran out, as it is stored; version 0 is the start with its picks."""

    version: int
    seat: int | None
    notation: str
    picks: tuple[int, ...]
    time: float
    undo: bool = False
    out: bool = False
    """The seat's time ran out."""
    practice: int = 0
    """Of an undo for practice: how many moves it took back."""
    key: str | None = None
    scores: tuple[int, ...] = ()
    ranking: tuple[int, ...] = ()
    turn: int | None = None
    """Who decides after it."""
    check: str = ""
    """The checksum of it and of all before it: `rows.following` makes it."""


class Stored(msgspec.Struct, frozen=True):
    """A whole table."""

    head: Head
    seats: list[Seat]
    entries: list[StoredEntry]
    touched: float
    aside: bool = False
    """Nobody came for long: it will be gone unless it is brought back."""
    keeper: str = ""
    """The process that changed it last, where there are several."""


class Listing(msgspec.Struct, frozen=True):
    """A table as a lobby needs it."""

    head: Head
    seats: list[Seat]
    touched: float
    turn: int | None
    scores: tuple[int, ...] = ()
    ranking: tuple[int, ...] = ()
    moved: float | None = None
    """When somebody decided last."""


class Standing(msgspec.Struct, frozen=True):
    """What a store knows of a table besides: who made it, and how long ago (by its own time) it was seen, made and set
    aside."""

    maker: str
    touched: float
    seen: float
    made: float
    aside: float | None


class Limits(msgspec.Struct, frozen=True):
    """How many tables one maker may have; 0 is any number."""

    unfinished: int = 0
    daily: int = 0
    """Within a day, whatever became of them."""


NO_LIMITS = Limits()
LONGEST = 1800.0
"""Seconds that may pass between two sweeps; whatever else the clock says is its own mistake, or a time of rest."""


class Swept(msgspec.Struct, frozen=True):
    """What was tidied up."""

    aside: list[str]
    gone: list[str]


class StorageFailed(LumariumError):
    """Nothing is known to be stored: the disk is full or failed, or the database cannot be reached."""


class TooMany(LumariumError):
    """Whoever wants to make a table has enough of them; `which` of the limits it is, and how many they are."""

    def __init__(self, which: str, limit: int) -> None:
        super().__init__(f"{limit} tables ({which})")
        self.which, self.limit = which, limit


class VersionTaken(LumariumError):
    """Somebody was quicker: another entry has this version already, or head and seats have changed."""


class Damaged(LumariumError):
    """What is stored cannot be read."""


class Store(Protocol):
    """Durable before it returns; whole or not at all.

    Days are counted by the store: the time for which it has been open, which no clock that jumps can turn. It goes on
    with every `sweep` by what passed since the last one, at most `LONGEST` seconds. Clocks of tables go by the time
    of the house, which stands still while no process is there: see `tick`.
    """

    @property
    def commits(self) -> int:
        """How many transactions changed tables."""
        ...

    @property
    def neighbours(self) -> Neighbours:
        """The other processes that use it."""
        ...

    @property
    def people(self) -> People:
        """Who is who."""
        ...

    @property
    def passkeys(self) -> Passkeys:
        """How they are recognised anywhere."""
        ...

    @property
    def calls(self) -> Calls:
        """What people are to be told."""
        ...

    async def create(self, head: Head, seats: list[Seat], maker: str = "", limits: Limits = NO_LIMITS) -> None:
        """A new table. TooMany if its maker has enough."""
        ...

    async def save(self, head: Head, seats: list[Seat], calls: Sequence[Call] = ()) -> None:
        """A table's head and seats as they are now; VersionTaken unless `head.revision` is the latest. It rises. Whom
        it concerns is called: that is stored with it, or neither is."""
        ...

    async def append(
        self, entry: StoredEntry, head: Head, seats: list[Seat] | None = None, calls: Sequence[Call] = ()
    ) -> None:
        """The next entry, with its checksum; VersionTaken unless its version follows the last and `head.revision` is
        the latest. With `seats`, head and seats too; with `calls`, whom it concerns."""
        ...

    async def load(self, table: str, since: int = -1) -> Stored | None:
        """A whole table, or of its entries those with a higher version; Damaged if it cannot be read, or anything of it
        is not as it was stored."""
        ...

    async def entries(self, table: str, since: int) -> list[StoredEntry]:
        """The entries with a higher version, in order; Damaged as with `load`."""
        ...

    async def bring_back(self, table: str) -> None:
        """Somebody came to a table that was set aside."""
        ...

    async def listed(self, most: int) -> list[Listing]:
        """Listed tables that wait or are played, the latest first; one that is damaged is left out."""
        ...

    async def own(self, who: Who, most: int) -> list[Listing]:
        """The tables at which somebody sits, and those they watched, the latest first."""
        ...

    async def listing(self, table: str) -> Listing | None:
        """One table as a lobby needs it."""
        ...

    async def wipe(self) -> None:
        """What was deleted is nowhere any more, as far as that is in our hands."""
        ...

    async def sweep(self, here: Sequence[str], days: float, aside_days: float) -> Swept:
        """Time goes on. Where somebody is `here`, a table stays; one that nobody came to for so many `days` (0: any
        number) is set aside, and one that was set aside for `aside_days` is gone."""
        ...

    @property
    def beat(self) -> float:
        """Seconds from one `tick` to the next."""
        ...

    async def tick(self, now: float | None) -> float:
        """The time of the house goes on: `now` is what it is as far as this process knows, None if it has just come.
        Gives what it is for all who share the store."""
        ...

    async def due(self, now: float, most: int) -> list[str]:
        """Tables that have to be looked at by that time of the house, those that wait longest first."""
        ...

    async def check(self) -> None:
        """Can it store? StorageFailed if not."""
        ...

    async def in_use(self) -> bool:
        """Does another server process use it?"""
        ...

    async def ids(self, after: str, most: int) -> list[str]:
        """Of all tables, in order, the next after this one."""
        ...

    async def standing(self, table: str) -> Standing:
        """Of a table that is there."""
        ...

    async def take_in(self, table: Stored, standing: Standing) -> None:
        """A whole table from another store, as it was there."""
        ...

    async def close(self) -> None:
        """No more."""
        ...


def open_store(url: str, folder: Path) -> Store:
    """The store that a URL names; "" is SQLite in the data folder."""
    from .sqlite import SqliteStore

    if is_postgres(url):
        return _postgres(url)
    return SqliteStore(file_of(url, folder))


def file_of(url: str, folder: Path) -> Path:
    """The SQLite file that a URL names; "" is the one in the data folder."""
    if url == "":
        return folder / "tables.sqlite"
    if url.startswith("sqlite:///") and len(url) > len("sqlite:///"):
        return Path(url.removeprefix("sqlite:///")).absolute()
    scheme, mark, _ = url.partition("://")
    shown = url.rpartition("@")[2]  # a password must not reach a terminal or a log
    raise LumariumError(Message("server", "run.database", url=shown if mark in shown else f"{scheme}{mark}{shown}"))


def is_postgres(url: str) -> bool:
    """Does it name a database that several servers may share?"""
    return url.startswith(("postgresql://", "postgres://"))


def place_of(url: str) -> str:
    """Where a shared database is, without who may use it; "" for a file."""
    # A password may hold anything, and what follows the question mark may be one.
    place = url.partition("://")[2].rpartition("@")[2].partition("?")[0]
    return f"{'localhost' if place[:1] in ('', '/') else ''}{place}" if is_postgres(url) else ""


def check_processes(number: int, url: str) -> None:
    """Refuses more processes than a store can have."""
    if number > 1 and not is_postgres(url):
        raise LumariumError(Message("server", "run.one_process"))
    if number > 1 and sys.platform == "win32":
        raise LumariumError(Message("server", "run.no_processes"))


def _postgres(url: str) -> Store:
    try:
        from .postgres import PostgresStore
    except ImportError as error:
        raise LumariumError(Message("server", "run.no_psycopg", python=shlex.quote(sys.executable))) from error
    return PostgresStore(url)
