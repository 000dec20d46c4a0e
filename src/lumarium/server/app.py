"""The server as an ASGI application."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lumarium.kernel.errors import LumariumError

from . import api, guides, install, knocks, pages, replay_api, rulebooks
from .config import Config
from .errors import Refused, code_of, status_of
from .house import House
from .logs import log, mistake, warn
from .security import HEADERS
from .sockets import serve_socket
from .store import Store

YOUNG, MIDDLE, OLD = 50_000, 50, 100
"""Thousands of sockets and scenes make many short-lived objects; full collections would cost a tenth of a second."""

SMALL = 600
"""Answers below this many bytes are not worth compressing."""


def create_app(config: Config, store: Store) -> Starlette:
    """The application. The store is closed with it."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        house = House(config, store)
        app.state.house = house
        sweeper = asyncio.create_task(_sweep(house))
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, MIDDLE, OLD)
        log("ready")
        yield
        sweeper.cancel()
        with suppress(asyncio.CancelledError):
            await sweeper
        await house.close()
        log("stopped")

    return Starlette(
        routes=_routes(),
        lifespan=lifespan,
        middleware=[Middleware(GZipMiddleware, minimum_size=SMALL, compresslevel=6), Middleware(Guard)],
        exception_handlers={LumariumError: _refused, HTTPException: _missing},
    )


async def _sweep(house: House) -> None:
    while True:
        await asyncio.sleep(house.config.sweep_seconds)
        try:
            await house.sweep()
        except LumariumError as error:
            warn("sweep_failed", problem=str(error))
        except Exception:  # noqa: BLE001  # it will be tried again
            mistake("sweep_failed")


def _routes() -> list[BaseRoute]:
    shown: list[BaseRoute] = [Route(path, _page(path), methods=["GET"]) for path in pages.PAGES]
    return [
        *shown,
        Route("/healthz", api.health),
        Route("/favicon.ico", pages.icon),
        Route("/manifest.webmanifest", install.manifest),
        Route("/worker.js", install.service_worker),
        Route("/sheet/{game}.svg", pages.symbols),
        Mount("/web", pages.WebFiles()),
        Route("/api/server", api.server),
        Route("/picture/{game}/{name}.svg", rulebooks.drawing),
        Route("/api/rules/{game}", rulebooks.rules),
        Route("/api/aids/{game}", rulebooks.aid),
        Route("/api/guides/{game}", guides.guide),
        Route("/api/texts/{lang}", api.texts),
        Route("/api/tables", api.lobby, methods=["GET"]),
        Route("/api/tables", api.make_table, methods=["POST"]),
        Route("/api/tables/{table}", api.show_table),
        Route("/api/tables/{table}/record", api.record),
        Route("/api/tables/{table}/knock", knocks.knock, methods=["POST"]),
        Route("/api/tables/{table}/knock", knocks.answered, methods=["GET"]),
        Route("/api/qr", api.qr, methods=["POST"]),
        *(Route(path, answer, methods=["POST"]) for path, answer in replay_api.ROUTES.items()),
        WebSocketRoute("/ws/{table}", serve_socket),
    ]


def _page(path: str) -> Callable[[Request], Awaitable[Response]]:
    async def show(request: Request) -> Response:
        request.scope["page"] = path
        return await pages.page(request)

    return show


class Guard:
    """Every answer carries the security headers; an address that asks too often is told to wait."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        if scope["path"].startswith("/api/"):
            house: House = scope["app"].state.house
            request = Request(scope)
            if not house.addresses.request(api.address_of(request)):
                error = Refused("too_fast")
                response = api.refusal(error, error.code, error.status, api.language(request))
                await response(scope, receive, guarded)
                return
        try:
            await self.app(scope, receive, guarded)
        except Exception:  # noqa: BLE001  # our mistake; its traceback stays here
            mistake("request_failed", path=scope["path"])
            error = Refused("internal")
            response = api.refusal(error, error.code, error.status, api.language(Request(scope)))
            with suppress(RuntimeError):  # the answer may have begun
                await response(scope, receive, guarded)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, LumariumError)
    code, status = code_of(error), status_of(error)
    if code == "internal":
        mistake("request_failed", path=request.url.path)
        error = Refused("internal")
    return api.refusal(error, code, status, api.language(request))


async def _missing(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == HTTPStatus.NOT_FOUND and "text/html" in request.headers.get("accept", ""):
        return pages.missing(api.language(request))
    return api.refusal(Refused("unknown"), "unknown", error.status_code, api.language(request))
