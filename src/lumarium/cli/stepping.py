"""Walking through a record on a terminal."""

from __future__ import annotations

import sys

from rich.text import Text

from lumarium.arena.players import shown_names
from lumarium.kernel.match import Match
from lumarium.kernel.record import Entry, Move, Out, Record
from lumarium.kernel.view import View

from . import screen
from .blocks import table
from .speech import language, say, sentence

OPEN = -1
"""The viewer who sees everything."""


class Stepper:
    """Shows the positions of a record as one seat, or a spectator, saw them."""

    def __init__(self, record: Record, viewer: int | None) -> None:
        self.record = record
        self.viewer = viewer
        self.lang = language()
        names, players = record.header.names, record.header.players
        self.names = shown_names([*names, *[""] * (players - len(names))], self.lang)
        self.last = len(record.entries)
        self.console = screen.new_console()

    def run(self, at: int | None) -> None:
        """Steps from there on a terminal; elsewhere prints that position and the moves that led to it."""
        if sys.stdin.isatty() and self.console.is_terminal:
            self._walk(0 if at is None else at)
            return
        at = self.last if at is None else at
        self._show(at)
        self.console.print(f"{say('moves')}:")
        for number in range(1, at + 1):
            self.console.print(Text(self._entry(number)))

    def _walk(self, at: int) -> None:
        while True:
            self.console.clear()
            self._show(at)
            step = self._asked(at)
            if step is None:
                return
            at = step

    def _asked(self, at: int) -> int | None:
        """The position to show next; None to stop."""
        while True:
            try:
                text = input(say("step_help")).strip().casefold()
            except (EOFError, KeyboardInterrupt):
                self.console.print()
                return None
            match text:
                case "" | "n" | "\x1b[c":
                    return min(at + 1, self.last)
                case "b" | "\x1b[d":
                    return max(at - 1, 0)
                case "q" | "quit":
                    return None
            if text.isdecimal() and int(text) <= self.last:
                return int(text)
            self.console.print(Text(say("step_bad", text=text)))

    def view(self, match: Match) -> View:
        """What the viewer sees of a position."""
        return match.game.opened(match.state) if self.viewer == OPEN else match.view(self.viewer)

    def _show(self, at: int) -> None:
        match = self.record.replay(at)
        view = self.view(match)
        board = match.game.board(view, self.lang, self.names)
        self.console.print(table(board, self.console))
        self.console.print(Text(say("step", at=at, last=self.last), "dim"))
        if at:
            self.console.print(Text(self._entry(at)))
            for line in self._told(match, at):
                self.console.print(Text(line, "italic"))
        prompt = match.game.scene(view, self.lang, self.names).prompt
        self.console.print(Text(sentence(prompt), "bold"))

    def _told(self, match: Match, at: int) -> list[str]:
        if not isinstance(self.record.entries[at - 1], Move):
            return []
        seat = None if self.viewer == OPEN else self.viewer
        events = [event.for_seat(seat) for event in match.history[-1].events]
        return [event.describe(self.lang, self.names) for event in events if event is not None]

    def _entry(self, number: int) -> str:
        entry = self.record.entries[number - 1]
        return f"{number:>4}. {self.names[entry.seat]}: {_said(entry)}"


def _said(entry: Entry) -> str:
    if isinstance(entry, Out):
        return say("out_entry")
    return entry.move if isinstance(entry, Move) else say("undo_entry", move=entry.undo)
