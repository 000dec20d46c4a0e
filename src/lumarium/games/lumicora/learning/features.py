"""Lumicora for learners: the reefs as planes, the Luminos at hand and in the bag, scoring tiles and limestone."""

from __future__ import annotations

from typing import Any, Final

from lumarium.games.lumicora.meta import NAME, PLAYERS
from lumarium.games.lumicora.options import Options
from lumarium.games.lumicora.rules import imagine, scoring
from lumarium.games.lumicora.rules.components import (
    BACKS,
    COLOURS,
    DISPLAY_SIZE,
    EMERGENCY,
    KINDS,
    MOST_TAKEN,
    NUMBERS,
    ROUNDS,
    SPECIES,
    STORAGE,
)
from lumarium.games.lumicora.rules.indices import (
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
from lumarium.games.lumicora.rules.reef import Reef
from lumarium.games.lumicora.rules.state import State
from lumarium.kernel.features import ONE, Features, away, shares, single, soft, tally
from lumarium.kernel.native import i32, i64, vec
from lumarium.kernel.parts import Part, scores_part, turn_part
from lumarium.kernel.state import State as KernelState

TILES: Final = len(KINDS)
ALL_LUMINOS: Final = sum(BACKS)
HIGH: Final = 8
"""The height that stands for 1; a reef of thirty Luminos hardly gets higher."""
MOST_HIGH: Final = 4
"""A reef cannot be this many times as high: there are not enough Luminos to take."""
WORST: Final = 9
"""The largest penalty that an options file may name."""

EIGHTHS: Final = shares(HIGH, HIGH * MOST_HIGH)
SIXTHS: Final = shares(max(NUMBERS), max(NUMBERS))
TENTHS: Final = shares(STORAGE, STORAGE)
QUARTERS: Final = shares(len(COLOURS), len(COLOURS))
EMERGENCIES: Final = shares(EMERGENCY[4], EMERGENCY[4])

# The planes of a reef.
HEIGHT: Final = 0
COLOUR: Final = HEIGHT + 1
NUMBER: Final = COLOUR + len(COLOURS)
ANIMAL: Final = NUMBER + 1
WHOLE: Final = ANIMAL + len(SPECIES)
PLANES: Final = WHOLE + len(STEPS)


class Starts:
    """Where the parts of the vector begin that a position fills."""

    def __init__(self, features: Features, players: int) -> None:
        self.turn: i64 = features.start(players, "turn")
        self.phase: i64 = features.start(players, "phase")
        self.round: i64 = features.start(players, "round")
        self.octopus: i64 = features.start(players, "octopus")
        self.last_scorer: i64 = features.start(players, "last scorer")
        self.extra_scoring: i64 = features.start(players, "extra scoring")
        self.emergency: i64 = features.start(players, "emergency")
        self.needed: i64 = features.start(players, "needed")
        self.zone: i64 = features.start(players, "zone")
        self.unseen: i64 = features.start(players, "unseen")
        self.returned: i64 = features.start(players, "returned")
        self.atoll: i64 = features.start(players, "atoll")
        self.fed: i64 = features.start(players, "fed")
        self.hand: i64 = features.start(players, "hand")
        self.laying: i64 = features.start(players, "laying")
        self.chosen: i64 = features.start(players, "chosen")
        self.displays: i64 = features.start(players, "displays")
        self.dealt: i64 = features.start(players, "dealt")
        self.reefs: i64 = features.start(players, "reefs")
        self.limestone: i64 = features.start(players, "limestone")
        self.scored: i64 = features.start(players, "scored")
        self.jellyfish: i64 = features.start(players, "jellyfish")
        self.track: i64 = features.start(players, "track")
        self.scores: i64 = features.start(players, "scores")


class LumicoraFeatures(Features):
    """What a seat of Lumicora knows, as a vector."""

    def __init__(self) -> None:
        super().__init__(NAME)
        self.at = {players: Starts(self, players) for players in PLAYERS}

    def parts(self, players: int) -> list[Part]:
        return [
            turn_part(players),
            Part(
                "phase",
                (len(PHASES) - 1,),
                0,
                1,
                "Start, feed, swap, act, take, hand, lay, score; all zero when the game is over.",
            ),
            Part("round", (ROUNDS,), 0, 1, "The turtle's space."),
            Part("octopus", (players,), 0, 1, "Who has the octopus."),
            Part("last scorer", (players,), 0, 1, "Who performed the last coral scoring of this scoring phase."),
            Part("extra scoring", (1,), 0, 1, "Is this the additional scoring phase of a game that ends early?"),
            Part("emergency", (1,), 0, 1, "The Luminos of the emergency stack, in eighths."),
            Part("needed", (1,), 0, 1, "Has the emergency stack been needed?"),
            Part("zone", (len(ZONES),), 0, 1, "Where a jellyfish swaps: in the display, in the Atoll."),
            Part(
                "unseen",
                (TILES,),
                0,
                ALL_LUMINOS,
                "How many Luminos of each kind are hidden, in the bag or in the emergency stack, but for the returned.",
            ),
            Part(
                "returned",
                (TILES,),
                0,
                ALL_LUMINOS,
                "How many of each kind came back and must be in the bag; all zero without an emergency stack.",
            ),
            Part(
                "atoll",
                (TILES,),
                0,
                ALL_LUMINOS,
                "How many of each kind are in the Atoll: the fed one too, those chosen for a swap not.",
            ),
            Part("fed", (TILES,), 0, 1, "The Lumino with which the Atoll was fed in this turn."),
            Part(
                "hand",
                (TILES,),
                0,
                MOST_TAKEN,
                "How many of each kind are in the hand of the seat on turn, the one being placed too.",
            ),
            Part("laying", (TILES,), 0, 1, "The Lumino that is being placed."),
            Part("chosen", (TILES,), 0, ALL_LUMINOS, "How many of each kind shall be swapped."),
            Part(
                "displays",
                (players, TILES),
                0,
                DISPLAY_SIZE,
                "How many of each kind are in the display, without those chosen for a swap.",
            ),
            Part("dealt", (players, len(COLOURS)), 0, 1, "The colours of the starting Lumino until it lies."),
            Part(
                "reefs",
                (players, PLANES, SPACES),
                0,
                MOST_HIGH,
                "Planes of spaces: the height in eighths; green, pink, blue, yellow; the number in sixths; shellfish, "
                "crab, seahorse, starfish; where a Lumino is seen whole, with its other half to the right, lower left, "
                "lower right.",
            ),
            Part("limestone", (players,), 0, 1, "The limestone stored, in tenths."),
            Part("scored", (players, len(COLOURS)), 0, 1, "The colours that have been scored."),
            Part("jellyfish", (players,), 0, 1, "The jellyfish left, in quarters."),
            Part(
                "track",
                (players,),
                -1,
                1,
                "What was scored in play, t, as t / (50 + abs t); each Lumino given back takes a point.",
            ),
            scores_part(players),
            Part("water", (SPACES,), 0, 1, "Where a half on the ground costs limestone, covered or not."),
            Part("penalties", (SPACES,), 0, 1, "The penalties of remote limestone, in ninths, covered or not."),
            Part("light board", (1,), 0, 1, "Do animals score by their neighbours?"),
        ]

    def settle(self, players: int, options: Options, values: vec[i32]) -> None:
        water, penalties = self.start(players, "water"), self.start(players, "penalties")
        ground = options.ground()
        for space in range(SPACES):
            values[water + space] = single(ground.is_water(space))
            values[penalties + space] = single(ground.penalties[space] / WORST)
        values[self.start(players, "light board")] = single(options.board == "light")

    def fill(self, view: Any, values: vec[i32]) -> None:
        self.fill_from(imagine.described(view), view.seat, values, 0)

    def fill_from(self, state: KernelState, seat: int, values: vec[i32], start: i64) -> None:
        assert isinstance(state, State)
        players: i64 = state.players
        own: i64 = seat
        at = self.at[state.players]
        turn = state.turn
        if turn is not None:
            values[start + at.turn + away(turn, own, players)] = ONE
        if state.phase != OVER:
            values[start + at.phase + state.phase] = ONE
        values[start + at.round + state.round - 1] = ONE
        values[start + at.octopus + away(state.octopus, own, players)] = ONE
        if state.last_scorer != NOTHING:
            values[start + at.last_scorer + away(state.last_scorer, own, players)] = ONE
        if state.extra_scoring:
            values[start + at.extra_scoring] = ONE
        if state.bag.emergency:
            values[start + at.emergency] = EMERGENCIES[state.bag.emergency]
        if state.emergency_round:
            values[start + at.needed] = ONE
        if state.zone != NOTHING:
            values[start + at.zone + state.zone] = ONE
        fill_middle(state, values, start, at)
        track = scoring.tracks(state)
        scores = scoring.totals(state, track)
        other: i64
        for other in range(players):
            place = away(other, own, players)
            fill_shore(state, other, values, place, start, at)
            values[start + at.track + place] = soft(track[other])
            values[start + at.scores + place] = soft(scores[other])


def fill_middle(state: State, values: vec[i32], start: i64, at: Starts) -> None:
    """The bag, the Atoll, and what the seat on turn has in hand."""
    hidden = state.bag.account()
    tally(hidden.unseen, TILES, values, start + at.unseen)
    tally(hidden.returned, TILES, values, start + at.returned)
    tally(state.atoll, TILES, values, start + at.atoll)
    tally(state.hand, TILES, values, start + at.hand)
    tally(state.chosen, TILES, values, start + at.chosen)
    if state.fed != NOTHING:
        values[start + at.fed + state.fed % TILES] = ONE
    if state.laying != NOTHING:
        values[start + at.laying + state.laying % TILES] = ONE


def fill_shore(state: State, seat: i64, values: vec[i32], place: i64, start: i64, at: Starts) -> None:
    """What lies before one seat."""
    tally(state.displays[seat], TILES, values, start + at.displays + place * TILES)
    if state.phase == ORIENTING and not state.reefs[seat].tiles:
        for colour in state.starts[seat]:
            values[start + at.dealt + place * len(COLOURS) + colour] = ONE
    fill_reef(state.reefs[seat], values, start + at.reefs + place * PLANES * SPACES)
    if state.stores[seat]:
        values[start + at.limestone + place] = TENTHS[state.stores[seat]]
    scored = start + at.scored + place * len(COLOURS)
    for numbers in state.corals[seat]:
        if numbers:
            values[scored] = ONE
        scored += 1
    left = state.jellyfish(seat)
    if left:
        values[start + at.jellyfish + place] = QUARTERS[left]


def fill_reef(reef: Reef, values: vec[i32], height: i64) -> None:
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
        values[height + space] = EIGHTHS[heights[space]]
        values[colour + half // FACES * SPACES + space] = ONE
        face = half % FACES
        if face >= FIRST_ANIMAL:
            values[animal + face * SPACES + space] = ONE
        elif face:
            values[number + space] = SIXTHS[face]
    way: i64
    for way in range(len(STEPS)):
        plane: i64 = height + (WHOLE + way) * SPACES
        whole = reef.whole[way]
        while whole:
            first = whole & -whole
            values[plane + SPACE_OF_BIT[first % DIVISOR]] = ONE
            whole ^= first
