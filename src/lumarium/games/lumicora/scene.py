"""Lumicora as a picture: everything on the table, and what can be touched."""

from __future__ import annotations

from collections.abc import Sequence

from lumarium.kernel.event import spoken_name
from lumarium.kernel.message import Message
from lumarium.kernel.scene import Panel, Row, Scene
from lumarium.kernel.touch import TouchTree, wire

from .components import COLOURS, KINDS
from .imagine import complete
from .indices import (
    ATOLL,
    DONE,
    EXCHANGE,
    FEED,
    HAND,
    LAY,
    OWN,
    PASS,
    PLACEMENTS,
    RETURN,
    SCORE,
    STOP,
    SWAP,
    TAKE,
    TAKE_LIMESTONE,
)
from .layout import layouts, seats
from .lumino import ids
from .meta import NAME
from .pieces import pieces, start_ids
from .view import Lumino, View


def scene(view: View, lang: str, names: Sequence[str]) -> Scene:
    """The whole table as the view's seat sees it."""
    return Scene(
        game=NAME,
        layouts=layouts(view),
        pieces=tuple(pieces(view, lang, names)),
        actions=wire(touch(view)),
        prompt=_prompt(view, lang, names),
        status="over" if view.over else "turn" if view.seat == view.turn else "wait",
        panels=_panels(view, lang, names),
    )


def touch(view: View) -> TouchTree:
    """Most decisions are one touch. A Lumino is placed by two: the space of its number, the space of its other half;
    a jellyfish is spent by two: itself, and where to swap."""
    tree: TouchTree = {}
    for index in view.legal:
        if LAY <= index < SCORE:
            a, b = PLACEMENTS[index - LAY]
            _branch(tree, f"c{a}")[f"c{b}"] = index
        elif SWAP <= index < EXCHANGE:
            for jellyfish in _jellyfish(view):
                _branch(tree, jellyfish)["atoll" if index == SWAP + ATOLL else f"display{view.turn}"] = index
        else:
            for piece in _touched(view, index):
                tree[piece] = index
    return tree


def _branch(tree: TouchTree, piece: str) -> TouchTree:
    branch = tree.setdefault(piece, {})
    assert isinstance(branch, dict)
    return branch


def _jellyfish(view: View) -> list[str]:
    assert view.turn is not None
    shore = view.shores[view.turn]
    return [f"v{view.turn}-{colour}" for colour in list(shore.scored)[shore.spent :]]


def _touched(view: View, index: int) -> list[str]:
    """The pieces that play an action by one touch; equal Luminos play the same one."""
    assert view.turn is not None
    display = [lumino for lumino in view.shores[view.turn].display if lumino is not None]
    if index == PASS:
        return ["pass"]
    if index >= SCORE:
        return [f"v{view.turn}-{COLOURS[index - SCORE]}"]
    if index == RETURN:
        return ["bag"]
    if index >= HAND:
        return _of_kind(view.hand, index - HAND)
    if index == STOP:
        return ["stop"]
    if index >= TAKE:
        return _of_kind(view.atoll, index - TAKE)
    if index >= OWN:
        return _of_kind(display, index - OWN)
    if index == TAKE_LIMESTONE:
        return ["supply"]
    if index >= FEED:
        return _of_kind(display, index - FEED)
    if index == DONE:
        return ["done"]
    if index >= EXCHANGE:
        return _of_kind(view.atoll if view.zone == "atoll" else display, index - EXCHANGE)
    return start_ids(index)


def _of_kind(luminos: Sequence[Lumino], kind: int) -> list[str]:
    return [piece for lumino in luminos if lumino.tile == KINDS[kind] for piece in ids(lumino.draw)]


def _prompt(view: View, lang: str, names: Sequence[str]) -> str:
    if view.turn is None:
        winners = [spoken_name(seat, names, lang) for seat, place in enumerate(view.ranking) if place == 1]
        return Message(NAME, "prompt.over", n=len(winners), winners=", ".join(winners)).render(lang)
    if view.turn != view.seat:
        return Message("kernel", "turn.wait", player=spoken_name(view.turn, names, lang)).render(lang)
    key = f"prompt.{view.phase}"
    if view.phase == "feed" and view.shores[view.turn].jellyfish:
        key = "prompt.feed_jellyfish"
    tile = "" if view.laying is None else view.laying.tile
    return Message(NAME, key, tile=tile).render(lang) if tile else Message(NAME, key).render(lang)


def _panels(view: View, lang: str, names: Sequence[str]) -> tuple[Panel, ...]:
    state = complete(view)
    return tuple(
        Panel(
            id=f"seat{seat}",
            title=spoken_name(seat, names, lang),
            value=str(view.scores[seat]),
            seat=seat,
            active=seat == view.turn,
            rows=tuple(Row(label.render(lang), str(points)) for label, points in state.points(seat)),
        )
        for seat in seats(view)
    )
