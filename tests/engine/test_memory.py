"""The compiled engine gives back all memory: no door of any game may be called in vain."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import lumarium

DOORS = Path(__file__).with_name("doors.py")
EXACT = {"PYTHONMALLOC": "malloc", "GLIBC_TUNABLES": "glibc.malloc.tcache_count=0"}
"""Python and the C library keep nothing back for later, so that what is not given back is lost."""
BOUND = 8
"""Bytes per call: half of the smallest piece that the C library hands out."""


@pytest.mark.parametrize("game", lumarium.games())
def test_no_call_of_any_door_loses_memory(game: str, long: bool) -> None:
    if not lumarium.compiled:
        pytest.skip("the engine is not compiled: install a C compiler (Debian: apt install gcc) and run ./test again")
    done = subprocess.run(
        [sys.executable, str(DOORS), game, "20000" if long else "48"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **EXACT},
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["compiled"]
    if told["lost"] is None:
        pytest.skip("only glibc tells how much memory is in use")
    assert {door: lost for door, lost in told["lost"].items() if lost > BOUND} == {}
