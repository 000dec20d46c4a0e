"""Setup: starting Luminos, Atoll and displays (LC-12 to LC-19)."""

from __future__ import annotations

from lumarium.games.lumicora.meta import NAME
from lumarium.kernel.chance import Chance
from lumarium.kernel.event import Event
from lumarium.kernel.message import Message

from .components import LETTERS
from .indices import STARTS, letters, start_index
from .rounds import begin_round
from .table import Table, names_of


def deal_start_luminos(table: Table, chance: Chance) -> None:
    """One starting Lumino for everyone, at random; the others stay in the box (LC-14)."""
    box = [(LETTERS.index(pair[0]), LETTERS.index(pair[1])) for pair in table.options.start_luminos]
    for seat in range(table.players):
        left, right = box.pop(chance.pick(len(box)))
        table.starts[seat] = (min(left, right), max(left, right))


def lay_out(table: Table, starts: tuple[str, str], chance: Chance) -> None:
    """A tiny game begins with the first turn, the starting Luminos as they are named."""
    for seat, (left, right) in enumerate([(LETTERS.index(pair[0]), LETTERS.index(pair[1])) for pair in starts]):
        table.starts[seat] = (min(left, right), max(left, right))
        table.reefs[seat].lay_start(left, right)
    deal(table, chance, None)


def legal_starts(table: Table, seat: int) -> list[int]:
    """Both ways to lay the own starting Lumino."""
    left, right = table.starts[seat]
    return [start_index(left, right), start_index(right, left)]


def refused_start(table: Table, seat: int, index: int) -> Message | None:
    """Only the own starting Lumino can be laid."""
    if index in legal_starts(table, seat):
        return None
    return Message(NAME, "refusal.start", colours=letters(*table.starts[seat]))


def lay_start(table: Table, seat: int, start: int, chance: Chance, log: list[Event] | None) -> None:
    """The starting Lumino comes to lie as its owner likes; after the last one the Luminos are drawn (LC-R-1)."""
    left, right = STARTS[start]
    table.reefs[seat].lay_start(left, right)
    if log is not None:
        log.append(Event(NAME, "start", seat, {"colours": letters(left, right)}))
    if seat + 1 < table.players:
        table.turn = seat + 1
    else:
        deal(table, chance, log)


def deal(table: Table, chance: Chance, log: list[Event] | None) -> None:
    """Four Luminos for the Atoll, then four for each display (LC-18)."""
    tiles = table.fill_atoll(table.atoll_size, chance, log)
    if log is not None:
        log.append(Event(NAME, "atoll", None, {"tiles": names_of(tiles)}, reveals=True))
    for seat in range(table.players):
        tiles = table.fill_display(seat, chance, log)
        if log is not None:
            log.append(Event(NAME, "display", seat, {"tiles": names_of(tiles)}, reveals=True))
    begin_round(table)
