"""Games as rows for learning."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

import lumarium
from lumarium import LumariumError, Match, Record
from lumarium.arena.dataset import dataset, from_records
from lumarium.arena.simulate import simulate
from tests.cli.conftest import Command
from tests.cli.terminal import run

parquet = pytest.importorskip(
    "pyarrow.parquet", reason='no pyarrow: .venv/bin/pip install -c constraints.txt ".[parquet]"'
)


@pytest.mark.parametrize("name", lumarium.games())
def test_rows_are_the_decisions_of_the_games(name: str, tmp_path: Path) -> None:
    game = lumarium.game(name)
    players = game.players[0]
    made = dataset(name, ["random"] * players, 2, tmp_path / "a.parquet", seed=5, observations=True)
    simulate(name, ["random"] * players, 2, seed=5, records=tmp_path / "records")
    rows = iter(parquet.read_table(tmp_path / "a.parquet").to_pylist())
    for number, path in enumerate(sorted((tmp_path / "records").iterdir())):
        record = Record.load(path)
        match = Match(name, players, seed=record.header.chance.seed)  # type: ignore[union-attr]  # it is seeded
        for place, move in enumerate(record.moves):
            row, seat = next(rows), match.state.turn
            assert seat is not None
            assert (row["record"], row["move"], row["players"]) == (f"{name}-{number}", place, players)
            assert (row["seat"], row["notation"], game.actions[row["action"]].notation) == (seat, move, move)
            assert row["legal"] == match.state.legal()
            assert row["observation"] == list(game.features.observe(match.state, seat))
            assert (row["score"], row["place"]) == (record.end.scores[seat], record.end.ranking[seat])
            match.play(move)
    assert next(rows, None) is None
    assert made.games == 2
    assert f"{made.decisions:,} decisions" in (tmp_path / "a.md").read_text()


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    call = ("dataset", "luminos", "--seats", "random,easy", "--games", "3", "--seed", "7")
    for out, jobs in (("a", "1"), ("b", "2")):
        done = run(*call, "--jobs", jobs, str(tmp_path / f"{out}.parquet"))
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "a.parquet").read_bytes() == (tmp_path / "b.parquet").read_bytes()
    card = (tmp_path / "a.md").read_text()
    assert card == (tmp_path / "b.md").read_text()
    assert "lumarium dataset luminos --seats random,easy --games 3 --seed 7 OUT" in card


def test_records_lose_names_and_seeds(tmp_path: Path) -> None:
    simulate("luminos", ["random:Ana", "random:Ben"], 2, seed="my secret", records=tmp_path / "games")
    match = Match("luminos", players=2, seed=1, names=("Cleo", "Dan"))
    match.record.save(tmp_path / "games" / "unfinished.jsonl")
    made = from_records(sorted((tmp_path / "games").iterdir()), tmp_path / "a.parquet")
    assert made.games == 2
    written = (tmp_path / "a.parquet").read_bytes() + (tmp_path / "a.md").read_bytes() + msgspec.json.encode(made)
    for word in (b"Ana", b"Ben", b"Cleo", b"secret/", b"my secret"):
        assert word not in written
    assert "Left out: who played" in (tmp_path / "a.md").read_text()


def test_what_was_taken_back_is_no_decision(tmp_path: Path) -> None:
    match = Match("luminos", players=2, seed=1)
    moves = 0
    while not match.over:
        match.play(match.state.legal()[0])
        moves += 1
        if moves < 9 and match.can_undo():
            match.undo()
            match.play(match.state.legal()[-1])
    match.record.save(tmp_path / "game.jsonl")
    from_records([tmp_path / "game.jsonl"], tmp_path / "a.parquet")
    rows = parquet.read_table(tmp_path / "a.parquet").to_pylist()
    assert [row["notation"] for row in rows] == match.record.moves


def test_mistakes_have_names(tmp_path: Path) -> None:
    with pytest.raises(LumariumError, match="ends with .parquet"):
        dataset("lumen", ["random"] * 3, 1, tmp_path / "a.csv")
    with pytest.raises(LumariumError, match="no finished game"):
        from_records([], tmp_path / "a.parquet")
    refused = run("dataset", "lumen", str(tmp_path / "a.parquet"))
    assert refused.returncode == 2
    assert "--seats" in refused.stderr


def test_what_is_missing_is_not_replaced_by_another_format(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("lumarium.arena.dataset.find_spec", lambda _: None)
    with pytest.raises(LumariumError, match=r"a dataset needs pyarrow; .*'\.\[parquet\]'") as caught:
        dataset("lumen", ["random"] * 3, 1, tmp_path / "a.parquet")
    assert ".csv" not in caught.value.describe("de")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--records", "nowhere"), "there is no folder nowhere"),
        (("--records", "."), "no finished game of lumen among these records"),
        (("--records", ".", "--seats", "easy,easy,easy"), "name one of them: the bots by --seats"),
    ],
)
def test_records_that_are_none(command: Command, args: tuple[str, ...], words: str) -> None:
    Match("luminos", players=2, seed=7).record.save("game.jsonl")
    refused = command("dataset", "lumen", *args, "a.parquet")
    assert refused.code == 2
    assert words in refused.err


@pytest.mark.usefixtures("stopped")
def test_games_that_were_stopped_or_decided_by_the_fallback_are_told(
    command: Command, lost: str, tmp_path: Path
) -> None:
    seats = ("--seats", f"{lost},random,random", "--fallback", "random")
    done = command("dataset", "lumen", *seats, "--games", "9", "--jobs", "1", "a.parquet")
    assert done.code == 130
    assert re.search(r"bots failed to make \d+ decisions; the fallback made them\n", done.err)
    assert done.err.endswith("lumarium: stopped early: 1 of 9 games were played\n")
    assert "Bots failed to make " in (tmp_path / "a.md").read_text()
