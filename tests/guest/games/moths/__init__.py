"""Moths: a small game of hidden hands, complete in this folder. It shows what a game of somebody else may look like.

Only the rules have a room of their own; everything else is small enough for a file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from lumarium.kernel.chance import Chance
from lumarium.kernel.event import Event
from lumarium.kernel.game import Game, Symmetry
from lumarium.kernel.message import Message
from lumarium.kernel.scene import Scene
from lumarium.kernel.textboard import Block
from lumarium.kernel.touch import TouchTree

from . import picture, text
from .rules.actions import ACTIONS, SEND
from .rules.components import HAND, NAME
from .rules.components import Options as MothsOptions
from .rules.imagine import imagined
from .rules.state import State, drawn
from .rules.view import View as MothsView


def turned(state: State) -> State:
    """Everybody moves one seat on."""
    twin = state.clone()
    twin.turn = None if state.turn is None else (state.turn + 1) % state.players
    for values in (twin.hands, twin.caught, twin.fallen):
        values.insert(0, values.pop())  # type: ignore[arg-type]
    return twin


def mirrored(state: State) -> State:
    """The lanterns change places."""
    twin = state.clone()
    twin.lanterns.reverse()
    return twin


class Moths(Game[State, MothsView, MothsOptions]):
    """The game as the rest of the house sees it."""

    name = NAME
    players = range(2, 5)
    rules_version = 1
    private = True
    Options = MothsOptions
    View = MothsView
    actions = ACTIONS
    presets: ClassVar = {"default": MothsOptions(), "long": MothsOptions(turns=5), "gentle": MothsOptions(gentle=True)}
    symmetries = (
        Symmetry("seats", turned, lambda index: index, lambda seat, players: (seat + 1) % players),
        Symmetry(
            "lanterns", mirrored, lambda index: index if index < SEND else 2 * SEND + 1 - index, lambda seat, _: seat
        ),
    )

    def begin(self, players: int, options: MothsOptions, chance: Chance) -> State:
        state = State(players, options)
        state.hands = [[drawn(state.deck, chance) for _ in range(HAND)] for _ in range(players)]
        return state

    def complete(self, view: MothsView, chance: Chance) -> State:
        return imagined(view, chance)

    def opened(self, state: State) -> MothsView:
        return state.seen(None, list(range(state.players)))

    def scene(self, view: MothsView, lang: str = "en", names: Sequence[str] = ()) -> Scene:
        return picture.scene(view, lang, names)

    def touch(self, view: MothsView) -> TouchTree:
        return picture.touch(view)

    def subjects(self, events: Sequence[Event], view: MothsView) -> list[tuple[str, ...]]:
        return [picture.subjects(event) for event in events]

    def board(self, view: MothsView, lang: str = "en", names: Sequence[str] = ()) -> list[Block]:
        return text.board(view, lang, names)

    def words(self, name: str, value: object) -> object:
        return Message(NAME, f"{name}.{value}") if name in ("lantern", "slot") else value


GAME = Moths()
