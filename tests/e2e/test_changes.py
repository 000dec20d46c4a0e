"""Scenes that came as changes, in a real browser: the page is that of a whole scene."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute

import lumarium
from tests.e2e.conftest import Visit

DRAWN = """() => ({
  pieces: [...document.querySelectorAll("#ui-pieces > [data-piece]")].map((piece) => [
    piece.dataset.piece,
    piece.getAttribute("class"),
    // A piece turns the short way, and so perhaps past 360 degrees.
    piece.style.transform.replace(/rotate\\((.*)deg\\)/, (_, turned) => ((turned % 360) + 360) % 360),
    ...["role", "aria-label", "aria-hidden", "tabindex", "data-touch"].map((name) => piece.getAttribute(name)),
    piece.querySelector("use")?.getAttribute("href"),
    piece.querySelector("text")?.textContent || "",
  ]),
  prompt: document.getElementById("ui-prompt").textContent,
  log: document.getElementById("ui-log").textContent,
  players: [...document.querySelectorAll("#ui-players .player")].map((player) => player.textContent),
  root: { ...document.getElementById("ui-root").dataset },
})"""


@pytest.mark.parametrize("game", lumarium.games())
def test_the_page_of_changes_is_that_of_a_whole_scene(visit: Visit, game: str, long: bool) -> None:
    ana = visit("Ana")
    players = lumarium.game(game).players[-1]
    ana.open_table(game, ("me", *["random"] * (players - 1)))
    status = ana.wait_turn()
    for number in range(1000 if long else 9):
        if status != "turn":
            break
        if number % 4 == 0:
            followed = ana.page.evaluate(DRAWN)
            ana.page.reload()
            ana.wait_turn()
            whole = ana.page.evaluate(DRAWN)
            assert [
                pair for pair in zip(whole.pop("pieces"), followed.pop("pieces"), strict=True) if pair[0] != pair[1]
            ] == []
            assert whole == followed
        status = ana.wait_turn(ana.decide()["v"])


ELEMENTS = "document.querySelectorAll('#ui-board *').length"


@pytest.mark.parametrize("game", lumarium.games())
def test_a_decision_styles_nothing_anew_that_does_not_change(visit: Visit, game: str) -> None:
    """What a style hands down to every piece makes a move cost ten times as much: a cursor did, on its way and back."""
    ana = visit("Ana")
    ana.open_table(game, ("me", *["random"] * (lumarium.game(game).players[-1] - 1)))
    ana.wait_turn()
    tools = ana.context.new_cdp_session(ana.page)
    styled: list[int] = []
    over = False

    def hear(heard: dict[str, Any]) -> None:
        styled.extend(each["args"]["elementCount"] for each in heard["value"] if "elementCount" in each["args"])

    def end(_: object) -> None:
        nonlocal over
        over = True

    tools.on("Tracing.dataCollected", hear)
    tools.on("Tracing.tracingComplete", end)
    tools.send("Tracing.start", {"categories": "devtools.timeline", "transferMode": "ReportEvents"})
    decisions, status = 0, "turn"
    while decisions < 6 and status == "turn":
        status = ana.wait_turn(ana.decide()["v"])
        decisions += 1
    tools.send("Tracing.end")
    while not over:
        ana.page.wait_for_timeout(20)
    # Now and then a whole deal is new. With the drawings that pieces use, a board has several times its elements.
    elements = ana.page.evaluate(ELEMENTS)
    assert sum(each > elements for each in styled) <= decisions / 2, (elements, styled)
    assert styled


def test_what_does_not_fit_is_asked_for_whole(visit: Visit) -> None:
    ana = visit("Ana")
    sent: list[str] = []

    def spoil(socket: WebSocketRoute) -> None:
        """A change that takes something away takes one thing too many, on its way to the page."""
        server = socket.connect_to_server()
        server.on_message(lambda message: socket.send(str(message).replace('"gone":["', '"gone":["bag","')))

        def pass_on(message: str | bytes) -> None:
            sent.append(str(message))
            server.send(message)

        socket.on_message(pass_on)

    ana.page.route_web_socket("**/ws/*", spoil)
    ana.open_table("luminos", ("me", "random"))
    status = ana.wait_turn()
    for _ in range(8):
        assert status == "turn"
        assert ana.page.query_selector("[data-piece='bag']") is not None
        status = ana.wait_turn(ana.decide()["v"])
    assert any('"type":"whole"' in message for message in sent)
