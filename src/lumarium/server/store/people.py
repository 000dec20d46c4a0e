"""People without accounts: a person is a few devices, each known by the digest of its cookie.

Written once for every database: what differs between them (the time of day, how rows are held) they fill in themselves.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Literal

import msgspec

from lumarium.server.security import digest

Row = tuple[Any, ...]
Work = tuple[str, tuple[Any, ...]]
Errand = Callable[..., Awaitable[list[list[Row]]]]
"""Does all of the work it is given in one transaction, and gives the rows of each part. `:now` is the time of day,
`:open` the store's own time, `:free` leaves rows alone that somebody else holds."""
Kind = Literal["turn", "joined", "start", "end", "time_short"]
SELDOM = 600.0
"""Seconds between two notes of when somebody was here."""
PEOPLE = ("people", "keys", "devices", "channels", "visits", "told", "secrets", "passkeys")
"""What moves along to another store; all else is on its way, or over in a quarter of an hour."""


class Person(msgspec.Struct, kw_only=True, omit_defaults=True):
    """How somebody wants to be told."""

    lang: str = "en"
    zone: str = "UTC"
    quiet: tuple[int, int] | None = None
    """From and to, in minutes of their day."""
    kinds: tuple[Kind, ...] = ("turn", "joined", "start", "end", "time_short")
    choice: bool = False
    """Are decisions without a choice played while they are away, and not told?"""
    digest: bool = True
    """After a while away, one message for all tables."""


class Who(msgspec.Struct, frozen=True):
    """Whoever stands behind a cookie."""

    device: str = ""
    """The digest of the cookie."""
    keys: tuple[str, ...] = ()
    """What their seats carry; the first is for new ones."""
    person: str = ""
    """"" for somebody of whom nothing is kept but seats."""
    choice: bool = False

    @property
    def key(self) -> str:
        """What a new seat carries."""
        return self.keys[0] if self.keys else ""


class Device(msgspec.Struct, frozen=True):
    """A device of a person."""

    digest: str
    id: str
    name: str
    made: float
    seen: float
    revoked: bool


NOBODY = Who()
_people = msgspec.json.Decoder(Person)


class People:
    """Who is who."""

    def __init__(self, errand: Errand) -> None:
        self._do = errand

    async def who(self, device: str) -> Who:
        """Whoever has this device; they were here just now."""
        if not device:
            return NOBODY
        known, keys = await self._do(
            (
                (
                    "SELECT d.person, d.revoked, p.data, :now - p.seen FROM devices d "
                    "JOIN people p ON p.id = d.person WHERE d.digest = ?"
                ),
                (device,),
            ),
            (
                "SELECT k.key FROM keys k JOIN devices d ON d.person = k.person WHERE d.digest = ? ORDER BY k.key",
                (device,),
            ),
        )
        if not known:
            return Who(device, (device,))
        person, revoked, data, away = known[0]
        if revoked:  # somebody else from now on
            return Who(device, (digest(f"revoked {device}"),))
        if away > SELDOM:
            await self._do(
                ("UPDATE people SET seen = :now, open = :open WHERE id = ?", (person,)),
                ("UPDATE devices SET seen = :now WHERE digest = ?", (device,)),
            )
        others = [key for (key,) in keys if key != person]
        return Who(device, (person, *others), person, _people.decode(data).choice)

    async def revoked(self, devices: Sequence[str]) -> list[str]:
        """Those of these devices that were given up."""
        asked = [("SELECT digest FROM devices WHERE digest = ? AND revoked = 1", (device,)) for device in devices]
        return [row[0] for rows in await self._do(*asked) for row in rows] if asked else []

    # A person and their devices

    async def register(self, device: str, name: str, person: Person) -> str:
        """Somebody of whom more is kept than seats; gives their key. If two of their pages come at once, it is one."""
        key = secrets.token_hex(16)
        fresh = "WHERE NOT EXISTS (SELECT 1 FROM devices WHERE digest = ?)"
        made = "WHERE EXISTS (SELECT 1 FROM people WHERE id = ?)"
        *_, rows = await self._do(
            (
                f"INSERT INTO people (id, data, made, seen, open) SELECT ?, ?, :now, :now, :open {fresh}",
                (key, _written(person), device),
            ),
            (f"INSERT INTO keys SELECT ?, ? {made}", (key, key, key)),
            (f"INSERT INTO keys SELECT ?, ? {made} ON CONFLICT (key) DO NOTHING", (device, key, key)),
            (f"INSERT INTO devices SELECT ?, ?, ?, ?, :now, :now, 0 {made}", (device, key, short_id(), name, key)),
            ("SELECT person FROM devices WHERE digest = ? AND revoked = 0", (device,)),
        )
        return str(rows[0][0]) if rows else ""

    async def person(self, key: str) -> tuple[Person, list[Device]] | None:
        """How they want to be told, and their devices, the newest first."""
        people, devices = await self._do(
            ("SELECT data FROM people WHERE id = ?", (key,)),
            (
                "SELECT digest, id, name, made, seen, revoked FROM devices WHERE person = ? ORDER BY made DESC, id",
                (key,),
            ),
        )
        if not people:
            return None
        return _people.decode(people[0][0]), [_device(*row) for row in devices]

    async def change(self, key: str, person: Person) -> None:
        """They want to be told otherwise."""
        await self._do(("UPDATE people SET data = ? WHERE id = ?", (_written(person), key)))

    async def rename(self, key: str, device: str, name: str) -> None:
        """What they call a device."""
        await self._do(("UPDATE devices SET name = ? WHERE person = ? AND id = ?", (name, key, device)))

    async def forget_key(self, key: str, given_up: str) -> None:
        """No seat carries it any more."""
        await self._do(("DELETE FROM keys WHERE person = ? AND key = ? AND key <> person", (key, given_up)))

    async def revoke(self, key: str, device: str) -> str | None:
        """A device was lost; gives its digest, None where they have no such device. It is remembered as given up, and a
        link to join that it may have made before counts no more."""
        query = "UPDATE devices SET revoked = 1 WHERE person = ? AND id = ? AND revoked = 0 RETURNING digest"
        rows, _ = await self._do((query, (key, device)), ("DELETE FROM joins WHERE person = ?", (key,)))
        return str(rows[0][0]) if rows else None

    # Joining

    async def offer(self, key: str, token: str, seconds: float) -> None:
        """Whoever brings this token is them, once."""
        await self._do(
            ("DELETE FROM joins WHERE person = ? OR until < :now", (key,)),
            ("INSERT INTO joins VALUES (?, ?, :now + ?)", (token, key, seconds)),
        )

    async def offered(self, token: str) -> str | None:
        """Whose token it is; it stays."""
        (rows,) = await self._do(("SELECT person FROM joins WHERE token = ? AND until > :now", (token,)))
        return str(rows[0][0]) if rows else None

    async def join(self, token: str, device: str, name: str, bring: bool) -> str | None:
        """The device is theirs from now on, with its games if it brings them; gives their key, None for a token that
        does not count."""
        (taken,) = await self._do(("DELETE FROM joins WHERE token = ? AND until > :now RETURNING person", (token,)))
        if not taken:
            return None
        await self.enter(str(taken[0][0]), device, name, bring)
        return str(taken[0][0])

    async def enter(self, key: str, device: str, name: str, bring: bool) -> None:
        """The device is theirs from now on. Whoever it belonged to stays as long as they can come back: by another
        device, or by a passkey unless their games went along."""
        (before,) = await self._do(
            (
                (
                    "SELECT d.person, (SELECT count(*) FROM devices o WHERE o.person = d.person AND o.revoked = 0) "
                    "FROM devices d WHERE d.digest = ? AND d.revoked = 0"
                ),
                (device,),
            )
        )
        old, devices = before[0] if before else ("", 0)
        if old == key:
            return
        work: list[Work] = []
        ways = "(SELECT 1 FROM devices WHERE person = people.id AND revoked = 0)"
        if bring and old and devices == 1:
            work += [(f"UPDATE {kept} SET person = ? WHERE person = ?", (key, old)) for kept in ("keys", "channels")]
            work.append(
                (
                    (
                        'INSERT INTO visits SELECT ?, "table", at FROM visits WHERE person = ? '
                        'ON CONFLICT (person, "table") DO NOTHING'
                    ),
                    (key, old),
                )
            )
        elif bring and not old:
            work.append(
                (
                    "INSERT INTO keys VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET person = excluded.person",
                    (device, key),
                )
            )
        else:
            ways += " AND NOT EXISTS (SELECT 1 FROM passkeys WHERE person = people.id)"
        work += [
            ("DELETE FROM devices WHERE digest = ?", (device,)),
            ("INSERT INTO devices VALUES (?, ?, ?, ?, :now, :now, 0)", (device, key, short_id(), name)),
            (f"DELETE FROM people WHERE id = ? AND NOT EXISTS {ways}", (old,)),
        ]
        await self._do(*work)

    # Where they were, and nothing of them

    async def visit(self, key: str, table: str) -> None:
        """They watched there."""
        query = (
            'INSERT INTO visits SELECT ?, id, :now FROM tables WHERE id = ? ON CONFLICT (person, "table") '
            "DO UPDATE SET at = excluded.at"
        )
        await self._do((query, (key, table)))

    async def forget_visit(self, key: str, table: str) -> None:
        """It is no longer among their tables."""
        await self._do(('DELETE FROM visits WHERE person = ? AND "table" = ?', (key, table)))

    async def delete(self, key: str) -> None:
        """Everything that is kept about them but their seats."""
        await self._do(("DELETE FROM people WHERE id = ?", (key,)))

    async def forget_old(self, seconds: float) -> None:
        """Those who were not here for so long, by the store's own time."""
        await self._do(("DELETE FROM people WHERE open < :open - ?", (seconds,)))

    async def secret(self, name: str, value: str) -> str:
        """What all processes of this house share: the first one decides."""
        *_, rows = await self._do(
            ("INSERT INTO secrets VALUES (?, ?) ON CONFLICT (name) DO NOTHING", (name, value)),
            ("SELECT value FROM secrets WHERE name = ?", (name,)),
        )
        return str(rows[0][0])

    # To another store

    async def everything(self) -> dict[str, list[Row]]:
        """All rows, by table."""
        rows = await self._do(*((f"SELECT * FROM {name}", ()) for name in PEOPLE))
        return dict(zip(PEOPLE, rows, strict=True))

    async def take_in(self, everything: dict[str, list[Row]]) -> None:
        """The same from another store; what is here already stays as it is, and what belongs to no table here stays
        behind."""
        work: list[Work] = []
        for name in PEOPLE:
            for row in everything[name]:
                places = ", ".join("?" * len(row))
                if name in ("visits", "told"):
                    chosen = f"SELECT {places} WHERE EXISTS (SELECT 1 FROM tables WHERE id = ?)"
                    work.append((f"INSERT INTO {name} {chosen} ON CONFLICT DO NOTHING", (*row, row[1])))
                else:
                    work.append((f"INSERT INTO {name} VALUES ({places}) ON CONFLICT DO NOTHING", row))
        await self._do(*work)


def _device(token: str, name: str, called: str, made: float, seen: float, revoked: int) -> Device:
    return Device(token, name, called, made, seen, bool(revoked))


def _written(person: Person) -> str:
    return msgspec.json.encode(person).decode()


def short_id() -> str:
    """A name within what is somebody's own."""
    return secrets.token_hex(4)
