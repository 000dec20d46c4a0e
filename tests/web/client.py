"""The browser client's files as text: who imports whom, and every word that its scripts and pages say."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from lumarium.server import shell
from lumarium.server.pages import PAGES
from lumarium.server.shell import WEB

IMPORT = re.compile(r'^import \{ ([^}]+) \} from "([^"]+)";$', re.MULTILINE)
LATER = re.compile(r'\bimport\("([^"]+)"\)')
EXPORT = re.compile(r"^export (?:async )?(?:function|class|const|let) (\w+)", re.MULTILINE)
COMMENT = re.compile(r"(?s:/\*.*?\*/)|(?:^|\s)//.*$", re.MULTILINE)
QUOTED = re.compile(r"""["`]([\w./-]*(?:\$\{[^{}]*\}[\w./-]*)*)["`]""")


def scripts() -> list[Path]:
    """All modules and classic scripts."""
    return sorted(WEB.rglob("*.js"))


def pages() -> dict[str, str]:
    """All pages by name, as they are sent: those that the server writes, and those that are files."""
    files = {path.stem: path.read_text("utf-8") for path in sorted(WEB.rglob("*.html")) if path.stem != "shell"}
    return {**{name: shell.page(name).plain.decode() for name in sorted(set(PAGES.values()))}, **files}


@cache
def code(path: Path) -> str:
    """A file without its comments."""
    return COMMENT.sub("", path.read_text(encoding="utf-8"))


def imports(path: Path) -> dict[Path, list[str]]:
    """What a module takes from others."""
    return {(path.parent / where).resolve(): names.split(", ") for names, where in IMPORT.findall(code(path))}


def imported_later(path: Path) -> dict[Path, list[str]]:
    """What a module takes from others when somebody wants it: every export that it names."""
    modules = [(path.parent / where).resolve() for where in LATER.findall(code(path))]
    named = set(re.findall(r"\w+", code(path)))
    return {module: [name for name in EXPORT.findall(code(module)) if name in named] for module in modules}


def reached(path: Path, *, later: bool = False) -> set[Path]:
    """The module and all that it needs; also what it would load `later`."""
    found, waiting = set(), [path.resolve()]
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += imports(module)
            waiting += imported_later(module) if later else ()
    return found


def linked(page: str, pattern: str) -> list[Path]:
    """The client's files that a page names in such tags."""
    return [WEB / address for address in re.findall(pattern.format(r"/web/([\w./-]+)"), page)]


@cache
def quoted(modules: frozenset[Path] | None = None) -> frozenset[str]:
    """Every word, key or path in quotes of these scripts, or of all; what is filled in is `{}`."""
    found = (text for path in modules or scripts() for text in QUOTED.findall(code(path)))
    return frozenset(re.sub(r"\$\{[^{}]*\}", "{}", text) for text in found)
