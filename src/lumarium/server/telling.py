"""Whom a change at a table concerns: it is stored with the change, and told later by whoever sees to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from lumarium.kernel.match import Match

from .clock import PerDecision
from .store import Call, Head, Seat
from .store.calls import Due
from .store.people import Kind

if TYPE_CHECKING:
    from .tables import Table

SOON = 10.0
"""Seconds, at most, until people hear of what needs no decision of theirs."""
LAST = 6 * 3600.0
"""Seconds before the end of somebody's time, at most, at which they hear that it is short."""
WORTH = 600.0
"""Seconds that they must have for that: who has minutes sits at the table."""
PAUSED = 600.0
"""Seconds until a table that pauses is thought of again."""


def turned(table: Table, match: Match, before: int | None) -> list[Call]:
    """Whose turn it is now, unless they were deciding already, or it will be played for them."""
    seat = match.state.turn
    if seat is None or seat == before or not _is_told(table.seats[seat]):
        return []
    if table.plays_forced(seat) and len(match.state.legal()) == 1:
        return []
    return [_call(table, "turn", seat, match.version, table.house.config.notice_seconds), *_short(table, seat, match)]


def started(table: Table, match: Match) -> list[Call]:
    """Whoever begins hears that; all others that it has begun."""
    others = (number for number in range(len(table.seats)) if number != match.state.turn)
    return [*turned(table, match, None), *_everybody(table, "start", others, match.version)]


def ended(table: Table) -> list[Call]:
    """It is over for everybody."""
    return _everybody(table, "end", range(len(table.seats)), table.version or 0)


def joined(table: Table, seat: int) -> list[Call]:
    """Somebody sat down: all others who sit there hear of it, and whoever made the table."""
    others = [number for number in range(len(table.seats)) if number != seat]
    calls = _everybody(table, "joined", others, table.head.revision)
    owner, wait = table.head.owner, min(SOON, table.house.config.notice_seconds)
    if owner and owner not in {table.seats[seat].device, *(call.key for call in calls)}:
        calls.append(Call("joined", seat, owner, table.head.revision, wait))
    return [call for call in calls if call.key != table.seats[seat].device]


def _short(table: Table, seat: int, match: Match) -> list[Call]:
    """When a quarter of the time is left, and not before the last hours: it holds only if they still have to decide."""
    clock = table.head.clock
    left = 0.0 if clock is None or clock.paused else clock.left[seat]
    if left < WORTH:
        return []
    return [_call(table, "time_short", seat, match.version, left - _little(left))]


def _little(whole: float) -> float:
    return min(whole / 4, LAST)


def not_before(head: Head, call: Due, now: Callable[[], float]) -> float:
    """Seconds until a call can be true: time that was stopped since, by a pause or because no server was there, has not
    run short, and while a table pauses it is nobody's turn."""
    clock, agreed = head.clock, head.settings.clock
    if clock is None or agreed is None or call.kind not in ("turn", "time_short"):
        return 0.0
    still = PAUSED if clock.paused else 0.0
    if call.kind == "turn":
        return still
    # After a pause its clock no longer knows what somebody had for the decision.
    whole = agreed.limit if isinstance(agreed, PerDecision) else clock.left[call.seat]
    return max(still, clock.left_of(call.seat, now()) - _little(whole))


def _everybody(table: Table, kind: Kind, seats: Iterable[int], version: int) -> list[Call]:
    wait = min(SOON, table.house.config.notice_seconds)
    return [_call(table, kind, number, version, wait) for number in seats if _is_told(table.seats[number])]


def _call(table: Table, kind: Kind, seat: int, version: int, wait: float) -> Call:
    return Call(kind, seat, table.seats[seat].device, version, wait)


def _is_told(seat: Seat) -> bool:
    return seat.kind == "person" and seat.device != "" and not (seat.remote or seat.left) and seat.level is None
