"""Everything that lies on a Lumicora table, piece by piece: Atoll, bag, hand, round track, choices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lumarium.kernel.event import spoken_name
from lumarium.kernel.scene import Piece
from lumarium.kernel.stage import seats

from . import shore
from .components import COLOURS, LETTERS, LIMESTONE, ROUND_LIMESTONE
from .indices import LAY, PLACEMENTS, START, STARTS
from .layout import ATOLL_COLUMNS, COLUMN, LUMINO_WIDTH, RADIUS, hand_columns, spot
from .lumino import in_row, say
from .view import View

ABOVE_EVERYTHING = 400


def pieces(view: View, lang: str, names: Sequence[str]) -> Iterator[Piece]:
    """All pieces, each with an id that it keeps through its life."""
    yield from _track(view, lang)
    yield from _supplies(view, lang)
    yield from _atoll(view, lang)
    for seat in seats(view):
        yield from shore.pieces(view, seat, lang, spoken_name(seat, names, lang))
    yield from _hand(view, lang)
    if view.seat is not None and view.seat == view.turn:
        yield from _choices(view, view.seat, lang)


def _track(view: View, lang: str) -> Iterator[Piece]:
    for number, limestone in enumerate(ROUND_LIMESTONE, 1):
        x = (number - 1) * 48
        label = say("label.track", lang, round=number, n=limestone)
        yield Piece(
            id=f"round{number}",
            symbol="lumicora-round",
            text=str(number),
            zone="track",
            x=x,
            classes="round",
            label=label,
        )
    x = (view.round - 1) * 48
    yield Piece(
        id="turtle", symbol="lumicora-turtle", zone="track", x=x, z=3, label=say("label.turtle", lang, round=view.round)
    )


def _supplies(view: View, lang: str) -> Iterator[Piece]:
    yield Piece(id="bag", symbol="lumicora-bag", zone="bag", z=2, label=say("label.bag_piece", lang, n=view.bag))
    yield Piece(id="bag-count", text=str(view.bag), zone="bag", y=16, z=3, classes="count")
    if view.emergency:
        label = say("label.emergency", lang, n=view.emergency)
        yield Piece(id="stack", symbol="lumicora-stack", zone="bag", x=82, y=22, z=1, label=label)
        yield Piece(id="stack-count", text=str(view.emergency), zone="bag", x=82, y=22, z=2, classes="small")
    left = LIMESTONE - sum(shore.limestone for shore in view.shores)
    acting = view.phase == "act" and view.seat == view.turn
    label = say("label.supply_take" if acting else "label.supply", lang, n=left)
    yield Piece(id="supply", symbol="lumicora-supply", zone="supply", z=2, label=label)
    yield Piece(id="supply-count", text=str(left), zone="supply", y=6, z=3, classes="count")


def _atoll(view: View, lang: str) -> Iterator[Piece]:
    label = say("label.atoll", lang)
    yield Piece(id="atoll", symbol="lumicora-atoll", zone="atoll", x=LUMINO_WIDTH, y=-34, z=1, label=label)
    yield Piece(id="atoll-name", text=label, zone="atoll", x=LUMINO_WIDTH, y=-34, scale=1.2, z=2, classes="heading")
    for place, lumino in enumerate(view.atoll):
        x = (place % ATOLL_COLUMNS + 0.5) * LUMINO_WIDTH
        y = (place // ATOLL_COLUMNS + 0.5) * 2 * RADIUS
        yield from in_row(lumino, "atoll", (x, y), "label.in_atoll", lang)


def _hand(view: View, lang: str) -> Iterator[Piece]:
    """What the player to move has taken, or chosen to swap; everyone may see it."""
    columns = hand_columns(view)
    for place, lumino in enumerate((*view.hand, *view.chosen)):
        raised = 30 if lumino == view.laying else 0
        at = ((place % columns + 0.5) * LUMINO_WIDTH, place // columns * 2 * RADIUS - raised)
        key = "label.in_swap" if lumino in view.chosen else "label.in_hand"
        yield from in_row(lumino, "hand", at, key, lang)


def _choices(view: View, seat: int, lang: str) -> Iterator[Piece]:
    """What only the seat to move sees: the spaces to place on, the orientations, the buttons."""
    button = {"take": "stop", "swap": "done", "score": "pass"}.get(view.phase)
    if button is not None:
        text = say(f"label.{button}", lang)
        yield Piece(id=button, symbol="lumicora-button", text=text, zone="button", z=5, classes="button", label=text)
    if view.phase == "start":
        for index in view.legal:
            yield from _start_choice(index - START, lang)
    if view.phase == "lay":
        yield from _targets(view, seat, lang)


def _targets(view: View, seat: int, lang: str) -> Iterator[Piece]:
    reef = view.reef(seat)
    spaces = {space for index in view.legal if index >= LAY for space in PLACEMENTS[index - LAY]}
    for space in sorted(spaces):
        level = reef.heights[space]
        x, y = spot(space, level)
        label = say("label.target", lang, top=shore.seen(reef, space, lang))
        yield Piece(
            id=f"c{space}", symbol="lumicora-target", zone=f"reef{seat}", x=x, y=y, z=ABOVE_EVERYTHING, label=label
        )


def _start_choice(start: int, lang: str) -> Iterator[Piece]:
    left, right = STARTS[start]
    name = LETTERS[left] + LETTERS[right]
    label = say("label.start_choice", lang, colours=name)
    y = -1.3 * RADIUS if left < right else 1.3 * RADIUS
    for side, colour, x in (("l", left, -COLUMN / 2), ("r", right, COLUMN / 2)):
        symbol = f"lumicora-{COLOURS[colour]}-plain"
        yield Piece(id=f"start-{name}{side}", symbol=symbol, zone="start", x=x, y=y, z=ABOVE_EVERYTHING, label=label)


def start_ids(index: int) -> list[str]:
    """The pieces that lay a starting Lumino this way."""
    left, right = STARTS[index - START]
    return [f"start-{LETTERS[left]}{LETTERS[right]}{side}" for side in "lr"]
