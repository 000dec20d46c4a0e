"""What can be known in Lumen: of the own cards, of what the others know of theirs, and of what a bid would come to."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product

from lumarium.games.lumen.meta import NAME
from lumarium.games.lumen.rules.components import COLOURS
from lumarium.games.lumen.rules.imagine import complete, worlds
from lumarium.games.lumen.rules.indices import bid_text
from lumarium.games.lumen.rules.scoring import deal_points
from lumarium.games.lumen.rules.view import Card, View
from lumarium.games.lumen.rules.worlds import HIDDEN, Gap, find_gaps
from lumarium.kernel.chance import Chance
from lumarium.kernel.insight import STEPS, Insight, Likely, Line, Odds, Points, Spread, Topic, exactly, own_seat
from lumarium.kernel.message import Message

from .coach import tricks_won
from .knowledge import Own, own_hands

EVERY = 1 << 30
"""More hands than anybody could hold: all of them are weighed."""
PLAYOUTS = 200
"""How often the deal is played with each bid, in the last step."""


class LumenInsight(Insight):
    """Everything follows from the order of a hand and from what its owner has seen nowhere."""

    def topics(self, view: View) -> Iterator[Topic]:
        yield Topic("cards", ("values",), tuple(_own_cards(view)), {"n": worlds(view).count})
        if any(bid is not None for seat, bid in enumerate(view.bids) if seat != view.seat):
            yield Topic("weighed", ("values",), tuple(_weighed(view)))

    def minds(self, view: View) -> Iterator[int]:
        return (seat for seat in range(view.players) if seat != view.seat and view.hands[seat])

    def mind(self, view: View, seat: int) -> Iterator[Topic]:
        yield Topic("theirs", ("values",), tuple(_their_cards(view, seat)))

    def estimates(self, view: View) -> Iterator[str]:
        if view.phase == "bid" and view.turn == view.seat:
            yield "bids"

    def estimate(self, view: View, key: str, step: int, chance: Chance) -> Topic:
        assert key == "bids"
        times = PLAYOUTS >> (STEPS - 1 - step)
        counts = tricks_won(complete(view, chance), list(view.legal), times, chance)
        lines = [_bid(view, bid, won, times) for bid, won in zip(view.legal, counts, strict=True)]
        lines.sort(key=_expected, reverse=True)
        return Topic(key, ("points", "kept", "tricks"), tuple(lines), {"n": times})


def _own_cards(view: View) -> Iterator[Line]:
    found = {slot: (gap, place) for gap in worlds(view).gaps for place, slot in enumerate(gap.slots)}
    for card in view.hands[own_seat(view)]:
        gap, place = found[card.slot]
        ways = gap.ways(place)
        spread = Spread(tuple((value, Odds(number, gap.count)) for value, number in ways.items()))
        yield Line(_named(card), (spread,), (_piece(view, own_seat(view), card),))


def _weighed(view: View) -> Iterator[Line]:
    """The same, each hand as likely as it explains what the others have bid: they see it."""
    seat = own_seat(view)
    state = complete(view, Chance(0))
    state.turn = seat
    own = Own(state, own_hands(state, EVERY, Chance(0)))
    own.heed_bids(state)
    for card, shares in zip(view.hands[seat], own.shares(), strict=True):
        found = {value: share for value, share in enumerate(shares) if share > 0}
        # Sums of fractions come near 1; what is certain is exactly 1.
        spread = Spread(tuple((value, Likely(share / sum(found.values()))) for value, share in found.items()))
        yield Line(_named(card), (spread,), (_piece(view, seat, card),))


def _their_cards(view: View, seat: int) -> Iterator[Line]:
    """What another can know of the own cards. They see the viewer's hand, who does not: so the mean over all hands that
    the viewer could hold. Colours are independent of each other, which keeps that short."""
    shares: dict[str, dict[int, Fraction]] = {}
    for colour in range(len(COLOURS)):
        shares |= _their_colour(view, seat, colour)
    for card in view.hands[seat]:
        known = shares[card.slot]
        parts = tuple((value, exactly(chance)) for value, chance in sorted(known.items()))
        truth = [value for value, _ in parts].index(card.value or 0)
        yield Line(_named(card), (Spread(parts, truth),), (_piece(view, seat, card),))


def _their_colour(view: View, seat: int, colour: int) -> dict[str, dict[int, Fraction]]:
    letter = COLOURS[colour]
    mine = [gap for gap in worlds(view).gaps if gap.slots[0][0] == letter]
    fillings = list(product(*(combinations(gap.candidates, len(gap.slots)) for gap in mine)))
    seen = {card.value for owner, hand in enumerate(view.hands) if owner != seat for card in hand if _is(card, letter)}
    seen |= {play.value for play in view.plays if play.colour == letter}
    slots = {card.position: HIDDEN for card in view.hands[seat] if card.colour == letter}
    slots |= {play.position: play.value for play in view.plays if (play.seat, play.colour) == (seat, letter)}
    own: list[list[int]] = [[] for _ in COLOURS]
    own[colour] = [slots[position] for position in sorted(slots)]
    shares: dict[str, dict[int, Fraction]] = {}
    for filling in fillings:
        held = {value for part in filling for value in part}
        unseen: list[list[int]] = [[] for _ in COLOURS]
        unseen[colour] = [value for value in range(1, view.highest + 1) if value not in seen and value not in held]
        for gap in find_gaps(own, unseen, view.highest):
            _add(shares, gap, len(fillings))
    return shares


def _add(shares: dict[str, dict[int, Fraction]], gap: Gap, of: int) -> None:
    for place, slot in enumerate(gap.slots):
        known = shares.setdefault(slot, {})
        for value, ways in gap.ways(place).items():
            known[value] = known.get(value, Fraction(0)) + Fraction(ways, gap.count * of)


def _bid(view: View, bid: int, won: list[int], times: int) -> Line:
    points = [deal_points(view.deal, bid, tricks) for tricks in range(len(won))]
    expected = sum(each * number for each, number in zip(points, won, strict=True)) / times
    kept = sum(number for each, number in zip(points, won, strict=True) if each > 0) / times
    spread = Spread(tuple((tricks, Likely(number / times)) for tricks, number in enumerate(won) if number))
    label = Message(NAME, "insight.bid", bid=bid_text(bid))
    return Line(label, (Points(float(expected)), Likely(kept), spread), (f"bid-{bid_text(bid)}",))


def _expected(line: Line) -> float:
    (points, *_) = line.cells
    assert isinstance(points, Points)
    return points.points


def _is(card: Card, colour: str) -> bool:
    return card.colour == colour and card.value is not None


def _named(card: Card) -> Message:
    return Message(NAME, "insight.card", colour=card.colour, position=card.position)


def _piece(view: View, seat: int, card: Card) -> str:
    return f"d{view.deal}h{seat}-{card.colour}{card.position}"
