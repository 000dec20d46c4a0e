"""Everything that lies on a Lumen table, piece by piece: hands, plus cards, the trick, bids, piles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from lumarium.kernel.event import spoken_name
from lumarium.kernel.message import Message
from lumarium.kernel.scene import Piece
from lumarium.kernel.stage import seats

from .components import DEALS
from .indices import BIDS, bid_text
from .layout import PITCH
from .meta import NAME
from .view import Card, Played, Trick, View
from .words import plain, signed

BID_PITCH = 56
TRICK_RADIUS = (186, 92)


def card_id(deal: int, seat: int, colour: str, position: int) -> str:
    """A card is its slot, in the hand and on the table: never its value."""
    return f"d{deal}h{seat}-{colour}{position}"


def bid_id(bid: str) -> str:
    """The piece to touch for a bid."""
    return f"bid-{bid}"


def pieces(view: View, lang: str, names: Sequence[str]) -> Iterator[Piece]:
    """All pieces, each with an id that it keeps through its life."""
    yield from _title(view, lang)
    for seat in seats(view):
        name = spoken_name(seat, names, lang)
        yield from _plate(view, seat, lang, name)
        yield from _hand(view, seat, lang, name)
    if view.trick is not None:
        yield from _trick(view, view.trick, "trick", lang, names)
    before = last_trick(view)
    if before is not None:
        yield Piece(id="title-last", text=_say("label.last_trick", lang), zone="last", y=-180, z=2, classes="title")
        yield from _trick(view, before, "last", lang, names)
    if view.phase == "bid" and view.turn == view.seat:
        yield from _bids(lang)


def last_trick(view: View) -> Trick | None:
    """The finished trick before the one being played, where the table agreed to show it."""
    running = view.trick is not None and view.trick.winner is None
    if not (view.options.last_trick and running and view.memory.tricks):
        return None
    return view.memory.tricks[-1]


def _title(view: View, lang: str) -> Iterator[Piece]:
    if view.just_scored is not None:
        text = _say("label.scored", lang, deal=view.deal - 1)
    else:
        text = _say("label.deal", lang, deal=view.deal, deals=DEALS)
        if view.trick is not None:
            text += " · " + _say("label.trick", lang, number=view.trick.number)
    yield Piece(id="title", text=text, zone="title", z=2, classes="title")


def _plate(view: View, seat: int, lang: str, name: str) -> Iterator[Piece]:
    """A player's name, bid, tricks and total; after a deal what it brought, until the first bid of the next."""
    zone = f"plate{seat}"
    active = " active" if seat == view.turn else ""
    yield Piece(id=f"name{seat}", text=name, zone=zone, x=-150, z=2, classes=f"name{active}")
    scored = view.just_scored
    bid = view.bids[seat] if scored is None else scored.bids[seat]
    tricks = view.tricks[seat] if scored is None else scored.tricks[seat]
    if bid is not None:
        label = _say("label.bid_made" if scored is None else "label.bid_before", lang, player=name, bid=bid)
        symbol = "lumen-bid-extra" if bid.endswith("+") else "lumen-bid"
        yield Piece(id=f"made{seat}", symbol=symbol, text=bid, zone=zone, scale=0.7, z=3, classes="bid", label=label)
    label = _say("label.tricks" if scored is None else "label.tricks_before", lang, player=name, n=tricks)
    yield Piece(
        id=f"pile{seat}",
        symbol="lumen-pile",
        text=str(tricks),
        zone=zone,
        x=62,
        scale=0.7,
        z=3,
        classes="pile",
        label=label,
    )
    if scored is not None:
        points = scored.points[seat]
        label = _say("label.points_before", lang, player=name, points=points)
        classes = "gain" if points > 0 else "loss"
        yield Piece(id=f"points{seat}", text=signed(points), zone=zone, x=122, z=3, classes=classes, label=label)
    label = _say("label.total", lang, player=name, n=view.scores[seat])
    text = f"Σ {plain(view.scores[seat])}"
    yield Piece(id=f"total{seat}", text=text, zone=zone, x=205, z=3, classes="total", label=label)


def _hand(view: View, seat: int, lang: str, name: str) -> Iterator[Piece]:
    for card in view.hands[seat]:
        yield Piece(
            id=card_id(view.deal, seat, card.colour, card.position),
            symbol=f"lumen-{'back' if card.value is None else 'card'}-{card.colour}",
            text="" if card.value is None else str(card.value),
            zone=f"hand{seat}{card.colour}",
            x=(card.position - 1) * PITCH,
            z=4,
            classes="card",
            label=_card_label(view, seat, card, lang, name),
        )
    shade = "dark" if seat == view.dark_plus else "light"
    label = _say(f"label.plus_{shade}", lang, player=name)
    yield Piece(id=f"plus{seat}", symbol=f"lumen-plus-{shade}", zone=f"plus{seat}", z=3, label=label)


def _card_label(view: View, seat: int, card: Card, lang: str, name: str) -> str:
    if card.value is not None:
        return _say("label.held", lang, player=name, colour=card.colour, value=card.value)
    key = "label.own" if seat == view.seat else "label.back"
    return _say(key, lang, player=name, coloured=card.colour, position=card.position)


def _trick(view: View, trick: Trick, zone: str, lang: str, names: Sequence[str]) -> Iterator[Piece]:
    """The cards of a trick, each on the side of the table where its player sits."""
    order = seats(view)
    for play in trick.plays:
        angle = pi / 2 + 2 * pi * order.index(play.seat) / view.players
        x, y = round(TRICK_RADIUS[0] * cos(angle), 1), round(TRICK_RADIUS[1] * sin(angle), 1)
        key = "label.played" if zone == "trick" else "label.last"
        yield _played(trick, play, zone, (x, y), _told(key, play, lang, names))
        if play.seat == trick.ahead:
            key = "label.ahead" if trick.winner is None else "label.taken"
            label = _say(key, lang, player=spoken_name(play.seat, names, lang))
            yield Piece(id=f"ahead-{zone}", symbol="lumen-ahead", zone=zone, x=x, y=y, z=6, label=label)


def _played(trick: Trick, play: Played, zone: str, spot: tuple[float, float], label: str) -> Piece:
    return Piece(
        id=card_id(trick.deal, play.seat, play.colour, play.position),
        symbol=f"lumen-card-{play.colour}",
        text=str(play.value),
        zone=zone,
        x=spot[0],
        y=spot[1],
        z=5,
        classes="card",
        label=label,
    )


def _told(key: str, play: Played, lang: str, names: Sequence[str]) -> str:
    return _say(key, lang, player=spoken_name(play.seat, names, lang), colour=play.colour, value=play.value)


def _bids(lang: str) -> Iterator[Piece]:
    """All bids to choose from: without the extra stone above, with it below."""
    for number in range(BIDS):
        bid, extra = bid_text(number), number % 2
        yield Piece(
            id=bid_id(bid),
            symbol="lumen-bid-extra" if extra else "lumen-bid",
            text=bid,
            zone="bids",
            x=(number // 2 - 5 + extra / 2) * BID_PITCH,
            y=BID_PITCH * (extra - 0.5),
            z=7,
            classes="bid",
            label=_say("label.bid", lang, bid=bid),
        )


def _say(key: str, lang: str, **facts: object) -> str:
    return Message(NAME, key, **facts).render(lang)
