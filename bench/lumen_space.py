"""How large are the decisions and the secrets of Lumen? Counts over random deals with random legal play.

The table in docs/games/lumen.md comes from here: python bench/lumen_space.py
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from math import log10, sqrt
from statistics import fmean, median, stdev

import lumarium
from lumarium import Chance
from lumarium.games.lumen import GAME
from lumarium.games.lumen.rules.components import COLOURS, TRICKS
from lumarium.games.lumen.rules.state import NOTHING, State


class Counts:
    """One number per deal for each question, so that means come with their sampling error."""

    def __init__(self) -> None:
        self.lead: list[float] = []
        self.follow: list[float] = []
        self.all: list[float] = []
        self.forced: list[float] = []
        self.branching: list[float] = []
        self.worlds: list[float] = []
        self.world_counts: list[int] = []
        self.lacking: list[float] = []
        self.tricks: Counter[int] = Counter()

    def plain(self) -> tuple[str, float]:
        """The best bid without extra stone for somebody who knows nothing, and how often it comes true."""
        return max(((str(base), self.share(base)) for base in range(TRICKS + 1)), key=lambda bid: bid[1])

    def with_extra(self) -> tuple[str, float]:
        """The same with the extra stone."""
        bids = ((f"{base}+", self.share(base) + self.share(base + 1)) for base in range(TRICKS))
        return max(bids, key=lambda bid: bid[1])

    def share(self, tricks: int) -> float:
        """How often a player won so many tricks."""
        return self.tricks[tricks] / self.tricks.total()


def error(values: Sequence[float]) -> float:
    """The standard error of a mean."""
    return stdev(values) / sqrt(len(values))


def measure(players: int, deals: int, seed: int = 0) -> Counts:
    """Counts over so many deals."""
    counts = Counts()
    for number in range(deals):
        chance = Chance(f"lumen space {players} {seed} {number}")
        state = GAME.start(players, chance)
        assert isinstance(state, State)
        _count_secrets(state, counts)
        _count_decisions(state, chance, counts)
    return counts


def _count_secrets(state: State, counts: Counts) -> None:
    views = [state.view(seat) for seat in range(state.players)]
    worlds = [GAME.worlds(view).count for view in views]
    counts.world_counts += worlds
    counts.worlds.append(fmean(worlds))
    lacking = [len({card.colour for card in view.hands[seat]}) < len(COLOURS) for seat, view in enumerate(views)]
    counts.lacking.append(fmean(lacking))


def _count_decisions(state: State, chance: Chance, counts: Counts) -> None:
    for _ in range(state.players):
        state.random_step(chance)
    lead: list[int] = []
    follow: list[int] = []
    while state.deal == 1:
        (lead if state.led == NOTHING else follow).append(len(state.legal()))
        state.random_step(chance)
    both = lead + follow
    counts.lead.append(fmean(lead))
    counts.follow.append(fmean(follow))
    counts.all.append(fmean(both))
    counts.forced.append(fmean(choices == 1 for choices in both))
    counts.branching.append(sum(map(log10, both)))
    counts.tricks.update(state.sheet_tricks)


def rows(counts: Counts) -> list[tuple[str, str]]:
    """The table's lines for one number of players."""
    plain, extra = counts.plain(), counts.with_extra()
    worlds = counts.world_counts
    return [
        ("mean legal cards: lead", _mean(counts.lead, 2)),
        ("mean legal cards: follow", _mean(counts.follow, 3)),
        ("mean legal cards: all", _mean(counts.all, 3)),
        ("plays with one legal card, %", _mean([100 * share for share in counts.forced], 1)),
        ("branching per deal, log10", _mean(counts.branching, 2)),
        ("worlds at bidding: mean", _mean(counts.worlds, 0)),
        ("worlds: median / most / fewest", f"{median(worlds):,.0f} / {max(worlds):,} / {min(worlds):,}"),
        ("hands lacking a colour, %", _mean([100 * share for share in counts.lacking], 1)),
        ("best blind bid: plain", f"{plain[0]} ({plain[1]:.1%})"),
        ("best blind bid: with extra", f"{extra[0]} ({extra[1]:.1%})"),
    ]


def _mean(values: Sequence[float], digits: int) -> str:
    return f"{fmean(values):,.{digits}f} ± {error(values):.{digits}f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=4_000, help="deals per number of players")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    players = lumarium.game("lumen").players
    columns = [rows(measure(number, options.deals, options.seed)) for number in players]
    print(f"{options.deals} random deals each, random legal play; mean ± standard error")
    print(f"{'':<34}" + "".join(f"{f'n={number}':>26}" for number in players))
    for lines in zip(*columns, strict=True):
        print(f"{lines[0][0]:<34}" + "".join(f"{value:>26}" for _, value in lines))


if __name__ == "__main__":
    main()
