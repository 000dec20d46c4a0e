"""The set-up as decisions: adventurers, frog, sleepers, discs, Lys (NO-11 to NO-22)."""

from __future__ import annotations

from lumarium.games.nomads.meta import NAME
from lumarium.games.nomads.options import Tiny
from lumarium.kernel.chance import Chance
from lumarium.kernel.event import Event
from lumarium.kernel.message import Message
from lumarium.kernel.native import i64

from .components import ADVENTURERS, JOKER, NOMAD, NOSTROMO, SETUP_HEIGHT, SPACES
from .indices import (
    ADVENTURER,
    CHOOSING,
    COLOUR,
    DISC,
    DISC_NAMES,
    FROG,
    LYS,
    PLACING_DISCS,
    PLACING_FROG,
    PLACING_LYS,
    PLACING_SLEEPERS,
    PUT_DISC,
    PUT_FROG,
    SLEEPER,
)
from .rounds import begin_turn
from .table import ASLEEP, NOBODY, NOTHING, Table


def begin(table: Table, chance: Chance) -> None:
    """Eight stacks with their top tiles, the coin of LUMARATHON, and preset adventurers (NO-11, NO-13, NO-RU-34)."""
    for space in range(SPACES):
        table.uncover(space, chance)
    if table.options.coin is not None:
        table.tiles[table.options.coin][JOKER] += 1
    if table.options.adventurers:
        for seat in range(table.players):
            wake(table, seat, ADVENTURERS.index(table.options.adventurers[seat]) + 1)
        if table.options.tiny is None:
            settle_adventurers(table)
        else:
            lay_out(table, table.options.tiny)


def last_player(table: Table) -> i64:
    """The seat to the right of the starting player."""
    return (table.start - 1) % table.players


def sleeper_placer(table: Table) -> i64:
    """The seat that places the sleepers (NO-17, NO-RU-34)."""
    named = table.options.sleepers
    return last_player(table) if named is None else named


def legal(table: Table) -> list[int]:
    """What may be done in this step of the set-up."""
    if table.phase == CHOOSING:
        return [ADVENTURER + i for i in range(len(ADVENTURERS)) if table.owners[i + 1] == NOBODY]
    if table.phase == PLACING_SLEEPERS:
        return [SLEEPER + space for space in range(SPACES) if has_room(table, space)]
    if table.phase == PLACING_DISCS:
        return [PUT_DISC + space for space in range(SPACES) if has_room(table, space)]
    first = PUT_FROG if table.phase == PLACING_FROG else LYS
    return [first + space for space in range(SPACES)]


def refused(table: Table, index: i64) -> Message | None:
    """Why this step of the set-up is not possible."""
    if table.phase == CHOOSING:
        owner = table.owners[index - ADVENTURER + 1]
        return None if owner == NOBODY else Message(NAME, "refusal.adventurer", adventurer=ADVENTURERS[index])
    if table.phase in (PLACING_SLEEPERS, PLACING_DISCS):
        space = index - (SLEEPER if table.phase == PLACING_SLEEPERS else PUT_DISC)
        return None if has_room(table, space) else Message(NAME, "refusal.full", space=space, n=SETUP_HEIGHT)
    return None


def carry_out(table: Table, seat: i64, index: i64, log: list[Event] | None) -> None:
    """One step of the set-up."""
    if table.phase == CHOOSING:
        choose_adventurer(table, seat, index - ADVENTURER + 1, log)
    elif table.phase == PLACING_FROG:
        place_frog(table, seat, index - PUT_FROG, log)
    elif table.phase == PLACING_SLEEPERS:
        place_sleeper(table, seat, index - SLEEPER, log)
    elif table.phase == PLACING_DISCS:
        place_disc(table, seat, index - PUT_DISC, log)
    else:
        place_lys(table, seat, index - LYS, log)


def choose_adventurer(table: Table, seat: i64, colour: i64, log: list[Event] | None) -> None:
    """Clockwise from the starting player everyone takes an adventurer who is still free (NO-13)."""
    wake(table, seat, colour)
    if log is not None:
        log.append(Event(NAME, "adventurer", seat, {"adventurer": ADVENTURERS[colour - 1]}))
    table.turn = (seat + 1) % table.players
    if table.turn == table.start:
        settle_adventurers(table)


def wake(table: Table, seat: i64, colour: i64) -> None:
    """The player plays this adventurer."""
    table.adventurers[seat] = colour
    table.owners[colour] = seat


def lay_out(table: Table, tiny: Tiny) -> None:
    """A tiny game begins with all its discs on the ring; the others stay in the box."""
    send_to_sleep(table)
    table.set_out([[DISC[name] for name in column] for column in tiny.discs()])
    table.reserve = []
    table.lys = tiny.lys
    begin_turn(table, table.start, None)


def send_to_sleep(table: Table) -> None:
    """The adventurers whom nobody plays fall asleep (NO-14)."""
    for colour in range(1, len(table.owners)):
        if table.owners[colour] == NOBODY:
            table.owners[colour] = ASLEEP


def settle_adventurers(table: Table) -> None:
    """The others fall asleep; an awake Nostromo puts his frog down before the nomads come (NO-14, NO-15)."""
    send_to_sleep(table)
    if table.owners[NOSTROMO] == ASLEEP:
        lay_nomads(table)
    else:
        table.turn = table.owners[NOSTROMO]
        table.phase = PLACING_FROG


def place_frog(table: Table, seat: i64, space: i64, log: list[Event] | None) -> None:
    """The frog lies at the bottom of its column (NO-15)."""
    table.lay(FROG, space)
    if log is not None:
        log.append(Event(NAME, "frog", seat, {"disc": DISC_NAMES[FROG], "space": space}))
    lay_nomads(table)


def lay_nomads(table: Table) -> None:
    """A nomad on each space; then the sleepers (NO-16, NO-17)."""
    nomads = [disc for disc in table.reserve if COLOUR[disc] == NOMAD]
    for space in range(SPACES):
        table.lay(nomads[space], space)
    table.turn = sleeper_placer(table)
    table.phase = PLACING_SLEEPERS
    if next_sleeper(table) == NOTHING:
        begin_discs(table)


def next_sleeper(table: Table) -> i64:
    """The next sleeping disc to be placed; a sleeping Nostromo's frog stays in the box (NO-18)."""
    for disc in table.reserve:
        if disc != FROG and table.owners[COLOUR[disc]] == ASLEEP:
            return disc
    return NOTHING


def has_room(table: Table, space: i64) -> bool:
    """May another disc be put there before the first turn? (NO-20)"""
    return len(table.columns[space]) < SETUP_HEIGHT


def place_sleeper(table: Table, seat: i64, space: i64, log: list[Event] | None) -> None:
    """Two discs of each sleeping adventurer, one after the other (NO-17)."""
    disc = next_sleeper(table)
    table.lay(disc, space)
    if log is not None:
        log.append(Event(NAME, "sleeper", seat, {"disc": DISC_NAMES[disc], "space": space}))
    if next_sleeper(table) == NOTHING:
        begin_discs(table)


def begin_discs(table: Table) -> None:
    """The starting player lays the first disc (NO-19)."""
    table.turn = table.start
    table.phase = PLACING_DISCS


def next_disc(table: Table, seat: i64) -> i64:
    """A disc of that player which is not yet on the ring."""
    for disc in table.reserve:
        if COLOUR[disc] == table.adventurers[seat]:
            return disc
    return NOTHING


def place_disc(table: Table, seat: i64, space: i64, log: list[Event] | None) -> None:
    """One disc each, clockwise, twice around (NO-19)."""
    disc = next_disc(table, seat)
    table.lay(disc, space)
    if log is not None:
        log.append(Event(NAME, "disc", seat, {"disc": DISC_NAMES[disc], "space": space}))
    table.turn = (seat + 1) % table.players
    if next_disc(table, table.turn) == NOTHING:
        table.turn = last_player(table)
        table.phase = PLACING_LYS


def place_lys(table: Table, seat: i64, space: i64, log: list[Event] | None) -> None:
    """The last player points Lys at a field; then the starting player begins (NO-21, NO-22)."""
    table.lys = space
    if log is not None:
        log.append(Event(NAME, "lys", seat, {"space": space}))
    begin_turn(table, table.start, log)
