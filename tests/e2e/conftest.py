"""A real server and a real Chromium for the tests of a module, and visitors with a browser of their own."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.e2e.visitor import Visitor
from tests.server.harness import Server

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
UNHURRIED = ("--requests-per-second", "10000", "--tables-per-address", "0", "--connections-per-address", "1000")

Visit = Callable[..., Visitor]


def find_browser() -> str | None:
    """The Chromium of this machine, found as ./test finds it."""
    wanted = os.environ.get("LUMARIUM_BROWSER")
    found = (shutil.which(name) for name in ((wanted,) if wanted else ()) + BROWSERS)
    return next((path for path in found if path), None)


# Not for the whole session: while Playwright runs, no other test of this process could run an event loop.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    program = find_browser()
    if program is None:
        pytest.skip(f"no browser: none of {', '.join(BROWSERS)} is installed (or name one in LUMARIUM_BROWSER)")
    with sync_playwright() as tool:
        chromium = tool.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server") / "data", *UNHURRIED) as running:
        yield running


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "data", *UNHURRIED) as running:
        yield running


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    """Lets somebody in: `visit("Ana", "phone", lang="de-DE")`. At the end nobody's console may have said anything."""
    visitors: list[Visitor] = []

    def come(name: str = "Ana", size: str = "desk", at: Server = server, **more: Any) -> Visitor:
        visitors.append(Visitor(browser, at, name, size, **more))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.leave()
