"""A turn of Luminos, thought through without a tile on the table."""

from __future__ import annotations

from math import exp
from typing import Final

from lumarium.games.luminos.rules import scoring
from lumarium.games.luminos.rules.components import MARKER_POINTS, TARGET_POINTS
from lumarium.games.luminos.rules.indices import DONE, MARK, PLACE, SCORE, SCORING, SQUARES, TAKE, TAKE_BAG
from lumarium.games.luminos.rules.state import NOTHING, State
from lumarium.kernel.judgement import odds

from .prospects import (
    Weights,
    completed,
    expected_sheet,
    largest_first,
    need_of,
    promise_around,
    room,
    sky_promise,
    written,
)

CERTAIN: Final = 0.1
"""The doubt when nothing more will happen; above zero, so that more points still look better."""


def longest(columns: list[list[int]]) -> int:
    """How many entries the longest column has."""
    return max(len(columns[0]), len(columns[1]), len(columns[2]))


def rounds_left(state: State, weights: Weights) -> float:
    """How many rounds are to be expected after this one."""
    if state.last_round:
        return 0.0
    most = 0
    for columns in state.columns:
        most = max(most, longest(columns))
    return rounds_from(state, most, weights)


def rounds_from(state: State, most: int, weights: Weights) -> float:
    """How many rounds are to be expected after this one, when the longest column of all has so many entries."""
    if most >= state.target:
        return 0.0
    return min((state.target - most - 0.4) / weights.pace, len(state.bag) // state.players + 0.0)


def still_to_play(state: State, seat: int) -> float:
    """1 if the seat's turn in this round is to come or under way."""
    turn = state.turn
    assert turn is not None
    players = state.players
    return 1.0 if (seat - state.telescope) % players >= (turn - state.telescope) % players else 0.0


def expected_points(state: State, seat: int, turns: float, weights: Weights) -> float:
    """The points with which a seat can expect to end the game after so many more turns."""
    columns = state.columns[seat]
    total = sheet_outlook(columns, state.markers[seat].count(NOTHING), state.target, turns, weights)
    if turns > 0.0:
        need = need_of(columns, weights.rate * turns, weights)
        cells = [index - PLACE for index in state.open[seat]]
        total += sky_promise(state.skies[seat], cells, need, weights) * finished_share(turns, weights)
    return total


def finished_share(turns: float, weights: Weights) -> float:
    """How much of what is unfinished will be finished in so many turns."""
    return turns * turns / (turns * turns + weights.soon * weights.soon)


def sheet_outlook(columns: list[list[int]], markers: int, target: int, turns: float, weights: Weights) -> float:
    """What sheet and markers are worth at the end, with entries of ordinary squares still to come."""
    total = expected_sheet(columns, weights.rate * turns, weights) + MARKER_POINTS * markers
    gap = target - longest(columns)
    if gap <= 0:
        return total + TARGET_POINTS
    if turns > 0.0:
        total += TARGET_POINTS / (1.0 + exp((gap - 0.5 - weights.pace * turns) / 0.6))
    return total


class TurnPlan:
    """The turn of the seat that decides: every way to go on, judged without a move on the table."""

    def __init__(self, state: State, weights: Weights) -> None:
        seat = state.turn
        assert seat is not None
        self.state = state
        self.seat: int = seat
        self.weights = weights
        self.sky = state.skies[seat].copy()
        self.columns = state.columns[seat]
        self.markers = state.markers[seat]
        self.unused: int = state.markers[seat].count(NOTHING)
        self.most_others = 0
        for other in range(state.players):
            if other != seat:
                self.most_others = max(self.most_others, longest(state.columns[other]))
        self.gap: int = state.target - longest(self.columns)
        self.turns = self.turns_after(longest(self.columns))
        self.need = need_of(self.columns, weights.rate * self.turns, weights)
        self.share = finished_share(self.turns, weights)
        self.before: dict[int, float] = {}
        self.promise = -1.0
        self.others: dict[int, list[float]] = {}

    def turns_after(self, own: int) -> float:
        """The turns that remain after this one, when the longest own column has so many entries."""
        if self.state.last_round:
            return 0.0
        return rounds_from(self.state, max(own, self.most_others), self.weights)

    # At first glance

    def placed(self, cell: int, shown: int) -> float:
        """By how much the promise of the sky changes when this tile lies there."""
        if cell not in self.before:
            self.before[cell] = promise_around(self.sky, cell, self.need, self.weights)
        self.sky[cell] = shown
        after = promise_around(self.sky, cell, self.need, self.weights)
        self.sky[cell] = 0
        return (after - self.before[cell]) * self.share

    def glance_with(self, cell: int, shown: int) -> float:
        """The gain of a tile with these symbols on a cell."""
        gain = self.placed(cell, shown)
        squares = completed(self.sky, cell, shown)
        for square in squares:
            gain += self.need.gain(square)
        if squares and 0 < self.gap <= len(squares):
            gain += self.ending(squares)
        return gain

    def ending(self, squares: list[int]) -> float:
        """What speaks for these squares, or against them, if they reach the target row."""
        columns = written(self.columns, largest_first(squares))
        if not scoring.reached(columns, self.state.target):
            return 0.0
        best = 0
        scores = self.state.scores
        for other in range(self.state.players):
            if other != self.seat:
                best = max(best, scores[other])
        ahead = scoring.total(columns, self.unused, self.state.target) > best
        return TARGET_POINTS / 2 if ahead or self.state.last_round else -TARGET_POINTS

    def glance_at(self, cell: int, shown: int) -> float:
        """The gain of a tile on a cell, with the markers that pay there."""
        gain = self.glance_with(cell, shown)
        if self.unused and completes(self.sky, cell):
            for extra in self.extras(shown):
                with_markers = self.glance_with(cell, shown + extra) - MARKER_POINTS * scoring.size(extra)
                gain = max(gain, with_markers)
        return gain

    def best_glance(self, shown: int) -> float:
        """The gain of a tile where it gains most."""
        best = -1e9
        for index in self.state.open[self.seat]:
            best = max(best, self.glance_at(index - PLACE, shown))
        return best

    def best_cell(self, shown: int) -> int:
        """The cell where a tile gains most."""
        best, found = -1e9, NOTHING
        for index in self.state.open[self.seat]:
            gain = self.glance_at(index - PLACE, shown)
            if gain > best:
                best, found = gain, index - PLACE
        return found

    def extras(self, shown: int) -> list[int]:
        """The symbols that unused markers could add to a tile, each combination."""
        space = room(shown) if self.state.marking else 0
        found: list[int] = []
        for choice in range(1, 8):
            extra = 0
            number = 0
            for symbol in range(3):
                if choice >> symbol & 1:
                    if self.markers[symbol] != NOTHING:
                        number = 9
                        break
                    extra += scoring.ONE[symbol]
                    number += 1
            if number <= space:
                found.append(extra)
        return found

    # With the others, to the end of the turn

    def outlook_with(self, cell: int, shown: int, used: int, squares: list[int]) -> float:
        """The seat's outlook when a tile lies there and these squares have been scored in this order."""
        weights, state = self.weights, self.state
        columns, turns, share = self.columns, self.turns, self.share
        if squares:
            columns = written(columns, squares)
            turns = self.turns_after(longest(columns))
            share = finished_share(turns, weights)
        points = sheet_outlook(columns, self.unused - used, state.target, turns, weights)
        if turns > 0.0:
            if squares:
                need = need_of(columns, weights.rate * turns, weights)
                self.sky[cell] = shown
                cells = [index - PLACE for index in state.open[self.seat] if index - PLACE != cell]
                for near in SQUARES[cell]:
                    if near:
                        for beside in (near[0], near[1]):
                            if self.sky[beside] == 0 and beside not in cells:
                                cells.append(beside)
                points += sky_promise(self.sky, cells, need, weights) * share
                self.sky[cell] = 0
            else:
                if self.promise < 0.0:
                    cells = [index - PLACE for index in state.open[self.seat]]
                    if state.cell != NOTHING:
                        cells.append(cell)
                    self.promise = sky_promise(self.sky, cells, self.need, weights)
                points += self.promise * share + self.placed(cell, shown)
        return self.against(points, longest(columns), turns)

    def against(self, points: float, own: int, turns: float) -> float:
        """The outlook with so many points, against what the others can expect."""
        most = max(own, self.most_others)
        if most not in self.others:
            expected: list[float] = []
            for other in range(self.state.players):
                if other == self.seat:
                    expected.append(0.0)
                    continue
                more = turns + (still_to_play(self.state, other))
                expected.append(expected_points(self.state, other, more, self.weights))
            self.others[most] = expected
        result = self.others[most].copy()
        result[self.seat] = points
        doubt = self.weights.doubt_base + self.weights.doubt_turn * turns
        if turns == 0.0 and (self.seat + 1) % self.state.players == self.state.telescope:
            doubt = CERTAIN
        return odds(result, doubt)[self.seat]

    def outlook_at(self, cell: int, shown: int) -> float:
        """The outlook of a tile on a cell, with the markers that pay there."""
        squares = completed(self.sky, cell, shown)
        best = self.outlook_with(cell, shown, 0, largest_first(squares))
        if squares and self.unused:
            for extra in self.extras(shown):
                tile = shown + extra
                squares = largest_first(completed(self.sky, cell, tile))
                best = max(best, self.outlook_with(cell, tile, scoring.size(extra), squares))
        return best

    def marks_at(self, cell: int, shown: int) -> list[int]:
        """The decisions about markers that suit a tile on a cell best."""
        space = room(shown) if self.state.marking else 0
        if not self.unused or space == 0:
            return []
        squares = completed(self.sky, cell, shown)
        chosen = 0
        if squares:
            best = self.outlook_with(cell, shown, 0, largest_first(squares))
            for extra in self.extras(shown):
                after = largest_first(completed(self.sky, cell, shown + extra))
                outlook = self.outlook_with(cell, shown + extra, scoring.size(extra), after)
                if outlook > best:
                    best, chosen = outlook, extra
        marks = [MARK + symbol for symbol in range(3) if scoring.count(chosen, symbol)]
        if len(marks) < min(self.unused, space):
            marks.append(DONE)
        return marks

    def ranked_cells(self, shown: int, most: int) -> list[tuple[float, int]]:
        """The best cells for a tile with their outlook, the best first."""
        ranked = [(self.outlook_at(index - PLACE, shown), index - PLACE) for index in self.state.open[self.seat]]
        ranked.sort(reverse=True)
        return ranked[:most]

    def best_outlook(self, shown: int, most: int) -> float:
        """The outlook of a tile on the best of its most promising cells."""
        places = [index - PLACE for index in self.state.open[self.seat]]
        if len(places) > most:
            ranked = [(self.glance_at(cell, shown), cell) for cell in places]
            ranked.sort(reverse=True)
            near_end = self.gap <= 2
            places = [
                ranked[place][1]
                for place in range(len(ranked))
                if place < most or (near_end and completes(self.sky, ranked[place][1]))
            ]
        best = 0.0
        for cell in places:
            best = max(best, self.outlook_at(cell, shown))
        return best

    def takes(self, legal: list[int], nodes: int) -> list[float]:
        """The outlook of each tile that can be taken, and of the bag over all that it may give."""
        most = 2 if nodes < 300 else 8
        values: list[float] = []
        for index in legal:
            if index != TAKE_BAG:
                values.append(self.best_outlook(scoring.SHOWN[index - TAKE], most))
                continue
            bag = self.state.bag
            total = 0.0
            place = 0
            while place < len(bag):
                number = bag.count(bag[place])
                total += number * self.best_outlook(scoring.SHOWN[bag[place]], 2)
                place += number
            values.append(total / len(bag))
        return values

    # After the tile has been placed

    def finish_outlook(self, legal: list[int]) -> list[float]:
        """The outlook of each marker, or of each square that can be scored first."""
        cell = self.state.cell
        shown = self.sky[cell]
        self.sky[cell] = 0
        if self.state.phase == SCORING:
            return [self.outlook_of_order(cell, shown, index - SCORE) for index in legal]
        values = [0.0] * len(legal)
        done = legal.index(DONE)
        values[done] = self.outlook_with(cell, shown, 0, largest_first(completed(self.sky, cell, shown)))
        for extra in self.extras(shown):
            tile = shown + extra
            squares = largest_first(completed(self.sky, cell, tile))
            outlook = self.outlook_with(cell, tile, scoring.size(extra), squares)
            for place in range(len(legal)):
                if legal[place] != DONE and scoring.count(extra, legal[place] - MARK):
                    values[place] = max(values[place], outlook)
        return values

    def outlook_of_order(self, cell: int, shown: int, direction: int) -> float:
        """The outlook when the square in this direction is scored first, then the others, the largest first."""
        first = self.square(cell, shown, direction)
        rest = [self.square(cell, shown, other) for other in self.state.waiting if other != direction]
        return self.outlook_with(cell, shown, 0, [first, *largest_first(rest)])

    def square(self, cell: int, shown: int, direction: int) -> int:
        """What the square in a direction shows."""
        others = SQUARES[cell][direction]
        return shown + self.sky[others[0]] + self.sky[others[1]] + self.sky[others[2]]

    def finish(self, legal: list[int]) -> list[float]:
        """At first glance: the gain of each marker, or of each square that can be scored first."""
        cell = self.state.cell
        shown = self.sky[cell]
        self.sky[cell] = 0
        if self.state.phase == SCORING:
            return [self.need.gain(self.square(cell, shown, index - SCORE)) for index in legal]
        values = [-1e9] * len(legal)
        values[legal.index(DONE)] = self.glance_with(cell, shown)
        if not self.state.waiting:
            return [value if value > -1e9 else values[-1] - MARKER_POINTS for value in values]
        for extra in self.extras(shown):
            gain = self.glance_with(cell, shown + extra) - MARKER_POINTS * scoring.size(extra)
            for place in range(len(legal)):
                if legal[place] != DONE and scoring.count(extra, legal[place] - MARK):
                    values[place] = max(values[place], gain)
        return values


def completes(sky: list[int], cell: int) -> bool:
    """Would a tile there complete a square?"""
    for others in SQUARES[cell]:  # noqa: SIM110  # a generator would cost more than the search
        if others and sky[others[0]] and sky[others[1]] and sky[others[2]]:
            return True
    return False
