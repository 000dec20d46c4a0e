"""The frame of a turn, and how the game ends (NO-22 to NO-24, NO-73 to NO-77)."""

from __future__ import annotations

from lumarium.games.nomads.meta import NAME
from lumarium.kernel.event import Event
from lumarium.kernel.native import i64

from .components import LAST_STACKS, MOON
from .indices import ACTING, LAST_WRITING, OVER, SHIFTING
from .moon import score_full_moons
from .table import NOTHING, Table


def begin_turn(table: Table, seat: i64, log: list[Event] | None) -> None:
    """First the end test; then Moon may shift Lys before she acts (NO-23, NO-73, NO-82)."""
    table.turn = seat
    if has_few_stacks(table) or is_endless(table):
        begin_last_round(table, log)
        return
    table.turns += 1
    table.phase = SHIFTING if table.adventurers[seat] == MOON else ACTING


def has_few_stacks(table: Table) -> bool:
    """Are two or fewer stacks left? (NO-73)"""
    return table.stacks_left() <= LAST_STACKS


def is_endless(table: Table) -> bool:
    """Has nothing been taken for so long that nothing ever may be? (NO-77)"""
    return table.turns - table.last_news >= table.patience


def end_turn(table: Table, seat: i64, log: list[Event] | None) -> None:
    """A full moon is scored, then the next player is on turn (NO-22, NO-64)."""
    score_full_moons(table, log)
    begin_turn(table, (seat + 1) % table.players, log)


def begin_last_round(table: Table, log: list[Event] | None) -> None:
    """The player whose turn it would be writes first, everyone at most one card (NO-74)."""
    table.last_round = True
    table.writers = table.players
    table.phase = LAST_WRITING
    if log is not None:
        reason = "stacks" if has_few_stacks(table) else "safeguard"
        log.append(Event(NAME, f"last_round_{reason}", table.turn, {}))


def end_writing(table: Table, seat: i64, log: list[Event] | None) -> None:
    """After a card, or a pass: on with the turns, or with the last round."""
    table.card = NOTHING
    if not table.last_round:
        end_turn(table, seat, log)
        return
    table.writers -= 1
    table.turn = (seat + 1) % table.players
    table.phase = LAST_WRITING
    if table.writers == 0:
        table.turn = None
        table.phase = OVER
        if log is not None:
            log.append(Event(NAME, "over", None, {}))


def pass_writing(table: Table, seat: i64, log: list[Event] | None) -> None:
    """Only in the last round a player may do nothing (NO-24, NO-74)."""
    if log is not None:
        log.append(Event(NAME, "pass", seat, {}))
    end_writing(table, seat, log)
