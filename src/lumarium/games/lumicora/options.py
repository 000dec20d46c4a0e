"""What a table may agree on before a game of Lumicora, and the components that a file may replace."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, Final, Literal

import msgspec

from lumarium.kernel.errors import BadOptions
from lumarium.kernel.given import shortened
from lumarium.kernel.message import Message

from .meta import NAME
from .rules.components import (
    ANIMAL_LETTERS,
    ATOLL_SIZE,
    BACKS,
    BACKS_USED,
    DISPLAY_SIZE,
    KIND,
    LETTERS,
    LUMINOS,
    MOST_DRAWN,
    NUMBERS,
    ROUNDS,
    ROW_LENGTHS,
    SIDES,
    START_LUMINOS,
    TINY_PLAYERS,
    TINY_REEF,
)
from .rules.indices import SPACES, START_SPACES
from .rules.terrain import START_AREA, Terrain

CODE = re.compile(r"S|L|w|R[1-9]")
SMALL_CODE = re.compile(r"S|L|w|R[1-9]|[.]")
ROW_KEY = re.compile(f"[{LETTERS}]?[{NUMBERS[0]}-{NUMBERS[-1]}]")

CHOICES: Final = {"side": ("A", "B"), "board": ("dark", "light")}


class Tiny(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A game for two that can be solved. It is not from the rulebook."""

    reef: tuple[str, ...] = TINY_REEF
    """Seven rows as of `terrain`, with "." for spaces that are not there."""

    luminos: tuple[str, ...] = ("G1crab", "P2starfish", "P3", "G4")
    """All Luminos of the bag, such as "G1crab" or "P3"."""

    start_luminos: tuple[str, str] = ("GP", "PG")
    """Of each seat the colours of its starting Lumino, left and right."""

    rounds: Annotated[int, msgspec.Meta(ge=1, le=ROUNDS)] = 1
    """How many rounds are played."""

    display: Annotated[int, msgspec.Meta(ge=1, le=DISPLAY_SIZE)] = 1
    """How many Luminos a display holds."""

    atoll: Annotated[int, msgspec.Meta(ge=0, le=ATOLL_SIZE)] = 2
    """Up to how many Luminos the Atoll is filled."""

    def __post_init__(self) -> None:
        _check_terrain(self.reef, SMALL_CODE, "tiny.reef")
        for name in self.luminos:
            if name not in KIND:
                raise BadOptions(Message(NAME, "options.lumino", name=shortened(name)))
        _check_pairs(self.start_luminos)
        players = TINY_PLAYERS[-1]
        needed = self.atoll + players * (self.display + MOST_DRAWN * (self.rounds - 1))
        if len(self.luminos) < needed:
            raise BadOptions(Message(NAME, "options.few_luminos", n=len(self.luminos), wanted=needed))


class Options(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Options of Lumicora."""

    side: Literal["A", "B"] = "A"
    """The side of the reef boards, both reconstructed: "B" has less limestone at the start, and remote limestone that
    costs points unless it is covered."""

    board: Literal["dark", "light"] = "dark"
    """The side of the score board: animals score by their number ("dark") or each by its neighbours ("light")."""

    terrain: tuple[str, ...] = ()
    """Own reef boards in place of the side's: seven rows of S, L, w, R1 to R9 for starting area, limestone, water,
    remote limestone with its penalty, such as "w w L S S L w w"."""

    luminos: dict[str, tuple[str, str, str]] = {}
    """Own Luminos by number ("3") or by colour and number ("G3"): the letters S starfish, H seahorse, C crab,
    M shellfish, - plain of those without fish, with three fish, and with four fish on their back. Numbers that are
    left out keep the reconstructed ones; in all there are 72, 16 and 16."""

    start_luminos: tuple[str, str, str, str, str, str] = START_LUMINOS
    """The six starting Luminos by the letters G, P, B, Y of their two colours (reconstructed)."""

    tiny: Tiny | None = None
    """A game of a round or two on a reef of a few spaces for two players, small enough to be solved: it begins with the
    first turn. It is not from the rulebook."""

    def __post_init__(self) -> None:
        if self.terrain:
            msgspec.structs.force_setattr(self, "terrain", tuple(" ".join(row.split()) for row in self.terrain))
            _check_terrain(self.terrain, CODE, "terrain")
        if self.luminos:
            _check_luminos(self)
        _check_pairs(self.start_luminos)

    def ground(self) -> Terrain:
        """The spaces of the reef boards."""
        return _terrain(self.tiny.reef if self.tiny is not None else self.terrain or SIDES[self.side])

    def rounds(self) -> int:
        """How many rounds are played."""
        return ROUNDS if self.tiny is None else self.tiny.rounds

    def display_size(self) -> int:
        """How many Luminos a display holds."""
        return DISPLAY_SIZE if self.tiny is None else self.tiny.display

    def atoll_size(self) -> int:
        """Up to how many Luminos the Atoll is filled."""
        return ATOLL_SIZE if self.tiny is None else self.tiny.atoll

    def copies(self, back: int) -> list[str]:
        """The Luminos with such a back: 0 without, 1 with three, 2 with four fish."""
        return [
            f"{colour}{number}{ANIMAL_LETTERS[letter]}"
            for colour in LETTERS
            for number in LUMINOS
            for letter in self.row(colour, number)[back]
        ]

    def row(self, colour: str, number: str) -> tuple[str, str, str]:
        """The Luminos with this colour and number, by back."""
        return self.luminos.get(colour + number) or self.luminos.get(number) or LUMINOS[number]

    def in_play(self, players: int) -> list[int]:
        """The kinds of all Luminos that so many players use, ascending (LC-15 to LC-17)."""
        if self.tiny is not None:
            return sorted(KIND[name] for name in self.tiny.luminos)
        return sorted(KIND[name] for back in range(BACKS_USED[players]) for name in self.copies(back))


def check_shapes(values: Mapping[str, Any]) -> None:
    """Raises BadOptions in our own words where a value is not of its option's kind at all."""
    for name, known in CHOICES.items():
        if name in values and values[name] not in known:
            raise BadOptions(
                Message(NAME, "options.choice", name=name, given=shortened(str(values[name])), known=", ".join(known))
            )
    if "terrain" in values and not _are_texts(values["terrain"]):
        raise BadOptions(Message(NAME, "options.terrain", wanted=len(ROW_LENGTHS)))
    if "start_luminos" in values:
        pairs = values["start_luminos"]
        if not _are_texts(pairs) or len(pairs) != len(START_LUMINOS):
            raise BadOptions(Message(NAME, "options.starts", wanted=len(START_LUMINOS)))
    if "luminos" in values:
        _check_rows(values["luminos"])


def _are_texts(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(text, str) for text in value)


def _check_rows(luminos: object) -> None:
    if not isinstance(luminos, Mapping):
        raise BadOptions(Message(NAME, "options.luminos"))
    for key, row in luminos.items():
        if not isinstance(key, str) or not ROW_KEY.fullmatch(key):
            raise BadOptions(Message(NAME, "options.key", row=shortened(str(key))))
        if not _are_texts(row) or len(row) != len(BACKS):
            raise BadOptions(Message(NAME, "options.groups", row=key, wanted=len(BACKS)))


@lru_cache(maxsize=64)
def _terrain(rows: tuple[str, ...]) -> Terrain:
    return Terrain(rows)


def _check_terrain(rows: tuple[str, ...], known: re.Pattern[str], place: str) -> None:
    if len(rows) != len(ROW_LENGTHS):
        raise BadOptions(Message(NAME, "options.rows", place=place, n=len(rows), wanted=len(ROW_LENGTHS)))
    for number, (row, length) in enumerate(zip(rows, ROW_LENGTHS, strict=True), 1):
        codes = row.split()
        for code in codes:
            if not known.fullmatch(code):
                raise BadOptions(Message(NAME, "options.code", place=place, row=number, code=shortened(code)))
        if len(codes) != length:
            raise BadOptions(Message(NAME, "options.row", place=place, row=number, n=len(codes), wanted=length))
    codes = [code for row in rows for code in row.split()]
    if [space for space in range(SPACES) if codes[space] == START_AREA] != list(START_SPACES):
        raise BadOptions(Message(NAME, "options.start_area", place=place))
    if not Terrain(rows).can_begin():
        raise BadOptions(Message(NAME, "options.dry", place=place))


def _check_pairs(pairs: tuple[str, ...]) -> None:
    for number, pair in enumerate(pairs, 1):
        if len(pair) != 2 or pair[0] == pair[1] or not set(pair) <= set(LETTERS):
            raise BadOptions(Message(NAME, "options.start", number=number, pair=shortened(pair)))


def _check_luminos(options: Options) -> None:
    _check_rows(options.luminos)
    for key, row in options.luminos.items():
        for letter in "".join(row):
            if letter not in ANIMAL_LETTERS:
                raise BadOptions(Message(NAME, "options.letter", row=key, letter=letter))
    for back, wanted in enumerate(BACKS):
        total = len(options.copies(back))
        if total != wanted:
            raise BadOptions(Message(NAME, f"options.total_{back}", n=total, wanted=wanted))
