"""Nomads for learners: the ring in height, the stacks, Lys, the moon, and what lies before everyone."""

from __future__ import annotations

from typing import Any, Final

from lumarium.kernel.features import Features, Part, scores_part, soft, turn_part
from lumarium.kernel.native import i64, vec
from lumarium.kernel.state import State as KernelState

from . import imagine
from .components import (
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
from .indices import COLOUR, FROG, OVER, PHASES, TALLEST, WAYS
from .meta import NAME, PLAYERS
from .options import Options
from .state import State
from .table import NOTHING

MOST_TILES: Final = max(COPIES)
MOST_VALUE: Final = 17
"""The largest value of a card that an options file may name."""
CARDS: Final = STORIES * RUNGS + SONGS
HELD: Final = STORIES + 1
"""The kinds of tiles that lie before a player: stories and jokers."""
POWERS: Final = len(ADVENTURERS)

NOMADS: Final = 0
SLEEPERS: Final = 1
FROGS: Final = 2
OWNED: Final = 3
"""In `columns`: the nomads, the sleepers, the frog, and from here on the discs of each seat."""


class NomadsFeatures(Features):
    """What a seat of Nomads knows, as a vector."""

    def __init__(self) -> None:
        super().__init__(NAME)

    def parts(self, players: int) -> list[Part]:
        return [
            turn_part(players),
            Part("phase", (len(PHASES) - 1,), 0, 1, "What is being decided; all zero when the game is over."),
            Part("start", (players,), 0, 1, "Who began."),
            Part("last round", (1,), 0, 1, "Is it the last round?"),
            Part("writers", (1,), 0, 1, "How many may still write in the last round, in fifths."),
            Part("quiet", (1,), 0, 1, "Turns without news; at 1 the game ends."),
            Part("adventurers", (players, POWERS), 0, 1, "Who plays whom."),
            Part("asleep", (POWERS,), 0, 1, "The adventurers whom nobody plays."),
            Part(
                "columns",
                (SPACES, TALLEST, OWNED + players),
                0,
                1,
                "The discs from the bottom up: nomad, sleeper, frog, or of which seat.",
            ),
            Part("lys", (SPACES,), 0, 1, "Where Lys points."),
            Part("origin", (SPACES,), 0, 1, "The space whose column is in hand."),
            Part("way", (len(WAYS),), 0, 1, "Which way it is being sown."),
            Part("stacks", (SPACES,), 0, 1, "The tiles of each stack, in fourteenths."),
            Part("tops", (SPACES, len(KINDS)), 0, 1, "The top tile of each stack."),
            Part("hidden", (len(KINDS),), 0, 1, "The tiles below the tops by kind, in fourteenths."),
            Part("box", (len(KINDS),), 0, 1, "The tiles in the box by kind, in fourteenths."),
            Part("moon", (1,), 0, 1, "The moon tiles on the moon fields, in twelfths."),
            Part("card", (CARDS,), 0, 1, "The card that is being paid: legends with their rungs, then songs."),
            Part("tiles", (players, HELD), 0, 1, "The story tiles and jokers in front of the seat, in fourteenths."),
            Part("legends", (players, STORIES, RUNGS), 0, 1, "The rung that the seat holds of each legend."),
            Part("songs", (players, SONGS), 0, 1, "The song that the seat holds."),
            Part("moon tiles", (players,), 0, 1, "The moon tiles won, in twelfths."),
            scores_part(players),
            Part("values", (STORIES, RUNGS), 0, 1, "What each legend card costs and brings, in seventeenths."),
            Part("song points", (SONGS,), 0, 1, "What each song brings, in ninths."),
            Part("song tiles", (SONGS,), 0, 1, "How many different tiles each song takes, in sevenths."),
        ]

    def settle(self, players: int, options: Options, values: vec[float]) -> None:
        legends, points, tiles, _ = self.starts(players)[-4:]
        for card, value in enumerate(options.card_values()):
            values[legends + card] = value / MOST_VALUE
        for song in range(SONGS):
            values[points + song] = options.songs[song] / MOST_POINTS
            values[tiles + song] = options.song_prices()[song] / STORIES

    def fill(self, view: Any, values: vec[float]) -> None:
        self.fill_from(imagine.complete(view), view.seat, values)

    def fill_from(self, state: KernelState, seat: int, values: vec[float]) -> None:
        assert isinstance(state, State)
        players = state.players
        starts = self.starts(players)
        turn, phase, start, last_round, writers, quiet = starts[:6]
        if state.turn is not None:
            values[turn + (state.turn - seat) % players] = 1.0
        if state.phase != OVER:
            values[phase + state.phase] = 1.0
        values[start + (state.start - seat) % players] = 1.0
        if state.last_round:
            values[last_round] = 1.0
            values[writers] = state.writers / PLAYERS[-1]
        values[quiet] = (state.turns - state.last_news) / (SAFEGUARD * players)
        self.fill_ring(state, seat, values, starts[6:18])
        self.fill_seats(state, seat, values, starts[18:23])

    def fill_ring(self, state: State, seat: int, values: vec[float], starts: list[int]) -> None:
        """What lies in the middle of the table."""
        adventurers, asleep, columns, lys, origin, way, stacks, tops, hidden, box, moon, card = starts
        players: i64 = state.players
        own: i64 = seat
        colour: i64
        at: i64
        # By colour which plane of `columns` its discs are on.
        planes: list[i64] = [NOMADS] * (POWERS + 1)
        for colour in range(NOMAD + 1, POWERS + 1):
            owner = state.owners[colour]
            if owner >= 0:
                at = (owner - own) % players
                planes[colour] = OWNED + at
                values[adventurers + at * POWERS + colour - 1] = 1.0
            elif state.is_asleep(colour):
                planes[colour] = SLEEPERS
                values[asleep + colour - 1] = 1.0
        space: i64
        kind: i64
        width = OWNED + players
        for space in range(SPACES):
            at = columns + space * TALLEST * width
            for disc in state.columns[space]:
                values[at + planes[COLOUR[disc]]] = 1.0
                if disc == FROG:
                    values[at + FROGS] = 1.0
                at += width
            if state.heights[space]:
                values[stacks + space] = state.heights[space] / STACK
            if state.tops[space] != NOTHING:
                values[tops + space * len(KINDS) + state.tops[space]] = 1.0
        for kind in range(len(KINDS)):
            if state.hidden[kind]:
                values[hidden + kind] = state.hidden[kind] / MOST_TILES
            if state.box[kind]:
                values[box + kind] = state.box[kind] / MOST_TILES
        if state.lys != NOTHING:
            values[lys + state.lys] = 1.0
        if state.origin != NOTHING:
            values[origin + state.origin] = 1.0
        if state.way != NOTHING:
            values[way + state.way] = 1.0
        if state.moon_fields:
            values[moon] = state.moon_fields / COPIES[MOON_TILE]
        if state.card != NOTHING:
            values[card + state.card] = 1.0

    def fill_seats(self, state: State, seat: int, values: vec[float], starts: list[int]) -> None:
        """What lies before everyone."""
        tiles, legends, songs, moon_tiles, scores = starts
        players: i64 = state.players
        own: i64 = seat
        place: i64
        kind: i64
        legend: i64
        for place in range(players):
            at = (own + place) % players
            counts = state.tiles[at]
            for kind in range(HELD):
                if counts[kind]:
                    values[tiles + place * HELD + kind] = counts[kind] / MOST_TILES
            rungs = state.rungs[at]
            for legend in range(STORIES):
                if rungs[legend] != NOTHING:
                    values[legends + (place * STORIES + legend) * RUNGS + rungs[legend]] = 1.0
            if state.singing[at] != NOTHING:
                values[songs + place * SONGS + state.singing[at]] = 1.0
            won = state.moon_tiles[at]
            if won:
                values[moon_tiles + place] = won / COPIES[MOON_TILE]
            score = state.interim_score(at) + won
            if score:
                values[scores + place] = soft(score)
