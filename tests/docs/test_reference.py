"""The reference: nothing public is missing, and the site can be built of it."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

import lumarium
from tests.docs.test_snippets import ROOT, blocks

PAGE = ROOT / "docs" / "reference.md"
NAMED = re.findall(r"^::: (\S+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


def test_every_public_name_is_there_with_an_example() -> None:
    public = [name.removeprefix("lumarium.") for name in NAMED if name.count(".") == 1]
    assert sorted(public) == sorted(lumarium.__all__)
    examples = "\n".join(blocks(PAGE, "python"))
    assert [name for name in public if not re.search(rf"\b{name}\b", examples) and name not in "State Game"] == []


@pytest.mark.parametrize("name", [name for name in NAMED if name.count(".") > 1 and "pgx" not in name])
def test_all_else_that_it_names_exists_and_has_words(name: str) -> None:
    module, _, attribute = name.rpartition(".")
    found = import_module(name) if module == "lumarium.adapters" else getattr(import_module(module), attribute)
    assert found.__doc__


def test_the_site_can_be_built(tmp_path: Path) -> None:
    if find_spec("mkdocs") is None:
        pytest.skip('no mkdocs: .venv/bin/pip install -c constraints.txt ".[docs]"')
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-d", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    page = (tmp_path / "reference.html").read_text(encoding="utf-8")
    assert all(f'id="{name}"' in page for name in NAMED)
