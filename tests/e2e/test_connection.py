"""A connection that is lost in the middle of a move, and comes back by itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.e2e.visitor import Visitor
from tests.server.harness import Server

CONNECTED = "#ui-root[data-connection='connected']"
LOST = "#ui-root:not([data-connection='connected'])"


@pytest.fixture
def ana(browser: Browser, own_server: Server) -> Visitor:
    visitor = Visitor(browser, own_server, "Ana", "desk")
    visitor.open_table("lumicora", ("me", "random"))
    return visitor


def test_a_begun_move_goes_on_after_a_restart(ana: Visitor, own_server: Server) -> None:
    begun = ana.play_to_long_move()
    before = ana.see()
    assert before["chosen"] == [begun]
    own_server.kill()
    ana.page.wait_for_selector(LOST)
    ana.page.wait_for_selector("#ui-connection:not([hidden])")
    own_server.start()
    ana.page.wait_for_selector(CONNECTED)
    ana.page.wait_for_selector("#ui-connection", state="hidden")
    assert {**ana.see(), "connection": ""} == {**before, "connection": ""}
    ana.press("#ui-back")
    assert ana.see()["chosen"] == []
    version = ana.decide()["v"]
    assert ana.wait_turn(version) == "turn"
    ana.forgive_absence()
    ana.leave()


def test_a_move_made_while_the_server_is_away_is_played_once(ana: Visitor, own_server: Server) -> None:
    ana.wait_turn()
    version = ana.see()["v"]
    while isinstance(ana.scene["actions"], dict) and any(ana.scene["actions"].values()):
        version = ana.decide()["v"]
        ana.wait_turn(version)
        version = ana.see()["v"]
    own_server.kill()
    ana.page.wait_for_selector(LOST)
    ana.touch(ana.see()["touch"][0])
    ana.page.wait_for_selector("#ui-root[data-sending][data-slow]")
    assert ana.see()["touch"] == []
    own_server.start()
    ana.page.wait_for_selector(CONNECTED)
    ana.wait_changed(version)
    ana.page.wait_for_selector("#ui-root:not([data-sending], [data-slow])")
    ana.wait_turn(version)
    mine = [frame["scene"]["v"] for frame in ana.frames if frame["type"] == "scene"]
    assert int(version) + 1 in mine
    ana.forgive_absence()
    ana.leave()
