"""Whole games on a real terminal, typed by a script."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from lumarium import Record
from lumarium.arena.players import shown_names
from tests.cli.terminal import Terminal, run

PROMPT = {
    "en": "your move (a number, ? for odds, h for help): ",
    "de": "dein Zug (eine Nummer, ? für Chancen, h für Hilfe): ",
}
OVER = {"en": "The game is over: ", "de": "Das Spiel ist aus: "}
GAME = ("play", "luminos", "--seats", "human,random", "--seed", "7")
LUMEN = ("play", "lumen", "--seats", "random,random,human", "--seed", "3")


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> Record:
    """The game with seed 7 in which the player always answers "1"."""
    folder = tmp_path_factory.mktemp("uninterrupted")
    with Terminal(*GAME, "--save", "whole.jsonl", cwd=folder) as terminal:
        terminal.play_to_the_end(PROMPT["en"], OVER["en"])
        assert terminal.end() == 0
        screen = terminal.text
    record = Record.load(folder / "whole.jsonl")
    assert record.end.over
    assert "The record was saved to whole.jsonl" in screen
    sheets, _, ranking = screen.rpartition(OVER["en"])
    assert "unused marker" in sheets[sheets.rindex("your move") :]
    for score in record.end.scores:
        assert f"{score}\n" in ranking or f"{score} " in ranking
    assert "Seed: 7" in ranking
    match = record.replay()
    told = [event.describe("en", shown_names(match.names, "en")) for event in match.history[-1].events]
    assert all(sentence[:20] in sheets[sheets.rindex("your move") :] for sentence in told if sentence)
    assert "Traceback" not in screen
    return record


def test_a_game_in_german(tmp_path: Path, uninterrupted: Record) -> None:
    with Terminal(*GAME, "--lang", "de", "--save", "ganz.jsonl", cwd=tmp_path, size=(100, 40)) as terminal:
        terminal.play_to_the_end(PROMPT["de"], OVER["de"])
        assert terminal.end() == 0
        screen = terminal.text
    assert Record.load(tmp_path / "ganz.jsonl") == uninterrupted
    assert "Person 1, dein Zug" in screen
    assert "Die Partie liegt in ganz.jsonl" in screen
    assert "your move" not in screen


@pytest.mark.parametrize("how", ["quit", "Ctrl-C", "Ctrl-D", "SIGTERM", "SIGHUP"])
def test_whoever_stops_and_resumes_plays_the_same_game(tmp_path: Path, uninterrupted: Record, how: str) -> None:
    with Terminal(*GAME, cwd=tmp_path) as terminal:
        for _ in range(8):
            terminal.expect(PROMPT["en"])
            terminal.type("1")
        terminal.expect(PROMPT["en"])
        _stop(terminal, how)
        terminal.expect("lumarium play --resume luminos-1.jsonl")
        assert terminal.end() == 0
    saved = Record.load(tmp_path / "luminos-1.jsonl")
    assert not saved.end.over
    assert saved.entries == uninterrupted.entries[: len(saved.entries)]
    with Terminal("play", "--resume", "luminos-1.jsonl", "--save", "rest.jsonl", cwd=tmp_path) as terminal:
        terminal.play_to_the_end(PROMPT["en"], OVER["en"])
        assert terminal.end() == 0
    assert Record.load(tmp_path / "rest.jsonl") == uninterrupted


def _stop(terminal: Terminal, how: str) -> None:
    match how:
        case "quit":
            terminal.type("quit")
        case "Ctrl-C":
            terminal.press(b"\x03")
        case "Ctrl-D":
            terminal.press(b"\x04")
        case _:
            terminal.signal(signal.Signals[how])


def test_a_second_quit_does_not_overwrite_the_first(tmp_path: Path) -> None:
    for number in (1, 2):
        done = run(*GAME, cwd=tmp_path, stdin="1\nquit\n")
        assert done.returncode == 0
        assert f"luminos-{number}.jsonl" in done.stdout
    assert len(list(tmp_path.iterdir())) == 2


def test_a_resumed_game_is_saved_where_it_came_from(tmp_path: Path) -> None:
    run(*GAME, "--save", "mine.jsonl", cwd=tmp_path, stdin="1\n")
    before = Record.load(tmp_path / "mine.jsonl")
    run("play", "--resume", "mine.jsonl", cwd=tmp_path, stdin="1\n")
    after = Record.load(tmp_path / "mine.jsonl")
    assert after.entries[:-1] == before.entries
    assert [path.name for path in tmp_path.iterdir()] == ["mine.jsonl"]


def test_undo_help_log_sheet_and_bad_input(tmp_path: Path) -> None:
    with Terminal(*GAME, cwd=tmp_path) as terminal:
        terminal.expect(PROMPT["en"])
        terminal.type("undo")
        terminal.expect("nothing can be taken back")
        terminal.type("log")
        terminal.expect("Nothing has happened yet")
        terminal.type("h")
        terminal.expect("1 to ", "lumarium rules luminos")
        terminal.expect("lumarium rules luminos")
        terminal.type("99")
        terminal.expect("There is no choice 99; choose 1 to ")
        terminal.type("place (0,-1)")
        terminal.expect("first take a tile")
        terminal.type("\x1b[31m gibberish")
        terminal.expect("is no action of luminos")
        terminal.type("1")
        terminal.expect("player 1 takes", "Place your tile")
        terminal.expect(PROMPT["en"])
        terminal.type("undo")
        terminal.expect("Taken back: take")
        terminal.expect(PROMPT["en"])
        terminal.type("take bag")
        terminal.expect("Player 1 draws")
        terminal.expect(PROMPT["en"])
        terminal.type("UNDO")
        terminal.expect("nothing can be taken back")
        terminal.type("sheet")
        terminal.expect("unused markers")
        terminal.type("quit")
        assert terminal.end() == 0
    assert [entry.__struct_config__.tag for entry in Record.load(tmp_path / "luminos-1.jsonl").entries] == [
        "move",
        "undo",
        "move",
    ]


def test_several_people_share_the_terminal(tmp_path: Path) -> None:
    with Terminal("play", "luminos", "--seats", "human:Anna,human:Ben", "--seed", "1", cwd=tmp_path) as terminal:
        for move in ("1", "1", "done"):
            terminal.expect("Anna, your move")
            terminal.type(move)
        terminal.expect("Anna places")
        terminal.expect("Ben, your move")
        terminal.type("undo")  # Anna's last decision showed nothing new, and Ben has not moved yet
        terminal.expect("Taken back: no further marker")
        terminal.expect("Anna, your move")
        terminal.type("quit")
        assert terminal.end() == 0
    assert Record.load(tmp_path / "luminos-1.jsonl").header.names == ("human:Anna", "human:Ben")


def test_bots_alone_play_to_the_end(tmp_path: Path) -> None:
    done = run("play", "luminos", "--seats", "random,random,random", "--seed", "3", cwd=tmp_path)
    assert done.returncode == 0
    assert "The game is over" in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_script_may_type_and_its_end_saves_the_game(tmp_path: Path) -> None:
    done = run(*GAME, cwd=tmp_path, stdin="1\n1\n\udcff\n".encode("utf-8", "surrogateescape").decode("latin-1"))
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert "lumarium play --resume luminos-1.jsonl" in done.stdout
    assert len(Record.load(tmp_path / "luminos-1.jsonl").entries) == 2


def test_options_and_seats_hold_when_resumed(tmp_path: Path) -> None:
    (tmp_path / "long.toml").write_text('tiles = "B"\nstart = "picked"\ntarget = [12, 9, 8]\n')
    run(*GAME, "--options", "long.toml", "--save", "a.jsonl", cwd=tmp_path, stdin="start 2\n")
    assert Record.load(tmp_path / "a.jsonl").header.options["target"] == [12, 9, 8]
    seats = ("--seats", "random,random")
    assert run("play", "--resume", "a.jsonl", *seats, "--save", "b.jsonl", cwd=tmp_path).returncode == 0
    finished = Record.load(tmp_path / "b.jsonl")
    assert finished.end.over
    assert finished.header.names == ("random", "random")
    assert finished.moves[0] == "start 2"


def _number(terminal: Terminal) -> str:
    return next(line[0] for line in terminal.text.splitlines() if "luminos " in line)


@pytest.mark.parametrize("answer_for", [_number, lambda _: "Luminos"], ids=["number", "name"])
def test_without_a_game_it_asks_and_starts(tmp_path: Path, answer_for: Callable[[Terminal], str]) -> None:
    with Terminal("play", "--lang", "de", cwd=tmp_path) as terminal:
        terminal.expect("Welches Spiel? (1 bis ")
        for answer in ("99", "Quartett"):
            terminal.type(answer)
            terminal.expect("steht nicht zur Wahl")
        terminal.type("")
        terminal.expect("Welches Spiel? ")
        terminal.type(answer_for(terminal))
        terminal.expect("(2 bis 4; Enter für 3) ")
        terminal.type("")
        terminal.expect("random 3")
        terminal.expect(PROMPT["de"])
        terminal.type("quit")
        assert terminal.end() == 0
    assert Record.load(tmp_path / "luminos-1.jsonl").header.names == ("human", "random", "random")


def test_stepping_through_a_record(tmp_path: Path, uninterrupted: Record) -> None:
    uninterrupted.save(tmp_path / "game.jsonl")
    last = len(uninterrupted.entries)
    with Terminal("replay", "game.jsonl", cwd=tmp_path) as terminal:
        terminal.expect(f"Move 0 of {last}")
        terminal.expect("q quit: ")
        for typed, at in (("", 1), ("", 2), ("b", 1), ("30", 30), (str(last), last), ("", last), ("b", last - 1)):
            terminal.type(typed)
            terminal.expect(f"Move {at} of {last}")
            terminal.expect("q quit: ")
        terminal.type("9999")
        terminal.expect("none of these")
        terminal.type("q")
        assert terminal.end() == 0


def test_rules_come_through_a_pager_on_a_terminal(tmp_path: Path) -> None:
    with Terminal("rules", "luminos", cwd=tmp_path, size=(80, 24)) as terminal:
        terminal.expect("Kirsten Hiese")
        terminal.type("q")
        assert terminal.end() == 0


def test_the_only_move_is_explained_as_one(tmp_path: Path) -> None:
    only = "Follow purple: play a purple card."
    with Terminal(
        "play", "lumen", "--seats", "human,random,random,random,random", "--seed", "7", cwd=tmp_path
    ) as terminal:
        for _ in range(2):
            terminal.expect(f"Player 1, {PROMPT['en']}")
            terminal.type("1")
        terminal.expect(only)
        terminal.expect(f"\nPlayer 1, {PROMPT['en']}")
        terminal.type("h")
        terminal.expect("\n1         play the move with this number")
        terminal.type("2")
        terminal.expect("There is no choice 2; the only one is 1")
        terminal.type("quit")
        assert terminal.end() == 0
    assert "1 to 1" not in terminal.text


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_low_terminal_shows_table_scores_and_moves_at_once(tmp_path: Path, lang: str) -> None:
    seats = "human,random,random,random,random"
    scored = {"en": " in all.", "de": "zusammen"}[lang]
    deals = 0
    with Terminal(
        "play", "lumen", "--seats", seats, "--seed", "7", "--lang", lang, cwd=tmp_path, size=(80, 24)
    ) as terminal:
        while terminal.expect(PROMPT[lang], OVER[lang]) == PROMPT[lang]:
            visible = " ".join(terminal.screen[-24:])
            scores = visible.count(scored)
            assert scores in (0, 5)
            assert len(terminal.screen) <= 24 or scores  # German scores take two lines each, and are shown all the same
            deals += scores == 5
            terminal.type("1")
        assert terminal.end() == 0
    assert deals == 3
    assert "−" not in terminal.text


def test_what_can_be_known_is_told_by_a_key(tmp_path: Path) -> None:
    with Terminal(*LUMEN, cwd=tmp_path) as terminal:
        terminal.expect(PROMPT["en"])
        terminal.type("?")
        terminal.expect("Your cards")
        terminal.expect("? 2  what random 2 can know")
        terminal.type("? 2")
        terminal.expect("What they know of their cards")
        terminal.type("? bids")
        terminal.expect("What each bid would come to")
        terminal.type("? luck")
        terminal.expect("there is no estimate “luck” in this position; there is: bids")
        terminal.type("? 9")
        terminal.expect("there is no seat 8")
        terminal.type("quit")
        assert terminal.end() == 0
    with Terminal("play", "moths", "--seats", "human,random", "--seed", "1", cwd=tmp_path) as terminal:
        terminal.expect(PROMPT["en"])
        terminal.type("?")
        terminal.expect("play the move with this number")
        terminal.type("quit")
        assert terminal.end() == 0


def test_hints_name_the_command_that_was_typed(tmp_path: Path) -> None:
    name = "../my games/play"
    with Terminal(*GAME, "--lang", "de", cwd=tmp_path, LUMARIUM_COMMAND=name) as terminal:
        terminal.expect(PROMPT["de"])
        terminal.type("h")
        terminal.expect(f"'{name}' rules luminos --lang de")
        terminal.type("quit")
        terminal.expect(f"'{name}' play --resume luminos-1.jsonl --lang de")
        assert terminal.end() == 0
