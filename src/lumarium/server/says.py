"""Every message from the server to a client at a table, as docs/protocol.md describes them."""

from __future__ import annotations

from typing import Any

import msgspec

from lumarium.kernel.changes import Change
from lumarium.kernel.scene import Scene
from lumarium.kernel.view import View

from .clock import ClockState
from .protocol import Id
from .store import Settings


class You(msgspec.Struct, frozen=True):
    """What a viewer's tokens allow."""

    host: bool
    seats: list[int]
    invited: list[int]
    join: bool
    watch: bool


class Answer(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower, kw_only=True):
    """What the server sends; the tag is the class's name."""


class Welcome(Answer, frozen=True, kw_only=True, omit_defaults=True):
    """Answers hello."""

    id: Id | None
    protocol: int
    table: str
    game: str
    you: You
    tokens: dict[str, str] | None = None


class Ok(Answer, frozen=True, kw_only=True, omit_defaults=True):
    """It was done."""

    id: Id
    v: int | None = None
    seat: int | None = None
    token: str | None = None
    table: str | None = None
    asked: list[int] | None = None
    now: int | None = None
    """The time of the house, at a table with a clock."""


class Error(Answer, frozen=True, kw_only=True, omit_defaults=True):
    """It was refused."""

    id: Id | None = None
    code: str
    text: str
    v: int | None = None


class SeatState(msgspec.Struct, frozen=True):
    """A seat as everybody sees it."""

    seat: int
    kind: str
    name: str
    level: str | None
    connected: bool
    away: int | None
    ready: bool
    out: bool
    """Its time ran out, and a bot plays to the end."""


class Result(msgspec.Struct, frozen=True):
    """How a game ended."""

    scores: tuple[int, ...]
    ranking: tuple[int, ...]
    ending: str
    practice: bool
    """Was more taken back than the rules of the house allow?"""


class Asking(msgspec.Struct, kw_only=True):
    """Somebody wants to take a move back, and asks the other people at the table."""

    seat: int
    v: int
    waiting: list[int]
    """The seats that have not answered."""
    refused: int | None = None
    """The seat that said no."""


class Waits(msgspec.Struct, frozen=True, kw_only=True):
    """Everybody waits for a bot, longer than usual."""

    seat: int
    most: int
    """Seconds until it decides, at the most."""


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """A table as everybody sees it."""

    id: str
    game: str
    players: int
    options: dict[str, Any]
    settings: Settings
    phase: str
    created: int
    commitment: str
    seats: list[SeatState]
    watchers: int
    v: int | None
    turn: int | None
    result: Result | None
    asking: Asking | None
    waits: Waits | None
    clock: ClockState | None
    secret: str | None
    next: str | None
    closed: str | None


class KnockShown(msgspec.Struct, frozen=True):
    """Somebody without a link who asks to be let in."""

    knock: str
    name: str


class TableShown(Answer, frozen=True, tag="table", kw_only=True):
    """The table has changed."""

    you: You
    knocks: list[KnockShown]
    """For the host alone."""
    table: TableState


class SceneShown(Answer, frozen=True, tag="scene", kw_only=True):
    """What lies on the table now."""

    seat: int | None
    can_undo: bool
    no_undo: str
    """Why not; "" where it can be, and for spectators."""
    moves: int
    """How many moves stand."""
    players: tuple[str, ...]
    scene: Scene


class SceneChanged(Answer, frozen=True, tag="changes", kw_only=True):
    """What has changed since the scene that this viewer was sent before."""

    seat: int | None
    can_undo: bool
    no_undo: str
    moves: int
    change: Change


class ViewShown(Answer, frozen=True, tag="view", kw_only=True):
    """The same for a program."""

    v: int
    seat: int
    over: bool
    view: View
    legal: list[str]
    events: list[dict[str, object]]


class Said(Answer, frozen=True, kw_only=True):
    """Somebody said a phrase; without a seat it was a spectator."""

    seat: int | None
    name: str
    phrase: str
    text: str


class HintShown(Answer, frozen=True, tag="hint", kw_only=True):
    """What a bot would do."""

    id: Id | None
    v: int
    path: tuple[str, ...]
    action: str
    text: str


class KnownShown(Answer, frozen=True, tag="known", kw_only=True):
    """What can be known; it was worked out elsewhere, and is passed on as it is."""

    id: Id | None
    v: int
    known: msgspec.Raw


class Estimated(Answer, frozen=True, tag="estimate", kw_only=True):
    """One topic that was found by playing on."""

    id: Id | None
    v: int
    topic: msgspec.Raw


class LogShown(Answer, frozen=True, tag="log", kw_only=True):
    """Everything that happened."""

    id: Id | None
    lines: list[str]


class Looked(Answer, frozen=True, tag="look", kw_only=True):
    """An earlier position."""

    id: Id | None
    at: int
    first: int
    last: int
    seat: int | None
    can_undo: bool
    """May the viewer take back to here?"""
    scene: Scene


_encode = msgspec.json.Encoder().encode


def packed(answer: Answer) -> bytes:
    """A message as it is sent."""
    return _encode(answer)
