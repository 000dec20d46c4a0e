"""The record is the truth: a match as readable JSON lines, from which everything else can be replayed.

Line 1 is the header, line 2 the picks of the set-up, then one line per move or undo, and a closing line. Every line
ends with a checksum over itself and all lines before it, so that damage is found and its place named.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from .errors import BadRecord
from .message import Message

if TYPE_CHECKING:
    from .chance import Chance
    from .match import Match

FORMAT = 1
CHECK_DIGITS = 8


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


class _Line(msgspec.Struct, frozen=True, tag_field="line", tag=str.lower, forbid_unknown_fields=True, kw_only=True):
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


class Undo(_Line, frozen=True):
    """A seat took its last move back."""

    seat: int
    undo: str


class End(_Line, frozen=True, omit_defaults=True):
    """How things stood when the record was saved."""

    over: bool
    scores: tuple[int, ...]
    ranking: tuple[int, ...]
    secret: str | None = None


Line: TypeAlias = Header | Start | Move | Undo | End
_decoder: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)


class Record(msgspec.Struct, frozen=True):
    """A match as data: the header, and what was decided and drawn, in order."""

    header: Header
    start: Start
    entries: tuple[Move | Undo, ...]
    end: End

    @property
    def moves(self) -> list[str]:
        """The notation of the moves that were not taken back."""
        kept: list[str] = []
        for entry in self.entries:
            if isinstance(entry, Move):
                kept.append(entry.move)
            else:
                kept.pop()
        return kept

    def excerpt(self) -> list[str]:
        """The lines that may be shown while the game runs: what was decided, without luck, seed or secret."""
        return [
            f"{entry.seat}: {entry.move}" if isinstance(entry, Move) else f"{entry.seat}: undo"
            for entry in self.entries
        ]

    def dump(self) -> bytes:
        """The record as the bytes of a file."""
        check = ""
        lines = []
        for line in (self.header, self.start, *self.entries, self.end):
            body = msgspec.json.encode(line)[:-1]
            check = _check(check, body)
            lines.append(body + f',"check":"{check}"}}\n'.encode())
        return b"".join(lines)

    def save(self, path: str | Path) -> None:
        """Writes the record to a file, whole or not at all."""
        target = Path(path)
        draft = target.with_name(target.name + ".part")
        try:
            draft.write_bytes(self.dump())
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)

    @classmethod
    def load(cls, path: str | Path) -> Record:
        """Reads a record; damage raises BadRecord naming the line."""
        try:
            data = Path(path).read_bytes()
        except OSError as error:
            problem = error.strerror or str(error)
            raise BadRecord(Message("kernel", "record.file", path=str(path), problem=problem)) from error
        try:
            return cls.parse(data)
        except BadRecord as error:
            raise BadRecord(
                Message("kernel", "record.file", path=str(path), problem=error.reason), error.line
            ) from None

    @classmethod
    def parse(cls, data: bytes) -> Record:
        """A record from the bytes of a file."""
        lines = _checked_lines(data)
        match lines:
            case [Header() as header, Start() as start, *entries, End() as end]:
                return cls(header, start, tuple(_entry(number, line) for number, line in enumerate(entries, 3)), end)
            case [Header(), Start() | Move() | Undo(), *_] | [Header()]:
                if len(lines) > 1 and not isinstance(lines[1], Start):
                    raise _misplaced(2, lines[1])
                raise BadRecord(Message("kernel", "record.cut", line=len(lines)), len(lines))
            case [Header(), other, *_]:
                raise _misplaced(2, other)
        raise BadRecord(Message("kernel", "record.first"), 1)

    def replay(self, at: int | None = None, chance: Chance | None = None) -> Match:
        """The match after `at` moves and undos (None: all). It can be played on; `chance` then gives the luck."""
        from .match import replay

        return replay(self, at, chance)

    def walk(self) -> Iterator[Match]:
        """The match at its start and after each of its moves and undos: one object, which goes on."""
        from .match import luck_named, walk

        return walk(self, luck_named(self))

    def _repr_svg_(self) -> str:
        """The last position, for notebooks."""
        return self.replay()._repr_svg_()


def _check(before: str, body: bytes) -> str:
    return sha256(before.encode() + body).hexdigest()[:CHECK_DIGITS]


def _checked_lines(data: bytes) -> list[Line]:
    parsed: list[Line] = []
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
        check = _check(check, body)
        if written[10:-2] != check.encode():
            shown = written[10:-2].decode("ascii", "replace")
            raise BadRecord(Message("kernel", "record.check", line=number, check=shown), number)
        parsed.append(_decoded(body + b"}", number))
    return parsed


def _decoded(line: bytes, number: int) -> Line:
    if number == 1:
        try:
            written = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BadRecord(Message("kernel", "record.first"), 1) from error
        if not isinstance(written, dict) or "lumarium" not in written:
            raise BadRecord(Message("kernel", "record.first"), 1)
        if written["lumarium"] != FORMAT:
            raise BadRecord(Message("kernel", "record.format", format=written["lumarium"], ours=FORMAT), 1)
    try:
        return _decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadRecord(Message("kernel", "record.json", line=number, problem=str(error)), number) from error


def _entry(number: int, line: _Line) -> Move | Undo:
    if isinstance(line, Move | Undo):
        return line
    raise _misplaced(number, line)


def _misplaced(number: int, line: _Line) -> BadRecord:
    kind = str(line.__struct_config__.tag)
    return BadRecord(Message("kernel", "record.order", line=number, kind=kind), number)
