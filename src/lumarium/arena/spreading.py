"""Many games spread over those who play them: this process, several of this machine, or a cluster.

Game number i is the same wherever it is played. So games are given out in parts that take about a slice of time, and
what comes back adds up to the same in any order.
"""

from __future__ import annotations

import pickle
from bisect import insort
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from operator import attrgetter
from time import perf_counter
from typing import Protocol

import msgspec

from lumarium.kernel.errors import LumariumError
from lumarium.kernel.message import Message

from .single import Played
from .stopping import Stop, stopping
from .tally import Tally

SLICE = 0.25
"""Seconds after which a part comes back: often enough for Ctrl-C and a progress bar, seldom enough to cost nothing."""
GROWTH = 8
"""So many times the games of the part before a part may have: how long they take is learned on the way."""


class Task(Protocol):
    """What is to be played. Everyone who plays gets a copy of it."""

    @property
    def game(self) -> str:
        """The name of the game."""

    @property
    def bots(self) -> tuple[str, ...]:
        """Who sits at any of the tables, or may be asked in somebody's place."""

    @property
    def games(self) -> int:
        """How many games there are."""

    def begin(self) -> Callable[[int], Played]:
        """Looks up what has to be looked up once; gives what plays a game by its number."""

    def seats(self, number: int) -> Sequence[str]:
        """Who sits where in a game."""

    def counted(self, games: list[Played]) -> Tally | None:
        """What is counted of some games where they are played."""

    def kept(self, games: list[Played]) -> list[Played]:
        """What is wanted of them one by one."""


class Part(msgspec.Struct, frozen=True):
    """Games that were played one after the other, and what came of them."""

    first: int
    played: int
    """How many it were."""
    seconds: float
    tally: Tally | None
    games: list[Played]


class Crew(Protocol):
    """Those who play."""

    slice: float
    """Seconds after which a part comes back."""
    nodes: int
    """How many machines of a cluster they are on; 0 where there is no cluster."""
    hands: int
    """How many parts they can play at once."""

    def begin(self, numbers: range) -> None:
        """Somebody plays these games, as many of them as a slice of time allows and at least one."""

    def finished(self) -> Iterator[tuple[range, Part | Exception | None]]:
        """Waits a moment for parts that were begun: what came of them, what went wrong, or None where they got lost."""

    def close(self) -> None:
        """Everyone goes home; what is being played is played to its end."""


class Progress(Protocol):
    """Told how many of how many games have been played, and how many nodes of a cluster play."""

    def __call__(self, done: int, total: int, nodes: int, /) -> None:
        """It goes on."""


def play_all(task: Task, jobs: int, cluster: str | None, progress: Progress | None) -> Iterator[Part]:
    """All games of the task, part by part in any order. Ctrl-C ends it after the games that are being played."""
    done, crew = 0, gather(task, jobs, cluster)
    with stopping() as stop:
        for part in spread(crew, task.games, stop):
            done += part.played
            yield part
            if progress is not None:
                progress(done, task.games, crew.nodes)


def gather(task: Task, jobs: int, cluster: str | None) -> Crew:
    """Those who play: on a cluster, here, or in so many processes of this machine."""
    if cluster is not None:
        from .cluster import Cluster

        return Cluster(task, cluster)
    if jobs == 1:
        return Alone(task)
    from .processes import Processes

    try:
        pickle.dumps(task)
    except (pickle.PicklingError, AttributeError, TypeError) as problem:
        raise LumariumError(Message("kernel", "bots.no_travel", problem=problem)) from problem
    return Processes(task, min(jobs, task.games))


def spread(crew: Crew, games: int, stop: Stop) -> Iterator[Part]:
    """What comes of all games; when told to stop, of those that have begun.

    Something that went wrong is raised when all games before it have been played: the same, whoever plays.
    """
    waiting, busy, size = [range(games)], 0, 1
    wrong: dict[int, Exception] = {}
    with closing(crew):
        while True:
            if stop.is_set():
                waiting.clear()
            while waiting and busy < crew.hands:
                numbers = waiting.pop(0)
                left = len(numbers) + sum(map(len, waiting))
                share = min(size, -(-left // crew.hands))
                crew.begin(numbers[:share])
                busy += 1
                _put_back(waiting, numbers[share:])
            if not busy:
                break
            for numbers, outcome in crew.finished():
                busy -= 1
                if isinstance(outcome, Part):
                    _put_back(waiting, numbers[outcome.played :])
                    size = max(1, min(GROWTH * size, int(outcome.played * crew.slice / max(outcome.seconds, 1e-9))))
                    yield outcome
                elif outcome is None:
                    _put_back(waiting, numbers)
                else:
                    wrong[numbers.start] = outcome
            if wrong:
                waiting = [numbers for numbers in waiting if numbers.start < min(wrong)]
    if wrong:
        raise wrong[min(wrong)]


def _put_back(waiting: list[range], numbers: range) -> None:
    if numbers:
        insort(waiting, numbers, key=attrgetter("start"))


def play_part(task: Task, numbers: range, seconds: float = SLICE) -> Part:
    """Plays these games until the time is up, at least one of them."""
    begun = perf_counter()
    play = task.begin()
    games: list[Played] = []
    for number in numbers:
        games.append(play(number))
        if perf_counter() - begun > seconds:
            break
    return Part(numbers.start, len(games), perf_counter() - begun, task.counted(games), task.kept(games))


class Alone:
    """This process plays by itself."""

    slice = SLICE
    nodes = 0
    hands = 1

    def __init__(self, task: Task) -> None:
        self._task = task
        self._begun: list[range] = []

    def begin(self, numbers: range) -> None:
        """They are played when they are asked for."""
        self._begun.append(numbers)

    def finished(self) -> Iterator[tuple[range, Part | Exception | None]]:
        """Plays what was begun."""
        while self._begun:
            numbers = self._begun.pop()
            try:
                yield numbers, play_part(self._task, numbers)
            except Exception as problem:  # noqa: BLE001  # raised again by whoever asked
                yield numbers, problem

    def close(self) -> None:
        """Nobody goes home."""
