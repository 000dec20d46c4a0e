"""A study as readable JSON lines: the main line as a record, a line that says so, and every change that was ever made.

The record is made of the changes; it comes first, so that whoever knows records only can replay the main line. Both are
checked against each other, and every move against the rules.
"""

from __future__ import annotations

from collections import deque
from itertools import accumulate

import msgspec

from .branches import node_id
from .edits import Add, Played, Stamp, Step, edits
from .errors import BadRecord, LumariumError
from .given import quoted
from .message import Message
from .record import STUDY, Move, Record, Undo, checked_lines, read_line, signed
from .registry import game as find_game
from .study import Study

FORMAT = 1
RECORD = "0"
"""The author of what follows from a record alone: whoever makes a study of it makes the same changes."""


class Head(msgspec.Struct, frozen=True, tag_field="line", tag="study", forbid_unknown_fields=True):
    """With this line the record ends, and the changes begin."""

    format: int = FORMAT


_heads = msgspec.json.Decoder(Head)


def write(study: Study) -> bytes:
    """The bytes of a file."""
    *_, last = study.tree.main_line()
    record = study.written_line(last)
    return signed((record.header, record.start, *record.entries, record.end, Head(), *study.tree.ordered))


def read(data: bytes, trusted: bool = False) -> Study:
    """A study from the bytes of a file; a record is a study without variations. What we wrote ourselves just now may be
    `trusted`: its moves are not played again."""
    if not isinstance(data, bytes):
        raise BadRecord(Message("kernel", "record.data", given=type(data).__name__))
    lines = list(checked_lines(data))
    head = next((at for at, line in enumerate(lines) if at and line.startswith(STUDY)), None)
    record = Record.of_lines(lines if head is None else lines[:head])
    if head is None:
        return of_record(record)
    found = read_line(lines[head], head + 1, _heads)
    if found.format != FORMAT:
        problem = Message("kernel", "study.format", line=head + 1, format=quoted(found.format), ours=FORMAT)
        raise BadRecord(problem, head + 1)
    study = _begun(record)
    before: Stamp | None = None
    for number, line in enumerate(lines[head + 1 :], head + 2):
        edit = read_line(line, number, edits)
        try:
            if before is not None and edit.stamp <= before:
                raise BadRecord(Message("kernel", "study.order", id=edit.id))
            before = edit.stamp
            if not trusted:
                study.check(edit)
            study.tree.take(edit)
        except LumariumError as error:
            raise _at_line(number, error) from error
    if not trusted:
        _compare(study, record)
    return study


def of_record(record: Record) -> Study:
    """The game that stands as the main line; what was taken back as variations."""
    deque(record.walk(), maxlen=0)  # every move is checked, and named by its line
    study = _begun(record)
    lines = _lines(study.tree.root.id, record)
    for number, (at, steps) in enumerate(lines, 1):
        study.take([Add(id=str(Stamp(number, RECORD)), at=at, moves=tuple(steps))])
    *_, last = study.tree.main_line()
    header, number = record.header, len(lines) + 1
    played = Played(
        id=str(Stamp(number, RECORD)), at=last.id, names=header.names, chance=header.chance, secret=record.end.secret
    )
    study.take([played])
    return study


def _begun(record: Record) -> Study:
    header = record.header
    game = find_game(header.game)
    if header.rules_version != game.rules_version:
        theirs, ours = header.rules_version, game.rules_version
        raise BadRecord(Message("kernel", "record.rules", game=game.name, theirs=theirs, ours=ours), 1)
    try:
        return Study(game, header.players, None, header.options, record.start.picks)
    except BadRecord as error:
        raise BadRecord(error.reason, 2) from error
    except LumariumError as error:
        raise BadRecord(Message("kernel", "record.options", problem=error.reason), 1) from error


def _lines(root: str, record: Record) -> list[tuple[str, list[Step]]]:
    """The line that stands, and those that were taken back, each from where it leaves those before it."""
    way: list[Step] = []
    ways: list[list[Step]] = [way]
    for entry in record.entries:
        if isinstance(entry, Move):
            way.append(Step(entry.move, entry.picks, entry.seat))
        elif isinstance(entry, Undo):
            ways.append(way.copy())
            del way[-max(1, entry.practice) :]
    known = {root}
    lines = []
    for steps in ways:
        names = list(accumulate(steps, node_id, initial=root))
        new = next((place for place, name in enumerate(names) if name not in known), None)
        if new is not None:
            known.update(names)
            lines.append((names[new - 1], steps[new - 1 :]))
    return lines


def _compare(study: Study, record: Record) -> None:
    """The record of a file must be what its changes make of it."""
    *_, last = study.tree.main_line()
    made = study.written_line(last)
    pairs = (
        (made.header, record.header),
        (made.start, record.start),
        *zip(made.entries, record.entries, strict=False),
        *([] if len(made.entries) == len(record.entries) else [(None, record.entries)]),
        (made.end, record.end),
    )
    for line, (ours, theirs) in enumerate(pairs, 1):
        if ours != theirs:
            raise BadRecord(Message("kernel", "study.main", line=line), line)


def _at_line(line: int, error: LumariumError) -> BadRecord:
    return BadRecord(Message("kernel", "record.move", line=line, problem=error.reason), line)
