"""Results as data: a file with one row for each game, for pandas, polars and whoever reads CSV or Parquet."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import TypeAlias

import msgspec

from lumarium.kernel.errors import LumariumError
from lumarium.kernel.message import Message
from lumarium.kernel.record import save_whole

from .single import Played

CSV, PARQUET = ".csv", ".parquet"

Cell: TypeAlias = int | str | list[int] | None


class Rows:
    """The rows of a file. Columns of a seat end with its number, counted from 0 as everywhere in the library."""

    def __init__(self, path: str | Path) -> None:
        """Raises at once if the file cannot be of the kind that its name says."""
        self.path = Path(path)
        self._games: list[Played] = []
        kind = self.path.suffix.lower()
        if kind not in (CSV, PARQUET):
            raise LumariumError(Message("kernel", "cli.table_kind", path=str(path)))
        if kind == PARQUET and find_spec("pyarrow") is None:
            raise LumariumError(Message("kernel", "cli.no_pyarrow"))
        self._encode = _csv if kind == CSV else _parquet

    def add(self, games: Iterable[Played]) -> None:
        """These games were played."""
        self._games += [msgspec.structs.replace(each, record=None) if each.record else each for each in games]

    def write(self) -> None:
        """Writes the file, whole or not at all; the rows are in the order of the games, whoever played them."""
        self._games.sort(key=lambda game: game.number)
        try:
            save_whole(self.path, self._encode(columns(self._games)))
        except OSError as error:
            raise unwritable(self.path, error) from error


def unwritable(path: Path, error: OSError) -> LumariumError:
    """What a caller hears of a file that could not be written."""
    return LumariumError(Message("kernel", "cli.unwritable", path=str(path), problem=error.strerror or str(error)))


def columns(games: list[Played]) -> dict[str, list[Cell]]:
    """What a file of these games holds, column by column."""
    found: dict[str, list[Cell]] = {
        "game": [game.number for game in games],
        "seed": [str(game.seed) for game in games],
        "players": [len(game.seats) for game in games],
        "decisions": [game.decisions for game in games],
        "ending": [game.ending for game in games],
        "failures": [len(game.failures) for game in games],
    }
    for seat in range(max((len(game.seats) for game in games), default=0)):
        there = [seat < len(game.seats) for game in games]
        pairs = list(zip(games, there, strict=True))
        found[f"bot_{seat}"] = [game.seats[seat] if sits else None for game, sits in pairs]
        found[f"score_{seat}"] = [game.scores[seat] if sits else None for game, sits in pairs]
        found[f"place_{seat}"] = [game.places[seat] if sits else None for game, sits in pairs]
    for name in sorted({name for game in games for name in game.figures}):
        _add_figure(found, games, name)
    return found


def _add_figure(found: dict[str, list[Cell]], games: list[Played], name: str) -> None:
    """What the game itself counts: a number, or a list of them where any game had several or none."""
    lists = [game.figures.get(name, []) for game in games]
    places = max(map(len, lists))
    title = name.replace(" ", "_")
    for place in range(places):
        seen = [each[place] if place < len(each) else None for each in lists]
        single = all(numbers is None or len(numbers) == 1 for numbers in seen)
        column = title if places == 1 else f"{title}_{place}"
        found[column] = [numbers[0] if numbers and single else numbers for numbers in seen]


def _csv(table: dict[str, list[Cell]]) -> bytes:
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table)
    for row in zip(*table.values(), strict=True):
        writer.writerow([" ".join(map(str, cell)) if isinstance(cell, list) else cell for cell in row])
    return text.getvalue().encode()


def _parquet(table: dict[str, list[Cell]]) -> bytes:
    import pyarrow
    from pyarrow import parquet

    sink = pyarrow.BufferOutputStream()
    parquet.write_table(pyarrow.table(table), sink)
    data: bytes = sink.getvalue().to_pybytes()
    return data
