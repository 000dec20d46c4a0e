"""`lumarium drill`: what would you do? Positions to learn from, at a terminal."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import lumarium
from lumarium.kernel.message import Message

from .arguments import Lang
from .review import keep
from .speech import command, language, speak

if TYPE_CHECKING:
    from lumarium.review.practice import Task


def drill(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="The game; without one the drill of the day.")
    ] = None,
    kind: Annotated[
        str | None, typer.Option(metavar="KIND", help="Only decisions of this kind, as the drills name them.")
    ] = None,
    own: Annotated[
        bool, typer.Option("--own", help="From your own reviewed games, in place of the game's set.")
    ] = False,
    lang: Lang = None,
) -> None:
    """Practise decisions: a position, your choice, and the answer with its reasons.

    What you answered right comes last the next time. The drill of the day is the same for everybody.
    """
    speak(lang)
    from lumarium.review import practice

    from .drilling import Drilling

    tasks = practice.of_day(date.today()) if game is None else _tasks(game, kind, own)  # noqa: DTZ011  # theirs
    Drilling(tasks, practice.Progress(keep().folder.parent / "drills.json")).run()


def _tasks(name: str, kind: str | None, own: bool) -> list[Task]:
    from lumarium.kernel.errors import LumariumError
    from lumarium.review import practice

    game = lumarium.game(name)
    found = practice.own(game, keep()) if own else practice.of_game(game)
    if not found:
        facts = {"command": command("review", Path(f"{name}-1.jsonl"))} if own else {"game": game.title(language())}
        raise LumariumError(Message("kernel", f"drills.{'no_own' if own else 'no_set'}", **facts))
    if kind is None:
        return found
    wanted = [task for task in found if kind.casefold() in (task.kind, task.title(language()).casefold())]
    if not wanted:
        kinds = ", ".join(sorted({task.title(language()) for task in found}))
        raise LumariumError(Message("kernel", "drills.no_kind", kind=kind, kinds=kinds))
    return wanted
