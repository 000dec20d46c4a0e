"""How strong a bot is by a measure that is the same for everybody: fixed opponents, luck and seats.

The bot sits alone against each opponent in all the other seats, in every seat in turn on the same luck, with the
fewest and the most players of the game. So the luck of a deal is everybody's, and what is counted is the mean of each
such round. Whoever has the result and the records can check it: the opponents' decisions follow from their luck, and
are made again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import lcm, sqrt
from pathlib import Path
from time import process_time

import msgspec

import lumarium
from lumarium.kernel import registry
from lumarium.kernel.action import Action
from lumarium.kernel.chance import Chance
from lumarium.kernel.errors import BadOptions, LumariumError
from lumarium.kernel.game import Game
from lumarium.kernel.given import quoted, shortened
from lumarium.kernel.message import Message
from lumarium.kernel.record import Move, Record, Seeded
from lumarium.kernel.view import View

from .asking import ask
from .players import AnyBot, Guests, admit, bot_luck, bot_maker, check_seats, dismiss, kind, welcome
from .rating import NORMAL_95
from .simulate import prepared, record_path, save_records
from .single import OnFailure, Played, Table
from .spreading import Progress, play_all
from .stopping import Stopped
from .tournament import Pairing, Task

VERSION = 1
"""Raised whenever opponents, seeds or counts change: results of different versions are not compared."""
OPPONENTS = ("random", "easy", "medium")
ROUNDS = 10
LUCK = f"lumarium benchmark {VERSION}"
CANDIDATE = ":candidate"
"""After the bot's own name, so that it can play against its like."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """Against one opponent with so many players."""

    players: int
    opponent: str
    games: int
    wins: float
    """A win shared by n seats counts as 1/n."""
    share: float
    share_error: float | None
    """Half of the 95 % interval, over rounds of the same luck in every seat; a single round tells of none."""
    fair: float
    points: float
    lead: float
    """Own points above the mean of the others."""
    lead_error: float | None


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """The result. The same bot gives the same, if its budget is in nodes."""

    benchmark: int
    lumarium: str
    game: str
    rules_version: int
    bot: str
    rounds: int
    rows: list[Row]
    failures: int = 0
    """Decisions that the bot failed to make and the fallback made: with them the result is not the bot's alone."""
    milliseconds: float | None = None
    """Of processor time for a decision with a choice, where it was asked for: it differs from run to run."""


def benchmark(
    game: str | Game,
    bot: AnyBot,
    rounds: int = ROUNDS,
    jobs: int = 1,
    records: str | Path | None = None,
    progress: Progress | None = None,
    on_failure: OnFailure | None = None,
    cluster: str | None = None,
    timed: bool = False,
) -> Standing:
    """Plays the bot against the fixed opponents; `records` is a new or empty folder for all games."""
    found = registry.game(game) if isinstance(game, str) else game
    (name,), guests = welcome([bot])
    check_seats(found, [name] * found.players[0])
    folder = None if records is None else prepared(records)
    task = _task(found, name, rounds, on_failure or OnFailure(), guests, folder is not None)
    played: list[Played] = []
    for part in play_all(task, jobs, cluster, progress):
        played += part.games
        if folder is not None:
            save_records(folder, found.name, task.games, part.games)
    if len(played) < task.games:
        raise Stopped(Message("kernel", "cli.partial", games=len(played), asked=task.games))
    return _standing(found, task, name, rounds, played, _milliseconds(found, name) if timed else None)


def check(standing: Standing, records: str | Path) -> None:
    """Raises unless the records are the games of this benchmark, played by its opponents, and give this result."""
    game = registry.game(standing.game)
    if (standing.benchmark, standing.rules_version) != (VERSION, game.rules_version):
        ours, theirs = f"{VERSION}, {game.rules_version}", f"{standing.benchmark}, {standing.rules_version}"
        raise BadOptions(Message("kernel", "benchmark.version", ours=ours, theirs=theirs))
    task = _task(game, standing.bot, standing.rounds, OnFailure(), (), True)
    played = [_again(game, task, number, Path(records)) for number in range(task.games)]
    found = _standing(game, task, standing.bot, standing.rounds, played, standing.milliseconds)
    # Neither the version nor how often somebody else decided can be told from the games.
    found = msgspec.structs.replace(found, lumarium=standing.lumarium, failures=standing.failures)
    here, there = _facts(found), _facts(standing)
    for name in {**here, **there}:
        ours, theirs = str(here.get(name)), str(there.get(name))
        if ours != theirs:
            raise BadOptions(Message("kernel", "benchmark.forged", name=name, ours=ours, theirs=theirs))


def _facts(standing: Standing) -> dict[str, object]:
    """All that a result says, each under the place where it stands."""
    plain: dict[str, object] = msgspec.structs.asdict(standing)
    del plain["rows"]
    for place, row in enumerate(standing.rows):
        plain |= {f"rows[{place}].{name}": fact for name, fact in msgspec.structs.asdict(row).items()}
    return plain


def number_of_games(game: Game, rounds: int) -> int:
    """How many games that takes."""
    return _task(game, OPPONENTS[0], rounds, OnFailure(), (), False).games


def _task(game: Game, bot: str, rounds: int, on_failure: OnFailure, guests: Guests, recorded: bool) -> Task:
    if rounds < 1:
        raise BadOptions(Message("kernel", "benchmark.rounds", given=quoted(rounds)))
    counts = sorted({game.players[0], game.players[-1]})
    pairings = tuple(Pairing(count, bot + CANDIDATE, opponent) for count in counts for opponent in OPPONENTS)
    # As many games for every pairing, and of each count whole rounds.
    each = rounds * lcm(*counts)
    return Task(game.name, pairings, each, LUCK, msgspec.to_builtins(game.options()), on_failure, guests, recorded)


def _standing(
    game: Game, task: Task, bot: str, rounds: int, played: list[Played], milliseconds: float | None
) -> Standing:
    played = sorted(played, key=lambda each: each.number)
    return Standing(
        benchmark=VERSION,
        lumarium=lumarium.__version__,
        game=game.name,
        rules_version=game.rules_version,
        bot=bot,
        rounds=rounds,
        rows=[
            _row(pairing, played[place * task.each : (place + 1) * task.each])
            for place, pairing in enumerate(task.pairings)
        ],
        failures=sum(len(each.failures) for each in played),
        milliseconds=milliseconds,
    )


def _row(pairing: Pairing, games: list[Played]) -> Row:
    wins, points, leads = [], [], []
    for game in games:
        seat = game.seats.index(pairing.alone)
        wins.append(1 / game.places.count(1) if game.places[seat] == 1 else 0.0)
        points.append(game.scores[seat])
        leads.append(game.scores[seat] - (sum(game.scores) - game.scores[seat]) / (pairing.players - 1))
    share, share_error = _mean(wins, pairing.players)
    lead, lead_error = _mean(leads, pairing.players)
    return Row(
        players=pairing.players,
        opponent=pairing.others,
        games=len(games),
        wins=sum(wins),
        share=share,
        share_error=share_error,
        fair=1 / pairing.players,
        points=sum(points) / len(points),
        lead=lead,
        lead_error=lead_error,
    )


def _mean(values: Sequence[float], players: int) -> tuple[float, float | None]:
    """The mean, and half of its 95 % interval: the games of a round share their luck, so rounds are what is counted."""
    rounds = [sum(values[first : first + players]) / players for first in range(0, len(values), players)]
    mean = sum(rounds) / len(rounds)
    if len(rounds) < 2:
        return mean, None
    variance = sum((each - mean) ** 2 for each in rounds) / (len(rounds) - 1)
    return mean, NORMAL_95 * sqrt(variance / len(rounds))


class Script:
    """Decides what a record says."""

    def __init__(self, moves: Iterator[str]) -> None:
        self._moves = moves

    def choose(self, view: View, legal: Sequence[Action], chance: Chance) -> Action:
        """The next move of the record."""
        move = next(self._moves, "-")
        return next(action for action in legal if action.notation == move)


def _again(game: Game, task: Task, number: int, folder: Path) -> Played:
    """The game once more: the bot's moves are the record's, all others are made again. It has to come out the same."""
    path, seats = record_path(folder, game.name, task.games, number), task.seats(number)
    record = Record.load(path)
    luck = Chance(task.seed).fork(task.luck(number))
    header = record.header
    expected = (game.name, seats, Seeded(luck.seed), task.options)
    if (header.game, header.names, header.chance, msgspec.to_builtins(game.options(header.options))) != expected:
        raise BadOptions(Message("kernel", "benchmark.other", path=str(path)))
    seat = seats.index(task.pairings[number // task.each].alone)
    moves = [entry for entry in record.entries if isinstance(entry, Move)]
    admit(((seats[seat], lambda: Script(move.move for move in moves if move.seat == seat)),))
    try:
        played = Table(game, seats, task.options, task.on_failure).play(number, task.seed, luck, True)
    except LumariumError as problem:
        raise BadOptions(Message("kernel", "benchmark.moves", path=str(path))) from problem
    finally:
        dismiss(seats[seat])
    if played.record != path.read_bytes():
        raise BadOptions(Message("kernel", "benchmark.moves", path=str(path)))
    return played


def _milliseconds(game: Game, bot: str) -> float:
    """How long the bot takes for a decision with a choice, among random players in one game."""
    players, luck = game.players[0], Chance(LUCK)
    state = game.start(players, luck)
    player, own, seconds, decisions = bot_maker(bot)(), bot_luck(LUCK, 0, 0), 0.0, 0
    while not state.over:
        if state.turn != 0 or len(state.legal()) == 1:
            state.random_step(luck)
            continue
        begun = process_time()
        action = ask(player, shortened(kind(bot)), game, state.view(0), own)
        seconds, decisions = seconds + process_time() - begun, decisions + 1
        state.step(action.index, luck)
    return 1000 * seconds / max(1, decisions)
