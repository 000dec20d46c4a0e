"""The client has no loose ends: what is imported is there, and what is there is used."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from lumarium.server.pages import PAGES
from lumarium.server.shell import WEB
from tests.web.client import EXPORT, code, imported_later, imports, linked, pages, quoted, reached, scripts

ROOT = Path(__file__).parents[2]
SCRIPT = r'<script type="module" src="{}">'
STYLE = r'<link rel="stylesheet" href="{}">'
PRELOAD = r'<link rel="modulepreload" href="{}">'
ANY_FILE = r'(?:href|src)="{}'
WAYS = ("first", "before", "after", "last")
"""Icons of the walk through a record, named like the way they lead."""


def _asked_by_tests() -> set[str]:
    """Names that tests and benchmarks import inside a page."""
    found = set()
    for folder in ("tests", "bench"):
        for path in (ROOT / folder).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            for names in re.findall(r'\{ ([\w, ]+) \} = await import\("/web/', text):
                found |= set(names.split(", "))
            found |= set(re.findall(r'await import\("/web/[^"]+"\)\)\.(\w+)', text))
    return found


@pytest.mark.parametrize("path", scripts(), ids=lambda path: str(path.relative_to(WEB)))
def test_what_is_imported_is_there(path: Path) -> None:
    for module, names in imports(path).items():
        assert module.is_file(), module
        assert set(names) <= set(EXPORT.findall(code(module))), module
        body = re.sub(r"^import .*$", "", code(path), flags=re.MULTILINE)
        assert [name for name in names if not re.search(rf"\b{name}\b", body)] == [], "imported for nothing"
    for module, names in imported_later(path).items():
        assert names, f"{module} is loaded for nothing"
        assert module not in reached(path), f"{module} is here already"


def test_pages_stand_on_the_board_and_the_board_on_what_is_shared() -> None:
    floors = {"shared": {"shared"}, "board": {"shared", "board"}, "pages": {"shared", "board", "pages"}}
    for path in scripts():
        room = path.relative_to(WEB).parts[0]
        for module in {**imports(path), **imported_later(path)}:
            assert module.relative_to(WEB).parts[0] in floors[room], f"{path.relative_to(WEB)}: {module.name}"
            own = module.parent.parent != WEB / "pages" or module.parent == path.parent
            assert own, f"{path.relative_to(WEB)}: {module.name} is another page's"


def test_what_is_exported_is_imported() -> None:
    taken = {
        (module, name)
        for path in scripts()
        for found in (imports(path), imported_later(path))
        for module, names in found.items()
        for name in names
    }
    outside = _asked_by_tests()
    loose = [
        f"{path.relative_to(WEB)}: {name}"
        for path in scripts()
        for name in EXPORT.findall(code(path))
        if (path.resolve(), name) not in taken and name not in outside
    ]
    assert loose == []


def test_every_file_is_part_of_a_page() -> None:
    """But for what the server hands out by itself: the icons of the app, the service worker, and the texts."""
    known = {*WEB.rglob("*.html"), *WEB.glob("icons/icon*"), WEB / "worker.js", *WEB.rglob("texts.*.json")}
    known |= {WEB / text.removeprefix("/web/") for text in quoted() if text.endswith(".css")}
    assert [path for path in known if not path.is_file()] == []
    for name, page in pages().items():
        for path in linked(page, ANY_FILE):
            assert path.is_file(), f"{name}: {path}"
            known |= reached(path, later=True) if path.suffix == ".js" else {path}
    assert [path for path in WEB.rglob("*") if path.is_file() and path not in known] == []


@pytest.mark.parametrize("name", sorted(set(PAGES.values())))
def test_a_page_asks_for_all_its_modules_and_styles_at_once(name: str) -> None:
    page, start = pages()[name], WEB / "pages" / name / f"{name}.js"
    asked = linked(page, PRELOAD)
    assert asked == sorted(asked)
    assert set(asked) == reached(start) - {start}
    assert linked(page, SCRIPT) == [start, WEB / "app.js"]
    styles = linked(page, STYLE)
    assert styles[0] == WEB / "shared" / "base.css"
    assert set(styles[1:]) == {path for path in WEB.rglob("*.css") if path.with_suffix(".js") in {start, *asked}}


def _keys(folder: str) -> list[str]:
    english, german = (json.loads((WEB / folder / f"texts.{lang}.json").read_text("utf-8")) for lang in ("en", "de"))
    assert list(english) == list(german)
    return list(english)


def test_every_text_is_used_and_every_text_that_is_used_is_there() -> None:
    """A table loads what it says at first; what its parts say that come later lies in shared/, the rest in pages/."""
    start = WEB / "pages" / "table" / "table.js"
    table, parts = reached(start), reached(start, later=True)
    for folder, modules in (("", table), ("shared", parts - table), ("pages", set(scripts()) - parts)):
        said = quoted(frozenset(modules))
        # Where a part is filled in, any word may stand.
        families = [text.replace(".", r"\.").replace("{}", r"\w+") for text in said if re.match(r"\w+\.\{\}", text)]
        used = re.compile("|".join(families))
        assert [key for key in _keys(folder) if key not in said and not used.fullmatch(key)] == []
    known: list[str] = []
    for folder, modules in (("", table), ("shared", parts), ("pages", set(scripts()))):
        known += _keys(folder)
        asked = {key for path in modules for key in re.findall(r'\bt\("([^"]+)"', code(path))}
        assert asked - set(known) == set()


def test_every_icon_is_used_and_every_icon_that_is_used_is_there() -> None:
    drawn = set(re.findall(r'<symbol id="(\w+)"', (WEB / "icons" / "icons.svg").read_text("utf-8")))
    asked = set(WAYS)
    for path in scripts():
        for named in re.findall(r"\bicon(?:\(|: )([^,(){}]*)", code(path)):
            asked |= set(re.findall(r'"(\w+)"', named))
    assert asked == drawn


def test_every_rule_of_style_has_something_to_hold_for() -> None:
    """Classes, ids and data attributes of the sheets are words of some script or page."""
    words = {word for text in (*map(code, scripts()), *pages().values()) for word in re.findall(r"[\w-]+", text)}
    marks = {re.sub("[A-Z]", lambda found: f"-{found[0].lower()}", word) for word in words}  # dataset.someThing
    loose = set()
    for path in WEB.rglob("*.css"):
        for selector in re.findall(r"([^{};]+)\{", re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)):
            names = re.findall(r"[.#]([a-zA-Z][\w-]*)", re.sub(r"\"[^\"]*\"|@.*", "", selector))
            data = re.findall(r"\[data-([\w-]+)", selector)
            loose |= {f"{path.name}: {name}" for name in names if name not in words}
            loose |= {f"{path.name}: data-{name}" for name in data if name not in marks and f"data-{name}" not in words}
    assert loose == set()
