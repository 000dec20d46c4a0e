"""Who may do what: tokens against the digests that a table keeps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

import msgspec

from .errors import Refused
from .says import You
from .security import digest, new_token, same
from .store import Head, Seat, Who


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


def rights(head: Head, seats: list[Seat], digests: Iterable[str], keys: Sequence[str]) -> Rights:
    """What these tokens allow together, and what somebody with these keys may without. Tokens that do not count are
    passed over, unless nothing else does."""
    found = Rights(watch=head.settings.listed, join=head.settings.listed)
    refused = Refused("forbidden")
    for given in digests:
        try:
            _add(found, head, seats, given, keys)
        except Refused as error:
            refused = error
    _recognise(found, head, seats, keys)
    if not (found.host or found.watch or found.seats or found.invited):
        raise refused
    found.watch = True
    return found


def rights_left(head: Head, seats: list[Seat], digests: Iterable[str], keys: Sequence[str]) -> Rights:
    """The same for somebody who is here already: what no longer counts is passed over, and watching stays."""
    found = Rights(watch=True, join=head.settings.listed)
    for given in digests:
        with suppress(Refused):
            _add(found, head, seats, given, keys)
    _recognise(found, head, seats, keys)
    return found


def _recognise(found: Rights, head: Head, seats: list[Seat], keys: Sequence[str]) -> None:
    """Whoever sits or hosts here needs no link, on any device of theirs. A link to one seat means that one."""
    found.host |= _has(keys, head.owner)
    if not found.seats:
        found.seats.update(
            number for number, seat in enumerate(seats) if seat.kind == "person" and _has(keys, seat.device)
        )


def _has(keys: Sequence[str], stored: str) -> bool:
    # Every key is compared, so that the time tells nothing.
    return sum(same(stored, key) for key in keys) > 0


def _add(found: Rights, head: Head, seats: list[Seat], given: str, keys: Sequence[str]) -> None:
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
        elif seat.kind == "person" and _has(keys, seat.device):
            found.seats.add(number)
        else:
            raise Refused("taken", "invitation_used")


def take(seat: Seat, name: str, who: Who, invited: bool) -> str:
    """Somebody sits down; gives the seat's own token. Without an invitation, one that is on its way is void."""
    token = new_token()
    seat.kind, seat.name, seat.level = "person", name, None
    seat.token, seat.device, seat.ready, seat.left = digest(token), who.key, True, False
    seat.auto = who.choice
    if not invited:
        seat.invite = ""
    return token


def renew(seat: Seat, who: Who) -> str:
    """A new token for a person who comes back on a device of theirs."""
    token = new_token()
    seat.token, seat.device, seat.ready = digest(token), who.key, True
    return token


def free(seat: Seat) -> None:
    """The seat is open again; its old links no longer work."""
    seat.kind, seat.name, seat.level = "open", "", None
    seat.token = seat.invite = seat.device = ""
    seat.ready = seat.left = seat.remote = seat.auto = False


def make_bot(seat: Seat, level: str) -> None:
    """A bot sits here."""
    free(seat)
    seat.kind, seat.name, seat.level, seat.ready = "bot", level, level, True
