"""What a seat may know of a game of Lumen: every hand but its own (LU-42 to LU-46)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, SupportsIndex

import msgspec

from lumarium.games.lumen.options import Options
from lumarium.kernel.message import Message
from lumarium.kernel.view import View as KernelView

from .components import COLOURS
from .indices import (
    PHASES,
    PLAYING,
    POSITIONS,
    SLOT,
    SLOTS,
    bid_number,
    bid_text,
    dark_plus,
    dealer,
    plays_from,
    seat_of,
    slot_of,
    value_of,
)
from .scoring import deal_points, origins, standing

if TYPE_CHECKING:
    from .state import State


class Card(msgspec.Struct, frozen=True, gc=False):
    """A card in a hand."""

    colour: str
    position: int
    """Counted from 1 on the left, which is the lowest, among the cards of its colour as dealt."""
    value: int | None
    """None where the viewer sees the back."""

    @property
    def slot(self) -> str:
        """Colour and position, as in `R#2`."""
        return f"{self.colour}#{self.position}"


class Played(msgspec.Struct, frozen=True, gc=False):
    """A card that was played, by whom and from which slot."""

    seat: int
    colour: str
    position: int
    value: int


class Trick(msgspec.Struct, frozen=True, gc=False):
    """A trick as it lies, in the order of play."""

    deal: int
    number: int
    plays: tuple[Played, ...]
    ahead: int
    """The seat whose card wins so far."""
    winner: int | None
    """The seat that won; None until everyone has played."""


class Result(msgspec.Struct, frozen=True, gc=False):
    """A finished deal, by seat."""

    bids: tuple[str, ...]
    tricks: tuple[int, ...]
    points: tuple[int, ...]


class Memory(msgspec.Struct, frozen=True, gc=False):
    """What somebody who forgets nothing has seen in this deal. The rules forbid looking it up (LU-27), so an
    interface leaves it out."""

    own: tuple[Played, ...]
    """The viewer's own cards, in the order in which they were played."""
    tricks: tuple[Trick, ...]
    """All finished tricks of this deal."""


class View(KernelView, frozen=True, kw_only=True):
    """Lumen as one seat knows it."""

    options: Options
    phase: str
    """"bid", "play" or "over"."""
    deal: int
    dealer: int
    dark_plus: int
    """Who has the dark plus card in hand."""
    opener: int
    """Who bids first and leads the first trick of this deal."""
    highest: int
    """The highest value in the deck."""
    aside: dict[str, int]
    """How many cards of each colour lie aside: public by subtraction (LU-46)."""
    hands: tuple[tuple[Card, ...], ...]
    """By seat, the cards still held."""
    bids: tuple[str | None, ...]
    """By seat, as in "3" or "3+" with the extra stone; None until the bid is made."""
    tricks: tuple[int, ...]
    """By seat, the tricks won in this deal."""
    trick: Trick | None
    """What lies on the table: the trick being played, or the last one until the next lead. The last trick of a deal
    stays until the first bid of the next."""
    led: str | None
    """The colour to follow."""
    deals: tuple[Result, ...]
    """The finished deals."""
    memory: Memory

    def points(self, seat: SupportsIndex) -> list[tuple[Message, int]]:
        """Where a seat's points come from."""
        return points_of(self.deals, self.check_player(seat), self.players)

    @property
    def plays(self) -> list[Played]:
        """Every card played in this deal, in order."""
        finished = [play for trick in self.memory.tricks for play in trick.plays]
        running = self.trick is not None and self.trick.winner is None
        return [*finished, *(self.trick.plays if running and self.trick is not None else ())]

    @property
    def shown_again(self) -> Trick | None:
        """The finished trick before the one being played, where the table agreed to show it."""
        running = self.trick is not None and self.trick.winner is None
        if not (self.options.last_trick and running and self.memory.tricks):
            return None
        return self.memory.tricks[-1]

    @property
    def just_scored(self) -> Result | None:
        """The deal before, until the first bid of this one."""
        fresh = self.phase == "bid" and all(bid is None for bid in self.bids)
        return self.deals[-1] if fresh and self.deals else None

    @property
    def to_read(self) -> Result | None:
        """The deal before, until the viewer has bid in this one: others who bid at once take nobody's time to read."""
        open_bids = self.bids if self.seat is None else self.bids[self.seat : self.seat + 1]
        reading = self.phase == "bid" and None in open_bids
        return self.deals[-1] if reading and self.deals else None


def points_of(deals: Sequence[Result], seat: int, players: int) -> list[tuple[Message, int]]:
    """Where a seat's points come from in these deals."""
    bids = [bid_number(bid) for deal in deals for bid in deal.bids]
    won = [won for deal in deals for won in deal.tricks]
    return origins(bids, won, seat, players)


def view_of(state: State, seat: int | None) -> View:
    """The view of a seat, or with None of a spectator."""
    players = state.players
    plays = state.plays
    tricks = _finished(state, plays)
    own = tuple([_played(play) for play in plays if seat_of(play) == seat])
    return View(
        game=state.game,
        players=players,
        seat=seat,
        turn=state.turn,
        legal=tuple(state.legal()) if seat == state.turn else (),
        options=state.options,
        phase=PHASES[state.phase],
        deal=state.deal,
        dealer=dealer(state.deal, players),
        dark_plus=dark_plus(state.deal, players),
        opener=state.opener,
        highest=state.highest,
        aside=dict(zip(COLOURS, map(len, state.aside()), strict=True)),
        hands=tuple(_hand(state, owner, seat) for owner in range(players)),
        bids=tuple(None if bid < 0 else bid_text(bid) for bid in state.bids),
        tricks=tuple(state.tricks_won(owner) for owner in range(players)),
        trick=_on_table(state, plays, tricks),
        led=None if state.led < 0 else COLOURS[state.led],
        deals=_deals(state),
        memory=Memory(own, tricks),
        scores=tuple(state.scores),
        ranking=tuple(state.ranking),
        ending=state.ending,
    )


def open_view(state: State) -> View:
    """A spectator's view of all hands from their fronts."""
    players = state.players
    fronts = tuple(_hand(state, owner, (owner + 1) % players) for owner in range(players))
    return msgspec.structs.replace(view_of(state, None), hands=fronts)


def _hand(state: State, owner: int, viewer: int | None) -> tuple[Card, ...]:
    """Everyone sees the fronts but the owner; a spectator sees what all of them see: the backs (LU-43, LU-44)."""
    slots = [index - SLOT for index in plays_from(state.held[owner])]
    if viewer is None or viewer == owner:
        return tuple([_card(slot, None) for slot in slots])
    return tuple([_card(slot, state.values[owner * SLOTS + slot]) for slot in slots])


@cache
def _card(slot: int, value: int | None) -> Card:
    return Card(COLOURS[slot // POSITIONS], slot % POSITIONS + 1, value)


@cache
def _played(play: int) -> Played:
    slot = slot_of(play)
    return Played(seat_of(play), COLOURS[slot // POSITIONS], slot % POSITIONS + 1, value_of(play))


def _trick(plays: list[int], deal: int, number: int, players: int) -> Trick:
    ahead, _ = standing(plays)
    return Trick(deal, number, tuple(map(_played, plays)), ahead, ahead if len(plays) == players else None)


def _finished(state: State, plays: list[int]) -> tuple[Trick, ...]:
    players = state.players
    return tuple(
        _trick(plays[number * players : (number + 1) * players], state.deal, number + 1, players)
        for number in range(len(state.winners))
    )


def _on_table(state: State, plays: list[int], finished: tuple[Trick, ...]) -> Trick | None:
    if state.phase == PLAYING and len(state.played) % state.players:
        number = len(finished) + 1
        running = plays[len(finished) * state.players :]
        return _trick(running, state.deal, number, state.players)
    if finished:
        return finished[-1]
    return _trick(state.last_trick, state.deal - 1, state.deck.hand, state.players) if state.last_trick else None


def _deals(state: State) -> tuple[Result, ...]:
    players = state.players
    results = []
    for first in range(0, len(state.sheet_bids), players):
        bids, tricks = state.sheet_bids[first : first + players], state.sheet_tricks[first : first + players]
        deal = first // players + 1
        points = [deal_points(deal, bid, won) for bid, won in zip(bids, tricks, strict=True)]
        results.append(Result(tuple(map(bid_text, bids)), tuple(tricks), tuple(points)))
    return tuple(results)
