"""Everything that lies on a Lumicora table, piece by piece: lagoon, round track, bag, supply, Atoll, hand, players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lumarium.games.lumicora.rules.components import LIMESTONE, MOST_TAKEN, ROUND_LIMESTONE
from lumarium.games.lumicora.rules.view import Lumino, View
from lumarium.games.lumicora.words.words import say
from lumarium.kernel.drawing import part
from lumarium.kernel.event import spoken_name
from lumarium.kernel.scene import Piece
from lumarium.kernel.stage import seats

from . import choices, shore
from .layout import LUMINO_HEIGHT, LUMINO_WIDTH, TRACK_PITCH, atoll_columns, swap_columns
from .lumino import in_row
from .reefscape import standing


def pieces(view: View, lang: str, names: Sequence[str]) -> list[Piece]:
    """All pieces, each with an id that it keeps through its life."""
    found: list[Piece] = []
    own = view.seat is not None and view.seat == view.turn
    found += _track(lang, view.round)
    found += _bag(lang, view.bag, view.emergency, own and view.phase == "lay")
    left = LIMESTONE - sum(shore.limestone for shore in view.shores)
    found += _supply(lang, left, choices.gain(view) if own and view.phase == "act" else None)
    swapping = own and view.phase == "feed" and bool(view.shores[view.turn or 0].jellyfish)
    barred = view.fed.tile[0] if view.fed is not None and view.phase in ("act", "take") else ""
    found += _atoll(lang, view.atoll, barred, swapping)
    reefs = [standing(seat, shore.luminos, view.options.ground()) for seat, shore in enumerate(view.shores)]
    for seat in seats(view):
        found += shore.pieces(view, seat, reefs, lang, spoken_name(seat, names, lang))
    found += _hand(view, lang, names)
    if own and view.seat is not None:
        found += choices.pieces(view, view.seat, reefs[view.seat], lang)
    return found


@part
def _track(lang: str, current: int) -> Iterator[Piece]:
    """The lagoon; the rounds, each with the limestone that comes with a coral scoring, and the turtle."""
    yield Piece(id="lagoon", symbol="lumicora-lagoon", zone="lagoon", z=-2)
    yield Piece(id="seabed", symbol="lumicora-seabed", zone="seabed", z=-1)
    for number, limestone in enumerate(ROUND_LIMESTONE, 1):
        label = say("label.track", lang, round=number, n=limestone) if number >= current else ""
        yield Piece(
            id=f"round{number}",
            symbol=f"lumicora-yield-{limestone}" if limestone else "lumicora-round",
            text=str(number),
            zone="track",
            x=(number - 1) * TRACK_PITCH,
            classes="round gone" if number < current else "round",
            label=label,
        )
    x = (current - 1) * TRACK_PITCH
    label = say("label.turtle", lang, round=current)
    yield Piece(id="turtle", symbol="lumicora-turtle", zone="track", x=x, y=-2, z=3, label=label)


@part
def _bag(lang: str, number: int, emergency: int, returning: bool) -> Iterator[Piece]:
    label = say("label.bag_return" if returning else "label.bag_piece", lang, n=number)
    yield Piece(id="bag", symbol="lumicora-bag", zone="bag", z=2, label=label)
    yield Piece(id="bag-count", text=str(number), zone="bag", y=16, z=3, classes="count")
    if emergency:
        label = say("label.emergency_piece", lang, n=emergency)
        text = str(emergency)
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


@part
def _supply(lang: str, left: int, gain: int | None) -> Iterator[Piece]:
    """The limestone of all; `gain` is what the viewer may take of it."""
    label = say("label.supply", lang, n=left) if gain is None else say("label.supply_take", lang, n=gain)
    yield Piece(id="supply", symbol="lumicora-supply", zone="supply", z=2, label=label)
    yield Piece(id="supply-count", text=str(left), zone="supply", y=20, z=3, classes="count")


@part
def _atoll(lang: str, atoll: Sequence[Lumino], colour: str, swapping: bool) -> Iterator[Piece]:
    """The Luminos that everyone may take, those of the barred colour crossed out (LC-28)."""
    label = say("label.swap_atoll" if swapping else "label.atoll_piece", lang)
    yield Piece(id="atoll", symbol="lumicora-atoll", zone="mark", z=1, label=label)
    name = say("label.atoll", lang)
    yield Piece(id="atoll-name", text=name, zone="mark", y=48, scale=1.15, z=2, classes="caption")
    columns = atoll_columns(len(atoll))
    for place, lumino in enumerate(atoll):
        at = (place % columns * LUMINO_WIDTH, place // columns * LUMINO_HEIGHT)
        barred = lumino.tile[0] == colour
        yield from in_row(lumino, "atoll", at, "label.in_atoll_barred" if barred else "label.in_atoll", lang)
        if barred:
            x, y = at
            yield Piece(id=f"barred{lumino.draw}", symbol="lumicora-fed", zone="atoll", x=x, y=y + 6, z=7)


def _hand(view: View, lang: str, names: Sequence[str]) -> Iterator[Piece]:
    """What the player to move has taken, or chosen to swap; everyone may see it."""
    if view.turn is not None and view.turn != seats(view)[0] and (view.hand or view.chosen):
        text = say("label.hand_of" if view.hand else "label.swap_of", lang, player=spoken_name(view.turn, names, lang))
        yield Piece(id="cap-hand", text=text, zone="cap-hand", z=6, classes="name")
    if view.hand or view.chosen:
        yield from _in_hand(lang, view.hand[:MOST_TAKEN], view.laying, view.chosen)


@part
def _in_hand(lang: str, hand: Sequence[Lumino], laying: Lumino | None, chosen: Sequence[Lumino]) -> Iterator[Piece]:
    for place, lumino in enumerate(hand):
        carried = lumino == laying
        at = (0, -12) if carried else (0, 0)
        yield from in_row(lumino, f"hand-{place}", at, "label.in_hand", lang, "carried" if carried else "")
    columns = swap_columns(len(chosen))
    for place, lumino in enumerate(chosen):
        at = (place % columns * LUMINO_WIDTH, place // columns * LUMINO_HEIGHT)
        yield from in_row(lumino, "hand", at, "label.in_swap", lang)
