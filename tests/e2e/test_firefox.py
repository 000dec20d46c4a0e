"""The same client in Firefox: whole games of all four, by mouse, finger and keys; every page with a quiet console."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Playwright

from tests.e2e.firefox import PROGRAM, find_firefox, launch
from tests.e2e.test_access import every_page
from tests.e2e.test_games import play_whole
from tests.e2e.test_keyboard import decide
from tests.e2e.visitor import Visitor
from tests.house import HOUSE
from tests.server.harness import Server

DECISIONS = 30

Come = Callable[..., Visitor]


@pytest.fixture(scope="module")
def come(tool: Playwright, server: Server, long: bool, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Come]:
    """Lets somebody in who uses Firefox: on a desk, or by finger on a phone."""
    if not long:
        pytest.skip("a second browser, and minutes of it: run ./test --long")
    if find_firefox() is None:
        pytest.skip(f"no Firefox: on Debian, apt-get install {PROGRAM}")
    desk = launch(tool, tmp_path_factory.mktemp("desk"))
    phone = launch(tool, tmp_path_factory.mktemp("phone"), fingers=True)

    def enter(name: str, size: str = "desk", **more: Any) -> Visitor:
        return Visitor(phone if size == "phone" else desk, server, name, size, **more)

    yield enter
    desk.close()
    phone.close()


@pytest.mark.parametrize("game", HOUSE)
def test_a_whole_game(come: Come, game: str) -> None:
    ana, ben = come("Ana"), come("Ben", "phone")
    play_whole(ana, ben, game)
    ana.leave()
    ben.leave()


@pytest.mark.parametrize("game", HOUSE)
def test_by_keys(come: Come, game: str) -> None:
    ana = come("Ana", lang="de-DE", motion="on")
    ana.open_table(game, ("me", "random", "random"))
    status = ana.wait_turn()
    for _ in range(DECISIONS):
        assert status == "turn"
        status = ana.wait_turn(decide(ana))
    ana.leave()


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_every_page(come: Come, size: str) -> None:
    ana = come("Ana", size)
    for page in every_page(ana):
        assert ana.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, page
    ana.leave()
