"""Taking back: by the rules of the house, among people with their leave, and among bots as far as one likes."""

from __future__ import annotations

import msgspec

from lumarium.kernel.event import called
from lumarium.kernel.match import Match

from . import protocol, timing
from .entries import store
from .errors import Refused
from .following import ALLOWED, ASKING
from .play import check_version, nudge, repeated, running
from .says import Asking, Ok
from .story import Undone, Way
from .tables import Table
from .viewers import Viewer
from .ways import among_bots, way_back, way_to

MOST_UNDOS = 1000
"""Moves taken back at one table: what is stored and replayed has an end."""


async def undo(table: Table, viewer: Viewer, request: protocol.Undo) -> Ok:
    """Takes the seat's last decision back, or an earlier one; asks the other people first, once."""
    asked: list[int] = []
    async with table.changing(seats=False):
        seat = table.own_seat(viewer, _undoing(table, viewer, request.seat))
        version = repeated(table, viewer, request)
        if version is None:
            match = running(table)
            await timing.in_time(table, seat, None)
            check_version(match, request.v)
            own = viewer.rights.seats
            way = _wanted(table, match, own, seat, request.to)
            if not way.moves:
                raise _no_undo(way)
            asked = _to_ask(table, match, own, seat)
            if not way.practice:
                timing.check_undo(table, seat)
            if asked:
                table.asking = Asking(seat=seat, v=match.version, waiting=asked)
                _share(table)
                table.show_table()
            else:
                await _carry_out(table, match, seat, way, request.key, request.to is None and viewer.auto)
            version = match.version
    nudge(table)
    return Ok(id=request.id or 0, v=version, asked=asked or None)


async def allow(table: Table, viewer: Viewer, request: protocol.Allow) -> Ok:
    """Lets somebody take a move back, or does not."""
    async with table.changing(seats=False):
        match = running(table)
        if table.asking is not None:
            await timing.in_time(table, table.asking.seat, None)
        check_version(match, request.v)
        asking = table.asking
        if asking is None or asking.v != match.version or asking.refused is not None:
            raise Refused("no_undo", "undo_unasked")
        mine = [seat for seat in asking.waiting if seat in viewer.rights.seats]
        if not mine:
            raise Refused("forbidden")
        if not request.allow:
            asking.refused = mine[0]
        else:
            table.allowed |= {(asking.seat, seat) for seat in mine}
            for seat in mine:
                table.share(f"{ALLOWED}{asking.seat}/{seat}", b"")
            asking.waiting = [seat for seat in asking.waiting if seat not in mine]
            if not asking.waiting:
                table.asking = None
                timing.check_undo(table, asking.seat)
                await _carry_out(table, match, asking.seat, Way(1), None, table.plays_forced(asking.seat))
        _share(table)
        table.show_table()
        version = match.version
    nudge(table)
    return Ok(id=request.id or 0, v=version)


def _share(table: Table) -> None:
    table.share(ASKING, None if table.asking is None else msgspec.json.encode(table.asking))


def _undoing(table: Table, viewer: Viewer, seat: int | None) -> int | None:
    """Of several own seats, the one that can take something back, or else the one that moved last."""
    match = table.match
    if seat is not None or match is None:
        return seat
    own = sorted(viewer.rights.seats)
    able = next((number for number in own if match.can_undo(number)), None)
    last = (played.seat for played in reversed(match.history) if played.seat in own)
    return next(last, None) if able is None else able


def _wanted(table: Table, match: Match, own: set[int], seat: int, to: int | None) -> Way:
    given = (match, table.seats, table.head.settings.practice, own, seat)
    return way_back(*given) if to is None else way_to(*given, to)


def _no_undo(way: Way) -> Refused:
    refused = Refused("no_undo")
    if way.why is not None:
        refused.reason = way.why
    return refused


def _to_ask(table: Table, match: Match, own: set[int], seat: int) -> list[int]:
    """The people whose leave is needed: those who are here and have not given it in this game."""
    asking = table.asking
    if asking is not None and asking.v == match.version and asking.refused is not None:
        raise Refused("no_undo", "undo_refused", player=called(asking.refused, match.names))
    if among_bots(table.seats, own):
        return []
    return [
        number
        for number, other in enumerate(table.seats)
        if other.kind == "person"
        and number not in own
        and other.level is None
        and not (other.left or other.remote)
        and table.connected(number)
        and (seat, number) not in table.allowed
    ]


async def _carry_out(table: Table, match: Match, seat: int, way: Way, key: str | None, forced: bool) -> None:
    """With `forced`, decisions that would be played by themselves are taken back too."""
    assert table.story is not None
    moves = _before_forced(match, seat, way) if forced and way.practice else way.moves
    if table.story.undone + moves > MOST_UNDOS:
        raise Refused("no_undo", "no_more_undo", limit=MOST_UNDOS)
    if way.practice:
        undone = Undone(seat, match.history[-moves].action, moves)
        match.take_back(seat, moves)
        timing.rewound(table)
        await store(table, match, key)
        table.story.add(undone)
    else:
        await _take_back_move(table, match, seat, key)
        while forced and len(match.view(seat).legal) == 1 and match.can_undo(seat):
            await _take_back_move(table, match, seat, None)
    if table.head.clock is not None:
        table.show_table()
    table.show_scene()


def _before_forced(match: Match, seat: int, way: Way) -> int:
    """As many moves as lead to a real choice of this seat, as long as nothing more is shown by that."""
    last = len(match.history)
    for moves in range(way.moves, last + 1):
        if match.shown(moves) != match.shown(way.moves):
            break
        if match.history[last - moves].seat == seat and len(match.position(last - moves).legal()) > 1:
            return moves
    return way.moves


async def _take_back_move(table: Table, match: Match, seat: int, key: str | None) -> None:
    assert table.story is not None
    played = match.history[-1]
    match.undo(seat)
    timing.taken_back(table, seat)
    await store(table, match, key)
    table.story.add(Undone(played.seat, played.action))
