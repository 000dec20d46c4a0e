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
from lumarium.kernel.record import save_whole

from .players import AnyBot, Guests, admit, check_seats, new_bot, welcome
from .rows import Rows, unwritable
from .single import Failure, OnFailure, Played, Table
from .spreading import Progress, play_all
from .tally import Tally


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
    """What everyone who plays needs to know."""

    game: str
    table: tuple[str, ...]
    seed: int | str
    options: dict[str, Any]
    games: int
    recorded: bool
    listed: bool
    """Are the games wanted one by one?"""
    on_failure: OnFailure
    guests: Guests = ()

    @property
    def bots(self) -> tuple[str, ...]:
        """Those at the table, and the fallback."""
        return (*self.table, *filter(None, [self.on_failure.fallback]))

    def begin(self) -> Callable[[int], Played]:
        """Sets up the table."""
        admit(self.guests)
        table = Table(registry.game(self.game), self.table, self.options, self.on_failure)
        source = Chance(self.seed)
        return lambda number: table.play(number, self.seed, source.fork(number), self.recorded)

    def seats(self, number: int) -> tuple[str, ...]:
        """The same in every game."""
        return self.table

    def counted(self, games: list[Played]) -> Tally:
        """Everything is counted."""
        return Tally.of(games, len(self.table))

    def kept(self, games: list[Played]) -> list[Played]:
        """Where there is something to be written of each."""
        return games if self.recorded or self.listed else []


def simulate(
    game: str | Game,
    seats: Sequence[AnyBot],
    games: int,
    seed: int | str | None = None,
    options: Any = None,
    jobs: int = 1,
    records: str | Path | None = None,
    progress: Progress | None = None,
    on_failure: OnFailure | None = None,
    cluster: str | None = None,
    table: str | Path | None = None,
) -> Result:
    """Plays the games and counts. Ctrl-C ends it early, with the games that were finished by then.

    A seat is a text such as "medium" or "mybot.py:MyBot", a class of bots, or a bot, of which every game has a copy.
    `records` is a new or empty folder for a record of each game, `table` a file (.csv or .parquet) with a row for each;
    `on_failure` says what happens to bots that fail. With more than one job, the games run in processes that import the
    main module anew: a script calls this under `if __name__ == "__main__"`. `cluster` is the address of a Ray cluster,
    or "auto", which plays in place of this machine.
    """
    found = registry.game(game) if isinstance(game, str) else game
    names, guests = welcome(seats)
    check_seats(found, names, options)
    on_failure = on_failure or OnFailure()
    if on_failure.fallback:
        new_bot(on_failure.fallback)
    chosen = msgspec.to_builtins(found.options(options))
    rows = None if table is None else Rows(table)
    folder = None if records is None else prepared(records)
    luck = fresh_seed() if seed is None else seed
    task = Task(found.name, names, luck, chosen, games, folder is not None, rows is not None, on_failure, guests)
    tally = Tally.empty(len(seats))
    for part in play_all(task, jobs, cluster, progress):
        assert part.tally is not None
        tally.add(part.tally)
        if folder is not None:
            save_records(folder, found.name, games, part.games)
        if rows is not None:
            rows.add(part.games)
    if rows is not None:
        rows.write()
    return _result(found, task, tally)


def fresh_seed() -> int:
    """A seed for those who gave none: exact in any JSON reader, and too long to be found by trying."""
    return secrets.randbits(53)


def record_path(folder: Path, game: str, games: int, number: int) -> Path:
    """Where the record of one of so many games lies."""
    return folder / f"{game}-{number:0{len(str(games - 1))}}.jsonl"


def save_records(folder: Path, game: str, games: int, played: list[Played]) -> None:
    """Writes the records of these, of so many games."""
    for each in played:
        assert each.record is not None
        path = record_path(folder, game, games, each.number)
        try:
            save_whole(path, each.record)
        except OSError as error:
            raise unwritable(path, error) from error


def prepared(records: str | Path) -> Path:
    """A new or empty folder for records."""
    folder = Path(records)
    if folder.exists() and not folder.is_dir():
        raise LumariumError(Message("kernel", "cli.not_a_folder", path=str(folder)))
    try:
        if folder.is_dir() and any(folder.iterdir()):
            raise LumariumError(Message("kernel", "cli.not_empty", path=str(folder)))
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(folder, error) from error
    return folder


def _result(game: Game, task: Task, tally: Tally) -> Result:
    games, players = tally.games, len(task.table)
    results = [
        SeatResult(
            seat=number,
            bot=name,
            mean=seat.mean(games),
            deviation=seat.deviation(games),
            wins=seat.won(),
            places=[seat.places[place] for place in range(1, players + 1)],
        )
        for number, (name, seat) in enumerate(zip(task.table, tally.seats, strict=True))
    ]
    total = sum(length * number for length, number in tally.decisions.items())
    lengths = tally.decisions or {0: 0}
    return Result(
        lumarium=lumarium.__version__,
        game=game.name,
        rules_version=game.rules_version,
        options=msgspec.to_builtins(game.options(task.options)),
        players=players,
        seats=task.table,
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
