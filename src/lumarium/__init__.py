"""Lumarium: a house for tabletop games of light. Rules, views and scenes written once, for players and programs.

>>> import lumarium
>>> "luminos" in lumarium.games()
True
"""

import lumarium.games  # noqa: F401  # first: loading it later would put the package in the place of `games` below

from .kernel.action import Action, ActionSpace
from .kernel.chance import Chance
from .kernel.engine import compiled
from .kernel.errors import (
    BadEdit,
    BadNotation,
    BadOptions,
    BadRecord,
    BotFailed,
    GameOver,
    IllegalAction,
    LumariumError,
    NotYourTurn,
    UnknownBot,
    UnknownGame,
    UnknownSeat,
)
from .kernel.event import Event
from .kernel.game import Game
from .kernel.luck import FairChance, RecordedChance
from .kernel.match import Match
from .kernel.record import Record
from .kernel.registry import game, games
from .kernel.scene import Scene
from .kernel.state import State, playout
from .kernel.study import Study
from .kernel.view import View

__version__ = "0.1.0"


def connect(url: str, name: str = "Python") -> Study:
    """The study behind a link, live: changes go both ways. The link of a finished table gives a study of its game."""
    from .adapters.bridge import connect as live

    return live(url, name)


__all__ = [
    "Action",
    "ActionSpace",
    "BadEdit",
    "BadNotation",
    "BadOptions",
    "BadRecord",
    "BotFailed",
    "Chance",
    "Event",
    "FairChance",
    "Game",
    "GameOver",
    "IllegalAction",
    "LumariumError",
    "Match",
    "NotYourTurn",
    "Record",
    "RecordedChance",
    "Scene",
    "State",
    "Study",
    "UnknownBot",
    "UnknownGame",
    "UnknownSeat",
    "View",
    "compiled",
    "connect",
    "game",
    "games",
    "playout",
]
