"""Special action: spend a jellyfish to swap Luminos, at the start of the own turn (LC-32 to LC-36)."""

from __future__ import annotations

from lumarium.games.lumicora.meta import NAME
from lumarium.kernel.chance import Chance
from lumarium.kernel.event import Event
from lumarium.kernel.message import Message

from .components import KINDS
from .indices import ATOLL, DISPLAY, DONE, EXCHANGE, FEEDING, NOTHING, SWAP, SWAPPING, ZONES
from .table import Table, choices, kind_of, names_of, place_of


def legal_swaps(table: Table, seat: int) -> list[int]:
    """The zones in which a jellyfish can be spent."""
    return [SWAP + DISPLAY, SWAP + ATOLL] if table.jellyfish(seat) else []


def refused_swap(table: Table, seat: int) -> Message | None:
    """A swap costs a jellyfish."""
    return None if table.jellyfish(seat) else Message(NAME, "refusal.no_jellyfish")


def spend_jellyfish(table: Table, seat: int, zone: int, log: list[Event] | None) -> None:
    """The scoring tile goes to the box; now the Luminos of one zone are chosen (LC-33)."""
    table.spent[seat] += 1
    table.zone = zone
    table.phase = SWAPPING
    if log is not None:
        log.append(Event(NAME, "jellyfish", seat, {"zone": ZONES[zone]}))


def swap_zone(table: Table, seat: int) -> list[int]:
    """The Luminos among which is chosen."""
    return table.displays[seat] if table.zone == DISPLAY else table.atoll


def legal_exchanges(table: Table, seat: int) -> list[int]:
    """Every kind that still lies in the zone, and the end of choosing once there is one (LC-R-4)."""
    legal = choices(swap_zone(table, seat), EXCHANGE)
    if table.chosen:
        legal.append(DONE)
    return legal


def refused_exchange(table: Table, seat: int, index: int) -> Message | None:
    """Only Luminos of the chosen zone, never of both (LC-33)."""
    if index == DONE:
        return None if table.chosen else Message(NAME, "refusal.swap_none")
    kind = index - EXCHANGE
    if place_of(swap_zone(table, seat), kind) != NOTHING:
        return None
    other = table.atoll if table.zone == DISPLAY else table.displays[seat]
    key = "swap_mixed" if place_of(other, kind) != NOTHING else "not_in"
    return Message(NAME, f"refusal.{key}_{ZONES[table.zone]}", tile=KINDS[kind])


def choose_to_swap(table: Table, seat: int, kind: int, log: list[Event] | None) -> None:
    """This Lumino shall leave."""
    zone = swap_zone(table, seat)
    place = place_of(zone, kind)
    table.chosen.append(zone[place])
    if table.zone == DISPLAY:
        zone[place] = NOTHING
    else:
        zone.pop(place)
    if log is not None:
        log.append(Event(NAME, "exchange", seat, {"tile": KINDS[kind]}))


def swap(table: Table, seat: int, chance: Chance, log: list[Event] | None) -> None:
    """All chosen Luminos go into the bag, then as many come out of it (LC-33, LC-35)."""
    for tile in table.chosen:
        table.bag.put(kind_of(tile))
    if table.zone == DISPLAY:
        drawn = table.fill_display(seat, chance, log)
    else:
        drawn = table.fill_atoll(len(table.atoll) + len(table.chosen), chance, log)
    if log is not None:
        log.append(Event(NAME, f"swapped_{ZONES[table.zone]}", seat, {"tiles": names_of(drawn)}, reveals=True))
    table.chosen.clear()
    table.zone = NOTHING
    table.phase = FEEDING
