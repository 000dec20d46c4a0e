"""A game being played at one terminal: the loop that shows, asks and plays."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from lumarium.arena.players import bot_luck, is_human, new_bot, shown_names
from lumarium.kernel.action import Action, shortened
from lumarium.kernel.errors import LumariumError
from lumarium.kernel.match import Match
from lumarium.kernel.record import Seeded

from . import screen
from .ending import show_end
from .interrupts import Interrupts
from .saving import save_end, save_stopped
from .speech import language, say

LEAST_NEWS = 4
PROMPTS = 4
"""Lines that are said below the news beside the moves."""


class Quit(Exception):
    """The player stops here."""


class Session:
    """Shows each person only what their seat may know: with one person always theirs, else whoever is to move."""

    def __init__(self, match: Match, path: Path | None, asked: bool) -> None:
        """`path` is where the record goes; `asked` says that it goes there even when the game ends."""
        self.match = match
        self.path = path
        self.asked = asked
        self.lang = language()
        self.names = shown_names(match.names, self.lang)
        self.people = [seat for seat, name in enumerate(match.names) if is_human(name)]
        self.bots = {seat: new_bot(name) for seat, name in enumerate(match.names) if not is_human(name)}
        self.seen = dict.fromkeys(self.people, len(match.history))
        self.notice = ""
        self.console = screen.new_console()
        self.interrupts = Interrupts()
        luck = match.record.header.chance
        self.seed = luck.seed if isinstance(luck, Seeded) else 0

    def run(self) -> None:
        """Plays to the end, or until the player stops."""
        with self.interrupts:
            try:
                self._play()
            except (Quit, EOFError, KeyboardInterrupt):
                save_stopped(self.match, self.path)
                return
        show_end(self.match, self.names, self.console)
        if self.asked and self.path is not None:
            save_end(self.match, self.path)

    def _play(self) -> None:
        while (turn := self.match.state.turn) is not None:
            if turn in self.people:
                self._person_decides(turn)
            else:
                self._bot_decides(turn)

    def _bot_decides(self, seat: int) -> None:
        match, view = self.match, self.match.view(seat)
        # Luck by version, not one stream: a game that is saved and resumed goes on as if it had not stopped.
        luck = bot_luck(self.seed, seat, match.version)
        action = self.bots[seat].choose(view, self._legal(view.legal), luck)
        with self.interrupts.held():
            match.play(action, seat)

    def _person_decides(self, seat: int) -> None:
        version = self.match.version
        self._show_table(seat)
        while self.match.version == version:
            text = self.interrupts.ask(say("prompt", player=self.names[seat]))
            try:
                self._answer(seat, text)
            except LumariumError as error:
                self._print(error.describe(self.lang), "bold red")
                self._print(say("hint"), "dim")

    def _answer(self, seat: int, text: str) -> None:
        match text.casefold():
            case "":
                pass
            case "?" | "help" | "hilfe":
                self._help(seat)
            case "undo":
                self._undo(seat)
            case "log":
                self._print("\n".join(self._told(seat, 0)) or say("log_empty"))
            case "sheet":
                self._show_sheets(seat)
            case "table":
                self._show_table(seat)
            case "quit" | "q" | "exit":
                raise Quit
            case _:
                self._move(seat, text)

    def _move(self, seat: int, text: str) -> None:
        legal = self._legal(self.match.view(seat).legal)
        move: Action | str = text
        if text.isdecimal():
            if not 1 <= int(text) <= len(legal):
                raise LumariumError(say("number", number=shortened(text), last=len(legal), example=legal[0].notation))
            move = legal[int(text) - 1]
        with self.interrupts.held():
            self.match.play(move, seat)

    def _undo(self, seat: int) -> None:
        """Takes back the last move of a person here; the next one may be to move already."""
        mover = next((person for person in self.people if self.match.can_undo(person)), seat)
        last = self.match.history[-1].action if self.match.history else None
        with self.interrupts.held():
            self.match.undo(mover)
        assert last is not None
        left = len(self.match.history)
        self.seen = {person: min(count, left) for person, count in self.seen.items()}
        self.notice = say("undone", move=last.describe(self.lang))

    def _show_table(self, seat: int) -> None:
        match, view, console = self.match, self.match.view(seat), self.console
        console.clear()
        board = screen.table(match.game.board(view, self.lang, self.names), console)
        moves = screen.choices(self._legal(view.legal), self.lang, console.width)
        console.print(board)
        self._show_news(seat, screen.room(console, board, moves) - PROMPTS)
        self._print(self.notice, "italic")
        self.seen[seat], self.notice = len(match.history), ""
        self._print(match.game.scene(view, self.lang, self.names).prompt, "bold")
        console.print(moves)

    def _show_news(self, seat: int, room: int) -> None:
        news = self._told(seat, self.seen[seat])
        shown = max(LEAST_NEWS, room)
        if len(news) > shown:
            self._print(say("more_news", n=len(news) - shown), "dim")
        self._print("\n".join(news[-shown:]), "italic")

    def _show_sheets(self, seat: int) -> None:
        panels = self.match.game.scene(self.match.view(seat), self.lang, self.names).panels
        self.console.print(screen.sheets(panels, say("total")))

    def _told(self, seat: int, first: int) -> list[str]:
        """What happened from a move on, as the seat may know it."""
        events = [event.for_seat(seat) for played in self.match.history[first:] for event in played.events]
        return [event.describe(self.lang, self.names) for event in events if event is not None]

    def _help(self, seat: int) -> None:
        legal = self._legal(self.match.view(seat).legal)
        rows = [
            (say("help_number_key", last=len(legal)), say("help_number")),
            (legal[0].notation, say("help_notation")),
            *((word, say(f"help_{word}")) for word in ("undo", "log", "sheet", "table", "quit")),
        ]
        self.console.print(screen.explained(rows))
        self._print(say("help_rules", game=self.match.game.name, lang=self.lang))

    def _legal(self, indices: tuple[int, ...]) -> list[Action]:
        return [self.match.game.actions[index] for index in indices]

    def _print(self, text: str, style: str = "") -> None:
        if text:
            self.console.print(Text(text, style))
