"""Every message from a client at a table to the server, as docs/protocol.md describes them, and what a new table is."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any, Literal

import msgspec

from .clock import Agreed
from .errors import Refused

PHRASES = (
    "hello",
    "good_luck",
    "nice",
    "oops",
    "thinking",
    "one_moment",
    "hurry",
    "thanks",
    "well_played",
    "again",
    "bye",
)

Text = Annotated[str, msgspec.Meta(max_length=512)]
Token = Annotated[str, msgspec.Meta(max_length=128)]
Key = Annotated[str, msgspec.Meta(max_length=64, pattern=r"^[^\x00]+$")]
"""No database keeps a text with a zero in it."""
Version = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=63)]
Id = int | Key
Lang = Literal["en", "de"]
Pace = Literal["instant", "quick", "calm"]


class Request(msgspec.Struct, tag_field="type", tag=str.lower, forbid_unknown_fields=True, kw_only=True):
    """What a client may ask; the tag is the class's name."""

    id: Id | None = None


class Prefs(msgspec.Struct, forbid_unknown_fields=True):
    """How a viewer likes it."""

    auto: bool = False
    chair: SeatNumber | None = None
    """From whose place a spectator watches an open game."""
    hidden: bool = False
    """Does nobody look at it?"""


class Hello(Request):
    """The first message."""

    tokens: Annotated[list[Token], msgspec.Meta(max_length=8)] = []
    lang: Lang = "en"
    since: Version | None = None
    protocol: Literal[1, 2] = 1
    prefs: Prefs = msgspec.field(default_factory=Prefs)
    as_: Literal["person", "bot"] = msgspec.field(default="person", name="as")


class Nonce(Request):
    """A seat's share of the luck."""

    nonce: Annotated[str, msgspec.Meta(max_length=64)]


class Sit(Request):
    """Takes a seat."""

    name: Text
    seat: SeatNumber | None = None


class Leave(Request):
    """Gives a seat up, or says that one is gone."""

    seat: SeatNumber | None = None


class SetSeat(Request, tag="seat"):
    """The host makes a seat open, or a bot's."""

    seat: SeatNumber
    kind: Literal["open", "bot"]
    level: Text | None = None


class Swap(Request):
    """The host exchanges two seats."""

    a: SeatNumber
    b: SeatNumber


class Link(Request):
    """The host needs a new link."""

    to: Literal["watch", "join"] | SeatNumber


class ChangeSettings(Request, tag="settings"):
    """The host changes the table."""

    listed: bool | None = None
    start: Literal["full", "host"] | None = None
    draw: bool | None = None
    pace: Pace | None = None
    hints: bool | None = None
    insight: bool | None = None
    practice: bool | None = None
    shared: bool | None = None
    talk: bool | None = None
    clock: Agreed | msgspec.UnsetType | None = msgspec.UNSET
    """Before the start only."""


class LetIn(Request, tag="let_in"):
    """The host answers somebody who knocks."""

    knock: Key
    token: Token | None = None


class Start(Request):
    """The host starts."""


class Close(Request):
    """The host ends the table."""


class Move(Request):
    """A decision, by touch path or notation."""

    v: Version
    path: Annotated[list[Text], msgspec.Meta(max_length=32)] | None = None
    action: Text | None = None
    key: Key | None = None
    seat: SeatNumber | None = None


class Undo(Request):
    """Takes the last move back, or all after the first `to` that stand."""

    v: Version
    to: Version | None = None
    key: Key | None = None
    seat: SeatNumber | None = None


class Allow(Request):
    """Answers somebody who wants to take a move back."""

    v: Version
    allow: bool


class Pause(Request):
    """The table shall pause, or go on; the other people are asked."""

    pause: bool
    seat: SeatNumber | None = None


class Agree(Request):
    """Answers somebody who wants the table to pause, or to go on."""

    pause: bool
    agree: bool


class Hint(Request):
    """What would a bot do?"""

    v: Version
    seat: SeatNumber | None = None


class Know(Request):
    """What can be known? By a seat, or `about` another; or one estimate, step by step."""

    v: Version
    seat: SeatNumber | None = None
    about: SeatNumber | None = None
    topic: Key | None = None
    step: Annotated[int, msgspec.Meta(ge=0, le=63)] = 0


class HandOver(Request, tag="hand_over"):
    """A bot shall stand in."""

    seat: SeatNumber
    level: Text


class TakeBack(Request, tag="take_back"):
    """The player is back."""

    seat: SeatNumber | None = None


class Say(Request):
    """A set phrase."""

    phrase: Text
    seat: SeatNumber | None = None
    name: Text = ""
    """What a spectator is called."""


class ChangePrefs(Request, tag="prefs"):
    """Other language, other preferences."""

    lang: Lang | None = None
    auto: bool | None = None
    chair: SeatNumber | msgspec.UnsetType | None = msgspec.UNSET
    hidden: bool | None = None


class Whole(Request):
    """The whole scene, please: the changes did not fit."""


class Log(Request):
    """Everything that happened."""


class Look(Request):
    """An earlier position."""

    at: Version


class Rematch(Request):
    """Once more."""


class Ping(Request):
    """Is anybody there?"""


AnyRequest = (
    Hello
    | Nonce
    | Sit
    | Leave
    | SetSeat
    | Swap
    | Link
    | ChangeSettings
    | LetIn
    | Start
    | Close
    | Move
    | Undo
    | Allow
    | Pause
    | Agree
    | Hint
    | Know
    | HandOver
    | TakeBack
    | Say
    | ChangePrefs
    | Whole
    | Log
    | Look
    | Rematch
    | Ping
)
_requests: msgspec.json.Decoder[AnyRequest] = msgspec.json.Decoder(AnyRequest)


class Named(msgspec.Struct):
    """Of a message that cannot be understood, the name under which somebody waits for an answer."""

    id: Id | None = None


_named: msgspec.json.Decoder[Named] = msgspec.json.Decoder(Named)


class NewSeat(msgspec.Struct, forbid_unknown_fields=True):
    """A seat of a table to be made."""

    kind: Literal["me", "open", "bot"]
    name: Text = ""
    level: Text | None = None


class NewSettings(msgspec.Struct, forbid_unknown_fields=True):
    """The settings of a table to be made."""

    listed: bool = False
    start: Literal["full", "host"] = "full"
    draw: bool = False
    pace: Pace = "quick"
    hints: bool = True
    insight: bool = True
    practice: bool = False
    shared: bool = False
    talk: bool = False
    clock: Agreed | None = None


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """The body of POST /api/tables."""

    game: Text
    seats: Annotated[list[NewSeat], msgspec.Meta(max_length=64)]
    options: dict[str, Any] = {}
    settings: NewSettings = msgspec.field(default_factory=NewSettings)


def parse(data: str | bytes) -> AnyRequest:
    """A client's message; Refused says what is wrong with it, and to which request that is the answer."""
    try:
        return _requests.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        refused = _malformed(error)
        with suppress(msgspec.MsgspecError, UnicodeError, RecursionError):
            refused.id = _named.decode(data).id
        raise refused from error


def parse_table(data: bytes) -> NewTable:
    """The body of POST /api/tables."""
    try:
        return msgspec.json.decode(data, type=NewTable)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise _malformed(error) from error


def _malformed(error: Exception) -> Refused:
    problem = "too deep" if isinstance(error, RecursionError) else str(error)[:200]
    return Refused("malformed", problem=problem)
