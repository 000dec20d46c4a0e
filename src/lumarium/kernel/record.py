"""The record is the truth: a match as readable JSON lines, from which everything else can be replayed.

Line 1 is the header, line 2 the picks of the set-up, then one line per move, undo or time that ran out, and a closing
line. Every line ends with a checksum over itself and all lines before it, so that damage is found and its place named.
In the file of a study a record comes first, and is read as such: the main line.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias, TypeVar

import msgspec

from .errors import BadRecord
from .given import Repeated, once, quoted, shortened
from .message import Message

if TYPE_CHECKING:
    from .chance import Chance
    from .match import Match

FORMAT, FORMAT_TIMED = 1, 2
"""The second is that of records in which somebody's time ran out: older readers say that they do not know it."""
CHECK_DIGITS = 8
STUDY = b'{"line":"study"'
"""With this line a record ends and a study goes on: what follows is about variations."""
Read = TypeVar("Read")


class Seeded(msgspec.Struct, frozen=True, tag_field="kind", tag="seed", forbid_unknown_fields=True):
    """Luck from `Chance(seed)`."""

    seed: int | str


class Fair(msgspec.Struct, frozen=True, tag_field="kind", tag="fair", forbid_unknown_fields=True):
    """Luck from a `FairChance`; its secret stands in the closing line once the game is over."""

    commitment: str
    table: str
    nonces: tuple[str, ...]


class Unnamed(msgspec.Struct, frozen=True, tag_field="kind", tag="unnamed", forbid_unknown_fields=True):
    """Luck of some other source; only the picks are known."""


class _Line(
    msgspec.Struct, frozen=True, gc=False, tag_field="line", tag=str.lower, forbid_unknown_fields=True, kw_only=True
):
    """One line of a record; the tag is the lower-case name of its class."""


class Header(_Line, frozen=True, tag="match", kw_only=True):
    """What was played, by whom, and where the luck came from."""

    lumarium: int = FORMAT
    game: str
    rules_version: int
    players: int
    options: dict[str, Any]
    names: tuple[str, ...]
    chance: Seeded | Fair | Unnamed


class Start(_Line, frozen=True):
    """The picks that the set-up used."""

    picks: tuple[int, ...]


class Move(_Line, frozen=True, omit_defaults=True):
    """A seat's decision and the picks that it used."""

    seat: int
    move: str
    picks: tuple[int, ...] = ()


class Undo(_Line, frozen=True, omit_defaults=True):
    """A seat took its last move back; or, in practice, an earlier one with all that followed."""

    seat: int
    undo: str
    practice: int = 0
    """How many moves were taken back at once, whatever they showed; 0 is an undo by the rules of the house."""


class Out(_Line, frozen=True):
    """The time of the seat that had to decide ran out. It changes nothing in the game."""

    seat: int
    time: int
    """When that was, in seconds since 1970."""


class End(_Line, frozen=True, omit_defaults=True):
    """How things stood when the record was saved."""

    over: bool
    scores: tuple[int, ...]
    ranking: tuple[int, ...]
    secret: str | None = None


Entry: TypeAlias = Move | Undo | Out
"""What takes a version."""
Line: TypeAlias = Header | Start | Entry | End
_decoder: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)


class Record(msgspec.Struct, frozen=True):
    """A match as data: the header, and what was decided and drawn, in order."""

    header: Header
    start: Start
    entries: tuple[Entry, ...]
    end: End

    @property
    def moves(self) -> list[str]:
        """The notation of the moves that were not taken back."""
        kept: list[str] = []
        for line, entry in enumerate(self.entries, 3):
            if isinstance(entry, Out):
                continue
            if isinstance(entry, Move):
                kept.append(entry.move)
            elif 0 < max(1, entry.practice) <= len(kept):
                del kept[-max(1, entry.practice) :]
            else:
                problem = Message("kernel", "undo.nothing")
                raise BadRecord(Message("kernel", "record.move", line=line, problem=problem), line)
        return kept

    @property
    def practice(self) -> bool:
        """Was more taken back than the rules of the house allow?"""
        return any(isinstance(entry, Undo) and entry.practice for entry in self.entries)

    def excerpt(self) -> list[str]:
        """The lines that may be shown while the game runs: what was decided, without luck, seed or secret."""
        return [
            f"{entry.seat}: {entry.move if isinstance(entry, Move) else entry.__struct_config__.tag}"
            for entry in self.entries
        ]

    @property
    def plain(self) -> Record:
        """The same game without the times that ran out: readers of the first format know it."""
        header = msgspec.structs.replace(self.header, lumarium=FORMAT)
        entries = tuple(entry for entry in self.entries if not isinstance(entry, Out))
        return Record(header, self.start, entries, self.end)

    def dump(self) -> bytes:
        """The record as the bytes of a file."""
        return signed((self.header, self.start, *self.entries, self.end))

    def save(self, path: str | Path) -> None:
        """Writes the record to a file, whole or not at all."""
        save_whole(path, self.dump())

    @classmethod
    def load(cls, path: str | Path) -> Record:
        """Reads a record; damage raises BadRecord naming the line."""
        return loaded(path, cls.parse)

    @classmethod
    def parse(cls, data: bytes) -> Record:
        """A record from the bytes of a file."""
        if not isinstance(data, bytes):
            raise BadRecord(Message("kernel", "record.data", given=type(data).__name__))
        lines = checked_lines(data)
        record = cls.of_lines(takewhile(lambda line: not line.startswith(STUDY), lines))
        deque(lines, maxlen=0)  # the rest is none of a record's business, but damage is damage
        return record

    @classmethod
    def of_lines(cls, raw: Iterable[bytes]) -> Record:
        """A record from its lines, whose checksums are checked already."""
        lines = [_line(line, number) for number, line in enumerate(raw, 1)]
        match lines:
            case [Header() as header, Start() as start, *entries, End() as end]:
                return cls(header, start, tuple(_entry(number, line) for number, line in enumerate(entries, 3)), end)
            case [Header(), Start() | Move() | Undo() | Out(), *_] | [Header()]:
                if len(lines) > 1 and not isinstance(lines[1], Start):
                    raise _misplaced(2, lines[1])
                raise BadRecord(Message("kernel", "record.cut", line=len(lines)), len(lines))
            case [Header(), other, *_]:
                raise _misplaced(2, other)
        raise BadRecord(Message("kernel", "record.first"), 1)

    def replay(self, at: SupportsIndex | None = None, chance: Chance | None = None) -> Match:
        """The match after `at` entries (None: all), checked against the luck that the record names.

        It can be played on. Then `chance` gives the luck, and the match's record calls it unnamed; without one the
        luck that the record names goes on. The secret of an unfinished fair record is its host's: as a `FairChance`
        with that secret it is checked, and goes on, like any luck that a record names.
        """
        from .match import replay

        return replay(self, at, chance)

    def walk(self) -> Iterator[Match]:
        """The match at its start and after each of its entries: one object, which goes on."""
        from .match import luck_named, walk

        return walk(self, luck_named(self))

    def _repr_svg_(self) -> str:
        """The last position, for notebooks."""
        return self.replay()._repr_svg_()


def loaded(path: str | Path, parse: Callable[[bytes], Read]) -> Read:
    """What a file holds; whatever is wrong with it is told with its path."""
    try:
        data = Path(path).read_bytes()
    except TypeError as error:
        raise BadRecord(Message("kernel", "record.path", given=quoted(path))) from error
    except (OSError, ValueError) as error:  # a path with a NUL in it is a ValueError
        problem = getattr(error, "strerror", None) or str(error)
        raise _in_file(path, problem) from error
    try:
        return parse(data)
    except BadRecord as error:
        raise _in_file(path, error.reason, error.line) from None


def save_whole(path: str | Path, data: bytes) -> None:
    """Writes a file whole or not at all."""
    target = Path(path)
    draft = target.with_name(target.name + ".part")
    try:
        draft.write_bytes(data)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def _in_file(path: str | Path, problem: Message | str, line: int | None = None) -> BadRecord:
    return BadRecord(Message("kernel", "record.file", path=shortened(str(path), 1000), problem=problem), line)


def chained(before: str, body: bytes) -> str:
    """The checksum of something and, through the one before, of all that came before it."""
    return sha256(before.encode() + body).hexdigest()[:CHECK_DIGITS]


def checked_lines(data: bytes) -> Iterator[bytes]:
    """The lines of a file without their checksums, as far as these are right; then BadRecord."""
    check = ""
    tail = len(',"check":""}') + CHECK_DIGITS
    raw_lines = data.split(b"\n")
    if raw_lines[-1]:
        number = len(raw_lines)
        raise BadRecord(Message("kernel", "record.no_check" if number > 1 else "record.first", line=number), number)
    for number, raw in enumerate(raw_lines[:-1], 1):
        line = raw.removesuffix(b"\r")
        body, written = line[:-tail], line[-tail:]
        if not (written.startswith(b',"check":"') and written.endswith(b'"}')):
            raise BadRecord(Message("kernel", "record.no_check" if number > 1 else "record.first", line=number), number)
        check = chained(check, body)
        if written[10:-2] != check.encode():
            shown = written[10:-2].decode("ascii", "replace")
            raise BadRecord(Message("kernel", "record.check", line=number, check=shown), number)
        yield body + b"}"


def signed(lines: Iterable[msgspec.Struct]) -> bytes:
    """Lines as the bytes of a file, each with its checksum."""
    check = ""
    done = []
    for line in lines:
        body = msgspec.json.encode(line)[:-1]
        check = chained(check, body)
        done.append(body + f',"check":"{check}"}}\n'.encode())
    return b"".join(done)


def _line(line: bytes, number: int) -> Line:
    if number == 1:
        _check_format(line)
    return read_line(line, number, _decoder)


def read_line(line: bytes, number: int, decoder: msgspec.json.Decoder[Read]) -> Read:
    """What a line says; BadRecord unless it can be read in one way only."""
    try:
        decoded = decoder.decode(line)
        if msgspec.json.encode(decoded) != line:
            # Not as we write it; whoever reads by another library would see the first of two equal names, not the last.
            json.loads(line, object_pairs_hook=once)
    except Repeated as error:
        raise _unreadable(number, error.reason) from None
    except RecursionError:
        raise _unreadable(number, Message("kernel", "json.deep")) from None
    except ValueError as error:  # of msgspec, of json, or about UTF-8
        raise _unreadable(number, str(error)) from error
    return decoded


def _check_format(line: bytes) -> None:
    """Raises unless it is the first line of a record in the format that we read."""
    try:
        written = msgspec.json.decode(line)
    except RecursionError:
        raise _unreadable(1, Message("kernel", "json.deep")) from None
    except ValueError as error:
        raise BadRecord(Message("kernel", "record.first"), 1) from error
    if not isinstance(written, dict) or "lumarium" not in written:
        raise BadRecord(Message("kernel", "record.first"), 1)
    if written["lumarium"] not in (FORMAT, FORMAT_TIMED):
        raise BadRecord(
            Message("kernel", "record.format", format=quoted(written["lumarium"]), ours=f"{FORMAT}, {FORMAT_TIMED}"), 1
        )


def _unreadable(number: int, problem: Message | str) -> BadRecord:
    return BadRecord(Message("kernel", "record.json", line=number, problem=problem), number)


def _entry(number: int, line: _Line) -> Entry:
    if isinstance(line, Move | Undo | Out):
        return line
    raise _misplaced(number, line)


def _misplaced(number: int, line: _Line) -> BadRecord:
    kind = str(line.__struct_config__.tag)
    return BadRecord(Message("kernel", "record.order", line=number, kind=kind), number)
