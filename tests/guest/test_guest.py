"""A game in a folder of its own is a game like the others on the command line, and nobody had to hear of it before."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import lumarium
from lumarium import Match, Record
from lumarium.kernel.form import form
from tests.cli.terminal import run
from tests.house import HOUSE

PACKAGE = Path(lumarium.__file__).parent
NAMES = re.compile(rf"\b({'|'.join([*HOUSE, 'moths'])})\b", re.IGNORECASE)


@pytest.mark.parametrize("room", ["web", "server", "kernel", "bots", "arena"])
def test_no_room_outside_a_game_names_one(room: str) -> None:
    for path in sorted((PACKAGE / room).rglob("*")):
        if path.suffix in (".js", ".css", ".html", ".json", ".svg", ".py", ".toml"):
            found = NAMES.search(path.read_text(encoding="utf-8"))
            assert found is None, f"{path.relative_to(PACKAGE)} names {found}"


def test_the_whole_game_is_in_its_folder() -> None:
    folder = lumarium.game("moths").folder
    assert folder.is_relative_to(os.environ["LUMARIUM_GAMES"].split(os.pathsep)[0])
    assert not any("moths" in path.read_text("utf-8") for path in PACKAGE.rglob("*.py"))


def test_what_is_asked_before_a_game_is_in_its_own_words() -> None:
    english, german = (form(lumarium.game("moths"), lang) for lang in ("en", "de"))
    assert [(field.name, field.default) for field in english.options] == [("turns", 3), ("gentle", False)]
    assert [choice.text for choice in german.options[0].values] == ["Je drei", "Je fünf"]
    assert [choice.value for choice in german.options[0].values] == [3, 5]
    assert (german.options[1].title, german.options[1].values, german.presets) == ("Milde Nacht", (), ())
    presets = form(lumarium.game("nomads"), "de")
    assert presets.options == ()
    assert presets.presets[0].text == "Alle suchen sich ihren Abenteurer aus"
    assert presets.help.startswith("Die Abenteurer werden")


def test_a_game_is_one_object_however_it_is_copied() -> None:
    import copy
    import pickle

    for name in lumarium.games():
        game = lumarium.game(name)
        assert game.features is not None  # kept by a game without its own
        assert copy.deepcopy(game) is copy.copy(game) is game
        assert pickle.loads(pickle.dumps(game)) is game  # noqa: S301  # our own bytes


def test_the_command_line(tmp_path: Path) -> None:
    listed = json.loads(run("games", "--json", "--lang", "de").stdout)
    (own,) = [each for each in listed if each["name"] == "moths"]
    assert (own["title"], own["options"]) == ("Falter", ["turns", "gentle"])
    assert "Heb" in run("rules", "moths", "--lang", "de").stdout

    options = tmp_path / "options.toml"
    options.write_text("turns = 5\n")
    levels = "random,easy,medium@50n,strong@50n"
    simulate = ("simulate", "moths", "--seats", levels, "--games", "2", "--seed", "3", "--records", "kept", "--json")
    done = run(*simulate, "--options", str(options), cwd=tmp_path)
    assert json.loads(done.stdout)["games"] == 2, done.stderr
    path = min((tmp_path / "kept").iterdir())
    assert len(Record.load(path).moves) == 40
    assert run("verify", str(path)).returncode == 0
    drawn = tmp_path / "drawn.svg"
    assert run("replay", str(path), "--at", "7", "--svg", str(drawn)).returncode == 0
    assert "moths-lantern" in drawn.read_text()
    ElementTree.parse(drawn)


def test_a_hand_is_played_and_nobody_looks_over_a_shoulder(tmp_path: Path) -> None:
    command = ("play", "moths", "--seats", "human,easy", "--seed", "1", "--save", "a.jsonl")
    done = run(*command, cwd=tmp_path, stdin="1\n" * 6)
    assert done.returncode == 0, done.stderr
    record = Record.load(tmp_path / "a.jsonl")
    assert (record.end.over, len(record.moves)) == (True, 12)
    hands = re.findall(r"\[(.)\]. \[(.)\]", done.stdout)
    *others, opened = hands[1::2]
    assert set(others) == {("?", "?")}
    assert "?" not in opened, "at the end nothing is hidden any more"
    own = record.replay(at=0).state.view(0).hands[0]  # type: ignore[attr-defined]
    assert hands[0] == tuple(map(str, own))
    assert "one" in run("play", "moths", "--seats", "human,human", cwd=tmp_path).stderr


def test_options_of_the_guest_are_kept_by_its_records() -> None:
    match = Match("moths", players=2, seed=1, options={"gentle": True, "turns": 5})
    assert Record.parse(match.record.dump()).replay().view(0) == match.view(0)
