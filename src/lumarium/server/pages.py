"""The browser client's files, kept in memory. A page is the same for everybody and takes nothing."""

from __future__ import annotations

import secrets
from functools import cache
from html import escape
from http import HTTPStatus
from mimetypes import guess_type
from pathlib import Path
from string import Template

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from lumarium.kernel.message import Message

from . import shell
from .api import sheet
from .errors import Refused
from .packed import Packed, answer, pack
from .security import DEVICE_AGE, DEVICE_COOKIE
from .shell import WEB

PAGES = {
    "/": "home",
    "/new": "new",
    "/t/{table}": "table",
    "/replay": "replay",
    "/replay/{table}": "replay",
    "/result": "result",
    "/result/{table}": "result",
    "/rules/{game}": "rules",
    "/learn/{game}": "guide",
    "/drills": "drills",
    "/study": "study",
    "/study/{study}": "study",
    "/pieces": "pieces",
    "/me": "me",
}
"""By address, the page's module in web/pages/."""
TYPES = {".js": "text/javascript", ".svg": "image/svg+xml"}
"""Machines have opinions of their own about these."""
_kept: dict[Path, tuple[int, Packed]] = {}
"""By file, when it was changed last and what it held then."""


@cache
def files() -> dict[str, Path]:
    """All files of the client, by the part of their address after /web/; there are no others."""
    return {path.relative_to(WEB).as_posix(): path for path in WEB.rglob("*") if path.is_file()}


def _file(path: Path) -> Packed:
    """What the file holds now; packed once, and again when somebody works on the client."""
    changed = path.stat().st_mtime_ns
    when, packed = _kept.get(path, (-1, None))
    if packed is None or when != changed:
        packed = pack(path.read_bytes())
        _kept[path] = changed, packed
    return packed


async def web(request: Request) -> Response:
    """GET /web/<file>. Asked for again each time (files change with the version), answered 304 where they did not."""
    path = files().get(request.path_params["path"])
    if path is None:
        raise Refused("unknown")
    kind = TYPES.get(path.suffix) or guess_type(path.name)[0] or "application/octet-stream"
    return answer(request, _file(path), kind)


async def page(request: Request) -> Response:
    """One of the client's pages, with the device's cookie."""
    response = answer(request, shell.page(PAGES[request.scope["page"]]), "text/html")
    if DEVICE_COOKIE not in request.cookies:
        response.set_cookie(
            DEVICE_COOKIE,
            secrets.token_urlsafe(18),
            max_age=DEVICE_AGE,
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="strict",
        )
    return response


@cache
def _missing(lang: str) -> str:
    words = {"text": "error.unknown", "home": "page.home"}
    said = {name: escape(Message("server", key).render(lang)) for name, key in words.items()}
    return Template((WEB / "pages" / "missing" / "missing.html").read_text("utf-8")).substitute(said, lang=lang)


def missing(lang: str) -> Response:
    """What a browser shows under an address where nothing is."""
    return HTMLResponse(_missing(lang), HTTPStatus.NOT_FOUND)


async def icon(request: Request) -> Response:
    """GET /favicon.ico."""
    return answer(request, _file(WEB / "icons" / "favicon.svg"), "image/svg+xml", "max-age=86400")


async def symbols(request: Request) -> Response:
    """GET /sheet/<game>.svg."""
    return answer(request, sheet(request.path_params["game"]), "image/svg+xml")
