"""Turn A: move a column, Lys, Red's lift, and listening (NO-26 to NO-49, powers NO-82 to NO-93)."""

from __future__ import annotations

from lumarium.games.nomads.meta import NAME
from lumarium.kernel.chance import Chance
from lumarium.kernel.event import Event
from lumarium.kernel.message import Message
from lumarium.kernel.native import i64

from .components import KINDS, MOON_TILE, RED, SIANA, SPACES, ULRICH
from .indices import (
    ACTING,
    COLOUR,
    DISC_NAMES,
    DOUBLE,
    DOUBLING,
    LIFT,
    LIFTING,
    LYS,
    MOVE,
    MOVES,
    NO_LIFT,
    PLAIN,
    SHIFT,
    SKIP,
    SKIPPING,
    SPACE,
    STEP,
    TURNING_LYS,
    WAYS,
)
from .rounds import end_turn
from .table import ASLEEP, NOBODY, NOTHING, Table

# Moon's shift


def shift_lys(table: Table, seat: i64, index: i64, log: list[Event] | None) -> None:
    """Moon may move Lys one field before she acts; nobody takes a tile for it (NO-82, NO-83)."""
    shift = index - SHIFT - 1
    table.lys = (table.lys + shift) % SPACES
    table.phase = ACTING
    if log is not None and shift:
        log.append(Event(NAME, "shift", seat, {"space": table.lys}))


# Move


def legal_moves(table: Table, seat: i64) -> list[int]:
    """Every column with an own disc, in both directions (NO-26, NO-27)."""
    return MOVES[table.spaces_of(table.adventurers[seat])].copy()


def refused_move(table: Table, seat: i64, index: i64) -> Message | None:
    """Why this column cannot be moved."""
    space = (index - MOVE) // 2
    if table.has_disc_on(seat, space):
        return None
    return Message(NAME, "refusal.no_own_disc" if table.columns[space] else "refusal.no_column", space=space)


def begin_move(table: Table, seat: i64, index: i64, chance: Chance, log: list[Event] | None) -> None:
    """Takes a column in hand; Ulrich and Siana say first how they use their power (NO-31)."""
    table.origin = (index - MOVE) // 2
    table.way = (index - MOVE) % 2
    discs = len(table.columns[table.origin])
    if log is not None:
        facts: dict[str, object] = {"space": table.origin, "way": WAYS[table.way], "n": discs}
        log.append(Event(NAME, "move", seat, facts))
    if table.adventurers[seat] == ULRICH and discs > 1:
        table.phase = DOUBLING
    elif table.adventurers[seat] == SIANA:
        table.phase = SKIPPING
    else:
        last_space = sow(table, seat, NOTHING, NOTHING, log)
        check_lys(table, seat, last_space, chance, log)


def legal_powers(table: Table) -> list[int]:
    """Ulrich doubles any step but the last, Siana skips any step (NO-87, NO-90); both may go without."""
    discs = len(table.columns[table.origin])
    first, steps = (DOUBLE, discs - 1) if table.phase == DOUBLING else (SKIP, discs)
    powers = [PLAIN]
    for step in range(steps):
        powers.append(first + step)  # noqa: PERF401  # one list, not two
    return powers


def refused_power(table: Table, index: i64) -> Message | None:
    """Why there is no such step."""
    discs = len(table.columns[table.origin])
    if table.phase == DOUBLING:
        last, key = DOUBLE + discs - 2, "refusal.double"
    else:
        last, key = SKIP + discs - 1, "refusal.skip"
    return None if index <= last else Message(NAME, key, n=discs)


def use_power(table: Table, seat: i64, index: i64, chance: Chance, log: list[Event] | None) -> None:
    """The column is sown with the power, or plainly."""
    double = index - DOUBLE + 1 if DOUBLE <= index < SKIP else NOTHING
    skip = index - SKIP + 1 if index >= SKIP else NOTHING
    last_space = sow(table, seat, double, skip, log)
    check_lys(table, seat, last_space, chance, log)


def sow(table: Table, seat: i64, double: i64, skip: i64, log: list[Event] | None) -> i64:
    """The bottom disc goes to the next space, and so on until the hand is empty (NO-28, NO-29); tells the last space.

    Disc `double + 1` joins the one before it; before disc number `skip` a space is passed (NO-87, NO-90).
    """
    hand = table.columns[table.origin]
    table.columns[table.origin] = []
    table.tallest = max(table.tallest, len(hand))
    step = STEP[table.way]
    space = table.origin
    number: i64 = 0
    for disc in hand:
        number += 1  # noqa: SIM113  # enumerate from 1 is slow when compiled
        if number != double + 1:
            space = (space + step) % SPACES
        if number == skip:
            if log is not None:
                log.append(Event(NAME, "skip", seat, {"space": space}))
            space = (space + step) % SPACES
        table.columns[space].append(disc)
        table.spaces[disc] = space
        if log is not None:
            key = "lay_sleeper" if table.owners[COLOUR[disc]] == ASLEEP else "lay"
            log.append(Event(NAME, key, seat, {"disc": DISC_NAMES[disc], "space": space}))
    table.origin = table.way = NOTHING
    return space


# Lys


def check_lys(table: Table, seat: i64, last_space: i64, chance: Chance, log: list[Event] | None) -> None:
    """Does Lys point at the field where the last disc was laid? (NO-32)"""
    if last_space == table.lys:
        table.phase = TURNING_LYS
    else:
        check_lift(table, seat, chance, log)


def legal_targets(table: Table) -> list[int]:
    """Any of the seven other fields, empty ones too (NO-33, NO-36)."""
    return [LYS + space for space in range(SPACES) if space != table.lys]


def refused_target(table: Table, index: i64) -> Message | None:
    """Why Lys cannot be turned there."""
    return Message(NAME, "refusal.lys_stays") if index - LYS == table.lys else None


def turn_lys(table: Table, seat: i64, space: i64, chance: Chance, log: list[Event] | None) -> None:
    """Lys points elsewhere, and the player takes the top tile there (NO-33 to NO-36)."""
    table.lys = space
    if log is not None:
        log.append(Event(NAME, "lys", seat, {"space": space}))
    if table.heights[space]:
        kind = table.take_top(space)
        table.put_down(kind, seat)
        table.uncover(space, chance)
        if log is not None:
            key = "lys_moon" if kind == MOON_TILE else "lys_tile"
            log.append(Event(NAME, key, seat, {"space": space, "tile": KINDS[kind]}))
            tell_uncovered(table, [space], log)
    elif log is not None:
        log.append(Event(NAME, "lys_empty", seat, {"space": space}))
    check_lift(table, seat, chance, log)


# Red's lift


def check_lift(table: Table, seat: i64, chance: Chance, log: list[Event] | None) -> None:
    """Red is asked where a lift would change something; then everyone listens (NO-40, NO-92)."""
    if table.adventurers[seat] == RED and len(legal_lifts(table)) > 1:
        table.phase = LIFTING
    else:
        listen(table, seat, chance, log)


def legal_lifts(table: Table) -> list[int]:
    """No lift, or a disc that is not on top already; of two that lie together the lower one (NO-93)."""
    lifts = [NO_LIFT]
    spaces = table.spaces_of(RED)
    space: i64
    for space in range(SPACES):
        if spaces & SPACE[space]:
            places = red_places(table, space)
            first = LIFT + 2 * space
            lifts += [first + i for i in range(len(places)) if changes_something(table, space, places, i)]
    return lifts


def red_places(table: Table, space: i64) -> list[int]:
    """Where Red's discs lie in a column, from the bottom up."""
    return [place for place, disc in enumerate(table.columns[space]) if COLOUR[disc] == RED]


def changes_something(table: Table, space: i64, places: list[int], number: i64) -> bool:
    """Would lifting this one of Red's discs give a sequence of colours that no lower one gives? (NO-93)"""
    top = len(table.columns[space]) - 1
    if len(places) == 1:
        return places[0] < top
    together = places[0] + 1 == places[1]
    if number == 0:
        return not (together and places[1] == top)
    return places[1] < top and not together


def refused_lift(table: Table, index: i64) -> Message | None:
    """Why this disc cannot be lifted."""
    if index == NO_LIFT:
        return None
    space, number = (index - LIFT) // 2, (index - LIFT) % 2
    places = red_places(table, space)
    if number >= len(places):
        return Message(NAME, "refusal.no_lift" if places else "refusal.lift_none", space=space)
    if not changes_something(table, space, places, number):
        return Message(NAME, "refusal.idle_lift", space=space)
    return None


def lift(table: Table, seat: i64, index: i64, chance: Chance, log: list[Event] | None) -> None:
    """Red puts one of his discs on top of its own column (NO-91)."""
    if index != NO_LIFT:
        space, number = (index - LIFT) // 2, (index - LIFT) % 2
        column = table.columns[space]
        disc = column.pop(red_places(table, space)[number])
        column.append(disc)
        if log is not None:
            log.append(Event(NAME, "lift", seat, {"disc": DISC_NAMES[disc], "space": space}))
    listen(table, seat, chance, log)


# Listen


def listen(table: Table, seat: i64, chance: Chance, log: list[Event] | None) -> None:
    """Every adventurer on top of a column takes the top tile there, all eight at once (NO-41 to NO-49)."""
    heard = [] if log is None else tell_listening(table, seat, log)
    space: i64
    for space in range(SPACES):
        if table.heights[space]:
            taker = table.listener(space)
            if taker != NOBODY:
                kind = table.take_top(space)
                table.put_down(kind, taker)
    for space in range(SPACES):
        if table.tops[space] == NOTHING:
            table.uncover(space, chance)
    if log is not None:
        tell_uncovered(table, heard, log)
    end_turn(table, seat, log)


def tell_listening(table: Table, seat: i64, log: list[Event]) -> list[i64]:
    """Who will take which tile, and on which spaces.

    The active player takes first, then the others clockwise, the sleepers last; it makes no difference (NO-49).
    """
    space: i64
    takers = [(seat + i) % table.players for i in range(table.players)]
    for taker in [*takers, ASLEEP]:
        for space in range(SPACES):
            if table.heights[space] and table.listener(space) == taker:
                kind = table.tops[space]
                key = ("sleeper_" if taker == ASLEEP else "listen_") + ("moon" if kind == MOON_TILE else "tile")
                facts: dict[str, object] = {"space": space, "tile": KINDS[kind]}
                log.append(Event(NAME, key, None if taker == ASLEEP else taker, facts))
    return [space for space in range(SPACES) if table.heights[space] and table.listener(space) != NOBODY]


def tell_uncovered(table: Table, spaces: list[i64], log: list[Event]) -> None:
    """Which tiles now lie on top."""
    tops = [f"{space}{KINDS[table.tops[space]]}" for space in spaces if table.heights[space]]
    if tops:
        log.append(Event(NAME, "uncover", None, {"tops": tops}, reveals=True))
