"""Search with a network: what it proposes is tried in many worlds, played on by it for everybody, and judged by it.

All proposals meet the same worlds and the same luck, and those that clearly fall behind are given up. Many lines go on
at once, since a network is asked for many positions in hardly more time than for one.
"""

from __future__ import annotations

from math import exp, log

import numpy as np

from lumarium.kernel.chance import Chance
from lumarium.kernel.effort import Effort
from lumarium.kernel.judgement import placing
from lumarium.kernel.racing import Racer, is_behind
from lumarium.kernel.state import State

from .network import Floats, Network

CANDIDATES = 8
"""How many decisions are tried at most."""
LEAST = 0.004
"""Which odds the network must give a decision to be tried, beside the best."""
TOGETHER = 4
"""In how many worlds at once, where there is effort for so many."""
FEWEST = 8
"""After how many worlds a decision may be given up."""
LONGEST = 400
"""How many decisions a line has at most."""
FINE = 32
"""By which fractions the network's leanings are told apart when a decision is drawn."""
ODDS = np.array([round(exp(-step / FINE) * 65536) for step in range(FINE * 12)] + [0])
"""By such steps behind the best, the odds."""


class Line:
    """One proposal in one world, as it goes on."""

    def __init__(self, racer: Racer, state: State, luck: int) -> None:
        self.racer = racer
        self.state = state
        self.chance = Chance(luck)
        self.own = self.chance.fork("decisions")
        """The luck with which everybody decides: the same in all proposals, whatever the game's luck was needed for."""
        self.left = False
        """Has another seat had its turn since?"""
        self.returns = 0
        self.outlook = -1.0


class Foresight:
    """Tries the decisions of the seat on turn."""

    def __init__(self, network: Network, worlds: list[State], legal: list[int], turns: int, chance: Chance) -> None:
        """`turns` says at which next turn of the seat a line is judged."""
        seat = worlds[0].turn
        assert seat is not None
        self.network, self.worlds, self.legal, self.turns, self.chance = network, worlds, list(legal), turns, chance
        self.seat = seat
        self.nodes = 0
        self.behind, self.first = network.first_look(worlds[0], self.legal)

    def run(self, effort: Effort) -> list[float]:
        """The outlook of each legal decision; of those that were not tried, less than of the others."""
        order = np.argsort(-self.behind, kind="stable")[:CANDIDATES].tolist()
        racers = [Racer(place, self.first[place]) for place in order if self.behind[place] >= log(LEAST)]
        alive, number, together = racers, 0, 1
        while len(alive) > 1 and (spent := effort.share(self.nodes)) < 1.0:
            lines = []
            for _ in range(together):
                world, luck = self.worlds[number % len(self.worlds)], self.chance.pick(1 << 30)
                number += 1
                lines += [Line(racer, world.clone(), luck) for racer in alive]
            if not self.play(lines, effort):
                break
            for line in lines:
                line.racer.seen.append(line.outlook)
                line.racer.total += line.outlook
            # What is not played to its end is lost.
            gone = effort.share(self.nodes)
            together = max(1, min(TOGETHER, int((1.0 - gone) * together / max(1e-9, gone - spent))))
            alive = survivors(alive)
        return self.values(racers, alive)

    def play(self, lines: list[Line], effort: Effort) -> bool:
        """Plays all lines to where they are judged; False if the effort ends before."""
        for line in lines:
            line.state.carry_out(self.legal[line.racer.place], line.chance, None)
            self.nodes += 1
        going = lines
        while going:
            if effort.share(self.nodes) >= 1.0:
                return False
            asking = [line for line in going if self.goes_on(line)]
            if not asking:
                return True
            turns = [line.state.turn for line in asking]
            seats = [turn for turn in turns if turn is not None]
            speaks, outlooks = self.network.judge(self.network.observe([line.state for line in asking], seats))
            going = []
            for line, each, outlook in zip(asking, speaks, outlooks, strict=True):
                if line.returns >= self.turns and line.state.turn == self.seat:
                    line.outlook = float(outlook)
                else:
                    line.state.carry_out(drawn(each, line.state.legal(), line.own), line.chance, None)
                    self.nodes += 1
                    going.append(line)
        return True

    def goes_on(self, line: Line) -> bool:
        """Plays what is forced; then, is the network to be asked? It is not where the game is over. It has learned
        choices only, so a turn without one is not judged, but the next."""
        state = line.state
        for _ in range(LONGEST):
            turn = state.turn
            if turn is None:
                line.outlook = placing(state.ranking)[self.seat]
                return False
            if turn != self.seat:
                line.left = True
            elif line.left:
                line.left = False
                line.returns += 1
            legal = state.legal()
            if len(legal) > 1:
                return True
            state.carry_out(legal[0], line.chance, None)
            self.nodes += 1
        return True

    def values(self, racers: list[Racer], alive: list[Racer]) -> list[float]:
        """The outlooks found: of what was not tried, and of what was given up, less than of the others."""
        best = max(racer.value() for racer in alive)
        least = min(racer.value() for racer in alive)
        values = [least * first / max(self.first) * 0.99 for first in self.first]
        for racer in racers:
            values[racer.place] = racer.value() if racer in alive else max(0.0, min(racer.value(), best - 0.001))
        return values


def survivors(alive: list[Racer]) -> list[Racer]:
    """Those that have not clearly fallen behind the best."""
    best = max(alive, key=Racer.value)
    if len(best.seen) < FEWEST:
        return alive
    return [each for each in alive if each is best or not is_behind(each, best)]


def drawn(speaks: Floats, legal: list[int], chance: Chance) -> int:
    """A decision drawn by the network's odds; whole numbers, so that every machine draws the same."""
    each = speaks[legal]
    steps = np.minimum((each.max() - each) * np.float32(FINE), np.float32(len(ODDS) - 1)).astype(np.int64)
    sums = ODDS[steps].cumsum()
    return legal[int(np.searchsorted(sums, chance.pick(int(sums[-1])), side="right"))]
