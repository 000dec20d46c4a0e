"""Passkeys of people, and what browsers are asked to sign, in any database."""

from __future__ import annotations

import msgspec

from .people import Errand, short_id


class Passkey(msgspec.Struct, frozen=True):
    """A passkey of a person: what a browser calls it, and with what it is checked."""

    credential: str
    person: str
    id: str
    """What this house calls it."""
    name: str
    public: str
    count: int
    """How often it says that it was used; 0 where it does not count."""
    made: float
    seen: float


_COLUMNS = ", ".join(Passkey.__struct_fields__)


class Passkeys:
    """Whose passkey it is."""

    def __init__(self, errand: Errand) -> None:
        self._do = errand

    async def ask(self, token: str, seconds: float) -> None:
        """Something is to be signed, within so many seconds."""
        await self._do(
            ("DELETE FROM challenges WHERE token IN (SELECT token FROM challenges WHERE until < :now :free)", ()),
            ("INSERT INTO challenges VALUES (?, :now + ?)", (token, seconds)),
        )

    async def answered(self, token: str) -> bool:
        """Was that asked, not too long ago? It counts once, whichever process is told."""
        (rows,) = await self._do(("DELETE FROM challenges WHERE token = ? RETURNING until > :now", (token,)))
        return bool(rows and rows[0][0])

    async def add(self, person: str, credential: str, public: str, count: int, name: str, most: int) -> bool:
        """One more, if nobody has it and there is room."""
        query = (
            f"INSERT INTO passkeys ({_COLUMNS}) SELECT ?, id, ?, ?, ?, ?, :now, :now FROM people "
            "WHERE id = ? AND (SELECT count(*) FROM passkeys WHERE person = people.id) < ? "
            "ON CONFLICT (credential) DO NOTHING RETURNING id"
        )
        (rows,) = await self._do((query, (credential, short_id(), name, public, count, person, most)))
        return bool(rows)

    async def of(self, person: str) -> list[Passkey]:
        """All of somebody's, the newest first."""
        (rows,) = await self._do(
            (f"SELECT {_COLUMNS} FROM passkeys WHERE person = ? ORDER BY made DESC, id", (person,))
        )
        return [Passkey(*row) for row in rows]

    async def find(self, credential: str) -> Passkey | None:
        """The one that a browser calls so."""
        (rows,) = await self._do((f"SELECT {_COLUMNS} FROM passkeys WHERE credential = ?", (credential,)))
        return Passkey(*rows[0]) if rows else None

    async def use(self, credential: str, count: int) -> bool:
        """It was used, if it is still there and was not used further on meanwhile."""
        query = (
            "UPDATE passkeys SET count = ?, seen = :now WHERE credential = ? AND (count < ? OR count = 0) RETURNING id"
        )
        (rows,) = await self._do((query, (count, credential, count)))
        return bool(rows)

    async def rename(self, person: str, passkey: str, name: str) -> None:
        """What they call it."""
        await self._do(("UPDATE passkeys SET name = ? WHERE person = ? AND id = ?", (name, person, passkey)))

    async def remove(self, person: str, passkey: str) -> bool:
        """It opens nothing any more; False where they have no such passkey."""
        (rows,) = await self._do(("DELETE FROM passkeys WHERE person = ? AND id = ? RETURNING id", (person, passkey)))
        return bool(rows)
