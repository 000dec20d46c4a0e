"""What is said over a study's socket. A study's changes are those of the library (docs/study.md)."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any

import msgspec

from lumarium.kernel.edits import Edit, NodeId, Step
from lumarium.kernel.scene import Scene

from .errors import Refused
from .protocol import Id, Named

MOST_EDITS = 200
"""So many changes come together at once."""


class StudyRequest(msgspec.Struct, tag_field="type", tag=str.lower, forbid_unknown_fields=True, kw_only=True):
    """Something that a client wants of a study."""

    id: Id | None = None


class Enter(StudyRequest, tag="hello"):
    """The first message: which tokens it has, what it is called, and which changes it knows: those up to version
    `since`."""

    tokens: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=64)], ...], msgspec.Meta(max_length=8)] = ()
    name: Annotated[str, msgspec.Meta(max_length=200)] = ""
    lang: Annotated[str, msgspec.Meta(pattern="^(en|de)$")] = "en"
    since: int = -1


class ChangeStudy(StudyRequest, tag="edit"):
    """Changes to be taken in; sent again, they change nothing."""

    edits: Annotated[tuple[Edit, ...], msgspec.Meta(min_length=1, max_length=MOST_EDITS)]


class LookAt(StudyRequest, tag="look"):
    """A position as a seat sees it, as whoever decides there (`mover`), or with everything open."""

    at: NodeId
    seat: int | None = None
    mover: bool = False


class Play(StudyRequest):
    """What a touch path at a position comes to; luck is drawn unless it is to be chosen by `hand`. Nothing changes."""

    at: NodeId
    path: tuple[Annotated[str, msgspec.Meta(max_length=80)], ...]
    hand: bool = False


class Point(StudyRequest, tag="cursor"):
    """Where one looks."""

    at: NodeId


class Alive(StudyRequest, tag="ping"):
    """Is anybody there?"""


AnyStudyRequest = Enter | ChangeStudy | LookAt | Play | Point | Alive
_requests: msgspec.json.Decoder[AnyStudyRequest] = msgspec.json.Decoder(AnyStudyRequest)
_named: msgspec.json.Decoder[Named] = msgspec.json.Decoder(Named)


class StudyAnswer(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower, kw_only=True):
    """Something that a client is told of a study."""


class Entered(StudyAnswer, frozen=True, tag="welcome", kw_only=True):
    """What the study is about, and who one is. Its changes follow."""

    id: Id | None
    study: str
    game: str
    title: str
    players: int
    options: dict[str, Any]
    may_edit: bool
    you: str
    """Which of the people one is."""


class Edits(StudyAnswer, frozen=True, kw_only=True):
    """Changes that are stored, up to version `v`. While a study is closed, moves come without what they drew, and
    with the `nodes` that they lead to, by other names; when it is opened, all of them come anew. `start` are the
    picks of its beginning."""

    v: int
    root: str
    """What the first position is called now: another name once the study is opened."""
    start: tuple[int, ...] | None
    seat: int | None
    """From which seat it is seen; None: it is open."""
    edits: list[Any]
    nodes: dict[str, list[str]]
    words: dict[str, str]
    """By notation what a move means, for those that were not told before."""


class Person(msgspec.Struct, frozen=True):
    """Somebody who looks at the study, and where."""

    key: str
    name: str
    at: str
    may_edit: bool


class People(StudyAnswer, frozen=True, kw_only=True):
    """Who is here."""

    people: list[Person]


class PositionShown(StudyAnswer, frozen=True, tag="position", kw_only=True):
    """A position as it was asked for; what can be touched is what whoever decides may do."""

    id: Id | None
    at: str
    seat: int | None
    turn: int | None
    scene: Scene
    names: tuple[str, ...]
    told: str
    """What came of the move that led there."""


class Stepped(StudyAnswer, frozen=True, tag="step", kw_only=True):
    """What a touch path comes to: the whole step, or the move alone where its luck is to be chosen."""

    id: Id | None
    at: str
    move: str
    text: str
    """The move in words."""
    step: Step | None


class Done(StudyAnswer, frozen=True, tag="ok", kw_only=True):
    """It is done, and stored at version `v`."""

    id: Id | None
    v: int


class StudyProblem(StudyAnswer, frozen=True, tag="error", kw_only=True):
    """It is refused, and nothing has changed."""

    id: Id | None
    code: str
    text: str


def parse(data: str) -> AnyStudyRequest:
    """A client's message; Refused says what is wrong with it."""
    try:
        return _requests.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        refused = Refused("malformed", problem=str(error)[:200])
        with suppress(msgspec.MsgspecError, UnicodeError, RecursionError):
            refused.id = _named.decode(data).id
        raise refused from error
