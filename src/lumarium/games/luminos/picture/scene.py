"""Luminos as a picture: everything on the table, and what can be touched."""

from __future__ import annotations

from collections.abc import Sequence

from lumarium.games.luminos.meta import NAME
from lumarium.games.luminos.rules.components import KIND, SYMBOLS
from lumarium.games.luminos.rules.indices import DIRECTIONS, DONE, MARK, PLACE, SCORE, START, TAKE, TAKE_BAG, x_of, y_of
from lumarium.games.luminos.rules.scoring import origins
from lumarium.games.luminos.rules.view import View
from lumarium.kernel import stage
from lumarium.kernel.drawing import once
from lumarium.kernel.message import Message
from lumarium.kernel.scene import Panel, Row, Scene
from lumarium.kernel.touch import TouchTree, wire

from .layout import layouts
from .pieces import ARMS, pieces


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
    """Every decision of Luminos is one touch: a tile, the bag, a cell, a marker, a square, or the button."""
    return _tree(view.seat, view)


@once
def _tree(_seat: int | None, view: View) -> TouchTree:
    tree: TouchTree = {}
    for index in view.legal:
        for piece in _touched(view, index):
            tree[piece] = index
    return tree


def _touched(view: View, index: int) -> list[str]:
    """The pieces that play an action; equal tiles play the same one."""
    if index >= PLACE:
        return [f"c{x_of(index - PLACE)},{y_of(index - PLACE)}"]
    if index >= SCORE:
        return [f"q-{DIRECTIONS[index - SCORE]}"]
    if index == DONE:
        return ["done"]
    if index >= MARK:
        return [f"m{view.turn}{SYMBOLS[index - MARK]}"]
    if index == TAKE_BAG:
        return ["bag"]
    if index >= TAKE:
        slots = [slot for slot, tile in enumerate(view.display) if tile is not None and TAKE + KIND[tile] == index]
        return [f"t{view.round}-{slot}" for slot in slots]
    return [f"start{index - START + 1}{arm}" for arm in ARMS]


def _prompt(view: View, lang: str, names: Sequence[str]) -> str:
    return stage.prompt(view, Message(NAME, f"prompt.{view.phase}"), lang, names)


def _panel(view: View, seat: int, lang: str, names: Sequence[str]) -> Panel:
    sky = view.skies[seat]
    rows = _rows(seat, sky.columns, len(sky.markers), view.target, lang)
    return stage.panel(view, seat, (), lang, names, *rows)


@once
def _rows(_seat: int, columns: list[list[int]], unused: int, target: int, lang: str) -> tuple[Row, ...]:
    return stage.origins(origins(columns, unused, target), lang)
