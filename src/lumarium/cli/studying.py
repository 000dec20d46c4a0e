"""A study at a terminal: the table, what follows, and what is typed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from rich.table import Table
from rich.text import Text

from lumarium.arena.players import shown_names
from lumarium.kernel.edits import Step
from lumarium.kernel.errors import LumariumError
from lumarium.kernel.given import shortened
from lumarium.kernel.node import Node
from lumarium.kernel.study import Study

from . import screen
from .blocks import table
from .choosing import keys
from .files import check_writable
from .outline import outline
from .speech import language, mistake, say, sentence

FEW = 12
"""So many outcomes of a draw are listed before the rest is counted."""


class Desk:
    """Somebody looks at a position of a study and does something with it."""

    def __init__(self, study: Study, path: Path, seat: int | None) -> None:
        self.study, self.path, self.seat = study, path, seat
        self.lang = language()
        self.node = study.main_line()[-1] if not sys.stdin.isatty() else study.root
        self.console = screen.new_console()
        self.changed = False
        self.study.listen(self._change)
        self._doing: dict[str, Callable[[str], None]] = {
            "next": self._next,
            "back": self._back,
            "line": self._line,
            "go": self._go,
            "play": self._play,
            "luck": self._luck,
            "moves": self._moves,
            "comment": self._comment,
            "name": self._name,
            "mark": self._mark,
            "think": self._think,
            "promote": self._promote,
            "delete": self._delete,
            "undo": self._undo,
            "open": self._open,
            "tree": self._tree,
            "save": self._save,
            "help": self._help,
        }

    @property
    def names(self) -> list[str]:
        """Who plays, also where nobody has a name."""
        known = self.study.names
        return shown_names([*known, *[""] * (self.study.players - len(known))], self.lang)

    def run(self) -> None:
        """Asks what to do until the user stops; where nobody can be asked, shows the tree."""
        if not (sys.stdin.isatty() and self.console.is_terminal):
            self._tree("")
            return
        self._show()
        while True:
            try:
                text = input(say("study_prompt")).strip()
            except (EOFError, KeyboardInterrupt):
                self.console.print()
                break
            if text.casefold() in ("q", "quit"):
                break
            before = self.node, len(self.study.edits)
            try:
                self.obey(text or "next")
            except LumariumError as error:
                self._print(error.describe(self.lang), "bold red")
                continue
            if (self.node, len(self.study.edits)) != before:
                self._show()
        if self.changed:
            self._print(say("study_unsaved", path=self.path))

    def obey(self, text: str) -> None:
        """Does what is typed; what is no command is a move."""
        word, _, rest = text.strip().partition(" ")
        found = [name for name in self._doing if word and name.startswith(word.casefold())]
        exact = [name for name in found if name == word.casefold()]
        if exact or (len(found) == 1 and len(word) < len(found[0])):
            self._doing[(exact or found)[0]](rest.strip())
        else:
            self._play(text)

    # Walking

    def _next(self, _: str) -> None:
        self.node = self.node.next or self.node

    def _back(self, _: str) -> None:
        self.node = self.node.parent or self.node

    def _line(self, text: str) -> None:
        lines = self.node.children
        if not text.isdecimal() or not 1 <= int(text) <= len(lines):
            raise mistake("study_line", given=shortened(text), n=len(lines))
        self.node = lines[int(text) - 1]

    def _go(self, text: str) -> None:
        main = self.study.main_line()
        self.node = main[int(text)] if text.isdecimal() and int(text) < len(main) else self.study[text]

    # Changing

    def _play(self, text: str) -> None:
        legal = [] if self.study.seat is not None else self.node.state.legal_actions()
        move = keys(legal).get(text)
        self.node = self.node.add(move.notation if move else text)

    def _luck(self, text: str) -> None:
        """`luck MOVE` tells what can be drawn; `luck MOVE = 2 5` chooses, draw by draw."""
        move, _, chosen = text.partition("=")
        picks: tuple[int, ...] = ()
        wanted = chosen.split()
        while outcomes := self.node.outcomes(move.strip(), picks, self.lang):
            if not wanted:
                self._outcomes([(outcome.text, outcome.share) for outcome in outcomes])
                return
            number = wanted.pop(0)
            if not number.isdecimal() or not 1 <= int(number) <= len(outcomes):
                raise mistake("study_outcome", given=shortened(number), n=len(outcomes))
            picks += outcomes[int(number) - 1].picks
        self.node = self.node.add(Step(self.study.action(move.strip()).notation, picks))

    def _outcomes(self, found: list[tuple[str, float]]) -> None:
        for number, (text, share) in enumerate(found[:FEW], 1):
            self._print(f"{number:>3}  {100 * share:5.1f} %  {text}")
        if len(found) > FEW:
            self._print(say("study_more", n=len(found) - FEW, last=len(found)))

    def _comment(self, text: str) -> None:
        by, colon, said = text.partition(": ")
        known = bool(colon) and len(by) <= 24
        self.node.comment(said if known else text, by if known else "")

    def _name(self, text: str) -> None:
        self.node.name = text

    def _mark(self, text: str) -> None:
        piece, *rest = text.split() or [""]
        tone = rest.pop() if rest and rest[-1] in ("note", "good", "bad", "off") else "note"
        self.node.mark(piece, rest[0] if rest else "", "" if tone == "off" else tone)

    def _think(self, _: str) -> None:
        from lumarium.review.telling import percent
        from lumarium.review.thinking import think

        thoughts = think(self.study, self.node)
        for thought in thoughts:
            self._print(f"{percent(thought.outlook):>6} %  {thought.move}")

    def _promote(self, _: str) -> None:
        self.study.promote_to_main(self.node)

    def _delete(self, _: str) -> None:
        gone, self.node = self.node, self.node.parent or self.node
        self.study.delete(gone)

    def _undo(self, _: str) -> None:
        if self.study.undo() is None:
            raise mistake("study_nothing")
        while self.node.parent is not None and not self.study.tree.is_shown(self.node.branch):
            self.node = self.node.parent

    def _open(self, _: str) -> None:
        self.study.open()

    def _save(self, text: str) -> None:
        self.path = Path(text) if text else self.path
        check_writable(self.path)
        self.study.save(self.path)
        self.changed = False
        self._print(say("written", path=self.path))

    # Showing

    def _show(self) -> None:
        game, view = self.study.game, self.node.view(self.seat)
        self.console.clear()
        self.console.print(table(game.board(view, self.lang, self.names), self.console))
        self._print(f"{self.node.id[:8]}  {self._word(self.node)}", "dim")
        for comment in self.node.comments:
            self._print(f"  {comment.by}: {comment.text}" if comment.by else f"  {comment.text}", "italic")
        for bot, thoughts in self.node.outlooks.items():
            self._print(f"  {bot}: {thoughts[0].move} ({100 * thoughts[0].outlook:.0f} %)", "italic")
        for number, child in enumerate(self.node.children, 1):
            self._print(f"{number:>3}  {self._word(child)}", "green" if number == 1 else "")
        self._print(sentence(game.scene(view, self.lang, self.names).prompt), "bold")

    def _moves(self, _: str) -> None:
        legal = self.node.state.legal_actions()
        self.console.print(screen.choices(legal, self.lang, self.console.width, len(legal) > self.console.height))

    def _tree(self, _: str) -> None:
        for node, level in outline(self.study):
            here = " <" if node == self.node else ""
            said = "".join(f"  “{comment.text}”" for comment in node.comments)
            self._print(f"{node.id[:8]}  {'    ' * level}{self._word(node)}{shortened(said, 160)}{here}")

    def _word(self, node: Node) -> str:
        """What led to a position."""
        name = f"  [{node.name}]" if node.name else ""
        if node.seat is None:
            return say("study_start") + name
        return f"{node.depth:>3}. {self.names[node.seat]}: {node.move}{name}"

    def _help(self, _: str) -> None:
        grid = Table.grid(padding=(0, 2))
        for name in self._doing:
            usage, _, meaning = say(f"study_help_{name}").partition(" - ")
            grid.add_row(Text(usage, "bold green"), Text(meaning))
        self.console.print(grid)

    def _change(self, _: object) -> None:
        self.changed = True

    def _print(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style))
