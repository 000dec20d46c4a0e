"""Bad input: one line on stderr, exit code 2, nothing written."""

from __future__ import annotations

from pathlib import Path

import pytest

from lumarium import FairChance, Match
from tests.cli.conftest import Command, Outcome
from tests.cli.terminal import run


def refused(outcome: Outcome, *words: str) -> None:
    assert outcome.code == 2
    assert outcome.out == ""
    assert outcome.err.startswith("lumarium: ")
    assert len(outcome.err.splitlines()) == 1
    for word in words:
        assert word in outcome.err


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("rules", "lumino"), ("“lumino”", "did you mean “luminos”")),
        (("play", "lumino"), ("did you mean “luminos”",)),
        (("bench", "chess"), ("“chess”",)),
        (("play",), ("--resume",)),
        (("play", "luminos", "--seats", "human"), ("2 to 4 players, not 1",)),
        (("play", "luminos", "--seats", "human,random,random,random,random"), ("not 5",)),
        (("play", "luminos", "--seats", "human,randon"), ("“randon”", "did you mean “random”")),
        (("play", "luminos", "--seats", "human,"), ("“”",)),
        (("play", "lumen", "--seats", "human:Anna,random,human:Ben"), ("one person per terminal", "own devices")),
        (("play", "lumen", "--lang", "de", "--seats", "human,human,random"), ("ein Mensch je Terminal",)),
        (("play", "luminos", "--save", "no/such/folder.jsonl"), ("no/such",)),
        (("play", "luminos", "--save", "."), ("folder",)),
        (("play", "luminos", "--options", "missing.toml"), ("missing.toml: No such file",)),
        (("play", "luminos", "--options", "D"), ("no preset “D”", "It knows: A, B")),
        (("play", "--resume", "missing.jsonl"), ("missing.jsonl",)),
        (("play", "luminos", "--lang", "de", "--seats", "human"), ("für 2 bis 4 Personen",)),
        (("simulate", "luminos", "--seats", "random", "--games", "3"), ("not 1",)),
        (("simulate", "luminos", "--seats", "random,human", "--games", "3"), ("“human”",)),
        (("replay", "missing.jsonl"), ("missing.jsonl",)),
        (("verify", "missing.jsonl"), ("missing.jsonl",)),
    ],
)
def test_what_cannot_be(command: Command, tmp_path: Path, args: tuple[str, ...], words: tuple[str, ...]) -> None:
    refused(command(*args), *words)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.toml", "tiles = =", ("a.toml", "line 1")),
        ("a.json", "{\n  'tiles': 1}", ("a.json", "line 2")),
        ("a.json", "[1]", ("list",)),
        ("a.json", "[" * 100_000, ("a.json", "nested too deeply")),
        ("a.toml", "a = " + "[" * 100_000, ("a.toml", "nested too deeply")),
        ("a.json", '{"tiles": "A", "start": "dealt", "tiles": "B"}', ("a.json", "“tiles” is there twice")),
        ("a.json", '{"tiles": {"S": 32, "S": 31, "M": 32}}', ("“S” is there twice",)),
        ("a.yaml", "tiles: A", (".toml or .json",)),
        ("a.toml", "tile = 'A'", ("“tile”", "did you mean “tiles”")),
        ("a.toml", "tiles = 'D'", ("'D'", "$.tiles")),
        ("a.toml", "target = [8, 7, 60]", ("$.target",)),
        ("a.json", '{"tiles": {"SX": 64}}', ("“SX”",)),
    ],
)
def test_options_files(command: Command, tmp_path: Path, name: str, text: str, words: tuple[str, ...]) -> None:
    (tmp_path / name).write_text(text)
    refused(command("simulate", "luminos", "--seats", "random,random", "--games", "1", "--options", name), *words)
    refused(command("play", "luminos", "--options", name), *words)


def test_options_that_are_not_text(command: Command, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_bytes(b"\xff\xfe")
    refused(command("play", "luminos", "--options", "a.toml"), "a.toml")


@pytest.mark.parametrize("name", ["replay", "verify", "play"])
def test_damaged_records(command: Command, record: Path, name: str) -> None:
    whole = record.read_bytes()
    flag = ["--resume"] if name == "play" else []
    for damaged, words in (
        (b"", "line 1"),
        (b"\x00\xff\n", "line 1"),
        (whole[: len(whole) // 2], "line"),
        (b"".join(whole.splitlines(keepends=True)[:-1]), "closing line"),
        (whole.replace(b'"rules_version":1', b'"rules_version":2', 1), "line 1"),
    ):
        record.write_bytes(damaged)
        refused(command(name, *flag, str(record)), str(record), words)
        assert record.read_bytes() == damaged


def test_impossible_positions_and_seats(command: Command, record: Path, tmp_path: Path) -> None:
    for number in ("9999", "-1"):
        refused(command("replay", str(record), f"--at={number}"), number)
    for seat in ("0", "3"):
        refused(command("replay", str(record), "--seat", seat), "1 to 2")
    refused(command("replay", str(record), "--seat", "1", "--open"), "--open")
    refused(command("replay", str(record), "--svg", "no/such.svg"), "no/such.svg")
    refused(command("replay", str(record), "--svg", str(tmp_path)), "folder")
    assert list(tmp_path.iterdir()) == [record]


def test_records_that_cannot_go_on(command: Command, record: Path, tmp_path: Path) -> None:
    refused(command("play", "--resume", str(record), "--seats", "human,random,random"), "2 players", "names 3")
    refused(command("play", "--resume", str(record), "--seed", "3"), "--seed")
    strangers, fair = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    Match("luminos", players=2, seed=1, names=("Ada", "Bob")).record.save(strangers)
    refused(command("play", "--resume", str(strangers)), "--seats")
    Match("luminos", players=2, chance=FairChance(bytes(32)), names=("human", "random")).record.save(fair)
    refused(command("play", "--resume", str(fair)), "secret")


def test_people_who_must_not_share_a_screen_cannot_resume_at_one(command: Command, tmp_path: Path) -> None:
    both = tmp_path / "both.jsonl"
    Match("lumen", players=3, seed=1, names=("human:Anna", "human:Ben", "random")).record.save(both)
    refused(command("play", "--resume", str(both)), "one person per terminal")
    refused(command("play", "--resume", str(both), "--seats", "random,human,human"), "one person per terminal")
    assert run("play", "--resume", str(both), "--seats", "human,random,random").returncode == 0


def test_records_go_into_an_empty_folder_only(command: Command, record: Path, tmp_path: Path) -> None:
    simulate = ("simulate", "luminos", "--seats", "random,random", "--games", "2", "--records")
    refused(command(*simulate, str(tmp_path)), "not empty")
    refused(command(*simulate, str(record)), "not a folder")
    refused(command(*simulate, str(record / "below")), "below")


@pytest.mark.parametrize(
    "args",
    [
        ("nonsense",),
        ("rules",),
        ("simulate", "luminos", "--seats", "random,random", "--games", "0"),
        ("simulate", "luminos", "--seats", "random,random", "--games", "x"),
        ("play", "luminos", "--lang", "fr"),
        ("replay", "a.jsonl", "--theme", "pink"),
    ],
)
def test_usage(command: Command, args: tuple[str, ...]) -> None:
    outcome = command(*args)
    assert (outcome.code, outcome.out) == (2, "")
    assert "Usage: lumarium" in outcome.err


def test_a_real_process_gives_the_same_answer() -> None:
    done = run("rules", "lumino")
    refused(Outcome(done.returncode, done.stdout, done.stderr), "luminos")
    assert "Traceback" not in done.stderr


def test_a_broken_game_does_not_hide_the_others(tmp_path: Path) -> None:
    games = tmp_path / "games"
    (games / "brokengame").mkdir(parents=True)
    (games / "brokengame/__init__.py").write_text("raise OSError('no disc')")
    done = run("games", LUMARIUM_GAMES=str(games))
    assert done.returncode == 0
    assert "luminos" in done.stdout
    assert "no disc" in done.stderr
