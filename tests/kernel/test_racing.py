"""Racers meet the same luck, and are given up when they clearly fall behind."""

from __future__ import annotations

import pytest

from lumarium import Chance
from lumarium.kernel.effort import Effort
from lumarium.kernel.racing import CREDIT, FEWEST, UNFINISHED, Race, Racer, favourites, weighed

LUCK = [0.3 + 0.4 * (number % 2) for number in range(FEWEST)]


def racer(first: float, *seen: float) -> Racer:
    """A turn that looked like this at first, and with these futures seen."""
    found = Racer(0, first)
    found.seen, found.total = list(seen), sum(seen)
    return found


class Lottery(Race):
    """A future is a number of the luck, less what a turn is worse."""

    def future(self, racer: Racer, luck: Chance) -> float:
        self.nodes += 1
        if self.exhausted():
            return UNFINISHED
        return 0.4 + 0.1 * luck.pick(3) - 0.2 * (1 - racer.first) - 0.01 * luck.pick(2)


def test_value_counts_the_first_look_in() -> None:
    assert racer(0.5, *LUCK).value() == pytest.approx((sum(LUCK) + CREDIT * 0.5) / (FEWEST + CREDIT))


def test_who_clearly_falls_behind_is_given_up() -> None:
    race = Lottery(Effort(1000), 0, Chance(1))
    best = racer(0.5, *LUCK)
    worse = racer(0.5, *[each - 0.05 - 0.01 * (place % 3) for place, each in enumerate(LUCK)])
    close = racer(0.5, *[each + (0.05 if place % 2 else -0.06) for place, each in enumerate(LUCK)])
    assert race.survivors([worse, best, close]) == [best, close]


def test_few_futures_are_no_proof() -> None:
    race = Lottery(Effort(1000), 0, Chance(1))
    both = [racer(0.5, *LUCK[:-1]), racer(0.5, *[0.0] * (FEWEST - 1))]
    assert race.survivors(both) == both


def test_all_meet_the_same_luck_and_the_worse_is_found() -> None:
    race = Lottery(Effort(1000), 0, Chance(1))
    better, worse = Racer(0, 1.0), Racer(1, 0.5)
    assert race.compare([worse, better]) == [better]
    assert [one - other for one, other in zip(better.seen, worse.seen, strict=True)] == pytest.approx([0.1] * FEWEST)


def test_a_round_that_the_effort_cuts_off_does_not_count() -> None:
    race = Lottery(Effort(20), 0, Chance(1))
    three = [Racer(place, 1.0) for place in range(3)]
    assert race.compare(three) == three
    assert [len(each.seen) for each in three] == [6, 6, 6]


def test_favourites_are_few_near_the_best_and_the_best_first() -> None:
    fair, best, poor, good = Racer(0, 0.45), Racer(1, 0.6), Racer(2, 0.2), Racer(2, 0.5)
    racers = [fair, best, poor, good]
    assert favourites(racers, 9, 0.2) == [best, good, fair]
    assert favourites(racers, 2, 0.2) == [best, good]
    assert racers == [fair, best, poor, good]


def test_a_decision_is_worth_its_best_turn_and_never_more_than_those_that_were_not_given_up() -> None:
    """Decision 0 has two turns, decision 1 one that was given up, decisions 2 and 3 none that was compared."""
    best, other, lost = Racer(0, 0.5), Racer(0, 0.4), Racer(1, 0.7)
    values = weighed([0.5, 0.7, 0.65, 0.1], [lost, other, best], [other, best])
    assert values == pytest.approx([0.5, 0.499, 0.44, 0.0])
    assert weighed([0.5, 0.7], [lost, best], [best, lost]) == pytest.approx([0.5, 0.7])
