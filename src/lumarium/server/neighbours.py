"""What the processes that share a database tell each other: that something changed, who is here, what was said.

The store is the truth. What is told here wakes others up; whoever misses it reads it a little later.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec


class Notice(msgspec.Struct, frozen=True, array_like=True, tag_field="kind", tag=str.lower):
    """About a table."""

    table: str


class Changed(Notice, frozen=True):
    """Something was stored."""

    version: int | None
    revision: int


class Traced(Notice, frozen=True):
    """Somebody came or went, or something else that is not stored is different."""


class Spoken(Notice, frozen=True):
    """Somebody said something."""

    seat: int | None
    name: str
    phrase: str


class Thinking(Notice, frozen=True):
    """A bot of this table thinks, at another process."""

    seat: int
    most: int
    """Seconds that it may take, once that is worth telling."""


class Gone(Notice, frozen=True):
    """The table was set aside or removed."""


class GivenUp(Notice, frozen=True):
    """A device of somebody was lost: whoever is at a table with it has to go. It is about no table."""

    device: str


class Ping(Notice, frozen=True):
    """Is anybody heard at all?"""

    number: int


Heard = Changed | Traced | Spoken | Thinking | Gone | GivenUp | Ping


class Trace(msgspec.Struct, frozen=True):
    """What a process left at a table for the others."""

    table: str
    key: str
    process: str
    data: bytes
    age: float
    """Seconds since it was left."""


class Listener(Protocol):
    """Whoever wants to know what others do: the house."""

    def versions(self) -> dict[str, tuple[int | None, int]]:
        """Of every table in memory, what of it is known here."""
        ...

    def heard(self, notices: Sequence[Heard]) -> None:
        """Others have told this."""
        ...

    async def remembered(self, traces: Sequence[Trace], tables: Sequence[str]) -> None:
        """All traces of others at these tables."""
        ...

    def share_again(self) -> None:
        """What was shared is lost."""
        ...

    async def adopt(self, tables: Sequence[str]) -> None:
        """Nobody sees to these tables any more."""
        ...


class Neighbours(Protocol):
    """All other processes."""

    @property
    def process(self) -> str:
        """Who this one is among them."""
        ...

    @property
    def behind(self) -> float:
        """Seconds that the latest own notice took to come back."""
        ...

    def tell(self, notice: Heard) -> None:
        """Soon; or never, if that cannot be."""
        ...

    def share(self, table: str, key: str, data: bytes | None) -> None:
        """Leaves a trace, or takes it away, soon."""
        ...

    async def shared(self) -> None:
        """Returns once others can see what was shared so far, or if they cannot for the moment."""
        ...

    async def traces(self, tables: Sequence[str]) -> list[Trace]:
        """What all others left there."""
        ...

    def is_alive(self, process: str) -> bool:
        """Was it there lately?"""
        ...

    def open(self, listener: Listener) -> None:
        """Begins to listen."""
        ...

    async def close(self) -> None:
        """Says goodbye."""
        ...


class Alone:
    """Nobody else is there."""

    process = ""
    behind = 0.0

    def tell(self, notice: Heard) -> None:
        """Nobody hears it."""

    def share(self, table: str, key: str, data: bytes | None) -> None:
        """Nobody needs it."""

    async def shared(self) -> None:
        """At once."""

    async def traces(self, tables: Sequence[str]) -> list[Trace]:
        """None."""
        return []

    def is_alive(self, process: str) -> bool:
        """There is no other."""
        return False

    def open(self, listener: Listener) -> None:
        """Nothing is to be heard."""

    async def close(self) -> None:
        """Nothing was open."""
