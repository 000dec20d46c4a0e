"""What people are to be told: calls that come with the move they are about, and posts on their way to one address.

Whoever sees to a person, or to a post, holds it for a while; if that process dies, another one goes on after that. So a
notice may come twice, and never not at all.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec

from lumarium.server.security import digest

from .people import Errand, Kind, Person, Work

LEASE = 60.0
"""Seconds for which somebody sees to it; longer than any message takes."""
AT_ONCE = 20


class Call(msgspec.Struct, frozen=True):
    """Somebody is to be told something about a table. It is stored if they want to be told at all."""

    kind: Kind
    seat: int
    key: str
    """What their seat carries."""
    version: int
    wait: float
    """Seconds until then: they may come by themselves."""


class Due(msgspec.Struct, frozen=True):
    """A call whose time has come."""

    table: str
    kind: Kind
    seat: int
    version: int


class Push(msgspec.Struct, frozen=True, tag="push"):
    """A browser's own push service."""

    endpoint: str
    p256dh: str
    auth: str


class Mail(msgspec.Struct, frozen=True, tag="mail"):
    """An address for e-mail."""

    address: str


class Hook(msgspec.Struct, frozen=True, tag="hook"):
    """An address that takes JSON."""

    url: str
    style: str


Way = Push | Mail | Hook


class Channel(msgspec.Struct, frozen=True, kw_only=True):
    """One way to reach a person."""

    id: str
    way: Way
    origin: str
    """How this house is called where they are."""
    device: str = ""
    """Of a browser, the id of the device."""
    confirmed: bool = False


class Item(msgspec.Struct, frozen=True):
    """One thing that is told: nothing but what is said here ever leaves the house."""

    kind: str
    table: str
    game: str
    name: str
    """Whose turn it is; "" where it is nobody's."""


class Post(msgspec.Struct, frozen=True, kw_only=True):
    """A message to one address."""

    id: str
    way: Way
    origin: str
    channel: str
    items: tuple[Item, ...]
    lang: str
    code: str = ""
    """Of a message that asks whether the address is right."""
    tries: int = 0
    age: float = 0.0


class Mailing(msgspec.Struct, frozen=True):
    """A person who is to be told something."""

    person: Person
    keys: tuple[str, ...]
    calls: list[Due]
    channels: list[Channel]
    away: float
    """Seconds since they were here."""
    quiet: float
    """Seconds since they were told something."""


class Address(msgspec.Struct, frozen=True):
    """What a channel's row holds."""

    way: Way
    origin: str
    device: str = ""


class _Letter(msgspec.Struct, frozen=True):
    items: tuple[Item, ...]
    lang: str
    code: str = ""


_people = msgspec.json.Decoder(Person)
_addresses = msgspec.json.Decoder(Address)
_letters = msgspec.json.Decoder(_Letter)
Delay = Annotated[float, "seconds"]

WANTED = "SELECT 1 FROM channels w WHERE w.person = k.person AND w.confirmed = 1"
AGAIN = (
    'ON CONFLICT (person, "table", kind) DO UPDATE SET seat = excluded.seat, version = excluded.version, '
    "due = excluded.due"
)
CALL = (
    'INSERT INTO calls (person, "table", kind, seat, version, due) '
    f"SELECT k.person, ?, ?, ?, ?, :now + ? FROM keys k WHERE k.key = ? AND EXISTS ({WANTED}) {AGAIN}"
)

POST = "INSERT INTO posts (id, channel, data, due, made) SELECT ?, id, ?, :now, :now FROM channels WHERE id = ?"


def call_rows(table: str, calls: Sequence[Call]) -> list[tuple[Any, ...]]:
    """What CALL is filled in with."""
    return [(table, call.kind, call.seat, call.version, call.wait, call.key) for call in calls if call.key]


class Calls:
    """The queue, and where people can be reached."""

    def __init__(self, errand: Errand) -> None:
        self._do = errand

    # Where people can be reached

    async def channels(self, person: str) -> list[Channel]:
        """All of them, the oldest first."""
        query = "SELECT id, data, confirmed FROM channels WHERE person = ? ORDER BY made, id"
        (rows,) = await self._do((query, (person,)))
        return [_channel(*row) for row in rows]

    async def add(self, person: str, address: Address, code: str, lang: str, most: int) -> str | None:
        """A new channel, with the message that asks whether it is right; gives its id, None if there are enough."""
        channel, text = secrets.token_hex(6), msgspec.json.encode(address).decode()
        same = "SELECT id FROM channels WHERE person = ? AND data = ?"
        room = "(SELECT count(*) FROM channels WHERE person = ?) < ?"
        letter = msgspec.json.encode(_Letter((), lang, code)).decode()
        *_, rows = await self._do(
            (f"DELETE FROM channels WHERE id IN ({same})", (person, text)),
            (
                (
                    "INSERT INTO channels (id, person, data, code, made) SELECT ?, id, ?, ?, :now FROM people "
                    f"WHERE id = ? AND {room}"
                ),
                (channel, text, digest(code), person, person, most),
            ),
            (
                POST,
                (secrets.token_hex(8), letter, channel),
            ),
            ("SELECT id FROM channels WHERE id = ?", (channel,)),
        )
        return channel if rows else None

    async def confirm(self, person: str, code: str, seconds: float) -> str | None:
        """Whoever has the code has read the message; gives the channel, None where nobody waits for this code."""
        query = (
            "UPDATE channels SET confirmed = 1, code = '' WHERE person = ? AND code = ? AND code <> '' "
            "AND made > :now - ? RETURNING id"
        )
        (rows,) = await self._do((query, (person, digest(code), seconds)))
        return str(rows[0][0]) if rows else None

    async def remove(self, channel: str, person: str = "") -> None:
        """It is no more, and nothing on its way there."""
        own = " AND person = ?" if person else ""
        await self._do((f"DELETE FROM channels WHERE id = ?{own}", (channel, person) if person else (channel,)))

    async def remove_device(self, person: str, device: str) -> None:
        """A device that was lost is told nothing any more."""
        for channel in await self.channels(person):
            if channel.device == device:
                await self.remove(channel.id, person)

    async def drop_unconfirmed(self, seconds: float) -> None:
        """Nobody answered for so long."""
        await self._do(("DELETE FROM channels WHERE confirmed = 0 AND made < :now - ?", (seconds,)))

    # Seeing to people

    async def claim(self) -> list[str]:
        """People whom somebody has to see to: from now on for a while it is us."""
        query = (
            "UPDATE people SET lease = :now + ? WHERE id IN (SELECT p.id FROM people p WHERE p.lease < :now "
            "AND EXISTS (SELECT 1 FROM calls c WHERE c.person = p.id AND c.due <= :now) LIMIT ? :free) RETURNING id"
        )
        (rows,) = await self._do((query, (LEASE, AT_ONCE)))
        return [row[0] for row in rows]

    async def mailing(self, person: str) -> Mailing | None:
        """What one of them is to be told."""
        people, keys, calls, channels = await self._do(
            ("SELECT data, :now - seen, :now - told FROM people WHERE id = ?", (person,)),
            ("SELECT key FROM keys WHERE person = ?", (person,)),
            (
                'SELECT "table", kind, seat, version FROM calls WHERE person = ? AND due <= :now ORDER BY due, "table"',
                (person,),
            ),
            ("SELECT id, data, confirmed FROM channels WHERE person = ? AND confirmed = 1 ORDER BY made", (person,)),
        )
        if not people:
            return None
        data, away, quiet = people[0]
        found = [_channel(*row) for row in channels]
        return Mailing(
            _people.decode(data), tuple(row[0] for row in keys), [Due(*row) for row in calls], found, away, quiet
        )

    async def decided(self, table: str, seat: int, person: str) -> bool:
        """Have they decided anything since they were told that it is their turn, or were they never told?"""
        query = (
            'SELECT count(*) FROM told t WHERE t.person = ? AND t."table" = ? AND NOT EXISTS (SELECT 1 FROM events e '
            'WHERE e."table" = t."table" AND e.seat = ? AND e.version > t.version)'
        )
        (rows,) = await self._do((query, (person, table, seat)))
        return not rows[0][0]

    async def settle(
        self, person: str, over: Sequence[Due], later: Sequence[tuple[Due, Delay]], posts: Sequence[Post]
    ) -> None:
        """These calls are over, those come later, and this is on its way: all of it or nothing."""
        same = 'WHERE person = ? AND "table" = ? AND kind = ? AND version = ?'
        work: list[Work] = []
        for due, wait in later:
            work.append((f"UPDATE calls SET due = :now + ? {same}", (wait, person, due.table, due.kind, due.version)))
        for due in over:
            work.append((f"DELETE FROM calls {same}", (person, due.table, due.kind, due.version)))
            if posts and due.kind == "turn":
                told = (
                    'INSERT INTO told SELECT ?, id, ? FROM tables WHERE id = ? ON CONFLICT (person, "table") '
                    "DO UPDATE SET version = excluded.version"
                )
                work.append((told, (person, due.version, due.table)))
        for post in posts:
            letter = msgspec.json.encode(_Letter(post.items, post.lang)).decode()
            work.append((POST, (post.id, letter, post.channel)))
        told_now = ", told = :now" if posts else ""
        work.append((f"UPDATE people SET lease = 0{told_now} WHERE id = ?", (person,)))
        await self._do(*work)

    # Seeing to posts

    async def take(self, most: int = AT_ONCE) -> list[Post]:
        """Messages that are to be sent: from now on for a while by us."""
        query = (
            "UPDATE posts SET due = :now + ?, tries = tries + 1 "
            "WHERE id IN (SELECT p.id FROM posts p WHERE p.due <= :now ORDER BY p.due LIMIT ? :free) "
            "RETURNING id, channel, data, tries, :now - made, "
            "(SELECT c.data FROM channels c WHERE c.id = posts.channel)"
        )
        (rows,) = await self._do((query, (LEASE, most)))
        return [_post(*row) for row in rows]

    async def sent(self, post: Post) -> None:
        """It has arrived."""
        await self._do(
            ("DELETE FROM posts WHERE id = ?", (post.id,)),
            ("UPDATE channels SET failing = 0 WHERE id = ? AND failing > 0", (post.channel,)),
        )

    async def retry(self, post: Post, wait: float) -> float:
        """It shall be tried again; gives the seconds for which nothing has arrived there."""
        *_, rows = await self._do(
            ("UPDATE posts SET due = :now + ? WHERE id = ?", (wait, post.id)),
            ("UPDATE channels SET failing = :now WHERE id = ? AND failing = 0", (post.channel,)),
            ("SELECT :now - failing FROM channels WHERE id = ?", (post.channel,)),
        )
        return float(rows[0][0]) if rows else 0.0

    async def give_up(self, post: Post) -> None:
        """It came too late to be of use."""
        await self._do(("DELETE FROM posts WHERE id = ?", (post.id,)))

    async def waiting(self) -> tuple[int, int]:
        """How many calls and posts there are."""
        calls, posts = await self._do(("SELECT count(*) FROM calls", ()), ("SELECT count(*) FROM posts", ()))
        return calls[0][0], posts[0][0]


def new_post(channel: Channel, items: Sequence[Item], lang: str) -> Post:
    """A message to somebody."""
    return Post(
        id=secrets.token_hex(8),
        way=channel.way,
        origin=channel.origin,
        channel=channel.id,
        items=tuple(items),
        lang=lang,
    )


def _channel(name: str, data: str, confirmed: int) -> Channel:
    kept = _addresses.decode(data)
    return Channel(id=name, way=kept.way, origin=kept.origin, device=kept.device, confirmed=bool(confirmed))


def _post(name: str, channel: str, data: str, tries: int, age: float, address: str) -> Post:
    letter, where = _letters.decode(data), _addresses.decode(address)
    return Post(
        id=name,
        way=where.way,
        origin=where.origin,
        channel=channel,
        items=letter.items,
        lang=letter.lang,
        code=letter.code,
        tries=tries,
        age=age,
    )
