"""The cards as pieces: a ladder for each legend and the songs, or before the player who holds one; and their prices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from lumarium.games.nomads.rules.components import LEGENDS, RUNGS, STORIES
from lumarium.games.nomads.rules.view import View
from lumarium.games.nomads.words.words import priced, say
from lumarium.kernel.event import spoken_name
from lumarium.kernel.scene import Piece

from .layout import COLUMN, SONG_COLUMN, held


def pieces(view: View, lang: str, names: Sequence[str]) -> Iterator[Piece]:
    """Every card, the lowest of each legend at the foot of its ladder; a lower one may cover the foot of the next."""
    values = view.options.card_values()
    holders = {
        (legend, rung): seat for seat, player in enumerate(view.seats) for legend, rung in player.legends.items()
    }
    for rung in reversed(range(RUNGS)):
        yield Piece(id=f"rack{rung}", symbol="nomads-rack", zone=f"rung-{rung}")
        for column, legend in enumerate(LEGENDS):
            value, holder = values[column * RUNGS + rung], holders.get((legend, rung + 1))
            name = "" if holder is None else spoken_name(holder, names, lang)
            price, missing = _asked(view, legend, rung) if holder is None else (None, 0)
            chosen = view.card == f"{legend}#{rung + 1}"
            scale = 1 if holder is None else held(view.players)
            yield from _legend((column, rung), value, holder, name, price, missing, chosen, scale, lang)
        yield _song(view, rung, lang, names)


def cost(view: View, seat: int, legend: str, rung: int) -> int:
    """What this card (counted from 0) costs a player now: its value, less that of the card it replaces (NO-56)."""
    values = view.options.card_values()[LEGENDS.index(legend) * RUNGS :]
    held = view.seats[seat].legends.get(legend)
    return values[rung] - (values[held - 1] if held else 0)


def _asked(view: View, legend: str, rung: int) -> tuple[int | None, int]:
    """What a free card costs the viewer, None where they cannot write it any more, and how many tiles are missing."""
    if view.seat is None or view.over or view.seats[view.seat].legends.get(legend, 0) > rung:
        return None, 0
    price, tiles = cost(view, view.seat, legend, rung), view.seats[view.seat].tiles
    return price, price - tiles.get(legend, 0) - tiles.get("J", 0)


@lru_cache(maxsize=1 << 12)
def _legend(
    place: tuple[int, int],
    value: int,
    holder: int | None,
    name: str,
    price: int | None,
    missing: int,
    chosen: bool,
    scale: float,
    lang: str,
) -> tuple[Piece, ...]:
    """A legend card, and its price for the viewer where that is not its value."""
    column, rung = place
    legend = LEGENDS[column]
    facts: dict[str, str | int] = {"legend": legend, "rung": rung + 1, "n": value}
    if holder is not None:
        label = say("label.card_held", lang, player=name, **facts)
    else:
        label = say("label.card_free", lang, **facts)
        label += _price_label(price if price is not None and price != value else 0, missing, lang)
    card = _card(f"card-{legend}{rung + 1}", f"nomads-card-{legend}", holder, place, chosen, scale, str(value), label)
    if price is None or price == value:
        return (card,)
    return card, Piece(
        id=f"price-{legend}{rung + 1}",
        symbol="nomads-price",
        zone=f"rung-{rung}",
        x=column * COLUMN,
        y=-14,
        classes="price",
        text=f"−{price}",
    )


def _song(view: View, rung: int, lang: str, names: Sequence[str]) -> Piece:
    points, price = view.options.songs[rung], view.options.song_prices()[rung]
    holder = view.holder(f"song {points}")
    if holder is not None:
        label = say("label.song_held", lang, n=points, player=spoken_name(holder, names, lang))
        text = str(points)
    else:
        label = say("label.song_free", lang, n=points, cost=price)
        text = priced(points, price)
        if view.seat is not None and not view.over and view.seats[view.seat].song is None:
            label += _price_label(0, price - different(view, view.seat), lang)
    chosen = view.card == f"song {points}"
    scale = 1 if holder is None else held(view.players)
    return _card(f"song-{points}", "nomads-card-song", holder, (SONG_COLUMN, rung), chosen, scale, text, label)


def different(view: View, seat: int) -> int:
    """How many different tiles a player can pay for a song, each joker standing for one more (NO-61)."""
    tiles = view.seats[seat].tiles
    return min(STORIES, sum(letter in tiles for letter in LEGENDS) + tiles.get("J", 0))


def _price_label(price: int, missing: int, lang: str) -> str:
    """What the viewer would pay where that is not the value, and how many tiles are missing."""
    said = say("label.price", lang, n=price) if price else ""
    return said + (say("label.missing", lang, n=missing) if missing > 0 else "")


def _card(
    piece: str,
    symbol: str,
    holder: int | None,
    place: tuple[int, int],
    chosen: bool,
    scale: float,
    text: str,
    label: str,
) -> Piece:
    column, rung = place
    zone = f"rung-{rung}" if holder is None else f"cards{holder}"
    classes = "card chosen" if chosen else "card"
    return Piece(
        id=piece, symbol=symbol, zone=zone, x=column * COLUMN, scale=scale, classes=classes, text=text, label=label
    )
