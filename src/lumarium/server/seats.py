"""Who may do what: tokens against the digests that a table keeps."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

import msgspec

from .errors import Refused
from .protocol import You
from .security import digest, new_token, same
from .store import Head, Seat


class Rights(msgspec.Struct):
    """What one connection may do at its table."""

    host: bool = False
    watch: bool = False
    join: bool = False
    seats: set[int] = msgspec.field(default_factory=set)
    invited: set[int] = msgspec.field(default_factory=set)

    def you(self) -> You:
        """As the client is told."""
        return You(self.host, sorted(self.seats), sorted(self.invited), self.join, self.watch)


def rights(head: Head, seats: list[Seat], digests: Iterable[str], device: str) -> Rights:
    """What these tokens allow together. Those that do not count are passed over, unless none does."""
    found = Rights(watch=head.settings.listed, join=head.settings.listed)
    refused = Refused("forbidden")
    for given in digests:
        try:
            _add(found, head, seats, given, device)
        except Refused as error:
            refused = error
    if not (found.host or found.watch or found.seats or found.invited):
        raise refused
    found.watch = True
    return found


def rights_left(head: Head, seats: list[Seat], digests: Iterable[str], device: str) -> Rights:
    """The same for somebody who is here already: what no longer counts is passed over, and watching stays."""
    found = Rights(watch=True, join=head.settings.listed)
    for given in digests:
        with suppress(Refused):
            _add(found, head, seats, given, device)
    return found


def _add(found: Rights, head: Head, seats: list[Seat], given: str, device: str) -> None:
    # Every digest is compared, so that the time tells nothing.
    host, watch, join = (same(stored, given) for stored in (head.host, head.watch, head.join))
    own = [number for number, seat in enumerate(seats) if same(seat.token, given)]
    invited = [number for number, seat in enumerate(seats) if same(seat.invite, given)]
    if not (host or watch or join or own or invited):
        raise Refused("forbidden")
    found.host |= host
    found.watch |= watch or join
    found.join |= join
    found.seats.update(own)
    for number in invited:
        seat = seats[number]
        if seat.kind == "open":
            found.invited.add(number)
        elif seat.kind == "person" and same(seat.device, device):
            found.seats.add(number)
        else:
            raise Refused("taken", "invitation_used")


def take(seat: Seat, name: str, device: str, invited: bool) -> str:
    """Somebody sits down; gives the seat's own token. Without an invitation, one that is on its way is void."""
    token = new_token()
    seat.kind, seat.name, seat.level = "person", name, None
    seat.token, seat.device, seat.ready, seat.left = digest(token), device, True, False
    if not invited:
        seat.invite = ""
    return token


def renew(seat: Seat, device: str) -> str:
    """A new token for a person who comes back with the invitation on the same device."""
    token = new_token()
    seat.token, seat.device, seat.ready = digest(token), device, True
    return token


def free(seat: Seat) -> None:
    """The seat is open again; its old links no longer work."""
    seat.kind, seat.name, seat.level = "open", "", None
    seat.token = seat.invite = seat.device = ""
    seat.ready = seat.left = seat.remote = False


def make_bot(seat: Seat, level: str) -> None:
    """A bot sits here."""
    free(seat)
    seat.kind, seat.name, seat.level, seat.ready = "bot", level, level, True
