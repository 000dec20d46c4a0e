"""Everything that lies on a Lumen table, piece by piece: hands, what a bid is worth, bids to choose from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lumarium.games.lumen.rules.components import COLOURS, DEALS, PENALTY, REWARD, REWARD_WITH_EXTRA
from lumarium.games.lumen.rules.indices import BIDS, POSITIONS, SLOT, bid_text
from lumarium.games.lumen.rules.view import Card, View
from lumarium.games.lumen.words.words import initials, say, signed
from lumarium.kernel.event import spoken_name
from lumarium.kernel.scene import Piece
from lumarium.kernel.stage import seats

from . import plates, sheet, window
from .layout import BID_COLUMNS, BID_PITCH, PITCH
from .window import card_id


def bid_id(bid: str) -> str:
    """The piece to touch for a bid."""
    return f"bid-{bid}"


def pieces(view: View, lang: str, names: Sequence[str]) -> Iterator[Piece]:
    """All pieces, each with an id that it keeps through its life."""
    yield Piece(id="room", symbol="lumen-room", zone="room")
    yield from _title(view, lang)
    spoken = [spoken_name(seat, names, lang) for seat in range(view.players)]
    marks = initials(spoken)
    for seat in seats(view):
        yield from plates.pieces(view, seat, lang, spoken[seat], marks[seat])
        yield from _hand(view, seat, lang, spoken[seat])
    bidding = view.phase == "bid" and view.turn == view.seat
    if view.trick is not None or not bidding:
        yield from window.pieces(view, lang, spoken, marks)
    before = view.shown_again
    if before is not None:
        yield Piece(id="title-last", text=say("label.last_trick", lang), zone="before", classes="soft")
        yield from window.before(view, before, lang, spoken, marks)
    if view.to_read is not None or view.over:
        yield from sheet.pieces(view, lang, names)
    if bidding:
        yield from _bids(lang)


def _title(view: View, lang: str) -> Iterator[Piece]:
    """Which deal and trick it is, what is trump, and what a bid is worth in this deal."""
    if view.just_scored is not None:
        text = say("label.scored", lang, deal=view.deal - 1)
    else:
        text = say("label.deal", lang, deal=view.deal, deals=DEALS)
    yield Piece(id="title", text=text, zone="title", classes="start")
    if view.phase == "play":
        trick = view.trick.number + (view.trick.winner is not None) if view.trick is not None else 1
        text = say("label.trick", lang, number=trick)
        yield Piece(id="title-trick", text=text, zone="title", y=28, classes="soft start")
    if not view.over:
        yield Piece(id="rising", text=say("label.rising", lang), zone="rising", classes="soft")
    label = say("label.trump_rule", lang)
    yield Piece(id="trump", symbol="lumen-hub-Y", zone="trump", scale=0.62, label=label)
    text = say("label.trump", lang)
    yield Piece(id="trump-text", text=text, zone="trump", x=28, classes="soft start")
    if not view.over and (view.to_read is None or view.turn == view.seat):
        yield from _stakes(view, lang)


def _stakes(view: View, lang: str) -> Iterator[Piece]:
    """What a bid that comes true brings in this deal, without and with the extra stone, and what another one costs: in
    words while bids are chosen, as a reminder during play."""
    choosing = view.phase == "bid" and view.turn == view.seat
    worth = (REWARD[view.deal - 1], REWARD_WITH_EXTRA[view.deal - 1], -PENALTY)
    beads = ("bead-won", "bead-extra-won", "bead-over")
    columns = (14, 224, 14)
    for number, (key, points, bead) in enumerate(zip(("exact", "more", "off"), worth, beads, strict=True)):
        x, y = (columns[number], 0) if choosing else (0, number * 32)
        label = say(f"label.stake_{key}", lang, points=points)
        text = say(f"label.short_{key}", lang, points=points) if choosing else signed(points)
        zone = "penalty" if choosing and key == "off" else "stakes"
        yield Piece(id=f"stake-{key}", symbol=f"lumen-{bead}", zone=zone, x=x, y=y, label=label)
        yield Piece(id=f"worth-{key}", text=text, zone=zone, x=x + 20, y=y, classes="soft start")


def _hand(view: View, seat: int, lang: str, name: str) -> Iterator[Piece]:
    """The cards; in the own hand also the places of those that were played, and what may not be played stands back."""
    own = seat == view.seat
    deciding = own and view.phase == "play" and view.turn == seat
    for card in view.hands[seat]:
        slot = SLOT + COLOURS.index(card.colour) * POSITIONS + card.position - 1
        yield Piece(
            id=card_id(view.deal, seat, card.colour, card.position),
            symbol=f"lumen-{'back' if card.value is None else 'card'}-{card.colour}",
            text="" if card.value is None else str(card.value),
            zone=f"hand{seat}{card.colour}",
            x=(card.position - 1) * PITCH,
            classes="card barred" if deciding and slot not in view.legal else "card",
            label=_card_label(view, seat, card, lang, name),
        )
    for play in view.plays if own and not view.over else ():
        if play.seat == seat:
            zone, x = f"hand{seat}{play.colour}", (play.position - 1) * PITCH
            yield Piece(id=f"gap-{play.colour}{play.position}", symbol="lumen-gap", zone=zone, x=x)
    shade = "dark" if seat == view.dark_plus else "light"
    label = say(f"label.plus_{shade}", lang, player=name)
    zone = f"plus{seat}"
    yield Piece(id=zone, symbol=f"lumen-plus-{shade}", zone=zone, label=label)


def _card_label(view: View, seat: int, card: Card, lang: str, name: str) -> str:
    if card.value is not None:
        return say("label.held", lang, player=name, colour=card.colour, value=card.value)
    key = "label.own" if seat == view.seat else "label.back"
    return say(key, lang, player=name, coloured=card.colour, position=card.position)


def _bids(lang: str) -> Iterator[Piece]:
    """All bids to choose from: without the extra stone above, with it below."""
    for number in range(BIDS):
        bid, extra = bid_text(number), number % 2
        half, column = divmod(number // 2, BID_COLUMNS)
        yield Piece(
            id=bid_id(bid),
            symbol="lumen-bid-extra" if extra else "lumen-bid",
            text=bid,
            zone="high" if half else "low",
            x=(2 * column - BID_COLUMNS + 1) * BID_PITCH // 2,
            y=(2 * extra - 1) * BID_PITCH // 2,
            classes="bid",
            label=say("label.bid", lang, bid=bid),
        )
