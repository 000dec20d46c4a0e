"""Where tables are kept: one small interface, and the rows that go through it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

import msgspec

from lumarium.kernel.errors import LumariumError
from lumarium.kernel.message import Message


class Settings(msgspec.Struct, forbid_unknown_fields=True):
    """What a host can change at a table."""

    listed: bool = False
    start: str = "full"
    draw: bool = False
    pace: str = "quick"
    hints: bool = True
    practice: bool = False
    shared: bool = False
    """May whoever has the address look back at the finished game?"""
    talk: bool = False
    """May spectators say something?"""


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
    ready: bool = False
    left: bool = False
    remote: bool = False
    """A program plays here through the protocol."""


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


class StoredEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A move (or an undo) as it is stored; version 0 is the start with its picks."""

    version: int
    seat: int | None
    notation: str
    picks: tuple[int, ...]
    time: float
    undo: bool = False
    practice: int = 0
    """Of an undo for practice: how many moves it took back."""
    key: str | None = None
    scores: tuple[int, ...] = ()
    ranking: tuple[int, ...] = ()
    turn: int | None = None
    """Who decides after it."""


class Stored(msgspec.Struct, frozen=True):
    """A whole table."""

    head: Head
    seats: list[Seat]
    entries: list[StoredEntry]
    touched: float


class Listing(msgspec.Struct, frozen=True):
    """A table as a lobby needs it."""

    head: Head
    seats: list[Seat]
    touched: float
    turn: int | None
    scores: tuple[int, ...] = ()
    ranking: tuple[int, ...] = ()


class StorageFailed(LumariumError):
    """Nothing was stored: the disk is full or failed."""


class TooMany(LumariumError):
    """Whoever wants to make a table has enough unfinished ones."""


class VersionTaken(LumariumError):
    """Another entry has this version already."""


class Damaged(LumariumError):
    """What is stored cannot be read."""


class Store(Protocol):
    """Durable before it returns; whole or not at all."""

    async def create(self, head: Head, seats: list[Seat], maker: str = "", most: int = 0) -> None:
        """A new table. TooMany if its maker has `most` unfinished ones (0: any number)."""
        ...

    async def save(self, head: Head, seats: list[Seat]) -> None:
        """A table's head and seats as they are now."""
        ...

    async def append(self, entry: StoredEntry, head: Head, seats: list[Seat] | None = None) -> None:
        """The next entry; VersionTaken unless its version follows the last. With `seats`, head and seats too."""
        ...

    async def load(self, table: str) -> Stored | None:
        """A whole table; Damaged if it cannot be read."""
        ...

    async def entries(self, table: str, since: int) -> list[StoredEntry]:
        """The entries with a higher version, in order."""
        ...

    async def listed(self, most: int) -> list[Listing]:
        """Listed tables that wait or are played, the latest first."""
        ...

    async def seated(self, device: str, most: int) -> list[Listing]:
        """The tables at which a device sits, the latest first."""
        ...

    async def expire(self, before: float) -> list[str]:
        """Deletes what nobody touched since then; gives the ids."""
        ...

    async def close(self) -> None:
        """No more."""
        ...


def open_store(url: str, folder: Path) -> Store:
    """The store that a URL names; "" is SQLite in the data folder."""
    from .sqlite import SqliteStore

    if url == "":
        return SqliteStore(folder / "tables.sqlite")
    if url.startswith("sqlite:///") and len(url) > len("sqlite:///"):
        return SqliteStore(Path(url.removeprefix("sqlite:///")))
    shown = url.rpartition("@")[2]  # a password must not reach a terminal or a log
    raise LumariumError(Message("server", "run.database", url=shown))
