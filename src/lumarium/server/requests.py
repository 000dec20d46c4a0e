"""What a connected client asks, and who does it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from . import knocks, knowing, lobby, looking, pausing, play, protocol, timing, undo
from .clock import milliseconds
from .errors import Refused
from .neighbours import Spoken
from .protocol import PHRASES
from .says import Answer, LogShown, Ok
from .security import clean_name
from .tables import Table
from .viewers import Viewer

Handler = Callable[[Table, Viewer, Any], Awaitable[Answer]]


async def say(table: Table, viewer: Viewer, request: protocol.Say) -> Ok:
    """A set phrase, to everybody at the table."""
    if request.phrase not in PHRASES:
        raise Refused("malformed", "phrase", phrase=request.phrase[:40], known=", ".join(PHRASES))
    watching = not viewer.rights.seats and request.seat is None
    if watching and not table.head.settings.talk:
        raise Refused("not_seated")
    seat = None if watching else table.own_seat(viewer, request.seat)
    if table.is_quiet and not watching:
        raise Refused("private", "quiet")
    if not viewer.breath.take():
        raise Refused("too_fast")
    name = clean_name(request.name) if seat is None else table.name_of(seat)
    spoken = Spoken(table.head.id, seat, name, request.phrase)
    table.hear(spoken)
    table.house.store.neighbours.tell(spoken)
    return Ok(id=request.id or 0)


async def change_prefs(table: Table, viewer: Viewer, request: protocol.ChangePrefs) -> Ok:
    """Another language, other preferences."""
    async with table.holding():
        if request.auto is not None:
            viewer.auto = request.auto
        if request.hidden is not None:
            viewer.hidden = request.hidden
            table.share_presence()
        if not isinstance(request.chair, msgspec.UnsetType):
            _move_chair(table, viewer, request.chair)
        if request.lang is not None and request.lang != viewer.lang:
            viewer.lang = request.lang
            table.show_table()
            table.show_scene_to(viewer)
    play.nudge(table)
    return Ok(id=request.id or 0)


def _move_chair(table: Table, viewer: Viewer, chair: int | None) -> None:
    if chair is not None:
        table.check_seat(chair)
        if viewer.rights.seats:
            raise Refused("forbidden", "own_chair")
        if table.game.private:
            raise Refused("private", "chair")
    viewer.chair = chair
    table.show_scene_to(viewer)


async def show_whole(table: Table, viewer: Viewer, request: protocol.Whole) -> Ok:
    """The scene once more, from the start."""
    async with table.holding():
        viewer.held = None
        table.show_scene_to(viewer)
    return Ok(id=request.id or 0)


async def tell_log(table: Table, viewer: Viewer, request: protocol.Log) -> LogShown:
    """Everything that happened, as the viewer may know it."""
    async with table.holding():
        lines = table.story.log(table.seat_of(viewer), viewer.lang) if table.story is not None else []
    return LogShown(id=request.id, lines=lines)


async def rematch(table: Table, viewer: Viewer, request: protocol.Rematch) -> Ok:
    """Once more, with the same people."""
    if not (viewer.rights.seats or viewer.rights.host):
        raise Refused("not_seated")
    return Ok(id=request.id or 0, table=await table.house.rematch(table, viewer.address))


async def ping(table: Table, _viewer: Viewer, request: protocol.Ping) -> Ok:
    """Here; and so late is it by the clock that counts."""
    return Ok(id=request.id or 0, now=None if table.head.clock is None else milliseconds(timing.now(table)))


async def hello_again(_table: Table, _viewer: Viewer, _request: protocol.Hello) -> Ok:
    """Hello is said once."""
    raise Refused("malformed", problem="hello is the first message and comes once")


HANDLERS: dict[type[protocol.Request], Handler] = {
    protocol.Hello: hello_again,
    protocol.Nonce: lobby.nonce,
    protocol.Sit: lobby.sit,
    protocol.Leave: lobby.leave,
    protocol.SetSeat: lobby.set_seat,
    protocol.Swap: lobby.swap,
    protocol.Link: lobby.link,
    protocol.ChangeSettings: lobby.change_settings,
    protocol.LetIn: knocks.let_in,
    protocol.Start: lobby.start,
    protocol.Close: lobby.close,
    protocol.Move: play.move,
    protocol.Undo: undo.undo,
    protocol.Allow: undo.allow,
    protocol.Pause: pausing.pause,
    protocol.Agree: pausing.agree,
    protocol.Hint: play.hint,
    protocol.Know: knowing.know,
    protocol.HandOver: play.hand_over,
    protocol.TakeBack: play.take_back,
    protocol.Say: say,
    protocol.ChangePrefs: change_prefs,
    protocol.Whole: show_whole,
    protocol.Log: tell_log,
    protocol.Look: looking.look,
    protocol.Rematch: rematch,
    protocol.Ping: ping,
}
