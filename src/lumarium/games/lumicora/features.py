"""Lumicora for learners: the reefs as planes, the Luminos at hand and in the bag, scoring tiles and limestone."""

from __future__ import annotations

from typing import Any, Final

from lumarium.kernel.features import Features, Part, scores_part, soft, tally, turn_part
from lumarium.kernel.native import i64, vec
from lumarium.kernel.state import State as KernelState

from . import imagine
from .components import (
    BACKS,
    COLOURS,
    DISPLAY_SIZE,
    EMERGENCY,
    KINDS,
    MOST_TAKEN,
    ROUNDS,
    SPECIES,
    STORAGE,
)
from .indices import (
    DIVISOR,
    FACES,
    FIRST_ANIMAL,
    NOTHING,
    ORIENTING,
    OVER,
    PHASES,
    SPACE_OF_BIT,
    SPACES,
    STEPS,
    ZONES,
)
from .meta import NAME
from .options import Options
from .reef import Reef
from .state import State

TILES: Final = len(KINDS)
ALL_LUMINOS: Final = sum(BACKS)
HIGH: Final = 8.0
"""The height that stands for 1; a reef of thirty Luminos hardly gets higher."""
MOST_HIGH: Final = 4
"""A reef cannot be this many times as high: there are not enough Luminos to take."""
SIXTHS: Final = 6.0
"""The largest number of a coral."""
WORST: Final = 9
"""The largest penalty that an options file may name."""

# The planes of a reef.
HEIGHT: Final = 0
COLOUR: Final = 1
NUMBER: Final = COLOUR + len(COLOURS)
ANIMAL: Final = NUMBER + 1
WHOLE: Final = ANIMAL + len(SPECIES)
PLANES: Final = WHOLE + len(STEPS)


class LumicoraFeatures(Features):
    """What a seat of Lumicora knows, as a vector."""

    def __init__(self) -> None:
        super().__init__(NAME)

    def parts(self, players: int) -> list[Part]:
        return [
            turn_part(players),
            Part("phase", (len(PHASES) - 1,), 0, 1, "What is being decided; all zero when the game is over."),
            Part("round", (ROUNDS,), 0, 1, "The turtle's space."),
            Part("octopus", (players,), 0, 1, "Who has the octopus."),
            Part("last scorer", (players,), 0, 1, "Who performed the last coral scoring of this scoring phase."),
            Part("extra scoring", (1,), 0, 1, "Is this the additional scoring phase of a game that ends early?"),
            Part("emergency", (1,), 0, 1, "The Luminos of the emergency stack, in eighths."),
            Part("needed", (1,), 0, 1, "Has the emergency stack been needed?"),
            Part("zone", (len(ZONES),), 0, 1, "Where a jellyfish swaps: in the display, in the Atoll."),
            Part("unseen", (TILES,), 0, ALL_LUMINOS, "How many Luminos of each kind nobody has seen."),
            Part("returned", (TILES,), 0, ALL_LUMINOS, "How many of each kind are in the bag because they came back."),
            Part("atoll", (TILES,), 0, ALL_LUMINOS, "How many of each kind are in the Atoll."),
            Part("fed", (TILES,), 0, 1, "The Lumino with which the Atoll was fed in this turn."),
            Part("hand", (TILES,), 0, MOST_TAKEN, "How many of each kind are in the hand of the seat on turn."),
            Part("laying", (TILES,), 0, 1, "The Lumino that is being placed."),
            Part("chosen", (TILES,), 0, ALL_LUMINOS, "How many of each kind shall be swapped."),
            Part("displays", (players, TILES), 0, DISPLAY_SIZE, "How many of each kind are in the display."),
            Part("dealt", (players, len(COLOURS)), 0, 1, "The colours of the starting Lumino until it lies."),
            Part(
                "reefs",
                (players, PLANES, SPACES),
                0,
                MOST_HIGH,
                "Planes of spaces: the height in eighths; green, pink, blue, yellow; the number in sixths; shellfish, "
                "crab, seahorse, starfish; whole Luminos from this space to the right, lower left, lower right.",
            ),
            Part("limestone", (players,), 0, 1, "The limestone stored, in tenths."),
            Part("scored", (players, len(COLOURS)), 0, 1, "The colours that have been scored."),
            Part("jellyfish", (players,), 0, 1, "The jellyfish left, in quarters."),
            Part("track", (players,), -1, 1, "What was scored in play, t, as t / (50 + abs t)."),
            scores_part(players),
            Part("water", (SPACES,), 0, 1, "Where a half costs limestone."),
            Part("penalties", (SPACES,), 0, 1, "The penalties of remote limestone, in ninths."),
            Part("light board", (1,), 0, 1, "Do animals score by their neighbours?"),
        ]

    def settle(self, players: int, options: Options, values: vec[float]) -> None:
        water, penalties, light, _ = self.starts(players)[-4:]
        ground = options.ground()
        for space in range(SPACES):
            values[water + space] = float(ground.is_water(space))
            values[penalties + space] = ground.penalties[space] / WORST
        values[light] = float(options.board == "light")

    def fill(self, view: Any, values: vec[float]) -> None:
        self.fill_from(imagine.complete(view), view.seat, values)

    def fill_from(self, state: KernelState, seat: int, values: vec[float]) -> None:
        assert isinstance(state, State)
        players = state.players
        starts = self.starts(players)
        turn, phase, round_, octopus, last_scorer, extra, emergency, needed, zone = starts[:9]
        if state.turn is not None:
            values[turn + (state.turn - seat) % players] = 1.0
        if state.phase != OVER:
            values[phase + state.phase] = 1.0
        values[round_ + state.round - 1] = 1.0
        values[octopus + (state.octopus - seat) % players] = 1.0
        if state.last_scorer != NOTHING:
            values[last_scorer + (state.last_scorer - seat) % players] = 1.0
        if state.extra_scoring:
            values[extra] = 1.0
        if state.bag.emergency:
            values[emergency] = state.bag.emergency / EMERGENCY[4]
        if state.emergency_round:
            values[needed] = 1.0
        if state.zone != NOTHING:
            values[zone + state.zone] = 1.0
        self.fill_middle(state, values, starts[9:16])
        track, scores = state.track, state.scores
        for place in range(players):
            at = (seat + place) % players
            self.fill_shore(state, at, values, place, starts[16:22])
            values[starts[22] + place] = soft(track[at])
            values[starts[23] + place] = soft(scores[at])

    def fill_middle(self, state: State, values: vec[float], starts: list[int]) -> None:
        """The bag, the Atoll, and what the seat on turn has in hand."""
        unseen, returned, atoll, fed, hand, laying, chosen = starts
        tally(state.bag.unseen, TILES, values, unseen)
        tally(state.bag.returned, TILES, values, returned)
        tally(state.atoll, TILES, values, atoll)
        tally(state.hand, TILES, values, hand)
        tally(state.chosen, TILES, values, chosen)
        if state.fed != NOTHING:
            values[fed + state.fed % TILES] = 1.0
        if state.laying != NOTHING:
            values[laying + state.laying % TILES] = 1.0

    def fill_shore(self, state: State, seat: int, values: vec[float], place: int, starts: list[int]) -> None:
        """What lies before one seat."""
        displays, dealt, reefs, limestone, scored, jellyfish = starts
        colours = len(COLOURS)
        tally(state.displays[seat], TILES, values, displays + place * TILES)
        if state.phase == ORIENTING and not state.reefs[seat].tiles:
            for colour in state.starts[seat]:
                values[dealt + place * colours + colour] = 1.0
        fill_reef(state.reefs[seat], values, reefs + place * PLANES * SPACES)
        if state.stores[seat]:
            values[limestone + place] = state.stores[seat] / STORAGE
        for colour in range(colours):
            if state.has_scored(seat, colour):
                values[scored + place * colours + colour] = 1.0
        left = state.jellyfish(seat)
        if left:
            values[jellyfish + place] = left / colours


def fill_reef(reef: Reef, values: vec[float], height: i64) -> None:
    """The planes of a reef as it is seen from above; `height` is where the first one begins."""
    colour: i64 = height + COLOUR * SPACES
    number: i64 = height + NUMBER * SPACES
    animal: i64 = height + (ANIMAL - FIRST_ANIMAL) * SPACES
    tops, heights = reef.tops, reef.heights
    space: i64
    for space in range(SPACES):
        half: i64 = tops[space]
        if half == NOTHING:
            continue
        values[height + space] = float(heights[space]) / HIGH
        values[colour + half // FACES * SPACES + space] = 1.0
        face = half % FACES
        if face >= FIRST_ANIMAL:
            values[animal + face * SPACES + space] = 1.0
        elif face:
            values[number + space] = float(face) / SIXTHS
    way: i64
    for way in range(len(STEPS)):
        plane: i64 = height + (WHOLE + way) * SPACES
        whole = reef.whole[way]
        while whole:
            first = whole & -whole
            values[plane + SPACE_OF_BIT[first % DIVISOR]] = 1.0
            whole ^= first
