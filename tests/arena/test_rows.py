"""Results as data: one row for each game, the same whoever played, and readable by everybody's tools."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

import lumarium
from lumarium import Record
from lumarium.arena.rows import columns
from lumarium.arena.simulate import simulate
from lumarium.arena.single import Played
from lumarium.arena.tournament import tournament
from lumarium.kernel.errors import LumariumError
from tests.cli.terminal import run


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("name", lumarium.games())
def test_a_row_for_each_game_tells_what_the_record_tells(name: str, tmp_path: Path) -> None:
    players = lumarium.game(name).players[0]
    result = simulate(name, ["random"] * players, 7, seed=5, records=tmp_path / "r", table=tmp_path / "t.csv")
    found = rows(tmp_path / "t.csv")
    for number, (row, file) in enumerate(zip(found, sorted((tmp_path / "r").iterdir()), strict=True)):
        record = Record.load(file)
        assert (row["game"], row["seed"]) == (str(number), record.header.chance.seed)  # type: ignore[union-attr]
        assert row["decisions"] == str(len(record.entries))
        assert [row[f"score_{seat}"] for seat in range(players)] == list(map(str, record.end.scores))
        assert [row[f"place_{seat}"] for seat in range(players)] == list(map(str, record.end.ranking))
        assert [row[f"bot_{seat}"] for seat in range(players)] == ["random"] * players
        assert row["failures"] == "0"
    assert {row["ending"] for row in found} == set(result.endings)
    assert sum(int(row["score_0"]) for row in found) / 7 == pytest.approx(result.results[0].mean)


def test_figures_are_numbers_or_lists_of_them() -> None:
    def game(number: int, seats: int, tricks: list[int]) -> Played:
        figures = {"rounds": [[3]], "tricks won": [tricks, [1, 2], [0, 0]][:seats]}
        return Played(
            number, "seed", ("a", "b", "c")[:seats], [5, 6, 7][:seats], [1, 2, 3][:seats], 9, "end", figures, []
        )

    found = columns([game(0, 3, [4, 1]), game(1, 2, [2, 2])])
    assert found["rounds"] == [3, 3]
    assert found["tricks_won_0"] == [[4, 1], [2, 2]]
    assert found["tricks_won_2"] == [[0, 0], None]
    assert (found["bot_2"], found["score_2"], found["place_2"]) == (["c", None], [7, None], [3, None])
    assert columns([])["game"] == []


def test_a_tournament_has_rows_of_tables_of_all_sizes(tmp_path: Path) -> None:
    tournament("luminos", ["random", "random:B"], 6, [2, 3], seed=1, table=tmp_path / "t.csv")
    found = rows(tmp_path / "t.csv")
    assert [row["players"] for row in found] == ["2"] * 6 + ["3"] * 6
    assert [(row["bot_0"], row["bot_1"], row["bot_2"]) for row in found[:2]] == [
        ("random:B", "random", ""),
        ("random", "random:B", ""),
    ]
    assert found[0]["seed"] == found[1]["seed"] != found[2]["seed"], "a rotation shares its luck"


def test_parquet_holds_the_same(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason='no pyarrow: .venv/bin/pip install -c constraints.txt ".[parquet]"')
    from pyarrow import parquet

    call = ("simulate", "lumen", "--seats", "random,random,random", "--games", "9", "--seed", "3", "--json")
    one, two = (tmp_path / f"{jobs}.parquet" for jobs in "12")
    for jobs, path in (("1", one), ("2", two)):
        assert run(*call, "--jobs", jobs, "--table", str(path)).returncode == 0
    assert one.read_bytes() == two.read_bytes()
    table = parquet.read_table(one).to_pydict()
    assert table["game"] == list(range(9))
    assert all(sum(tricks) for tricks in table["tricks_0"])
    simulate("lumen", ["random"] * 3, 9, seed=3, table=tmp_path / "t.csv")
    assert [row["score_1"] for row in rows(tmp_path / "t.csv")] == list(map(str, table["score_1"]))


def test_what_cannot_be_written_is_refused_before_the_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LumariumError, match="ends with .csv or .parquet"):
        simulate("luminos", ["random"] * 2, 1, records=tmp_path / "r", table=tmp_path / "t.xlsx")
    monkeypatch.setattr("lumarium.arena.rows.find_spec", lambda _: None)
    with pytest.raises(LumariumError, match=r"needs pyarrow.*\.\[parquet\]"):
        simulate("luminos", ["random"] * 2, 1, records=tmp_path / "r", table=tmp_path / "t.parquet")
    assert list(tmp_path.iterdir()) == []
    done = run(
        "simulate", "luminos", "--seats", "random,random", "--games", "1", "--table", str(tmp_path / "no" / "t.csv")
    )
    assert (done.returncode, "there is no folder" in done.stderr) == (2, True)


def test_the_command_writes_json_and_a_table(tmp_path: Path) -> None:
    call = ("tournament", "luminos", "--bots", "random,random:B", "--games", "2", "--players", "2", "--json")
    done = run(*call, "--table", str(tmp_path / "t.csv"), "--jobs", "1")
    assert json.loads(done.stdout)["games"] == len(rows(tmp_path / "t.csv")) == 2
