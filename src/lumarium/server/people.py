"""What a person can do about all of their tables at once: give up a lost device, take records along, be forgotten."""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from . import seats as chairs
from .errors import Refused
from .following import follow
from .logs import warn
from .neighbours import GivenUp
from .restore import stored_record
from .security import digest, new_token
from .store import Damaged, Head, Seat, Stored, VersionTaken, Who

if TYPE_CHECKING:
    from .house import House

MOST = 2000
"""Tables of one person that are looked through, the latest first."""
TRIES = 20
Change = Callable[[Head, Seat], None]


async def every_seat(house: House, who: Who, change: Change) -> None:
    """Changes all seats of somebody, and the tables that they run; open tables follow at once."""
    for listing in await house.store.own(who, MOST):
        if listing.head.owner in who.keys or any(seat.device in who.keys for seat in listing.seats):
            await _rewrite(house, listing.head.id, who, change)


async def _rewrite(house: House, table: str, who: Who, change: Change) -> None:
    for _ in range(TRIES):
        try:
            stored = await house.store.load(table)
        except Damaged as error:
            warn("table_broken", table=table, problem=str(error))
            return
        if stored is None:
            return
        before = msgspec.json.encode((stored.head, stored.seats))
        for seat in stored.seats:
            if seat.device in who.keys:
                change(stored.head, seat)
        if stored.head.owner in who.keys:
            change(stored.head, Seat(device=stored.head.owner))
        if msgspec.json.encode((stored.head, stored.seats)) == before:
            return
        try:
            await house.store.save(stored.head, stored.seats)
        except VersionTaken:  # somebody moved meanwhile
            continue
        if (open_here := house.at_hand(table)) is not None:
            await follow(open_here)
        return
    raise Refused("storage", "no_storage")


async def give_up(house: House, who: Who, device: str) -> None:
    """A device was lost: what it knows opens nothing of theirs any more."""
    given_up = await house.store.people.revoke(who.person, device)
    if given_up is None:
        raise Refused("unknown", "no_device")
    await house.store.calls.remove_device(who.person, device)

    def change(head: Head, seat: Seat) -> None:
        seat.token, seat.invite, seat.device = "", "", who.person
        if head.owner in who.keys:
            head.owner, head.host = who.person, digest(new_token())

    await every_seat(house, who, change)
    await house.store.people.forget_key(who.person, given_up)
    house.send_off(given_up)
    house.store.neighbours.tell(GivenUp("", given_up))


async def play_forced(house: House, who: Who, on: bool) -> None:
    """Decisions without a choice are played while they are away, or no longer."""

    def change(head: Head, seat: Seat) -> None:
        if head.phase in ("waiting", "playing"):
            seat.auto = on

    await every_seat(house, who, change)


async def forget(house: House, who: Who) -> None:
    """Nothing is kept about them but what belongs to others' games: the names there."""

    def change(head: Head, seat: Seat) -> None:
        if head.owner in who.keys:
            head.owner, head.host = "", digest(new_token())
        if head.phase == "waiting":
            chairs.free(seat)
        seat.left = head.phase == "playing"
        seat.token = seat.invite = seat.device = ""
        seat.auto = False

    await every_seat(house, who, change)
    if who.person:
        known = await house.store.people.person(who.person)
        await house.store.people.delete(who.person)
        for device in known[1] if known is not None else ():
            house.send_off(device.digest)
    await house.store.wipe()


async def packed_records(house: House, who: Who, about: bytes) -> bytes:
    """All records of somebody's finished games in one file, and what is kept about them."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("me.json", about)
        for listing in await house.store.own(who, MOST):
            head = listing.head
            if head.phase not in ("over", "closed") or not any(seat.device in who.keys for seat in listing.seats):
                continue
            try:
                stored = await house.store.load(head.id)
            except Damaged as error:
                warn("table_broken", table=head.id, problem=str(error))
                continue
            if stored is not None and stored.entries:
                await asyncio.to_thread(_add, file, stored)
    return packed.getvalue()


def _add(file: zipfile.ZipFile, stored: Stored) -> None:
    written = stored_record(stored.head, stored.entries).dump()
    file.writestr(f"records/{stored.head.game}-{stored.head.id}.jsonl", written)
