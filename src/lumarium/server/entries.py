"""What happened in a match is stored, with whatever changed at the table by it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from lumarium.kernel.match import Match
from lumarium.kernel.record import Move, Out, Undo

from .store import StoredEntry
from .telling import ended, turned

if TYPE_CHECKING:
    from .tables import Table


async def store(table: Table, match: Match, key: str | None, forced: bool = False) -> None:
    """The latest entry of the match, durably, and whom it concerns. A clock is in the table's head: that goes along."""
    last, state = match.last, match.state
    assert last is not None
    entry = StoredEntry(
        version=match.version,
        seat=last.seat,
        notation=last.undo if isinstance(last, Undo) else last.move if isinstance(last, Move) else "",
        picks=last.picks if isinstance(last, Move) else (),
        time=float(last.time) if isinstance(last, Out) else time.time(),
        undo=isinstance(last, Undo),
        out=isinstance(last, Out),
        practice=last.practice if isinstance(last, Undo) else 0,
        key=key,
        scores=tuple(state.scores),
        ranking=tuple(state.ranking),
        turn=state.turn,
    )
    calls = ended(table) if match.over else turned(table, match, None if forced else last.seat)
    await table.append(entry, whole=match.over or table.head.clock is not None, calls=calls)
