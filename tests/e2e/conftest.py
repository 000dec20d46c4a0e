"""A real server and a real Chromium for the tests of this folder, and visitors with a browser context of their own."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.e2e.visitor import Visitor
from tests.server.harness import Server

WINDOWLESS = "chromium-headless-shell"
"""Chromium without what no page needs: a third less work, but it shows no notices."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
UNHURRIED = ("--requests-per-second", "10000", "--tables-per-address", "0", "--connections-per-address", "1000")

Visit = Callable[..., Visitor]


def find_browser(*preferred: str) -> str:
    """The Chromium of this machine, found as ./test finds it; without one the test is skipped."""
    wanted = os.environ.get("LUMARIUM_BROWSER")
    for name in (wanted,) if wanted else (*preferred, *BROWSERS):
        if program := shutil.which(name):
            return program
    pytest.skip(f"no browser: none of {', '.join(BROWSERS)} is installed (or name one in LUMARIUM_BROWSER)")


def launch(tool: Playwright, *preferred: str) -> Browser:
    """The Chromium of this machine, started."""
    return tool.chromium.launch(executable_path=find_browser(*preferred), args=["--no-sandbox"])


@contextmanager
def opened(*preferred: str) -> Iterator[Browser]:
    """A browser for a test that is none of these."""
    with sync_playwright() as tool, launch(tool, *preferred) as chromium:
        yield chromium


# A browser and a server serve all tests of this folder that one process runs in a row: to start them takes as long as
# many a test. They end with the folder, for no other test of a process can run an event loop while Playwright runs.


@pytest.fixture(scope="package")
def tool() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="package")
def browser(tool: Playwright) -> Iterator[Browser]:
    with launch(tool, WINDOWLESS) as chromium:
        yield chromium


@pytest.fixture(scope="package")
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
