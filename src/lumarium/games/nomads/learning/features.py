"""Nomads for learners: the ring in height, the stacks, Lys, the moon, and what lies before everyone."""

from __future__ import annotations

from typing import Any, Final

from lumarium.games.nomads.meta import NAME, PLAYERS
from lumarium.games.nomads.options import Options
from lumarium.games.nomads.rules import imagine
from lumarium.games.nomads.rules.components import (
    ADVENTURERS,
    COPIES,
    KINDS,
    MOON_TILE,
    MOST_POINTS,
    NOMAD,
    RUNGS,
    SAFEGUARD,
    SONGS,
    SPACES,
    STACK,
    STORIES,
)
from lumarium.games.nomads.rules.indices import COLOUR, FROG, OVER, PHASES, PLACING_SLEEPERS, TALLEST, WAYS
from lumarium.games.nomads.rules.setup import sleeper_placer
from lumarium.games.nomads.rules.state import State
from lumarium.games.nomads.rules.table import NOTHING
from lumarium.kernel.features import ONE, Features, away, shares, single, soft
from lumarium.kernel.native import i32, i64, vec
from lumarium.kernel.parts import Part, scores_part, turn_part
from lumarium.kernel.state import State as KernelState

MOST_TILES: Final = max(COPIES)
MOST_VALUE: Final = 17
"""The largest value of a card that an options file may name."""
CARDS: Final = STORIES * RUNGS + SONGS
HELD: Final = STORIES + 1
"""The kinds of tiles that lie before a player: stories and jokers."""
POWERS: Final = len(ADVENTURERS)

FOURTEENTHS: Final = shares(MOST_TILES, MOST_TILES)
STACKS: Final = shares(STACK, STACK)
TWELFTHS: Final = shares(COPIES[MOON_TILE], COPIES[MOON_TILE])
FIFTHS: Final = shares(PLAYERS[-1], PLAYERS[-1])

NOMADS: Final = 0
SLEEPERS: Final = 1
FROGS: Final = 2
OWNED: Final = 3
"""In `columns`: the nomads, the sleepers, the frog, and from here on the discs of each seat."""


class Starts:
    """Where the parts of the vector begin that a position fills, and how long the game is patient."""

    def __init__(self, features: Features, players: int) -> None:
        self.patience = shares(SAFEGUARD * players, SAFEGUARD * players)
        """By the number of turns without news."""
        self.turn: i64 = features.start(players, "turn")
        self.phase: i64 = features.start(players, "phase")
        self.start: i64 = features.start(players, "start")
        self.sleepers: i64 = features.start(players, "sleepers")
        self.last_round: i64 = features.start(players, "last round")
        self.writers: i64 = features.start(players, "writers")
        self.quiet: i64 = features.start(players, "quiet")
        self.adventurers: i64 = features.start(players, "adventurers")
        self.asleep: i64 = features.start(players, "asleep")
        self.columns: i64 = features.start(players, "columns")
        self.lys: i64 = features.start(players, "lys")
        self.origin: i64 = features.start(players, "origin")
        self.way: i64 = features.start(players, "way")
        self.stacks: i64 = features.start(players, "stacks")
        self.tops: i64 = features.start(players, "tops")
        self.hidden: i64 = features.start(players, "hidden")
        self.box: i64 = features.start(players, "box")
        self.moon: i64 = features.start(players, "moon")
        self.card: i64 = features.start(players, "card")
        self.tiles: i64 = features.start(players, "tiles")
        self.legends: i64 = features.start(players, "legends")
        self.songs: i64 = features.start(players, "songs")
        self.moon_tiles: i64 = features.start(players, "moon tiles")
        self.scores: i64 = features.start(players, "scores")


class NomadsFeatures(Features):
    """What a seat of Nomads knows, as a vector."""

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
                "What is being decided, in the order above; all zero when the game is over.",
            ),
            Part("start", (players,), 0, 1, "Who begins or began."),
            Part(
                "sleepers",
                (players,),
                0,
                1,
                "Who will place the sleepers, if there are any; none as soon as it is their turn.",
            ),
            Part("last round", (1,), 0, 1, "Is it the last round?"),
            Part(
                "writers", (1,), 0, 1, "How many may still write in the last round, the one who decides too, in fifths."
            ),
            Part(
                "quiet", (1,), 0, 1, "The turns since the last news, this one too, as a share of ten for each player."
            ),
            Part("adventurers", (players, POWERS), 0, 1, "Who plays whom: Ulrich, Moon, Red, Siana, Nostromo."),
            Part("asleep", (POWERS,), 0, 1, "The adventurers whom nobody plays; none until all have chosen."),
            Part(
                "columns",
                (SPACES, TALLEST, OWNED + players),
                0,
                1,
                "The discs from the bottom up: nomad, sleeper, frog, of which seat; the frog is also of a seat.",
            ),
            Part("lys", (SPACES,), 0, 1, "Where Lys points."),
            Part("origin", (SPACES,), 0, 1, "The space whose column is being moved; it still stands in `columns`."),
            Part("way", (len(WAYS),), 0, 1, "Which way it is being sown: clockwise, anticlockwise."),
            Part("stacks", (SPACES,), 0, 1, "The tiles of each stack, in fourteenths."),
            Part("tops", (SPACES, len(KINDS)), 0, 1, "The top tile of each stack."),
            Part("hidden", (len(KINDS),), 0, 1, "The tiles below the tops by kind, in fourteenths."),
            Part("box", (len(KINDS),), 0, 1, "The tiles in the box by kind, in fourteenths."),
            Part("moon", (1,), 0, 1, "The moon tiles on the moon fields, in twelfths."),
            Part(
                "card",
                (CARDS,),
                0,
                1,
                "The card that is being paid: legends with their rungs, then songs by their points.",
            ),
            Part("tiles", (players, HELD), 0, 1, "The story tiles and jokers in front of the seat, in fourteenths."),
            Part("legends", (players, STORIES, RUNGS), 0, 1, "The rung that the seat holds of each legend."),
            Part("songs", (players, SONGS), 0, 1, "The song that the seat holds, by rising points."),
            Part("moon tiles", (players,), 0, 1, "The moon tiles won, in twelfths."),
            scores_part(players),
            Part("values", (STORIES, RUNGS), 0, 1, "What each legend card costs and brings, in seventeenths."),
            Part("song points", (SONGS,), 0, 1, "What each song brings, by rising points, in ninths."),
            Part(
                "song tiles",
                (SONGS,),
                0,
                1,
                "How many different tiles each song takes, in the same order, in sevenths.",
            ),
        ]

    def settle(self, players: int, options: Options, values: vec[i32]) -> None:
        legend_values, points = self.start(players, "values"), self.start(players, "song points")
        tiles = self.start(players, "song tiles")
        for card, value in enumerate(options.card_values()):
            values[legend_values + card] = single(value / MOST_VALUE)
        for song in range(SONGS):
            values[points + song] = single(options.songs[song] / MOST_POINTS)
            values[tiles + song] = single(options.song_prices()[song] / STORIES)

    def fill(self, view: Any, values: vec[i32]) -> None:
        self.fill_from(imagine.complete(view), view.seat, values, 0)

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
        values[start + at.start + away(state.start, own, players)] = ONE
        if state.phase < PLACING_SLEEPERS and players < POWERS:
            values[start + at.sleepers + away(sleeper_placer(state), own, players)] = ONE
        if state.last_round:
            values[start + at.last_round] = ONE
            values[start + at.writers] = FIFTHS[state.writers]
        values[start + at.quiet] = at.patience[state.turns - state.last_news]
        fill_ring(state, own, values, start, at)
        fill_supply(state, values, start, at)
        other: i64
        for other in range(players):
            fill_seat(state, other, values, start, at, away(other, own, players))


def fill_ring(state: State, own: i64, values: vec[i32], start: i64, at: Starts) -> None:
    """Who plays whom, and the columns."""
    players: i64 = state.players
    colour: i64
    # By colour which plane of `columns` its discs are on.
    planes: list[i64] = [NOMADS] * (POWERS + 1)
    for colour in range(NOMAD + 1, POWERS + 1):
        owner: i64 = state.owners[colour]
        if owner >= 0:
            place = away(owner, own, players)
            planes[colour] = OWNED + place
            values[start + at.adventurers + place * POWERS + colour - 1] = ONE
        elif state.is_asleep(colour):
            planes[colour] = SLEEPERS
            values[start + at.asleep + colour - 1] = ONE
    space: i64
    width = OWNED + players
    for space in range(SPACES):
        disc_at = start + at.columns + space * TALLEST * width
        for disc in state.columns[space]:
            values[disc_at + planes[COLOUR[disc]]] = ONE
            if disc == FROG:
                values[disc_at + FROGS] = ONE
            disc_at += width


def fill_supply(state: State, values: vec[i32], start: i64, at: Starts) -> None:
    """What else lies in the middle of the table."""
    space: i64
    kind: i64
    for space in range(SPACES):
        if state.heights[space]:
            values[start + at.stacks + space] = STACKS[state.heights[space]]
        if state.tops[space] != NOTHING:
            values[start + at.tops + space * len(KINDS) + state.tops[space]] = ONE
    for kind in range(len(KINDS)):
        if state.hidden[kind]:
            values[start + at.hidden + kind] = FOURTEENTHS[state.hidden[kind]]
        if state.box[kind]:
            values[start + at.box + kind] = FOURTEENTHS[state.box[kind]]
    if state.lys != NOTHING:
        values[start + at.lys + state.lys] = ONE
    if state.origin != NOTHING:
        values[start + at.origin + state.origin] = ONE
    if state.way != NOTHING:
        values[start + at.way + state.way] = ONE
    if state.moon_fields:
        values[start + at.moon] = TWELFTHS[state.moon_fields]
    if state.card != NOTHING:
        values[start + at.card + state.card] = ONE


def fill_seat(state: State, seat: i64, values: vec[i32], start: i64, at: Starts, place: i64) -> None:
    """What lies before one seat."""
    kind: i64
    legend: i64
    counts = state.tiles[seat]
    for kind in range(HELD):
        if counts[kind]:
            values[start + at.tiles + place * HELD + kind] = FOURTEENTHS[counts[kind]]
    rungs = state.rungs[seat]
    for legend in range(STORIES):
        if rungs[legend] != NOTHING:
            values[start + at.legends + (place * STORIES + legend) * RUNGS + rungs[legend]] = ONE
    if state.singing[seat] != NOTHING:
        values[start + at.songs + place * SONGS + state.singing[seat]] = ONE
    won = state.moon_tiles[seat]
    if won:
        values[start + at.moon_tiles + place] = TWELFTHS[won]
    score = state.interim_score(seat) + won
    if score:
        values[start + at.scores + place] = soft(score)
