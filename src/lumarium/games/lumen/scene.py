"""Lumen as a picture: everything on the table, and what can be touched."""

from __future__ import annotations

from collections.abc import Sequence

from lumarium.kernel.event import spoken_name
from lumarium.kernel.message import Message
from lumarium.kernel.scene import Panel, Row, Scene
from lumarium.kernel.touch import TouchTree, wire

from .components import COLOURS
from .indices import BID, POSITIONS, SLOT, bid_text
from .layout import layouts, seats
from .meta import NAME
from .pieces import bid_id, card_id, pieces
from .view import View


def scene(view: View, lang: str, names: Sequence[str]) -> Scene:
    """The whole table as the view's seat sees it."""
    return Scene(
        game=NAME,
        layouts=layouts(view),
        pieces=tuple(pieces(view, lang, names)),
        actions=wire(touch(view)),
        prompt=_prompt(view, lang, names),
        status="over" if view.over else "turn" if view.seat == view.turn else "wait",
        panels=tuple(_panel(view, seat, lang, names) for seat in seats(view)),
    )


def touch(view: View) -> TouchTree:
    """Every decision of Lumen is one touch: a bid, or a card of the own hand."""
    return {_touched(view, index): index for index in view.legal}


def _touched(view: View, index: int) -> str:
    if index < SLOT:
        return bid_id(bid_text(index - BID))
    colour, position = divmod(index - SLOT, POSITIONS)
    assert view.seat is not None
    return card_id(view.deal, view.seat, COLOURS[colour], position + 1)


def _prompt(view: View, lang: str, names: Sequence[str]) -> str:
    if view.turn is None:
        winner = spoken_name(view.ranking.index(1), names, lang)
        return Message(NAME, "prompt.over", winner=winner).render(lang)
    if view.turn != view.seat:
        return Message("kernel", "turn.wait", player=spoken_name(view.turn, names, lang)).render(lang)
    if view.phase == "bid":
        return Message(NAME, "prompt.bid").render(lang)
    if view.led is None:
        return Message(NAME, "prompt.lead").render(lang)
    follows = any(card.colour == view.led for card in view.hands[view.seat])
    key = "prompt.follow" if follows else "prompt.free"
    return Message(NAME, key, colour=view.led, coloured=view.led).render(lang)


def _panel(view: View, seat: int, lang: str, names: Sequence[str]) -> Panel:
    rows = [Row(label.render(lang), str(points)) for label, points in view.points(seat)]
    return Panel(
        id=f"seat{seat}",
        title=spoken_name(seat, names, lang),
        value=str(view.scores[seat]),
        seat=seat,
        active=seat == view.turn,
        rows=tuple(rows),
    )
