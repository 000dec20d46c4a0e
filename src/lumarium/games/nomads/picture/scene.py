"""Nomads as a picture: everything on the table, and what can be touched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from math import factorial

from lumarium.games.nomads.meta import NAME
from lumarium.games.nomads.options import Options
from lumarium.games.nomads.rules.components import ADVENTURERS, LEGENDS, RUNGS, SPACES, letter_of
from lumarium.games.nomads.rules.indices import (
    ADVENTURER,
    DOUBLE,
    LIFT,
    LYS,
    MOVE,
    NO_LIFT,
    PASS,
    PAY,
    PAY_SET,
    PAYMENTS,
    PLAIN,
    PUT_FROG,
    SHIFT,
    SKIP,
    SONG,
    WAYS,
    WRITE,
    types_in,
)
from lumarium.games.nomads.rules.view import Player, View
from lumarium.games.nomads.words.words import say
from lumarium.kernel import stage
from lumarium.kernel.drawing import once, part
from lumarium.kernel.message import Message
from lumarium.kernel.scene import Panel, Row, Scene
from lumarium.kernel.touch import TouchTree, wire

from .layout import layouts
from .pieces import pieces

MOST_PATHS = 240


def scene(view: View, lang: str, names: Sequence[str]) -> Scene:
    """The whole table as the view's seat sees it."""
    return Scene(
        game=NAME,
        layouts=layouts(view),
        pieces=tuple(pieces(view, lang, names)),
        actions=wire(touch(view)),
        prompt=stage.prompt(view, _asked(view), lang, names),
        then=say(f"prompt.then_{view.phase}", lang) if view.legal and view.phase in ("act", "pay_song") else "",
        status=stage.status(view),
        panels=tuple(_panel(view, seat, lang, names) for seat in stage.seats(view)),
    )


def touch(view: View) -> TouchTree:
    """A space and then an arrow to move; the tiles of a song one by one; everything else is one touch."""
    return _tree(view.seat, view)


@once
def _tree(_seat: int | None, view: View) -> TouchTree:
    tree: TouchTree = {}
    for index in view.legal:
        for path in _paths(view, index):
            node = tree
            *way, last = path
            for piece in way:
                branch = node.setdefault(piece, {})
                assert isinstance(branch, dict)
                node = branch
            node[last] = index
    return tree


def _paths(view: View, index: int) -> Iterator[Sequence[str]]:
    """The ways to touch an action; the tiles of a song in any order, unless there are too many ways to send."""
    path = _path(view, index)
    if view.phase == "pay_song" and len(view.legal) == 1:
        yield ["pay-song"]
    elif view.phase == "pay_song" and len(view.legal) * factorial(len(path)) <= MOST_PATHS:
        yield from permutations(path)
    else:
        yield path


def _path(view: View, index: int) -> list[str]:
    """The pieces to touch for an action."""
    if index >= PAY_SET:
        types, jokers = PAYMENTS[index - PAY_SET]
        return [f"tiles{view.turn}-{letter}" for letter in types_in(types) + ("J" if jokers else "")]
    if index >= PAY:
        return [f"pay-{index - PAY}"]
    if index >= WRITE:
        return [_card(index)]
    if index >= LIFT:
        space, number = divmod(index - LIFT, 2)
        return [f"lift-{space}-{number + 1}"]
    if index >= PLAIN:
        return [_power(index)]
    if index >= MOVE:
        space, way = divmod(index - MOVE, 2)
        return [f"space{space}", f"go{space}-{WAYS[way]}"]
    if index >= SHIFT:
        assert view.lys is not None
        shift = index - SHIFT - 1
        return [f"field{(view.lys + shift) % SPACES}" if shift else "stay"]
    if index >= LYS:
        return [f"field{index - LYS}"]
    if index >= PUT_FROG:
        return [f"space{(index - PUT_FROG) % SPACES}"]
    return [f"adv-{ADVENTURERS[index - ADVENTURER]}"]


def _card(index: int) -> str:
    if index == PASS:
        return "pass"
    if index >= SONG:
        return f"song-{index - SONG + 1}"
    legend, rung = divmod(index - WRITE, RUNGS)
    return f"card-{LEGENDS[legend]}{rung + 1}"


def _power(index: int) -> str:
    if index == NO_LIFT:
        return "no-lift"
    if index >= SKIP:
        return f"skip-{index - SKIP + 1}"
    return f"double-{index - DOUBLE + 1}" if index >= DOUBLE else "plain"


def _asked(view: View) -> Message:
    """What the seat on turn is asked, as far as it has a choice."""
    if view.phase in ("pay", "pay_song") and len(view.legal) == 1:
        return Message(NAME, "prompt.pay_only")
    if view.phase == "pay_song" and view.legal:
        types, jokers = PAYMENTS[view.legal[0] - PAY_SET]
        joker = any(PAYMENTS[index - PAY_SET][1] for index in view.legal)
        return Message(NAME, f"prompt.pay_song{'_joker' * joker}", cost=len(types_in(types)) + jokers)
    if view.phase == "act" and not any(index >= WRITE for index in view.legal):
        return Message(NAME, "prompt.act_move")
    return Message(NAME, f"prompt.{view.phase}")


def _panel(view: View, seat: int, lang: str, names: Sequence[str]) -> Panel:
    player = view.seats[seat]
    badge = f"nomads-badge-{letter_of(player.adventurer)}" if player.adventurer else ""
    return stage.panel(view, seat, (), lang, names, *_rows(seat, player, view.options, lang), badge=badge)


@part
def _rows(_seat: int, player: Player, options: Options, lang: str) -> Iterator[Row]:
    """Whom a player leads, and where the points come from."""
    if player.adventurer is not None:
        yield Row(say(f"adventurer.{player.adventurer}", lang), say(f"power.{player.adventurer}", lang))
    yield from stage.origins(player.points(options), lang)
