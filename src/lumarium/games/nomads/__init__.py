"""Nomads: sowing discs around a campfire, for 2 to 5 players."""

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
from .bots.insight import NomadsInsight
from .bots.judgement import NomadsJudgement
from .learning.features import NomadsFeatures
from .options import Options as NomadsOptions
from .options import Tiny
from .picture import scene
from .picture.subjects import subjects
from .rules import imagine
from .rules.actions import ACTIONS
from .rules.components import TINY_PLAYERS
from .rules.state import State as NomadsState
from .rules.symmetry import SYMMETRIES
from .rules.view import View as NomadsView
from .words import text
from .words.words import words

if TYPE_CHECKING:
    from .learning.arrays import NomadsArrays

__all__ = ["GAME", "Nomads", "NomadsOptions", "NomadsState", "NomadsView"]


class Nomads(Game[NomadsState, NomadsView, NomadsOptions]):
    """The game Nomads."""

    name = meta.NAME
    players = meta.PLAYERS
    rules_version = meta.RULES_VERSION
    minutes = meta.MINUTES
    age = meta.AGE
    complexity = meta.COMPLEXITY
    private = False
    Options = NomadsOptions
    View = NomadsView
    actions = ACTIONS
    symmetries = SYMMETRIES
    judgement = NomadsJudgement()
    insight = NomadsInsight()
    features = NomadsFeatures()
    presets: ClassVar = {
        "default": NomadsOptions(),
        "ulrich": NomadsOptions(adventurers=("ulrich", "moon", "red", "siana", "nostromo")),
        "moon": NomadsOptions(adventurers=("moon", "red", "siana", "nostromo", "ulrich")),
        "red": NomadsOptions(adventurers=("red", "siana", "nostromo", "ulrich", "moon")),
        "siana": NomadsOptions(adventurers=("siana", "nostromo", "ulrich", "moon", "red")),
        "nostromo": NomadsOptions(adventurers=("nostromo", "ulrich", "moon", "red", "siana")),
        "lumarathon": NomadsOptions(start=1, coin=0, sleepers=1),
        "tiny": NomadsOptions(
            adventurers=("ulrich", "siana"), legends={"a": (1, 2, 3, 4), "b": (1, 2, 3, 4)}, tiny=Tiny()
        ),
    }

    def counts(self, options: NomadsOptions) -> range:
        return self.players if options.tiny is None else TINY_PLAYERS

    def begin(self, players: int, options: NomadsOptions, chance: Chance) -> NomadsState:
        return NomadsState.begin(players, options, chance)

    def complete(self, view: NomadsView, chance: Chance) -> NomadsState:
        return imagine.complete(view)

    def resample(self, state: NomadsState, seat: int, number: int, chance: Chance) -> list[NomadsState]:
        return [state.clone() for _ in range(number)]  # nothing that is hidden has been decided

    def scene(self, view: NomadsView, lang: str = "en", names: Sequence[str] = ()) -> Scene:
        return scene.scene(view, lang, names)

    def touch(self, view: NomadsView) -> TouchTree:
        return scene.touch(view)

    def board(self, view: NomadsView, lang: str = "en", names: Sequence[str] = ()) -> list[Block]:
        return text.board(view, lang, names)

    def as_arrays(self, players: int, options: NomadsOptions) -> NomadsArrays:
        from .learning.arrays import NomadsArrays

        return NomadsArrays(self, players, options)

    def subjects(self, events: Sequence[Event], view: NomadsView) -> list[tuple[str, ...]]:
        return subjects(events, view)

    def words(self, name: str, value: object) -> object:
        return words(name, value)


GAME = Nomads()
