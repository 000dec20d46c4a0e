"""Games given out in parts: each is played once, whoever gets lost, fails or stops on the way."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event

import pytest

from lumarium.arena import spreading
from lumarium.arena.simulate import Task
from lumarium.arena.single import OnFailure
from lumarium.arena.spreading import Alone, Part, play_part, spread

Outcome = tuple[range, Part | Exception | None]


def task(games: int) -> Task:
    return Task("luminos", ("random", "random"), 7, {}, games, False, True, OnFailure())


def numbers(parts: list[Part]) -> list[int]:
    return [game.number for part in parts for game in part.games]


class Crowd(Alone):
    """Three who play at once, the last one first; every other part gets lost, as with a node that dies."""

    hands = 3

    def __init__(self, games: int, wrong: tuple[int, ...] = ()) -> None:
        super().__init__(task(games))
        self.wrong = wrong
        self.given: list[range] = []
        self.closed = False

    def begin(self, numbers: range) -> None:
        super().begin(numbers)
        self.given.append(numbers)

    def finished(self) -> Iterator[Outcome]:
        for number, (given, outcome) in enumerate(list(super().finished())):
            wrong = next((ValueError(str(each)) for each in sorted(self.wrong) if each in given), None)
            yield given, wrong or (None if number % 2 else outcome)

    def close(self) -> None:
        self.closed = True


def test_every_game_is_played_once_though_parts_get_lost() -> None:
    crowd = Crowd(200)
    parts = list(spread(crowd, 200, Event()))
    assert sorted(numbers(parts)) == list(range(200))
    assert sum(part.played for part in parts) == 200
    assert sum(map(len, crowd.given)) > 200, "nothing was lost"
    assert crowd.closed


def test_parts_grow_until_they_take_a_slice_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    crowd = Crowd(3000)
    list(spread(crowd, 3000, Event()))
    assert len(crowd.given[0]) == 1
    assert max(map(len, crowd.given)) > 100
    monkeypatch.setattr(spreading, "SLICE", 0.0)
    part = play_part(task(50), range(50), 0.0)
    assert (part.played, numbers([part])) == (1, [0]), "at least one game, however short the time is"


def test_what_went_wrong_first_is_raised_whoever_plays() -> None:
    for wrong in ((40, 41), (41, 40), (40, 120, 150)):
        crowd = Crowd(200, wrong)
        played: list[Part] = []
        with pytest.raises(ValueError, match="40"):
            played.extend(spread(crowd, 200, Event()))
        assert crowd.closed
    assert max(each.start for each in crowd.given) < 120, "nothing is begun after a failure"


def test_a_stop_gives_what_has_begun() -> None:
    stop, crowd = Event(), Crowd(10**6)
    parts = []
    for part in spread(crowd, 10**6, stop):
        parts.append(part)
        if sum(each.played for each in parts) > 20:
            stop.set()
    assert 20 < sum(part.played for part in parts) < 10**6
    assert len(set(numbers(parts))) == len(numbers(parts))
