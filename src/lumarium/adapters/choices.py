"""What the adapters for learning are told by name: the game, and how they reward."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lumarium.kernel import registry
from lumarium.kernel.errors import BadOptions, UnknownGame
from lumarium.kernel.game import Game
from lumarium.kernel.given import shortened
from lumarium.kernel.message import Message

PLACE = "place"
SCORE = "score"
REWARDS = (PLACE, SCORE)
"""By the places at the end, as `utility` says, or by the change of each score at every decision."""

VERSIONED = re.compile(r"(.+)_v(\d+)")


def versioned(game: Game) -> str:
    """The game's name with the version of its rules, as in `lumen_v1`."""
    return f"{game.name}_v{game.rules_version}"


def find(name: str) -> Game:
    """The game `lumen`, or `lumen_v1` as long as that is the version of its rules."""
    parts = VERSIONED.fullmatch(str(name))
    if parts is None or name in registry.games():
        return registry.game(name)
    game = registry.game(parts[1])
    if name != versioned(game):
        raise UnknownGame(Message("kernel", "adapters.version", name=shortened(name), current=versioned(game)))
    return game


def check_choice(name: str, given: object, known: Sequence[str]) -> None:
    """Raises unless the argument of that name has one of the known values."""
    if given not in known:
        shown = shortened(str(given))
        raise BadOptions(Message("kernel", "adapters.choice", name=name, given=shown, known=", ".join(known)))
