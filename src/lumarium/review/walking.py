"""The decisions of a record that stand: what was taken back is no decision."""

from __future__ import annotations

from typing import NamedTuple

from lumarium.kernel.errors import LumariumError
from lumarium.kernel.message import Message
from lumarium.kernel.record import Move, Record, Undo
from lumarium.kernel.state import State


class Made(NamedTuple):
    """A decision of a record."""

    at: int
    """How many moves and undos there were before."""
    seat: int
    before: State
    choice: int
    """The index of what was decided."""
    picks: tuple[int, ...]
    after: State


def decisions(record: Record) -> list[Made]:
    """All of them, in order. The game must have been played to its end."""
    made: list[Made] = []
    steps = record.walk()
    match = next(steps)
    before = match.state.clone()
    for at, (entry, _) in enumerate(zip(record.entries, steps, strict=True)):
        after = match.state.clone()
        if isinstance(entry, Move):
            index = match.game.actions.parse(entry.move).index
            made.append(Made(at, entry.seat, before, index, entry.picks, after))
        elif isinstance(entry, Undo):
            del made[-max(1, entry.practice) :]
        before = after
    if not match.over:
        raise LumariumError(Message("kernel", "review.unfinished"))
    return made
