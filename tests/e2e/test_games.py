"""A whole game of each of the others, in the same client: on a desk, on a phone, with a bot, to the ranking."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import lumarium
from lumarium import Record
from tests.e2e.conftest import Visit
from tests.e2e.library import Library
from tests.e2e.visitor import Json, Visitor, play_together
from tests.house import settings
from tests.server.harness import SOURCE
from tests.server.streams import in_words

OTHERS = [name for name in lumarium.games() if name != "luminos"]
SHORTER = ("lumicora",)
"""Games of many decisions: a bot joins in the long mode only."""


def _verify(path: Path) -> str:
    command = [sys.executable, "-m", "lumarium", "verify", "--lang", "en", str(path)]
    done = subprocess.run(
        command, env={**settings(), "PYTHONPATH": SOURCE}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _check_frames(visitor: Visitor, library: Library) -> None:
    """Every scene that came is the one that the library draws for this seat; also from a state in which all that the
    seat cannot know is dealt anew. So neither the socket nor the page can hold a hidden fact."""
    scenes = [frame for frame in visitor.frames if frame["type"] == "scene"]
    assert {frame["scene"]["v"] for frame in scenes} == set(range(len(library.scenes)))
    for frame in scenes:
        version = frame["scene"]["v"]
        scene = {**frame["scene"], "v": 0, "events": [], "log": []}
        assert scene == library.scenes[version]
        assert scene == library.imagined.get(version, scene)
        assert in_words(frame["scene"]["log"]) == library.logs[version]


@pytest.mark.parametrize("game", OTHERS)
def test_a_whole_game(visit: Visit, game: str, tmp_path: Path, long: bool) -> None:
    ana, ben = visit("Ana"), visit("Ben", "phone")
    seats = ("me", "open") if game in SHORTER and not long else ("me", "open", "easy")
    made = ana.open_table(game, seats)
    ben.sit(f"{ben.address}/t/{made['table']}#{made['tokens']['seats'][1]['token']}")
    seen: dict[Visitor, list[Json]] = {ana: [], ben: []}
    for player in play_together(ana, ben):
        seen[player].append(player.see())
    for visitor in (ana, ben):
        visitor.page.wait_for_selector("#ui-ending:not([hidden])")
        seen[visitor].append(visitor.see())
        path = tmp_path / visitor.name
        visitor.download_record(path)
        library = Library(Record.load(path), seat=(ana, ben).index(visitor))
        for now in seen[visitor]:
            library.check(now)
        _check_frames(visitor, library)
        assert library.other_worlds or not lumarium.game(game).private
        assert visitor.page.locator("#ui-ranking li").count() == len(seats)
    assert "luck follows from the committed secret" in _verify(path)
