"""What a table may agree on before a game of Nomads, and the numbers that a file may replace."""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

import msgspec

from lumarium.kernel.errors import BadOptions
from lumarium.kernel.given import shortened
from lumarium.kernel.message import Message

from .meta import NAME, PLAYERS
from .rules.components import (
    COLOURS,
    COPIES,
    DISCS,
    KINDS,
    LADDERS,
    LAST_STACKS,
    LEGENDS,
    MOST_POINTS,
    SAFEGUARD,
    SONG_POINTS,
    SPACES,
    STACK,
    STORIES,
    TINY_PLAYERS,
    letter_of,
)

Seat = Annotated[int, msgspec.Meta(ge=0, le=PLAYERS[-1] - 1)]
Value = Annotated[int, msgspec.Meta(ge=1, le=17)]  # 14 tiles and three jokers
Points = Annotated[int, msgspec.Meta(ge=1, le=MOST_POINTS)]
Tiles = Annotated[int, msgspec.Meta(ge=1, le=STORIES)]
Item = TypeVar("Item", int, str)
AdventurerName = Literal["ulrich", "moon", "red", "siana", "nostromo"]


CARD_VALUES = [value for legend in LEGENDS for value in LADDERS[legend]]
"""The reconstructed values of the 28 legend cards, legend by legend."""


Stack = Annotated[int, msgspec.Meta(ge=0, le=STACK)]
Space = Annotated[int, msgspec.Meta(ge=0, le=SPACES - 1)]


class Tiny(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A short game for two that can be solved. It is not from the rulebook."""

    columns: tuple[str, str, str, str, str, str, str, str] = ("U", "", "B", "S", "", "", "BSU", "")
    """The discs on each space from the bottom up, by the letters of their colours; all others stay in the box."""

    lys: Space = 5
    """Where Lys points at first."""

    stacks: tuple[Stack, Stack, Stack, Stack, Stack, Stack, Stack, Stack] = (0, 1, 0, 1, 1, 0, 1, 0)
    """How many tiles lie on each field."""

    tiles: str = "aaab"
    """All these tiles, by their letters."""

    patience: Annotated[int, msgspec.Meta(ge=1, le=TINY_PLAYERS[-1] * SAFEGUARD)] = 2
    """After so many turns in a row in which nothing is taken, the last round begins."""

    def __post_init__(self) -> None:
        discs = "".join(_items(self.columns, str))
        for letter in discs:
            if letter not in COLOURS or discs.count(letter) > len(DISCS[COLOURS.index(letter)].split()):
                raise BadOptions(Message(NAME, "options.discs", letter=shortened(letter), known=" ".join(DISCS)))
        for letter in self.tiles:
            if letter not in KINDS or self.tiles.count(letter) > COPIES[KINDS.index(letter)]:
                raise BadOptions(Message(NAME, "options.tiles", letter=shortened(letter), known=KINDS))
        stacks = _items(self.stacks, int)
        if sum(stacks) != len(self.tiles) or sum(map(bool, stacks)) <= LAST_STACKS:
            raise BadOptions(Message(NAME, "options.stacks", n=len(self.tiles), m=sum(stacks), least=LAST_STACKS + 1))

    def discs(self) -> list[list[str]]:
        """The names of the discs on each space; of a colour the first ones first."""
        left = {letter: names.split() for letter, names in zip(COLOURS, DISCS, strict=True)}
        return [[left[letter].pop(0) for letter in column] for column in self.columns]


class Options(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Options of Nomads."""

    adventurers: tuple[AdventurerName, ...] = ()
    """Who plays whom, in seat order; names beyond the last seat are asleep. Empty: everyone chooses."""

    start: Seat = 0
    """The seat that begins (LUMARATHON: the last Captain)."""

    coin: Seat | None = None
    """LUMARATHON: this seat, the winner of Oh Captain!, begins with a coin that is one more joker."""

    sleepers: Seat | None = None
    """LUMARATHON: this seat, last in Oh Captain!, places the sleepers. None: the seat to the right of the start."""

    legends: dict[str, tuple[Value, Value, Value, Value]] | None = None
    """The values of the four cards of a legend, such as a = [2, 3, 4, 5]; legends not named keep the reconstructed
    ones (a, b, c: 2 to 5; d, e, f, g: 3 to 6)."""

    songs: tuple[Points, Points, Points, Points] = SONG_POINTS
    """The points of the four songs (reconstructed)."""

    song_tiles: tuple[Tiles, Tiles, Tiles, Tiles] | None = None
    """How many different tiles each of the songs takes. None: as many as it has points (reconstructed)."""

    tiny: Tiny | None = None
    """A short game for two players with a few discs and tiles, small enough to be solved: it begins with the first
    turn. It is not from the rulebook."""

    def __post_init__(self) -> None:
        """Refuses values that do not fit together; `Game.options` refuses those of a wrong type."""
        adventurers = _items(self.adventurers, str)
        for name in adventurers:
            if adventurers.count(name) > 1:
                raise BadOptions(Message(NAME, "options.twice", name=shortened(name)))
        legends: object = self.legends
        for legend, values in legends.items() if isinstance(legends, dict) else ():
            if legend not in LADDERS:
                raise BadOptions(Message(NAME, "options.legend", legend=shortened(str(legend))))
            _check_ascending(f"legends.{legend}", _items(values, int))
        if self.songs is SONG_POINTS:
            return
        songs = _items(self.songs, int)
        _check_ascending("songs", songs)
        if self.song_tiles is None and songs and songs[-1] > STORIES:
            raise BadOptions(Message(NAME, "options.song_tiles", points=songs[-1], most=STORIES))

    def check(self, players: int) -> None:
        """Raises unless the options fit so many players."""
        if self.adventurers and len(self.adventurers) < players:
            raise BadOptions(Message(NAME, "options.few", n=len(self.adventurers), players=players))
        for name in ("start", "coin", "sleepers"):
            seat = getattr(self, name)
            if seat is not None and seat >= players:
                raise BadOptions(Message(NAME, "options.seat", name=name, seat=seat, last=players - 1))

        if self.tiny is not None:
            laid, awake = "".join(self.tiny.columns), self.adventurers[:players]
            if not awake or any(letter_of(name) not in laid for name in awake):
                raise BadOptions(Message(NAME, "options.tiny"))

    def copies(self) -> tuple[int, ...]:
        """How many tiles of each kind there are."""
        return COPIES if self.tiny is None else tuple(map(self.tiny.tiles.count, KINDS))

    def stack_heights(self) -> tuple[int, ...]:
        """How many tiles lie on each field at first."""
        return (STACK,) * SPACES if self.tiny is None else self.tiny.stacks

    def patience(self, players: int) -> int:
        """How many turns without news end the game."""
        return SAFEGUARD * players if self.tiny is None else self.tiny.patience

    def card_values(self) -> list[int]:
        """The values of the 28 legend cards, legend by legend."""
        if self.legends is None:
            return CARD_VALUES
        ladders = LADDERS | self.legends
        return [value for legend in LEGENDS for value in ladders[legend]]

    def song_prices(self) -> tuple[int, ...]:
        """How many different tiles each of the four songs takes."""
        return self.song_tiles or self.songs


def _items(values: object, kind: type[Item]) -> list[Item]:
    """The values, or none if they are not a list of that kind."""
    if not isinstance(values, tuple | list):
        return []
    items = [value for value in values if isinstance(value, kind)]
    return items if len(items) == len(values) else []


def _check_ascending(place: str, values: list[int]) -> None:
    if sorted(set(values)) != values:
        raise BadOptions(Message(NAME, "options.ascending", place=place, values=", ".join(map(str, values))))
