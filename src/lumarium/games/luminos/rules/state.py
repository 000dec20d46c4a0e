"""Luminos by Kirsten Hiese (Schmidt Spiele, 2024), after its German short rules; ids LS-n as in docs/games/luminos.md.

Where the source is silent we decided (rulings LS-R1 to LS-R16 there), most of all: start cells count as tiles, a tile
drawn from the bag must be placed, markers may be added without a completed square, and no round begins with fewer
tiles in the bag than players.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from typing import Final, SupportsIndex

from lumarium.games.luminos.meta import NAME
from lumarium.games.luminos.options import Options
from lumarium.kernel.chance import Chance
from lumarium.kernel.event import Event
from lumarium.kernel.message import Message
from lumarium.kernel.state import State as KernelState
from lumarium.kernel.state import places

from . import scoring
from .actions import ACTIONS
from .components import KIND, KINDS, MOST_SYMBOLS, START_CELLS, START_TILES, SYMBOLS
from .indices import (
    CELLS,
    COUNT,
    DIRECTIONS,
    DONE,
    MARK,
    MARKING,
    NEIGHBOURS,
    OVER,
    PHASES,
    PICK_START,
    PLACE,
    PLACING,
    SCORE,
    SCORING,
    SQUARES,
    START,
    STEPS,
    TAKE,
    TAKE_BAG,
    TAKING,
    cell_at,
    x_of,
    y_of,
)
from .view import View, view_of

NOTHING: Final = -1


class State(KernelState):
    """A position of Luminos. Nothing in it is hidden: what the bag will give is decided when it is drawn."""

    game = NAME
    actions = ACTIONS

    def __init__(self, players: int, options: Options, target: int) -> None:
        """An empty table; `unpack` lays the game out."""
        self.players = players
        self.options = options
        self.target = target
        # Where cells touch, and whether markers may be used: the same in all games but tiny ones.
        self.around = NEIGHBOURS
        self.marking = True
        self.turn: int | None = 0
        self.phase = PICK_START
        self.round = 0
        self.telescope = 0
        self.last_round = False
        self.bag: list[int] = []
        self.display: list[int] = []
        self.hand = NOTHING
        self.slot = NOTHING
        self.cell = NOTHING
        self.waiting: list[int] = []
        self.start_tiles: list[int] = []
        # By seat: the symbols on each cell (0: empty), the cells in the order in which they were filled, the tile on
        # each of them and its slot in the display, where a tile may go (as action indices, ascending), where each
        # marker lies, and the sheet.
        self.skies: list[list[int]] = []
        self.filled: list[list[int]] = []
        self.tiles: list[list[int]] = []
        self.slots: list[list[int]] = []
        self.open: list[list[int]] = []
        self.markers: list[list[int]] = []
        self.columns: list[list[list[int]]] = []

    @staticmethod
    def unpack(players: int, options: Options) -> State:
        """Everything out of the box, nothing laid yet."""
        state = State(players, options, options.target_row(players))
        if options.tiny is not None:
            state.around = options.neighbours()
            state.marking = options.tiny.markers
        state.bag = [kind for kind, copies in enumerate(options.copies()) for _ in range(copies)]
        state.start_tiles = list(range(len(START_TILES)))
        state.skies = [[0] * CELLS for _ in range(players)]
        state.filled = [[] for _ in range(players)]
        state.tiles = [[] for _ in range(players)]
        state.slots = [[] for _ in range(players)]
        state.open = [[] for _ in range(players)]
        state.markers = [[NOTHING] * 3 for _ in range(players)]
        state.columns = [[[], [], []] for _ in range(players)]
        return state

    @staticmethod
    def begin(players: int, options: Options, chance: Chance) -> State:
        """Set-up (LS-3 to LS-9)."""
        state = State.unpack(players, options)
        if options.start == "dealt":
            for seat in range(players):
                place = chance.pick(len(state.start_tiles)) if options.tiny is None else 0
                state.lay_start_tile(seat, state.start_tiles[place])
            state.begin_round(chance, None)
        return state

    def clone(self) -> State:
        """An independent copy."""
        twin = State(self.players, self.options, self.target)
        twin.around = self.around
        twin.marking = self.marking
        twin.turn = self.turn
        twin.phase = self.phase
        twin.round = self.round
        twin.telescope = self.telescope
        twin.last_round = self.last_round
        twin.bag = self.bag.copy()
        twin.display = self.display.copy()
        twin.hand = self.hand
        twin.slot = self.slot
        twin.cell = self.cell
        twin.waiting = self.waiting.copy()
        twin.start_tiles = self.start_tiles.copy()
        twin.skies = [sky.copy() for sky in self.skies]
        twin.filled = [cells.copy() for cells in self.filled]
        twin.tiles = [tiles.copy() for tiles in self.tiles]
        twin.slots = [slots.copy() for slots in self.slots]
        twin.open = [cells.copy() for cells in self.open]
        twin.markers = [markers.copy() for markers in self.markers]
        twin.columns = [[column.copy() for column in columns] for columns in self.columns]
        return twin

    # Legal actions, phase by phase

    def legal(self) -> list[int]:
        seat = self.turn
        if seat is None:
            return []
        if self.phase == TAKING:
            return self.legal_takes()
        if self.phase == PLACING:
            return self.open[seat].copy()
        if self.phase == MARKING:
            return [MARK + symbol for symbol in range(3) if self.can_mark(symbol)] + [DONE]
        if self.phase == SCORING:
            return [SCORE + direction for direction in self.waiting]
        return [START + tile for tile in self.start_tiles]

    def legal_takes(self) -> list[int]:
        """One action per different tile of the display, and the bag unless it is empty (LS-13, LS-15)."""
        takes: list[int] = []
        for kind in self.display:
            if kind != NOTHING and TAKE + kind not in takes:
                takes.append(TAKE + kind)
        if len(takes) > 1:
            takes.sort()
        if self.bag:
            takes.append(TAKE_BAG)
        return takes

    def can_mark(self, symbol: int) -> bool:
        """Is that marker unused, and has the tile just placed room for it? (LS-17, LS-18)"""
        seat = self.turn
        assert seat is not None
        unused = self.markers[seat][symbol] == NOTHING and self.marking
        return unused and scoring.size(self.skies[seat][self.cell]) < MOST_SYMBOLS

    def refusal(self, index: int) -> Message | None:
        seat = self.turn
        assert seat is not None
        phase = _phase_of(index)
        if phase != self.phase:
            return Message(NAME, f"refusal.phase_{PHASES[self.phase]}")
        if phase == PLACING:
            return None if self.is_open(seat, index - PLACE) else self._refused_cell(seat, index - PLACE)
        if phase == TAKING:
            if index == TAKE_BAG:
                return None if self.bag else Message(NAME, "refusal.bag_empty")
            kind = index - TAKE
            return None if kind in self.display else Message(NAME, "refusal.not_shown", tile=KINDS[kind])
        if phase == MARKING:
            if index == DONE or self.can_mark(index - MARK):
                return None
            return Message(NAME, "refusal.marker_used", symbol=SYMBOLS[index - MARK])
        if phase == SCORING:
            direction = index - SCORE
            if direction in self.waiting:
                return None
            return Message(NAME, "refusal.no_square", direction=DIRECTIONS[direction])
        tile = index - START
        return None if tile in self.start_tiles else Message(NAME, "refusal.start_taken", number=tile + 1)

    def is_open(self, seat: int, cell: int) -> bool:
        """Is the cell empty, and is a tile beside it? (LS-16)"""
        sky = self.skies[seat]
        if sky[cell]:
            return False
        for beside in self.around[cell]:  # noqa: SIM110  # a generator would cost more than the search
            if sky[beside]:
                return True
        return False

    def _refused_cell(self, seat: int, cell: int) -> Message:
        key = "refusal.occupied" if self.skies[seat][cell] else "refusal.apart" if self.around[cell] else "refusal.edge"
        return Message(NAME, key, x=x_of(cell), y=y_of(cell))

    def decide_at_random(self, own: Chance, chance: Chance) -> None:
        seat = self.turn
        if seat is not None and self.phase == PLACING:
            cells = self.open[seat]
            self.place(seat, cells[own.pick(len(cells))] - PLACE, chance, None)
        else:
            super().decide_at_random(own, chance)

    # What an action does, phase by phase

    def carry_out(self, index: int, chance: Chance, log: list[Event] | None) -> None:
        seat = self.turn
        assert seat is not None
        if index >= PLACE:
            self.place(seat, index - PLACE, chance, log)
        elif index >= SCORE:
            self.score_square(seat, index - SCORE, log)
            self.score_waiting(seat, chance, log)
        elif index == DONE:
            self.score_waiting(seat, chance, log)
        elif index >= MARK:
            self.mark(seat, index - MARK, chance, log)
        elif index >= TAKE:
            self.take(seat, index - TAKE, chance, log)
        else:
            self.pick_start(seat, index - START, chance, log)

    def pick_start(self, seat: int, tile: int, chance: Chance, log: list[Event] | None) -> None:
        """The seat begins with this start tile (LS-5, LS-R3)."""
        self.lay_start_tile(seat, tile)
        if log is not None:
            log.append(Event(NAME, "start", seat, {"number": tile + 1}))
        self.turn = seat + 1
        if self.turn == self.players:
            self.begin_round(chance, log)

    def lay_start_tile(self, seat: int, tile: int) -> None:
        """Three joined cells that count as tiles from then on (LS-4)."""
        self.start_tiles.remove(tile)
        for (x, y), kind in zip(START_CELLS, self.options.start_tiles[tile], strict=True):
            self.fill(seat, cell_at(x, y), KIND[kind], NOTHING)

    def begin_round(self, chance: Chance, log: list[Event] | None) -> None:
        """Lays out as many tiles as there are players, or ends the game (LS-10, LS-28)."""
        if len(self.bag) < self.players:
            self.finish("bag", log)
            return
        self.round += 1
        for _ in range(self.players):
            self.display.append(self.bag.pop(chance.pick(len(self.bag))))
        if log is not None:
            facts: dict[str, object] = {"round": self.round, "tiles": [KINDS[kind] for kind in self.display]}
            log.append(Event(NAME, "display", self.telescope, facts, reveals=True))
        self.turn = self.telescope
        self.phase = TAKING

    def take(self, seat: int, kind: int, chance: Chance, log: list[Event] | None) -> None:
        """A tile of the display, or with TAKE_BAG a random one from the bag (LS-13)."""
        source = "display"
        if kind == TAKE_BAG - TAKE:
            source = "bag"
            kind = self.bag.pop(chance.pick(len(self.bag)))
            self.slot = NOTHING
        else:
            self.slot = self.display.index(kind)
            self.display[self.slot] = NOTHING
        self.hand = kind
        self.phase = PLACING
        if log is not None:
            facts: dict[str, object] = {"tile": KINDS[kind], "source": source}
            log.append(Event(NAME, f"take_{source}", seat, facts, reveals=source == "bag"))

    def place(self, seat: int, cell: int, chance: Chance, log: list[Event] | None) -> None:
        """The tile in hand goes to an open cell of the own sky (LS-14, LS-16)."""
        kind = self.hand
        self.cell = cell
        self.fill(seat, cell, kind, self.slot)
        self.hand = NOTHING
        self.slot = NOTHING
        self.waiting = self.complete_squares(seat, cell)
        if log is not None:
            log.append(Event(NAME, "place", seat, {"tile": KINDS[kind], "x": x_of(cell), "y": y_of(cell)}))
        self.phase = MARKING
        self.go_on_marking(seat, chance, log)

    def fill(self, seat: int, cell: int, kind: int, slot: int) -> None:
        """Occupies a cell and opens the empty ones beside it."""
        sky, cells = self.skies[seat], self.open[seat]
        sky[cell] = scoring.SHOWN[kind]
        self.filled[seat].append(cell)
        self.tiles[seat].append(kind)
        self.slots[seat].append(slot)
        place = bisect_left(cells, PLACE + cell)
        if place < len(cells) and cells[place] == PLACE + cell:
            del cells[place]
        for beside in self.around[cell]:
            if not sky[beside]:
                place = bisect_left(cells, PLACE + beside)
                if place == len(cells) or cells[place] != PLACE + beside:
                    cells.insert(place, PLACE + beside)

    def complete_squares(self, seat: int, cell: int) -> list[int]:
        """The directions in which the tile on this cell completes a square (LS-20, LS-21)."""
        sky = self.skies[seat]
        complete = []
        for direction in range(4):
            others = SQUARES[cell][direction]
            if others and sky[others[0]] and sky[others[1]] and sky[others[2]]:
                complete.append(direction)
        return complete

    def mark(self, seat: int, symbol: int, chance: Chance, log: list[Event] | None) -> None:
        """A marker counts as one more symbol of the tile just placed, for good (LS-17, LS-19)."""
        self.skies[seat][self.cell] += scoring.ONE[symbol]
        self.markers[seat][symbol] = self.cell
        if log is not None:
            facts: dict[str, object] = {"symbol": SYMBOLS[symbol], "x": x_of(self.cell), "y": y_of(self.cell)}
            log.append(Event(NAME, "mark", seat, facts))
        self.go_on_marking(seat, chance, log)

    def go_on_marking(self, seat: int, chance: Chance, log: list[Event] | None) -> None:
        """Asks for (further) markers only where one could be added."""
        if not (self.can_mark(0) or self.can_mark(1) or self.can_mark(2)):
            self.score_waiting(seat, chance, log)

    def score_waiting(self, seat: int, chance: Chance, log: list[Event] | None) -> None:
        """Scores a single waiting square; of several the player chooses the next one (LS-25)."""
        if len(self.waiting) > 1:
            self.phase = SCORING
            return
        if self.waiting:
            self.score_square(seat, self.waiting[0], log)
        self.end_turn(seat, chance, log)

    def score_square(self, seat: int, direction: int, log: list[Event] | None) -> None:
        """Every rarest symbol of the square is written into its column (LS-22 to LS-24)."""
        self.waiting.remove(direction)
        sky = self.skies[seat]
        others = SQUARES[self.cell][direction]
        shown = sky[self.cell] + sky[others[0]] + sky[others[1]] + sky[others[2]]
        value = scoring.entry_value(shown)
        written = ""
        for symbol in range(3):
            if scoring.count(shown, symbol) == value:
                self.columns[seat][symbol].append(value)
                written += SYMBOLS[symbol]
        if log is not None:
            log.append(Event(NAME, "square", seat, self._square_facts(direction, shown, value, written)))
        if not self.last_round and scoring.reached(self.columns[seat], self.target):
            self.last_round = True
            if log is not None:
                log.append(Event(NAME, "target", seat, {"row": self.target}))

    def _square_facts(self, direction: int, shown: int, value: int, written: str) -> dict[str, object]:
        dx, dy = STEPS[direction]
        return {
            "direction": DIRECTIONS[direction],
            "x": min(x_of(self.cell), x_of(self.cell) + dx),
            "y": min(y_of(self.cell), y_of(self.cell) + dy),
            "suns": scoring.count(shown, 0),
            "moons": scoring.count(shown, 1),
            "stars": scoring.count(shown, 2),
            "value": value,
            "symbols": written,
        }

    def end_turn(self, seat: int, chance: Chance, log: list[Event] | None) -> None:
        """The left neighbour goes on, until everyone had a turn (LS-11)."""
        self.cell = NOTHING
        self.phase = TAKING
        self.turn = (seat + 1) % self.players
        if self.turn == self.telescope:
            self.end_round(chance, log)

    def end_round(self, chance: Chance, log: list[Event] | None) -> None:
        """What was not taken returns to the bag, the telescope moves on (LS-26, LS-27)."""
        left = [kind for kind in self.display if kind != NOTHING]
        for kind in left:
            insort(self.bag, kind)
        if log is not None and left:
            log.append(Event(NAME, "return", None, {"tiles": [KINDS[kind] for kind in left]}))
        self.display.clear()
        self.telescope = (self.telescope + 1) % self.players
        if self.last_round:
            self.finish("target", log)
        else:
            self.begin_round(chance, log)

    def finish(self, ending: str, log: list[Event] | None) -> None:
        """The game is over."""
        self.turn = None
        self.phase = OVER
        if log is not None:
            log.append(Event(NAME, f"over_{ending}", None, {}))

    # How things stand

    def unused_markers(self, seat: int) -> int:
        """How many markers the seat has left."""
        return self.markers[seat].count(NOTHING)

    @property
    def scores(self) -> list[int]:
        """The points of each seat, counted as if the game ended now."""
        return [
            scoring.total(self.columns[seat], self.unused_markers(seat), self.target) for seat in range(self.players)
        ]

    @property
    def ranking(self) -> list[int]:
        """Most points, then more complete rows, then a shared place (LS-33)."""
        scores = self.scores
        return places([(scores[seat], scoring.complete_rows(self.columns[seat])) for seat in range(self.players)])

    @property
    def ending(self) -> str | None:
        """ "target" when a target row was reached, "bag" when the tiles ran out."""
        if self.turn is not None:
            return None
        return "target" if self.last_round else "bag"

    def points(self, seat: SupportsIndex) -> list[tuple[Message, int]]:
        number = self.check_player(seat)
        return scoring.origins(self.columns[number], self.unused_markers(number), self.target)

    def census(self) -> dict[str, int]:
        """The 64 tiles by kind, the start tiles, and all markers."""
        counts = [0] * len(KINDS)
        on_skies = [kind for tiles in self.tiles for kind in tiles[len(START_CELLS) :]]
        for kind in [*self.bag, *self.display, self.hand, *on_skies]:
            if kind != NOTHING:
                counts[kind] += 1
        pieces = {f"tile {KINDS[kind]}": number for kind, number in enumerate(counts) if number}
        laid = sum(1 for tiles in self.tiles if tiles)
        pieces["start tiles"] = len(self.start_tiles) + laid
        pieces["markers"] = sum(len(markers) for markers in self.markers)
        return pieces

    def action_count(self) -> int:
        return COUNT

    def figures(self) -> dict[str, list[list[int]]]:
        return {"rounds": [[self.round]], "complete rows": [[scoring.complete_rows(sheet)] for sheet in self.columns]}

    def view(self, seat: SupportsIndex | None) -> View:
        return view_of(self, self.check_seat(seat))


def _phase_of(index: int) -> int:
    if index >= PLACE:
        return PLACING
    if index >= SCORE:
        return SCORING
    if index >= MARK:
        return MARKING
    return TAKING if index >= TAKE else PICK_START
