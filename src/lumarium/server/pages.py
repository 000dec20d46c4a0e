"""The browser client's files. A page is the same for everybody and takes nothing."""

from __future__ import annotations

import secrets
from html import escape
from http import HTTPStatus
from pathlib import Path
from string import Template

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from lumarium.kernel.message import Message

from .api import sheet
from .security import DEVICE_AGE, DEVICE_COOKIE

WEB = Path(__file__).parents[1] / "web"
PAGES = {
    "/": "home",
    "/new": "new",
    "/t/{table}": "table",
    "/replay": "replay",
    "/replay/{table}": "replay",
    "/rules/{game}": "rules",
    "/learn/{game}": "guide",
    "/pieces": "pieces",
}
"""By address, the page's folder in web/pages/."""


def html(name: str) -> Path:
    """The file of a page."""
    return WEB / "pages" / name / f"{name}.html"


async def page(request: Request) -> Response:
    """One of the client's pages, with the device's cookie."""
    path = html(PAGES[request.scope["page"]])
    response = FileResponse(path, media_type="text/html", headers={"cache-control": "no-cache"})
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


def missing(lang: str) -> Response:
    """What a browser shows under an address where nothing is."""
    words = {"text": "error.unknown", "home": "page.home"}
    said = {name: escape(Message("server", key).render(lang)) for name, key in words.items()}
    text = Template(html("missing").read_text(encoding="utf-8"))
    return HTMLResponse(text.substitute(said, lang=lang), HTTPStatus.NOT_FOUND)


async def icon(_request: Request) -> Response:
    """GET /favicon.ico."""
    return FileResponse(WEB / "icons" / "favicon.svg", headers={"cache-control": "max-age=86400"})


async def symbols(request: Request) -> Response:
    """GET /sheet/<game>.svg."""
    data, checksum = sheet(request.path_params["game"])
    headers = {"etag": f'"{checksum[:32]}"', "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    return Response(data, headers=headers, media_type="image/svg+xml")


class WebFiles(StaticFiles):
    """The client's files, asked for again each time (they change with the version), answered 304 where they did not."""

    def __init__(self) -> None:
        super().__init__(directory=WEB)

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "no-cache"
        return response
