"""The database's tables, as the list of all steps that ever changed them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from lumarium.kernel.errors import LumariumError
from lumarium.kernel.message import Message

from . import Damaged
from .people_schema import PASSKEYS, PEOPLE
from .rows import ENTRY, checksum, following, read_entry

Step = str | Callable[[sqlite3.Connection], None]


def add_checks(connection: sqlite3.Connection) -> None:
    """What was stored without checksums gets them, as it is; what cannot be read stays without."""
    tables = connection.execute("SELECT id, game, phase, listed, head FROM tables").fetchall()
    for table, *facts in tables:
        connection.execute('UPDATE tables SET "check" = ? WHERE id = ?', (checksum(table, *facts), table))
        query = 'SELECT "table", seat, device, data FROM seats WHERE "table" = ?'
        for row in connection.execute(query, (table,)).fetchall():
            query = 'UPDATE seats SET "check" = ? WHERE "table" = ? AND seat = ?'
            connection.execute(query, (checksum(*row), table, row[1]))
        with suppress(Damaged):
            _chain(connection, table)


def _chain(connection: sqlite3.Connection, table: str) -> None:
    columns = ", ".join(f'"{name}"' for name in ENTRY)
    query = f'SELECT {columns} FROM events WHERE "table" = ? ORDER BY version'
    last = ""
    for row in connection.execute(query, (table,)).fetchall():
        entry = following(read_entry(table, row), table, last)
        last = entry.check
        query = 'UPDATE events SET "check" = ? WHERE "table" = ? AND version = ?'
        connection.execute(query, (last, table, entry.version))
        connection.execute("UPDATE tables SET version = ?, last = ? WHERE id = ?", (entry.version, last, table))


MIGRATIONS: tuple[tuple[Step, ...], ...] = (
    (
        """CREATE TABLE tables (
            id TEXT PRIMARY KEY,
            game TEXT NOT NULL,
            phase TEXT NOT NULL,
            listed INTEGER NOT NULL,
            touched REAL NOT NULL,
            head BLOB NOT NULL
        ) WITHOUT ROWID""",
        "CREATE INDEX tables_listed ON tables (listed, phase, touched)",
        "CREATE INDEX tables_touched ON tables (touched)",
        """CREATE TABLE seats (
            "table" TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            seat INTEGER NOT NULL,
            device TEXT NOT NULL,
            data BLOB NOT NULL,
            PRIMARY KEY ("table", seat)
        ) WITHOUT ROWID""",
        "CREATE INDEX seats_device ON seats (device) WHERE device <> ''",
        """CREATE TABLE events (
            "table" TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            version INTEGER NOT NULL,
            seat INTEGER,
            notation TEXT NOT NULL,
            picks TEXT NOT NULL,
            time REAL NOT NULL,
            undo INTEGER NOT NULL,
            key TEXT,
            scores TEXT NOT NULL,
            ranking TEXT NOT NULL,
            turn INTEGER,
            PRIMARY KEY ("table", version)
        ) WITHOUT ROWID""",
    ),
    (
        # Who made an unfinished table, as a digest; "" once it is over.
        "ALTER TABLE tables ADD COLUMN maker TEXT NOT NULL DEFAULT ''",
        "CREATE INDEX tables_maker ON tables (maker) WHERE maker <> ''",
    ),
    (
        # How many moves an undo for practice took back.
        "ALTER TABLE events ADD COLUMN practice INTEGER NOT NULL DEFAULT 0",
    ),
    (
        # Checksums; the last entry of each table; the store's own time, by which tables were made, seen and set aside.
        "CREATE TABLE clock (open REAL NOT NULL, at REAL NOT NULL)",
        "INSERT INTO clock VALUES (0.0, 0.0)",
        "ALTER TABLE tables ADD COLUMN \"check\" TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE tables ADD COLUMN version INTEGER NOT NULL DEFAULT -1",
        "ALTER TABLE tables ADD COLUMN last TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE tables ADD COLUMN seen REAL NOT NULL DEFAULT 0.0",
        "ALTER TABLE tables ADD COLUMN made REAL NOT NULL DEFAULT 0.0",
        "ALTER TABLE tables ADD COLUMN aside REAL",
        "ALTER TABLE seats ADD COLUMN \"check\" TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE events ADD COLUMN \"check\" TEXT NOT NULL DEFAULT ''",
        "CREATE INDEX tables_seen ON tables (seen) WHERE aside IS NULL",
        "CREATE INDEX tables_aside ON tables (aside) WHERE aside IS NOT NULL",
        "DROP INDEX tables_touched",
        add_checks,
    ),
    (
        # How often head and seats were changed: whoever changes an older state than the latest is told so.
        "ALTER TABLE tables ADD COLUMN revision INTEGER NOT NULL DEFAULT 0",
    ),
    (
        # When, by the time of the house, a table's clock has to be looked at; and that time, while nobody is there.
        "ALTER TABLE tables ADD COLUMN due REAL",
        "CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL",
        "CREATE TABLE house (passed REAL NOT NULL)",
        "INSERT INTO house VALUES (0.0)",
    ),
    PEOPLE,
    PASSKEYS,
)
"""Never edit a step that was released; add one."""


def migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Brings a database to the newest schema, step by step, each whole or not at all."""
    connection.execute("CREATE TABLE IF NOT EXISTS schema (version INTEGER NOT NULL)")
    row = connection.execute("SELECT max(version) FROM schema").fetchone()
    version = row[0] or 0
    if version > len(MIGRATIONS):
        raise LumariumError(
            Message("server", "run.newer", path=str(path), theirs=str(version), ours=str(len(MIGRATIONS)))
        )
    for number, step in enumerate(MIGRATIONS[version:], version + 1):
        connection.execute("BEGIN IMMEDIATE")
        for part in step:
            if isinstance(part, str):
                connection.execute(part)
            else:
                part(connection)
        connection.execute("INSERT INTO schema VALUES (?)", (number,))
        connection.execute("COMMIT")
