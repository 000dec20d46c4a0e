"""The rose window in the middle of the table, and the trick that lies in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from lumarium.games.lumen.rules.view import Played, Trick
from lumarium.games.lumen.words.words import say
from lumarium.kernel.drawing import part
from lumarium.kernel.scene import Piece

RING = (114, 104)
"""How far from the middle of the window the cards of a trick lie."""
MARK = (-30, -46)
"""Where a card on the table shows who played it."""
Spot = tuple[float, float]
Circle = Sequence[int]
"""All seats clockwise, the viewer's own first."""


def card_id(deal: int, seat: int, colour: str, position: int) -> str:
    """A card is its slot, in the hand and on the table: never its value."""
    return f"d{deal}h{seat}-{colour}{position}"


@part
def window(
    lang: str, circle: Circle, trick: Trick | None, following: int | None, names: Sequence[str], marks: Sequence[str]
) -> Iterator[Piece]:
    """The window takes on the colour that was led, and has a place for everyone's card."""
    yield Piece(id="rose", symbol="lumen-rose", zone="trick", z=1)
    if trick is None:
        yield Piece(id="hub", symbol="lumen-hub", zone="trick", z=3)
    else:
        led = trick.plays[0].colour
        yield Piece(id=f"glow-{led}", symbol=f"lumen-glow-{led}", zone="trick", z=2)
        label = say("label.led", lang, colour=led)
        yield Piece(id="hub", symbol=f"lumen-hub-{led}", zone="trick", z=3, label=label)
    lying = {play.seat for play in trick.plays} if trick is not None else set()
    for seat in range(len(circle)):
        spot = _spot(circle, seat)
        if seat not in lying:
            yield _place(spot, seat, seat == following, lang, names[seat])
        yield _mark(f"by{seat}", seat, "trick", spot, marks)
    if trick is not None:
        yield from _cards(circle, trick, "trick", lang, names)
        yield _flare(circle, trick)


@part
def before(lang: str, circle: Circle, trick: Trick, names: Sequence[str], marks: Sequence[str]) -> Iterator[Piece]:
    """A finished trick, shown once more."""
    yield Piece(id="title-last", text=say("label.last_trick", lang), zone="before", classes="soft")
    yield from _cards(circle, trick, "last", lang, names)
    for play in trick.plays:
        yield _mark(f"last{play.seat}", play.seat, "last", _spot(circle, play.seat), marks)


def _place(spot: Spot, seat: int, following: bool, lang: str, name: str) -> Piece:
    """Where a player's card will lie; it is lit for the one who plays next."""
    x, y = spot
    label = say("label.next", lang, player=name) if following else ""
    symbol = "lumen-slot-next" if following else "lumen-slot"
    return Piece(id=f"slot{seat}", symbol=symbol, zone="trick", x=x, y=y, z=3, label=label)


def _cards(circle: Circle, trick: Trick, zone: str, lang: str, names: Sequence[str]) -> Iterator[Piece]:
    """The cards of a trick, the one that is ahead in a halo and its player with a crown. A finished trick goes to the
    winner's side."""
    key = "label.played" if zone == "trick" else "label.last"
    classes = "card" if trick.winner is None else f"card {_way(circle, trick.winner)}"
    for play in trick.plays:
        label = say(key, lang, player=names[play.seat], colour=play.colour, value=play.value)
        yield _card(trick, play, zone, _spot(circle, play.seat), classes, label)
    x, y = _spot(circle, trick.ahead)
    symbol, key = ("ahead", "label.ahead") if trick.winner is None else ("taken", "label.taken")
    label = say(key, lang, player=names[trick.ahead])
    yield Piece(id=f"ahead-{zone}", symbol=f"lumen-{symbol}", zone=zone, x=x, y=y, z=4, label=label)
    crown = (x + MARK[0], y + MARK[1] - 20)
    yield Piece(id=f"crown-{zone}", symbol="lumen-crown", zone=zone, x=crown[0], y=crown[1], z=7)


def _card(trick: Trick, play: Played, zone: str, spot: Spot, classes: str, label: str) -> Piece:
    return Piece(
        id=card_id(trick.deal, play.seat, play.colour, play.position),
        symbol=f"lumen-card-{play.colour}",
        text=str(play.value),
        zone=zone,
        x=spot[0],
        y=spot[1],
        z=5,
        classes=classes,
        label=label,
    )


def _flare(circle: Circle, trick: Trick) -> Piece:
    """The light that breaks through when a card turns over; it goes out by itself."""
    play = trick.plays[-1]
    x, y = _spot(circle, play.seat)
    piece = "flare-" + card_id(trick.deal, play.seat, play.colour, play.position)
    return Piece(id=piece, symbol="lumen-flare", zone="trick", x=x, y=y, z=8, classes="flare")


def _mark(piece: str, seat: int, zone: str, spot: Spot, marks: Sequence[str]) -> Piece:
    """Who played a card, or will lay one here, by the colour and the letters of the player."""
    x, y = spot[0] + MARK[0], spot[1] + MARK[1]
    return Piece(id=piece, symbol=f"lumen-seat-{seat}", text=marks[seat], zone=zone, x=x, y=y, z=6, classes="seat")


def _spot(circle: Circle, seat: int) -> Spot:
    """The place in the window on the side where a player sits; one's own is below."""
    angle = pi / 2 + 2 * pi * circle.index(seat) / len(circle)
    return round(RING[0] * cos(angle)), round(RING[1] * sin(angle))


def _way(circle: Circle, seat: int) -> str:
    x, y = _spot(circle, seat)
    if abs(x) > abs(y):
        return "to-left" if x < 0 else "to-right"
    return "to-up" if y < 0 else "to-down"
