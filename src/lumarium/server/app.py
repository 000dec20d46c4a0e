"""The server as an ASGI application."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lumarium.kernel.errors import LumariumError
from lumarium.kernel.given import shortened

from . import (
    api,
    contract,
    guides,
    install,
    knocks,
    pages,
    passkeys_api,
    people_api,
    replay_api,
    review_api,
    rulebooks,
    study_api,
)
from .config import Config
from .errors import Refused, code_of, status_of
from .house import House
from .limits import REFUSAL
from .logs import log, mistake, tell_unwritten, warn
from .security import HEADERS, known_host
from .store import StorageFailed, Store
from .study_socket import serve_study
from .table_socket import serve_table
from .tidying import tidy
from .timekeeping import keep_time


def create_app(config: Config, store: Store) -> Starlette:
    """The application. The store is closed with it."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        # Pages that are made once are made one after the other: whoever asks for one that is being made gets it too.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        house = House(config, store)
        app.state.house = house
        await house.time.tick()
        store.neighbours.open(house)
        house.caller.start()
        stop_metrics = _metrics(house)
        works = (_sweep(house), tidy(), keep_time(house.time, store, house.alarms.wake))
        tasks = [asyncio.create_task(work) for work in works]
        log("ready")
        yield
        for task in tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        stop_metrics()
        await house.close()
        log("stopped")

    return Starlette(
        routes=_routes(),
        lifespan=lifespan,
        middleware=[Middleware(Guard)],
        exception_handlers={LumariumError: _refused, HTTPException: _missing},
    )


def _metrics(house: House) -> Callable[[], None]:
    if house.config.metrics is None:
        return lambda: None
    from .metrics import serve_metrics

    return serve_metrics(house, house.config.metrics)


async def _sweep(house: House) -> None:
    while True:
        await asyncio.sleep(house.config.sweep_seconds)
        try:
            await house.sweep()
        except LumariumError as error:
            warn("sweep_failed", problem=str(error))
        except Exception:  # noqa: BLE001  # it will be tried again
            mistake("sweep_failed")
        tell_unwritten()


def _routes() -> list[BaseRoute]:
    asked = {**people_api.ROUTES, **passkeys_api.ROUTES, **replay_api.ROUTES, **review_api.ROUTES}
    shown: list[BaseRoute] = [Route(path, _page(path), methods=["GET"]) for path in pages.PAGES]
    return [
        *shown,
        Route("/healthz", api.health),
        Route("/readyz", api.ready),
        Route("/favicon.ico", pages.icon),
        Route("/manifest.webmanifest", install.manifest),
        Route("/worker.js", install.service_worker),
        Route("/sheet/{game}.svg", pages.symbols),
        Route("/web/{path:path}", pages.web),
        Route("/api/server", api.server),
        Route("/api/schema", contract.schema),
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
        Route("/api/me", people_api.me, methods=["GET"]),
        Route("/api/me/records", people_api.records, methods=["GET"]),
        Route("/api/drills", review_api.listed, methods=["GET"]),
        *(Route(path, answer, methods=["POST"]) for path, answer in asked.items()),
        *study_api.ROUTES,
        WebSocketRoute("/ws/study/{study}", serve_study),
        WebSocketRoute("/ws/{table}", serve_table),
    ]


def _page(path: str) -> Callable[[Request], Awaitable[Response]]:
    async def show(request: Request) -> Response:
        request.scope["page"] = path
        return await pages.page(request)

    return show


class Guard:
    """Every answer carries the security headers; an address that asks too often, or for somebody else, gets none."""

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

        house: House = scope["app"].state.house
        request = Request(scope)
        error = self._refusal(house, request)
        if error is not None:
            house.counts.refused[error.code] += 1
            if error.code == "too_fast":  # whoever asks on and on gets few refusals
                await asyncio.sleep(REFUSAL)
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

    @staticmethod
    def _refusal(house: House, request: Request) -> Refused | None:
        if not known_host(request.headers.get("host"), house.config.hosts):
            return Refused("host", host=shortened(request.headers.get("host", "")))
        kind = "request" if request.url.path.startswith("/api/") else "file"
        return None if house.addresses.may(kind, api.address_of(request)) else Refused("too_fast")


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, LumariumError)
    code, status = code_of(error), status_of(error)
    if code == "internal":
        mistake("request_failed", path=request.url.path)
        error = Refused("internal")
    elif isinstance(error, StorageFailed):  # what the database says is for whoever runs it
        warn("storage_failed", path=request.url.path, problem=str(error))
        error = Refused("storage", "no_storage")
    api.house_of(request).counts.refused[code] += 1
    return api.refusal(error, code, status, api.language(request))


async def _missing(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == HTTPStatus.NOT_FOUND and "text/html" in request.headers.get("accept", ""):
        return pages.missing(api.language(request))
    return api.refusal(Refused("unknown"), "unknown", error.status_code, api.language(request))
