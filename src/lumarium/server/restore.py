"""From stored entries back to a match in progress, and to the record of one that cannot be gone on with."""

from __future__ import annotations

import asyncio
import time

from lumarium.kernel import registry
from lumarium.kernel.event import Event
from lumarium.kernel.luck import FairChance, RecordedChance
from lumarium.kernel.match import Match
from lumarium.kernel.record import FORMAT, FORMAT_TIMED, End, Entry, Fair, Header, Out, Record, Start
from lumarium.kernel.record import Move as MoveLine
from lumarium.kernel.record import Undo as UndoLine

from . import store
from .story import RanOut, Story, Undone

SLICE = 0.005
"""Seconds for which a replay holds everybody up."""


def fair_luck(head: store.Head) -> FairChance:
    """The table's luck from its first pick on."""
    return FairChance(head.secret, head.id, head.nonces)


def begin(head: store.Head) -> tuple[Match, Story]:
    """The match at its start."""
    match = Match(head.game, head.players, None, head.options, head.names, fair_luck(head))
    return match, Story(match)


async def replayed(stored: store.Stored) -> tuple[Match, Story] | None:
    """The match of a stored table; None before its start and where its rules are no longer installed."""
    if not stored.entries or stored.head.closed == "older_rules":
        return None
    return await restore(stored.head, stored.entries)


async def restore(head: store.Head, entries: list[store.StoredEntry]) -> tuple[Match, Story]:
    """The match after these entries. Every pick is checked against the table's luck, which goes on from there. A long
    one lets other tables go on in between."""
    fair = fair_luck(head)
    luck = RecordedChance(entries[0].picks, fair)
    named = Fair(fair.commitment, fair.table, fair.nonces)
    match = Match(head.game, head.players, None, head.options, head.names, luck, named)
    luck.done()
    story = Story(match)
    rest = time.perf_counter() + SLICE
    for entry in entries[1:]:
        if time.perf_counter() > rest:
            await asyncio.sleep(0)
            rest = time.perf_counter() + SLICE
        luck.feed(entry.picks, entry.version)
        story.trail.append(repeat(match, entry))
        luck.done()
    match.play_on(fair)
    return match, story


def repeat(match: Match, entry: store.StoredEntry) -> list[Event] | Undone | RanOut:
    """What was played or taken back, once more."""
    if entry.out:
        assert entry.seat is not None
        match.run_out(entry.seat, int(entry.time))
        return RanOut(entry.seat)
    if not entry.undo:
        return match.play(entry.notation, entry.seat)
    moves = max(1, entry.practice)
    undone = Undone(match.history[-moves].seat, match.history[-moves].action, moves)
    if entry.practice:
        assert entry.seat is not None
        match.take_back(entry.seat, entry.practice)
    else:
        match.undo(entry.seat)
    return undone


def stored_record(head: store.Head, entries: list[store.StoredEntry]) -> Record:
    """The record as it was stored, for tables whose rules are no longer installed. The game is not asked."""
    fair = fair_luck(head)
    header = Header(
        lumarium=FORMAT_TIMED if any(entry.out for entry in entries) else FORMAT,
        game=head.game,
        rules_version=head.rules_version,
        players=head.players,
        options=head.options,
        names=head.names,
        chance=Fair(fair.commitment, fair.table, fair.nonces),
    )
    lines: list[Entry] = []
    for entry in entries[1:]:
        assert entry.seat is not None
        if entry.out:
            lines.append(Out(seat=entry.seat, time=int(entry.time)))
        elif entry.undo:
            lines.append(UndoLine(seat=entry.seat, undo=entry.notation, practice=entry.practice))
        else:
            lines.append(MoveLine(seat=entry.seat, move=entry.notation, picks=entry.picks))
    last = entries[-1]
    over = head.phase == "over"
    secret = head.secret.hex() if over else None
    end = End(over=over, scores=last.scores, ranking=last.ranking, secret=secret)
    return Record(header, Start(picks=entries[0].picks), tuple(lines), end)


def same_rules(head: store.Head) -> bool:
    """Is the rules version of this table installed?"""
    return registry.game(head.game).rules_version == head.rules_version
