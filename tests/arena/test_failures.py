"""Bots that fail: the seat and the reason are named, and a fallback goes on where the caller asked for it."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from lumarium import BotFailed, UnknownBot
from lumarium.arena.players import new_bot, parse_seat
from lumarium.arena.simulate import simulate
from lumarium.arena.single import OnFailure
from tests.cli.terminal import run

BOTS = """
import os
import time

class Raises:
    def choose(self, view, legal, chance):
        return self.think()

    def think(self):
        raise ValueError("no idea")

class Cheats:
    def choose(self, view, legal, chance):
        return "take bag"

class Loops:
    def choose(self, view, legal, chance):
        while True:
            try:
                time.sleep(0.01)
            except Exception:
                pass

class Dies:
    def choose(self, view, legal, chance):
        if chance.pick(9) == 0:
            os._exit(1)
        return legal[0]

class Exits:
    def choose(self, view, legal, chance):
        raise SystemExit(5)

class Interrupts:
    def choose(self, view, legal, chance):
        raise KeyboardInterrupt

class Unready:
    def __init__(self):
        raise RuntimeError("no weights")

    def choose(self, view, legal, chance):
        return legal[0]

class Wanting:
    def __init__(self, weights):
        self.weights = weights

    def choose(self, view, legal, chance):
        return legal[0]

class Talks:
    def choose(self, view, legal, chance):
        print("thinking aloud")
        return legal[0]

class Sane:
    def choose(self, view, legal, chance):
        return legal[-1]
"""


def load_module(file: Path) -> ModuleType:
    return sys.modules[type(new_bot(f"{file}:Sane")).__module__]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mybots.py"
    path.write_text(BOTS)
    return path


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Raises", r"seat 2 failed \(ValueError: no idea, mybots.py:10\); --fallback"),
        ("Cheats", r"seat 2 answered 'take bag', which is none of its legal actions, such as “"),
        ("Loops", r"seat 2 did not answer within 0.2 seconds"),
        ("Exits", r"seat 2 failed \(SystemExit: 5, mybots.py:32\); --fallback"),
    ],
)
def test_a_failure_names_seat_and_reason(file: Path, name: str, said: str) -> None:
    seats = ["random", f"{file}:{name}"]
    with pytest.raises(BotFailed, match=said) as caught:
        simulate("luminos", seats, 1, seed=1, on_failure=OnFailure(limit=0.2))
    assert caught.value.seat == 1
    assert re.match(r"game 1, decision \d+: the bot “.*:\w+” in seat 2 ", str(caught.value))
    assert "Platz 2" in caught.value.describe("de")


def test_a_fallback_goes_on_and_failures_are_told(file: Path) -> None:
    result = simulate("luminos", ["random", f"{file}:Raises"], 2, seed=1, on_failure=OnFailure(fallback="random"))
    assert result.games == 2
    assert {failure.seat for failure in result.failures} == {1}
    assert {failure.game for failure in result.failures} == {0, 1}
    assert "no idea" in result.failures[0].problem


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_command_says_it_in_one_line(file: Path, jobs: str) -> None:
    call = ("simulate", "luminos", "--seats", f"random,{file}:Raises", "--games", "2", "--seed", "1", "--jobs", jobs)
    done = run(*call)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "seat 2 failed (ValueError: no idea, mybots.py:10); --fallback random" in done.stderr
    assert "Traceback" not in done.stderr
    done = run(*call, "--fallback", "random", "--json")
    assert done.returncode == 0
    assert len(json.loads(done.stdout)["failures"]) > 3
    assert "more decisions like that" in done.stderr
    assert "--fallback" not in done.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bot_that_asks_python_to_exit_is_named_and_one_that_interrupts_ends_it_all(file: Path, jobs: str) -> None:
    call = ("simulate", "luminos", "--games", "2", "--seed", "1", "--jobs", jobs, "--seats")
    done = run(*call, f"random,{file}:Exits")
    assert done.returncode == 2
    assert "seat 2 failed (SystemExit: 5, mybots.py:32); --fallback random" in done.stderr
    done = run(*call, f"random,{file}:Interrupts")
    assert done.returncode == 130
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_a_bot_prints_is_no_part_of_the_result(file: Path, jobs: str) -> None:
    seats = f"random,{file}:Talks"
    done = run("simulate", "luminos", "--seats", seats, "--games", "2", "--seed", "1", "--jobs", jobs, "--json")
    assert json.loads(done.stdout)["games"] == 2
    assert "thinking aloud" in done.stderr


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Unready", r"no bot “.*:Unready” can be made \(RuntimeError: no weights, mybots.py:40\); every game"),
        ("Wanting", r"can be made \(TypeError: .* missing 1 required positional argument: 'weights'\); .* without arg"),
    ],
)
def test_a_bot_that_cannot_be_made_says_why(file: Path, name: str, said: str) -> None:
    with pytest.raises(UnknownBot, match=said):
        simulate("luminos", ["random", f"{file}:{name}"], 1, seed=1)
    with pytest.raises(UnknownBot, match=said.replace(".*:", "")):
        simulate("luminos", ["random", getattr(load_module(file), name)], 1, seed=1)


def test_a_bot_that_ends_its_process_is_named_with_game_and_decision(file: Path) -> None:
    done = run("simulate", "luminos", "--seats", f"random,{file}:Dies", "--games", "30", "--seed", "1", "--jobs", "2")
    assert done.returncode == 2
    said = r"lumarium: game 1, decision \d+: the bot “.*:Dies” in seat 2 ended the process in which it was asked\n"
    assert re.fullmatch(said, done.stderr)


def test_bots_from_files(file: Path, tmp_path: Path) -> None:
    assert simulate("luminos", [f"{file}:Sane", f"{file}:Sane"], 1, seed=1).games == 1
    with pytest.raises(UnknownBot, match="there is no bot file"):
        new_bot(f"{tmp_path / 'none.py'}:Bot")
    with pytest.raises(UnknownBot, match="has no bot “Sana”.*did you mean “Sane”"):
        new_bot(f"{file}:Sana")
    with pytest.raises(UnknownBot, match="written with its class, as .*mybots.py:MyBot; .* there: Raises, Cheats"):
        new_bot(str(file))
    (tmp_path / "broken.py").write_text("import nothing_of_that_name\n")
    with pytest.raises(UnknownBot, match="cannot be loaded .ModuleNotFoundError.*, broken.py:1"):
        new_bot(f"{tmp_path / 'broken.py'}:Bot")
    (tmp_path / "script.py").write_text("import sys\n\nsys.exit('usage: script.py --steps N')\n")
    with pytest.raises(UnknownBot, match="cannot be loaded .SystemExit: usage.*, script.py:3"):
        new_bot(f"{tmp_path / 'script.py'}:Bot")


def test_the_parts_of_a_seat() -> None:
    assert parse_seat("human:Anna") == ("human", "", "Anna")
    assert parse_seat("strong@0.2s:Ben") == ("strong", "0.2s", "Ben")
    assert parse_seat("a/my.py:Bot@50n:Cleo") == ("a/my.py:Bot", "50n", "Cleo")
    assert parse_seat("random") == ("random", "", "")
