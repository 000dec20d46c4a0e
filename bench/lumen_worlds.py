"""What are the exact worlds of Lumen worth to a player? The same search, told less and less about its own cards.

One seat searches with a fixed number of nodes against `medium` in the others, on the same deals each time. Only the
hands that it holds possible differ. The table in docs/bots.md comes from here: python bench/lumen_worlds.py
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from itertools import combinations
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from lumarium import Chance
from lumarium.arena.players import new_bot
from lumarium.games.lumen import GAME
from lumarium.games.lumen.bots.deal import BIT, SUIT, WIDTH
from lumarium.games.lumen.bots.judgement import POOL, Study
from lumarium.games.lumen.bots.knowledge import Own, own_hands, read
from lumarium.games.lumen.rules.components import COLOURS
from lumarium.games.lumen.rules.indices import POSITIONS, SLOT
from lumarium.games.lumen.rules.scoring import bid_met
from lumarium.games.lumen.rules.state import State
from lumarium.games.lumen.rules.view import View
from lumarium.kernel.effort import Effort

Belief = Callable[[View, Chance], list[int]]


def imagined(view: View, chance: Chance) -> State:
    """A position that the seat cannot tell from the truth."""
    state = GAME.imagine(view, chance)
    assert isinstance(state, State)
    return state


def exact(view: View, chance: Chance) -> list[int]:
    """Every world, or as many as are looked at, evenly spread."""
    return own_hands(imagined(view, chance), POOL, chance)


def sampled(number: int) -> Belief:
    """So many worlds drawn with the right odds."""

    def draw(view: View, chance: Chance) -> list[int]:
        assert view.seat is not None
        return [int(read(imagined(view, chance)).hands[view.seat].held) for _ in range(number)]

    return draw


def careless(view: View, chance: Chance) -> list[int]:
    """Any unseen cards of the right colours, whatever the own cards on the table say about the others (LU-48)."""
    assert view.seat is not None
    table = read(imagined(view, chance))
    held = table.hands[view.seat].held
    ways = []
    for colour in range(len(COLOURS)):
        first = colour * WIDTH
        unseen = [BIT[first + value] for value in range(WIDTH) if (held | table.aside) & BIT[first + value]]
        ways.append([sum(cards) for cards in combinations(unseen, int(held & SUIT[colour]).bit_count())])
    return [sum(chance.choice(way) for way in ways) for _ in range(POOL)]


class Player(NamedTuple):
    """How the searching seat thinks of its hand."""

    name: str
    belief: Belief
    heeds_bids: bool = False
    orderly: bool = True
    """Does it know that the cards of a colour lie in their order?"""

    def choose(self, view: View, nodes: int, chance: Chance) -> int:
        """Its decision, as an action's number."""
        legal = list(view.legal)
        if len(legal) == 1:
            return legal[0]
        state = imagined(view, chance)
        own = Own(state, self.belief(view, chance))
        if self.heeds_bids:
            own.heed_bids(state)
        values = Study(state, legal, own, chance).run(Effort(nodes))
        if not self.orderly and legal[0] >= SLOT:
            colours = [(index - SLOT) // POSITIONS for index in legal]
            means = {colour: _mean(values, colours, colour) for colour in colours}
            values = [means[colour] + 1e-9 * chance.pick(1000) for colour in colours]
        return legal[values.index(max(values))]


def _mean(values: list[float], colours: list[int], colour: int) -> float:
    return fmean(value for value, other in zip(values, colours, strict=True) if other == colour)


PLAYERS = (
    Player("all worlds, weighed by the bids", exact, heeds_bids=True),
    Player("all worlds", exact),
    Player("32 sampled worlds", sampled(32)),
    Player("8 sampled worlds", sampled(8)),
    Player("1 sampled world", sampled(1)),
    Player("shown cards forgotten", careless),
    Player("and the order, too", careless, orderly=False),
)


class Found(NamedTuple):
    """What came of one game."""

    met: float
    points: float
    won: float


def play(player: Player, players: int, number: int, nodes: int) -> Found:
    """One game with the searching seat at each place in turn."""
    me = number % players
    chance = Chance(f"lumen worlds {number // players}")
    state = GAME.start(players, chance)
    assert isinstance(state, State)
    medium = new_bot("medium")
    lucks = [Chance(f"lumen worlds {number} {seat}") for seat in range(players)]
    while state.turn is not None:
        seat = state.turn
        view = state.view(seat)
        if seat == me:
            index = player.choose(view, nodes, lucks[seat])
        else:
            index = medium.choose(view, [GAME.actions[legal] for legal in view.legal], lucks[seat]).index
        state.step(index, chance)
    deals = zip(state.sheet_bids[me::players], state.sheet_tricks[me::players], strict=True)
    return Found(fmean(bid_met(bid, tricks) for bid, tricks in deals), state.scores[me], state.ranking[me] == 1)


def error(values: list[float]) -> float:
    """The half width of a 95 % interval of a mean."""
    return 1.96 * stdev(values) / sqrt(len(values))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="games per line")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--nodes", type=int, default=2000, help="nodes per decision, each a trick played out")
    options = parser.parse_args()
    print(f"{options.games} games of {options.players}, {options.nodes} nodes, against medium; 95 % intervals")
    print(f"{'':<34}{'bids met, %':>16}{'points':>16}{'won, %':>16}")
    for player in PLAYERS:
        games = [play(player, options.players, number, options.nodes) for number in range(options.games)]
        met = [100.0 * game.met for game in games]
        points = [float(game.points) for game in games]
        won = [100.0 * game.won for game in games]
        cells = (f"{fmean(column):.1f} ± {error(column):.1f}" for column in (met, points, won))
        print(f"{player.name:<34}" + "".join(f"{cell:>16}" for cell in cells), flush=True)


if __name__ == "__main__":
    main()
