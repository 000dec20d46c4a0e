"""Sees to it that people hear of what concerns them, whichever process they were at: a turn once, and in good time.

What is to be told lies in the store. Each process looks for what is due, takes a few of it for itself, and sends them;
what is slow or broken elsewhere holds up nothing here.
"""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import msgspec

from lumarium.kernel.errors import LumariumError
from lumarium.kernel.given import shortened
from lumarium.kernel.message import Message

from . import mail, wording
from .logs import log, mistake, warn
from .outside import NotAllowed, Outside, Unreachable, networks, place_at
from .store import Listing, Person, StorageFailed
from .store.calls import Due, Hook, Item, Mail, Mailing, Post, new_post
from .telling import not_before

if TYPE_CHECKING:
    from .house import House

MOST = 16
"""Messages on their way from here at the same time."""
LOOK = 30.0
"""Seconds until somebody who has the table before their eyes is thought of again."""
AWAY = 3 * 86400.0
"""Seconds after which somebody gets one message a day."""
DAY = 86400.0
LONGEST = 3600.0
"""Seconds between two tries, at most."""
DEAD = 3 * 86400.0
"""Seconds of failures after which an address is dropped."""
GONE = (404, 410)
LATER = (429, 503)


class Caller:
    """This process's share of the calling."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._store = house.store
        self._outside = Outside(networks(house.config.inside))
        config = house.config
        relay = mail.relay(config.mail, config.mail_password, config.mail_from)
        self._mail = None if relay is None else mail.Post(relay)
        self._key = ""
        self._sending: set[asyncio.Task[None]] = set()
        self._task: asyncio.Task[None] | None = None

    @property
    def mails(self) -> bool:
        """Can it send e-mail?"""
        return self._mail is not None

    async def push_key(self) -> str:
        """What browsers are told of this house's key, which is made when it is first needed; "" without push."""
        if find_spec("cryptography") is None:
            return ""
        from . import push

        if not self._key:
            self._key = await self._store.people.secret("push", push.new_key())
        return push.public_key(self._key)

    async def check(self, url: str) -> None:
        """NotAllowed for an address to which nothing is ever sent; Unreachable where nothing is known about it."""
        place = place_at(url, networks(self._house.config.inside))
        try:
            async with asyncio.timeout(LOOK):
                await self._outside.addresses(place.host, place.port)
        except (OSError, TimeoutError) as error:
            raise Unreachable(Message("server", "outside.unknown", host=shortened(place.host))) from error

    def start(self) -> None:
        """From now on."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """What is on its way is tried again by whoever comes."""
        tasks = [*self._sending, *([] if self._task is None else [self._task])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._outside.close()
        if self._mail is not None:
            self._mail.close()

    async def _run(self) -> None:
        while True:
            try:
                for person in await self._store.calls.claim():
                    await self._see_to(person)
                await self._send_due()
            except StorageFailed as error:
                warn("storage_failed", problem=str(error))
            except Exception:  # noqa: BLE001  # it will be tried again
                mistake("calling_failed")
            await asyncio.sleep(self._house.config.notice_poll * (0.75 + random.random() / 2))

    # What is to be told

    async def _see_to(self, person: str) -> None:
        mailing = await self._store.calls.mailing(person)
        if mailing is None:
            return
        over: list[Due] = []
        later: list[tuple[Due, float]] = []
        items: list[Item] = []
        for due in mailing.calls:
            item, wait = await self._item(due, mailing, person)
            if wait:
                later.append((due, wait))
            else:
                over.append(due)
                items += [] if item is None else [item]
        posts = [new_post(channel, items, mailing.person.lang) for channel in mailing.channels if items]
        await self._store.calls.settle(person, over, later, posts)

    async def _item(self, due: Due, mailing: Mailing, person: str) -> tuple[Item | None, float]:
        """What is told, or None if it no longer holds; and the seconds to wait before it is."""
        listing = await self._store.listing(due.table)
        if listing is None or due.kind not in mailing.person.kinds or not _holds(due, listing, mailing.keys):
            return None, 0.0
        if due.kind == "turn" and not await self._store.calls.decided(due.table, due.seat, person):
            return None, 0.0
        wait = max(quiet_for(mailing.person, datetime.now(UTC)), not_before(listing.head, due, self._house.time.now))
        if mailing.person.digest and mailing.away > AWAY and mailing.quiet < DAY:
            wait = max(wait, DAY - mailing.quiet)
        if due.kind in ("turn", "time_short") and due.seat in await self._house.looking(due.table):
            wait = max(wait, min(LOOK, self._house.config.notice_seconds or LOOK))
        name = _name(listing, due.seat) if due.kind in ("turn", "time_short") else ""
        return Item(due.kind, due.table, listing.head.game, name), wait

    # Messages on their way

    async def _send_due(self) -> None:
        if len(self._sending) >= MOST:
            return
        for post in await self._store.calls.take(MOST - len(self._sending)):
            task = asyncio.create_task(self._send(post))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    async def _send(self, post: Post) -> None:
        way = type(post.way).__name__.lower()
        try:
            if post.age > DAY or (post.tries > 1 and not post.code and not await self._still(post)):
                await self._store.calls.give_up(post)
                return
            wait = await self._sent(post)
            if wait is None:
                await self._store.calls.sent(post)
                log("told", way=way, kinds=[item.kind for item in post.items], tries=post.tries)
                return
            await self._try_later(post, way, wait, "refused")
        except (mail.Dead, NotAllowed) as error:
            log("address_dropped", way=way, problem=type(error).__name__)
            with suppress(StorageFailed):
                await self._store.calls.remove(post.channel)
        except Unreachable as error:
            await self._try_later(post, way, 0.0, str(error))
        except StorageFailed as error:
            warn("storage_failed", problem=str(error))
        except Exception:  # noqa: BLE001  # it will be tried again when its time has come
            mistake("notice_failed", way=way)

    async def _try_later(self, post: Post, way: str, wait: float, problem: str) -> None:
        wait = max(wait, min(LONGEST, self._house.config.notice_retry * 2 ** min(post.tries - 1, 20)))
        with suppress(StorageFailed):
            failing = await self._store.calls.retry(post, wait * (0.75 + random.random() / 2))
            if failing > DEAD:
                log("address_dropped", way=way, problem=problem)
                await self._store.calls.remove(post.channel)
            else:
                warn("not_told", way=way, problem=problem, tries=post.tries)

    async def _still(self, post: Post) -> bool:
        """Does anything of it still hold?"""
        for item in post.items:
            if item.kind not in ("turn", "time_short"):
                return True
            listing = await self._store.listing(item.table)
            playing = listing is not None and listing.head.phase == "playing" and listing.turn is not None
            if listing is not None and playing and _name(listing, listing.turn or 0) == item.name:
                return True
        return False

    async def _sent(self, post: Post) -> float | None:
        """None once it has arrived, else the seconds that they ask us to wait; Unreachable or mail.Dead."""
        if isinstance(post.way, Mail):
            if self._mail is None:
                raise Unreachable("no mail server is set")
            await self._mail.send(post.way.address, wording.title(post), wording.text(post), post.id)
            return None
        url, headers, body = await self._letter(post)
        status, answered = await self._outside.post(url, headers, body)
        if 200 <= status < 300:
            return None
        if status in GONE:
            raise mail.Dead(str(status))
        return _asked_to_wait(answered) if status in LATER else 0.0

    async def _letter(self, post: Post) -> tuple[str, dict[str, str], bytes]:
        if isinstance(post.way, Hook):
            url, said = wording.hooked(post, post.way)
            return url, {"content-type": "application/json", "user-agent": "lumarium"}, msgspec.json.encode(said)
        assert not isinstance(post.way, Mail)
        await self.push_key()
        from . import push

        try:
            sealed = push.encrypted(wording.pushed(post), post.way.p256dh, post.way.auth)
        except ValueError as error:
            raise mail.Dead("no key") from error
        return post.way.endpoint, push.headers(self._key, post.way.endpoint, post.origin), sealed


def _holds(due: Due, listing: Listing, keys: tuple[str, ...]) -> bool:
    head, seats = listing.head, listing.seats
    if due.kind == "joined":
        return head.phase == "waiting"
    if due.kind == "end":
        return head.phase in ("over", "closed")
    if due.seat >= len(seats) or seats[due.seat].device not in keys or head.phase != "playing":
        return False
    return due.kind == "start" or (listing.turn == due.seat and seats[due.seat].level is None)


def _name(listing: Listing, seat: int) -> str:
    return listing.head.names[seat] if listing.head.names else listing.seats[seat].name


def quiet_for(person: Person, now: datetime) -> float:
    """Seconds until somebody wants to be told something again."""
    if person.quiet is None:
        return 0.0
    zone: Any = UTC
    with suppress(Exception):  # of a zone that this machine no longer knows
        zone = ZoneInfo(person.zone)
    begin, end = person.quiet
    local = now.astimezone(zone)
    minute = local.hour * 60 + local.minute
    if not (begin <= minute < end if begin <= end else minute >= begin or minute < end):
        return 0.0
    until = local.replace(hour=end // 60, minute=end % 60, second=0, microsecond=0)
    if until <= local:
        until += timedelta(days=1)
    return (until.astimezone(UTC) - now).total_seconds()


def _asked_to_wait(headers: Any) -> float:
    with suppress(ValueError):
        return min(LONGEST, max(0.0, float(headers.get("retry-after", "0"))))
    return 0.0


def check_networks(given: tuple[str, ...]) -> None:
    """Refuses what is no network."""
    for name in given:
        try:
            networks([name])
        except ValueError as error:
            raise LumariumError(Message("server", "run.inside", network=name)) from error
