"""What a seat may know of a game of Nomads: all but the order of the tiles below the tops (NO-9, NO-10)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, SupportsIndex

import msgspec

from lumarium.games.nomads.options import Options
from lumarium.kernel.message import Message
from lumarium.kernel.view import View as KernelView

from .components import ADVENTURERS, KINDS, LEGENDS
from .indices import DISC_NAMES, PHASES, WAYS
from .scoring import origins
from .writing import card_name

if TYPE_CHECKING:
    from .state import State

Tiles = dict[str, int]
"""How many tiles of each kind, by letter; kinds that do not occur are left out."""


class Player(msgspec.Struct, frozen=True, gc=False):
    """What lies in front of one player."""

    adventurer: str | None
    tiles: Tiles
    legends: dict[str, int]
    """The rung held of each legend, counted from 1."""
    song: int | None
    """The points of the song."""
    moon_tiles: int

    def rungs(self) -> list[int]:
        """The rung held of each legend, counted from 0; -1 without one."""
        return [self.legends.get(legend, 0) - 1 for legend in LEGENDS]

    def points(self, options: Options) -> list[tuple[Message, int]]:
        """Where the points come from."""
        values, tiles = options.card_values(), sum(self.tiles.values())
        return origins(values, self.rungs(), self.song or 0, self.moon_tiles, tiles)


class View(KernelView, frozen=True, kw_only=True):
    """Nomads as one seat knows it."""

    options: Options
    phase: str
    """"adventurer", "frog", "sleeper", "disc", "lys"; "shift", "act", "double", "skip", "send", "lift", "pay",
    "pay_song"; "last" or "over"."""
    start: int
    turns: int
    """The turns begun so far."""
    last_news: int
    """The turn in which a tile was taken or a card written for the last time."""
    last_round: bool
    writers: int
    """How many may still write in the last round."""
    moon_scorings: int
    tallest: int
    """The tallest column that was moved so far."""
    columns: tuple[tuple[str, ...], ...]
    """The discs on each space from the bottom up; "U1" and "U2" are equal discs, the number only tells them apart."""
    reserve: tuple[str, ...]
    """The discs that are not on the ring."""
    asleep: tuple[str, ...]
    lys: int | None
    heights: tuple[int, ...]
    tops: tuple[str | None, ...]
    hidden: Tiles
    """All tiles below the tops: public by subtraction, in an order that nobody knows."""
    box: Tiles
    moon_fields: int
    origin: int | None
    """The space whose column is in hand."""
    way: str | None
    card: str | None
    """The card that is being paid: "a#3" or "song 5"."""
    seats: tuple[Player, ...]

    def rungs(self, seat: SupportsIndex) -> list[int]:
        """The rung that a player holds of each legend, counted from 0; -1 without one."""
        return self.seats[self.check_player(seat)].rungs()

    def points(self, seat: SupportsIndex) -> list[tuple[Message, int]]:
        """Where a seat's points come from."""
        return self.seats[self.check_player(seat)].points(self.options)

    def holder(self, card: str) -> int | None:
        """The seat that holds a card, named as in "a#3" or "song 5"; None while it lies in the supply."""
        for seat, player in enumerate(self.seats):
            legend, _, rung = card.partition("#")
            if rung and player.legends.get(legend) == int(rung):
                return seat
            if player.song is not None and card == f"song {player.song}":
                return seat
        return None


def view_of(state: State, seat: int | None) -> View:
    """The view of a seat, or with None of a spectator."""
    return View(
        game=state.game,
        players=state.players,
        seat=seat,
        turn=state.turn,
        legal=tuple(state.legal()) if seat == state.turn else (),
        options=state.options,
        phase=PHASES[state.phase],
        start=state.start,
        turns=state.turns,
        last_news=state.last_news,
        last_round=state.last_round,
        writers=state.writers,
        moon_scorings=state.moon_scorings,
        tallest=state.tallest,
        columns=tuple(tuple(DISC_NAMES[disc] for disc in column) for column in state.columns),
        reserve=tuple(DISC_NAMES[disc] for disc in state.reserve),
        asleep=tuple(name for colour, name in enumerate(ADVENTURERS, 1) if state.is_asleep(colour)),
        lys=None if state.lys < 0 else state.lys,
        heights=tuple(state.heights),
        tops=tuple(None if kind < 0 else KINDS[kind] for kind in state.tops),
        hidden=_counted(state.hidden),
        box=_counted(state.box),
        moon_fields=state.moon_fields,
        origin=None if state.origin < 0 else state.origin,
        way=None if state.way < 0 else WAYS[state.way],
        card=None if state.card < 0 else card_name(state, state.card),
        seats=tuple(_player(state, owner) for owner in range(state.players)),
        scores=tuple(state.scores),
        ranking=tuple(state.ranking),
        ending=state.ending,
    )


def _player(state: State, seat: int) -> Player:
    colour = state.adventurers[seat]
    return Player(
        adventurer=None if colour < 0 else ADVENTURERS[colour - 1],
        tiles=_counted(state.tiles[seat]),
        legends={legend: rung + 1 for legend, rung in zip(LEGENDS, state.rungs[seat], strict=True) if rung >= 0},
        song=state.song_points(seat) or None,
        moon_tiles=state.moon_tiles[seat],
    )


def _counted(numbers: Iterable[int]) -> Tiles:
    return {letter: number for letter, number in zip(KINDS, numbers, strict=False) if number}
