"""Every bot against every other, on the same luck: who is stronger, by how much, and how sure that is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from time import perf_counter
from typing import Any, NamedTuple

import msgspec

import lumarium
from lumarium.kernel import registry
from lumarium.kernel.chance import Chance
from lumarium.kernel.errors import BadOptions
from lumarium.kernel.game import Game
from lumarium.kernel.message import Message

from .players import check_seats, new_bot
from .processes import spread
from .rating import Rating, interval, ratings
from .simulate import Progress, fresh_seed
from .single import Failure, OnFailure, play_game
from .stopping import Stop, stopping


class Pairing(NamedTuple):
    """One bot alone in its seat against another in all the other seats."""

    players: int
    alone: str
    others: str


class Played(msgspec.Struct, frozen=True):
    """One game of a tournament."""

    number: int
    seats: tuple[str, ...]
    places: list[int]
    scores: list[int]
    decisions: int
    failures: list[Failure]
    seconds: float
    """How long it took; the only thing here that differs from run to run."""


class Side(msgspec.Struct, frozen=True):
    """How one side of a pairing fared, per seat of it."""

    bot: str
    points: float
    place: float


class Duel(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a pairing."""

    players: int
    alone: Side
    others: Side
    games: int
    wins: float
    """Of the bot that sat alone; a win shared by n seats counts as 1/n."""
    share: float
    low: float
    high: float
    """The 95 % confidence interval of the share."""
    fair: float
    """The share that the bot would have if it were as strong as the others."""

    @property
    def verdict(self) -> int:
        """1 if the bot that sat alone is surely stronger, -1 if surely weaker, else 0."""
        return (self.low > self.fair) - (self.high < self.fair)


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """The result. The same call gives the same, however many jobs it ran in, if all budgets are in nodes."""

    lumarium: str
    compiled: bool
    game: str
    rules_version: int
    options: dict[str, Any]
    bots: tuple[str, ...]
    players: tuple[int, ...]
    seed: int | str
    asked: int
    games: int
    duels: list[Duel]
    ratings: list[Rating]
    failures: list[Failure]

    @property
    def complete(self) -> bool:
        """Were all games played?"""
        return self.games == self.asked


class Task(NamedTuple):
    """What every process needs to know."""

    game: str
    pairings: tuple[Pairing, ...]
    each: int
    seed: int | str
    options: dict[str, Any]
    on_failure: OnFailure

    @property
    def games(self) -> int:
        """How many games there are in all."""
        return self.each * len(self.pairings)


def tournament(
    game: str | Game,
    bots: Sequence[str],
    games: int,
    players: Sequence[int] = (),
    seed: int | str | None = None,
    options: Any = None,
    jobs: int = 1,
    progress: Progress | None = None,
    on_failure: OnFailure | None = None,
) -> Tournament:
    """Plays `games` games per pairing and player count and rates the bots.

    Of each pair the bot named later sits alone against the one named earlier in the other seats. It takes every seat in
    turn on the same luck, so the luck of the deal favours nobody. Ctrl-C ends it early with what has been played.
    """
    found = registry.game(game) if isinstance(game, str) else game
    counts = tuple(players) or (found.players[0],)
    _check(found, bots, counts)
    pairings = [Pairing(count, later, earlier) for count in counts for earlier, later in combinations(bots, 2)]
    chosen = msgspec.to_builtins(found.options(options))
    luck = fresh_seed() if seed is None else seed
    task = Task(found.name, tuple(pairings), games, luck, chosen, on_failure or OnFailure())
    played: list[Played] = []

    def note(games: list[Played]) -> None:
        played.extend(games)
        if progress is not None:
            progress(len(played), task.games)

    with stopping() as stop:
        if jobs == 1:
            play_games(task, range(task.games), stop, note)
        else:
            for part in spread(play_games, task, task.games, jobs, stop):
                note(part)
    return _result(found, task, tuple(bots), counts, sorted(played, key=lambda game: game.number))


def play_games(
    task: Task, numbers: range, stop: Stop, note: Callable[[list[Played]], None] | None = None
) -> list[Played]:
    """Plays the games with these numbers until told to stop."""
    game = registry.game(task.game)
    played = []
    for number in numbers:
        if stop.is_set():
            break
        seats, luck = seating(task, number)
        begun = perf_counter()
        match, failures = play_game(game, seats, luck, (task.seed, number), task.options, task.on_failure)
        state = match.state
        result = Played(number, seats, state.ranking, state.scores, match.version, failures, perf_counter() - begun)
        played.append(result)
        if note is not None:
            note([result])
    return played


def seating(task: Task, number: int) -> tuple[tuple[str, ...], Chance]:
    """Who sits where in a game, and its luck: shared by all pairings of as many players, and by a whole rotation."""
    pairing = task.pairings[number // task.each]
    round_, seat = divmod(number % task.each, pairing.players)
    seats = tuple(pairing.alone if place == seat else pairing.others for place in range(pairing.players))
    return seats, Chance(task.seed).fork(f"{pairing.players} players, round {round_}")


def _check(game: Game, bots: Sequence[str], counts: Sequence[int]) -> None:
    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise BadOptions(Message("kernel", "bots.pairing", given=", ".join(bots) or "-"))
    for bot in bots:
        new_bot(bot)
    for count in counts:
        check_seats(game, [bots[0]] * count)


def _result(game: Game, task: Task, bots: tuple[str, ...], counts: tuple[int, ...], played: list[Played]) -> Tournament:
    by_pairing: list[list[Played]] = [[] for _ in task.pairings]
    for each in played:
        by_pairing[each.number // task.each].append(each)
    return Tournament(
        lumarium=lumarium.__version__,
        compiled=lumarium.compiled,
        game=game.name,
        rules_version=game.rules_version,
        options=task.options,
        bots=bots,
        players=counts,
        seed=task.seed,
        asked=task.games,
        games=len(played),
        duels=[_duel(pairing, games) for pairing, games in zip(task.pairings, by_pairing, strict=True)],
        ratings=ratings(bots, ((each.seats, each.places) for each in played)),
        failures=[failure for each in played for failure in each.failures],
    )


def _duel(pairing: Pairing, games: list[Played]) -> Duel:
    wins = 0.0
    for game in games:
        seat = game.seats.index(pairing.alone)
        if game.places[seat] == 1:
            wins += 1 / game.places.count(1)
    low, high = interval(wins, len(games))
    return Duel(
        players=pairing.players,
        alone=_side(pairing.alone, games),
        others=_side(pairing.others, games),
        games=len(games),
        wins=wins,
        share=wins / len(games) if games else 0.0,
        low=low,
        high=high,
        fair=1 / pairing.players,
    )


def _side(bot: str, games: list[Played]) -> Side:
    seats = [(game, seat) for game in games for seat, name in enumerate(game.seats) if name == bot]
    number = len(seats) or 1
    points = sum(game.scores[seat] for game, seat in seats) / number
    return Side(bot, points, sum(game.places[seat] for game, seat in seats) / number)
