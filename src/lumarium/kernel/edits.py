"""What is done to a study: small changes, each with an id of its own, that can be taken in any number of times.

An id is a number that grows and the author who counts: "12-k2m9x4qa". A change of somebody who has seen another one has
the higher number. So the order of all changes is the same for everybody, whoever heard of which one first.
"""

from __future__ import annotations

import re
import secrets
from typing import Annotated, NamedTuple, TypeAlias

import msgspec

from .errors import BadEdit
from .given import quoted
from .message import Message
from .record import Fair, Seeded, Unnamed

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
AUTHOR = 8
"""Letters of an author, drawn at random: nobody gives out names, and no two are the same."""
MOST_TEXT, MOST_NAME, MOST_MOVES = 4000, 80, 4000
ID = "^[1-9][0-9]{0,14}-[0-9a-z]{1,16}$"

Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=MOST_TEXT)]
Name: TypeAlias = Annotated[str, msgspec.Meta(max_length=MOST_NAME)]
EditId: TypeAlias = Annotated[str, msgspec.Meta(pattern=ID)]
NodeId: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$")]
Share: TypeAlias = Annotated[float, msgspec.Meta(ge=0, le=1)]
Pick: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]


class Stamp(NamedTuple):
    """The place of a change among all changes."""

    number: int
    author: str

    def __str__(self) -> str:
        return f"{self.number}-{self.author}"


class Step(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A move, what it drew and who decided it: the way from one position to the next."""

    move: Name
    picks: tuple[Pick, ...] = ()
    seat: int | None = None
    """Who it is follows from the rules; a study says it, so that nobody has to play the game to know."""


class Opinion(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What a bot thinks of a move: its outlook from 0 to 1, and the points that go with it."""

    move: Name
    outlook: Share
    points: float


class EditBase(msgspec.Struct, frozen=True, tag_field="line", tag=str.lower, forbid_unknown_fields=True, kw_only=True):
    """What all changes have: a line of a study; the tag is the lower-case name of its class."""

    id: EditId

    @property
    def stamp(self) -> Stamp:
        """Its place among all changes."""
        number, _, author = self.id.partition("-")
        return Stamp(int(number), author)


class _AtNode(EditBase, frozen=True, kw_only=True):
    at: NodeId
    """The position that it is about."""


class Add(_AtNode, frozen=True, kw_only=True):
    """Moves that follow each other, from a position on."""

    moves: Annotated[tuple[Step, ...], msgspec.Meta(min_length=1, max_length=MOST_MOVES)]


class Delete(_AtNode, frozen=True, kw_only=True):
    """A position goes with all that follows, as far as whoever says so had `seen` it: by author the last number."""

    seen: dict[str, int]


class Promote(_AtNode, frozen=True, kw_only=True):
    """A position goes before all others that follow the same one."""


class Title(_AtNode, frozen=True, kw_only=True, tag="name"):
    """What a line is called; at the root, what the study is called."""

    name: Name


class Comment(_AtNode, frozen=True, kw_only=True):
    """Somebody says something about a position."""

    by: Name
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_TEXT)]


class Mark(_AtNode, frozen=True, kw_only=True, omit_defaults=True):
    """A ring around a piece, or an arrow from it to another; a tone of "" takes it away."""

    piece: Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_NAME)]
    to: Name = ""
    tone: Annotated[str, msgspec.Meta(pattern="^(|note|good|bad)$")] = "note"


class Outlook(_AtNode, frozen=True, kw_only=True):
    """What a bot thinks of a position: its best moves, the best first."""

    bot: Name
    thoughts: Annotated[tuple[Opinion, ...], msgspec.Meta(min_length=1, max_length=100)]


class Played(_AtNode, frozen=True, kw_only=True):
    """The line up to this position was a real game: who played, and where its luck came from."""

    names: tuple[Name, ...]
    chance: Seeded | Fair | Unnamed
    secret: str | None = None


class Sight(EditBase, frozen=True, kw_only=True):
    """As whom the study is seen: a seat, or (None) with everything open."""

    seat: int | None


class Withdraw(EditBase, frozen=True, kw_only=True):
    """An earlier change does not count, unless this one is withdrawn itself."""

    what: EditId


Edit: TypeAlias = Add | Delete | Promote | Title | Comment | Mark | Outlook | Played | Sight | Withdraw
AtNode: TypeAlias = Add | Delete | Promote | Title | Comment | Mark | Outlook | Played
edits: msgspec.json.Decoder[Edit] = msgspec.json.Decoder(Edit)


def check_author(author: object) -> str:
    """Somebody who makes changes; BadEdit unless an id can name them."""
    if not isinstance(author, str) or re.search(ID, f"1-{author}") is None:
        raise BadEdit(Message("kernel", "study.author", given=quoted(author)))
    return author


def new_author() -> str:
    """Somebody who has not changed anything yet."""
    return "".join(secrets.choice(LETTERS) for _ in range(AUTHOR))


def checked(edit: Edit) -> Edit:
    """The same as whoever reads it will have it; BadEdit unless it can be written down and read again."""
    try:
        return edits.decode(msgspec.json.encode(edit))
    except (msgspec.MsgspecError, UnicodeError, TypeError, ValueError) as error:
        raise BadEdit(Message("kernel", "study.edit", problem=str(error))) from error
