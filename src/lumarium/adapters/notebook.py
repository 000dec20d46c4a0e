"""A record to click through, in a notebook or as a file of its own.

States, views, matches, records and scenes show themselves in a notebook; this is the player for whole games.
"""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

import msgspec

from lumarium.kernel.catalogue import LANGUAGES
from lumarium.kernel.errors import BadRecord, LumariumError, UnknownSeat
from lumarium.kernel.event import spoken_name
from lumarium.kernel.given import quoted
from lumarium.kernel.match import Match
from lumarium.kernel.message import Message
from lumarium.kernel.record import Move, Out, Record

from .player_page import PAGE

HEIGHT = 620


class Film:
    """Texts that have most of their lines in common, kept as numbers of lines."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self.frames: list[list[int]] = []
        """For each text the stretches of lines: where each begins, how long it is."""

    @property
    def lines(self) -> list[str]:
        """The different lines of all texts."""
        return list(self._numbers)

    def add(self, text: str) -> None:
        """One text more."""
        frame: list[int] = []
        for line in text.split("\n"):
            number = self._numbers.setdefault(line, len(self._numbers))
            if frame and number == frame[-2] + frame[-1]:
                frame[-1] += 1
            else:
                frame += [number, 1]
        self.frames.append(frame)

    def text(self, at: int) -> str:
        """A text as it was."""
        lines, frame = self.lines, self.frames[at]
        return "\n".join(
            line
            for begin, length in zip(frame[::2], frame[1::2], strict=True)
            for line in lines[begin : begin + length]
        )


class Player:
    """The positions of a record one after the other, with a slider: as a seat saw them, or with nothing hidden.

    A match stands for its record up to now.
    """

    def __init__(self, record: Record | Match, seat: int | None = None, lang: str = "en", theme: str = "dark") -> None:
        self._record, self._seat, self._lang, self._theme = _checked(record, seat, lang), seat, lang, theme
        self._film = Film()
        self.captions: list[list[str]] = []
        """For each position who decided what, and what came of it."""
        for at, match in enumerate(self._record.walk()):
            game, state = match.game, match.state
            view = game.opened(state) if seat is None else state.view(seat)
            self._film.add(game.scene(view, lang, match.names).svg(theme=theme))
            self.captions.append(self._caption(match, at))
        self.title = match.game.title(lang)

    def svg(self, at: int) -> str:
        """The picture of a position."""
        return self._film.text(at)

    def html(self) -> str:
        """A whole page that needs nothing else."""
        words = {key: Message("kernel", f"film.{key}").render(self._lang) for key in WORDS}
        data: dict[str, Any] = {"lines": self._film.lines, "frames": self._film.frames, "captions": self.captions}
        # No text of a record may end the script.
        script = msgspec.json.encode(data).decode().replace("<", "\\u003c")
        fields = {"lang": self._lang, "theme": self._theme, "title": self.title, **words}
        page = PAGE
        for key, text in fields.items():
            page = page.replace(f"{{{key}}}", escape(text))
        return page.replace("{data}", script)

    def save(self, path: str | Path) -> None:
        """Writes the page to a file."""
        Path(path).write_text(self.html(), encoding="utf-8")

    def _repr_html_(self) -> str:
        # A frame: the page's keys and colours are its own, and so are the notebook's.
        return (
            f'<iframe title="{escape(self.title)}" sandbox="allow-scripts" srcdoc="{escape(self.html())}"'
            f' style="width:100%;height:{HEIGHT}px;border:0"></iframe>'
        )

    def _caption(self, match: Match, at: int) -> list[str]:
        last = len(self._record.entries)
        step = Message("kernel", "cli.step", at=at, last=last).render(self._lang)
        if at == 0:
            return [step]
        entry = self._record.entries[at - 1]
        player = spoken_name(entry.seat, match.names, self._lang)
        if isinstance(entry, Out):
            return [step, f"{player}: {Message('kernel', 'cli.out_entry').render(self._lang)}"]
        if not isinstance(entry, Move):
            undone = Message("kernel", "cli.undo_entry", move=entry.undo).render(self._lang)
            return [step, f"{player}: {undone}"]
        told = [event if self._seat is None else event.for_seat(self._seat) for event in match.history[-1].events]
        sentences = [event.describe(self._lang, match.names) for event in told if event is not None]
        return [step, f"{player}: {entry.move}", *sentences]


def _checked(shown: object, seat: object, lang: str) -> Record:
    if not isinstance(shown, Record | Match):
        raise BadRecord(Message("kernel", "film.source", given=quoted(shown)))
    record = shown if isinstance(shown, Record) else shown.record
    last = record.header.players - 1
    if seat is not None and (type(seat) is not int or not 0 <= seat <= last):
        raise UnknownSeat(Message("kernel", "film.seat", seat=quoted(seat), last=last))
    if lang not in LANGUAGES:
        raise LumariumError(Message("kernel", "film.language", given=lang, known=", ".join(LANGUAGES)))
    return record


WORDS = ("first", "back", "next", "last", "slider")
