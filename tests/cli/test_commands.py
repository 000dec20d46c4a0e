"""What every command prints, without a terminal."""

from __future__ import annotations

import json
import re
import subprocess
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

import lumarium
from lumarium import Chance, FairChance, Match, Record
from tests.cli.conftest import Command
from tests.cli.terminal import PATIENCE, Terminal, environment, lumarium_command, run

COMMANDS = ("serve", "games", "rules", "play", "simulate", "replay", "verify", "bench")


def test_the_list_of_games_fits_a_terminal(tmp_path: Path) -> None:
    with Terminal("play", cwd=tmp_path, size=(80, 24), LC_ALL="de_DE.UTF-8") as terminal:
        terminal.expect("Welches Spiel? ")
        terminal.press(b"\x04")
        assert terminal.end() == 0
    lines = terminal.text.partition("Welches")[0].rstrip("\n").splitlines()
    words = " ".join(" ".join(lines).split())
    for game in map(lumarium.game, lumarium.games()):
        assert game.summary("de") in words
        assert any(line[3:].startswith(game.name) and " Personen " in line for line in lines)
    assert all(len(line) <= 80 for line in lines)


@pytest.mark.parametrize(
    ("settings", "german"),
    [
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "de_AT.UTF-8"}, True),
        ({"LC_ALL": "", "LC_MESSAGES": "de", "LANG": "en_GB.UTF-8"}, True),
        ({"LC_ALL": "C", "LC_MESSAGES": "de_DE", "LANG": "de_DE"}, False),
        ({"LC_ALL": "fr_FR.UTF-8", "LC_MESSAGES": "", "LANG": ""}, False),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": ""}, False),
    ],
)
def test_the_language_is_the_system_s(
    command: Command, monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], german: bool
) -> None:
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert ("Nachthimmel" in command("games").out) == german
    assert ("Fernrohr" in command("rules", "luminos").out) == german
    assert ("did you mean" in command("rules", "lumino").err) == (not german)
    assert "Nachthimmel" not in command("games", "--lang", "en").out
    assert "Nachthimmel" in command("--lang", "de", "games").out
    assert "Nachthimmel" not in command("games", "--json").out


def test_every_command_that_says_something_takes_a_language(command: Command, record: Path) -> None:
    simulate = ("simulate", "luminos", "--seats", "random,random", "--games", "2", "--seed", "7")
    shown = command(*simulate, "--lang", "de").out
    for words in ("2 Spiele luminos", "Entscheidungen je Spiel", "So endeten sie: ", "Startwert: 7", "Streuung"):
        assert words in shown
    assert command(*simulate, "--lang", "de", "--json").out == command(*simulate, "--json").out
    assert "Kopie" in command("bench", "luminos", "--seconds", "0.01", "--lang", "de").out
    assert "in Ordnung" in command("verify", str(record), "--lang", "de").out


def test_it_is_named_as_it_was_called() -> None:
    assert "Example: ./play simulate" in run("simulate", "--help", LUMARIUM_COMMAND="./play").stdout
    assert "Usage: ./play rules" in run("rules", LUMARIUM_COMMAND="./play").stderr
    assert "“./play play lumen”" in run("play", LUMARIUM_COMMAND="./play").stderr


def test_version() -> None:
    assert run("--version").stdout == f"lumarium {lumarium.__version__}\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_help_shows_an_example(command: Command, name: str) -> None:
    shown = command(name, "--help")
    assert shown.code == 0
    assert f"Example: lumarium {name}" in shown.out


def test_help_shows_flags_as_they_are_typed(command: Command) -> None:
    shown = [command("--help").out, *(command(name, "--help").out for name in COMMANDS)]
    assert all("--help" in text for text in shown)
    assert [text for text in shown if "bool" in text] == []


def test_help_names_every_command(command: Command) -> None:
    assert all(name in command("--help").out for name in COMMANDS)


def test_games_as_json(command: Command) -> None:
    listed = json.loads(command("games", "--json").out)
    luminos = next(game for game in listed if game["name"] == "luminos")
    assert luminos["players"] == [2, 3, 4]
    assert luminos["actions"] == len(lumarium.game("luminos").actions)


def test_rules_in_both_languages(command: Command) -> None:
    assert "telescope" in command("rules", "luminos").out
    assert "Fernrohr" in command("rules", "luminos", "--lang", "de").out


def test_rules_in_a_terminal_have_words_in_place_of_pictures(command: Command) -> None:
    shown = command("rules", "lumicora").out
    assert "A reef board, side A: the starting Lumino" in shown
    assert "~   #   #   S   S   #   #   ~" in shown
    assert not re.search(r"!\[|\]\(|\{#", shown)


def test_replay_prints_a_position_and_the_moves_that_led_to_it(command: Command, record: Path) -> None:
    shown = command("replay", str(record), "--at", "3")
    moves = Record.load(record).moves
    assert shown.code == 0
    assert "Move 3 of" in shown.out
    assert [line.partition(": ")[2] for line in shown.out.splitlines()[-3:]] == moves[:3]
    assert "is to move" in shown.out
    whole = command("replay", str(record), "--lang", "de")
    assert "Runde" in whole.out
    assert f"Zug {len(moves)} von {len(moves)}" in whole.out


def test_replay_as_a_seat_asks_that_seat(command: Command, record: Path) -> None:
    first, second = (command("replay", str(record), "--at", "0", "--seat", seat).out for seat in ("1", "2"))
    assert "Take a tile" in first
    assert "Random 1 is to move" in second


def test_replay_with_everything_open_shows_every_hand(command: Command, tmp_path: Path) -> None:
    match = Match("lumen", players=3, seed=4)
    match.record.save(tmp_path / "lumen.jsonl")
    hands = [card for owner in range(3) for card in match.view((owner + 1) % 3).hands[owner]]  # type: ignore[attr-defined]
    shown = {args: command("replay", str(tmp_path / "lumen.jsonl"), *args).out for args in ((), ("--open",))}
    names = [f"{card.colour}{card.value}" for card in hands]
    assert all(name in shown["--open",] for name in names)
    assert not any(name in shown[()] for name in names)


@pytest.mark.parametrize("args", [(), ("--layout", "tall", "--theme", "light", "--seat", "2", "--at", "9")])
def test_replay_draws_the_scene(command: Command, record: Path, tmp_path: Path, args: tuple[str, ...]) -> None:
    picture = tmp_path / "position.svg"
    assert command("replay", str(record), "--svg", str(picture), *args).code == 0
    assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_verify_says_what_was_checked(command: Command, record: Path, tmp_path: Path) -> None:
    unfinished, unnamed, fair = (tmp_path / name for name in ("a.jsonl", "b.jsonl", "c.jsonl"))
    Match("luminos", players=3, seed=1).record.save(unfinished)
    Match("luminos", players=2, chance=NoName(3)).record.save(unnamed)
    secret = Match("luminos", players=2, chance=FairChance(bytes(32)))
    secret.record.save(fair)
    checked = command("verify", *map(str, (record, unfinished, unnamed, fair)))
    lines = checked.out.splitlines()
    assert (checked.code, checked.err, len(lines)) == (0, "", 4)
    assert "result " in lines[0]
    assert "luck follows from seed 7" in lines[0]
    assert "not finished" in lines[1]
    assert "luck not declared" in lines[2]
    assert "luck not revealed yet" in lines[3]
    chance = Chance(2)
    while not secret.over:
        secret.play(chance.choice(secret.state.legal_actions()))
    secret.record.save(fair)
    assert "luck follows from the committed secret" in command("verify", str(fair)).out


def test_verify_goes_on_after_one_that_is_nested_too_deeply(command: Command, record: Path, tmp_path: Path) -> None:
    first = b'{"line":"match","lumarium":1,"options":' + b"[" * 100_000
    deep = tmp_path / "deep.jsonl"
    deep.write_bytes(first + b',"check":"' + sha256(first).hexdigest()[:8].encode() + b'"}\n')
    checked = command("verify", str(deep), str(record))
    assert checked.code == 2
    assert f"{deep}: line 1:" in checked.err
    assert f"{record}: ok" in checked.out


def test_verify_misses_the_secret_of_a_finished_game(command: Command, tmp_path: Path) -> None:
    match, chance = Match("luminos", players=2, chance=FairChance(bytes(32))), Chance(2)
    while not match.over:
        match.play(chance.choice(match.state.legal_actions()))
    record = match.record
    cut = msgspec.structs.replace(record, end=msgspec.structs.replace(record.end, secret=None))
    cut.save(tmp_path / "cut.jsonl")
    checked = command("verify", "cut.jsonl")
    assert (checked.code, checked.out) == (2, "")
    assert f"cut.jsonl: line {len(record.entries) + 3}: the game is over, but the secret" in checked.err


def test_verify_goes_on_after_a_bad_file(command: Command, record: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    lines = record.read_bytes().splitlines(keepends=True)
    bad.write_bytes(b"".join([*lines[:4], lines[4].replace(b'"seat":', b'"seat": '), *lines[5:]]))
    checked = command("verify", str(bad), str(record))
    assert checked.code == 2
    assert checked.err.startswith(f"lumarium: {bad}: line 5:")
    assert f"{record}: ok" in checked.out


def test_bench_names_the_engine(command: Command) -> None:
    figures = json.loads(command("bench", "luminos", "--seconds", "0.01", "--json").out)
    assert figures["engine"] == ("compiled" if lumarium.compiled else "interpreted")
    assert [speed["players"] for speed in figures["speeds"]] == [2, 3, 4]
    assert all(value > 0 for speed in figures["speeds"] for key, value in speed.items() if key != "game")
    assert "luminos" in command("bench", "--seconds", "0.01").out


def test_a_closed_pipe_is_no_error() -> None:
    pipeline = " ".join(lumarium_command("rules", "luminos")) + " | head -n 1"
    done = subprocess.run(
        ["/bin/sh", "-c", pipeline], env=environment(), capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 1


def test_a_terminal_without_our_letters_gets_others(record: Path) -> None:
    done = run("replay", str(record), PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")


class NoName(Chance):
    """Luck that a record cannot name."""
