"""Many games of the same bots. Game number i is the same whatever else is played, in whichever process."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

import lumarium
from lumarium.kernel import registry
from lumarium.kernel.chance import Chance
from lumarium.kernel.errors import LumariumError
from lumarium.kernel.game import Game
from lumarium.kernel.message import Message

from .players import check_seats, new_bot
from .processes import spread
from .single import Failure, OnFailure, play_game
from .stopping import Stop, stopping
from .tally import Tally

Progress = Callable[[int, int], None]
"""Told how many of how many games have been played."""


class SeatResult(msgspec.Struct, frozen=True):
    """How one seat fared."""

    seat: int
    bot: str
    mean: float
    deviation: float
    wins: float
    """A win shared by n seats counts as 1/n; the wins of all seats add up to the number of games."""
    places: list[int]
    """How often the seat was first, second, and so on; shared places are counted in full."""


class Decisions(msgspec.Struct, frozen=True):
    """How many decisions a game took."""

    mean: float
    min: int
    max: int


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a simulation. The same call gives the same result, however many jobs it ran in."""

    lumarium: str
    game: str
    rules_version: int
    options: dict[str, Any]
    players: int
    seats: tuple[str, ...]
    seed: int | str
    asked: int
    games: int
    """How many were played: fewer than asked if it was stopped early."""
    results: list[SeatResult]
    decisions: Decisions
    endings: dict[str, int]
    figures: dict[str, list[dict[int, int]]]
    """What the game itself counts, such as rounds or tricks: how often each number was seen, by seat or in all."""
    failures: list[Failure]
    """Decisions that bots failed to make."""

    @property
    def complete(self) -> bool:
        """Were all games played?"""
        return self.games == self.asked


class Task(NamedTuple):
    """What every process needs to know."""

    game: str
    seats: tuple[str, ...]
    seed: int | str
    options: dict[str, Any]
    games: int
    records: Path | None
    on_failure: OnFailure


def simulate(
    game: str | Game,
    seats: Sequence[str],
    games: int,
    seed: int | str | None = None,
    options: Any = None,
    jobs: int = 1,
    records: str | Path | None = None,
    progress: Progress | None = None,
    on_failure: OnFailure | None = None,
) -> Result:
    """Plays the games and counts. Ctrl-C ends it early, with the games that were finished by then.

    `records` is a new or empty folder for a record of each game; `on_failure` says what happens to bots that fail. With
    more than one job, the games run in processes that import the main module anew: a script calls this under
    `if __name__ == "__main__"`.
    """
    found = registry.game(game) if isinstance(game, str) else game
    check_seats(found, seats)
    on_failure = on_failure or OnFailure()
    if on_failure.fallback:
        new_bot(on_failure.fallback)
    chosen = msgspec.to_builtins(found.options(options))
    folder = None if records is None else Path(records)
    _prepare(folder)
    task = Task(found.name, tuple(seats), fresh_seed() if seed is None else seed, chosen, games, folder, on_failure)
    with stopping() as stop:
        if jobs == 1:
            tally = play_games(task, range(games), stop, progress)
        else:
            tally = Tally.empty(len(task.seats))
            for part in spread(play_games, task, games, jobs, stop):
                tally.add(part)
                if progress is not None:
                    progress(tally.games, games)
    return _result(found, task, tally)


def fresh_seed() -> int:
    """A seed for those who gave none: exact in any JSON reader, and too long to be found by trying."""
    return secrets.randbits(53)


def play_games(task: Task, numbers: range, stop: Stop, progress: Progress | None = None) -> Tally:
    """Plays the games with these numbers until told to stop."""
    game = registry.game(task.game)
    tally = Tally.empty(len(task.seats))
    for number in numbers:
        if stop.is_set():
            break
        luck = Chance(task.seed).fork(number)
        match, failures = play_game(game, task.seats, luck, (task.seed, number), task.options, task.on_failure)
        if task.records is not None:
            match.record.save(task.records / f"{task.game}-{number:0{len(str(task.games - 1))}}.jsonl")
        tally.count(match)
        tally.failures += failures
        if progress is not None:
            progress(tally.games, task.games)
    return tally


def _prepare(records: Path | None) -> None:
    if records is None:
        return
    if records.exists() and not records.is_dir():
        raise LumariumError(Message("kernel", "cli.not_a_folder", path=str(records)))
    try:
        if records.is_dir() and any(records.iterdir()):
            raise LumariumError(Message("kernel", "cli.not_empty", path=str(records)))
        records.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        problem = error.strerror or str(error)
        raise LumariumError(Message("kernel", "cli.unwritable", path=str(records), problem=problem)) from error


def _result(game: Game, task: Task, tally: Tally) -> Result:
    games, players = tally.games, len(task.seats)
    results = [
        SeatResult(
            seat=number,
            bot=name,
            mean=seat.mean(games),
            deviation=seat.deviation(games),
            wins=seat.won(),
            places=[seat.places[place] for place in range(1, players + 1)],
        )
        for number, (name, seat) in enumerate(zip(task.seats, tally.seats, strict=True))
    ]
    total = sum(length * number for length, number in tally.decisions.items())
    lengths = tally.decisions or {0: 0}
    return Result(
        lumarium=lumarium.__version__,
        game=game.name,
        rules_version=game.rules_version,
        options=msgspec.to_builtins(game.options(task.options)),
        players=players,
        seats=task.seats,
        seed=task.seed,
        asked=task.games,
        games=games,
        results=results,
        decisions=Decisions(total / games if games else 0.0, min(lengths), max(lengths)),
        endings=dict(sorted(tally.endings.items())),
        figures={
            name: [dict(sorted(count.items())) for count in tally.figures[name]] for name in sorted(tally.figures)
        },
        failures=sorted(tally.failures),
    )
