"""Lumicora by Rita Modl (Deep Print Games, 2023), after both rulebooks v1.0; ids LC-n as in docs/games/lumicora.md.

Where the books are silent or disagree we decided (rulings LC-R-1 to LC-R-24 there), most of all: turns are strictly
one after the other, only visible coral counts as touched, exception B means that no two free spaces touch the colour,
and two Luminos are congruent only if one lies directly on the other. The pieces are in table.py, a reef in reef.py;
start.py, swaps.py, turn.py, laying.py and rounds.py hold the phases in the order of the rulebook.
"""

from __future__ import annotations

from typing import SupportsIndex

from lumarium.games.lumicora.meta import NAME
from lumarium.games.lumicora.options import Options
from lumarium.kernel.chance import Chance
from lumarium.kernel.event import Event
from lumarium.kernel.message import Message
from lumarium.kernel.state import places

from . import laying, rounds, scoring, swaps, turn
from . import setup as start
from .actions import ACTIONS
from .components import KINDS, SCORING_TILES, START_LUMINOS
from .indices import (
    ACTING,
    CHOOSING,
    COUNT,
    DONE,
    EXCHANGE,
    FEED,
    FEEDING,
    HAND,
    LAY,
    LAYING,
    NOTHING,
    ORIENTING,
    OWN,
    PASS,
    PHASES,
    RETURN,
    SCORE,
    SCORING,
    START,
    STOP,
    SWAP,
    SWAPPING,
    TAKE,
    TAKE_LIMESTONE,
    TAKING,
)
from .table import Table, kind_of
from .view import View, view_of


class State(Table):
    """A position of Lumicora. What the bag will give is decided when it is drawn; the one thing that nobody knows, and
    that is decided all the same, is in bag.py."""

    game = NAME
    actions = ACTIONS

    @classmethod
    def begin(cls, players: int, options: Options, chance: Chance) -> State:
        """A new game, with the starting Luminos dealt."""
        state = cls(players, options)
        if options.tiny is None:
            start.deal_start_luminos(state, chance)
        else:
            start.lay_out(state, options.tiny.start_luminos, chance)
        return state

    def clone(self) -> State:
        """An independent copy."""
        return State(self.players, self.options, self)

    # Legal actions, phase by phase

    def legal(self) -> list[int]:
        seat = self.turn
        if seat is None:
            return []
        phase = self.phase
        if phase == LAYING:
            return laying.legal_lays(self, seat)
        if phase == FEEDING:
            return turn.legal_feeds(self, seat)
        if phase == ACTING:
            return turn.legal_actions(self, seat)
        if phase == TAKING:
            return turn.legal_takes(self)
        if phase == CHOOSING:
            return laying.legal_hand(self)
        if phase == SCORING:
            return rounds.legal_scorings(self, seat)
        if phase == SWAPPING:
            return swaps.legal_exchanges(self, seat)
        return start.legal_starts(self, seat)

    def refusal(self, index: int) -> Message | None:
        seat = self.turn
        assert seat is not None
        if self.phase not in _phases_of(index):
            key = "swap_late" if SWAP <= index < EXCHANGE else f"phase_{PHASES[self.phase]}"
            return Message(NAME, f"refusal.{key}")
        if index >= SCORE:
            return None if index == PASS else rounds.refused_scoring(self, seat, index - SCORE)
        if index >= LAY:
            return laying.refused_lay(self, seat, index - LAY)
        if index in (RETURN, STOP, TAKE_LIMESTONE):
            return None
        if index >= HAND:
            return laying.refused_hand(self, index - HAND)
        if index >= TAKE:
            return turn.refused_take(self, seat, index - TAKE)
        if index >= OWN:
            return turn.refused_display(self, seat, index - OWN)
        if index >= FEED:
            return turn.refused_display(self, seat, index - FEED)
        if index >= EXCHANGE:
            return swaps.refused_exchange(self, seat, index)
        if index >= SWAP:
            return swaps.refused_swap(self, seat)
        return start.refused_start(self, seat, index)

    # What an action does

    def carry_out(self, index: int, chance: Chance, log: list[Event] | None) -> None:
        seat = self.turn
        assert seat is not None
        if index == PASS:
            rounds.pass_scoring(self, seat, chance, log)
        elif index >= SCORE:
            rounds.score_coral(self, seat, index - SCORE, chance, log)
        elif index >= LAY:
            laying.lay(self, seat, index - LAY, chance, log)
        elif index == RETURN:
            laying.return_lumino(self, seat, chance, log)
        elif index >= HAND:
            laying.choose_lumino(self, seat, index - HAND, log)
        elif index == STOP:
            turn.refill_atoll(self, seat, chance, log)
        elif index >= TAKE:
            turn.take(self, seat, index - TAKE, chance, log)
        elif index >= OWN:
            turn.take_own(self, seat, index - OWN, chance, log)
        elif index == TAKE_LIMESTONE:
            turn.take_limestone(self, seat, chance, log)
        elif index >= FEED:
            turn.feed_atoll(self, seat, index - FEED, log)
        elif index == DONE:
            swaps.swap(self, seat, chance, log)
        elif index >= EXCHANGE:
            swaps.choose_to_swap(self, seat, index - EXCHANGE, log)
        elif index >= SWAP:
            swaps.spend_jellyfish(self, seat, index - SWAP, log)
        else:
            start.lay_start(self, seat, index - START, chance, log)

    # How things stand

    @property
    def track(self) -> list[int]:
        """What each seat has scored in play: where its fish is on the score track."""
        return list(scoring.tracks(self))

    @property
    def scores(self) -> list[int]:
        """The points of each seat, with the final scoring held as if the game ended now."""
        return list(scoring.totals(self, scoring.tracks(self)))

    @property
    def ranking(self) -> list[int]:
        """Most points, then more limestone, then a shared place (LC-86)."""
        scores = self.scores
        return places([(scores[seat], self.stores[seat]) for seat in range(self.players)])

    @property
    def ending(self) -> str | None:
        """ "rounds" after ten of them, "bag" when an empty bag ended the game early."""
        if self.turn is not None:
            return None
        return "bag" if self.ends_early() else "rounds"

    def points(self, seat: SupportsIndex) -> list[tuple[Message, int]]:
        return scoring.origins(self, self.check_player(seat))

    def preview(self, colour: str, seat: SupportsIndex | None = None) -> dict[int, int]:
        """What a coral scoring of that colour would bring now, level by level, to the seat to move or to any seat."""
        return scoring.coral_preview(self.reefs[scoring.previewed(self.turn, self.check_seat(seat))], colour)

    def census(self) -> dict[str, int]:
        """The Luminos by kind, starting Luminos, scoring tiles, limestone."""
        counts = [0] * len(KINDS)
        for kind in self.bag.unseen + self.bag.returned:
            counts[kind] += 1
        on_reefs = [reef.tiles for reef in self.reefs]
        for tiles in [self.atoll, self.hand, self.chosen, *self.displays, *on_reefs]:
            for tile in tiles:
                if tile != NOTHING:
                    counts[kind_of(tile)] += 1
        pieces = {f"Lumino {KINDS[kind]}": number for kind, number in enumerate(counts) if number}
        pieces["starting Luminos"] = len(START_LUMINOS)
        pieces["limestone"] = self.supply() + sum(self.stores)
        pieces["scoring tiles"] = SCORING_TILES * self.players
        return pieces

    def action_count(self) -> int:
        return COUNT

    def figures(self) -> dict[str, list[list[int]]]:
        return {
            "rounds": [[self.round - int(self.ends_early())]],
            "emergencies": [[int(self.emergency_round > 0)]],
            "highest level": [[reef.highest()] for reef in self.reefs],
        }

    def view(self, seat: SupportsIndex | None) -> View:
        return view_of(self, self.check_seat(seat))


def _phases_of(index: int) -> tuple[int, ...]:
    """When an action can be legal at all."""
    if index >= SCORE:
        return (SCORING,)
    if index >= RETURN:
        return (LAYING,)
    if index >= HAND:
        return (CHOOSING,)
    if index == STOP:
        return (TAKING,)
    if index >= TAKE:
        return (ACTING, TAKING)
    if index >= TAKE_LIMESTONE:
        return (ACTING,)
    if index >= FEED:
        return (FEEDING,)
    if index >= EXCHANGE:
        return (SWAPPING,)
    return (FEEDING,) if index >= SWAP else (ORIENTING,)
