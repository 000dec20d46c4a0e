"""docs/architecture.md and docs/client.md name every module, and none that there is not; games are named by nobody."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "lumarium"
SECTIONS = {
    "kernel": "The kernel",
    "bots": "The bots",
    "training": "The training",
    "arena": "The arena",
    "review": "The review",
    "adapters": "The adapters",
    "conformance": "The conformance suite",
    "cli": "The command line",
    "server": "The server",
}
PAGES = PACKAGE / "web" / "pages"
GENERIC = ("kernel", "server", "web", "bots", "arena", "review", "cli")
EXAMPLES = {"cli/__init__.py"}
"""What --help shows as an example has to be a game."""


def _section(title: str) -> str:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    (found,) = re.findall(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    return str(found)


def test_every_folder_of_python_has_its_section() -> None:
    folders = {path.parent.relative_to(PACKAGE).parts[0] for path in PACKAGE.glob("*/*.py")}
    assert folders - {"games"} == set(SECTIONS)


@pytest.mark.parametrize("folder", SECTIONS)
def test_every_module_is_named_and_every_name_is_a_module(folder: str) -> None:
    there = {str(path.relative_to(PACKAGE / folder)) for path in (PACKAGE / folder).rglob("*.py")}
    named = set(re.findall(r"`([\w/]+\.py)`", _section(SECTIONS[folder]))) - {"setup.py"}
    packages = {name for name in there if name.endswith("__init__.py")}
    assert there - packages <= named
    assert named <= there


def test_every_file_of_the_client_is_named_and_every_name_is_a_file() -> None:
    text = (ROOT / "docs" / "client.md").read_text(encoding="utf-8")
    there = {path.name for kind in ("js", "css") for path in (PACKAGE / "web").rglob(f"*.{kind}")}
    by_folder = {f"{path.name}.{kind}" for path in PAGES.iterdir() if path.is_dir() for kind in ("js", "css")}
    named = set(re.findall(r"\b(\w+\.(?:js|css))\b", text))
    assert there - by_folder <= named
    assert named <= there
    for page in PAGES.iterdir():
        if page.is_dir():
            assert f"{page.name}/`" in text, page.name


def test_nothing_generic_names_a_game() -> None:
    games = [path.parent.name for path in PACKAGE.glob("games/*/meta.py")]
    assert len(games) >= 4
    words = re.compile(rf"\b({'|'.join(games)})\b", re.IGNORECASE)
    kinds = {".py", ".js", ".css", ".html", ".json", ".toml"}
    naming = {
        str(path.relative_to(PACKAGE))
        for folder in GENERIC
        for path in (PACKAGE / folder).rglob("*")
        if path.suffix in kinds and words.search(path.read_text(encoding="utf-8"))
    }
    assert naming == EXAMPLES
