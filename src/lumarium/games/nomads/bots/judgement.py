"""How a good player of Nomads looks at a position."""

from __future__ import annotations

from math import exp

from lumarium.games.nomads.rules.components import MOON_FIELDS, MOON_TILE, SPACES
from lumarium.games.nomads.rules.indices import ADVENTURER, CHOOSING
from lumarium.games.nomads.rules.table import Table
from lumarium.kernel.chance import Chance
from lumarium.kernel.effort import Effort
from lumarium.kernel.judgement import Judgement
from lumarium.kernel.message import Message
from lumarium.kernel.state import State

from .futures import compare_turns
from .glance import Glance, odds_of
from .prospects import UNKNOWN, Prospects, moons_on_top, moves_left
from .reasons import reason
from .turnplan import plan_turn

FAVOUR = (0.5, 0.5, 0.53, 0.51, 0.53)
"""How the adventurers fare, in the order of their names."""
STAY = 0.4
"""How much the story counts that lies before a disc on top: it may be covered before the next move."""
NEXT = 0.15
"""How much the unknown story below it counts."""


class NomadsJudgement(Judgement):
    """Counts cards, what tiles may become, the stories heard next, and the moon."""

    def forecast(self, state: State) -> list[float]:
        """Points on the sheet, and what tiles, discs and the moon can be expected to add."""
        assert isinstance(state, Table)
        scores = state.scores
        if state.turn is None:
            return [float(score) for score in scores]
        prospects = Prospects(state)
        players = state.players
        points = [scores[seat] + sum(state.tiles[seat]) + prospects.hand(seat) for seat in range(players)]
        if state.last_round:
            return points
        fading = min(1.0, prospects.moves / 3.0)
        gains = [prospects.gains(seat) for seat in range(players)]
        tops, heights = state.tops, state.heights
        for space in range(SPACES):
            owner = state.listener(space)
            if owner >= 0 and heights[space]:
                own = gains[owner]
                points[owner] += fading * (STAY * own[tops[space]] + NEXT * own[UNKNOWN])
        return self.with_moon(state, prospects, points)

    def prefer(self, state: State, legal: list[int]) -> list[float]:
        """Odds by what the decision gives at once."""
        assert isinstance(state, Table)
        assert state.turn is not None
        return odds_of(Glance(state, state.turn).values(legal))

    def appraise(self, worlds: list[State], legal: list[int], nodes: int, chance: Chance) -> list[float] | None:
        """Plans the turn; adventurers are chosen by experience."""
        table = worlds[0]
        assert isinstance(table, Table)
        if table.phase == CHOOSING:
            return [FAVOUR[index - ADVENTURER] + 0.03 * chance.pick(1000) / 1000 for index in legal]
        return plan_turn(self, table, legal, nodes, chance)

    def search(self, worlds: list[State], legal: list[int], effort: Effort, chance: Chance) -> list[float] | None:
        """Plays on from the best turns and compares; adventurers are chosen by experience."""
        table = worlds[0]
        assert isinstance(table, Table)
        if table.phase == CHOOSING:
            return self.appraise(worlds, legal, effort.nodes, chance)
        return compare_turns(self, table, legal, effort, chance)

    def reason(self, state: State, index: int) -> Message:
        """A short reason from the catalogue."""
        assert isinstance(state, Table)
        return reason(state, index)

    def with_moon(self, state: Table, prospects: Prospects, points: list[float]) -> list[float]:
        """Adds what the moon scorings to come may bring: those who lead are likely to lead then."""
        left: int = state.hidden[MOON_TILE] + moons_on_top(state)
        total: int = sum(state.heights)
        if not total:
            return points
        coming = state.moon_fields + left * min(1.0, prospects.moves * 4.2 / total)
        scorings = coming / MOON_FIELDS
        if scorings < 0.3:
            return points
        players = state.players
        now = [float(state.interim_score(seat)) for seat in range(players)]
        result = points.copy()
        number = 0
        while scorings > 0.3:
            likely = min(1.0, scorings)
            far = number + (MOON_FIELDS - state.moon_fields) / MOON_FIELDS
            then = min(1.0, 0.35 * far)
            leads = [
                (1.0 - then) * now[seat] + then * (points[seat] - state.moon_tiles[seat]) for seat in range(players)
            ]
            won = moon_shares(leads, 2.0 + 3.0 * far)
            for seat in range(players):
                result[seat] += likely * won[seat]
            scorings -= 1.0
            number += 1
        return result

    def doubt(self, state: State) -> float:
        """The more moves are left, the more can change."""
        assert isinstance(state, Table)
        if state.last_round or state.turn is None:
            return 0.5
        return (1.4 + 0.08 * state.players) * (1.0 + 0.05 * moves_left(state))


def moon_shares(leads: list[float], doubt: float) -> list[float]:
    """The moon tiles that each seat can expect of a scoring: three for the first, one for the second."""
    best = max(leads)
    weights = [exp((lead - best) / doubt) for lead in leads]
    total = sum(weights)
    result: list[float] = []
    for seat in range(len(weights)):
        weight = weights[seat]
        second = 0.0
        for other in range(len(weights)):
            if other != seat:
                second += weights[other] / total * weight / max(1e-9, total - weights[other])
        result.append(3.0 * weight / total + second)
    return result
