"""Luminos: square sky tiles and a score sheet, for 2 to 4 players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from lumarium.kernel.chance import Chance
from lumarium.kernel.event import Event
from lumarium.kernel.game import Game
from lumarium.kernel.scene import Scene
from lumarium.kernel.textboard import Block
from lumarium.kernel.touch import TouchTree

from . import meta
from .bots.insight import LuminosInsight
from .bots.judgement import LuminosJudgement
from .learning.features import LuminosFeatures
from .options import Options as LuminosOptions
from .options import Tiny
from .picture import scene
from .picture.subjects import subjects
from .rules import imagine
from .rules.actions import ACTIONS
from .rules.components import TARGET_ROWS, TINY_PLAYERS
from .rules.state import State as LuminosState
from .rules.symmetry import SYMMETRIES
from .rules.view import View as LuminosView
from .words import text
from .words.words import words

if TYPE_CHECKING:
    from .learning.arrays import LuminosArrays

__all__ = ["GAME", "Luminos", "LuminosOptions", "LuminosState", "LuminosView"]


class Luminos(Game[LuminosState, LuminosView, LuminosOptions]):
    """The game Luminos."""

    name = meta.NAME
    players = meta.PLAYERS
    rules_version = meta.RULES_VERSION
    minutes = meta.MINUTES
    age = meta.AGE
    complexity = meta.COMPLEXITY
    private = False
    Options = LuminosOptions
    View = LuminosView
    actions = ACTIONS
    symmetries = SYMMETRIES
    judgement = LuminosJudgement()
    insight = LuminosInsight()
    features = LuminosFeatures()
    presets: ClassVar = {
        "A": LuminosOptions(),
        "B": LuminosOptions(tiles="B"),
        "C": LuminosOptions(tiles="C"),
        "picked": LuminosOptions(start="picked"),
        "long": LuminosOptions(tiles="B", start="picked", target=(12, 9, 8)),
        "tiny": LuminosOptions(target=(1, *TARGET_ROWS[1:]), tiny=Tiny()),
    }

    def counts(self, options: LuminosOptions) -> range:
        return self.players if options.tiny is None else TINY_PLAYERS

    def begin(self, players: int, options: LuminosOptions, chance: Chance) -> LuminosState:
        return LuminosState.begin(players, options, chance)

    def complete(self, view: LuminosView, chance: Chance) -> LuminosState:
        return imagine.complete(view)

    def resample(self, state: LuminosState, seat: int, number: int, chance: Chance) -> list[LuminosState]:
        return [state.clone() for _ in range(number)]  # nothing that is hidden has been decided

    def scene(self, view: LuminosView, lang: str = "en", names: Sequence[str] = ()) -> Scene:
        return scene.scene(view, lang, names)

    def touch(self, view: LuminosView) -> TouchTree:
        return scene.touch(view)

    def board(self, view: LuminosView, lang: str = "en", names: Sequence[str] = ()) -> list[Block]:
        return text.board(view, lang, names)

    def subjects(self, events: Sequence[Event], view: LuminosView) -> list[tuple[str, ...]]:
        return subjects(events, view)

    def as_arrays(self, players: int, options: LuminosOptions) -> LuminosArrays:
        from .learning.arrays import LuminosArrays

        return LuminosArrays(self, players, options)

    def words(self, name: str, value: object) -> object:
        return words(name, value)


GAME = Luminos()
