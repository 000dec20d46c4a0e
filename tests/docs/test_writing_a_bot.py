"""The bot of docs/writing-a-bot.md, as its reader would use it: from its file, and installed with an entry point."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import cast

from lumarium.arena.simulate import simulate
from lumarium.bots import Bot
from tests.cli.terminal import environment, run
from tests.docs.test_snippets import ROOT, blocks

OURS = environment()["PYTHONPATH"]
PAGE = ROOT / "docs" / "writing-a-bot.md"


def write_bot(folder: Path) -> None:
    text = blocks(PAGE, "python")[0]
    assert len(text.splitlines()) <= 20
    (folder / "mybot.py").write_text(text)


def shares(folder: Path, seats: str, path: str) -> list[float]:
    call = ("simulate", "luminos", "--seats", seats, "--games", "8", "--seed", "4", "--jobs", "1", "--json")
    done = run(*call, cwd=folder, PYTHONPATH=path)
    assert done.returncode == 0, done.stderr
    return [row["wins"] for row in json.loads(done.stdout)["results"]]


def test_from_its_file(tmp_path: Path) -> None:
    write_bot(tmp_path)
    wins = shares(tmp_path, "mybot.py:MyBot,random", OURS)
    assert wins[0] > wins[1]
    call = ("tournament", "luminos", "--bots", "random,mybot.py:MyBot", "--players", "2", "--games", "4", "--json")
    done = run(*call, "--jobs", "2", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["ratings"][0]["bot"] == "mybot.py:MyBot"


def test_installed_with_an_entry_point(tmp_path: Path) -> None:
    write_bot(tmp_path)
    info = tmp_path / "mybot-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mybot\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[lumarium.bots]\nmybot = mybot:MyBot\n")
    wins = shares(Path.home(), "mybot,random", f"{tmp_path}{os.pathsep}{OURS}")
    assert wins[0] > wins[1]


def test_a_bot_that_stops_where_the_judgement_is_settled() -> None:
    names: dict[str, object] = {}
    for text in blocks(PAGE, "python"):
        exec(text, names)  # noqa: S102  # our own page
    result = simulate("nomads", [cast("type[Bot]", names["Planner"]), "random"], 4, seed=7)
    assert result.results[0].wins == 4


def test_a_network_as_a_bot(tmp_path: Path) -> None:
    """Trained for a moment, saved, and played from its file."""
    saved = tmp_path / "network.npz"
    trainer = ["examples/train_masked.py", "--game", "lumen", "--players", "3", "--seconds", "0", "--save", str(saved)]
    subprocess.run([sys.executable, *trainer], cwd=ROOT, check=True, capture_output=True, env=environment())
    shutil.copy(ROOT / "examples" / "network_bot.py", tmp_path)
    call = ("simulate", "lumen", "--seats", "network_bot.py:NetworkBot,random,random", "--games", "2", "--jobs", "1")
    done = run(*call, "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] == 2
