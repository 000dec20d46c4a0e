"""Turns race for being played: each is played on under the same luck, and those that fall behind are given up."""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import sqrt
from typing import Final

from mypy_extensions import mypyc_attr

from .chance import Chance
from .effort import Effort

FEWEST: Final = 12
"""After how many futures a turn may be given up for clearly falling behind."""
CLEARLY: Final = 2.5
"""How many standard errors that is."""
CREDIT: Final = 6.0
"""How many futures the first look counts for."""
UNFINISHED: Final = -1.0
"""In place of an outlook: the effort ended before the future did."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Racer:
    """A turn that is compared with others."""

    def __init__(self, place: int, first: float) -> None:
        self.place = place
        """With which of the legal decisions it begins."""
        self.first = first
        """The outlook at first look."""
        self.seen: list[float] = []
        self.total = 0.0

    def value(self) -> float:
        """The outlook over the futures seen, with some credit for the first look."""
        return (self.total + CREDIT * self.first) / (len(self.seen) + CREDIT)


@mypyc_attr(allow_interpreted_subclasses=True)
class Race(ABC):
    """Turns that are compared; a game says how one is played on."""

    def __init__(self, effort: Effort, spent: int, chance: Chance) -> None:
        """`spent` are the simulated decisions that went into the first look."""
        self.effort = effort
        self.nodes = spent
        self.chance = chance

    @abstractmethod
    def future(self, racer: Racer, luck: Chance) -> float:
        """The outlook after one future of a turn, or UNFINISHED."""

    def is_settled(self, alive: list[Racer]) -> bool:
        """Would more futures tell nothing new?"""
        return False

    def is_behind(self, one: Racer, other: Racer) -> bool:
        """Has one clearly fallen behind the other?"""
        return is_behind(one, other)

    def exhausted(self) -> bool:
        """Is there no effort left?"""
        return self.effort.share(self.nodes) >= 1.0

    def compare(self, racers: list[Racer]) -> list[Racer]:
        """Plays futures of all racers as long as there is effort left; gives those that did not fall behind."""
        alive = racers
        while len(alive) > 1 and not self.exhausted() and not self.is_settled(alive):
            luck = self.chance.pick(1 << 30)
            values: list[float] = []
            for racer in alive:
                values.append(self.future(racer, Chance(luck)))
                if values[-1] == UNFINISHED:
                    return alive
            for place in range(len(alive)):
                alive[place].seen.append(values[place])
                alive[place].total += values[place]
            alive = self.survivors(alive)
        return alive

    def survivors(self, alive: list[Racer]) -> list[Racer]:
        """Those that have not clearly fallen behind the best, future by future."""
        best = alive[0]
        for racer in alive:
            if racer.value() > best.value():
                best = racer
        if len(best.seen) < FEWEST:
            return alive
        return [each for each in alive if each is best or not self.is_behind(each, best)]


def is_behind(one: Racer, other: Racer) -> bool:
    """Is the difference too large for luck, with the first look counted in?"""
    number = len(one.seen)
    squares = 0.0
    for place in range(number):
        lead = other.seen[place] - one.seen[place]
        squares += lead * lead
    mean = (other.total - one.total) / number
    spread = sqrt(max(1e-9, squares / number - mean * mean) / number)
    return mean + CREDIT * (other.first - one.first) / number > CLEARLY * spread


def favourites(racers: list[Racer], most: int, margin: float) -> list[Racer]:
    """At most so many, those that look best at first, the best first; none that looks worse than it by more."""
    ranked = sorted(racers, key=first_look, reverse=True)
    least = ranked[0].first - margin
    return [each for each in ranked[:most] if each.first >= least]


def first_look(racer: Racer) -> float:
    """By what favourites are chosen."""
    return racer.first


def weighed(firsts: list[float], racers: list[Racer], alive: list[Racer]) -> list[float]:
    """By legal decision the outlook of the best turn that begins with it, from the outlooks at first look.

    Turns that were given up, and decisions with which none began, stay below the best.
    """
    best = max([racer.value() for racer in alive])
    top = max(firsts)
    values = [max(0.0, best - (top - first) - 0.01) for first in firsts]
    compared = [False] * len(firsts)
    for racer in racers:
        place = racer.place
        value = racer.value() if racer in alive else max(0.0, min(racer.value(), best - 0.001))
        values[place] = max(values[place], value) if compared[place] else value
        compared[place] = True
    return values
