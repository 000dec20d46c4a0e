"""Compiled code is documented like its source: `help`, `inspect` and editors find the same texts on both engines."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import lumarium

SOURCE = Path(__file__).parents[2] / "src"
DOCSTRINGS = """
import inspect, json, sys
import lumarium

def told(thing):
    return inspect.cleandoc(thing.__doc__ or "")

for name in lumarium.games():
    lumarium.game(name)
found = {}
for module in [module for name, module in sys.modules.items() if name.split(".")[0] == "lumarium"]:
    found[module.__name__] = told(module)
    for name, thing in vars(module).items():
        if not inspect.isroutine(thing) and not inspect.isclass(thing) or thing.__module__ != module.__name__:
            continue
        found[f"{module.__name__}.{name}"] = told(thing)
        for key, member in vars(thing).items() if inspect.isclass(thing) else ():
            if not key.startswith("__") and (inspect.isroutine(member) or inspect.isdatadescriptor(member)):
                found[f"{module.__name__}.{name}.{key}"] = told(getattr(thing, key))
print(json.dumps([lumarium.compiled, found]))
"""


def docstrings(source: Path | None) -> tuple[bool, dict[str, str]]:
    """Whether that is the compiled engine, and the docstrings of all that it defines, but for what Python itself calls
    (`__init__`, `__getitem__`): such methods have no room for one once they are compiled."""
    done = subprocess.run(
        [sys.executable, "-c", DOCSTRINGS],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(source or "")},
    )
    assert done.returncode == 0, done.stderr
    compiled, found = json.loads(done.stdout)
    return compiled, found


def test_compiled_code_is_documented_like_its_source() -> None:
    if not lumarium.compiled:
        pytest.skip("the engine is not compiled: install a C compiler (Debian: apt install gcc) and run ./test again")
    interpreted, compiled = docstrings(SOURCE), docstrings(None)
    assert (interpreted[0], compiled[0]) == (False, True)
    documented = {name: text for name, text in interpreted[1].items() if text}
    assert len(documented) > 1000
    assert {name: compiled[1].get(name) for name in documented} == documented
