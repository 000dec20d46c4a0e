"""A small game written down as a whole tree, for OpenSpiel's own engine: the format is Gambit's EFG.

A game of ours is asked for every position, which OpenSpiel's exact algorithms do again and again. `unfolded` asks once,
and gives the same game as one of OpenSpiel's C++ ones, on which CFR and best responses run a hundred times as fast.
Only for games that fit into memory: the presets called "tiny".
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pyspiel  # type: ignore[import-not-found]  # a C++ module without types

from lumarium.kernel.errors import BadOptions
from lumarium.kernel.message import Message
from lumarium.kernel.view import View

from .explicit import OVER, Play, Rules
from .openspiel import SpielGame
from .utility import utilities

MOST_NODES = 2_000_000
"""A tree that is larger is given up; it would need gigabytes."""


class InformationSet(NamedTuple):
    """Decisions that their seat cannot tell apart."""

    seat: int
    text: str
    """The information state string of our own game."""
    legal: tuple[int, ...]
    """By index of `game.actions`; in the unfolded game these are the actions 0, 1, 2, ... of the set, in this order."""
    view: View
    """What the seat sees at one of these decisions."""


class Unfolded(NamedTuple):
    """A game as a tree of OpenSpiel's own."""

    game: Any
    """The `pyspiel.Game`."""
    sets: dict[str, InformationSet]
    """By the information state string of the unfolded game."""
    nodes: int
    """All positions, chance nodes and ends."""


def unfolded(game: SpielGame, most: int = MOST_NODES) -> Unfolded:
    """The whole tree of a game. BadOptions where it has more nodes than that."""
    writer = Writer(game.rules, most)
    writer.write(game.new_initial_state().play)
    return Unfolded(pyspiel.load_efg_game("\n".join([*writer.lines, ""])), writer.sets, writer.nodes)


class Writer:
    """Writes node after node, the children after their parent."""

    def __init__(self, rules: Rules, most: int) -> None:
        seats = " ".join(f'"{seat}"' for seat in range(rules.players))
        self.lines = [f'EFG 2 R "{rules.game.name}" {{ {seats} }}']
        self.nodes = 0
        self.sets: dict[str, InformationSet] = {}
        self._most = most
        self._numbers: list[dict[str, int]] = [{} for _ in range(rules.players)]

    def write(self, play: Play) -> None:
        """A position and all that can follow from it."""
        waiting = [play]
        while waiting:
            play = waiting.pop()
            self.nodes += 1
            if self.nodes > self._most:
                raise BadOptions(Message("kernel", "adapters.too_large", game=play.rules.game.name, most=self._most))
            waiting += [_after(play, number) for number in reversed(self._node(play))]

    def _node(self, play: Play) -> list[int]:
        """Writes one node; gives the actions or picks that lead on."""
        if play.player == OVER:
            assert play.state is not None
            worth = " ".join(map(repr, utilities(play.state.ranking)))
            self.lines.append(f't "" {self.nodes} "" {{ {worth} }}')
            return []
        if play.outcomes:
            odds = " ".join(f'"{pick}" {1 / play.outcomes!r}' for pick in range(play.outcomes))
            self.lines.append(f'c "" {self.nodes} "" {{ {odds} }} 0')
            return list(range(play.outcomes))
        number, legal = self._set(play), play.legal()
        names = " ".join(f'"{place}"' for place in range(len(legal)))
        self.lines.append(f'p "" {play.player + 1} {number} "{number}" {{ {names} }} 0')
        return legal

    def _set(self, play: Play) -> int:
        seat = play.player
        text, numbers = play.information(seat), self._numbers[seat]
        number = numbers.get(text)
        if number is None:
            number = numbers[text] = len(numbers) + 1
            # OpenSpiel's own name: whose it is, twice, its number, and its label.
            self.sets[f"{seat}-{seat}-{number}-{number}"] = InformationSet(
                seat, text, tuple(play.legal()), play.view(seat)
            )
        return number


def _after(play: Play, number: int) -> Play:
    after = play.copy()
    after.apply(number)
    return after
