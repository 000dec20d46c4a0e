"""Games as data for learning: a Parquet file with a row for each decision, and a card that says how it was made.

Whatever is in it follows from the records: game number i is that of `simulate` with the same seed. A server's finished
games, or anybody's records, become the same by `from_records`, without names, seeds and secrets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

import lumarium
from lumarium.kernel import registry
from lumarium.kernel.errors import BadRecord, LumariumError
from lumarium.kernel.game import Game
from lumarium.kernel.luck import RecordedChance
from lumarium.kernel.message import Message
from lumarium.kernel.record import Move, Record, Undo, save_whole

from .players import AnyBot, check_seats, welcome
from .simulate import Task, fresh_seed
from .single import OnFailure
from .spreading import Progress, play_all

KIND = ".parquet"
GROUP = 500
"""So many games are written in one go: memory is bounded, and the bytes do not depend on who played."""


class Made(msgspec.Struct, frozen=True, kw_only=True):
    """What a dataset is, as its card says."""

    lumarium: str
    game: str
    rules_version: int
    source: str
    seats: tuple[str, ...] | None = None
    seed: int | str | None = None
    options: dict[str, Any] | None = None
    games: int
    decisions: int
    observations: bool
    failures: int = 0
    """Decisions that bots failed to make and the fallback made."""


class Story(NamedTuple):
    """A game to be written."""

    name: str
    record: Record


def dataset(
    game: str | Game,
    seats: Sequence[AnyBot],
    games: int,
    out: str | Path,
    seed: int | str | None = None,
    options: Any = None,
    observations: bool = False,
    jobs: int = 1,
    progress: Progress | None = None,
    on_failure: OnFailure | None = None,
    cluster: str | None = None,
) -> Made:
    """Plays the games and writes `out` (.parquet) and its card beside it (.md). The same seed gives the same bytes."""
    path = checked_path(out)
    found = registry.game(game) if isinstance(game, str) else game
    names, guests = welcome(seats)
    check_seats(found, names, options)
    chosen = msgspec.to_builtins(found.options(options))
    luck = fresh_seed() if seed is None else seed
    task = Task(found.name, names, luck, chosen, games, True, True, on_failure or OnFailure(), guests)
    played = sorted(
        (each for part in play_all(task, jobs, cluster, progress) for each in part.games), key=lambda each: each.number
    )
    stories = (Story(f"{found.name}-{each.number}", Record.parse(each.record or b"")) for each in played)
    written = _write(path, found, stories, observations, len(names))
    made = Made(
        lumarium=lumarium.__version__,
        game=found.name,
        rules_version=found.rules_version,
        source="bots",
        seats=names,
        seed=luck,
        options=chosen,
        games=len(played),
        decisions=written,
        observations=observations,
        failures=sum(len(each.failures) for each in played),
    )
    save_whole(path.with_suffix(".md"), card(made).encode())
    return made


def from_records(
    files: Iterable[str | Path | Record], out: str | Path, observations: bool = False, only: str | None = None
) -> Made:
    """The same from finished games of any kind, such as those of a server: without names, seeds and secrets.

    Games with practice, or that were not finished, or of another game than `only`, are left out; all others have to be
    of one game, and with observations of one number of players.
    """
    path = checked_path(out)
    kept = [
        record
        for record in (each if isinstance(each, Record) else Record.load(each) for each in files)
        if record.end.over and not record.practice and only in (None, record.header.game)
    ]
    if not kept:
        missing = Message("kernel", "dataset.empty") if only is None else Message("kernel", "dataset.none", game=only)
        raise LumariumError(missing)
    game = registry.game(kept[0].header.game)
    counts = {record.header.players for record in kept}
    if len({record.header.game for record in kept}) > 1 or (observations and len(counts) > 1):
        raise LumariumError(Message("kernel", "dataset.mixed"))
    stories = (Story(f"{game.name}-{number}", record) for number, record in enumerate(kept))
    written = _write(path, game, stories, observations, max(counts))
    made = Made(
        lumarium=lumarium.__version__,
        game=game.name,
        rules_version=game.rules_version,
        source="records",
        games=len(kept),
        decisions=written,
        observations=observations,
    )
    save_whole(path.with_suffix(".md"), card(made).encode())
    return made


def checked_path(out: str | Path) -> Path:
    """Raises at once if the file cannot be written."""
    path = Path(out)
    if path.suffix.lower() != KIND:
        raise LumariumError(Message("kernel", "dataset.kind", path=str(out)))
    if find_spec("pyarrow") is None:
        raise LumariumError(Message("kernel", "dataset.no_pyarrow"))
    return path


def _write(path: Path, game: Game, stories: Iterator[Story], observations: bool, players: int) -> int:
    import pyarrow
    from pyarrow import parquet

    fields = [
        ("record", pyarrow.string()),
        ("move", pyarrow.int32()),
        ("players", pyarrow.int8()),
        ("seat", pyarrow.int8()),
        ("action", pyarrow.int32()),
        ("notation", pyarrow.string()),
        ("legal", pyarrow.list_(pyarrow.int32())),
        ("score", pyarrow.int32()),
        ("place", pyarrow.int8()),
    ]
    if observations:
        fields.append(("observation", pyarrow.list_(pyarrow.float32(), game.features.size(players))))
    schema, written = pyarrow.schema(fields), 0
    draft = path.with_name(path.name + ".part")
    with parquet.ParquetWriter(draft, schema) as file:
        while group := [story for story, _ in zip(stories, range(GROUP), strict=False)]:
            rows = [row for story in group for row in _rows(game, story, observations)]
            written += len(rows)
            file.write_table(pyarrow.Table.from_pylist(rows, schema))
    draft.replace(path)
    return written


def _rows(game: Game, story: Story, observations: bool) -> Iterator[dict[str, Any]]:
    """The decisions of a game, each as its seat saw it, with what came of it for that seat."""
    record = story.record
    header, moves = record.header, _kept(record)
    if header.rules_version != game.rules_version:
        theirs, ours = header.rules_version, game.rules_version
        raise BadRecord(Message("kernel", "record.rules", game=game.name, theirs=theirs, ours=ours), 1)
    chance = RecordedChance([*record.start.picks, *(pick for move in moves for pick in move.picks)])
    state = game.start(header.players, chance, header.options)
    for number, move in enumerate(moves):
        seat = state.turn
        assert seat is not None
        action = game.actions.parse(move.move)
        row: dict[str, Any] = {
            "record": story.name,
            "move": number,
            "players": header.players,
            "seat": seat,
            "action": action.index,
            "notation": action.notation,
            "legal": state.legal(),
            "score": record.end.scores[seat],
            "place": record.end.ranking[seat],
        }
        if observations:
            row["observation"] = list(game.features.observe(state, seat))
        yield row
        state.step(action.index, chance)


def _kept(record: Record) -> list[Move]:
    """The moves that were not taken back; those that were used no luck."""
    moves: list[Move] = []
    for entry in record.entries:
        if isinstance(entry, Move):
            moves.append(entry)
        elif isinstance(entry, Undo):
            moves.pop()
    return moves


COLUMNS = """| column | what |
|---|---|
| `record` | which game |
| `move` | the number of the decision in its game, from 0 |
| `players`, `seat` | how many play, and who decides, from 0 |
| `action`, `notation` | what was decided: the index of `lumarium.game(...).actions`, and as text |
| `legal` | the indices of all that could have been decided |
| `score`, `place` | how that seat ended the game; 1 is the winner |
"""
OBSERVATION = (
    "| `observation` | what the seat knew: the vector of `game.features`, explained in docs/observations.md |\n"
)
LEFT_OUT = """
Left out: who played, when and where; seeds, secrets and what was drawn; talk; moves that were taken back; games that
were not finished or in which more was taken back than the rules of the house allow. What was hidden from a seat can be
told from the moves that came later: a whole game shows it once it is over, to everybody.
"""


def card(made: Made) -> str:
    """How the dataset was made, for people; on top what Hugging Face reads."""
    text = f"""---
license: apache-2.0
pretty_name: Decisions in {made.game} ({made.games} games)
tags: [games, {made.game}, lumarium]
---

# {made.decisions:,} decisions in {made.games:,} games of {made.game}

Rules version {made.rules_version}, made by Lumarium {made.lumarium}. A row is a decision.

{COLUMNS}{OBSERVATION if made.observations else ""}"""
    if made.source != "bots":
        return text + LEFT_OUT
    options = msgspec.json.encode(made.options).decode()
    assert made.seats is not None
    more = " --observations" if made.observations else ""
    failed = f"\nBots failed to make {made.failures:,} decisions; others made them.\n" if made.failures else ""
    return f"""{text}
Made again, to the byte, by the same versions of Lumarium and pyarrow:

    lumarium dataset {made.game} --seats {",".join(made.seats)} --games {made.games} --seed {made.seed}{more} OUT

Options: `{options}`. A bot with a budget in seconds may decide differently from run to run.
{failed}"""
