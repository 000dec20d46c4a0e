"""The tables of a PostgreSQL database, as the list of all steps that ever changed them."""

from __future__ import annotations

import psycopg

from lumarium.kernel.errors import LumariumError
from lumarium.kernel.message import Message

from .people_schema import PASSKEYS, PEOPLE

LOCK = 0x4C756D61
"""Whoever brings the schema up to date holds this advisory lock; others wait for it."""
PATIENCE = 60
"""Seconds for all steps together."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE tables (
            id TEXT PRIMARY KEY,
            game TEXT NOT NULL,
            phase TEXT NOT NULL,
            listed INTEGER NOT NULL,
            head BYTEA NOT NULL,
            "check" TEXT NOT NULL,
            revision INTEGER NOT NULL,
            version INTEGER NOT NULL DEFAULT -1,
            last TEXT NOT NULL DEFAULT '',
            touched DOUBLE PRECISION NOT NULL,
            seen DOUBLE PRECISION NOT NULL,
            made DOUBLE PRECISION NOT NULL,
            aside DOUBLE PRECISION,
            maker TEXT NOT NULL,
            keeper TEXT NOT NULL DEFAULT ''
        ) WITH (fillfactor = 80)""",
        # Every move touches its table's row: no index holds what changes then, so that the row stays on its page.
        "CREATE INDEX tables_listed ON tables (phase) WHERE listed = 1 AND aside IS NULL",
        "CREATE INDEX tables_maker ON tables (maker) WHERE maker <> ''",
        "CREATE INDEX tables_seen ON tables (seen) WHERE aside IS NULL",
        "CREATE INDEX tables_aside ON tables (aside) WHERE aside IS NOT NULL",
        "CREATE INDEX tables_keeper ON tables (keeper) WHERE phase = 'playing'",
        """CREATE TABLE seats (
            "table" TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            seat INTEGER NOT NULL,
            device TEXT NOT NULL,
            data BYTEA NOT NULL,
            "check" TEXT NOT NULL,
            PRIMARY KEY ("table", seat)
        )""",
        "CREATE INDEX seats_device ON seats (device) WHERE device <> ''",
        """CREATE TABLE events (
            "table" TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
            version INTEGER NOT NULL,
            seat INTEGER,
            notation TEXT NOT NULL,
            picks TEXT NOT NULL,
            time DOUBLE PRECISION NOT NULL,
            undo INTEGER NOT NULL,
            practice INTEGER NOT NULL,
            key TEXT,
            scores TEXT NOT NULL,
            ranking TEXT NOT NULL,
            turn INTEGER,
            "check" TEXT NOT NULL,
            PRIMARY KEY ("table", version)
        )""",
        "CREATE TABLE clock (open DOUBLE PRECISION NOT NULL, at DOUBLE PRECISION NOT NULL)",
        "INSERT INTO clock VALUES (0, 0)",
        # What processes tell each other. It may get lost with the database: whoever is there says it again.
        "CREATE UNLOGGED TABLE processes (id TEXT PRIMARY KEY, beat BIGINT NOT NULL, seen TIMESTAMPTZ NOT NULL)",
        """CREATE UNLOGGED TABLE traces (
            "table" TEXT NOT NULL,
            key TEXT NOT NULL,
            process TEXT NOT NULL,
            data BYTEA NOT NULL,
            at TIMESTAMPTZ NOT NULL,
            PRIMARY KEY ("table", key)
        )""",
        "CREATE INDEX traces_process ON traces (process)",
    ),
    (
        # When, by the time of the house, a table's clock has to be looked at; and that time, who keeps it, and when by
        # the database's clock they last did.
        "ALTER TABLE tables ADD COLUMN due DOUBLE PRECISION",
        "CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL",
        "CREATE TABLE house (passed DOUBLE PRECISION NOT NULL, keeper TEXT NOT NULL, at DOUBLE PRECISION NOT NULL)",
        "INSERT INTO house VALUES (0, '', 0)",
    ),
    PEOPLE,
    (
        # Who keeps a table changes with a move at another process: with an index on it the row would leave its page.
        "DROP INDEX tables_keeper",
        "CREATE INDEX tables_playing ON tables (id) WHERE phase = 'playing' AND aside IS NULL",
    ),
    PASSKEYS,
)
"""Never edit a step that was released; add one."""


def migrate(url: str, place: str) -> None:
    """Brings a database to the newest schema, step by step, each whole or not at all."""
    options = f"-c statement_timeout={PATIENCE}s"
    writing = "read-write"  # of several hosts that are named, the one that is no standby
    with psycopg.connect(
        url, autocommit=True, connect_timeout=5, options=options, target_session_attrs=writing
    ) as connection:
        encoding = connection.info.parameter_status("server_encoding")
        if encoding != "UTF8":
            raise LumariumError(Message("server", "run.encoding", place=place, encoding=encoding))
        connection.execute("SELECT pg_advisory_lock(%s)", (LOCK,))
        connection.execute("CREATE TABLE IF NOT EXISTS schema (version INTEGER NOT NULL)")
        row = connection.execute("SELECT max(version) FROM schema").fetchone()
        version = (row and row[0]) or 0
        if version > len(MIGRATIONS):
            theirs, ours = str(version), str(len(MIGRATIONS))
            raise LumariumError(Message("server", "run.newer", path=place, theirs=theirs, ours=ours))
        for number, step in enumerate(MIGRATIONS[version:], version + 1):
            with connection.transaction():
                for statement in step:
                    connection.execute(statement.encode())
                connection.execute("INSERT INTO schema VALUES (%s)", (number,))
