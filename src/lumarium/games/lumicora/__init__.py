"""Lumicora: stacking coral dominoes on a hex reef, for 2 to 4 players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from lumarium.kernel.chance import Chance
from lumarium.kernel.event import Event
from lumarium.kernel.game import Game
from lumarium.kernel.scene import Scene
from lumarium.kernel.textboard import Block
from lumarium.kernel.touch import TouchTree

from . import meta
from .bots.insight import LumicoraInsight
from .bots.judgement import LumicoraJudgement
from .learning.features import LumicoraFeatures
from .options import Options as LumicoraOptions
from .options import Tiny, check_shapes
from .picture import scene
from .picture.subjects import subjects
from .rules import imagine
from .rules.actions import ACTIONS
from .rules.components import TINY_PLAYERS
from .rules.state import State as LumicoraState
from .rules.symmetry import SYMMETRIES
from .rules.view import View as LumicoraView
from .words import text
from .words.words import words

if TYPE_CHECKING:
    from .learning.arrays import LumicoraArrays

__all__ = ["GAME", "Lumicora", "LumicoraOptions", "LumicoraState", "LumicoraView"]


class Lumicora(Game[LumicoraState, LumicoraView, LumicoraOptions]):
    """The game Lumicora."""

    name = meta.NAME
    players = meta.PLAYERS
    rules_version = meta.RULES_VERSION
    minutes = meta.MINUTES
    age = meta.AGE
    complexity = meta.COMPLEXITY
    private = False
    Options = LumicoraOptions
    View = LumicoraView
    actions = ACTIONS
    symmetries = SYMMETRIES
    judgement = LumicoraJudgement()
    insight = LumicoraInsight()
    features = LumicoraFeatures()
    presets: ClassVar = {
        "A-dark": LumicoraOptions(),
        "A-light": LumicoraOptions(board="light"),
        "B-dark": LumicoraOptions(side="B"),
        "B-light": LumicoraOptions(side="B", board="light"),
        "tiny": LumicoraOptions(tiny=Tiny()),
    }

    def counts(self, options: LumicoraOptions) -> range:
        return self.players if options.tiny is None else TINY_PLAYERS

    def options(self, given: Any = None) -> LumicoraOptions:
        """Checked options. What has the wrong shape is refused here, with its place and what would be right."""
        if isinstance(given, LumicoraOptions | Mapping):
            check_shapes(given if isinstance(given, Mapping) else msgspec.to_builtins(given))
        checked: LumicoraOptions = super().options(given)
        return checked

    def begin(self, players: int, options: LumicoraOptions, chance: Chance) -> LumicoraState:
        return LumicoraState.begin(players, options, chance)

    def complete(self, view: LumicoraView, chance: Chance) -> LumicoraState:
        return imagine.complete(view, chance)

    def resample(self, state: LumicoraState, seat: int, number: int, chance: Chance) -> list[LumicoraState]:
        return imagine.resample(state, number, chance)

    def scene(self, view: LumicoraView, lang: str = "en", names: Sequence[str] = ()) -> Scene:
        return scene.scene(view, lang, names)

    def touch(self, view: LumicoraView) -> TouchTree:
        return scene.touch(view)

    def board(self, view: LumicoraView, lang: str = "en", names: Sequence[str] = ()) -> list[Block]:
        return text.board(view, lang, names)

    def subjects(self, events: Sequence[Event], view: LumicoraView) -> list[tuple[str, ...]]:
        return subjects(events, view)

    def as_arrays(self, players: int, options: LumicoraOptions) -> LumicoraArrays:
        from .learning.arrays import LumicoraArrays

        return LumicoraArrays(self, players, options)

    def words(self, name: str, value: object) -> object:
        return words(name, value)


GAME = Lumicora()
