"""Turn B, and the last round: take a song or a legend card and pay for it (NO-50 to NO-63)."""

from __future__ import annotations

from typing import Final

from lumarium.games.nomads.meta import NAME
from lumarium.kernel.event import Event
from lumarium.kernel.message import Message
from lumarium.kernel.native import i64

from .components import JOKER, LEGENDS, RUNGS, SONGS, STORIES
from .indices import (
    PAID_JOKERS,
    PAID_TYPES,
    PAY,
    PAY_SET,
    PAYING,
    PAYING_SONG,
    PAYMENTS,
    PAYMENTS_OF,
    SONG,
    TYPE,
    WRITE,
    types_in,
)
from .rounds import end_writing
from .table import NOBODY, NOTHING, Table

FIRST_SONG: Final = STORIES * RUNGS
"""Cards are counted legend by legend, rung by rung, and then the songs."""

# Which card


def add_cards(table: Table, seat: i64, legal: list[int]) -> None:
    """Every card in the supply that the player may take and can pay for."""
    legend: i64
    rung: i64
    song: i64
    tiles, rungs, values = table.tiles[seat], table.rungs[seat], table.values
    jokers = tiles[JOKER]
    for legend in range(STORIES):
        purse = tiles[legend] + jokers
        if purse:
            most = purse + table.value_held(seat, legend)
            for rung in range(rungs[legend] + 1, RUNGS):
                if values[legend * RUNGS + rung] > most:
                    break
                if table.holder(legend, rung) == NOBODY:
                    legal.append(WRITE + legend * RUNGS + rung)
    if table.singing[seat] == NOTHING:
        different = different_tiles(table, seat)
        for song in range(SONGS):
            if table.song_tiles[song] <= different and table.singer(song) == NOBODY:
                legal.append(SONG + table.songs[song] - 1)  # noqa: PERF401  # the list grows in place


def cost_of_rung(table: Table, seat: i64, legend: i64, rung: i64) -> i64:
    """The card's value, less the value of the card of that legend that it replaces (NO-54, NO-56)."""
    return table.values[legend * RUNGS + rung] - table.value_held(seat, legend)


def different_tiles(table: Table, seat: i64) -> i64:
    """How many different stories a player can tell, each joker standing for one more (NO-52, NO-61)."""
    tiles = table.tiles[seat]
    different: i64 = tiles[JOKER]
    story: i64
    for story in range(STORIES):
        if tiles[story]:
            different += 1
    if different > STORIES:
        return STORIES
    return different


def refused_card(table: Table, seat: i64, index: i64) -> Message | None:
    """Why the player cannot take this card."""
    if index >= SONG:
        return _refused_song(table, seat, index - SONG + 1)
    legend, rung = (index - WRITE) // RUNGS, (index - WRITE) % RUNGS
    if rung <= table.rungs[seat][legend]:
        key = "refusal.held" if rung == table.rungs[seat][legend] else "refusal.lower"
        return Message(NAME, key, legend=LEGENDS[legend], rung=rung + 1)
    if table.holder(legend, rung) != NOBODY:
        return Message(NAME, "refusal.held_by_other", legend=LEGENDS[legend], rung=rung + 1)
    cost, purse = cost_of_rung(table, seat, legend, rung), table.tiles[seat][legend] + table.jokers(seat)
    if cost > purse:
        return Message(NAME, "refusal.legend_cost", n=cost, purse=purse, legend=LEGENDS[legend], rung=rung + 1)
    return None


def _refused_song(table: Table, seat: i64, points: i64) -> Message | None:
    if points not in table.songs:
        return Message(NAME, "refusal.no_song", points=points)
    if table.singing[seat] != NOTHING:
        return Message(NAME, "refusal.second_song")
    song = table.songs.index(points)
    if table.singer(song) != NOBODY:
        return Message(NAME, "refusal.sung_by_other", points=points)
    cost, different = table.song_tiles[song], different_tiles(table, seat)
    if cost > different:
        return Message(NAME, "refusal.song_cost", points=points, n=cost, purse=different)
    return None


def choose_card(table: Table, seat: i64, index: i64, log: list[Event] | None) -> None:
    """Names the card; how it is paid comes next."""
    if index >= SONG:
        table.card = FIRST_SONG + table.songs.index(index - SONG + 1)
        table.phase = PAYING_SONG
    else:
        table.card = index - WRITE
        table.phase = PAYING
    if log is not None:
        log.append(Event(NAME, "choose_card", seat, {"card": card_name(table, table.card)}))


def card_name(table: Table, card: i64) -> str:
    """A card as it is written: a#3, or song 5."""
    if card >= FIRST_SONG:
        return f"song {table.songs[card - FIRST_SONG]}"
    return f"{LEGENDS[card // RUNGS]}#{card % RUNGS + 1}"


# How it is paid


def cost(table: Table, seat: i64) -> i64:
    """How many tiles the chosen card takes, neither more nor fewer (NO-51)."""
    if table.card >= FIRST_SONG:
        return table.song_tiles[table.card - FIRST_SONG]
    return cost_of_rung(table, seat, table.card // RUNGS, table.card % RUNGS)


def legal_payments(table: Table, seat: i64) -> list[int]:
    """A legend: how many jokers. A song: which types, and jokers for the rest (NO-59, NO-60)."""
    price, jokers = cost(table, seat), table.jokers(seat)
    if table.phase == PAYING:
        natural = table.tiles[seat][table.card // RUNGS]
        return [PAY + paid for paid in range(max(0, price - natural), min(price, jokers) + 1)]
    missing = ~types_of(table, seat)
    number: i64
    legal: list[int] = []
    for index in PAYMENTS_OF[price]:
        number = index - PAY_SET
        if PAID_JOKERS[number] <= jokers and not PAID_TYPES[number] & missing:
            legal.append(index)
    return legal


def types_of(table: Table, seat: i64) -> i64:
    """The story types that lie in front of a player, as bits."""
    tiles = table.tiles[seat]
    types: i64 = 0
    story: i64
    for story in range(STORIES):
        if tiles[story]:
            types |= TYPE[story]
    return types


def refused_payment(table: Table, seat: i64, index: i64) -> Message | None:
    """Why the player cannot pay like this."""
    price, jokers = cost(table, seat), table.jokers(seat)
    if table.phase == PAYING:
        paid, natural = index - PAY, table.tiles[seat][table.card // RUNGS]
        if paid > price:
            return Message(NAME, "refusal.overpaid", n=price, jokers=paid)
        if paid <= jokers and price - paid > natural:
            legend = LEGENDS[table.card // RUNGS]
            return Message(NAME, "refusal.stories", n=price - paid, legend=legend, purse=natural)
    else:
        types, paid = PAYMENTS[index - PAY_SET]
        if types.bit_count() + paid != price:
            return Message(NAME, "refusal.not_exact", n=price, paid=types.bit_count() + paid)
        missing = types & ~types_of(table, seat)
        if missing:
            return Message(NAME, "refusal.missing", types=types_in(missing))
    if paid > jokers:
        return Message(NAME, "refusal.jokers", n=paid, purse=jokers)
    return None


def pay(table: Table, seat: i64, index: i64, log: list[Event] | None) -> None:
    """The tiles go to the box, the card to the player, and the card it replaces back to the supply (NO-50, NO-57)."""
    before = list(table.tiles[seat]) if log is not None else []
    if table.phase == PAYING:
        spend(table, seat, JOKER, index - PAY)
        spend(table, seat, table.card // RUNGS, cost(table, seat) - (index - PAY))
    else:
        types, story = PAID_TYPES[index - PAY_SET], 0
        spend(table, seat, JOKER, PAID_JOKERS[index - PAY_SET])
        for story in range(STORIES):
            if types & TYPE[story]:
                spend(table, seat, story, 1)
    if log is not None:
        _tell_writing(table, seat, [had - has for had, has in zip(before, table.tiles[seat], strict=True)], log)
    if table.card >= FIRST_SONG:
        table.singing[seat] = table.card - FIRST_SONG
    else:
        table.rungs[seat][table.card // RUNGS] = table.card % RUNGS
    table.last_news = table.turns
    end_writing(table, seat, log)


def spend(table: Table, seat: i64, kind: i64, number: i64) -> None:
    """Tiles of a kind go from the player to the box (NO-50)."""
    table.tiles[seat][kind] -= number
    table.box[kind] += number


def _tell_writing(table: Table, seat: i64, spent: list[int], log: list[Event]) -> None:
    letters = "".join(letter * number for letter, number in zip(LEGENDS + "J", spent, strict=True))
    facts: dict[str, object] = {"card": card_name(table, table.card), "tiles": letters}
    legend = table.card // RUNGS
    if table.card < FIRST_SONG and table.rungs[seat][legend] != NOTHING:
        facts["old"] = card_name(table, legend * RUNGS + table.rungs[seat][legend])
        log.append(Event(NAME, "upgrade", seat, facts))
    else:
        log.append(Event(NAME, "write", seat, facts))
