"""Everything that lies on a Lumen table, piece by piece: hands, what a bid is worth, bids to choose from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lumarium.games.lumen.rules.components import COLOURS, PENALTY, REWARD, REWARD_WITH_EXTRA
from lumarium.games.lumen.rules.indices import POSITIONS, SLOT, bid_text
from lumarium.games.lumen.rules.view import Card, View
from lumarium.games.lumen.words.words import initials, say, signed
from lumarium.kernel.drawing import part
from lumarium.kernel.event import spoken_name
from lumarium.kernel.scene import Piece
from lumarium.kernel.stage import seats

from . import sheet
from .layout import BID_COLUMNS, BID_PITCH, PITCH
from .plates import Standing, plate
from .window import before, card_id, window


def bid_id(bid: str) -> str:
    """The piece to touch for a bid."""
    return f"bid-{bid}"


def pieces(view: View, lang: str, names: Sequence[str]) -> list[Piece]:
    """All pieces, each with an id that it keeps through its life."""
    found: list[Piece] = []
    scored, bidding = view.just_scored is not None, view.phase == "bid" and view.turn == view.seat
    deck = view.options.deck(view.players)
    found += _title(lang, view.deal, deck.deals, scored, _running(view), view.over)
    if not view.over and (view.to_read is None or view.turn == view.seat):
        found += _stakes(lang, view.deal, bidding)
    spoken = [spoken_name(seat, names, lang) for seat in range(view.players)]
    marks = initials(spoken)
    circle = seats(view)
    for seat in circle:
        standing = Standing(view.bids[seat], view.tricks[seat], view.scores[seat], scored, view.over)
        found += plate(seat, seat == view.turn, standing, spoken[seat], marks[seat], lang)
        found += _hand(view, seat, lang, spoken[seat])
    if view.trick is not None or not bidding:
        following = view.turn if view.phase == "play" else None
        found += window(lang, circle, view.trick, following, spoken, marks)
    if view.shown_again is not None:
        found += before(lang, circle, view.shown_again, spoken, marks)
    if view.to_read is not None or view.over:
        found += sheet.pieces(view, lang, names)
    if bidding:
        found += _bids(lang, deck.bids)
    return found


def _running(view: View) -> int | None:
    """Which trick is being played."""
    if view.phase != "play":
        return None
    return view.trick.number + (view.trick.winner is not None) if view.trick is not None else 1


@part
def _title(lang: str, deal: int, deals: int, scored: bool, trick: int | None, over: bool) -> Iterator[Piece]:
    """Which deal and trick it is, and what is trump."""
    yield Piece(id="room", symbol="lumen-room", zone="room")
    if scored:
        text = say("label.scored", lang, deal=deal - 1)
    else:
        text = say("label.deal", lang, deal=deal, deals=deals)
    yield Piece(id="title", text=text, zone="title", classes="start")
    if trick is not None:
        text = say("label.trick", lang, number=trick)
        yield Piece(id="title-trick", text=text, zone="title", y=28, classes="soft start")
    if not over:
        yield Piece(id="rising", text=say("label.rising", lang), zone="rising", classes="soft")
    label = say("label.trump_rule", lang)
    yield Piece(id="trump", symbol="lumen-hub-Y", zone="trump", scale=0.62, label=label)
    text = say("label.trump", lang)
    yield Piece(id="trump-text", text=text, zone="trump", x=28, classes="soft start")


@part
def _stakes(lang: str, deal: int, choosing: bool) -> Iterator[Piece]:
    """What a bid that comes true brings in this deal, without and with the extra stone, and what another one costs: in
    words while bids are chosen, as a reminder during play."""
    worth = (REWARD[deal - 1], REWARD_WITH_EXTRA[deal - 1], -PENALTY)
    beads = ("bead-won", "bead-extra-won", "bead-over")
    columns = (14, 224, 14)
    for number, (key, points, bead) in enumerate(zip(("exact", "more", "off"), worth, beads, strict=True)):
        x, y = (columns[number], 0) if choosing else (0, number * 32)
        label = say(f"label.stake_{key}", lang, points=points)
        text = say(f"label.short_{key}", lang, points=points) if choosing else signed(points)
        zone = "penalty" if choosing and key == "off" else "stakes"
        yield Piece(id=f"stake-{key}", symbol=f"lumen-{bead}", zone=zone, x=x, y=y, label=label)
        yield Piece(id=f"worth-{key}", text=text, zone=zone, x=x + 20, y=y, classes="soft start")


def _hand(view: View, seat: int, lang: str, name: str) -> list[Piece]:
    """The cards and the plus card. The own hand also has the places of those that were played, and what may not
    be played stands back."""
    found: list[Piece] = []
    own = seat == view.seat
    playing = view.legal if own and view.phase == "play" and view.turn == seat else None
    found += _cards(seat, view.deal, view.hands[seat], own, playing, name, lang)
    if own and not view.over:
        found += _gaps(seat, [(play.colour, play.position) for play in view.plays if play.seat == seat])
    found += _plus(seat, seat == view.dark_plus, name, lang)
    return found


@part
def _cards(
    seat: int, deal: int, cards: Sequence[Card], own: bool, playing: Sequence[int] | None, name: str, lang: str
) -> Iterator[Piece]:
    for card in cards:
        slot = SLOT + COLOURS.index(card.colour) * POSITIONS + card.position - 1
        yield Piece(
            id=card_id(deal, seat, card.colour, card.position),
            symbol=f"lumen-{'back' if card.value is None else 'card'}-{card.colour}",
            text="" if card.value is None else str(card.value),
            zone=f"hand{seat}{card.colour}",
            x=(card.position - 1) * PITCH,
            classes="card barred" if playing is not None and slot not in playing else "card",
            label=_card_label(card, own, lang, name),
        )


@part
def _gaps(seat: int, played: Sequence[tuple[str, int]]) -> Iterator[Piece]:
    for colour, position in played:
        zone, x = f"hand{seat}{colour}", (position - 1) * PITCH
        yield Piece(id=f"gap-{colour}{position}", symbol="lumen-gap", zone=zone, x=x)


@part
def _plus(seat: int, dark: bool, name: str, lang: str) -> Iterator[Piece]:
    shade = "dark" if dark else "light"
    label = say(f"label.plus_{shade}", lang, player=name)
    zone = f"plus{seat}"
    yield Piece(id=zone, symbol=f"lumen-plus-{shade}", zone=zone, label=label)


def _card_label(card: Card, own: bool, lang: str, name: str) -> str:
    if card.value is not None:
        return say("label.held", lang, player=name, colour=card.colour, value=card.value)
    key = "label.own" if own else "label.back"
    return say(key, lang, player=name, coloured=card.colour, position=card.position)


@part
def _bids(lang: str, bids: int) -> Iterator[Piece]:
    """All bids to choose from: without the extra stone above, with it below."""
    columns = min(BID_COLUMNS, (bids + 1) // 2)
    for number in range(bids):
        bid, extra = bid_text(number), number % 2
        half, column = divmod(number // 2, BID_COLUMNS)
        yield Piece(
            id=bid_id(bid),
            symbol="lumen-bid-extra" if extra else "lumen-bid",
            text=bid,
            zone="high" if half else "low",
            x=(2 * column - columns + 1) * BID_PITCH // 2,
            y=(2 * extra - 1) * BID_PITCH // 2,
            classes="bid",
            label=say("label.bid", lang, bid=bid),
        )
