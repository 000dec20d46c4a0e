"""Nomads by Gary Kim (Ludonaute, 2017), after its German rulebook V1.2; ids NO-n as in docs/games/nomads.md.

Where the source is silent we decided (rulings NO-RU-1 to NO-RU-34 there), most of all: only the tops of the stacks are
known, Lys is turned before Red lifts and everyone listens, tied players pool the moon tiles of their ranks, and a full
moon is scored again at once if it is full again. The values of the cards are reconstructed, and options replace them.

The rules are told in the order of the rulebook by setup.py, moving.py (turn A), writing.py (turn B), moon.py and
turns.py (the frame of a turn, and the end); this file is the door to them.
"""

from __future__ import annotations

from typing import SupportsIndex

from lumarium.games.nomads.meta import NAME
from lumarium.games.nomads.options import Options
from lumarium.kernel.chance import Chance
from lumarium.kernel.event import Event
from lumarium.kernel.message import Message
from lumarium.kernel.state import places

from . import moving, scoring, setup, writing
from . import rounds as turns
from .actions import ACTIONS
from .components import COLOURS, KINDS, LEGENDS, MOON_TILE, RUNGS, SONGS
from .indices import (
    ACTING,
    COLOUR,
    COUNT,
    DOUBLING,
    LAST_WRITING,
    LIFTING,
    LYS,
    MOVE,
    PASS,
    PAYING,
    PAYING_SONG,
    PHASES,
    PLACING_LYS,
    SHIFT,
    SHIFTING,
    SKIPPING,
    TURNING_LYS,
    WRITE,
    is_offered,
)
from .table import NOBODY, NOTHING, Table
from .view import View, view_of


class State(Table):
    """A position of Nomads."""

    game = NAME
    actions = ACTIONS

    @classmethod
    def begin(cls, players: int, options: Options, chance: Chance) -> State:
        """A new game."""
        options.check(players)
        state = cls(players, options)
        setup.begin(state, chance)
        return state

    def clone(self) -> State:
        """An independent copy."""
        return State(self.players, self.options, self)

    # Legal actions, phase by phase

    def legal(self) -> list[int]:
        seat, phase = self.turn, self.phase
        if seat is None:
            return []
        if phase == ACTING:
            legal = moving.legal_moves(self, seat)
            writing.add_cards(self, seat, legal)
            return legal
        if phase in (PAYING, PAYING_SONG):
            return writing.legal_payments(self, seat)
        if phase == TURNING_LYS:
            return moving.legal_targets(self)
        if phase == LIFTING:
            return moving.legal_lifts(self)
        if phase in (DOUBLING, SKIPPING):
            return moving.legal_powers(self)
        if phase == SHIFTING:
            return [SHIFT, SHIFT + 1, SHIFT + 2]
        if phase == LAST_WRITING:
            legal = []
            writing.add_cards(self, seat, legal)
            legal.append(PASS)
            return legal
        return setup.legal(self)

    def refusal(self, index: int) -> Message | None:
        seat, phase = self.turn, self.phase
        assert seat is not None
        if not is_offered(index, phase):
            key = "pass" if index == PASS and phase == ACTING else f"phase_{PHASES[phase]}"
            return Message(NAME, f"refusal.{key}")
        if phase <= PLACING_LYS:
            return setup.refused(self, index)
        if phase in (ACTING, LAST_WRITING):
            if index == PASS:
                return None
            return writing.refused_card(self, seat, index) if index >= WRITE else moving.refused_move(self, seat, index)
        if phase in (PAYING, PAYING_SONG):
            return writing.refused_payment(self, seat, index)
        if phase in (DOUBLING, SKIPPING):
            return moving.refused_power(self, index)
        if phase == TURNING_LYS:
            return moving.refused_target(self, index)
        return moving.refused_lift(self, index) if phase == LIFTING else None

    # What an action does, phase by phase

    def carry_out(self, index: int, chance: Chance, log: list[Event] | None) -> None:
        seat, phase = self.turn, self.phase
        assert seat is not None
        if phase <= PLACING_LYS:
            setup.carry_out(self, seat, index, log)
        elif index == PASS:
            turns.pass_writing(self, seat, log)
        elif phase in (PAYING, PAYING_SONG):
            writing.pay(self, seat, index, log)
        elif phase == SHIFTING:
            moving.shift_lys(self, seat, index, log)
        elif phase in (DOUBLING, SKIPPING):
            moving.use_power(self, seat, index, chance, log)
        elif phase == TURNING_LYS:
            moving.turn_lys(self, seat, index - LYS, chance, log)
        elif phase == LIFTING:
            moving.lift(self, seat, index, chance, log)
        elif index >= WRITE:
            writing.choose_card(self, seat, index, log)
        else:
            assert index >= MOVE
            moving.begin_move(self, seat, index, chance, log)

    # How things stand

    @property
    def scores(self) -> list[int]:
        """The points of each seat, counted as if the game ended now (NO-78)."""
        return [self.interim_score(seat) + self.moon_tiles[seat] for seat in range(self.players)]

    @property
    def ranking(self) -> list[int]:
        """Most points, then more legend cards, then a shared place (NO-80, NO-81)."""
        scores = self.scores
        return places([(scores[seat], self.legend_cards(seat)) for seat in range(self.players)])

    @property
    def ending(self) -> str | None:
        """ "stacks" when two or fewer were left, "safeguard" when nothing was taken any more."""
        if self.turn is not None:
            return None
        return "stacks" if turns.has_few_stacks(self) else "safeguard"

    def points(self, seat: SupportsIndex) -> list[tuple[Message, int]]:
        number = self.check_player(seat)
        song, tiles = self.song_points(number), sum(self.tiles[number])
        return scoring.origins(list(self.values), list(self.rungs[number]), song, self.moon_tiles[number], tiles)

    def census(self) -> dict[str, int]:
        """Tiles by kind and discs by colour, wherever they are; cards, each of them held at most once."""
        pieces = {f"tile {letter}": self._tiles_of(kind) for kind, letter in enumerate(KINDS)}
        discs = self.reserve + [disc for column in self.columns for disc in column]
        for colour, letter in enumerate(COLOURS):
            pieces[f"disc {letter}"] = sum(1 for disc in discs if COLOUR[disc] == colour)
        held = [self.holder(legend, rung) for legend in range(len(LEGENDS)) for rung in range(RUNGS)]
        sung = [self.singer(song) for song in range(SONGS)]
        in_hands = sum(self.legend_cards(seat) for seat in range(self.players))
        in_hands += sum(1 for song in self.singing if song != NOTHING)
        pieces["cards"] = held.count(NOBODY) + sung.count(NOBODY) + in_hands
        return pieces

    def _tiles_of(self, kind: int) -> int:
        in_front = self.moon_tiles if kind == MOON_TILE else [tiles[kind] for tiles in self.tiles]
        on_fields = self.moon_fields if kind == MOON_TILE else 0
        on_fields += sum(1 for top in self.tops if top == kind)
        return self.hidden[kind] + self.box[kind] + sum(in_front) + on_fields

    def action_count(self) -> int:
        return COUNT

    def figures(self) -> dict[str, list[list[int]]]:
        return {
            "turns": [[self.turns]],
            "moon scorings": [[self.moon_scorings]],
            "tallest column": [[self.tallest]],
        }

    def view(self, seat: SupportsIndex | None) -> View:
        return view_of(self, self.check_seat(seat))
