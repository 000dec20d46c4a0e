"""A table as everybody may know it."""

from __future__ import annotations

import time
from hashlib import sha256
from typing import TYPE_CHECKING

from lumarium.kernel.match import Match

from . import timing
from .says import Result, SeatState, TableState

if TYPE_CHECKING:
    from .tables import Table


def described(table: Table, lang: str) -> TableState:
    """The table in a language; the same for whoever asks."""
    head, match, version = table.head, table.match, table.version
    over = match if head.phase == "over" else None
    return TableState(
        id=head.id,
        game=head.game,
        players=head.players,
        options=head.options,
        settings=head.settings,
        phase=head.phase,
        created=int(head.created),
        commitment=sha256(head.secret).hexdigest(),
        seats=[_seat(table, number) for number in range(head.players)],
        watchers=table.watchers,
        v=version,
        turn=match.state.turn if match is not None and head.phase == "playing" else None,
        result=None if over is None else _result(over, lang),
        asking=table.asking if table.asking is not None and table.asking.v == version else None,
        waits=table.waits,
        clock=timing.shown(table),
        secret=None if over is None else head.secret.hex(),
        next=head.next,
        closed=head.closed,
    )


def _seat(table: Table, number: int) -> SeatState:
    seat = table.seats[number]
    away = None if seat.kind != "person" else table.away_since(number)
    return SeatState(
        seat=number,
        kind=seat.kind,
        name=table.name_of(number),
        level=seat.level,
        connected=seat.kind == "person" and away is None,
        away=None if away is None else int(time.time() - (time.monotonic() - away)),
        ready=seat.ready,
        out=seat.out,
    )


def _result(match: Match, lang: str) -> Result:
    state = match.state
    return Result(tuple(state.scores), tuple(state.ranking), state.ended().render(lang), match.record.practice)
