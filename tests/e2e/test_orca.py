"""One whole turn of each game as Orca says it: what is asked, what has the focus, and what happened."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright

from tests.e2e.firefox import find_firefox, launch
from tests.e2e.orca import PACKAGES, Orca, missing, screen_reader
from tests.e2e.visitor import STEPPED, Visitor
from tests.house import HOUSE
from tests.server.harness import Server
from tests.server.streams import in_words

DECISIONS = 10
FOCUSED = "() => document.activeElement?.id ?? ''"
NAMED = "(() => { const at = document.activeElement; return [at.id, at.ariaLabel || at.textContent]; })()"


@pytest.fixture(scope="module")
def orca(long: bool, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Orca]:
    if not long:
        pytest.skip("a screen reader takes minutes: run ./test --long")
    if missing() or find_firefox() is None:
        pytest.skip(f"no screen reader: on Debian, apt-get install {PACKAGES} firefox-esr")
    with screen_reader(tmp_path_factory.mktemp("orca")) as running:
        yield running


@pytest.fixture(scope="module")
def firefox(tool: Playwright, orca: Orca, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    browser = launch(tool, tmp_path_factory.mktemp("firefox"), screen=orca.env)
    yield browser
    browser.close()


def _tab_to_a_piece(visitor: Visitor, orca: Orca) -> None:
    """To something on the board that can be touched, hearing every stop on the way; after a decision by key the focus
    is there already, and from the last of them Tab leads out of the page."""
    if visitor.page.evaluate(FOCUSED).startswith("p-"):
        return
    for _ in range(40):
        before = visitor.page.evaluate(FOCUSED)
        orca.press("Tab")
        visitor.page.wait_for_function(f"(before) => ({FOCUSED})() !== before", arg=before)
        stop, name = visitor.page.evaluate(NAMED)
        orca.hears(name)
        if stop.startswith("p-"):
            return
    raise AssertionError("Tab does not lead to the board")


@pytest.mark.parametrize("game", HOUSE)
def test_one_turn_is_heard(firefox: Browser, server: Server, orca: Orca, game: str) -> None:
    ana = Visitor(firefox, server, "Ana", "desk")
    ana.open_table(game, ("me", "random", "random"))
    ana.wait_turn()
    orca.hears(ana.scene["prompt"])
    for _ in range(DECISIONS):
        print(*orca.rest(), sep="\n")
        before = ana.see()
        _tab_to_a_piece(ana, orca)
        print(*orca.rest(), sep="\n")
        orca.press("Return")
        ana.page.wait_for_function(STEPPED, arg=[before["v"], len(before["chosen"])])
        if ana.see()["v"] == before["v"]:
            orca.hears(ana.see()["prompt"])
        elif ana.wait_turn(before["v"]) == "turn":
            came = [frame["scene"] for frame in ana.frames if frame["type"] == "scene"]
            new = [scene for scene in came if scene["v"] > int(before["v"])]
            orca.hears(*in_words(event["text"] for scene in new for event in scene["events"]), ana.scene["prompt"])
    ana.leave()
