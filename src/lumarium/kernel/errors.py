"""The error tree. Every message says what was wrong, what would be right, and where."""

from __future__ import annotations

from .message import Message


class LumariumError(Exception):
    """The root of everything that Lumarium raises on purpose."""

    def __init__(self, reason: Message | str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return self.describe("en")

    def describe(self, lang: str = "en") -> str:
        """The message in the given language."""
        return self.reason if isinstance(self.reason, str) else self.reason.render(lang)


class UnknownGame(LumariumError):
    """No game of that name is installed."""


class UnknownBot(LumariumError):
    """No bot of that name is installed."""


class BadNetwork(LumariumError):
    """A trained network is missing, damaged, or of another game or other rules."""


class BotFailed(LumariumError):
    """A bot raised, took too long, or answered something illegal; `seat` says which one it was."""

    def __init__(self, reason: Message, seat: int) -> None:
        super().__init__(reason)
        self.seat = seat

    def __reduce__(self) -> tuple[type[BotFailed], tuple[Message, int]]:
        assert isinstance(self.reason, Message)
        return BotFailed, (self.reason, self.seat)


class UnknownSeat(LumariumError):
    """There is no such seat at this table."""


class BadOptions(LumariumError):
    """An option, the number of players, a seed or a source of luck is none that the game can be played with."""


class IllegalAction(LumariumError):
    """The rules do not allow this action now; nothing was changed."""


class UnknownAction(IllegalAction, IndexError):
    """No action of the game has that number; an IndexError too, as of every sequence."""


class NotYourTurn(LumariumError):
    """Another seat has to decide."""


class GameOver(LumariumError):
    """The game has ended; no further action is possible."""


class BadNotation(LumariumError):
    """The text names no action of this game."""


class BadEdit(LumariumError):
    """A study cannot take this change: of a position that it has not, of another game, or nothing that it could be."""


class BadRecord(LumariumError):
    """A record is damaged, incomplete, or from other rules. `line` is the place, counted from 1."""

    def __init__(self, reason: Message | str, line: int | None = None) -> None:
        super().__init__(reason)
        self.line = line

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.reason, self.line)
