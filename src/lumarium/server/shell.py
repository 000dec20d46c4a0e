"""The head of every page: what it asks for at once follows from what its module imports."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from string import Template

from .packed import Packed, pack

WEB = Path(__file__).parents[1] / "web"
IMPORT = re.compile(r'^import \{[^}]*\} from "([^"]+)";$', re.MULTILINE)
BASE = WEB / "shared" / "base.css"
"""The style of everything; a module's own lies beside it."""


@cache
def page(name: str) -> Packed:
    """The page whose module is `name/name.js` in web/pages/."""
    shell = Template((WEB / "pages" / "shell.html").read_text("utf-8"))
    return pack(shell.substitute(page=name, links="\n  ".join(_links(name))).encode())


def _links(name: str) -> list[str]:
    start = WEB / "pages" / name / f"{name}.js"
    modules = _reached(start)
    needed = sorted(modules - {start})
    sheets = [BASE, *(module.with_suffix(".css") for module in (*needed, start))]
    styles = [f'<link rel="stylesheet" href="{_address(sheet)}">' for sheet in sheets if sheet.is_file()]
    return [*styles, *(f'<link rel="modulepreload" href="{_address(module)}">' for module in needed)]


def _reached(start: Path) -> set[Path]:
    """The module and all that it needs at once."""
    found, waiting = set(), [start]
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += [(module.parent / where).resolve() for where in IMPORT.findall(module.read_text("utf-8"))]
    return found


def _address(path: Path) -> str:
    return f"/web/{path.relative_to(WEB).as_posix()}"
