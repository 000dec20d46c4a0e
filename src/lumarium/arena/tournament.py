"""Every bot against every other, on the same luck: who is stronger, by how much, and how sure that is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

import lumarium
from lumarium.kernel import registry
from lumarium.kernel.chance import Chance
from lumarium.kernel.errors import BadOptions
from lumarium.kernel.game import Game
from lumarium.kernel.message import Message

from .players import AnyBot, Guests, admit, check_seats, welcome
from .rating import Rating, interval, ratings
from .rows import Rows
from .simulate import fresh_seed
from .single import Failure, OnFailure, Played, Table
from .spreading import Progress, play_all


class Pairing(NamedTuple):
    """One bot alone in its seat against another in all the other seats."""

    players: int
    alone: str
    others: str


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
    """What everyone who plays needs to know."""

    game: str
    pairings: tuple[Pairing, ...]
    each: int
    seed: int | str
    options: dict[str, Any]
    on_failure: OnFailure
    guests: Guests = ()
    recorded: bool = False

    @property
    def games(self) -> int:
        """How many games there are in all."""
        return self.each * len(self.pairings)

    @property
    def bots(self) -> tuple[str, ...]:
        """Those of all pairings, and the fallback."""
        named = [bot for pairing in self.pairings for bot in (pairing.alone, pairing.others)]
        return (*dict.fromkeys(named), *filter(None, [self.on_failure.fallback]))

    def begin(self) -> Callable[[int], Played]:
        """Sets up a table for everybody's place at it, when it is needed."""
        admit(self.guests)
        game, source = registry.game(self.game), Chance(self.seed)
        tables: dict[tuple[str, ...], Table] = {}

        def play(number: int) -> Played:
            seats = self.seats(number)
            if seats not in tables:
                tables[seats] = Table(game, seats, self.options, self.on_failure)
            return tables[seats].play(number, self.seed, source.fork(self.luck(number)), self.recorded)

        return play

    def seats(self, number: int) -> tuple[str, ...]:
        """Who sits where in a game: the bot that is alone takes every seat in turn."""
        pairing = self.pairings[number // self.each]
        seat = number % self.each % pairing.players
        return tuple(pairing.alone if place == seat else pairing.others for place in range(pairing.players))

    def luck(self, number: int) -> str:
        """Which luck a game has: shared by all pairings of as many players, and by a whole rotation."""
        players = self.pairings[number // self.each].players
        return f"{players} players, round {number % self.each // players}"

    def counted(self, games: list[Played]) -> None:
        """Nothing is counted before all games are there."""

    def kept(self, games: list[Played]) -> list[Played]:
        """All of them."""
        return games


def tournament(
    game: str | Game,
    bots: Sequence[AnyBot],
    games: int,
    players: Sequence[int] = (),
    seed: int | str | None = None,
    options: Any = None,
    jobs: int = 1,
    progress: Progress | None = None,
    on_failure: OnFailure | None = None,
    cluster: str | None = None,
    table: str | Path | None = None,
) -> Tournament:
    """Plays `games` games per pairing and player count and rates the bots.

    Of each pair the bot named later sits alone against the one named earlier in the other seats. It takes every seat in
    turn on the same luck, so the luck of the deal favours nobody. Ctrl-C ends it early with what has been played.
    Bots, `table` and `cluster` are as in `simulate`.
    """
    found = registry.game(game) if isinstance(game, str) else game
    counts = tuple(players) or (found.counts(found.options(options))[0],)
    names, guests = welcome(bots)
    _check(found, names, counts, options)
    rows = None if table is None else Rows(table)
    pairings = [Pairing(count, later, earlier) for count in counts for earlier, later in combinations(names, 2)]
    chosen = msgspec.to_builtins(found.options(options))
    luck = fresh_seed() if seed is None else seed
    task = Task(found.name, tuple(pairings), games, luck, chosen, on_failure or OnFailure(), guests)
    played = [each for part in play_all(task, jobs, cluster, progress) for each in part.games]
    played.sort(key=lambda game: game.number)
    if rows is not None:
        rows.add(played)
        rows.write()
    return _result(found, task, names, counts, played)


def _check(game: Game, bots: Sequence[str], counts: Sequence[int], options: Any) -> None:
    if len(bots) < 2 or len(set(bots)) < len(bots):
        raise BadOptions(Message("kernel", "bots.pairing", given=", ".join(bots) or "-"))
    for bot in bots:
        for count in counts:
            check_seats(game, [bot] * count, options)


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
