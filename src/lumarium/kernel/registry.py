"""Finds games and bots: by folder, by `LUMARIUM_GAMES`, and by the entry points of installed packages."""

from __future__ import annotations

import os
import pkgutil
from functools import cache
from importlib import import_module
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING, Any

from .errors import LumariumError, UnknownBot, UnknownGame
from .message import Message

if TYPE_CHECKING:
    from lumarium.bots import Bot

    from .game import Game

FOLDERS = "LUMARIUM_GAMES"
"""The variable that names folders in which games lie, each in a folder of its own."""

_loaded: dict[str, Game] = {}


def games() -> tuple[str, ...]:
    """The names of all games that can be played."""
    return tuple(sorted({*_modules("lumarium.games"), *_entry_points("lumarium.games")}))


def game(name: str) -> Game:
    """The game of that name; UnknownGame names the near ones."""
    try:
        return _loaded[name]
    except (KeyError, TypeError):  # what is no name may have no hash either
        found: Game = _load(name, "lumarium.games", "GAME", UnknownGame)
        _loaded[name] = found
        return found


def is_loose(game: Game) -> bool:
    """Does the game come from one of the folders of `LUMARIUM_GAMES`, and from no package?"""
    return game.folder.parent.resolve() in [Path(folder).resolve() for folder in _loose_folders()]


def bots(game: Game | None = None) -> tuple[str, ...]:
    """The names of all bots, or of those that play a game."""
    names = tuple(sorted({*_modules("lumarium.bots"), *_entry_points("lumarium.bots")}))
    return names if game is None else tuple(name for name in names if _plays(name, game))


def bot(name: str, game: Game | None = None) -> type[Bot]:
    """The bot of that name; UnknownBot names the near ones, or says why it does not play the game."""
    found: type[Bot] = _load(name, "lumarium.bots", "BOT", UnknownBot)
    if game is not None:
        check_plays(found, game)
    return found


def check_plays(bot: type[Bot], game: Game) -> None:
    """Raises unless such a bot plays the game: most play all of them, and some need what not every game brings."""
    check = getattr(bot, "check_game", None)
    if check is not None:
        check(game)


def _plays(name: str, game: Game) -> bool:
    try:
        bot(name, game)
    except LumariumError:
        return False
    return True


def _load(given: object, group: str, attribute: str, error: type[LumariumError]) -> Any:
    from .given import quoted, shortened

    name = given if isinstance(given, str) else quoted(given)
    modules, entries = _modules(group), _entry_points(group)
    known = sorted({*modules, *entries})
    try:
        if name in modules:
            return getattr(import_module(f"{group}.{name}"), attribute)
        if name in known:
            return entries[name].load()
    except Exception as problem:
        detail = f"{type(problem).__name__}: {problem}"
        for folder in _loose_folders() if group == "lumarium.games" else ():
            if (Path(folder) / name).is_dir():
                where = _last_line(problem, Path(folder))
                raise error(
                    Message("kernel", "registry.loose", name=name, folder=folder, problem=where + detail)
                ) from problem
        raise error(Message("kernel", "registry.broken", name=name, problem=detail)) from problem
    from .game import nearest

    key = "registry.game" if error is UnknownGame else "registry.bot"
    near = nearest(name, known)
    raise error(Message("kernel", key, name=shortened(name), near=near, known=", ".join(known)))


def _loose_folders() -> list[str]:
    return [folder for folder in os.environ.get(FOLDERS, "").split(os.pathsep) if folder]


def _last_line(problem: BaseException, folder: Path) -> str:
    """The last line of the folder's own code that led to it."""
    own = [frame for frame in extract_tb(problem.__traceback__) if Path(frame.filename).is_relative_to(folder)]
    return f"{own[-1].filename}:{own[-1].lineno}, " if own else ""


def _modules(group: str) -> list[str]:
    package = import_module(group)
    if group == "lumarium.games":
        for folder in _loose_folders():
            if not Path(folder).is_dir():
                raise UnknownGame(Message("kernel", "registry.folder", folder=folder))
            if folder not in package.__path__:
                package.__path__.append(folder)
    # A game is a folder, a bot is a file.
    folders = group == "lumarium.games"
    found = [module for module in pkgutil.iter_modules(package.__path__) if not module.name.startswith("_")]
    return [module.name for module in found if folders or not module.ispkg]


@cache
def _entry_points(group: str) -> dict[str, Any]:
    """Read once: looking through all that is installed takes longer than a server may stand still."""
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=group)}
