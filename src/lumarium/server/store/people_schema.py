"""What is kept about people and their notices: the same tables in every database."""

from __future__ import annotations

_OWN = "person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE"
_TIME = "DOUBLE PRECISION NOT NULL"

PEOPLE = (
    (
        f"CREATE TABLE people (id TEXT PRIMARY KEY, data TEXT NOT NULL, made {_TIME}, seen {_TIME}, open {_TIME}, "
        f"told {_TIME} DEFAULT 0, lease {_TIME} DEFAULT 0)"
    ),
    # Whose seats carry which key: the person's own, and those of devices from before they joined.
    f"CREATE TABLE keys (key TEXT PRIMARY KEY, {_OWN})",
    "CREATE INDEX keys_person ON keys (person)",
    (
        f"CREATE TABLE devices (digest TEXT PRIMARY KEY, {_OWN}, id TEXT NOT NULL, name TEXT NOT NULL, made {_TIME}, "
        f"seen {_TIME}, revoked INTEGER NOT NULL DEFAULT 0)"
    ),
    "CREATE INDEX devices_person ON devices (person)",
    f"CREATE TABLE joins (token TEXT PRIMARY KEY, {_OWN}, until {_TIME})",
    "CREATE INDEX joins_person ON joins (person)",
    (
        f"CREATE TABLE channels (id TEXT PRIMARY KEY, {_OWN}, data TEXT NOT NULL, code TEXT NOT NULL, "
        f"confirmed INTEGER NOT NULL DEFAULT 0, made {_TIME}, failing {_TIME} DEFAULT 0)"
    ),
    "CREATE INDEX channels_person ON channels (person)",
    (
        f'CREATE TABLE visits ({_OWN}, "table" TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, at {_TIME}, '
        f'PRIMARY KEY (person, "table"))'
    ),
    'CREATE INDEX visits_table ON visits ("table")',
    # The last turn that somebody was told of, as the version at which it was theirs.
    (
        f'CREATE TABLE told ({_OWN}, "table" TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, '
        f'version INTEGER NOT NULL, PRIMARY KEY (person, "table"))'
    ),
    'CREATE INDEX told_table ON told ("table")',
    # What somebody is to be told, and then each message on its way to one address.
    (
        f'CREATE TABLE calls ({_OWN}, "table" TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, '
        f"kind TEXT NOT NULL, seat INTEGER NOT NULL, version INTEGER NOT NULL, due {_TIME}, "
        'PRIMARY KEY (person, "table", kind))'
    ),
    "CREATE INDEX calls_due ON calls (due)",
    'CREATE INDEX calls_table ON calls ("table")',
    (
        "CREATE TABLE posts (id TEXT PRIMARY KEY, channel TEXT NOT NULL REFERENCES channels (id) ON DELETE CASCADE, "
        f"data TEXT NOT NULL, tries INTEGER NOT NULL DEFAULT 0, due {_TIME}, made {_TIME})"
    ),
    "CREATE INDEX posts_due ON posts (due)",
    "CREATE INDEX posts_channel ON posts (channel)",
    "CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
)

PASSKEYS = (
    (
        f"CREATE TABLE passkeys (credential TEXT PRIMARY KEY, {_OWN}, id TEXT NOT NULL, name TEXT NOT NULL, "
        f"public TEXT NOT NULL, count BIGINT NOT NULL, made {_TIME}, seen {_TIME})"
    ),
    "CREATE INDEX passkeys_person ON passkeys (person)",
    # Digests of what browsers were asked to sign, and for whom: nobody's name is in them.
    f"CREATE TABLE challenges (token TEXT PRIMARY KEY, until {_TIME})",
    "CREATE INDEX challenges_until ON challenges (until)",
)
