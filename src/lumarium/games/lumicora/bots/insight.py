"""What can be known in Lumicora: what bag and Atoll can bring, what each scoring would, and how safe majorities are."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction
from math import comb

from lumarium.games.lumicora.meta import NAME
from lumarium.games.lumicora.rules.components import (
    COLOURS,
    LETTERS,
    MOST_TAKEN,
    ROUND_LIMESTONE,
    SPECIES,
    STORAGE,
)
from lumarium.games.lumicora.rules.imagine import stack_weights
from lumarium.games.lumicora.rules.scoring import majority_points, visible_spaces
from lumarium.games.lumicora.rules.view import Lumino, View
from lumarium.kernel.insight import Insight, Line, Odds, Points, Topic, exactly, own_seat
from lumarium.kernel.message import Message

DRAWS = 4
"""So many draws are looked ahead: as many as the Atoll holds."""
GROWTH = 2
"""How many visible spaces of its colour a Lumino adds at most."""


class LumicoraInsight(Insight):
    """The bag is counted as a perfect memory counts it; all else lies open."""

    def topics(self, view: View) -> Iterator[Topic]:
        if view.phase == "start":
            return
        yield Topic("corals", ("brings", "levels", "limestone"), tuple(_corals(view)), {"round": view.round})
        yield Topic("majorities", ("you", "others", "brings", "safe"), tuple(_majorities(view)))
        if view.bag + view.emergency and view.round <= view.options.rounds():
            where = Message(NAME, "insight.in_stack" if view.emergency else "insight.in_bag")
            facts = {"n": view.bag, "where": where}
            yield Topic("draws", ("atoll", "hidden", "next", "four"), tuple(_draws(view)), facts)


class Hidden:
    """The Luminos in bag and emergency stack, and the exact odds of drawing some of them (LC-R-24).

    How many of some kinds are in the stack is told by a polynomial: its coefficients are the weights of 0, 1, 2, ...
    """

    def __init__(self, view: View) -> None:
        self.bag, self.stack = view.bag, view.emergency
        self.counts = {kind: view.unseen.get(kind, 0) for kind in {**view.unseen, **view.returned}}
        self.returned = view.returned
        self.doubts = view.doubts

    def number(self, kinds: Collection[str]) -> int:
        """How many of these are hidden."""
        return sum(self.counts.get(kind, 0) + self.returned.get(kind, 0) for kind in kinds)

    def weights(self, kinds: Collection[str]) -> list[int]:
        """How likely 0, 1, 2, ... of these kinds are in the stack, others aside."""
        sure = sum(number for kind, number in self.counts.items() if kind in kinds and kind not in self.doubts)
        found = [comb(sure, size) for size in range(self.stack + 1)]
        for kind, seen in self.doubts.items():
            if kind in kinds:
                found = _product(found, stack_weights(seen), self.stack)
        return found

    def drawn(self, kinds: Collection[str], draws: int) -> Odds:
        """The odds that at least one of the next draws is one of these kinds; the stack follows an empty bag."""
        draws = min(draws, self.bag + self.stack)
        others = {kind for kind in self.counts if kind not in kinds}
        ours, rest = self.weights(kinds), self.weights(others)
        ways = [ours[size] * rest[self.stack - size] for size in range(self.stack + 1)]
        hidden, first = self.number(kinds), min(draws, self.bag)
        none = Fraction(0)
        for size, weight in enumerate(ways):
            if weight:
                spared = comb(self.bag - (hidden - size), first) * comb(self.stack - size, draws - first)
                none += Fraction(weight * spared, comb(self.bag, first) * comb(self.stack, draws - first))
        return exactly(1 - none / sum(ways))


def _product(one: list[int], other: list[int], most: int) -> list[int]:
    result = [0] * (most + 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other[: most + 1 - i]):
            result[i + j] += a * b
    return result


def _draws(view: View) -> Iterator[Line]:
    """By colour and by animal: how many lie in the Atoll, how many are hidden, and what the bag gives next."""
    hidden = Hidden(view)
    for colour, letter in zip(COLOURS, LETTERS, strict=True):
        kinds = {kind for kind in hidden.counts if kind[0] == letter}
        here = [lumino for lumino in view.atoll if lumino.tile[0] == letter]
        yield _line(hidden, Message(NAME, "insight.colour", colour=colour), kinds, here)
    for species in SPECIES:
        kinds = {kind for kind in hidden.counts if kind[2:] == species}
        here = [lumino for lumino in view.atoll if lumino.tile[2:] == species]
        yield _line(hidden, Message(NAME, "insight.species", species=species), kinds, here)


def _line(hidden: Hidden, label: Message, kinds: set[str], here: list[Lumino]) -> Line:
    odds = (hidden.drawn(kinds, 1), hidden.drawn(kinds, DRAWS))
    return Line(label, (len(here), hidden.number(kinds), *odds), tuple(f"t{lumino.draw}n" for lumino in here))


def _corals(view: View) -> Iterator[Line]:
    """What each scoring tile that is not used would bring now, the most first."""
    seat = own_seat(view)
    shore = view.shores[seat]
    limestone = min(ROUND_LIMESTONE[view.round - 1], STORAGE - shore.limestone)
    worth = {colour: view.preview(colour, seat) for colour in COLOURS if colour not in shore.scored}
    for colour, levels in sorted(worth.items(), key=lambda item: -sum(item[1].values())):
        said = Message(NAME, "insight.levels", levels={str(level): number for level, number in levels.items()})
        cells = (Points(sum(levels.values())), said, limestone)
        yield Line(Message(NAME, "insight.colour", colour=colour), cells, (f"v{seat}-{colour}",))


def _majorities(view: View) -> Iterator[Line]:
    """By colour: the visible spaces of the viewer and of the best other, what they bring, and how safe that is."""
    seat = own_seat(view)
    reefs = [view.reef(player) for player in range(view.players)]
    for number, colour in enumerate(COLOURS):
        counts = [visible_spaces(reef, number) for reef in reefs]
        best = max(count for player, count in enumerate(counts) if player != seat)
        safe = _safety(view, LETTERS[number], counts[seat] - best)
        cells = (counts[seat], best, Points(majority_points(counts)[seat]), safe)
        yield Line(Message(NAME, "insight.colour", colour=colour), cells, (f"most{seat}-{colour}",))


def _safety(view: View, letter: str, lead: int) -> Message:
    """How many Luminos of the colour somebody behind needs at least to catch up, where there are so many to be laid."""
    seat = own_seat(view)
    if lead >= 0:
        reach = max(_reach(view, letter, player) for player in range(view.players) if player != seat)
        needed = -(-lead // GROWTH)
        if lead and needed > reach:
            return Message(NAME, "insight.safe")
        return Message(NAME, "insight.leading", n=needed) if lead else Message(NAME, "insight.shared")
    needed = -lead // GROWTH + 1
    reach = _reach(view, letter, seat)
    return Message(NAME, "insight.behind" if needed <= reach else "insight.lost", n=needed)


def _reach(view: View, letter: str, seat: int) -> int:
    """How many Luminos of the colour the seat can lay at most until the end."""
    open_ones = [*view.atoll, *view.hand, *view.chosen, *(each for shore in view.shores for each in shore.display)]
    there = sum(1 for lumino in open_ones if lumino is not None and lumino.tile[0] == letter)
    hidden = Hidden(view)
    there += hidden.number({kind for kind in hidden.counts if kind[0] == letter})
    return min(there, MOST_TAKEN * _turns(view, seat))


def _turns(view: View, seat: int) -> int:
    """How many turns the seat has left at most, the one it is in included."""
    if view.extra_scoring or view.turn is None:
        return 0
    later = view.options.rounds() - view.round
    if view.phase == "score":
        return later
    played = (seat - view.octopus) % view.players < (view.turn - view.octopus) % view.players
    return later + (not played)
