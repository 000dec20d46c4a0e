"""What a good player of Lumen counts: the tricks that unknown cards can bring, and how each card serves the own bid."""

from __future__ import annotations

from math import exp
from typing import Final

from lumarium.games.lumen.rules.components import DEALS, REWARD, REWARD_WITH_EXTRA
from lumarium.games.lumen.rules.indices import BIDDING, clockwise, dark_plus
from lumarium.games.lumen.rules.scoring import deal_points
from lumarium.games.lumen.rules.state import State
from lumarium.kernel.chance import Chance
from lumarium.kernel.effort import Effort
from lumarium.kernel.judgement import Judgement, odds, placing
from lumarium.kernel.message import Message
from lumarium.kernel.native import i64
from lumarium.kernel.state import State as KernelState
from lumarium.kernel.state import places

from .deal import BID_SHIFT, Deal
from .knowledge import Own, card_in, own_hands, read
from .playouts import Playouts
from .reasons import reason

DOUBT: Final = [28.0, 27.0, 24.5, 18.0, 6.0]
"""By finished deals: by how many points the rest may change the difference of two seats."""
POOL: Final = 400
"""How many hands of one's own are held possible at most."""
GLANCES: Final = 14
"""A candidate is worth at least so many playouts; with less time fewer candidates are looked at."""
CANDIDATES: Final = 8
ATTENTIVE: Final = 100
"""From how many nodes on cards are played out, too."""
CUT: Final = 0.3
"""After each such share of the time the worse half of the candidates is given up."""
TRUST: Final = 6.0
"""How many playouts the first glance is worth."""
SLOPE: Final = 0.08
"""How much outlook a trick beside the bid costs, at first glance."""


LAST_POINT: Final = 0.0003
"""What a point is worth in the last deal beside the places: where no place can be changed, points still please."""


class LumenJudgement(Judgement):
    """Judges by what the deciding seat knows: every hand but its own."""

    def forecast(self, state: KernelState) -> list[float]:
        assert isinstance(state, State)
        points = [float(score) for score in state.scores]
        if state.turn is None:
            return points
        table = read(state)
        for seat in range(state.players):
            hand = table.hands[seat]
            bid = int(hand.bid)
            if bid < 0:
                bid = int(table.bid(seat))
            points[seat] += promise(state.deal, bid, table.weigh(seat) + float(hand.won), int(table.left))
            for deal in range(state.deal + 1, state.deck.deals + 1):
                points[seat] += 0.5 * REWARD[deal - 1] - 2.5
        return points

    def doubt(self, state: KernelState) -> float:
        assert isinstance(state, State)
        return DOUBT[DEALS - state.deck.deals + state.deal - 1]

    def appraise(self, worlds: list[KernelState], legal: list[int], nodes: int, chance: Chance) -> list[float] | None:
        """By playouts of the deal over all hands that the seat could hold, a node being a trick; with few nodes a card
        by how near it brings the seat to its bid."""
        state = worlds[0]
        assert isinstance(state, State)
        if state.phase == BIDDING or nodes >= ATTENTIVE:
            return Study(state, legal, Own(state, own_hands(state, POOL, chance)), chance).run(Effort(nodes))
        seat = state.turn
        assert seat is not None
        best = self.outlook(state)[seat]
        return [max(0.0, best + SLOPE * glance) for glance in glances(state, legal)]

    def search(self, worlds: list[KernelState], legal: list[int], effort: Effort, chance: Chance) -> list[float] | None:
        """The same, but for what the others' bids tell, and for as long as there is time."""
        state = worlds[0]
        assert isinstance(state, State)
        own = Own(state, own_hands(state, POOL, chance))
        own.heed_bids(state)
        return Study(state, legal, own, chance).run(effort)

    def reason(self, state: KernelState, index: int) -> Message:
        assert isinstance(state, State)
        return reason(state, index)


def promise(deal: int, bid: int, expected: float, left: int) -> float:
    """The points that a bid can expect in its deal."""
    off = expected - bid // 2 - 0.5 * (bid % 2)
    width = 0.25 + 0.12 * left
    met = exp(-0.5 * off * off / width) * (1.0 - (0.035 if bid % 2 == 0 else 0.015) * left)
    reward = REWARD_WITH_EXTRA[deal - 1] if bid % 2 else REWARD[deal - 1]
    return met * reward - 5.0 * (1.0 - met) * max(1.0, abs(off))


def glances(state: State, legal: list[int]) -> list[float]:
    """How far each decision lies behind the best, at first glance: 0 or less, in tricks beside the bid."""
    table = read(state)
    seat = table.turn
    if state.phase == BIDDING:
        expected = table.weigh(seat) + BID_SHIFT[state.players]
        worth = 0.5 * REWARD[state.deal - 1]
        seen = [promise(state.deal, bid, expected, state.deck.hand) / worth for bid in legal]
    else:
        table.face_trick()
        slots = state.held[seat]
        seen = [-table.miss(card_in(table, seat, index, slots)) for index in legal]
    best = max(seen)
    return [each - best for each in seen]


class Study:
    """The decisions of the seat on turn, compared by playing the deal to its end again and again."""

    def __init__(self, state: State, legal: list[int], own: Own, chance: Chance) -> None:
        self.seat: i64 = own.seat
        self.slots: i64 = state.held[self.seat]
        self.legal = legal
        self.deal = int(state.deal)
        self.to_come = state.deck.deals - self.deal
        self.players = state.players
        self.bidding = state.phase == BIDDING
        self.chance = chance
        self.scores = state.scores
        self.own = own
        self.world = Deal(state.players, state.deck)
        self.table = Deal(state.players, state.deck)
        self.playouts = Playouts()
        self.seen = glances(state, legal)
        self.totals = [0.0] * len(legal)
        self.visits = [0] * len(legal)

    def run(self, effort: Effort) -> list[float]:
        """The outlook of each decision, when the effort is spent; a trick counts as a node."""
        order = sorted(range(len(self.legal)), key=self._rank)
        tricks = int(self.own.table.left)
        alive = order[:CANDIDATES]
        if not effort.timed:
            del alive[max(2, effort.nodes // tricks // GLANCES) :]
        share, cuts = 0.0, 0
        spent = 0
        while share < 1.0:
            self.own.draw(self.world)
            luck = self.chance.mark()
            for place in alive:
                self.chance.rewind(luck)
                self.totals[place] += self.playout(place)
                self.visits[place] += 1
                spent += 1
                share = effort.share(spent * tricks)
                if share >= 1.0:
                    break
            if len(alive) > 2 and share > CUT * (cuts + 1):
                cuts += 1
                alive.sort(key=self._mean, reverse=True)
                del alive[(len(alive) + 1) // 2 :]
        return self.values()

    def _rank(self, place: int) -> float:
        return -self.seen[place]

    def _mean(self, place: int) -> float:
        return self.totals[place] / max(1, self.visits[place])

    def values(self) -> list[float]:
        """Means, drawn a little to the first glance, which is all there is for decisions that were not looked at."""
        best = max([self._mean(place) for place in range(len(self.legal))])
        return [
            (self.totals[place] + TRUST * max(0.0, best + SLOPE * self.seen[place])) / (self.visits[place] + TRUST)
            for place in range(len(self.legal))
        ]

    def playout(self, place: int) -> float:
        """The seat's outlook after one way in which the deal may go."""
        table = self.table
        table.copy_from(self.world)
        index = self.legal[place]
        if self.bidding:
            table.hands[self.seat].bid = index
            table.turn = table.opener
        else:
            table.play(card_in(table, self.seat, index, self.slots))
        self.playouts.run(table, self.chance)
        return self.worth([deal_points(self.deal, hand.bid, hand.won) for hand in table.hands])

    def worth(self, points: list[int]) -> float:
        """The seat's outlook with these points in this deal."""
        if self.to_come:
            totals = [float(self.scores[seat] + points[seat]) for seat in range(self.players)]
            return odds(totals, DOUBT[DEALS - self.to_come])[self.seat]
        holder = dark_plus(self.deal, self.players)
        keys: list[tuple[int, ...]] = [
            (self.scores[seat] + points[seat], points[seat], -clockwise(holder, seat, self.players))
            for seat in range(self.players)
        ]
        return (1.0 - 100 * LAST_POINT) * placing(places(keys))[self.seat] + LAST_POINT * (50 + points[self.seat])
