"""A table's clock goes on with the game: whose time runs, who is too late, and what happens then."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import msgspec

from lumarium.kernel import registry

from .clock import Clock, ClockState, PauseAsked, Question, milliseconds, wound
from .entries import store
from .errors import Refused
from .logs import log
from .story import RanOut

if TYPE_CHECKING:
    from .tables import Table

STAND_INS = ("medium", "easy", "random")
"""Who plays on for somebody without time: the first of them that is installed."""


def now(table: Table) -> float:
    """The time of the house."""
    return table.house.time.now()


def came(table: Table, heard: float | None) -> float | None:
    """When a decision came: its message was heard then, or just now. None without a clock."""
    if table.head.clock is None:
        return None
    return now(table) if heard is None else heard


def runs_for(table: Table, turn: int | None, paused: bool = False) -> int | None:
    """Whose time runs: that of the person who has to decide. What bots do takes nobody's."""
    if turn is None or paused or table.head.phase != "playing":
        return None
    seat = table.seats[turn]
    return turn if seat.kind == "person" and seat.level is None else None


def _running(table: Table) -> int | None:
    clock, match = table.head.clock, table.match
    return runs_for(table, None if match is None else match.state.turn, clock is not None and clock.paused)


def begin(table: Table, turn: int | None) -> None:
    """The game begins."""
    head = table.head
    if head.settings.clock is not None:
        head.clock = wound(head.settings.clock, head.players, runs_for(table, turn), now(table))


def decided(table: Table, seat: int, at: float | None = None) -> None:
    """A decision was made, which came at that time."""
    head = table.head
    if head.clock is not None and head.settings.clock is not None:
        head.clock = head.clock.decided(head.settings.clock, seat, _running(table), now(table) if at is None else at)


def taken_back(table: Table, seat: int) -> None:
    """A decision was taken back by the rules of the house."""
    if table.head.clock is not None:
        table.head.clock = table.head.clock.taken_back(seat, _running(table), now(table))


def check_undo(table: Table, seat: int) -> None:
    """Refuses to take back what would leave no time."""
    if table.head.clock is not None and table.head.clock.before_last(seat, now(table)) <= 0:
        raise Refused("no_undo", "undo_time")


def turned(table: Table) -> None:
    """Seats or phase have changed: perhaps somebody else's time runs now, and a question is answered."""
    clock = table.head.clock
    if clock is not None and table.head.phase != "playing":
        table.head.clock = clock.halted(False, None, now(table))
    elif clock is not None:
        table.head.clock = clock.turned(_running(table), now(table))
        reconsider(table)


def rewound(table: Table) -> None:
    """Decisions were taken back for practice, whoever made them."""
    if table.head.clock is not None:
        clock = table.head.clock.turned(_running(table), now(table))
        table.head.clock = msgspec.structs.replace(clock, gains=(), by=None)


def come_back(table: Table, seat: int) -> None:
    """Somebody plays again."""
    head = table.head
    if head.clock is not None and head.settings.clock is not None:
        head.clock = head.clock.come_back(head.settings.clock, seat, _running(table), now(table))


def check_back(table: Table, seat: int) -> None:
    """Refuses somebody who is out; and the decision whose time ran out is the bot's."""
    clock, match = table.head.clock, table.match
    if table.seats[seat].out:
        raise Refused("late", "out")
    if clock is not None and match is not None and match.state.turn == seat and clock.left_of(seat, now(table)) <= 0:
        raise Refused("late", "late_turn")


# Running out


async def in_time(table: Table, seat: int, at: float | None) -> None:
    """Refuses what came too late, at a table that pauses, or from somebody for whom a bot plays."""
    clock = table.head.clock
    if clock is None:
        return
    if clock.paused:
        raise Refused("paused")
    if await ran_out(table, at) and clock.running == seat:
        raise Refused("late", v=table.version)
    if table.seats[seat].out:
        raise Refused("late", "out")
    if table.seats[seat].level is not None:
        raise Refused("late", "late_handed")


async def ran_out(table: Table, at: float | None = None) -> bool:
    """Stores that somebody's time ran out, if it did by that time. The table must be held; whoever stores it first, at
    whatever process, is the only one."""
    clock, match, story = table.head.clock, table.match, table.story
    if clock is None or clock.running is None or match is None or story is None or table.head.phase != "playing":
        return False
    seat, moment = clock.running, now(table) if at is None else at
    if clock.left_of(seat, moment) > 0:
        return False
    agreed, late = table.head.settings.clock, table.seats[seat]
    match.run_out(seat, int(time.time()))
    late.level = next((level for level in STAND_INS if level in registry.bots()), "random")
    late.out = agreed is not None and agreed.zero == "out"
    table.head.clock = clock.ran_out(seat, moment)
    reconsider(table)
    await store(table, match, None)
    table.stands()
    story.add(RanOut(seat))
    log("time_ran_out", table=table.head.id, seat=seat, version=match.version)
    table.show_table()
    table.show_scene()
    table.house.alarms.follow(table)
    return True


# Pausing


def asked(table: Table, question: Question) -> list[int]:
    """The people who have not answered: all who play on, whether they are here or not."""
    return [
        number
        for number, seat in enumerate(table.seats)
        if seat.kind == "person"
        and seat.level is None
        and not (seat.left or seat.remote)
        and number != question.seat
        and number not in question.agreed
    ]


def ask(table: Table, question: Question) -> None:
    """The table pauses, or goes on, as soon as nobody is left to ask."""
    assert table.head.clock is not None
    table.head.clock = msgspec.structs.replace(table.head.clock, question=question)
    reconsider(table)


def reconsider(table: Table) -> None:
    """Whoever was to be asked may be gone."""
    clock = table.head.clock
    question = None if clock is None else clock.question
    if clock is not None and question is not None and question.refused is None and not asked(table, question):
        turn = None if table.match is None else table.match.state.turn
        table.head.clock = clock.halted(question.pause, runs_for(table, turn, question.pause), now(table))


# Showing


def shown(table: Table) -> ClockState | None:
    """The clock as everybody sees it. It tells when who decided, which all have seen, and nothing else."""
    clock = table.head.clock
    if clock is None:
        return None
    return ClockState(
        left=[
            milliseconds(left) if seat.kind == "person" else None
            for seat, left in zip(table.seats, clock.left, strict=True)
        ],
        at=milliseconds(clock.at),
        running=clock.running,
        now=milliseconds(now(table)),
        paused=clock.paused,
        asking=_question(table, clock),
    )


def _question(table: Table, clock: Clock) -> PauseAsked | None:
    question = clock.question
    if question is None:
        return None
    waiting = [] if question.refused is not None else asked(table, question)
    return PauseAsked(seat=question.seat, pause=question.pause, waiting=waiting, refused=question.refused)
