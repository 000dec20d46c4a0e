"""What a seat may know of a game of Lumicora: what a perfect memory at the table has (LC-10, LC-R-22, LC-R-24)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, SupportsIndex

import msgspec

from lumarium.games.lumicora.options import Options
from lumarium.kernel.message import Message
from lumarium.kernel.view import View as KernelView

from .components import COLOURS, KIND, KINDS, LETTERS
from .indices import NOTHING, PHASES, PLACEMENT, PLACEMENTS, ZONES, letters
from .reef import START_LUMINO, Reef
from .scoring import coral_preview, previewed
from .terrain import Terrain

if TYPE_CHECKING:
    from .state import State


class Lumino(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A Lumino on the table: its kind, such as "G3crab", and the number of its draw, by which it is known."""

    tile: str
    draw: int

    def number(self) -> int:
        """As the engine writes it."""
        return self.draw * len(KINDS) + KIND[self.tile]


class Laid(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A Lumino in a reef, the number half on its first space. A starting Lumino has two colours, as in "GP", and no
    draw."""

    tile: str
    spaces: tuple[int, int]
    draw: int | None = None


class Shore(msgspec.Struct, frozen=True, gc=False):
    """What lies before one player."""

    start: str
    """The starting Lumino that was dealt, such as "GP"."""
    luminos: tuple[Laid, ...]
    """The reef, in the order in which it was laid."""
    display: tuple[Lumino | None, ...]
    limestone: int
    scored: dict[str, tuple[int, ...]]
    """By colour that has been scored: the numbers level by level from 1, 0 where there was none."""
    order: tuple[str, ...]
    """These colours in the order in which they were scored: the jellyfish of the first `spent` ones are gone."""
    jellyfish: int
    spent: int
    returned: int
    """Luminos that went back to the bag for a point."""


class View(KernelView, frozen=True, kw_only=True):
    """Lumicora as one seat knows it."""

    options: Options
    phase: str
    """"start", "feed", "swap", "act", "take", "hand", "lay", "score" or "over"."""
    round: int
    """The turtle's space."""
    octopus: int
    atoll: tuple[Lumino, ...]
    """Like a display without those that are `chosen`."""
    fed: Lumino | None
    hand: tuple[Lumino, ...]
    laying: Lumino | None
    """The Lumino of the hand that is being placed."""
    zone: str | None
    """"display" or "atoll" while a jellyfish swaps there."""
    chosen: tuple[Lumino, ...]
    """The Luminos that shall be swapped."""
    unseen: dict[str, int]
    """The hidden Luminos by kind, without those `returned`: `emergency` are the stack, the others in the bag."""
    returned: dict[str, int]
    """While there is an emergency stack: the Luminos that must be in the bag, because so many came back."""
    doubts: dict[str, tuple[int, ...]]
    """By kind of which a draw brought one that had come back, or another, and nobody can tell: how many nobody had seen
    before the first such draw; then how many were hidden before it, and before each draw of the kind since."""
    emergency: int
    bag: int
    """How many Luminos are in the bag."""
    drawn: int
    emergency_round: int | None
    extra_scoring: bool
    last_scorer: int | None
    """Who performed the last coral scoring of this scoring phase; none again when a round begins."""
    shores: tuple[Shore, ...]
    track: tuple[int, ...]
    """What was scored in play."""

    def reef(self, seat: SupportsIndex) -> Reef:
        """A seat's reef, built up again."""
        return rebuilt(self.shores[self.check_player(seat)], self.options)

    def preview(self, colour: str, seat: SupportsIndex | None = None) -> dict[int, int]:
        """What a coral scoring of that colour would bring now, level by level, to the seat to move or to any seat."""
        number = None if seat is None else self.check_player(seat)
        return coral_preview(self.reef(previewed(self.turn, number)), colour)

    def points(self, seat: SupportsIndex) -> list[tuple[Message, int]]:
        """Where a seat's points come from."""
        from .imagine import described

        return described(self).points(seat)


def rebuilt(shore: Shore, options: Options) -> Reef:
    """The reef that a view shows."""
    return reef_of(shore.luminos, options.ground())


def reef_of(luminos: tuple[Laid, ...], ground: Terrain) -> Reef:
    """The reef that grows when these Luminos are laid one after the other."""
    reef = Reef(ground)
    for laid in luminos:
        if laid.draw is None:
            reef.lay_start(LETTERS.index(laid.tile[0]), LETTERS.index(laid.tile[1]))
        else:
            reef.lay(Lumino(laid.tile, laid.draw).number(), PLACEMENT[laid.spaces])
    return reef


def view_of(state: State, seat: int | None) -> View:
    """The view of a seat, or with None of a spectator."""
    hidden = state.bag.account()
    return View(
        game=state.game,
        players=state.players,
        seat=seat,
        turn=state.turn,
        legal=tuple(state.legal()) if seat == state.turn else (),
        options=state.options,
        phase=PHASES[state.phase],
        round=state.round,
        octopus=state.octopus,
        atoll=_all(state.atoll),
        fed=_one(state.fed),
        hand=_all(state.hand),
        laying=_one(state.laying),
        zone=None if state.zone == NOTHING else ZONES[state.zone],
        chosen=_all(state.chosen),
        unseen=_counted(hidden.unseen),
        returned=_counted(hidden.returned),
        doubts={KINDS[kind]: hidden.doubts[kind] for kind in sorted(hidden.doubts)},
        emergency=state.bag.emergency,
        bag=state.bag.size(),
        drawn=state.drawn,
        emergency_round=state.emergency_round or None,
        extra_scoring=state.extra_scoring,
        last_scorer=None if state.last_scorer == NOTHING else state.last_scorer,
        shores=tuple(_shore(state, owner) for owner in range(state.players)),
        track=tuple(state.track),
        scores=tuple(state.scores),
        ranking=tuple(state.ranking),
        ending=state.ending,
    )


def _shore(state: State, seat: int) -> Shore:
    reef = state.reefs[seat]
    colours = enumerate(state.corals[seat])
    return Shore(
        start=letters(*state.starts[seat]),
        luminos=tuple(
            Laid(letters(*reef.start), PLACEMENTS[placement]) if tile == START_LUMINO else _laid(tile, placement)
            for tile, placement in zip(reef.tiles, reef.placements, strict=True)
        ),
        display=tuple(_one(tile) for tile in state.displays[seat]),
        limestone=state.stores[seat],
        scored={COLOURS[colour]: numbers for colour, numbers in colours if numbers},
        order=tuple(COLOURS[colour] for colour in state.order[seat]),
        jellyfish=state.jellyfish(seat),
        spent=state.spent[seat],
        returned=state.returns[seat],
    )


@lru_cache(maxsize=1 << 14)
def _laid(tile: int, placement: int) -> Laid:
    return Laid(KINDS[tile % len(KINDS)], PLACEMENTS[placement], tile // len(KINDS))


def _one(tile: int) -> Lumino | None:
    return None if tile == NOTHING else _lumino(tile)


def _all(tiles: list[int]) -> tuple[Lumino, ...]:
    return tuple(map(_lumino, tiles))


@lru_cache(maxsize=1 << 14)
def _lumino(tile: int) -> Lumino:
    return Lumino(KINDS[tile % len(KINDS)], tile // len(KINDS))


def _counted(kinds: list[int]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for kind in sorted(kinds):
        counts[KINDS[kind]] = counts.get(KINDS[kind], 0) + 1
    return counts
