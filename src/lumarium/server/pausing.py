"""A table with a clock pauses, and goes on, if all who play agree."""

from __future__ import annotations

import msgspec

from lumarium.kernel.event import called

from . import protocol, timing
from .clock import REFUSED, Clock, Question
from .errors import Refused
from .play import nudge, running
from .says import Ok
from .tables import Table
from .viewers import Viewer


async def pause(table: Table, viewer: Viewer, request: protocol.Pause) -> Ok:
    """Asks the other people, once; where there are none, it is done."""
    async with table.changing():
        seat = table.own_seat(viewer, request.seat)
        clock = await _ticking(table)
        if table.seats[seat].out and request.pause:
            raise Refused("late", "out")
        if clock.paused == request.pause:
            return Ok(id=request.id or 0)
        question = _open(table, clock.question, seat, request.pause)
        mine = tuple(sorted({*question.agreed, *viewer.rights.seats}))
        timing.ask(table, msgspec.structs.replace(question, agreed=mine))
        asked = await _told(table)
    nudge(table)
    return Ok(id=request.id or 0, asked=asked or None)


async def agree(table: Table, viewer: Viewer, request: protocol.Agree) -> Ok:
    """Answers the question, for all own seats."""
    async with table.changing():
        clock = await _ticking(table)
        question = clock.question
        if question is None or question.pause != request.pause or question.refused is not None:
            raise Refused("no_pause", "pause_unasked")
        mine = [seat for seat in timing.asked(table, question) if seat in viewer.rights.seats]
        if not mine:
            raise Refused("forbidden")
        if request.agree:
            timing.ask(table, msgspec.structs.replace(question, agreed=(*question.agreed, *mine)))
        else:
            at = timing.now(table)
            timing.ask(table, msgspec.structs.replace(question, refused=mine[0], at=at))
        await _told(table)
    nudge(table)
    return Ok(id=request.id or 0)


async def _ticking(table: Table) -> Clock:
    """The clock of a running game. Whoever asks in the last moment has had it."""
    running(table)
    if table.head.clock is None:
        raise Refused("no_pause")
    await timing.ran_out(table)
    return table.head.clock


def _open(table: Table, question: Question | None, seat: int, wanted: bool) -> Question:
    """The question that somebody asks already, or a new one."""
    at = timing.now(table)
    if question is None or question.pause != wanted:
        return Question(seat, wanted, at)
    if question.refused is None:
        return question
    if question.seat == seat and at - question.at < REFUSED:
        player = called(question.refused, table.head.names)
        raise Refused("no_pause", "pause_refused", player=player)
    return Question(seat, wanted, at)


async def _told(table: Table) -> list[int]:
    await table.save()
    table.show_table()
    clock = table.head.clock
    return [] if clock is None or clock.question is None else timing.asked(table, clock.question)
