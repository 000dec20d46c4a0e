"""Lumen: a trick game in which you see every hand but your own, for 3 to 5 players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from lumarium.kernel.chance import Chance
from lumarium.kernel.errors import LumariumError
from lumarium.kernel.event import Event
from lumarium.kernel.game import Game
from lumarium.kernel.message import Message
from lumarium.kernel.scene import Scene
from lumarium.kernel.textboard import Block
from lumarium.kernel.touch import TouchTree

from . import meta
from .bots.insight import LumenInsight
from .bots.judgement import LumenJudgement
from .learning.features import LumenFeatures
from .options import Options as LumenOptions
from .options import Tiny
from .picture import scene
from .picture.subjects import subjects
from .rules import imagine
from .rules.actions import ACTIONS
from .rules.components import TINY_PLAYERS
from .rules.state import State as LumenState
from .rules.symmetry import SYMMETRIES
from .rules.view import View as LumenView
from .rules.view import open_view
from .rules.worlds import Worlds
from .words import text
from .words.words import words

if TYPE_CHECKING:
    from .learning.arrays import LumenArrays

__all__ = ["GAME", "Lumen", "LumenOptions", "LumenState", "LumenView"]


class Lumen(Game[LumenState, LumenView, LumenOptions]):
    """The game Lumen."""

    name = meta.NAME
    players = meta.PLAYERS
    rules_version = meta.RULES_VERSION
    minutes = meta.MINUTES
    age = meta.AGE
    complexity = meta.COMPLEXITY
    private = True
    Options = LumenOptions
    View = LumenView
    actions = ACTIONS
    symmetries = SYMMETRIES
    judgement = LumenJudgement()
    insight = LumenInsight()
    features = LumenFeatures()
    presets: ClassVar = {
        "default": LumenOptions(),
        "last_trick": LumenOptions(last_trick=True),
        "tiny": LumenOptions(tiny=Tiny()),
    }

    def counts(self, options: LumenOptions) -> range:
        return self.players if options.tiny is None else TINY_PLAYERS

    def begin(self, players: int, options: LumenOptions, chance: Chance) -> LumenState:
        return LumenState.begin(players, options, chance)

    def complete(self, view: LumenView, chance: Chance) -> LumenState:
        return imagine.complete(view, chance)

    def resample(self, state: LumenState, seat: int, number: int, chance: Chance) -> list[LumenState]:
        return imagine.resample(state, seat, number, chance)

    def worlds(self, view: LumenView) -> Worlds:
        """Everything that the own cards of the view's seat could be, counted and listed exactly."""
        self.check_view(view)
        return imagine.worlds(view)

    def suppose(self, view: LumenView, world: Mapping[str, int]) -> LumenState:
        """The position in one of the `worlds` of a view."""
        if world not in self.worlds(view):
            raise LumariumError(Message(meta.NAME, "no_such_world"))
        return imagine.suppose(view, world)

    def retold(self, events: list[Event], view: LumenView) -> list[Event]:
        """Finished tricks are not looked at again (LU-27): of the cards played only those on the table are told."""
        shown = len(view.trick.plays) if view.trick is not None else 0
        if view.options.last_trick and view.trick is not None and view.trick.number > 1:
            shown += view.players
        told = []
        for event in reversed(events):
            if event.kind == "play":
                if not shown:
                    continue
                shown -= 1
            told.append(event)
        return told[::-1]

    def opened(self, state: LumenState) -> LumenView:
        return open_view(state)

    def subjects(self, events: Sequence[Event], view: LumenView) -> list[tuple[str, ...]]:
        return subjects(events, view)

    def scene(self, view: LumenView, lang: str = "en", names: Sequence[str] = ()) -> Scene:
        return scene.scene(view, lang, names)

    def touch(self, view: LumenView) -> TouchTree:
        return scene.touch(view)

    def board(self, view: LumenView, lang: str = "en", names: Sequence[str] = ()) -> list[Block]:
        return text.board(view, lang, names)

    def as_arrays(self, players: int, options: LumenOptions) -> LumenArrays:
        from .learning.arrays import LumenArrays

        return LumenArrays(self, players, options)

    def words(self, name: str, value: object) -> object:
        return words(name, value)


GAME = Lumen()
