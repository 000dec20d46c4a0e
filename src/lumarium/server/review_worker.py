"""A process that measures decisions: of records that people look back at, and of positions that they learn from."""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

import msgspec

from lumarium.arena.players import shown_names
from lumarium.kernel.errors import LumariumError
from lumarium.kernel.game import Game
from lumarium.kernel.match import Match
from lumarium.kernel.record import Move, Out, Record
from lumarium.kernel.registry import game as find_game
from lumarium.kernel.scene import Scene
from lumarium.kernel.touch import action_at
from lumarium.kernel.view import View
from lumarium.review import drills
from lumarium.review.crew import Part, measured
from lumarium.review.fortune import Draw
from lumarium.review.keeping import Keep, name_of
from lumarium.review.review import COSTLY, Course
from lumarium.review.telling import Thought, explained, kind_word, told
from lumarium.review.weighing import BEST, EFFORT, LEVEL, Weighing

from .errors import Refused, code_of
from .pool import work
from .replay_worker import MOST_ENTRIES, Problem, Studied, check_position


class _Question(msgspec.Struct, frozen=True, kw_only=True, tag=str.lower):
    lang: str = "en"


class Measure(_Question, frozen=True, kw_only=True):
    """One part of a game; what was measured before is found in the folder."""

    record: str
    part: int
    folder: str


class Explain(_Question, frozen=True, kw_only=True):
    """One decision of a finished game."""

    record: str
    at: int


class Think(_Question, frozen=True, kw_only=True):
    """What to do after the last position of a record, with so many times the usual effort."""

    record: str
    effort: int = 1


class Show(_Question, frozen=True, kw_only=True):
    """A position to learn from: of a game's own set, or of a record."""

    game: str = ""
    drill: str = ""
    record: str = ""
    at: int = 0


class Answer(Show, frozen=True, kw_only=True):
    """What somebody would do there; None gives up."""

    path: tuple[str, ...] | None = None


class ToldDecision(msgspec.Struct, frozen=True):
    """A decision of a review in words."""

    at: int
    seat: int
    kind: str
    title: str
    """What its kind is called."""
    lost: float
    points: float
    costly: bool
    thoughts: list[Thought]


class Branch(_Question, frozen=True, kw_only=True):
    """A drill of a game's own set as a study, seen from its seat until it is opened."""

    game: str
    drill: str


class Measured(msgspec.Struct, frozen=True):
    """A part of a review; the last one holds the luck."""

    part: int
    parts: int
    decisions: list[ToldDecision]
    draws: list[Draw]


class Explained(msgspec.Struct, frozen=True):
    """What a strong bot thinks of its best choices, and of the one that was made."""

    at: int
    seat: int
    level: str
    played: str | None
    """None where a move was taken back."""
    thoughts: list[Thought]


class Thoughts(msgspec.Struct, frozen=True):
    """What a strong bot thinks of its best choices, the best first."""

    seat: int
    level: str
    effort: int
    thoughts: list[Thought]


class DrillShown(msgspec.Struct, frozen=True):
    """A position in which something is to be decided."""

    game: str
    title: str
    kind: str
    seat: int
    names: tuple[str, ...]
    scene: Scene


class DrillJudged(msgspec.Struct, frozen=True):
    """What an answer comes to, and what would be best."""

    right: bool
    lost: float
    points: float
    given: Thought | None
    best: list[Thought]


Question: TypeAlias = Measure | Explain | Think | Show | Answer | Branch
Reply: TypeAlias = Measured | Explained | Thoughts | DrillShown | DrillJudged | Studied
_questions: msgspec.json.Decoder[Question] = msgspec.json.Decoder(Question)


def answer(question: Question) -> Reply:
    """Thinks."""
    match question:
        case Measure():
            return _measure(question)
        case Explain():
            return _explain(question)
        case Think():
            return _think(question)
        case Answer():
            return _judge(question)
        case Show():
            return _show(question)
        case Branch():
            return _branch(question)


def _record(text: str) -> Record:
    record = Record.parse(text.encode())
    if len(record.entries) > MOST_ENTRIES:
        raise Refused("too_big", "too_long_record", limit=MOST_ENTRIES)
    return record


def _measure(wanted: Measure) -> Measured:
    record = _record(wanted.record)
    if not record.replay().over:
        raise Refused("running", "unfinished")
    course = Course(record)
    if not 0 <= wanted.part < course.parts:
        raise Refused("malformed", problem=f"0 <= part < {course.parts}")
    keep, name, key = Keep(Path(wanted.folder)), name_of(record.dump()), f"{wanted.part}"
    part = keep.load(name, key, Part)
    if part is None:
        part = measured(course, wanted.part)
        keep.save(name, key, part)
    return Measured(wanted.part, course.parts, list(_decisions(course, part, wanted.lang)), part.draws)


def _decisions(course: Course, part: Part, lang: str) -> list[ToldDecision]:
    game, made = course.game, {each.at: each for each in course.open}
    return [
        ToldDecision(
            each.at,
            each.seat,
            each.kind,
            kind_word(game, each.kind, lang),
            round(each.lost, 4),
            round(each.points, 2),
            each.lost >= COSTLY,
            explained(game, made[each.at].before.view(each.seat), each, lang),
        )
        for each in part.decisions
    ]


def _explain(wanted: Explain) -> Explained:
    record = _record(wanted.record)
    check_position(record, wanted.at)
    if not record.replay().over:
        raise Refused("running", "unfinished")
    match = record.replay(wanted.at)
    if match.state.turn is None:
        raise Refused("over")
    entry = next(entry for entry in record.entries[wanted.at :] if not isinstance(entry, Out))
    played = entry.move if isinstance(entry, Move) else None
    view, game = match.view(match.state.turn), match.game
    weighing = Weighing(view)
    outlooks = weighing.outlooks()
    indices = list(outlooks)[:BEST]
    if played is not None and (index := game.actions.parse(played).index) not in indices:
        indices.append(index)
    choices = weighing.choices(outlooks, indices)
    thoughts = [told(game, view, each, wanted.lang, each.move == played) for each in choices]
    return Explained(wanted.at, match.state.turn, LEVEL, played, thoughts)


def _think(wanted: Think) -> Thoughts:
    match = _record(wanted.record).replay()
    turn, game = match.state.turn, match.game
    if turn is None:
        raise Refused("over")
    view = match.view(turn)
    weighing = Weighing(view, EFFORT * wanted.effort)
    outlooks = weighing.outlooks()
    choices = weighing.choices(outlooks, list(outlooks)[:BEST])
    return Thoughts(turn, LEVEL, wanted.effort, [told(game, view, each, wanted.lang) for each in choices])


def _position(wanted: Show) -> tuple[Game, View, tuple[str, ...], dict[int, float] | None]:
    """The position, who sits there, and what is known of its choices."""
    if wanted.record:
        record = _record(wanted.record)
        check_position(record, wanted.at)
        match: Match = record.replay(wanted.at)
        view = drills.own_view(record, wanted.at)
        given = [*record.header.names, *[""] * (record.header.players - len(record.header.names))]
        return match.game, view, tuple(shown_names(given, wanted.lang)), None
    game = find_game(wanted.game)
    drill = drills.drill(game.name, wanted.drill)
    view = drill.view(game)
    return game, view, drills.names(view, wanted.lang), drills.indexed(game, drill.outlooks)


def _show(wanted: Show) -> DrillShown:
    game, view, names, _ = _position(wanted)
    assert view.seat is not None
    kind = kind_word(game, drills.kind_at(game, view), wanted.lang)
    return DrillShown(game.name, game.title(wanted.lang), kind, view.seat, names, game.scene(view, wanted.lang, names))


def _judge(wanted: Answer) -> DrillJudged:
    game, view, _, outlooks = _position(wanted)
    if outlooks is None:
        outlooks = Weighing(view).outlooks()
    given = next(iter(outlooks)) if wanted.path is None else action_at(game.touch(view), wanted.path)
    found = drills.answered(view, outlooks, given)
    best = [told(game, view, each, wanted.lang) for each in found.best]
    if wanted.path is None:
        return DrillJudged(False, 0.0, 0.0, None, best)
    return DrillJudged(found.right, found.lost, found.points, told(game, view, found.given, wanted.lang, True), best)


def _branch(wanted: Branch) -> Studied:
    game = find_game(wanted.game)
    study = drills.drill(game.name, wanted.drill).study(game)
    return Studied(study.dump().decode(), len(study))


def reply(line: bytes) -> bytes:
    """The answer to a question, or why there is none."""
    try:
        question = _questions.decode(line)
    except (msgspec.MsgspecError, UnicodeError) as error:
        return msgspec.json.encode(Problem("malformed", str(error)))
    try:
        return msgspec.json.encode(answer(question))
    except LumariumError as error:
        text = error.describe(question.lang)
        return msgspec.json.encode(Problem(code_of(error), text[:1].upper() + text[1:]))
    except Exception as error:  # noqa: BLE001  # a made-up record may break anything; the next one is answered
        return msgspec.json.encode(Problem("internal", f"{type(error).__name__}: {error}"))


if __name__ == "__main__":
    work(reply)
