"""The table of Nomads: where every disc, tile and card is, and small questions about it."""

from __future__ import annotations

from typing import Final

from lumarium.games.nomads.options import Options
from lumarium.kernel.chance import Chance
from lumarium.kernel.native import i64, vec
from lumarium.kernel.state import State as KernelState

from . import scoring
from .components import DISCS, JOKER, KINDS, MOON_TILE, RUNGS, SPACES, STORIES
from .indices import CHOOSING, COLOUR, DISC_NAMES, FIRST_DISC, LAST_DISC, SPACE

NOTHING: Final = -1
NOBODY: Final = -1
ASLEEP: Final = -2


class Table(KernelState):
    """All facts of a position. None is hidden: what lies below a top tile is decided when it is uncovered (NO-10)."""

    def __init__(self, players: int, options: Options, like: Table | None = None) -> None:
        """An empty table, or a copy of one: a compiled class cannot be made without its __init__."""
        if like is not None:
            like.copy_into(self)
            return
        self.players = players
        self.options = options
        self.values = vec[i64](options.card_values())
        self.songs: list[int] = list(options.songs)
        self.song_tiles = vec[i64](options.song_prices())
        self.patience: i64 = options.patience(players)

        self.turn: int | None = options.start
        self.phase: i64 = CHOOSING
        self.start: i64 = options.start
        self.turns: i64 = 0
        self.last_news: i64 = 0
        self.last_round = False
        self.writers: i64 = 0
        self.moon_scorings: i64 = 0
        self.tallest: i64 = 0

        # What has been decided of the move or the card at hand.
        self.origin: i64 = NOTHING
        self.way: i64 = NOTHING
        self.card: i64 = NOTHING

        # The ring. A column is a list of discs from the bottom up, and `spaces` tells where each disc is; `owners`
        # tells who plays a colour.
        self.columns: list[list[i64]] = [[] for _ in range(SPACES)]
        self.spaces = vec[i64]([NOTHING] * len(DISC_NAMES))
        self.reserve: list[int] = list(range(len(DISC_NAMES)))
        self.owners = vec[i64]([NOBODY] * len(DISCS))
        self.lys: i64 = NOTHING

        # Tiles by kind, but for the tops, which are kinds by space.
        self.heights = vec[i64](options.stack_heights())
        self.tops = vec[i64]([NOTHING] * SPACES)
        self.hidden = vec[i64](options.copies())
        self.box = vec[i64]([0] * len(KINDS))
        self.moon_fields = 0

        # By seat: the adventurer's colour, tiles a..g and J, the rung held of each legend, the song, moon tiles won.
        self.adventurers = vec[i64]([NOTHING] * players)
        self.tiles = vec[vec[i64]]([vec[i64]([0] * (STORIES + 1)) for _ in range(players)])
        self.rungs = vec[vec[i64]]([vec[i64]([NOTHING] * STORIES) for _ in range(players)])
        self.singing = vec[i64]([NOTHING] * players)
        self.moon_tiles: list[int] = [0] * players

    def copy_into(self, twin: Table) -> None:
        """Makes the twin an independent copy."""
        twin.players = self.players
        twin.options = self.options
        twin.values = self.values
        twin.songs = self.songs
        twin.song_tiles = self.song_tiles
        twin.patience = self.patience
        twin.turn = self.turn
        twin.phase = self.phase
        twin.start = self.start
        twin.turns = self.turns
        twin.last_news = self.last_news
        twin.last_round = self.last_round
        twin.writers = self.writers
        twin.moon_scorings = self.moon_scorings
        twin.tallest = self.tallest
        twin.origin = self.origin
        twin.way = self.way
        twin.card = self.card
        twin.columns = [column.copy() for column in self.columns]
        twin.spaces = self.spaces[:]
        twin.reserve = self.reserve.copy()
        twin.owners = self.owners[:]
        twin.lys = self.lys
        twin.heights = self.heights[:]
        twin.tops = self.tops[:]
        twin.hidden = self.hidden[:]
        twin.box = self.box[:]
        twin.moon_fields = self.moon_fields
        twin.adventurers = self.adventurers[:]
        twin.tiles = vec[vec[i64]]([tiles[:] for tiles in self.tiles])
        twin.rungs = vec[vec[i64]]([rungs[:] for rungs in self.rungs])
        twin.singing = self.singing[:]
        twin.moon_tiles = self.moon_tiles.copy()

    # Discs

    def has_disc_on(self, seat: i64, space: i64) -> bool:
        """Is a disc of that player in the column, at any height?"""
        return bool(self.spaces_of(self.adventurers[seat]) & SPACE[space])

    def spaces_of(self, colour: i64) -> i64:
        """The spaces with a disc of that colour at any height, as bits."""
        disc: i64
        spaces: i64 = 0
        for disc in range(FIRST_DISC[colour], LAST_DISC[colour] + 1):
            if self.spaces[disc] != NOTHING:
                spaces |= SPACE[self.spaces[disc]]
        return spaces

    def listener(self, space: i64) -> i64:
        """Who hears the story there: the seat whose disc lies on top, ASLEEP, or NOBODY (NO-42, NO-46 to NO-48)."""
        column = self.columns[space]
        if not column:
            return NOBODY
        return self.owners[COLOUR[column[-1]]]

    def is_asleep(self, colour: int) -> bool:
        """Did nobody choose this adventurer?"""
        return self.owners[colour] == ASLEEP

    def lay(self, disc: i64, space: i64) -> None:
        """A disc from the reserve goes on top of a column."""
        self.reserve.remove(disc)
        self.columns[space].append(disc)
        self.spaces[disc] = space

    def set_out(self, columns: list[list[i64]]) -> None:
        """These discs, and no others, are on the ring."""
        disc: i64
        self.columns = columns
        self.spaces = vec[i64]([NOTHING] * len(DISC_NAMES))
        for space, column in enumerate(columns):
            for disc in column:
                self.spaces[disc] = space

    # Tiles

    def stacks_left(self) -> i64:
        """How many fields still hold tiles."""
        stacks: i64 = 0
        for height in self.heights:
            if height:
                stacks += 1
        return stacks

    def take_top(self, space: i64) -> i64:
        """Removes the top tile of a stack and tells its kind."""
        kind: i64 = self.tops[space]
        self.tops[space] = NOTHING
        self.heights[space] -= 1
        self.last_news = self.turns
        return kind

    def uncover(self, space: i64, chance: Chance) -> None:
        """Decides which of the hidden tiles now lies on top; each of them is equally likely."""
        if not self.heights[space]:
            return
        hidden = self.hidden
        tiles: i64 = 0
        for number in hidden:
            tiles += number
        left: i64 = chance.pick(tiles)
        kind: i64 = 0
        while left >= hidden[kind]:
            left -= hidden[kind]
            kind += 1
        hidden[kind] -= 1
        self.tops[space] = kind

    def put_down(self, kind: i64, taker: i64) -> None:
        """Where a taken tile goes: moon tiles to the moon fields, others to the player, or for sleepers to the box."""
        if kind == MOON_TILE:
            self.moon_fields += 1
        elif taker == ASLEEP:
            self.box[kind] += 1
        else:
            self.tiles[taker][kind] += 1

    def jokers(self, seat: i64) -> i64:
        """How many jokers lie in front of that player."""
        return self.tiles[seat][JOKER]

    # Cards

    def holder(self, legend: i64, rung: i64) -> i64:
        """The seat that holds a legend card, or NOBODY."""
        for seat in range(len(self.rungs)):
            if self.rungs[seat][legend] == rung:
                return seat
        return NOBODY

    def singer(self, song: i64) -> i64:
        """The seat that holds a song, or NOBODY."""
        for seat in range(len(self.singing)):
            if self.singing[seat] == song:
                return seat
        return NOBODY

    def value_held(self, seat: i64, legend: i64) -> i64:
        """The value of the card of a legend that a player holds; 0 without one."""
        rung: i64 = self.rungs[seat][legend]
        if rung == NOTHING:
            return 0
        return self.values[legend * RUNGS + rung]

    def song_points(self, seat: i64) -> i64:
        """The points of a player's song; 0 without one."""
        song: i64 = self.singing[seat]
        return 0 if song == NOTHING else self.songs[song]

    def legend_cards(self, seat: int) -> int:
        """How many legend cards a player holds."""
        return sum(1 for rung in self.rungs[seat] if rung != NOTHING)

    def interim_score(self, seat: i64) -> i64:
        """Cards held minus tiles in front of the player; moon tiles do not count (NO-66)."""
        score = scoring.card_points(self.values, self.rungs[seat], self.song_points(seat))
        for number in self.tiles[seat]:
            score -= number
        return score
