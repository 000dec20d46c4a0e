"""Luminos: square sky tiles and a score sheet, for 2 to 4 players."""

from __future__ import annotations

from collections.abc import Sequence

from lumarium.kernel.chance import Chance
from lumarium.kernel.game import Game
from lumarium.kernel.scene import Scene
from lumarium.kernel.text import Block
from lumarium.kernel.touch import TouchTree

from . import imagine, meta, scene, text
from .actions import ACTIONS
from .options import Options
from .state import State
from .symmetry import SYMMETRIES
from .view import View
from .words import words


class Luminos(Game):
    """The game Luminos."""

    name = meta.NAME
    players = meta.PLAYERS
    rules_version = meta.RULES_VERSION
    Options = Options
    View = View
    actions = ACTIONS
    symmetries = SYMMETRIES
    presets = {  # noqa: RUF012
        "A": Options(),
        "B": Options(tiles="B"),
        "C": Options(tiles="C"),
        "picked": Options(start="picked"),
        "long": Options(tiles="B", start="picked", target=(12, 9, 8)),
    }

    def begin(self, players: int, options: Options, chance: Chance) -> State:
        return State.begin(players, options, chance)

    def complete(self, view: View, chance: Chance) -> State:  # noqa: ARG002  # nothing hidden, nothing to draw
        return imagine.complete(view)

    def scene(self, view: View, lang: str = "en", names: Sequence[str] = ()) -> Scene:
        return scene.scene(view, lang, names)

    def touch(self, view: View) -> TouchTree:
        return scene.touch(view)

    def board(self, view: View, lang: str = "en", names: Sequence[str] = ()) -> list[Block]:
        return text.board(view, lang, names)

    def words(self, name: str, value: object) -> object:
        return words(name, value)


GAME = Luminos()
