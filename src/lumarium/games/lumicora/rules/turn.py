"""A turn: feed the Atoll, perform one action, refill the Atoll (LC-22 to LC-29)."""

from __future__ import annotations

from lumarium.games.lumicora.meta import NAME
from lumarium.kernel.chance import Chance
from lumarium.kernel.event import Event
from lumarium.kernel.message import Message

from .components import KINDS, MOST_TAKEN
from .indices import ACTING, COLOUR_OF, FEED, NOTHING, NUMBER_OF, OWN, STOP, TAKE, TAKE_LIMESTONE, TAKING
from .laying import take_up_hand
from .swaps import legal_swaps
from .table import Table, choices, kind_of, names_of, place_of

# Step 1


def legal_feeds(table: Table, seat: int) -> list[int]:
    """A Lumino of the own display, or before that a jellyfish."""
    return legal_swaps(table, seat) + choices(table.displays[seat], FEED)


def refused_display(table: Table, seat: int, kind: int) -> Message | None:
    """The Lumino must lie in the own display."""
    if place_of(table.displays[seat], kind) != NOTHING:
        return None
    return Message(NAME, "refusal.not_in_display", tile=KINDS[kind])


def feed_atoll(table: Table, seat: int, kind: int, log: list[Event] | None) -> None:
    """One Lumino of the display goes to the Atoll (LC-23)."""
    display = table.displays[seat]
    slot = place_of(display, kind)
    table.fed = display[slot]
    table.atoll.append(table.fed)
    display[slot] = NOTHING
    table.phase = ACTING
    if log is not None:
        log.append(Event(NAME, "feed", seat, {"tile": KINDS[kind]}))


# Step 2


def legal_actions(table: Table, seat: int) -> list[int]:
    """Action A, or one Lumino of the display, or one of the Atoll to begin with (LC-24)."""
    return [TAKE_LIMESTONE, *choices(table.displays[seat], OWN), *choices(takeable(table), TAKE)]


def legal_takes(table: Table) -> list[int]:
    """More of the colour that is being taken, or no more."""
    return [*choices(takeable(table), TAKE), STOP]


def takeable(table: Table) -> list[int]:
    """The Luminos of the Atoll that may be taken now (LC-28)."""
    if table.hand:
        colour = COLOUR_OF[kind_of(table.hand[0])]
        return [tile for tile in table.atoll if COLOUR_OF[kind_of(tile)] == colour]
    fed_colour = COLOUR_OF[kind_of(table.fed)]
    return [tile for tile in table.atoll if COLOUR_OF[kind_of(tile)] != fed_colour]


def refused_take(table: Table, seat: int, kind: int) -> Message | None:
    """One colour only, and not the one that was fed."""
    if place_of(takeable(table), kind) != NOTHING:
        return None
    if COLOUR_OF[kind] == COLOUR_OF[kind_of(table.fed)]:
        return Message(NAME, "refusal.fed_colour", tile=KINDS[kind], fed=KINDS[kind_of(table.fed)])
    if place_of(table.atoll, kind) == NOTHING:
        own = table.phase == ACTING and place_of(table.displays[seat], kind) != NOTHING
        return Message(NAME, "refusal.not_in_atoll_own" if own else "refusal.not_in_atoll", tile=KINDS[kind])
    return Message(NAME, "refusal.one_colour", tile=KINDS[kind])


def take_limestone(table: Table, seat: int, chance: Chance, log: list[Event] | None) -> None:
    """Action A: as much limestone as the number that was fed (LC-25)."""
    number = NUMBER_OF[kind_of(table.fed)]
    gained = table.gain(seat, number)
    if log is not None:
        log.append(Event(NAME, "limestone", seat, {"number": number, "n": gained}))
    refill_atoll(table, seat, chance, log)


def take_own(table: Table, seat: int, kind: int, chance: Chance, log: list[Event] | None) -> None:
    """Action B: a Lumino of the own display (LC-27)."""
    display = table.displays[seat]
    slot = place_of(display, kind)
    table.hand.append(display[slot])
    display[slot] = NOTHING
    if log is not None:
        log.append(Event(NAME, "own", seat, {"tile": KINDS[kind]}))
    refill_atoll(table, seat, chance, log)


def take(table: Table, seat: int, kind: int, chance: Chance, log: list[Event] | None) -> None:
    """Action C: one to three Luminos of the Atoll, one by one (LC-28)."""
    table.hand.append(table.atoll.pop(place_of(table.atoll, kind)))
    table.phase = TAKING
    if log is not None:
        log.append(Event(NAME, "take", seat, {"tile": KINDS[kind]}))
    if len(table.hand) == MOST_TAKEN or not takeable(table):
        refill_atoll(table, seat, chance, log)


# Step 3


def refill_atoll(table: Table, seat: int, chance: Chance, log: list[Event] | None) -> None:
    """Draws until the Atoll holds four again, then the hand is placed (LC-29, LC-R-20)."""
    drawn = table.fill_atoll(table.atoll_size, chance, log)
    if log is not None and drawn:
        log.append(Event(NAME, "refill", None, {"tiles": names_of(drawn)}, reveals=True))
    take_up_hand(table, seat, chance, log)
