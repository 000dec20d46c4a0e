"""Lumen as a picture: everything on the table, and what can be touched."""

from __future__ import annotations

from collections.abc import Sequence

from lumarium.games.lumen.meta import NAME
from lumarium.games.lumen.rules.components import COLOURS
from lumarium.games.lumen.rules.indices import BID, POSITIONS, SLOT, bid_text
from lumarium.games.lumen.rules.view import Result, View, points_of
from lumarium.kernel import stage
from lumarium.kernel.drawing import once
from lumarium.kernel.message import Message
from lumarium.kernel.scene import Panel, Row, Scene
from lumarium.kernel.touch import TouchTree, wire

from .layout import layouts
from .pieces import bid_id, pieces
from .window import card_id


def scene(view: View, lang: str, names: Sequence[str]) -> Scene:
    """The whole table as the view's seat sees it."""
    return Scene(
        game=NAME,
        layouts=layouts(view),
        pieces=tuple(pieces(view, lang, names)),
        actions=wire(touch(view)),
        prompt=_prompt(view, lang, names),
        status=stage.status(view),
        panels=tuple(_panel(view, seat, lang, names) for seat in stage.seats(view)),
    )


def touch(view: View) -> TouchTree:
    """Every decision of Lumen is one touch: a bid, or a card of the own hand."""
    return _tree(view.seat, view)


@once
def _tree(_seat: int | None, view: View) -> TouchTree:
    return {_touched(view, index): index for index in view.legal}


def _touched(view: View, index: int) -> str:
    if index < SLOT:
        return bid_id(bid_text(index - BID))
    colour, position = divmod(index - SLOT, POSITIONS)
    assert view.seat is not None
    return card_id(view.deal, view.seat, COLOURS[colour], position + 1)


def _prompt(view: View, lang: str, names: Sequence[str]) -> str:
    return stage.prompt(view, _own_prompt(view), lang, names)


def _own_prompt(view: View) -> Message:
    if view.phase == "bid":
        return Message(NAME, "prompt.bid")
    if view.led is None:
        return Message(NAME, "prompt.lead")
    follows = view.seat is not None and any(card.colour == view.led for card in view.hands[view.seat])
    return Message(NAME, "prompt.follow" if follows else "prompt.free", colour=view.led, coloured=view.led)


def _panel(view: View, seat: int, lang: str, names: Sequence[str]) -> Panel:
    return stage.panel(view, seat, (), lang, names, *_rows(seat, view.deals, view.players, lang))


@once
def _rows(seat: int, deals: Sequence[Result], players: int, lang: str) -> tuple[Row, ...]:
    return stage.origins(points_of(deals, seat, players), lang)
