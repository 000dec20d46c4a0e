"""Same seeds, same games, same results: whatever is done for speed, not one byte of a simulation changes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.golden.arena import FILE, LEVELS, QUICK, simulations, tournament_digest
from tests.house import HOUSE

ROOT = Path(__file__).parents[2]
DIGESTS: dict[str, str] = json.loads(FILE.read_text(encoding="utf-8"))
GAMES = sorted({name.split("-")[0] for name in DIGESTS})


def test_no_game_of_the_house_lacks_digests() -> None:
    assert set(HOUSE) <= set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_simulations_and_records_are_those_of_old(game: str, long: bool) -> None:
    levels = tuple(LEVELS) if long else QUICK
    for golden in simulations(levels):
        if golden.game == game:
            assert golden.digest() == DIGESTS[str(golden)], golden


def test_the_interpreted_engine_gives_the_same(long: bool) -> None:
    levels = LEVELS if long else QUICK[:1]
    done = subprocess.run(
        [sys.executable, ROOT / "tests" / "golden" / "arena.py", *levels],
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}"},
        capture_output=True,
        text=True,
        check=True,
    )
    digests = {name: digest for name, digest in json.loads(done.stdout).items() if name.split("-")[0] in GAMES}
    assert digests == {name: DIGESTS[name] for name in digests}


@pytest.mark.parametrize("game", GAMES)
def test_tournaments_are_those_of_old(game: str) -> None:
    assert tournament_digest(game) == DIGESTS[f"{game}-tournament"]
