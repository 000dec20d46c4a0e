"""`lumarium study`: a tree in a terminal, in scripts and as JSON."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from lumarium import Chance, Match, Record, Study
from tests.cli.conftest import Command
from tests.cli.terminal import Terminal


@pytest.fixture
def file(tmp_path: Path) -> Path:
    match, luck = Match("luminos", players=2, seed=7, names=("Ana", "Ben")), Chance(2)
    for _ in range(12):
        match.play(luck.choice(match.state.legal_actions()))
    match.record.save(tmp_path / "game.jsonl")
    return tmp_path / "game.jsonl"


def test_the_tree_is_printed_and_changes_are_saved(command: Command, file: Path) -> None:
    study = Study.load(file)
    here = study.main_line()[2]
    other = next(each.notation for each in here.state.legal_actions() if here.next and each.notation != here.next.move)
    steps = ("go 2", f"play {other}", "comment Ben: what if", "name A try", "mark sky good", "save")
    done = command("study", str(file), *(word for step in steps for word in ("--do", step)))
    assert (done.code, done.err) == (0, "")
    again = Study.load(file)
    line = again.main_line()[2].children[1]
    assert (line.move, line.name, line.comments[0].by, line.comments[0].text) == (other, "A try", "Ben", "what if")
    assert [(mark.piece, mark.tone) for mark in line.marks] == [("sky", "good")]
    shown = command("study", str(file)).out.splitlines()
    place = next(at for at, text in enumerate(shown) if f"Ana: {other}" in text or f"Ben: {other}" in text)
    assert "[A try]" in shown[place]
    assert "“what if”" in shown[place]
    # A variation stands below the move that it replaces, and is set in.
    assert shown[place].index("  3. ") > shown[place - 1].index("  3. ")
    assert [node.move for node in again.main_line()[1:]] == Record.load(file).moves


def test_json_tells_every_position(command: Command, file: Path) -> None:
    done = command("study", str(file), "--do", "go 3", "--do", "promote", "--json")
    data = msgspec.json.decode(done.out)
    assert data["game"] == "luminos"
    assert [each["move"] for each in data["positions"]][1:] == Record.load(file).moves
    assert data["positions"][3]["id"] == data["at"]
    assert all(each["main"] for each in data["positions"])


def test_luck_is_listed_and_chosen(command: Command, file: Path) -> None:
    listed = command("study", str(file), "--do", "go 0", "--do", "luck take bag")
    assert "  1   2" in listed.out
    assert "draws 1 sun from the bag" in listed.out
    chosen = command("study", str(file), "--do", "go 0", "--do", "luck take bag = 2", "--json")
    assert "take bag" in [each["move"] for each in msgspec.json.decode(chosen.out)["positions"]]
    assert command("study", str(file), "--do", "go 0", "--do", "luck take bag = 99").code == 2


def test_two_files_become_one(command: Command, file: Path, tmp_path: Path) -> None:
    for name in ("a", "b"):
        study = Study.load(file)
        study.root.comment(f"from {name}", by=name)
        study.save(tmp_path / f"{name}.jsonl")
    merged = command("study", str(tmp_path / "a.jsonl"), "--merge", str(tmp_path / "b.jsonl"), "--json")
    said = [each["text"] for each in msgspec.json.decode(merged.out)["positions"][0]["comments"]]
    assert sorted(said) == ["from a", "from b"]


def test_mistakes_are_named(command: Command, file: Path, tmp_path: Path) -> None:
    for args, words in (
        (("--do", "fly away"), "fly away"),
        (("--do", "line 7"), "7"),
        (("--at", "zzz"), "zzz"),
        (("--seat", "9"), "9"),
        (("--do", "undo"), "undone"),
        (("--do", "go 0", "--do", "delete"), "deleted"),
    ):
        done = command("study", str(file), *args)
        assert (done.code, done.out) == (2, ""), args
        assert words in done.err
    (tmp_path / "bad.jsonl").write_bytes(file.read_bytes().replace(b"take", b"tale", 1))
    assert "line 3" in command("study", str(tmp_path / "bad.jsonl")).err


def test_a_closed_study_tells_no_picks_until_it_is_opened(command: Command, tmp_path: Path) -> None:
    match, luck = Match("lumen", players=3, seed=7), Chance(2)
    for _ in range(8):
        match.play(luck.choice(match.state.legal_actions()))
    Study.of(match, seat=0).save(tmp_path / "closed.jsonl")
    closed = command("study", str(tmp_path / "closed.jsonl"), "--json")
    assert "picks" not in closed.out
    assert command("study", str(tmp_path / "closed.jsonl"), "--do", "moves").code == 2
    opened = command("study", str(tmp_path / "closed.jsonl"), "--do", "open", "--do", "moves", "--json")
    assert opened.code == 0


def test_at_a_terminal_one_walks_branches_and_saves(file: Path, tmp_path: Path) -> None:
    with Terminal("study", str(file), cwd=tmp_path) as terminal:
        terminal.expect("Enter for the next position")
        terminal.type("")
        terminal.expect("  1. Ana")
        terminal.expect("Enter for the next position")
        terminal.type("back")
        terminal.expect("The start")
        terminal.expect("Enter for the next position")
        terminal.type("take bag")
        terminal.expect("Ana: take bag")
        terminal.expect("Enter for the next position")
        terminal.type("comment Ana: luck!")
        terminal.expect("Ana: luck!")
        terminal.type("help")
        terminal.expect("make this line the main line")
        terminal.type("save")
        terminal.expect("Written to")
        terminal.type("quit")
        terminal.process.wait()
    comments = [comment.text for node in Study.load(file) for comment in node.comments]
    assert comments == ["luck!"]
