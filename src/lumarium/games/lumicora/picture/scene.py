"""Lumicora as a picture: everything on the table, and what can be touched."""

from __future__ import annotations

from collections.abc import Sequence

from lumarium.games.lumicora.meta import NAME
from lumarium.games.lumicora.rules.components import COLOURS, KINDS
from lumarium.games.lumicora.rules.imagine import described
from lumarium.games.lumicora.rules.indices import (
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
from lumarium.games.lumicora.rules.view import Lumino, View
from lumarium.games.lumicora.words.words import say
from lumarium.kernel import stage
from lumarium.kernel.drawing import once
from lumarium.kernel.message import Message
from lumarium.kernel.scene import Panel, Row, Scene
from lumarium.kernel.touch import TouchTree, wire

from .choices import start_ids
from .layout import layouts
from .lumino import ids
from .pieces import pieces


def scene(view: View, lang: str, names: Sequence[str]) -> Scene:
    """The whole table as the view's seat sees it."""
    return Scene(
        game=NAME,
        layouts=layouts(view),
        pieces=tuple(pieces(view, lang, names)),
        actions=wire(touch(view)),
        prompt=stage.prompt(view, _own_prompt(view), lang, names),
        then=_then(view, lang),
        status=stage.status(view),
        panels=_panels(view, lang, names),
    )


def touch(view: View) -> TouchTree:
    """Most decisions are one touch. A Lumino is placed by two: the space of its number, the space of its other half;
    a jellyfish is spent by two: itself, and where to swap; a colour is scored by two, because that is for good."""
    return _tree(view.seat, view)


@once
def _tree(_seat: int | None, view: View) -> TouchTree:
    tree: TouchTree = {}
    for index in view.legal:
        if LAY <= index < SCORE:
            a, b = PLACEMENTS[index - LAY]
            _branch(tree, f"c{a}")[f"c{b}"] = index
        elif SCORE <= index < PASS:
            _branch(tree, f"v{view.turn}-{COLOURS[index - SCORE]}")["score"] = index
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
    return [f"v{view.turn}-{colour}" for colour in shore.order[shore.spent :]]


def _touched(view: View, index: int) -> list[str]:
    """The pieces that play an action by one touch; equal Luminos play the same one."""
    assert view.turn is not None
    display = [lumino for lumino in view.shores[view.turn].display if lumino is not None]
    if index == PASS:
        return ["pass"]
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


def _own_prompt(view: View) -> Message:
    """What the seat to move shall do."""
    if view.phase == "feed" and view.turn is not None and view.shores[view.turn].jellyfish:
        return Message(NAME, "prompt.feed_jellyfish")
    if view.laying is not None:
        return Message(NAME, f"prompt.{view.phase}", tile=view.laying.tile)
    return Message(NAME, f"prompt.{view.phase}")


def _then(view: View, lang: str) -> str:
    """What is asked once the first of two pieces was touched."""
    if view.seat != view.turn or view.phase not in ("lay", "feed", "score"):
        return ""
    return say(f"prompt.then_{view.phase}", lang)


def _panels(view: View, lang: str, names: Sequence[str]) -> tuple[Panel, ...]:
    rows = _rows(lang, _Scored(view))
    return tuple(stage.panel(view, seat, (), lang, names, *rows[seat]) for seat in stage.seats(view))


class _Scored:
    """A view as far as points depend on it: the same for everyone at a table, and often for the next move too."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.facts = (
            view.options.ground(),
            view.options.board,
            tuple(
                (shore.luminos, shore.limestone, tuple(shore.scored.items()), shore.jellyfish, shore.returned)
                for shore in view.shores
            ),
        )

    def __hash__(self) -> int:
        return hash(self.facts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Scored) and self.facts == other.facts


@once
def _rows(lang: str, scored: _Scored) -> list[tuple[Row, ...]]:
    """By seat where the points come from."""
    state = described(scored.view)
    return [stage.origins(state.points(seat), lang) for seat in range(scored.view.players)]
