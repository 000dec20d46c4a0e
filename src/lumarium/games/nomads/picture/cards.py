"""The cards as pieces: a ladder for each legend and the songs, or before the player who holds one; and their prices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lumarium.games.nomads.options import Options
from lumarium.games.nomads.rules.components import LEGENDS, RUNGS, STORIES
from lumarium.games.nomads.rules.view import Player, View
from lumarium.games.nomads.words.words import priced, say
from lumarium.kernel.drawing import part
from lumarium.kernel.event import spoken_name
from lumarium.kernel.scene import Piece

from .layout import COLUMN, SONG_COLUMN, held


class Holder(NamedTuple):
    """Who has a card, and how much smaller it lies there."""

    seat: int
    name: str
    scale: float


def pieces(view: View, lang: str, names: Sequence[str]) -> tuple[Piece, ...]:
    """Every card, the lowest of each legend at the foot of its ladder; a lower one may cover the foot of the next."""
    holding = [(player.legends, player.song) for player in view.seats]
    called = [spoken_name(seat, names, lang) for seat in range(view.players)]
    buyer = None if view.seat is None or view.over else view.seats[view.seat]
    return _supply(lang, view.options, holding, called, buyer, view.card)


@part
def _supply(
    lang: str,
    options: Options,
    holding: list[tuple[dict[str, int], int | None]],
    names: list[str],
    buyer: Player | None,
    card: str | None,
) -> Iterator[Piece]:
    """All cards as whoever may buy them sees them; `card` is being paid for."""
    scale = held(len(names))
    holders: dict[tuple[str, int], Holder] = {}
    for seat, (legends, song) in enumerate(holding):
        holder = Holder(seat, names[seat], scale)
        holders.update(((legend, rung), holder) for legend, rung in legends.items())
        if song is not None:
            holders["song", song] = holder
    values = options.card_values()
    ladders = [
        _ladder(
            column,
            values[column * RUNGS : (column + 1) * RUNGS],
            [holders.get((legend, rung + 1)) for rung in range(RUNGS)],
            None if buyer is None else _purse(buyer, legend),
            card.partition("#")[2] if card is not None and card[0] == legend else "",
            lang,
        )
        for column, legend in enumerate(LEGENDS)
    ]
    for rung in reversed(range(RUNGS)):
        yield Piece(id=f"rack{rung}", symbol="nomads-rack", zone=f"rung-{rung}")
        for ladder in ladders:
            yield from ladder[rung]
        points, price = options.songs[rung], options.song_prices()[rung]
        missing = 0 if buyer is None or buyer.song is not None else price - _different(buyer)
        yield _song(rung, points, price, holders.get(("song", points)), missing, card == f"song {points}", lang)


def cost(ladder: Sequence[int], rung: int, has: int) -> int:
    """What a card (counted from 0) costs now: its value, less that of the card it replaces, counted from 1 (NO-56)."""
    return ladder[rung] - (ladder[has - 1] if has else 0)


def _purse(buyer: Player, legend: str) -> tuple[int, int]:
    """The rung that a player holds of a legend, counted from 1, and how many tiles can be paid for the next."""
    return buyer.legends.get(legend, 0), buyer.tiles.get(legend, 0) + buyer.tiles.get("J", 0)


def _different(buyer: Player) -> int:
    """How many different tiles a player can pay for a song, each joker standing for one more (NO-61)."""
    return min(STORIES, sum(letter in buyer.tiles for letter in LEGENDS) + buyer.tiles.get("J", 0))


@part
def _ladder(
    column: int,
    values: list[int],
    holders: list[Holder | None],
    purse: tuple[int, int] | None,
    chosen: str,
    lang: str,
) -> Iterator[tuple[Piece, ...]]:
    """The cards of a legend by rung, from below, each with its price for the viewer where that is not its value."""
    for rung, (value, holder) in enumerate(zip(values, holders, strict=True)):
        price, missing = None, 0
        if holder is None and purse is not None and purse[0] <= rung:
            price = cost(values, rung, purse[0])
            missing = price - purse[1]
        yield (*_legend((column, rung), value, holder, price, missing, chosen == str(rung + 1), lang),)


def _legend(
    place: tuple[int, int],
    value: int,
    holder: Holder | None,
    price: int | None,
    missing: int,
    chosen: bool,
    lang: str,
) -> Iterator[Piece]:
    column, rung = place
    legend = LEGENDS[column]
    facts: dict[str, str | int] = {"legend": legend, "rung": rung + 1, "n": value}
    if holder is not None:
        label = say("label.card_held", lang, player=holder.name, **facts)
    else:
        label = say("label.card_free", lang, **facts)
        label += _price_label(price if price is not None and price != value else 0, missing, lang)
    symbol = f"nomads-card-{legend}"
    yield _card(f"card-{legend}{rung + 1}", symbol, holder, place, chosen, str(value), label)
    if price is not None and price != value:
        yield Piece(
            id=f"price-{legend}{rung + 1}",
            symbol="nomads-price",
            zone=f"rung-{rung}",
            x=column * COLUMN,
            y=-14,
            classes="price",
            text=f"−{price}",
        )


def _song(rung: int, points: int, price: int, holder: Holder | None, missing: int, chosen: bool, lang: str) -> Piece:
    if holder is not None:
        label = say("label.song_held", lang, n=points, player=holder.name)
        text = str(points)
    else:
        label = say("label.song_free", lang, n=points, cost=price) + _price_label(0, missing, lang)
        text = priced(points, price)
    return _card(f"song-{points}", "nomads-card-song", holder, (SONG_COLUMN, rung), chosen, text, label)


def _price_label(price: int, missing: int, lang: str) -> str:
    """What the viewer would pay where that is not the value, and how many tiles are missing."""
    said = say("label.price", lang, n=price) if price else ""
    return said + (say("label.missing", lang, n=missing) if missing > 0 else "")


def _card(
    piece: str, symbol: str, holder: Holder | None, place: tuple[int, int], chosen: bool, text: str, label: str
) -> Piece:
    column, rung = place
    return Piece(
        id=piece,
        symbol=symbol,
        zone=f"rung-{rung}" if holder is None else f"cards{holder.seat}",
        x=column * COLUMN,
        scale=1 if holder is None else holder.scale,
        classes="card chosen" if chosen else "card",
        text=text,
        label=label,
    )
