"""The table of Nomads: where every disc, tile and card is, and small questions about it."""

from __future__ import annotations

from typing import Final

from lumarium.kernel.chance import Chance
from lumarium.kernel.state import State as KernelState

from . import scoring
from .components import (
    COPIES,
    DISCS,
    JOKER,
    KINDS,
    LEGENDS,
    MOON_TILE,
    RUNGS,
    SPACES,
    STACK,
    STORIES,
)
from .indices import CHOOSING, COLOUR, DISC_NAMES
from .options import Options

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
        self.values: list[int] = options.card_values()
        self.songs: list[int] = list(options.songs)
        self.song_tiles: list[int] = list(options.song_prices())

        self.turn: int | None = options.start
        self.phase = CHOOSING
        self.start = options.start
        self.turns = 0
        self.last_news = 0
        self.last_round = False
        self.writers = 0
        self.moon_scorings = 0
        self.tallest = 0

        # What has been decided of the move or the card at hand.
        self.origin = NOTHING
        self.way = NOTHING
        self.card = NOTHING

        # The ring. A column is a list of discs from the bottom up; `owners` tells who plays a colour.
        self.columns: list[list[int]] = [[] for _ in range(SPACES)]
        self.reserve: list[int] = list(range(len(DISC_NAMES)))
        self.owners: list[int] = [NOBODY] * len(DISCS)
        self.lys = NOTHING

        # Tiles by kind, but for the tops, which are kinds by space.
        self.heights: list[int] = [STACK] * SPACES
        self.tops: list[int] = [NOTHING] * SPACES
        self.hidden: list[int] = list(COPIES)
        self.box: list[int] = [0] * len(KINDS)
        self.moon_fields = 0

        # By seat: the adventurer's colour, tiles a..g and J, the rung held of each legend, the song, moon tiles won.
        self.adventurers: list[int] = [NOTHING] * players
        self.tiles: list[list[int]] = [[0] * (STORIES + 1) for _ in range(players)]
        self.rungs: list[list[int]] = [[NOTHING] * len(LEGENDS) for _ in range(players)]
        self.singing: list[int] = [NOTHING] * players
        self.moon_tiles: list[int] = [0] * players

    def copy_into(self, twin: Table) -> None:
        """Makes the twin an independent copy."""
        twin.players = self.players
        twin.options = self.options
        twin.values = self.values
        twin.songs = self.songs
        twin.song_tiles = self.song_tiles
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
        twin.reserve = self.reserve.copy()
        twin.owners = self.owners.copy()
        twin.lys = self.lys
        twin.heights = self.heights.copy()
        twin.tops = self.tops.copy()
        twin.hidden = self.hidden.copy()
        twin.box = self.box.copy()
        twin.moon_fields = self.moon_fields
        twin.adventurers = self.adventurers.copy()
        twin.tiles = [tiles.copy() for tiles in self.tiles]
        twin.rungs = [rungs.copy() for rungs in self.rungs]
        twin.singing = self.singing.copy()
        twin.moon_tiles = self.moon_tiles.copy()

    # Discs

    def has_disc_on(self, seat: int, space: int) -> bool:
        """Is a disc of that player in the column, at any height?"""
        colour = self.adventurers[seat]
        return any(COLOUR[disc] == colour for disc in self.columns[space])

    def listener(self, space: int) -> int:
        """Who hears the story there: the seat whose disc lies on top, ASLEEP, or NOBODY (NO-42, NO-46 to NO-48)."""
        column = self.columns[space]
        return self.owners[COLOUR[column[-1]]] if column else NOBODY

    def is_asleep(self, colour: int) -> bool:
        """Did nobody choose this adventurer?"""
        return self.owners[colour] == ASLEEP

    def lay(self, disc: int, space: int) -> None:
        """A disc from the reserve goes on top of a column."""
        self.reserve.remove(disc)
        self.columns[space].append(disc)

    # Tiles

    def stacks_left(self) -> int:
        """How many fields still hold tiles."""
        return SPACES - self.heights.count(0)

    def take_top(self, space: int) -> int:
        """Removes the top tile of a stack and tells its kind."""
        kind = self.tops[space]
        self.tops[space] = NOTHING
        self.heights[space] -= 1
        self.last_news = self.turns
        return kind

    def uncover(self, space: int, chance: Chance) -> None:
        """Decides which of the hidden tiles now lies on top; each of them is equally likely."""
        if not self.heights[space]:
            return
        hidden = self.hidden
        left = chance.pick(sum(hidden))
        kind = 0
        while left >= hidden[kind]:
            left -= hidden[kind]
            kind += 1
        hidden[kind] -= 1
        self.tops[space] = kind

    def put_down(self, kind: int, taker: int) -> None:
        """Where a taken tile goes: moon tiles to the moon fields, others to the player, or for sleepers to the box."""
        if kind == MOON_TILE:
            self.moon_fields += 1
        elif taker == ASLEEP:
            self.box[kind] += 1
        else:
            self.tiles[taker][kind] += 1

    def jokers(self, seat: int) -> int:
        """How many jokers lie in front of that player."""
        return self.tiles[seat][JOKER]

    # Cards

    def holder(self, legend: int, rung: int) -> int:
        """The seat that holds a legend card, or NOBODY."""
        for seat in range(self.players):
            if self.rungs[seat][legend] == rung:
                return seat
        return NOBODY

    def singer(self, song: int) -> int:
        """The seat that holds a song, or NOBODY."""
        for seat in range(self.players):
            if self.singing[seat] == song:
                return seat
        return NOBODY

    def value_held(self, seat: int, legend: int) -> int:
        """The value of the card of a legend that a player holds; 0 without one."""
        rung = self.rungs[seat][legend]
        return 0 if rung == NOTHING else self.values[legend * RUNGS + rung]

    def song_points(self, seat: int) -> int:
        """The points of a player's song; 0 without one."""
        song = self.singing[seat]
        return 0 if song == NOTHING else self.songs[song]

    def legend_cards(self, seat: int) -> int:
        """How many legend cards a player holds."""
        return len(LEGENDS) - self.rungs[seat].count(NOTHING)

    def interim_score(self, seat: int) -> int:
        """Cards held minus tiles in front of the player; moon tiles do not count (NO-66)."""
        cards = scoring.card_points(self.values, self.rungs[seat], self.song_points(seat))
        return cards - sum(self.tiles[seat])
