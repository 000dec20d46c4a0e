"""Moon scorings: what happens when four moon tiles lie on the moon fields (NO-64 to NO-72)."""

from __future__ import annotations

from lumarium.games.nomads.meta import NAME
from lumarium.kernel.event import Event
from lumarium.kernel.native import i64

from . import scoring
from .components import MOON_FIELDS, MOON_TILE
from .table import Table


def score_full_moons(table: Table, log: list[Event] | None) -> None:
    """Four moon tiles are shared out, again and again until fewer lie there (NO-64 to NO-72)."""
    while table.moon_fields >= MOON_FIELDS:
        scores: list[i64] = [table.interim_score(seat) for seat in range(table.players)]
        won = scoring.shares(scores)
        unshared: i64 = MOON_FIELDS
        for tiles in won:
            unshared -= tiles
        table.moon_fields -= MOON_FIELDS
        table.box[MOON_TILE] += unshared
        table.moon_scorings += 1
        for seat in range(table.players):
            table.moon_tiles[seat] += won[seat]
        if log is not None:
            log.append(Event(NAME, "full_moon", None, {"n": unshared, "scores": scores, "shares": won}))
            for seat in range(table.players):
                facts: dict[str, object] = {"score": scores[seat], "n": won[seat]}
                log.append(Event(NAME, "moon_share" if won[seat] else "moon_none", seat, facts))
            if unshared:
                log.append(Event(NAME, "moon_rest", None, {"n": unshared}))
