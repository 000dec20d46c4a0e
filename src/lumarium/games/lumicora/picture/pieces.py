"""Everything that lies on a Lumicora table, piece by piece: lagoon, round track, bag, supply, Atoll, hand, players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lumarium.games.lumicora.rules.components import LIMESTONE, MOST_TAKEN, ROUND_LIMESTONE
from lumarium.games.lumicora.rules.view import View
from lumarium.games.lumicora.words.words import say
from lumarium.kernel.event import spoken_name
from lumarium.kernel.scene import Piece
from lumarium.kernel.stage import seats

from . import choices, shore
from .layout import LUMINO_HEIGHT, LUMINO_WIDTH, TRACK_PITCH, atoll_columns, swap_columns
from .lumino import in_row


def pieces(view: View, lang: str, names: Sequence[str]) -> Iterator[Piece]:
    """All pieces, each with an id that it keeps through its life."""
    yield Piece(id="lagoon", symbol="lumicora-lagoon", zone="lagoon", z=-2)
    yield Piece(id="seabed", symbol="lumicora-seabed", zone="seabed", z=-1)
    yield from _track(view, lang)
    yield from _supplies(view, lang)
    yield from _atoll(view, lang)
    for seat in seats(view):
        yield from shore.pieces(view, seat, lang, spoken_name(seat, names, lang))
    yield from _hand(view, lang, names)
    if view.seat is not None and view.seat == view.turn:
        yield from choices.pieces(view, view.seat, lang)


def _track(view: View, lang: str) -> Iterator[Piece]:
    """The rounds, each with the limestone that comes with a coral scoring, and the turtle."""
    for number, limestone in enumerate(ROUND_LIMESTONE, 1):
        label = say("label.track", lang, round=number, n=limestone) if number >= view.round else ""
        yield Piece(
            id=f"round{number}",
            symbol=f"lumicora-yield-{limestone}" if limestone else "lumicora-round",
            text=str(number),
            zone="track",
            x=(number - 1) * TRACK_PITCH,
            classes="round gone" if number < view.round else "round",
            label=label,
        )
    x = (view.round - 1) * TRACK_PITCH
    label = say("label.turtle", lang, round=view.round)
    yield Piece(id="turtle", symbol="lumicora-turtle", zone="track", x=x, y=-2, z=3, label=label)


def _supplies(view: View, lang: str) -> Iterator[Piece]:
    returning = view.phase == "lay" and view.seat == view.turn
    label = say("label.bag_return" if returning else "label.bag_piece", lang, n=view.bag)
    yield Piece(id="bag", symbol="lumicora-bag", zone="bag", z=2, label=label)
    yield Piece(id="bag-count", text=str(view.bag), zone="bag", y=16, z=3, classes="count")
    if view.emergency:
        label = say("label.emergency_piece", lang, n=view.emergency)
        text = str(view.emergency)
        yield Piece(
            id="stack",
            symbol="lumicora-stack",
            text=text,
            zone="bag",
            x=64,
            y=46,
            scale=0.8,
            z=4,
            classes="small",
            label=label,
        )
    left = LIMESTONE - sum(shore.limestone for shore in view.shores)
    acting = view.phase == "act" and view.seat == view.turn
    label = say("label.supply_take" if acting else "label.supply", lang, n=choices.gain(view) if acting else left)
    yield Piece(id="supply", symbol="lumicora-supply", zone="supply", z=2, label=label)
    yield Piece(id="supply-count", text=str(left), zone="supply", y=20, z=3, classes="count")


def _atoll(view: View, lang: str) -> Iterator[Piece]:
    """The Luminos that everyone may take, those of the barred colour crossed out (LC-28)."""
    swapping = view.phase == "feed" and view.seat == view.turn and view.shores[view.turn or 0].jellyfish
    label = say("label.swap_atoll" if swapping else "label.atoll_piece", lang)
    yield Piece(id="atoll", symbol="lumicora-atoll", zone="mark", z=1, label=label)
    name = say("label.atoll", lang)
    yield Piece(id="atoll-name", text=name, zone="mark", y=48, scale=1.15, z=2, classes="caption")
    columns = atoll_columns(len(view.atoll))
    for place, lumino in enumerate(view.atoll):
        at = (place % columns * LUMINO_WIDTH, place // columns * LUMINO_HEIGHT)
        barred = view.fed is not None and view.phase in ("act", "take") and lumino.tile[0] == view.fed.tile[0]
        yield from in_row(lumino, "atoll", at, "label.in_atoll_barred" if barred else "label.in_atoll", lang)
        if barred:
            x, y = at
            yield Piece(id=f"barred{lumino.draw}", symbol="lumicora-fed", zone="atoll", x=x, y=y + 6, z=7)


def _hand(view: View, lang: str, names: Sequence[str]) -> Iterator[Piece]:
    """What the player to move has taken, or chosen to swap; everyone may see it."""
    if view.turn is not None and view.turn != seats(view)[0] and (view.hand or view.chosen):
        text = say("label.hand_of" if view.hand else "label.swap_of", lang, player=spoken_name(view.turn, names, lang))
        yield Piece(id="cap-hand", text=text, zone="cap-hand", z=6, classes="name")
    for place, lumino in enumerate(view.hand[:MOST_TAKEN]):
        carried = lumino == view.laying
        at = (0, -12) if carried else (0, 0)
        yield from in_row(lumino, f"hand-{place}", at, "label.in_hand", lang, "carried" if carried else "")
    columns = swap_columns(len(view.chosen))
    for place, lumino in enumerate(view.chosen):
        at = (place % columns * LUMINO_WIDTH, place // columns * LUMINO_HEIGHT)
        yield from in_row(lumino, "hand", at, "label.in_swap", lang)
