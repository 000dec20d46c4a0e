"""Step 4 of a turn: each Lumino of the hand is placed or returned (LC-30, LC-31, LC-37 to LC-54)."""

from __future__ import annotations

from lumarium.games.lumicora.meta import NAME
from lumarium.kernel.chance import Chance
from lumarium.kernel.event import Event
from lumarium.kernel.message import Message

from .components import KINDS
from .indices import BIT, CHOOSING, COLOUR_OF, COORDINATES, HAND, LAYING, NOTHING, PLACEMENTS, RETURN
from .rounds import end_turn
from .table import Table, choices, kind_of, place_of


def take_up_hand(table: Table, seat: int, chance: Chance, log: list[Event] | None) -> None:
    """Goes on with the hand: asks which Lumino comes next where they differ; an empty hand ends the turn."""
    hand = table.hand
    table.laying = NOTHING
    if not hand:
        end_turn(table, seat, chance, log)
    elif all(kind_of(tile) == kind_of(hand[0]) for tile in hand):
        table.laying = hand[0]
        table.phase = LAYING
    else:
        table.phase = CHOOSING


def legal_hand(table: Table) -> list[int]:
    """The kinds in hand."""
    return choices(table.hand, HAND)


def refused_hand(table: Table, kind: int) -> Message | None:
    """Only what is in the hand can be placed."""
    return None if place_of(table.hand, kind) != NOTHING else Message(NAME, "refusal.not_in_hand", tile=KINDS[kind])


def choose_lumino(table: Table, seat: int, kind: int, log: list[Event] | None) -> None:
    """This Lumino is next (LC-30)."""
    table.laying = table.hand[place_of(table.hand, kind)]
    table.phase = LAYING
    if log is not None:
        log.append(Event(NAME, "hand", seat, {"tile": KINDS[kind]}))


def legal_lays(table: Table, seat: int) -> list[int]:
    """Returning is always allowed (LC-53), placing where the rules of the reef say so."""
    colour = COLOUR_OF[kind_of(table.laying)]
    return [RETURN, *table.reefs[seat].legal_lays(colour, table.stores[seat])]


def refused_lay(table: Table, seat: int, placement: int) -> Message | None:
    """Which of the placement rules forbids this, if any."""
    reef = table.reefs[seat]
    colour = COLOUR_OF[kind_of(table.laying)]
    a, b = PLACEMENTS[placement]
    height = reef.heights[a]
    if (BIT[a] | BIT[b]) & ~reef.terrain.board:
        return Message(NAME, "refusal.no_space", space=notation(b if reef.terrain.board & BIT[a] else a))
    if not reef.is_level(a, b):
        return Message(NAME, "refusal.tilted", one=height, two=reef.heights[b])
    if height and reef.is_one_lumino(placement):
        return Message(NAME, "refusal.covers_one")
    if not reef.touches_same_colour(colour, a, b):
        key = "above" if height else "any" if reef.is_excepted(colour) else "base"
        return Message(NAME, f"refusal.untouched_{key}", tile=KINDS[kind_of(table.laying)], level=height + 1)
    cost = reef.cost(a, b)
    if cost > table.stores[seat]:
        return Message(NAME, "refusal.unpaid", n=cost, stored=table.stores[seat])
    return None


def lay(table: Table, seat: int, placement: int, chance: Chance, log: list[Event] | None) -> None:
    """The Lumino is placed, and water paid for (LC-48, LC-49)."""
    reef, tile = table.reefs[seat], table.laying
    a, b = PLACEMENTS[placement]
    cost = reef.cost(a, b)
    table.stores[seat] -= cost
    reef.lay(tile, placement)
    table.hand.remove(tile)
    if log is not None:
        facts: dict[str, object] = {"tile": KINDS[kind_of(tile)], "level": reef.heights[a], "cost": cost}
        facts["first"], facts["second"] = notation(a), notation(b)
        log.append(Event(NAME, "lay_paid" if cost else "lay", seat, facts))
    take_up_hand(table, seat, chance, log)


def return_lumino(table: Table, seat: int, chance: Chance, log: list[Event] | None) -> None:
    """The Lumino goes back into the bag for a point (LC-53)."""
    kind = kind_of(table.laying)
    table.hand.remove(table.laying)
    table.bag.put(kind)
    table.returns[seat] += 1
    if log is not None:
        log.append(Event(NAME, "return", seat, {"tile": KINDS[kind]}))
    take_up_hand(table, seat, chance, log)


def notation(space: int) -> str:
    """A space as moves write it."""
    q, r = COORDINATES[space]
    return f"({q},{r})"
