"""What the server refuses, by name: every code of docs/protocol.md with its HTTP status and its sentence."""

from __future__ import annotations

from lumarium.kernel.errors import (
    BadEdit,
    BadNotation,
    BadOptions,
    BadRecord,
    GameOver,
    IllegalAction,
    LumariumError,
    NotYourTurn,
    UnknownBot,
    UnknownGame,
    UnknownSeat,
)
from lumarium.kernel.message import Message

from .store import StorageFailed

STATUS = {
    "malformed": 400,
    "bad_record": 400,
    "bad_options": 400,
    "unknown_bot": 400,
    "unknown_game": 404,
    "unknown_table": 404,
    "unknown_study": 404,
    "bad_edit": 409,
    "unknown": 404,
    "forbidden": 403,
    "origin": 403,
    "host": 421,
    "hello_first": 400,
    "broken": 410,
    "too_big": 413,
    "too_fast": 429,
    "too_many": 429,
    "storage": 503,
    "internal": 500,
}
CONFLICT = 409

CLOSE = {
    "forbidden": 4403,
    "private": 4403,
    "unknown_table": 4404,
    "unknown_study": 4404,
    "taken": 4409,
    "broken": 4410,
    "too_many": 4429,
    "too_fast": 4429,
    "internal": 4500,
}
"""How a socket is closed when hello is refused."""
MALFORMED, NO_HELLO, GONE, SLOW, FLOOD, MISTAKE = 4400, 4408, 4410, 4411, 4429, 4500


class Refused(LumariumError):
    """A request that is refused by name. `sentence` is the catalogue's key where it is not the code itself."""

    def __init__(self, code: str, sentence: str = "", *, v: int | None = None, **facts: object) -> None:
        super().__init__(Message("server", f"error.{sentence or code}", **facts))
        self.code = code
        self.v = v
        self.id: int | str | None = None
        """Of the request, where that could not be read as one."""

    @property
    def status(self) -> int:
        """The HTTP status."""
        return STATUS.get(self.code, CONFLICT)


class Overtaken(Refused):
    """Somebody at another process was quicker: what was asked for is asked again of the table as it is now."""

    def __init__(self) -> None:
        super().__init__("storage")


_CODES: tuple[tuple[type[LumariumError], str], ...] = (
    (NotYourTurn, "not_your_turn"),
    (GameOver, "over"),
    (IllegalAction, "illegal"),
    (BadNotation, "illegal"),
    (UnknownGame, "unknown_game"),
    (UnknownBot, "unknown_bot"),
    (UnknownSeat, "malformed"),
    (BadOptions, "bad_options"),
    (BadEdit, "bad_edit"),
    (BadRecord, "bad_record"),
    (StorageFailed, "storage"),
)


def code_of(error: LumariumError) -> str:
    """The protocol's name for an error of the library."""
    if isinstance(error, Refused):
        return error.code
    return next((code for kind, code in _CODES if isinstance(error, kind)), "internal")


def status_of(error: LumariumError) -> int:
    """The HTTP status of an error."""
    return STATUS.get(code_of(error), CONFLICT)
