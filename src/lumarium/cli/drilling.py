"""Drills at a terminal: the table, the choices, the answer."""

from __future__ import annotations

from rich.text import Text

from lumarium.kernel.errors import LumariumError
from lumarium.kernel.message import Message
from lumarium.kernel.view import View
from lumarium.review import drills
from lumarium.review.practice import Progress, Task
from lumarium.review.telling import decimal, move_word, percent, reason_word

from . import screen
from .blocks import table
from .choosing import chosen, no_choice
from .speech import language, sentence


class Drilling:
    """Works through some drills."""

    def __init__(self, tasks: list[Task], progress: Progress) -> None:
        self.tasks = progress.ordered(tasks)
        self.progress = progress
        self.lang = language()
        self.console = screen.new_console()
        self.right = self.asked = 0

    def run(self) -> None:
        """Until all are done, or the user stops."""
        for number, task in enumerate(self.tasks, 1):
            view = task.view()
            self._show(task, view, number)
            try:
                given = self._ask(task, view)
            except (EOFError, KeyboardInterrupt):
                break
            self._judge(task, view, given)
        if self.asked:
            known = sum(self.progress.known.get(task.id, False) for task in self.tasks)
            facts = {"right": self.right, "all": self.asked, "known": known, "set": len(self.tasks)}
            self._print(_say("progress", **facts), "bold")

    def _show(self, task: Task, view: View, number: int) -> None:
        names = task.names(view, self.lang)
        self.console.print(table(task.game.board(view, self.lang, names), self.console))
        heading = _say("number", number=number, all=len(self.tasks), kind=task.title(self.lang))
        if task.at is not None:
            heading += f" ({_say('own', at=task.at + 1)})"
        self._print(heading, "bold")
        self._print(sentence(task.game.scene(view, self.lang, names).prompt))
        legal = [task.game.actions[index] for index in view.legal]
        self.console.print(screen.choices(legal, self.lang, self.console.width, len(legal) > self.console.height))

    def _ask(self, task: Task, view: View) -> int | None:
        """The index of what was chosen; None to be told."""
        while True:
            text = input(_say("question")).strip()
            if text.casefold() in ("q", "quit"):
                raise EOFError
            if not text:
                return None
            try:
                return self._chosen(task, view, text)
            except LumariumError as error:
                self._print(error.describe(self.lang), "bold red")

    def _chosen(self, task: Task, view: View, text: str) -> int:
        legal = [task.game.actions[index] for index in view.legal]
        action = chosen(legal, text) or task.game.actions.parse(text)
        if action not in legal:
            raise no_choice(legal, text)
        return action.index

    def _judge(self, task: Task, view: View, given: int | None) -> None:
        outlooks = task.outlooks(view)
        found = drills.answered(view, outlooks, next(iter(outlooks)) if given is None else given)
        best = found.best[0].move
        right = given is not None and found.right
        self.asked += 1
        self.right += right
        self.progress.keep(task, right)
        said = {"move": move_word(task.game, best, self.lang), "reason": reason_word(view, best, self.lang)}
        if right:
            self._print(_say("right" if found.given.move == best else "as_good", **said), "bold green")
        else:
            if given is not None:
                facts = {"percent": percent(found.lost), "points": decimal(found.points, self.lang)}
                self._print(_say("wrong", **facts), "bold")
            self._print(_say("best", **said), "bold")
        for each in found.best:
            points, odds = decimal(each.points, self.lang), percent(each.outlook)
            self._print(
                "  " + _say("answer", move=move_word(task.game, each.move, self.lang), percent=odds, points=points)
            )
        self.console.print()

    def _print(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style))


def _say(key: str, **facts: object) -> str:
    return Message("kernel", f"drills.{key}", **facts).render(language())
