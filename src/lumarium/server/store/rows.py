"""Rows as any database keeps them, each with a checksum: what was changed behind our back is found and named."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from lumarium.kernel.record import chained
from lumarium.server.logs import warn

from . import Damaged, Head, Listing, Seat, Standing, Stored, StoredEntry

ENTRY = (
    "version",
    "seat",
    "notation",
    "picks",
    "time",
    "undo",
    "practice",
    "key",
    "scores",
    "ranking",
    "turn",
    "check",
)
"""The columns of an entry, in this order."""
OUT = 2
"""In the column `undo`: no undo, but a time that ran out."""
_NUMBERS = ("picks", "scores", "ranking")
_numbers = msgspec.json.Decoder(tuple[int, ...])
_heads = msgspec.json.Decoder(Head)
_seats = msgspec.json.Decoder(Seat)
_encode = msgspec.json.encode
_UNREADABLE = (msgspec.MsgspecError, UnicodeError, TypeError, ValueError)


def following(entry: StoredEntry, table: str, before: str) -> StoredEntry:
    """The entry with its checksum; `before` is that of the entry before it, "" for the first."""
    return msgspec.structs.replace(entry, check=_check(entry, table, before))


def _check(entry: StoredEntry, table: str, before: str) -> str:
    facts = [OUT if name == "undo" and entry.out else getattr(entry, name) for name in ENTRY[:-1]]
    return chained(before or table, _encode(facts))


def checksum(*facts: object) -> str:
    """Of a row that stands alone."""
    return chained("", _encode(facts))


# Writing


def entry_row(entry: StoredEntry) -> list[Any]:
    """The columns of an entry."""
    row = {name: getattr(entry, name) for name in ENTRY}
    row["undo"] = OUT if entry.out else int(entry.undo)
    return [_encode(value).decode() if name in _NUMBERS else value for name, value in row.items()]


def table_row(head: Head) -> dict[str, Any]:
    """Columns that tell what the head tells, the head, and their checksum."""
    row = {
        "id": head.id,
        "game": head.game,
        "phase": head.phase,
        "listed": int(head.settings.listed),
        "head": _encode(head),
    }
    return {**row, "check": checksum(*row.values()), "due": head.due}


def seat_rows(table: str, seats: Sequence[Seat]) -> list[tuple[str, int, str, bytes, str]]:
    """A row for each seat."""
    rows = [(table, number, seat.device, _encode(seat)) for number, seat in enumerate(seats)]
    return [(*row, checksum(*row)) for row in rows]


def whole_rows(table: Stored, standing: Standing) -> tuple[tuple[Any, ...], list[Any], list[Any]]:
    """All rows of a table that comes from another store."""
    head, entries = table.head, table.entries
    version, last = (entries[-1].version, entries[-1].check) if entries else (-1, "")
    row = (*table_row(head).values(), head.revision, version, last, *msgspec.structs.astuple(standing))
    return row, seat_rows(head.id, table.seats), [(head.id, *entry_row(entry)) for entry in entries]


# Reading


def read_head(row: Sequence[Any]) -> Head:
    """From the columns of `table_row`, in its order."""
    *facts, check, due = row
    table = str(facts[0])
    try:
        head = _heads.decode(facts[-1]) if checksum(*facts) == check else None
        if head is None or head.due != due:
            raise Damaged(f"{table}: the table's row is not as it was stored")
        return head
    except _UNREADABLE as error:
        raise Damaged(f"{table}: {error}") from error


def read_seats(head: Head, rows: Iterable[Sequence[Any]]) -> list[Seat]:
    """From the columns of `seat_rows`, in their order."""
    seats = []
    for number, (*facts, check) in enumerate(rows):
        try:
            if facts[:2] != [head.id, number] or checksum(*facts) != check:
                raise Damaged(f"{head.id}: seat {number} is not as it was stored")
            seats.append(_seats.decode(facts[-1]))
        except _UNREADABLE as error:
            raise Damaged(f"{head.id}: seat {number}: {error}") from error
    if len(seats) != head.players:
        raise Damaged(f"{head.id}: {len(seats)} of {head.players} seats are there")
    return seats


def read_entry(table: str, row: Sequence[Any]) -> StoredEntry:
    """From the columns of `ENTRY`. Whether it is as it was stored, those before it tell."""
    facts = dict(zip(ENTRY, row, strict=True))
    try:
        facts["undo"], facts["out"] = {0: (False, False), 1: (True, False), OUT: (False, True)}[facts["undo"]]
        facts |= {name: _numbers.decode(facts[name]) for name in _NUMBERS}
        return msgspec.convert(facts, StoredEntry)
    except (*_UNREADABLE, KeyError) as error:
        raise Damaged(f"{table}: entry {facts['version']!r}: {error}") from error


def read_entries(
    table: str, rows: Iterable[Sequence[Any]], last: tuple[int, str], since: int = -1
) -> list[StoredEntry]:
    """The entries after version `since`; the first row is that of `since` itself, unless they begin with the start.
    `last` are version and checksum of the last one, as the table's row has them."""
    entries = [read_entry(table, row) for row in rows]
    before, following = ("", entries) if since < 0 else (entries[0].check if entries else "", entries[1:])
    for number, entry in enumerate(following, since + 1):
        if entry.version != number:
            raise Damaged(f"{table}: entry {number} is missing")
        if _check(entry, table, before) != entry.check:
            raise Damaged(f"{table}: entry {number} is not as it was stored")
        before = entry.check
    if last != (since + len(following), before):
        raise Damaged(f"{table}: the last entries are missing")
    return following


def listing(head: Head, seats: list[Seat], touched: object, latest: Sequence[Any] | None) -> Listing:
    """A table as a lobby shows it; `latest` are the columns of its last entry, and the checksum of the one before."""
    if not isinstance(touched, float):
        raise Damaged(f"{head.id}: nobody knows when it was changed")
    if latest is None:
        return Listing(head, seats, touched, None)
    *row, before = latest
    entry = read_entry(head.id, row)
    if _check(entry, head.id, before or "") != entry.check or entry.turn not in (None, *range(head.players)):
        raise Damaged(f"{head.id}: entry {entry.version} is not as it was stored")
    return Listing(head, seats, touched, entry.turn, entry.scores, entry.ranking, entry.time)


def stored(
    row: Sequence[Any], seats: Iterable[Sequence[Any]], entries: Iterable[Sequence[Any]], since: int, keeper: str = ""
) -> Stored:
    """A table from the rows of it, with the entries after version `since`."""
    *facts, revision, touched, aside, version, last = row
    head = read_head(facts)
    if head.revision != revision:
        raise Damaged(f"{head.id}: the table's row is not as it was stored")
    if not isinstance(touched, float):
        raise Damaged(f"{head.id}: nobody knows when it was changed")
    found = read_entries(head.id, entries, (version, last), since)
    return Stored(head, read_seats(head, seats), found, touched, aside is not None, keeper)


def listings(
    tables: Iterable[Sequence[Any]], seats: Iterable[Sequence[Any]], latest: Iterable[Sequence[Any]]
) -> list[Listing]:
    """Tables as a lobby shows them; one that is damaged does not cost the list."""
    people: defaultdict[str, list[Any]] = defaultdict(list)
    for row in seats:
        people[row[0]].append(row)
    last = {row[0]: row[1:] for row in latest}
    found = []
    for *facts, touched in tables:
        try:
            head = read_head(facts)
            found.append(listing(head, read_seats(head, people[head.id]), touched, last.get(head.id)))
        except Damaged as error:
            warn("table_broken", problem=str(error))
    return found
