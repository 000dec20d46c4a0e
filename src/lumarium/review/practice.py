"""Drills as they are worked through: where they come from, and what of them is known already."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import NamedTuple

import msgspec

from lumarium.arena.players import shown_names
from lumarium.kernel.game import Game
from lumarium.kernel.record import Record, save_whole
from lumarium.kernel.registry import game as find_game
from lumarium.kernel.view import View

from . import drills
from .drills import Drill, Own
from .keeping import Keep
from .telling import kind_word
from .weighing import Weighing


class Task(NamedTuple):
    """A drill, whichever it is."""

    id: str
    game: Game
    kind: str
    view: Callable[[], View]
    outlooks: Callable[[View], dict[int, float]]
    names: Callable[[View, str], tuple[str, ...]]
    at: int | None = None
    """Of one's own game: how many moves there were before."""

    def title(self, lang: str) -> str:
        """What kind of decision it is."""
        return kind_word(self.game, self.kind, lang)


class Reviewed(msgspec.Struct, frozen=True):
    """A game that was reviewed, as it is kept for drills."""

    record: str
    drills: tuple[Own, ...]


def of_game(game: Game) -> list[Task]:
    """The set that comes with a game."""
    return [_task(game, drill) for drill in drills.shipped(game.name)]


def of_day(day: date) -> list[Task]:
    """The one of a day."""
    name, drill = drills.daily(day)
    return [_task(find_game(name), drill)]


def own(game: Game, keep: Keep) -> list[Task]:
    """What cost much in reviewed games."""
    tasks = []
    for name, kept in keep.all("drills", Reviewed):
        with suppress(LookupError):
            record = Record.parse(kept.record.encode())
            if record.header.game == game.name and record.header.rules_version == game.rules_version:
                tasks += [_own_task(game, name, record, each) for each in kept.drills]
    return tasks


def _task(game: Game, drill: Drill) -> Task:
    return Task(
        drill.id,
        game,
        drill.kind,
        lambda: drill.view(game),
        lambda _: drills.indexed(game, drill.outlooks),
        drills.names,
    )


def _own_task(game: Game, name: str, record: Record, each: Own) -> Task:
    header = record.header
    given = [*header.names, *[""] * (header.players - len(header.names))]
    return Task(
        f"{name}/{each.at}",
        game,
        each.kind,
        lambda: drills.own_view(record, each.at),
        lambda view: Weighing(view).outlooks(),
        lambda _, lang: tuple(shown_names(given, lang)),
        each.at,
    )


class Progress:
    """What was answered right the last time, kept in a file of this device."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.known: dict[str, bool] = {}
        with suppress(OSError, msgspec.MsgspecError, UnicodeError):
            self.known = msgspec.json.decode(path.read_bytes(), type=dict[str, bool])

    def keep(self, task: Task, right: bool) -> None:
        """One more answer."""
        self.known[task.id] = right
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            save_whole(self._path, msgspec.json.encode(self.known))

    def ordered(self, tasks: list[Task]) -> list[Task]:
        """What is not known yet comes first."""
        return sorted(tasks, key=lambda task: self.known.get(task.id, False))
