"""Looking back while the game runs: earlier positions as the viewer's seat knew them, as far as the rules let one."""

from __future__ import annotations

from lumarium.kernel.event import Event
from lumarium.kernel.game import Game
from lumarium.kernel.match import Match

from . import protocol, says
from .errors import Refused
from .tables import Table
from .viewers import Viewer
from .ways import way_to


async def look(table: Table, viewer: Viewer, request: protocol.Look) -> says.Looked:
    """The position after so many of the moves that stand."""
    async with table.holding():
        match, story = table.match, table.story
        if match is None or story is None:
            raise Refused("not_started")
        seat = table.seat_of(viewer)
        first, last = first_open(match, seat), len(match.history)
        if not first <= request.at <= last:
            raise Refused("malformed", "no_look", at=request.at, first=first, last=last)
        return says.Looked(
            id=request.id,
            at=request.at,
            first=first,
            last=last,
            seat=seat,
            can_undo=_can_go_on(table, match, viewer, request.at),
            scene=story.looked(seat, viewer.lang, request.at, table.chair_of(viewer)),
        )


def first_open(match: Match, seat: int | None) -> int:
    """The earliest position that this seat may look at: all that happened since may be told again, and so may all
    that could be looked up there."""
    game = match.game
    if type(game).retold is Game.retold:
        return 0
    seen = [_seen(match, number, seat) for number in range(len(match.history))]
    told = {id(event) for event in game.retold([event for events in seen for event in events], match.view(seat))}
    at = len(seen)
    while at and all(id(event) in told for event in seen[at - 1]):
        before = [event for events in seen[: at - 1] for event in events]
        if any(id(event) not in told for event in game.retold(before, match.position(at - 1).view(seat))):
            break
        at -= 1
    return at


def _seen(match: Match, number: int, seat: int | None) -> list[Event]:
    shown = (event.for_seat(seat) for event in match.history[number].events)
    return [event for event in shown if event is not None]


def _can_go_on(table: Table, match: Match, viewer: Viewer, at: int) -> bool:
    """May the viewer play on from there?"""
    if table.head.phase != "playing" or at == len(match.history):
        return False
    seat, own = match.history[at].seat, viewer.rights.seats
    practice = table.head.settings.practice
    return seat in own and way_to(match, table.seats, practice, own, seat, at).moves > 0
