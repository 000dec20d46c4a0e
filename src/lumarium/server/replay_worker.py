"""A process that walks through records for people who look back, and draws codes to scan. Nothing is kept."""

from __future__ import annotations

import gzip
import io
from base64 import b64encode
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import TypeAlias

import msgspec

from lumarium.arena.players import shown_names
from lumarium.kernel.errors import LumariumError
from lumarium.kernel.known import Known, KnownTopic
from lumarium.kernel.match import Match
from lumarium.kernel.message import Message
from lumarium.kernel.outcomes import Luck, Outcome
from lumarium.kernel.record import Entry as Line
from lumarium.kernel.record import Move, Out, Record
from lumarium.kernel.scene import Scene
from lumarium.kernel.study import Study

from .errors import Refused, code_of
from .pool import work
from .says import Result
from .story import RanOut, Story, Undone

MOST_ENTRIES = 4000
"""Moves and undos of a record: more than the longest table can have."""
MOST_NODES = 20_000
"""Positions of a study."""
MOST_MEMORY = 1 << 30
PACKING = 3
"""How thoroughly answers are packed."""
Points: TypeAlias = list[list[tuple[str, int]]]


class _Question(msgspec.Struct, frozen=True, kw_only=True, tag=str.lower):
    lang: str = "en"


class Code(_Question, frozen=True, kw_only=True):
    """A text as a QR code."""

    text: str


class _OfRecord(_Question, frozen=True, kw_only=True, tag=str.lower):
    record: str


class Tell(_OfRecord, frozen=True):
    """What the record is about, and how the scores went."""


class Show(_OfRecord, frozen=True, kw_only=True):
    """The positions from `first` to before `end`, as a seat saw them or (None) with everything open."""

    seat: int | None
    first: int
    end: int


class Draw(_OfRecord, frozen=True, kw_only=True):
    """A position as a picture."""

    seat: int | None
    at: int
    layout: str
    theme: str


class Know(_OfRecord, frozen=True, kw_only=True):
    """What a seat could know at a position, or one estimate of it."""

    seat: int
    at: int
    about: int | None = None
    topic: str | None = None
    step: int = 0


class Branch(_OfRecord, frozen=True, kw_only=True):
    """The study that a file holds, or begins; seen from a seat until it is opened."""

    seat: int | None = None


class Chances(_OfRecord, frozen=True, kw_only=True):
    """What a move after the last position can draw, after these picks."""

    move: str
    picks: tuple[int, ...] = ()


class Studied(msgspec.Struct, frozen=True):
    """A study as its file, and how many positions it has."""

    file: str
    positions: int


class Drawable(msgspec.Struct, frozen=True):
    """What can be drawn next; nothing where all is drawn."""

    outcomes: list[Outcome]


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move, an undo or a time that ran out, in words."""

    seat: int
    move: str
    text: str
    undo: bool = False
    out: int = 0
    """When the seat's time ran out, in seconds since 1970."""


class Told(msgspec.Struct, frozen=True):
    """A whole game at a glance."""

    game: str
    names: tuple[str, ...]
    entries: list[Entry]
    scores: list[list[int]]
    """By position, the points of each seat, counted as if the game ended there."""
    result: Result | None
    """None if it was not played to its end."""


class Position(msgspec.Struct, frozen=True):
    """A position as it is looked at: the scene, and where everybody's points come from."""

    seat: int | None
    scene: Scene
    points: Points


class Shown(msgspec.Struct, frozen=True):
    """Some positions, in order."""

    positions: list[Position]


class Drawn(msgspec.Struct, frozen=True):
    """An SVG document."""

    svg: str


class Problem(msgspec.Struct, frozen=True):
    """Why there is no answer."""

    code: str
    text: str


Question: TypeAlias = Tell | Show | Draw | Know | Code | Branch | Chances
Answer: TypeAlias = Told | Shown | Drawn | Known | KnownTopic | Studied | Drawable
_questions: msgspec.json.Decoder[Question] = msgspec.json.Decoder(Question)


def answer(question: Question) -> Answer:
    """Walks through the record as far as it must."""
    if isinstance(question, Code):
        return _code(question.text)
    if isinstance(question, Branch):
        return _branch(question)
    record = Record.parse(question.record.encode())
    if len(record.entries) > MOST_ENTRIES:
        raise Refused("too_big", "too_long_record", limit=MOST_ENTRIES)
    match question:
        case Tell():
            return _tell(record, question.lang)
        case Show():
            check_position(record, question.first)
            return _show(record, question)
        case Draw():
            check_position(record, question.at)
            return _draw(record, question)
        case Know():
            check_position(record, question.at)
            return _know(record, question)
        case Chances():
            return _chances(record, question)


def check_position(record: Record, at: int) -> None:
    """Raises unless the record has such a position."""
    last = len(record.entries)
    if not 0 <= at <= last:
        raise Refused("malformed", "no_position", at=at, last=last)


def stories(record: Record, seat: int | None, lang: str) -> Iterator[Story]:
    """The story of the record at each position, as a seat saw it or (None) with everything open."""
    steps = record.walk()
    match = next(steps)
    match.state.check_seat(seat)
    match.names = _names(record, lang)
    story = Story(match, None if seat is not None else lambda _: match.game.opened(match.state))
    yield story
    for entry, _ in zip(record.entries, steps, strict=True):
        if isinstance(entry, Move):
            story.add(match.history[-1].events)
        elif isinstance(entry, Out):
            story.add(RanOut(entry.seat))
        else:
            story.add(Undone(entry.seat, match.game.actions.parse(entry.undo), max(1, entry.practice)))
        yield story


def _names(record: Record, lang: str) -> tuple[str, ...]:
    given = record.header.names
    return tuple(shown_names([*given, *[""] * (record.header.players - len(given))], lang))


def _tell(record: Record, lang: str) -> Told:
    scores = []
    for match in record.walk():
        scores.append(list(match.state.scores))
    state = match.state
    result = None
    if state.over:
        ending = state.ended().render(lang)
        result = Result(tuple(state.scores), tuple(state.ranking), ending, record.practice)
    entries = [_entry(match, entry, lang) for entry in record.entries]
    return Told(match.game.name, _names(record, lang), entries, scores, result)


def _entry(match: Match, entry: Line, lang: str) -> Entry:
    if isinstance(entry, Out):
        return Entry(entry.seat, "", Message("server", "event.time").render(lang), out=entry.time)
    if isinstance(entry, Move):
        return Entry(entry.seat, entry.move, _words(match, entry.move, lang))
    return Entry(entry.seat, entry.undo, _words(match, entry.undo, lang), undo=True)


def _words(match: Match, notation: str, lang: str) -> str:
    text = match.game.actions.parse(notation).message().render(lang)
    return text[:1].upper() + text[1:]


def _show(record: Record, wanted: Show) -> Shown:
    positions = []
    for story in islice(stories(record, wanted.seat, wanted.lang), wanted.first, wanted.end):
        state = story.match.state
        points = [state.score_sheet(seat, wanted.lang) for seat in range(state.players)]
        scene = story.drawn(wanted.seat, wanted.lang, max(0, story.match.version - 1))
        positions.append(Position(wanted.seat, scene, points))
    return Shown(positions)


def _draw(record: Record, wanted: Draw) -> Drawn:
    match = record.replay(wanted.at)
    match.state.check_seat(wanted.seat)
    view = match.view(wanted.seat) if wanted.seat is not None else match.game.opened(match.state)
    scene = match.game.scene(view, wanted.lang, _names(record, wanted.lang))
    return Drawn(scene.svg(wanted.layout, wanted.theme))


def _branch(wanted: Branch) -> Studied:
    study = Study.parse(wanted.record.encode())
    if len(study.tree.branches) > MOST_NODES:
        raise Refused("too_big", "too_long_study", limit=MOST_NODES)
    if wanted.seat is not None and study.seat is None:
        study.close(wanted.seat)
    return Studied(study.dump().decode(), len(study))


def _chances(record: Record, wanted: Chances) -> Drawable:
    match = record.replay()
    index = match.state.check_action(match.game.actions.parse(wanted.move))
    luck = Luck(match.game, match.state, index, wanted.lang, _names(record, wanted.lang))
    return Drawable(luck.outcomes(wanted.picks))


def _code(text: str) -> Drawn:
    import segno

    drawn = io.BytesIO()
    segno.make(text, error="m", micro=False).save(drawn, kind="svg", border=4, light="white", omitsize=True)
    return Drawn(drawn.getvalue().decode())


def _know(record: Record, wanted: Know) -> Known | KnownTopic:
    match = record.replay(wanted.at)
    view, names = match.view(match.state.check_player(wanted.seat)), _names(record, wanted.lang)
    if wanted.topic is None:
        return match.game.know(view, wanted.lang, names, wanted.about, pictured=True)
    return match.game.estimate(view, wanted.topic, wanted.step, wanted.lang, names, pictured=True)


def reply(line: bytes) -> bytes:
    """The answer to a question as it is sent, packed, or why there is none."""
    try:
        question = _questions.decode(line)
    except (msgspec.MsgspecError, UnicodeError) as error:
        return msgspec.json.encode(Problem("malformed", str(error)))
    try:
        said = answer(question)
        # Packing takes longer than passing on, so it is done here; a line holds no plain bytes.
        data = said.svg.encode() if isinstance(said, Drawn) else msgspec.json.encode(said)
        return b64encode(gzip.compress(data, PACKING, mtime=0))
    except LumariumError as error:
        text = error.describe(question.lang)
        return msgspec.json.encode(Problem(code_of(error), text[:1].upper() + text[1:]))
    except (MemoryError, RecursionError):
        return msgspec.json.encode(Problem("too_big", Message("server", "error.heavy_record").render(question.lang)))
    except Exception as error:  # noqa: BLE001  # a made-up record may break anything; the next one is answered
        return msgspec.json.encode(Problem("internal", f"{type(error).__name__}: {error}"))


def _bound_memory() -> None:
    with suppress(ImportError, ValueError, OSError):  # not on every platform
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


if __name__ == "__main__":
    _bound_memory()
    work(reply)
