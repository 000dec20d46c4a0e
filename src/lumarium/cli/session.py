"""A game being played at one terminal: the loop that shows, asks and plays."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from lumarium.arena.players import bot_luck, is_human, new_bot, shown_names
from lumarium.kernel.action import Action
from lumarium.kernel.errors import LumariumError
from lumarium.kernel.insight import Insight
from lumarium.kernel.match import Match
from lumarium.kernel.record import Seeded

from . import knowing, news, screen
from .blocks import layouts
from .choosing import chosen, listed
from .ending import show_end
from .interrupts import Interrupts
from .saving import save_end, save_stopped
from .speech import command, language, say, sentence


class Quit(Exception):
    """The player stops here."""


class Session:
    """Shows the table as the person to move sees it.

    Several people share the screen and its scrollback: `play` lets only one sit here in a game with private knowledge.
    """

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
        for seat in sorted(self.people, key=self.seen.__getitem__)[:1]:
            self._show_news(self._told(seat, self.seen[seat]), self.console.height)
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
            text = self.interrupts.ask(self._question(seat))
            try:
                self._answer(seat, text)
            except LumariumError as error:
                self._print(error.describe(self.lang), "bold red")
                self._print(say("hint"), "dim")

    def _answer(self, seat: int, text: str) -> None:
        match text.casefold():
            case "":
                pass
            case "h" | "help" | "hilfe":
                self._help(seat)
            case asked if asked.startswith("?"):
                self._know(seat, asked[1:].strip())
            case "undo":
                self._undo(seat)
            case "log":
                self._print("\n".join(line.text for line in self._told(seat, 0)) or say("log_empty"))
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
        move = chosen(legal, text) or text
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
        """The table, the news, the moves: all on one screen, if need be with a denser table and fewer words."""
        match, view, console = self.match, self.match.view(seat), self.console
        happened = self._told(seat, self.seen[seat])
        prompt = sentence(match.game.scene(view, self.lang, self.names).prompt)
        said = [Text(text) for text in (self.notice, prompt, self._question(seat)) if text]
        below = screen.height(console, *said)
        legal, blocks = self._legal(view.legal), match.game.board(view, self.lang, self.names)
        ways = (
            (board, screen.choices(legal, self.lang, console.width, brief))
            for brief in (False, True)
            for board in layouts(blocks, console.width)
        )
        (board, moves), height = screen.first_that_fits(ways, console, below + news.wanted(happened, console))
        console.clear()
        console.print(board)
        self._show_news(happened, console.height - below - height)
        self._print(self.notice, "italic")
        self.seen[seat], self.notice = len(match.history), ""
        self._print(prompt, "bold")
        console.print(moves)

    def _show_news(self, happened: list[news.Line], room: int) -> None:
        missing, lines = news.cut(happened, self.console, room)
        if missing:
            self._print(say("more_news", n=missing), "dim")
        self._print("\n".join(lines), "italic")

    def _question(self, seat: int) -> str:
        return sentence(say("prompt", player=self.names[seat]))

    def _show_sheets(self, seat: int) -> None:
        panels = self.match.game.scene(self.match.view(seat), self.lang, self.names).panels
        self.console.print(screen.sheets(panels, say("total"), self.console))

    def _know(self, seat: int, about: str) -> None:
        """What can be known, what another player can (by number), or an estimate (by its key)."""
        game, view = self.match.game, self.match.view(seat)
        if about and not about.isdecimal():
            self.console.print(knowing.topic(game.estimate(view, about, lang=self.lang, names=self.names)))
            return
        known = game.know(view, self.lang, self.names, int(about) - 1 if about else None)
        if known.topics or known.estimates:
            self.console.print(knowing.shown(known))
        else:
            self._help(seat)

    def _told(self, seat: int, first: int) -> list[news.Line]:
        return news.told(self.match, seat, first, self.lang, self.names)

    def _help(self, seat: int) -> None:
        legal = self._legal(self.match.view(seat).legal)
        rows = [
            (listed(legal), say("help_number")),
            (legal[0].notation, say("help_notation")),
            *([("?", say("help_know"))] if type(self.match.game.insight) is not Insight else []),
            *((word, say(f"help_{word}")) for word in ("undo", "log", "sheet", "table", "quit")),
        ]
        self.console.print(screen.explained(rows))
        self._print(say("help_rules", command=command("rules", self.match.game.name)))

    def _legal(self, indices: tuple[int, ...]) -> list[Action]:
        return [self.match.game.actions[index] for index in indices]

    def _print(self, text: str, style: str = "") -> None:
        if text:
            self.console.print(Text(text, style))
