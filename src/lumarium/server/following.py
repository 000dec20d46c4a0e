"""What happens to a table at other processes reaches it here: moves, who is there, and what is not stored."""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from lumarium.kernel.match import Match
from lumarium.kernel.record import Move

from .errors import Refused
from .logs import mistake, warn
from .neighbours import Trace
from .restore import repeat
from .says import Asking
from .store import Damaged, StorageFailed, Stored, StoredEntry
from .story import Story

if TYPE_CHECKING:
    from .tables import Knock, Table

HERE, NONCE, KNOCK, ASKING, ALLOWED = "here/", "nonce/", "knock/", "asking", "allowed/"
"""The keys of what tables leave for others."""


class Here(msgspec.Struct):
    """Who is at a table, at one process."""

    seats: list[int] = []
    watchers: int = 0
    host: bool = False
    looking: list[int] = []
    """Of the seats, those that somebody has before their eyes."""
    away: dict[int, float] = {}
    """How many seconds ago whoever was here left."""

    @property
    def who(self) -> tuple[object, ...]:
        """What is worth telling anew."""
        return self.seats, self.watchers, self.host, self.looking

    @property
    def anybody(self) -> bool:
        """Is anybody?"""
        return bool(self.seats or self.watchers)


_here = msgspec.json.Decoder(Here)
_asking = msgspec.json.Decoder(Asking)


async def follow(table: Table, revision: int | None = None) -> None:
    """Reads what others stored, and shows it; of a revision that is known here, the moves alone."""
    async with table.still():
        await _catch_up(table, revision)


async def _catch_up(table: Table, revision: int | None) -> None:
    """What fails is tried again with the next look at it."""
    before = table.known
    try:
        if table.match is None or table.is_doubtful:
            await table.reread()
        elif revision == table.head.revision:
            entries = await table.house.store.entries(table.head.id, table.match.version)
            _go_on(table, Stored(table.head, table.seats, entries, 0.0))
        else:
            stored = await table.house.store.load(table.head.id, table.match.version)
            if stored is None:
                table.house.forget(table.head.id)
                return
            _go_on(table, stored)
    except (StorageFailed, Refused) as error:  # whoever refuses has said why
        table.doubt()
        warn("not_followed", table=table.head.id, problem=str(error))
        return
    except Damaged as error:
        table.doubt()
        warn("table_broken", table=table.head.id, problem=str(error))
        return
    if table.known != before:
        table.elsewhere()
        table.waits = None
        table.show_table()
        table.show_scene()


def _go_on(table: Table, stored: Stored) -> None:
    match, story = table.match, table.story
    assert match is not None
    assert story is not None
    table.doubt()
    for entry in stored.entries:
        _repeat(match, story, entry)
        table.noted(entry)
    table.head, table.seats = stored.head, stored.seats
    table.trust()


def _repeat(match: Match, story: Story, entry: StoredEntry) -> None:
    """The luck is the same here: whatever else comes of it is damage."""
    story.add(repeat(match, entry))
    last = match.last
    if isinstance(last, Move) and last.picks != entry.picks:
        raise Damaged(f"entry {entry.version}: the picks are not those of this table's luck")


def others_at(traces: Iterable[Trace]) -> list[Here]:
    """Who is at a table, at other processes."""
    found = []
    for trace in traces:
        if trace.key.startswith(HERE):
            with suppress(msgspec.MsgspecError):
                found.append(_here.decode(trace.data))
    return found


# What is not stored


def remember(table: Table, traces: Iterable[Trace]) -> None:
    """All that others left at this table."""
    from .tables import Knock

    here: dict[str, Here] = {}
    for trace in traces:
        try:
            _remember(table, trace, here, Knock)
        except msgspec.MsgspecError:
            mistake("trace_unread", table=table.head.id, key=trace.key)
    now = time.monotonic()
    for other in table.others.values():
        for seat in other.seats:
            table.away[seat] = now
    for other in here.values():
        table.away |= {seat: now - age for seat, age in other.away.items() if table.away.get(seat, 0.0) < now - age}
    table.others = here
    table.nonce_came.set()
    table.show_table()


def _remember(table: Table, trace: Trace, here: dict[str, Here], kind: type[Knock]) -> None:
    name = trace.key.partition("/")[2]
    if trace.key.startswith(HERE):
        found = _here.decode(trace.data)
        found.away = {seat: age + trace.age for seat, age in found.away.items()}
        here[trace.process] = found
    elif trace.key.startswith(NONCE):
        table.nonces.setdefault(name, trace.data.decode())
    elif trace.key.startswith(KNOCK):
        knock = msgspec.json.decode(trace.data, type=kind)
        knock.since = time.monotonic() - trace.age
        table.knocks[name] = knock
    elif trace.key == ASKING:
        table.asking = _asking.decode(trace.data)
    elif trace.key.startswith(ALLOWED):
        asker, _, seat = name.partition("/")
        table.allowed.add((int(asker), int(seat)))
