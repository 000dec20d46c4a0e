"""The game itself: moves, bots at their pace, hints, stand-ins."""

from __future__ import annotations

import asyncio
import secrets
import time

from lumarium.kernel import registry
from lumarium.kernel.action import Action
from lumarium.kernel.errors import LumariumError, NotYourTurn
from lumarium.kernel.event import called
from lumarium.kernel.match import Match
from lumarium.kernel.message import Message
from lumarium.kernel.touch import action_at
from lumarium.kernel.view import View

from . import protocol, timing
from .bots import adviser
from .config import PACES
from .entries import store
from .errors import Overtaken, Refused
from .logs import log, mistake, warn
from .pool import Failed
from .says import HintShown, Ok
from .tables import Table
from .viewers import Viewer

RETRY = 5.0
"""Seconds until a bot whose move could not be stored tries again."""
PAUSE = 0.2
LOOK = 0.25
"""Seconds between two looks at whether others have decided for a bot."""
MOST_TOLD = 6
"""So many sentences after the first are waited for."""


async def move(table: Table, viewer: Viewer, request: protocol.Move) -> Ok:
    """A decision of a person, or of a program that plays from afar."""
    came = timing.came(table, viewer.heard)
    async with table.changing(seats=False):
        seat = table.own_seat(viewer, request.seat)
        version = repeated(table, viewer, request)
        if version is None:
            match = running(table)
            await timing.in_time(table, seat, came)
            check_version(match, request.v)
            _check_turn(match, seat)
            await play(table, seat, _meant(table, match, seat, request), request.key, came)
            version = match.version
    nudge(table)
    return Ok(id=request.id or 0, v=version)


def repeated(table: Table, viewer: Viewer, request: protocol.Move | protocol.Undo) -> int | None:
    """The version that this very request made earlier. On a shared device it may be another seat's turn since."""
    if request.key is None:
        return None
    seats = viewer.rights.seats if request.seat is None else (request.seat,)
    return next((version for seat in seats if (version := table.keys.get((seat, request.key))) is not None), None)


def _meant(table: Table, match: Match, seat: int, request: protocol.Move) -> Action:
    if (request.path is None) == (request.action is None):
        raise Refused("malformed", problem="a move has either a path or an action")
    if request.action is not None:
        return match.game.actions.parse(request.action)
    assert request.path is not None
    assert table.story is not None
    return match.game.actions[action_at(table.story.touch(seat), request.path)]


async def play(
    table: Table, seat: int, action: Action, key: str | None = None, came: float | None = None, forced: bool = False
) -> None:
    """Plays, stores, and only then shows. The table must be held; `came` is when the decision did. `forced`: nobody had
    to be asked for it."""
    match, story = table.match, table.story
    assert match is not None
    assert story is not None
    events = match.play(action, seat)
    if match.over:
        table.head.phase = "over"
    timing.decided(table, seat, came)
    await store(table, match, key, forced)
    story.add(events)
    if match.over:
        log("over", table=table.head.id, version=match.version)
    if match.over or table.head.clock is not None:
        table.show_table()
    table.show_scene()


async def hint(table: Table, viewer: Viewer, request: protocol.Hint) -> HintShown:
    """What a bot would do in this seat's place, knowing what the seat knows."""
    async with table.holding():
        seat = table.own_seat(viewer, request.seat)
        match = running(table)
        if not table.head.settings.hints:
            raise Refused("no_hint")
        check_version(match, request.v)
        _check_turn(match, seat)
        view = match.view(seat)
    level = adviser()
    if level is None:
        raise Refused("no_hint", "no_adviser")
    try:
        choice = await table.house.bots.explain(level, view, viewer.lang, viewer.address)
        action = match.game.actions.parse(choice.action)
    except (Failed, LumariumError) as error:
        warn("hint_failed", table=table.head.id, level=level, problem=str(error))
        raise Refused("internal") from error
    return HintShown(id=request.id, v=request.v, path=action.touch(view), action=action.notation, text=choice.text)


async def hand_over(table: Table, viewer: Viewer, request: protocol.HandOver) -> Ok:
    """A bot stands in for a seat."""
    async with table.changing():
        if not (viewer.rights.seats or viewer.rights.host):
            raise Refused("not_seated")
        running(table)
        await timing.ran_out(table)
        table.check_seat(request.seat)
        registry.bot(request.level, table.game)
        seat = table.seats[request.seat]
        own = request.seat in viewer.rights.seats
        if seat.kind != "person" or not (own or _is_gone(table, request.seat)):
            raise Refused("present")
        seat.level = request.level
        timing.turned(table)
        await table.save()
        table.show_table()
    nudge(table)
    return Ok(id=request.id or 0, seat=request.seat)


def _is_gone(table: Table, number: int) -> bool:
    away = table.away_since(number)
    return table.seats[number].left or (away is not None and time.monotonic() - away >= table.house.config.away_seconds)


async def take_back(table: Table, viewer: Viewer, request: protocol.TakeBack) -> Ok:
    """The seat's player plays again."""
    async with table.changing():
        number = table.own_seat(viewer, request.seat)
        running(table)
        await timing.ran_out(table)
        seat = table.seats[number]
        if seat.level is None and not seat.left:
            raise Refused("present", "not_handed")
        timing.check_back(table, number)
        seat.level, seat.left = None, False
        timing.come_back(table, number)
        await table.save()
        table.show_table()
    return Ok(id=request.id or 0, seat=number)


# Bots and forced moves


def nudge(table: Table) -> None:
    """Sees to it that whoever needs no person to decide, decides."""
    if (table.driver is None or table.driver.done()) and _needs_no_person(table):
        table.driver = asyncio.create_task(_drive(table))


def _needs_no_person(table: Table) -> bool:
    if table.match is None or table.head.phase != "playing" or table.match.state.turn is None or _pauses(table):
        return False
    seat = table.match.state.turn
    if table.seats[seat].level is None:
        return _is_forced(table, table.match, seat)
    # Bots play on for people who will come back, but not for nobody at all, unless the time was agreed on.
    return table.anybody or table.head.clock is not None or any(other.level is None for other in table.seats)


def _pauses(table: Table) -> bool:
    return table.head.clock is not None and table.head.clock.paused


def _is_forced(table: Table, match: Match, seat: int) -> bool:
    return table.plays_forced(seat) and len(match.state.legal()) == 1


async def _drive(table: Table) -> None:
    try:
        while True:
            try:
                if not await _decide(table):
                    return
            except Overtaken:  # others were quicker
                continue
            except Refused as error:
                warn("bot_waits", table=table.head.id, code=error.code)
                await asyncio.sleep(RETRY)
    except Exception:  # noqa: BLE001  # nobody waits for this task
        mistake("bot_stopped", table=table.head.id)


async def _decide(table: Table) -> bool:
    """One decision that needs no person; False when a person has to go on."""
    started = time.monotonic()
    async with table.changing(seats=False):
        if await timing.ran_out(table):
            return True
        if not _needs_no_person(table):
            return False
        match = running(table)
        seat = match.state.turn
        assert seat is not None
        level, version, view = table.seats[seat].level, match.version, match.view(seat)
        if level is None:
            await play(table, seat, match.game.actions[view.legal[0]], forced=True)
            return True
    if table.left_to_others:
        await asyncio.sleep(min(LOOK, table.left_to_others))
        return True
    with table.thinking(seat):
        with table.told_of_wait(seat):
            await _moderation(table)
            action = await _bots_choice(table, match, level, view)
        await asyncio.sleep(max(0.0, _least_time(table, level) - (time.monotonic() - started)))
    async with table.changing(seats=False):
        same_match = table.match is match and match.version == version
        goes_on = table.head.phase == "playing" and not _pauses(table)
        if same_match and goes_on and table.seats[seat].level is not None:
            await play(table, seat, action)
    return True


async def _moderation(table: Table) -> None:
    """Bots that play among themselves count as messages of whoever looks on, however fast they are."""
    house = table.house
    while not house.addresses.may("message", table.who_waits(house.bots.asked_by)[0]):
        await asyncio.sleep(PAUSE)


def _least_time(table: Table, level: str) -> float:
    """How long a bot takes at least: longer after a move that has more to tell, such as the last card of a deal. Where
    seats know different things, its time must not tell whether there was something to decide."""
    last = table.story.trail[-1] if table.story is not None and table.story.trail else []
    further = min(len(last) - 1, MOST_TOLD) if isinstance(last, list) and last else 0
    pace = PACES[table.head.settings.pace] * (1 + further / 2)
    return max(pace, table.house.bots.usual(table.head.game, level)) if table.game.private else pace


async def _bots_choice(table: Table, match: Match, level: str, view: View) -> Action:
    actions, bots = match.game.actions, table.house.bots
    if len(view.legal) == 1 and not match.game.private:
        return actions[view.legal[0]]
    try:
        action = actions.parse(await bots.choose(level, view, *table.who_waits(bots.asked_by)))
        if action.index in view.legal:
            return action
        raise Failed(f"{action.notation} is not legal")
    except (Failed, LumariumError) as error:
        warn("bot_failed", table=table.head.id, level=level, problem=str(error))
        return actions[secrets.choice(view.legal)]


# Questions that several of them ask


def running(table: Table) -> Match:
    """The match that is being played; refused if there is none."""
    if table.head.phase == "waiting":
        raise Refused("not_started")
    if table.head.phase == "closed":
        raise Refused("over", "closed")
    if table.head.phase == "over":
        raise Refused("over", v=table.version)
    assert table.match is not None
    return table.match


def check_version(match: Match, given: int) -> None:
    """Refuses what was meant for another version."""
    if given != match.version:
        raise Refused("stale", v=match.version, given=given, now=match.version)


def _check_turn(match: Match, seat: int) -> None:
    turn = match.state.turn
    if turn != seat:
        names = match.names
        raise NotYourTurn(Message("kernel", "turn.other", turn=called(turn, names), seat=called(seat, names)))
