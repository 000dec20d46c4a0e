"""Everything on the table, and the few things that every phase does with it."""

from __future__ import annotations

from lumarium.games.lumicora.meta import NAME
from lumarium.games.lumicora.options import Options
from lumarium.kernel.chance import Chance
from lumarium.kernel.event import Event
from lumarium.kernel.state import State as KernelState

from .bag import NO_DOUBTS, known_bag
from .components import COLOURS, DISPLAY_SIZE, EMERGENCY, KINDS, LIMESTONE, STORAGE
from .indices import NOTHING, ORIENTING
from .reef import Reef


class Table(KernelState):
    """The pieces of Lumicora. A Lumino on the table is one number: len(KINDS) * its draw + its kind."""

    def __init__(self, players: int, options: Options, like: Table | None = None) -> None:
        """An empty table, or a copy of one: a compiled class cannot be made without its __init__."""
        if like is not None:
            like.copy_into(self)
            return
        self.players = players
        self.options = options
        self.rounds = options.rounds()
        self.display_size = options.display_size()
        self.atoll_size = options.atoll_size()
        self.turn: int | None = 0
        self.phase = ORIENTING
        self.round = 1
        """Where the turtle is."""
        self.octopus = 0
        self.bag = known_bag(options.in_play(players), [], EMERGENCY[players], NO_DOUBTS)
        self.drawn = 0
        """How many Luminos have been drawn so far; it numbers them."""
        self.emergency_round = 0
        """The round in which the emergency stack was needed."""
        self.extra_scoring = False
        """Is this the additional scoring phase of a game that ends early?"""
        self.last_scorer = NOTHING
        """Who performed the last coral scoring of this phase."""

        self.atoll: list[int] = []
        self.fed = NOTHING
        """The Lumino that was moved to the Atoll in this turn."""
        self.hand: list[int] = []
        self.laying = NOTHING
        """The Lumino of the hand that is being placed or returned."""
        self.zone = NOTHING
        self.chosen: list[int] = []
        """Where a jellyfish swaps, and the Luminos that shall leave."""

        # By seat.
        ground = options.ground()
        self.starts: list[tuple[int, int]] = [(NOTHING, NOTHING)] * players
        self.reefs: list[Reef] = [Reef(ground) for _ in range(players)]
        self.displays: list[list[int]] = [[NOTHING] * DISPLAY_SIZE for _ in range(players)]
        self.stores: list[int] = [0] * players
        self.spent: list[int] = [0] * players
        """Jellyfish that went back to the box."""
        self.returns: list[int] = [0] * players
        """Luminos that went back to the bag for a point."""
        self.corals: list[list[tuple[int, ...]]] = [[()] * len(COLOURS) for _ in range(players)]
        """By colour the numbers that its coral scoring brought, level by level from 1; () while the tile is unused."""
        self.order: list[tuple[int, ...]] = [()] * players
        """The colours in the order in which they were scored. The jellyfish that is spent is the oldest one."""

    def copy_into(self, twin: Table) -> None:
        """Makes the other table an independent copy."""
        twin.players = self.players
        twin.options = self.options
        twin.rounds = self.rounds
        twin.display_size = self.display_size
        twin.atoll_size = self.atoll_size
        twin.turn = self.turn
        twin.phase = self.phase
        twin.round = self.round
        twin.octopus = self.octopus
        twin.bag = self.bag.copy()
        twin.drawn = self.drawn
        twin.emergency_round = self.emergency_round
        twin.extra_scoring = self.extra_scoring
        twin.last_scorer = self.last_scorer
        twin.atoll = self.atoll.copy()
        twin.fed = self.fed
        twin.hand = self.hand.copy()
        twin.laying = self.laying
        twin.zone = self.zone
        twin.chosen = self.chosen.copy()
        twin.starts = self.starts.copy()
        twin.reefs = [reef.copy() for reef in self.reefs]
        twin.displays = [display.copy() for display in self.displays]
        twin.stores = self.stores.copy()
        twin.spent = self.spent.copy()
        twin.returns = self.returns.copy()
        twin.corals = [corals.copy() for corals in self.corals]
        twin.order = self.order.copy()

    # Scoring tiles and limestone

    def has_scored(self, seat: int, colour: int) -> bool:
        """Is the scoring tile no longer on its coral side? (LC-7, LC-58)"""
        return len(self.corals[seat][colour]) > 0

    def jellyfish(self, seat: int) -> int:
        """How many scoring tiles show their jellyfish side."""
        scored = 0
        for numbers in self.corals[seat]:
            if numbers:
                scored += 1
        return scored - self.spent[seat]

    def supply(self) -> int:
        """The limestone that nobody has."""
        return LIMESTONE - sum(self.stores)

    def gain(self, seat: int, limestone: int) -> int:
        """Stores limestone as long as there is room; gives how much it was (LC-26)."""
        gained = min(limestone, STORAGE - self.stores[seat])
        self.stores[seat] += gained
        return gained

    # Drawing

    def ends_early(self) -> bool:
        """Was the emergency stack needed before round 10? (LC-81, LC-82)"""
        return 0 < self.emergency_round < self.rounds

    def draw(self, chance: Chance, log: list[Event] | None) -> int:
        """A Lumino from the bag, or NOTHING if the bag and the emergency stack are empty (LC-79, LC-80, LC-84)."""
        bag = self.bag
        if bag.size() == 0:
            if not bag.emergency:
                return NOTHING
            if log is not None:
                log.append(Event(NAME, "emergency", None, {"n": bag.emergency, "round": self.round}))
            bag.add_emergency_stack()
            self.emergency_round = self.round
        tile = self.drawn * len(KINDS) + bag.draw(chance)
        self.drawn += 1
        return tile

    def fill_display(self, seat: int, chance: Chance, log: list[Event] | None) -> list[int]:
        """Draws into every empty slot; gives what came."""
        display = self.displays[seat]
        drawn = []
        for slot in range(self.display_size):
            if display[slot] == NOTHING:
                tile = self.draw(chance, log)
                if tile == NOTHING:
                    break
                display[slot] = tile
                drawn.append(tile)
        return drawn

    def fill_atoll(self, size: int, chance: Chance, log: list[Event] | None) -> list[int]:
        """Draws until the Atoll holds so many Luminos; gives what came (LC-29)."""
        drawn = []
        while len(self.atoll) < size:
            tile = self.draw(chance, log)
            if tile == NOTHING:
                break
            self.atoll.append(tile)
            drawn.append(tile)
        return drawn


def kind_of(tile: int) -> int:
    """The kind of a Lumino on the table."""
    return tile % len(KINDS)


def names_of(tiles: list[int]) -> list[str]:
    """The names of Luminos, such as "G3crab"."""
    return [KINDS[tile % len(KINDS)] for tile in tiles]


def place_of(tiles: list[int], kind: int) -> int:
    """Where the first Lumino of the kind lies in a row of them, or NOTHING."""
    for place, tile in enumerate(tiles):
        if tile != NOTHING and tile % len(KINDS) == kind:
            return place
    return NOTHING


def choices(tiles: list[int], first: int) -> list[int]:
    """One action per different kind among the Luminos, ascending, from the action `first` on."""
    found: list[int] = []
    for tile in tiles:
        if tile != NOTHING:
            index = first + tile % len(KINDS)
            if index not in found:
                found.append(index)
    if len(found) > 1:
        found.sort()
    return found
