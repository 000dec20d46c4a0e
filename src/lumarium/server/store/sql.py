"""The queries that every database understands, with ? for what is filled in."""

from __future__ import annotations

from .rows import ENTRY

DAY = 86400.0
LIVE = "('waiting', 'playing')"
OPEN = "(SELECT open FROM clock)"
"""The store's own time."""
HEAD = 'id, game, phase, listed, head, "check", due'
SEAT = '"table", seat, device, data, "check"'
COLUMNS = ", ".join(f'"{name}"' for name in ENTRY)
LATEST = ", ".join(f'e."{name}"' for name in ENTRY)

# Writing

CREATE = (
    f"INSERT INTO tables ({HEAD}, revision, touched, maker, seen, made) "
    f"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, {OPEN}, {OPEN})"
)
SEATED_AS = 'DO UPDATE SET device = excluded.device, data = excluded.data, "check" = excluded."check"'
SIT = f'INSERT INTO seats ({SEAT}) VALUES (?, ?, ?, ?, ?) ON CONFLICT ("table", seat) {SEATED_AS}'
APPEND = f'INSERT INTO events ("table", {COLUMNS}) VALUES ({", ".join("?" * (len(ENTRY) + 1))})'
TAKE_IN = (
    f"INSERT INTO tables ({HEAD}, revision, version, last, maker, touched, seen, made, aside) "
    f"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, {OPEN} - ?, {OPEN} - ?, {OPEN} - ?)"
)
CHECK = "UPDATE clock SET at = at"
BRING_BACK = f"UPDATE tables SET seen = {OPEN}, aside = NULL WHERE id = ?"
COUNTS = {
    which: f"SELECT count(*) FROM tables WHERE maker = ? AND maker <> '' AND {where}"
    for which, where in {"unfinished": f"phase IN {LIVE}", "daily": f"made > {OPEN} - {DAY}"}.items()
}
"""How many tables of a maker count, by limit."""

# Time goes on

FORGET_MAKERS = f"UPDATE tables SET maker = '' WHERE maker <> '' AND phase NOT IN {LIVE} AND made <= {OPEN} - {DAY}"
"""Who made a table is kept as long as it counts."""
REMOVE = f"DELETE FROM tables WHERE aside <= {OPEN} - ? RETURNING id"
SET_ASIDE = f"UPDATE tables SET aside = {OPEN} WHERE aside IS NULL AND seen < {OPEN} - ? RETURNING id"

# Reading

LOAD = f"SELECT {HEAD}, revision, touched, aside, version, last FROM tables WHERE id = ?"
DUE = "SELECT id FROM tables WHERE due <= ? AND aside IS NULL ORDER BY due LIMIT ?"
LAST = "SELECT version, last FROM tables WHERE id = ?"
SEATS = f'SELECT {SEAT} FROM seats WHERE "table" = ? ORDER BY seat'
ENTRIES = f'SELECT {COLUMNS} FROM events WHERE "table" = ? AND version >= ? ORDER BY version'
"""Those after a version, and that of the version: its checksum is part of theirs."""
IDS = "SELECT id FROM tables WHERE id > ? ORDER BY id LIMIT ?"
STANDING = f"SELECT maker, touched, {OPEN} - seen, {OPEN} - made, {OPEN} - aside FROM tables WHERE id = ?"
LISTED = f"listed = 1 AND phase IN {LIVE} AND aside IS NULL"
ONE = "id = ?"


def own(keys: int) -> str:
    """Where one of so many keys sits, or somebody watched."""
    seated = f'SELECT "table" FROM seats WHERE device IN ({", ".join("?" * keys) or "NULL"})'
    return f'id IN ({seated} UNION SELECT "table" FROM visits WHERE person = ?)'


def lists(where: str) -> tuple[str, str, str]:
    """Tables, their seats, and the last entry of each with the checksum of the one before."""
    chosen = f"FROM tables WHERE {where} ORDER BY touched DESC LIMIT ?"
    latest = (
        f'SELECT t.id, {LATEST}, b."check" FROM tables t JOIN events e ON e."table" = t.id AND e.version = t.version '
        f'LEFT JOIN events b ON b."table" = t.id AND b.version = t.version - 1 WHERE t.id IN (SELECT id {chosen})'
    )
    seats = f'SELECT {SEAT} FROM seats WHERE "table" IN (SELECT id {chosen}) ORDER BY "table", seat'
    return f"SELECT {HEAD}, touched {chosen}", seats, latest
