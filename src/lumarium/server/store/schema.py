"""The database's tables, as the list of all steps that ever changed them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from lumarium.kernel.errors import LumariumError
from lumarium.kernel.message import Message

MIGRATIONS: tuple[tuple[str, ...], ...] = (
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
        for statement in step:
            connection.execute(statement)
        connection.execute("INSERT INTO schema VALUES (?)", (number,))
        connection.execute("COMMIT")
